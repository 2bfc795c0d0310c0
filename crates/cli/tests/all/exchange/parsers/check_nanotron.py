"""nanotron's configuration, from a checkout: its released package is older than the options that are
written.
"""

import sys

from absent import replaced

# Packages that no configuration calls.
ABSENT = ["datasets", "einops", "flash_attn", "transformers"]


def prepare(checkout):
    """Makes the checkout's configuration importable."""
    sys.path.insert(0, str(checkout / "src"))
    with replaced(ABSENT):
        import nanotron.config.config  # noqa: F401


def check(plan):
    from nanotron.config.config import get_config_from_file
    from nanotron.config.models_config import LlamaConfig

    config = get_config_from_file(str(plan.file("nanotron")))
    assert isinstance(config.model.model_config, LlamaConfig), config.model.model_config
    # The sum that `parallel/context.py` asserts.
    cut = config.parallelism
    ranks = cut.tp * cut.pp * cut.context_parallel_size * cut.dp
    assert ranks == plan.gpus, f"{ranks} ranks on {plan.gpus} GPUs"
