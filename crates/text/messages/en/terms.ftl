### A stage’s memory term by term.

# Name of the view.
heading = Memory terms

# Before the list of stages.
choose = Choose a stage to see every term of its memory:{" "}

# First entry of the list: no stage is open.
none = none

# $stage (ungrouped)
stage = stage { $stage }

# The value from before a drag.
# $figure (text)
was = was { $figure }

# A kind without terms.
nothing = Nothing on this stage.

## The moment of a stage’s peak.

# $stage (count) $needed (size) $place (text)
peak = Stage { $stage } needs { $needed }; the peak is { $place }.

# $stage (count) $needed (size) $place (text) $in-flight (count)
peak-in-flight =
    { $in-flight ->
        [one] Stage { $stage } needs { $needed }; the peak is { $place }, with { $in-flight }
            micro-batch in flight.
       *[other] Stage { $stage } needs { $needed }; the peak is { $place }, with { $in-flight }
            micro-batches in flight.
    }

# $stage (count) $needed (size) $place (text) $waiting (count)
peak-waiting =
    Stage { $stage } needs { $needed }; the peak is { $place } and the weight gradients of
    { $waiting } delayed.

# $stage (count) $needed (size) $place (text) $in-flight (count) $waiting (count)
peak-in-flight-waiting =
    { $in-flight ->
        [one] Stage { $stage } needs { $needed }; the peak is { $place }, with { $in-flight }
            micro-batch in flight and the weight gradients of { $waiting } delayed.
       *[other] Stage { $stage } needs { $needed }; the peak is { $place }, with { $in-flight }
            micro-batches in flight and the weight gradients of { $waiting } delayed.
    }

# The place of the peak: an operation in the first backward of a stage.
# $operation (text)
first-backward = in its first backward, at the { $operation }

# $operation (text)
later-backward = in a backward, at the { $operation }

between = when a forward or an input gradient ends

optimizer-step = at the optimizer’s step

at-loss = loss

at-head = output head

at-embedding = embedding

## The seven kinds.

kind-weights = weights

kind-gradients = gradients

kind-optimizer = optimizer

kind-activations = activations

kind-logits = logits

kind-buffers = buffers

kind-context = context and slack

## Operations of a layer.

operation-norm = norms

operation-latents = projections into the latents

operation-qkv = projections into q, k, v

operation-core = attention core

operation-projection = projection out of attention

operation-dropout = dropout masks

operation-mlp-in = first product of the MLP

operation-activation = activation function of the MLP

operation-mlp-out = last product of the MLP

operation-router = router and permutation

operation-shared-in = first product of the shared experts

operation-shared-out = last product of the shared experts

operation-expert-in = first product of the experts

operation-expert-activation = activation function of the experts

operation-expert-out = last product of the experts

operation-combine = return of the token copies

## Other terms.

term-weights = weights

term-frozen-weights = frozen weights

term-wide-frozen-ends = frozen embedding and head, in 16 bits

term-reference-weights = weights of the reference model

term-one-gradient = the largest gradient, until its weight is updated

term-frozen-expert-weights = frozen weights of experts

term-dequantised = a matrix in 16 bits, restored from 4

term-gradients = gradients, accumulators included

term-moments = moments of the optimizer

term-masters = master weights

term-expert-weights = weights of experts

term-expert-gradients = gradients of experts

term-expert-moments = moments of experts

term-expert-masters = master weights of experts

term-layer-inputs = inputs of recomputed layers

term-embedding = dropout mask of the embedding

term-head-input = final norm and input of the head

term-waiting = activations kept for delayed weight gradients

term-layer-again = the current layer, recomputed or fetched again

term-layer-before = the layer before it in backward, freed late under FSDP

term-remade = recomputed for the current operation

term-scratch = gradients and workspace of the current operation

term-given-back = freed by later operations

term-logits = logits and their copies

term-logit-gradients = delayed gradients of logits

term-head-scratch = gradients of logits

