### Traces of a step: the scenes, their results and the table of their moments.

## The view before it is loaded.

heading = Watch it move.
invitation = A part of the step on this plan’s GPUs, with its bytes and seconds.

## Names of the scenes, and why a plan or a stage does not have one: in a sentence, and in a word
## behind the name.

scene-tensor = Tensor parallel
    .absent = This plan has no tensor parallelism.
    .word = TP 1
scene-zero = ZeRO / FSDP
    .absent = This plan shards no state: its ZeRO stage is 0, or it has one replica.
    .word = ZeRO 0
    .alone = shard group 1
scene-pipeline = Pipeline
    .absent = This plan has one stage.
    .word = PP 1
    .too-long = This step is too long to be drawn block by block.
scene-data = Data parallel
    .absent = This plan has one replica.
    .word = DP 1
scene-experts = Experts
    .absent = This model has no routed experts.
    .word = dense model
    .dense-stage = This stage has no layer with routed experts.
scene-checkpoint = Checkpointing
scene-context = Context parallel
    .absent = This plan has no context parallelism.
    .word = CP 1
scene-optimizer = Optimizer
scene-attention = Attention

no-layers = This stage has no layers.

## Names of the lanes.

lane-compute = compute
lane-exchange = communication
lane-data = data parallel
lane-host = host
lane-memory = memory bus

## Causes of a GPU’s time.

cause-compute = compute
cause-recompute = recompute
cause-exposed = exposed communication
cause-idle = idle
cause-optimizer = optimizer

## Receivers of exchanges.

to-tensor = tensor-parallel GPUs
to-expert-tensor = GPUs of the expert
to-context = context-parallel GPUs
to-expert = GPUs of the experts
to-next-stage = the next stage
to-stage-before = the stage before
to-neighbouring-stages = the stages before and after
to-data = data-parallel GPUs
to-across-shards = other shard groups
to-expert-data = replicas of the experts
to-across-expert-shards = other shard groups of experts
to-host = the host

## The table of moments.

column-number = no.
column-moment = moment
column-from = from
column-takes = takes
column-sends = a GPU sends
column-to = to
column-exposed = exposed
# Name of the sum in the foot.
all = all

# Curve of the memory held, in files for viewers of traces.
counter-held = held

## The first sentence of a result.

# $gpus (count)
lead-tensor = One layer on { $gpus } GPUs.

# The sharded parts of the model state: the optimizer state only, with gradients after the last
# micro-batch, or gradients too; and the ranks that share them.
# $group (count) $over (all | groups) $parts (optimizer | late-gradients | gradients)
lead-zero =
    .never =
        Of the model state, { $parts ->
            [gradients] gradients and optimizer state are
            [late-gradients] optimizer state is
           *[optimizer] optimizer state is
        } sharded over { $over ->
            [groups] groups of { $group } GPUs
           *[all] { $group } GPUs
        }{ $parts ->
            [gradients] ; weights stay whole.
            [late-gradients] , gradients after the last micro-batch; weights stay whole.
           *[optimizer] ; weights and gradients stay whole.
        }
    .once-a-step =
        { $parts ->
            [gradients] Weights, gradients and optimizer state
            [late-gradients] Weights and optimizer state
           *[optimizer] Weights and optimizer state
        } are sharded over { $over ->
            [groups] groups of { $group } GPUs
           *[all] { $group } GPUs
        }{ $parts ->
            [gradients] {""}
            [late-gradients] , gradients after the last micro-batch
           *[optimizer] {""}
        }; weights are gathered once a step.
    .each-micro-batch =
        { $parts ->
            [gradients] Weights, gradients and optimizer state
            [late-gradients] Weights and optimizer state
           *[optimizer] Weights and optimizer state
        } are sharded over { $over ->
            [groups] groups of { $group } GPUs
           *[all] { $group } GPUs
        }; each layer’s weights are gathered, used and freed.
    .adapters = Gradients and optimizer state are those of adapters alone.
    .trained = Gradients and optimizer state are those of trained weights alone.

