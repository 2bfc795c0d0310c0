### Plans as files of training frameworks.

# $gpus (ungrouped) $tensor (ungrouped) $pipeline (ungrouped) $context (ungrouped)
# $data (ungrouped) $nodes (ungrouped) $per-node (ungrouped)
ranks =
    { $gpus } ranks = TP { $tensor } × PP { $pipeline } × CP { $context } × DP { $data }, on
    { $nodes } × { $per-node } GPUs

# Stands before the command that starts training.
start = start

## Notes on what an export lacks

# $part (text)
usual-values =
    { $part } are not part of a plan: the values here are usual ones, replace them.

# $part (text)
add-your-own = { $part } are not part of a plan: add your own.

# $recipe (text)
habits =
    The plan counts bytes and overlap as { $recipe } does; what this file starts may need others.
    Estimate it with the recipe of the framework that this file is for.

# $part (text)
no-option = Not expressed, there is no option: { $part }.

# $part (text)
in-code = Not in this file but in the program: { $part }.

# $part (text)
nearest = Only nearly expressed: { $part }.

# $part (text)
usual = A usual value, replace it: { $part }.

# $part (text)
refused = The program refuses it, choose another plan for it: { $part }.

# $part (text)
untested = No test of the program runs it: { $part }.

# An aspect that only some versions of a framework lack.
# $part (text) $versions (text)
in-versions = { $part } (in { $versions })

# $part (text)
yours = To be added: { $part }.

## What the framework of a plan’s recipe does not run of it

# $framework (text) $part (text)
refusal-refused = { $framework } refuses this plan for { $part }.

# $framework (text) $part (text)
refusal-no-option = { $framework } does not run this plan: it has no option for { $part }.

# $framework (text) $part (text)
refusal-untested = No test of { $framework } runs { $part }.

# $framework (text) $part (text)
refusal-nearest = { $framework } runs only the nearest that it has to { $part }.

## A report in Markdown

# Name of the row on what the framework does not run.
markdown-refusal = framework

markdown-plan = Plan
markdown-says = Shardwise says
markdown-model = model
markdown-layout = layout
markdown-batch = batch
markdown-parameters = parameters
markdown-memory = memory of the fullest GPU
markdown-step = step
markdown-mfu = MFU
markdown-rate = tokens/s per GPU
markdown-bubble = bubble
markdown-run = run
markdown-link = link

# $tensor (count) $pipeline (count) $context (count) $expert (count) $data (count) $stage (text)
degrees =
    TP { $tensor } · PP { $pipeline } · CP { $context } · EP { $expert } · DP { $data }, ZeRO
    { $stage }

# $version (text)
markdown-foot =
    Predicted by Shardwise { $version }; in brackets the range that four of five measurements
    should lie in.

## An entry of a bibliography

# Stands before the title of the plan.
bibtex-title = Plan of a training run:{" "}

# The kind of work.
bibtex-tool = Shardwise, a planner for large-model pre-training

## Settings and results of a written file

# $parts (text)
file-does-not-start = This file does not start: { $parts }.

# $reasons (text)
file-is-illegal = This file runs no legal plan: { $reasons }

# $changes (text) $step (duration) $planned-step (duration) $peak (size) $planned-peak (size)
# $verdict (text)
file-differs =
    This file runs another plan: { $changes }. A step takes { $step } instead of { $planned-step },
    the peak is { $peak } instead of { $planned-peak } ({ $verdict }).

# A setting of the file that differs from the plan's.
# $name (text) $runs (text) $planned (text)
change = { $name } { $runs } instead of { $planned }

# $number (count)
more-changes = { $number } more

## Faults, without a full stop

strict = nothing was written: --strict writes only files that run the plan

# $file (text) $fault (text)
unwritable = cannot write { $file }: { $fault }
