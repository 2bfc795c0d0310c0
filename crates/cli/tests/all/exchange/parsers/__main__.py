"""Reads exported files with the parsers of the frameworks that they are for.

`cargo xtask test --exchange` exports plans into a folder and calls this with it: a folder a plan,
a file a target, with the facts about the plan in `plan.json`. Each check reads a file as its
framework does. A report follows: of each target, the files that are read, and why others are not.

A plan that its framework runs by our table counts. Of others the report says only whether the
framework agrees.
"""

import argparse
import contextlib
import io
import json
import logging
import os
import sys
import warnings
from collections import defaultdict
from pathlib import Path

import check_megatron
import check_nanotron
import check_torchtitan
import check_yaml
import checks

# The least share of files that the framework has to read, of each target.
LEAST = 0.99
# Plans that are listed of a reason.
LISTED = 3


class Tally:
    """Results of one target."""

    def __init__(self):
        self.read = 0
        self.refused = defaultdict(list)
        self.others_read = []
        self.others_refused = 0

    def add(self, plan, target, reason):
        if target in plan.runs:
            if reason is None:
                self.read += 1
            else:
                self.refused[reason].append(plan.link)
        elif reason is None:
            self.others_read.append(plan.link)
        else:
            self.others_refused += 1

    @property
    def all(self):
        return self.read + sum(map(len, self.refused.values()))

    @property
    def passes(self):
        return self.all > 0 and self.read >= LEAST * self.all

    def report(self, target):
        share = self.read / max(self.all, 1)
        print(f"{target}: {self.read} of {self.all} plans read, {share:.1%}", flush=True)
        for reason, links in sorted(self.refused.items(), key=lambda item: -len(item[1])):
            print(f"  {len(links)} refused: {reason}")
            for link in links[:LISTED]:
                print(f"    {link}")
        others = len(self.others_read) + self.others_refused
        if others:
            print(f"  of {others} others that it does not run by our table, it refuses {self.others_refused}")


def reason_of(check, plan):
    """None if a check accepts a plan's file, else why not, on one line."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            check(plan)
    except SystemExit:
        lines = said.getvalue().strip().splitlines()
        return lines[-1] if lines else "it ends"
    except Exception as error:
        return f"{type(error).__name__}: {' '.join(str(error).split())}"[:300]
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plans", type=Path)
    parser.add_argument("--megatron", type=Path, required=True, help="a checkout of Megatron-LM")
    parser.add_argument("--nanotron", type=Path, required=True, help="a checkout of nanotron")
    parser.add_argument("--only", help="a target, to read no others")
    given = parser.parse_args()

    folders = sorted(path.parent for path in given.plans.glob("*/plan.json"))
    assert folders, "no plans"
    plans = [checks.Plan(folder) for folder in folders]
    check_megatron.prepare(given.megatron)
    check_nanotron.prepare(given.nanotron)
    check_torchtitan.prepare()
    everything = {
        "megatron": check_megatron.check,
        "megatron-bridge": checks.bridge,
        "torchtitan": check_torchtitan.check,
        "deepspeed": checks.deepspeed,
        "accelerate": checks.accelerate,
        "nanotron": check_nanotron.check,
        "slurm": checks.slurm,
    }
    tallies = {}
    wanted = [given.only] if given.only else list(everything)
    for target in wanted:
        check = everything[target]
        tally = tallies[target] = Tally()
        for plan in plans:
            if plan.file(target).exists():
                tally.add(plan, target, reason_of(check, plan))
        tally.report(target)
    if not given.only and not check_yaml.check(given.plans / "yaml.json"):
        sys.exit("our reading of YAML is not that of PyYAML")
    if not all(tally.passes for tally in tallies.values()):
        sys.exit(f"a framework reads less than {LEAST:.0%} of what is written for it")


if __name__ == "__main__":
    # No parser needs a GPU, nor a compiler.
    os.environ.setdefault("DS_BUILD_OPS", "0")
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    main()