# $stage (count) $stages (count) $micro-batches (count)
lead-pipeline =
    { $micro-batches ->
        [one] Stage { $stage } of { $stages }, { $micro-batches } micro-batch.
       *[other] Stage { $stage } of { $stages }, { $micro-batches } micro-batches.
    }

# $replicas (count)
lead-data =
    { $replicas ->
        [one] The end of a step of { $replicas } replica.
       *[other] The end of a step of { $replicas } replicas.
    }

# $per-token (count) $experts (count)
lead-experts = Tokens go to { $per-token } of { $experts } experts.

lead-checkpoint =
    .all = Every activation of these layers is kept.
    .host = Every activation of these layers is kept, on the GPU or on the host.
    .inputs = Only the inputs of these layers are kept.
    .some = Some activations are dropped and computed again.

# $parts-of-sequence (count)
lead-context = One layer over { $parts-of-sequence } parts of a sequence.

lead-optimizer = Weights are updated once a step.
    .adapters = Adapters are updated once a step; frozen weights stay as they are.
    .trained = Trained weights are updated once a step; frozen weights stay as they are.

lead-attention =
    .flash = Scores stay on the chip.
    .memory = Every score goes to memory and back.

## The figures of a result.

# $idle (percent) $takes (time)
figures-pipeline = It is idle { $idle } of the pipeline’s time; the step takes { $takes }.

# $takes (time) $bytes (amount)
figures-attention = It takes { $takes } and moves { $bytes } between memory and cores.

# The causes for which the GPU waits: none, one, several.
# $takes (time) $cause (text) $waits (time) $causes (names)
figures =
    .free = It takes { $takes }, and no exchange keeps the GPU waiting.
    .one = It takes { $takes }; the GPU waits { $cause }.
    .several = It takes { $takes }; the GPU waits { $waits }: { $causes }.

# A time that the GPU waits, and its cause.
# $waited (time) $axis (tensor | context | expert | pipeline | data | host)
wait =
    { $axis ->
        [tensor] { $waited } for tensor parallelism
        [context] { $waited } for context parallelism
        [expert] { $waited } for expert parallelism
        [pipeline] { $waited } for pipeline parallelism
        [data] { $waited } for data parallelism
       *[host] { $waited } for the host
    }

## The sentence to which a scene leads.

# $gpus (count) $bytes (amount) $link (time) $share (percent) $transfer (text)
end-tensor =
    .exposed =
        Each of { $gpus } GPUs sends { $bytes } in { $link }, { $share } of this forward: meanwhile
        it has nothing to multiply.
    .hidden = Each of { $gpus } GPUs sends { $transfer }; the rest runs beside products.

# $compute (time) $exchange (text)
end-zero =
    .once-a-step = Layers run with gathered weights: nothing waits for shards.
    .never = No weights are gathered while layers run: nothing waits for shards.
    .sentence = Beside { $compute } of compute, shards travel for { $exchange }.

# The time of an exchange and its exposed part.
# $link (time) $exposed (time) $exposure (crate::moments::messages::Exposure)
exchange =
    { $exposure ->
        [hidden] { $link }, all hidden
        [whole] { $link }
       *[part] { $link }, of which { $exposed } are exposed
    }

# The time of an exchange, its exposed part, and why it is exposed.
# $link (time) $exposed (time) $exposure (crate::moments::messages::Exposure)
# $reason (cost::trace::ExposureReason)
exchange-with-reason =
    { $exposure ->
        [hidden] { $link }, all hidden
        [whole] { $link }, all of it exposed
       *[part] { $link }, of which { $exposed } are exposed
    }, because { $reason ->
        [not-overlapped] the framework does not overlap it
        [compute-too-short] the compute beside it is too short
       *[shares-gpu] the exchange slows compute
    }

