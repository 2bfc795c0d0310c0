"""Megatron-LM's validation of its arguments, from a checkout: `megatron/training/arguments.py` and
the configurations of Megatron Core that follow from it, as `pretrain_gpt.py` makes them before it
builds a model. What needs a GPU or TransformerEngine is replaced by what the plan's GPU would say.
"""

import dataclasses
import os
import sys
import types

# The newest TransformerEngine that Megatron Core 0.16.1 names (`pyproject.toml`).
TRANSFORMER_ENGINE = "2.11.0"


def prepare(checkout):
    """Makes the checkout's modules importable without what they need for training."""
    sys.path.insert(0, str(checkout))
    # The package imports all of training; only some of its files are wanted.
    package = types.ModuleType("megatron.training")
    package.__path__ = [str(checkout / "megatron" / "training")]
    for name in ["get_args", "get_timers", "get_adlr_autoresume"]:
        setattr(package, name, None)
    sys.modules["megatron.training"] = package

    import megatron.training.arguments  # noqa: F401
    from megatron.core import utils
    from packaging.version import Version

    utils._te_version = Version(TRANSFORMER_ENGINE)
    # Its kernel of rotary positions is TransformerEngine's.
    from megatron.core.models.common.embeddings import rope_utils

    rope_utils.fused_apply_rotary_pos_emb = object()

    class FusedAdam:
        """The arguments of TransformerEngine's optimizer that Megatron Core looks for."""

        def __init__(self, master_weight_dtype, exp_avg_dtype, exp_avg_sq_dtype, use_decoupled_grad):
            pass

    for name in ["transformer_engine", "transformer_engine.pytorch", "transformer_engine.pytorch.optimizers"]:
        sys.modules[name] = types.ModuleType(name)
    sys.modules[name].FusedAdam = FusedAdam


def environment(plan):
    """The environment of the command that starts training."""
    for name in ["CUDA_DEVICE_MAX_CONNECTIONS", "NCCL_ALGO", "NVTE_CPU_OFFLOAD_V1"]:
        os.environ.pop(name, None)
    os.environ.update(plan.environment("megatron"))
    os.environ.update(RANK="1", WORLD_SIZE=str(plan.gpus))


def filled(kind, args):
    """A configuration from the arguments of its fields' names, as `training.py` makes it."""
    names = [field.name for field in dataclasses.fields(kind)]
    return kind(**{name: getattr(args, name) for name in names if hasattr(args, name)})


def check(plan):
    import torch
    from megatron.core.distributed import DistributedDataParallelConfig
    from megatron.core.num_microbatches_calculator import ConstantNumMicroBatchesCalculator
    from megatron.core.optimizer import OptimizerConfig
    from megatron.training import arguments

    major, minor = plan.capability
    torch.cuda.get_device_capability = lambda *_: (major, minor)
    arguments.get_device_arch_version = lambda: major
    environment(plan)
    sys.argv = ["pretrain_gpt.py", *plan.array("megatron")]
    args = arguments.validate_args(arguments.parse_args())
    torch.use_deterministic_algorithms(False)
    arguments.core_transformer_config_from_args(args)
    filled(OptimizerConfig, args)
    filled(DistributedDataParallelConfig, args)
    ConstantNumMicroBatchesCalculator(args.global_batch_size, args.micro_batch_size, args.data_parallel_size, False, 1)
    # `parallel_state.py` divides the ranks so for experts.
    expert = args.expert_tensor_parallel_size * args.expert_model_parallel_size * args.pipeline_model_parallel_size
    assert args.world_size % expert == 0, f"{args.world_size} ranks for {expert} of experts"
    assert args.data_parallel_size == plan.data, (args.data_parallel_size, plan.data)