term-loss-scratch = fp32 gradients of logits while the loss runs backward

term-gathered = gathered weights of layers

term-gathered-narrow = gathered 8-bit weights of layers

term-gathered-ends = gathered embedding and head

term-whole-gradients = gradients of a layer before they are scattered

term-workspaces = workspaces of cuBLAS and TransformerEngine

term-dummies = dummy gradients of fused accumulation

term-head-dummy = dummy gradients of the output head

term-boundary = the next tensor from a neighbour

term-step-copies = temporary tensors of the optimizer’s step

term-autocast-copies = 16-bit copies of fp32 weights

term-scales-and-wide-weights = scales of 8-bit weights, embedding and head in 16 bits

term-scales-and-wide-moments = scales of 8-bit moments, fp32 moments of the embedding

term-cache = cached by the allocator

term-context = driver context and kernels

term-communicators = buffers of the communicators

term-beside = memory outside the allocator, in nvidia-smi

term-machine = as measured on your machine

## Sources of terms.

source-layer = Korthikanti 2022, section 4.1

source-latents = DeepSeek-V2 2024, section 2.1

source-attention-core = Korthikanti 2022, section 4.1; Dao 2022, section 3.1

source-experts = Lepikhin 2020; measured on Megatron-LM’s allocator

source-state = Rajbhandari 2020, section 3.1, with the framework’s default

source-adapters = Hu 2021; Dettmers 2023

source-moments = Kingma 2014; Dettmers 2021; Shazeer 2018

source-checkpoints = Chen 2016

source-freed-late = peaks of fms-acceleration with FSDP

source-head = Korthikanti 2022, section 4.3

source-delayed = Qi 2023, section 2

source-recompute = Korthikanti 2022, section 5

source-backward-walk = the backward walk

source-loss = PyTorch’s cross-entropy

source-gathered = Rajbhandari 2020, section 5; Zhao 2023, section 3

source-measured = measured

source-pipeline = Narayanan 2021, section 3.2

source-step-copies = PyTorch’s foreach AdamW; DeepSpeed’s fp32 gradients

source-reference = Rafailov 2023

source-backward-updates = Lv 2023

source-autocast = PyTorch’s autocast

source-wide-weights = TransformerEngine’s primary weights in fp8

source-wide-moments = bitsandbytes; Dettmers 2021, section 2

source-round-figure = round figure

source-fitted = fitted to BLOOM’s trials

source-yours = your measurement

## Meanings of the symbols in formulas.

symbol-element = bytes an element

symbol-tokens = tokens of a micro-batch here, s·b/c

symbol-tile-tokens = tokens of a tile of the MLP

symbol-outer-tokens = those outside tensor-parallel regions, T/t with SP

symbol-sequence = tokens a sequence

symbol-hidden = width of the model

symbol-qkv-width = width of q, k and v here

symbol-query-value-width = width of q and v here

symbol-heads = heads here

symbol-value-dim = width of a head

symbol-latent-width = ranks of the latents

symbol-output-width = mean width of the mixers’ output

symbol-state-width = mean states of a token

symbol-gates = matrices into the MLP

symbol-ffn = width of the MLP

symbol-shared-ffn = width of the shared experts

symbol-expert-ffn = width of an expert

symbol-tensor = tensor-parallel ranks

symbol-expert-tensor = ranks inside an expert

symbol-copies = token copies that come here

symbol-experts = experts

symbol-per-token = experts a token visits

symbol-vocab = vocabulary
symbol-rank = rank of the adapters

symbol-layers = layers

symbol-micro-batches = micro-batches in flight

symbol-passes = layers times micro-batches, over all chunks

symbol-parameters = parameters here

symbol-expert-parameters = parameters of experts here

symbol-shards = ranks that shard them

symbol-expert-shards = ranks that shard the experts

symbol-layer-parameters = parameters of a layer here

symbol-shapes = parameters of the distinct weights here

symbol-slack = share kept cached

symbol-allocated = bytes allocated

symbol-groups = groups of ranks
