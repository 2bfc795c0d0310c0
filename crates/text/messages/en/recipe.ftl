### The ordered recipe: six decisions.

# Name of the view.
heading = Recipe: six decisions in order.

all-done = All six decisions are done.

# $decision (count)
current = Current decision: { $decision } of 6. Each decision builds on those before it.

## The decisions.

step-state = Compute the memory of the model state

step-tensor = Tensor parallelism inside the node

step-pipeline = Pipeline across nodes, with enough micro-batches

step-shard = Shard the remaining state over the replicas

step-batch = Set the global batch in tokens

step-score = Judge by MFU, and overlap communication

## The plan’s figures for a decision.

# $state (gigabytes) $gpus (count) $at-hand (count)
found-state = 16 N = { $state }: at least { $gpus } of the { $at-hand } GPUs.

# $tensor (count) $domain (count) $state (size) $capacity (size)
found-tensor =
    TP { $tensor }, with at most { $domain } GPUs on a fast link: 16 N / t = { $state } per GPU. GPU
    memory: { $capacity }.

# $stages (count) $micro-batches (count) $bubble (percent)
found-pipeline =
    { $stages ->
        [one] { $stages } stage, { $micro-batches } micro-batches: the pipeline bubble is
            { $bubble }.
       *[other] { $stages } stages, { $micro-batches } micro-batches: the pipeline bubble is
            { $bubble }.
    }

# The stage of ZeRO, as a link writes it.
# $zero (text) $replicas (count) $held (figure) $capacity (size)
found-shard =
    { $replicas ->
        [one] ZeRO-{ $zero } over { $replicas } replica: { $held } of { $capacity }.
       *[other] ZeRO-{ $zero } over { $replicas } replicas: { $held } of { $capacity }.
    }

# $tokens (short) $critical (short)
found-batch = { $tokens } tokens a step; the critical batch is about { $critical }.
    .adapters = { $tokens } tokens a step.

# $mfu (percent) $exposed (percent)
found-score = MFU { $mfu }; exposed communication { $exposed } of the step.

## States of a decision.

done = done

at-work = current

to-do = to do

## The controls that decide.

# Before the names of the controls.
controls = Decided by

control-model = model

control-gpus = GPUs

control-tp = TP

control-sp = sequence parallelism

control-pp = PP

control-vp = virtual stages

control-gbs = global batch

control-zero = ZeRO

control-ckpt = checkpointing

control-mbs = micro-batch

control-seq = sequence

## Headings of the table.

heading-step = step

heading-plan = this plan

heading-state = state
