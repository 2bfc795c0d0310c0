"""A plan's folder, and the checks by frameworks whose packages hold all that is needed."""

import json
import re
import shlex
import subprocess
import types
from pathlib import Path

# CUDA's compute capability of each family of GPUs; AMD's as ROCm says it.
CAPABILITIES = {
    "Volta": (7, 0),
    "Ampere": (8, 0),
    "Ada": (8, 9),
    "Hopper": (9, 0),
    "Blackwell": (10, 0),
    "BlackwellUltra": (10, 3),
    "Cdna": (9, 4),
}


class Plan:
    """A plan's folder."""

    def __init__(self, folder):
        facts = json.loads((folder / "plan.json").read_text())
        self.folder = folder
        self.link = facts["link"]
        self.gpus = facts["gpus"]
        self.data = facts["data"]
        self.layers = facts["layers"]
        self.capability = CAPABILITIES[facts["family"]]
        self.launch = facts["launch"]
        self.runs = facts["runs"]

    def file(self, target):
        return self.folder / target

    def environment(self, target):
        """The variables that stand before the command."""
        found = {}
        for word in shlex.split(self.launch[target]):
            setting = re.fullmatch(r"([A-Z_0-9]+)=(.*)", word)
            if not setting:
                break
            found[setting[1]] = setting[2]
        return found

    def array(self, target):
        """The words of the array that a script sets, as bash reads them."""
        path = self.file(target)
        name = re.search(r"^(\w+)=\($", path.read_text(), re.M).group(1)
        script = f'source {shlex.quote(str(path))}; printf "%s\\0" "${{{name}[@]}}"'
        printed = subprocess.run(["bash", "-c", script], check=True, capture_output=True).stdout
        return printed.decode().split("\0")[:-1]


def deepspeed(plan):
    from deepspeed import comm
    from deepspeed.runtime.config import DeepSpeedConfig

    path = plan.file("deepspeed")

    class Mesh:
        """Stands in for the ranks of a running job."""

        @staticmethod
        def get_data_parallel_world_size():
            return plan.data

    comm.get_rank = lambda: 0
    import deepspeed.runtime.config as module

    module.dist.get_rank = lambda: 0
    config = DeepSpeedConfig(str(path), mpu=Mesh)
    written = json.loads(path.read_text())
    assert config.world_size == plan.data
    assert config.train_batch_size == written["train_batch_size"]
    assert config.gradient_accumulation_steps == written["gradient_accumulation_steps"]
    stage = written["zero_optimization"]["stage"]
    assert int(config.zero_config.stage) == stage, config.zero_config.stage
    # What our notes say that it refuses.
    pipelines = Path(module.__file__).parent / "pipe" / "engine.py"
    assert "ZeRO-2 and ZeRO-3 are incompatible with pipeline parallelism" in pipelines.read_text()


def accelerate(plan):
    from accelerate.commands.config.config_args import load_config_from_file
    from accelerate.commands.launch import _validate_launch_command, launch_command_parser

    path = str(plan.file("accelerate"))
    config = load_config_from_file(path)
    assert config.num_processes == plan.gpus
    arguments = launch_command_parser().parse_args(["--config_file", path, "train.py"])
    arguments, _, _ = _validate_launch_command(arguments)
    if config.parallelism_config:
        validate_sizes(config, plan)


def validate_sizes(config, plan):
    """The checks of Accelerate's meshes, as its `Accelerator` has them made."""
    from accelerate.parallelism_config import ParallelismConfig
    from accelerate.utils import DistributedType

    prefix = "parallelism_config_"
    names = ["dp_replicate_size", "dp_shard_size", "tp_size", "cp_size"]
    sizes = ParallelismConfig(**{name: config.parallelism_config[prefix + name] for name in names})
    kind = DistributedType(config.distributed_type)
    sizes._validate_accelerator(
        types.SimpleNamespace(
            multi_device=kind == DistributedType.MULTI_GPU,
            is_fsdp2=kind == DistributedType.FSDP and config.fsdp_config.get("fsdp_version") == 2,
            distributed_type=kind,
            num_processes=plan.gpus,
        )
    )


def bridge(plan):
    from hydra.core.override_parser.overrides_parser import OverridesParser

    words = plan.array("megatron-bridge")
    overrides = OverridesParser.create().parse_overrides(words)
    keys = [override.key_or_group for override in overrides]
    assert len(set(keys)) == len(keys)


def slurm(plan):
    from torch.distributed.run import get_args_parser

    path = plan.file("slurm")
    subprocess.run(["bash", "-n", str(path)], check=True)
    # The command that it runs on each node, with a program in place of the script's arguments.
    command = path.read_text().split("srun torchrun", 1)[1].replace("\\\n", " ")
    words = shlex.split(command.replace('"$@"', "train.py"))
    read = get_args_parser().parse_args(words)
    assert int(read.nnodes) * int(read.nproc_per_node) == plan.gpus
    assert read.training_script == "train.py" and read.rdzv_backend == "c10d"
