"""Reads exported files with the parsers of the frameworks that they are for.

`cargo xtask test --exchange` exports plans into a folder and calls this with it: a folder a plan,
a file a target. Each check reads a file as its framework does, and fails where that fails.

Not here: Megatron-LM's own argument parser, which is part of no package (its parser of pipeline
layouts is), and nanotron, whose released package is older than the options that are written.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path


def ranks(folder):
    """GPUs of the plan, and its data-parallel ranks, from nanotron's file."""
    text = (folder / "nanotron").read_text()
    degree = {name: int(value) for name, value in re.findall(r"^  (dp|pp|tp|context_parallel_size): (\d+)$", text, re.M)}
    product = 1
    for value in degree.values():
        product *= value
    return product, degree["dp"]


def array(path):
    """The words of the array that a script sets, as bash reads them."""
    name = re.search(r"^(\w+)=\($", path.read_text(), re.M).group(1)
    script = f'source {shlex.quote(str(path))}; printf "%s\\0" "${{{name}[@]}}"'
    printed = subprocess.run(["bash", "-c", script], check=True, capture_output=True).stdout
    return printed.decode().split("\0")[:-1]


def torchtitan(folder):
    from torchtitan.config import ConfigManager

    path = folder / "torchtitan"
    config = ConfigManager().parse_args(["--job.config_file", str(path)])
    gpus, _ = ranks(folder)
    cut = config.parallelism
    product = (
        cut.data_parallel_replicate_degree
        * cut.data_parallel_shard_degree
        * cut.tensor_parallel_degree
        * cut.pipeline_parallel_degree
        * cut.context_parallel_degree
    )
    assert product == gpus, (product, gpus)
    for table, options in tomllib.loads(path.read_text()).items():
        for name, value in options.items():
            read = getattr(getattr(config, table), name)
            if not isinstance(value, dict):
                assert read == value, (table, name, read, value)


def deepspeed(folder):
    from deepspeed import comm
    from deepspeed.runtime.config import DeepSpeedConfig

    path = folder / "deepspeed"
    _, data = ranks(folder)

    class Mesh:
        """Stands in for the ranks of a running job."""

        @staticmethod
        def get_data_parallel_world_size():
            return data

    comm.get_rank = lambda: 0
    import deepspeed.runtime.config as module

    module.dist.get_rank = lambda: 0
    config = DeepSpeedConfig(str(path), mpu=Mesh)
    written = json.loads(path.read_text())
    assert config.world_size == data
    assert config.train_batch_size == written["train_batch_size"]
    assert config.gradient_accumulation_steps == written["gradient_accumulation_steps"]
    stage = written["zero_optimization"]["stage"]
    assert int(config.zero_config.stage) == stage, config.zero_config.stage
    # What our notes say that it refuses.
    pipelines = Path(module.__file__).parent / "pipe" / "engine.py"
    assert "ZeRO-2 and ZeRO-3 are incompatible with pipeline parallelism" in pipelines.read_text()


def accelerate(folder):
    from accelerate.commands.config.config_args import load_config_from_file
    from accelerate.commands.launch import _validate_launch_command, launch_command_parser

    path = str(folder / "accelerate")
    config = load_config_from_file(path)
    gpus, _ = ranks(folder)
    assert config.num_processes == gpus
    arguments = launch_command_parser().parse_args(["--config_file", path, "train.py"])
    arguments, _, _ = _validate_launch_command(arguments)
    if config.parallelism_config:
        size = config.parallelism_config
        prefix = "parallelism_config_"
        names = ["dp_replicate_size", "dp_shard_size", "tp_size", "cp_size"]
        product = 1
        for name in names:
            product *= size[prefix + name]
        assert product == gpus, (product, gpus)


def bridge(folder):
    from hydra.core.override_parser.overrides_parser import OverridesParser

    words = array(folder / "megatron-bridge")
    overrides = OverridesParser.create().parse_overrides(words)
    keys = [override.key_or_group for override in overrides]
    assert len(set(keys)) == len(keys)


def megatron(folder):
    words = array(folder / "megatron")
    option = "--pipeline-model-parallel-layout"
    if option not in words:
        return
    from megatron.core.transformer.enums import LayerType
    from megatron.core.transformer.pipeline_parallel_layer_layout import PipelineParallelLayerLayout

    layout = words[words.index(option) + 1]
    stages = int(words[words.index("--pipeline-model-parallel-size") + 1])
    read = PipelineParallelLayerLayout.from_str(layout, stages)
    flat = [layer for rank in read.layout for stage in rank for layer in stage]
    layers = int(words[words.index("--num-layers") + 1])
    assert flat.count(LayerType.decoder) == layers
    assert flat.count(LayerType.embedding) == 1 and flat.count(LayerType.loss) == 1


def nanotron(folder):
    import yaml

    document = yaml.safe_load((folder / "nanotron").read_text())
    assert isinstance(document["optimizer"]["learning_rate_scheduler"]["learning_rate"], float)


def slurm(folder):
    from torch.distributed.run import get_args_parser

    path = folder / "slurm"
    subprocess.run(["bash", "-n", str(path)], check=True)
    # The command that it runs on each node, with a program in place of the script's arguments.
    command = path.read_text().split("srun torchrun", 1)[1].replace("\\\n", " ")
    words = shlex.split(command.replace('"$@"', "train.py"))
    read = get_args_parser().parse_args(words)
    gpus, _ = ranks(folder)
    assert int(read.nnodes) * int(read.nproc_per_node) == gpus
    assert read.training_script == "train.py" and read.rdzv_backend == "c10d"


def main():
    checks = [torchtitan, deepspeed, accelerate, bridge, megatron, nanotron, slurm]
    folders = sorted(path for path in Path(sys.argv[1]).iterdir() if path.is_dir())
    assert folders, "no plans"
    for check in checks:
        for folder in folders:
            try:
                check(folder)
            except (Exception, SystemExit) as error:
                sys.exit(f"{check.__name__} cannot read {folder.name}: {error!r}")
        print(f"{check.__name__}: {len(folders)} plans read")


if __name__ == "__main__":
    # No parser needs a GPU, nor a compiler.
    os.environ.setdefault("DS_BUILD_OPS", "0")
    main()
