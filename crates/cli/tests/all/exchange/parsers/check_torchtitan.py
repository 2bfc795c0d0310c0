"""torchtitan's configuration, the meshes and the model that follow from it, and its pipeline up to
the cut of the model.
"""

import copy
import tomllib
import types

from absent import replaced

# Packages of data and of training.
ABSENT = ["datasets", "einops", "torchdata", "torchao", "torch.utils.tensorboard"]


def prepare():
    """Makes the package importable without what it needs for training."""
    with replaced(ABSENT):
        from torchtitan.protocols.train_spec import get_train_spec

        for name in ["llama3", "llama4", "deepseek_v3", "qwen3", "gpt_oss"]:
            get_train_spec(name)


def check(plan):
    from torchtitan.config import ConfigManager
    from torchtitan.distributed.parallel_dims import ParallelDims

    path = plan.file("torchtitan")
    config = ConfigManager().parse_args(["--job.config_file", str(path)])
    written = tomllib.loads(path.read_text())
    check_values(config, written)
    cut = config.parallelism
    dims = ParallelDims(
        dp_replicate=cut.data_parallel_replicate_degree,
        dp_shard=cut.data_parallel_shard_degree,
        cp=cut.context_parallel_degree,
        tp=cut.tensor_parallel_degree,
        pp=cut.pipeline_parallel_degree,
        ep=cut.expert_parallel_degree,
        etp=cut.expert_tensor_parallel_degree,
        world_size=plan.gpus,
    )
    # What each model's `infra/parallelize.py` asserts.
    assert config.training.seq_len % dims.seq_len_divisor == 0, "the sequence for its ranks"
    model = types.SimpleNamespace(n_layers=plan.layers)
    has_pipeline = True
    if "name" in written.get("model", {}):
        model, has_pipeline = flavor(config)
        assert model.n_layers == plan.layers, (model.n_layers, plan.layers)
    if dims.pp > 1:
        assert has_pipeline, "no pipeline of this model"
        check_pipeline(config, dims, model)


def check_values(config, written):
    """Every value of the file is what the configuration has."""
    for table, options in written.items():
        for name, value in options.items():
            read = getattr(getattr(config, table), name)
            if not isinstance(value, dict):
                assert read == value, (table, name, read, value)


def flavor(config):
    """The arguments of the model, with those of the job, and whether its code has pipelines."""
    from torchtitan.protocols.train_spec import get_train_spec

    spec = get_train_spec(config.model.name)
    model = copy.deepcopy(spec.model_args[config.model.flavor])
    model.update_from_config(config)
    return model, spec.pipelining_fn is not None


def check_pipeline(config, dims, model):
    """Builds the schedule of a pipeline of stages that hold nothing."""
    import torch
    from torchtitan.distributed import pipeline_parallel

    def split(whole, mesh, schedule, device, names):
        stages = [
            types.SimpleNamespace(
                stage_index=place,
                is_first=place == 0,
                is_last=place == len(names) - 1,
                num_stages=len(names),
                group_size=dims.pp,
                group_rank=0,
                has_backward=True,
                submod=whole,
            )
            for place in range(0, len(names), dims.pp)
        ]
        return stages, [whole for _ in stages]

    pipeline_parallel.pipeline_module_split = split
    meshes = types.SimpleNamespace(pp=dims.pp, get_mesh=lambda _: None)
    pipeline_parallel.pipeline_llm(
        torch.nn.Identity(), meshes, config, torch.device("cpu"), model, lambda part, *_: part, lambda *_: None
    )
