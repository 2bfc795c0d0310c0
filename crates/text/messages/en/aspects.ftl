### Parts of a plan that a note on an exported file names, with the plan's value.

shape = the shape of the model

# $experts (ungrouped)
dense-shape = the { $experts } experts; the shape here is that of a dense model

latent = latent attention

# $tokens (ungrouped)
window = a sliding window, in tokens: { $tokens }

mixer = layers with a linear mixer in place of attention

# $layers (ungrouped)
multi-token = layers that predict further tokens: { $layers }

alibi = positions by linear biases (ALiBi)

# $plan-tokens (count) $file-tokens (count)
learned-positions = learned positions for { $plan-tokens } tokens; the file has { $file-tokens }

# $words (count) $ranks (count)
vocabulary = a vocabulary of { $words }; it is padded to a multiple of { $ranks }

# $heads (count) $ranks (count)
kv-heads = { $heads } key-value heads on { $ranks } tensor-parallel ranks

# $tokens (count) $ranks (count)
sequence = sequences of { $tokens } tokens over CP { $ranks } (each rank has two parts)

no-sequence-parallel = tensor parallelism without sequence parallelism

# $degree (ungrouped)
tensor = TP { $degree }

# $degree (ungrouped)
context = CP { $degree }

# $degree (ungrouped)
pipeline = PP { $degree }

# $schedule (text)
schedule = the schedule { $schedule }

# $schedule (text)
lone-schedule = without a pipeline, the schedule { $schedule }

# $number (count)
micro-batches = { $number } micro-batches in this pipeline

virtual-stages = virtual stages of a pipeline of two whose transfers do not overlap

# $layers (text)
split = layers of the stages: { $layers }

ends = embedding and loss counted as a layer each

# $means (text)
context-kind = context-parallel attention by { $means }

contiguous-context = one contiguous piece of a sequence for each context-parallel rank

# $degree (ungrouped)
expert = EP { $degree }

# $degree (ungrouped)
expert-tensor = expert TP { $degree }

# $ranks (count) $domain (count)
expert-domains = experts by HybridEP over { $ranks } GPUs, of which { $domain } share NVLink

expert-overlap = the exchange of tokens under compute beside this pipeline and recompute

# $stage (text)
zero = ZeRO stage { $stage }

whole-state = ranks that do not shard (ZeRO stage 0)

# $stage (text)
zero-in-pipeline = ZeRO stage { $stage } in a pipeline

# $ranks (ungrouped)
shard-group = ranks that shard among themselves: { $ranks }

# $number (ungrouped)
accumulation = micro-batches a step: { $number }

# $dtype (text)
dtype = matrix products in { $dtype }

# $bits (eight | sixteen)
gathers =
    { $bits ->
        [eight] weights gathered in 8 bits
       *[sixteen] weights gathered in 16 bits
    }

narrow-gates = inputs of activation functions kept in 8 bits

# $storage (text)
weight-storage = weights stored as { $storage }

# $kind (text) $rank (count)
adapters = { $kind } of rank { $rank }

no-adapters = a plan without adapters, which are all that this file describes

frozen-parts = parts of the model that are frozen or trained

# $tokens (count)
lengths = samples of { $tokens } tokens on average

# $objective (text)
objective = objective { $objective }

# $optimizer (text)
optimizer = the optimizer { $optimizer }

# $dtype (text)
master = master weights: { $dtype }

# $dtype (text)
gradients = gradients in { $dtype }

# $modules (names)
selective = recompute of { $modules }

full = recompute of whole layers

# $layers (ungrouped)
some-layers = recompute only in this number of layers per stage: { $layers }

no-flash = attention without a fused kernel

# $generation (ungrouped)
flash-generation = Flash Attention { $generation }

# $kernels (text)
kernels = elementwise kernels: { $kernels }

# $grouping (text)
messages = grouping of gradients: { $grouping }

# $time (text)
gradient-sync = gradients reduced after { $time }

# $kernel (text)
optimizer-kernel = kernel of the optimizer: { $kernel }

# $tiles (ungrouped)
mlp-tiles = tiles of an MLP: { $tiles }

# $modules (names)
offload-modules = activations moved only of { $modules }

# $dispatcher (text)
dispatcher = dispatcher of tokens: { $dispatcher }

# $graphs (text)
graphs = CUDA graphs: { $graphs }

# $load (text)
imbalance = load of the busiest expert over the mean: { $load }

# $loss (text)
cross-entropy = the loss: { $loss }

offload-optimizer = optimizer state in host memory

paged-moments = paged moments of the optimizer

offload-parameters = parameters in host memory

offload-activations = activations in host memory

overlap = which communication overlaps with compute

deterministic = deterministic kernels

recipe =
    Data, tokenizer and learning rate, and where no name stands for the model what of it hardly changes
    memory or time (norms of queries and keys, the base of rotary positions, scores of the router,
    attention sinks)

components = the parts for tokenizer, data, checkpoint and log, the seed, and the folder of the output

# $gpu (text)
gpu = the GPU { $gpu }

own-gpu = the GPU of your own

rendezvous = the other machines, and the address at which they meet
