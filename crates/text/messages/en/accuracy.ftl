### Published runs beside their predictions.

# Name of the view.
heading = How accurate are the predictions?

# Description of the view, before anything is loaded.
what = Predictions compared with published training runs.

# The works on whose formulas the model stands.
works =
    Works behind the formulas: GPipe (Huang 2018) · Megatron-LM (Shoeybi 2019; Narayanan 2021;
    Korthikanti 2022) · ZeRO (Rajbhandari 2020) · FSDP (Zhao 2023) · FlashAttention (Dao 2022, 2023) ·
    Chinchilla (Hoffmann 2022) · PaLM (2022). The arithmetic of a figure names its works.

# Opens the view.
open = Predicted against measured

loading = Loading the measurements…

# Time ran out.
# $runs (count)
unread = Stopped after ten seconds. Runs not estimated: { $runs }.

still-loading = The measurements are still loading.

did-not-load = The measurements did not load. The planner works without them.

## The errors of all predictions.

# $plans (whole) $median (percent) $p90 (percent) $unseen-median (percent) $unseen-p90 (percent)
step-errors =
    { $plans } published plans. Error of the step time: median { $median }, 90th percentile
    { $p90 }. For sources outside the fit: median { $unseen-median }, 90th percentile
    { $unseen-p90 }.

# $plans (whole) $all (whole) $median (percent) $p90 (percent)
memory-errors =
    { $plans } of { $all } published plans report their memory. Error of the peak: median
    { $median }, 90th percentile { $p90 }.

## Confidences, and the families of runs that have them.

by-family = Error of the step time for sources outside the fit, median and 90th percentile:

strong = Strong

fair = Fair

unproven = Unproven

# A family of runs with its errors.
# $family (text) $median (percent) $p90 (percent)
family-errors = { $family } { $median } and { $p90 }

# Hardware and memory without published runs.
unpublished =
    AMD, Ada and Volta GPUs, Trainium, Ascend · oversubscribed networks · speed of Hugging Face’s
    trainers · memory of MaxText and of DeepSpeed’s ZeRO-3

family-megatron = Megatron-LM and NeMo

family-llm-foundry = llm-foundry

family-torch-titan = torchtitan and PyTorch’s FSDP

family-deep-speed = DeepSpeed

family-nanotron = nanotron

family-max-text = MaxText on TPUs

family-long = sequences from 64k tokens

family-mixture = mixtures of experts

## A run.

# Its parameters and its GPUs.
# $params (short) $gpus (count) $card (text)
dense-run = { $params } on { $gpus } × { $card }

# $params (short) $gpus (count) $card (text)
mixture-run = { $params } MoE on { $gpus } × { $card }

# A GPU without a name.
some-gpus = GPUs

# $degree (count)
tensor = TP { $degree }

# $degree (count)
pipeline = PP { $degree }

# $degree (count)
context = CP { $degree }

# $degree (count)
expert = EP { $degree }

# $tokens (count) $micro (count) $dtype (text)
batch = { $tokens } tokens, micro-batch { $micro }, { $dtype }

selective-recompute = selective recompute

full-recompute = full recompute

# The figures of a run, with “;” between them.
# $source (text) $figures (text)
published-by = Published by { $source }: { $figures }.

# $measured (duration) $predicted (duration) $error (change)
step-beside = { $measured } a step, the model says { $predicted } ({ $error })

# A peak by its kind of memory; of some runs the kind is unknown.
# $measured (size) $memory (allocated | reserved | nvidia-smi | unknown) $predicted (size)
# $error (change)
peak-beside =
    { $memory ->
        [allocated] { $measured } allocated, the model says { $predicted } ({ $error })
        [reserved] { $measured } reserved, the model says { $predicted } ({ $error })
        [nvidia-smi] { $measured } of nvidia-smi, the model says { $predicted } ({ $error })
       *[unknown] { $measured } at the peak, the model says { $predicted } ({ $error })
    }

## The plot and the table.

# Name of the choice of a figure.
choose-figure = What is compared

# Name of the choice of sources.
choose-source = Sources

figure-step = Step time

figure-memory = Peak memory

# The axes, before their unit.
axis-measured = measured

axis-predicted = predicted

# Label of the lines beside the diagonal.
off = ±20 %

# Instruction for points and rows.
hint = Press a point or a row to load its plan; the browser’s Back returns.

# Option that shows all sources.
all = All sources

# Shows further rows of the table.
# $next (count) $left (count)
more = Show { $next } more of { $left }

heading-run = run

heading-source = source

heading-measured = measured

heading-predicted = predicted

heading-error = error