# The stages that have most of something: every one, one, two, a range, or the first and others.
# $stages (every | one | two | range | others) $first (count) $last (count) $others (count)
# $held (amount)
end-pipeline-stores =
    { $stages ->
        [every] Every stage stores { $held } of activations.
        [one] Stage { $first } stores most activations, { $held }.
        [two] Stages { $first } and { $last } store most activations, { $held }.
        [range] Stages { $first } to { $last } store most activations, { $held }.
       *[others]
            { $others ->
                [one]
                    Stages { $first } and { $others } other store most activations, { $held }.
               *[other]
                    Stages { $first } and { $others } others store most activations, { $held }.
            }
    }

# The first stage alone stores most, as it holds most micro-batches until their gradients come back.
# $held (amount)
end-pipeline-first =
    Stage 0 stores most activations, { $held }, because its first gradient comes back last.

# $stages (every | one | two | range | others) $first (count) $last (count) $others (count)
# $idle (percent)
end-pipeline-waits =
    { $stages ->
        [every] Every stage waits { $idle } of the pipeline’s time.
        [one] Stage { $first } waits most, { $idle } of the pipeline’s time.
        [two] Stages { $first } and { $last } wait most, { $idle } of the pipeline’s time.
        [range] Stages { $first } to { $last } wait most, { $idle } of the pipeline’s time.
       *[others]
            { $others ->
                [one]
                    Stages { $first } and { $others } other wait most, { $idle } of the pipeline’s
                    time.
               *[other]
                    Stages { $first } and { $others } others wait most, { $idle } of the
                    pipeline’s time.
            }
    }

# $trained (crate::moments::messages::Trained) $exchange (text)
end-data =
    .none = Nothing travels among replicas here.
    .gradients =
        { $trained ->
            [adapters] Gradients of adapters travel for { $exchange }.
           *[all] Gradients travel for { $exchange }.
        }
    .both = Gradients and weights travel for { $exchange }.

# The weights that a GPU updates, and how others get them.
# $updated (text) $spread (crate::moments::messages::Spread)
end-optimizer =
    .none = { $updated }, and none travel between GPUs.
    .gathers =
        { $updated }; then { $spread ->
            [frozen-too] new adapters and frozen weights
            [all] new weights and frozen ones
            [adapters] new adapters
           *[weights] new weights
        } are all-gathered.
    .later = { $updated }; layers gather weights when they run.

# $link (time) $exposed (time) $exposure (crate::moments::messages::Exposure) $times (digits)
end-experts =
    .local = Every GPU has all experts: copies do not travel to others.
    .sentence =
        { $exposure ->
            [hidden] Copies travel for { $link }, there and back, all hidden.
            [whole] Copies travel for { $link }, there and back.
           *[part]
                Copies travel for { $link }, there and back, of which { $exposed } are exposed.
        }
    .most-loaded =
        { $exposure ->
            [hidden] Copies travel for { $link }, there and back, all hidden
            [whole] Copies travel for { $link }, there and back
           *[part] Copies travel for { $link }, there and back, of which { $exposed } are exposed
        }; all wait for the most loaded GPU, with { $times } times the mean.

# $again (time) $share (percent)
end-checkpoint =
    .none = No recompute: each layer’s activations stay until its backward.
    .host =
        No recompute: each layer’s activations stay until its backward, on the GPU or on the host.
    .selective =
        Selective recompute repeats a part of forward: { $again }, { $share } of these layers.
    .full = Full recompute runs each forward twice: { $again }, { $share } of these layers.

# The exchange of a split sequence, and its exposed part.
# $exchange (text)
end-context =
    .ring = Queries stay; keys and values travel for { $exchange }.
    .all-gather = Queries stay; keys and values are gathered in { $exchange }.
    .all-to-all = Tokens are traded for heads, and back, in { $exchange }.

# $link (time) $share (percent)
exchange-exposed = { $link }, all exposed, { $share } of this forward

# $bytes (amount) $share (percent)
end-attention =
    .flash = Scores that never leave the chip cost no bandwidth.
    .memory = Moving { $bytes } between memory and cores takes { $share } of the time.
