### The arithmetic of a figure.

## Parts of a figure.

part-pace = slowdown by the power limit

part-step = time of a step

part-mfu = model FLOPs utilisation

part-compute = forward and backward kernels

part-recompute = forward work repeated in backward

part-forward-only = forwards without a backward

part-communication = all exposed communication

part-tensor-exposed = exposed tensor-parallel exchange

part-context-exposed = exposed context-parallel exchange

part-expert-exposed = exposed exchange of experts

part-pipeline-exposed = exposed transfers between stages

part-data-exposed = exposed exchange of gradients and weights

part-bubble = waiting while the pipeline fills and drains

part-stage-imbalance = waiting for stages that have more to do

part-optimizer = optimizer, and the fixed cost of a step

part-waiting = waiting for any reason

part-working = step without waiting

part-mean-of-ranks = mean over the stages

part-all-ranks = sum over the stages

part-one-micro-batch = one micro-batch

part-stage-layers = all layers of a stage

part-forward-kernels = kernels of a layer’s forward

part-backward-kernels = kernels of a layer’s backward

part-backward-launch = launches of a layer’s backward

part-one-product = one product

part-side-share = share of the rate that the product’s sides leave

part-inverse-sides = sum of the inverse sides

part-inverse-side = inverse of a side

part-peak-growth = growth with the peak

part-relative-peak = peak over that of an A100

part-mlp-width = width of the MLP on a rank

part-paid-bytes = bytes sent, and those lost to start-up

part-sent-pieces = pieces that a member sends, of one for each

part-sent-share = share of the tensor that a member sends

part-lost-bytes = bytes that a message loses to start-up

part-half-layer = exchange in half of a layer

part-token-rate = tokens a second and GPU

part-token-flops = model FLOPs of a token

part-weight-flops = FLOPs of a token’s weights

part-attention-flops = FLOPs of a token’s attention

part-checkpoint = bytes of a checkpoint

part-write = time in which a checkpoint is written

part-between-failures = mean time between failures of the cluster

part-interval = time between checkpoints

part-writing = share of time that writing checkpoints leaves

part-lost = share of time that a failure undoes

part-first-order = interval by Young

part-higher-order = factor by terms of higher order

part-daly-ratio = root of half the write over the time between failures

part-cycle = interval between checkpoints, with the write

part-failure-cost = time that a failure costs

part-half-interval = half an interval between checkpoints

part-surviving = share of time that failures leave

part-not-useful = share of time in which training does not advance

part-writing-share = share of time in which checkpoints are written

part-write-ratio = write of a checkpoint over the interval

part-cycle-ratio = interval with the write, over the interval

part-gpu-between-failures = mean time between failures of one GPU

part-training = time of a run without failures

part-run-hours = hours of a run

part-watt-hours = energy of a run in watt-hours

part-model-rate = model FLOPs a second and GPU

part-all-model-flops = FLOPs of a token’s weights and attention

part-head-widths = widths of a head’s key and value

part-unmasked-keys = keys of a query without the causal mask

part-mean-keys = mean keys of a query under the mask

part-beyond-peak = time of the best products beyond the peak’s, over the peak’s

part-best-loss = share of the step beyond the peak’s, at the best products’ rate

part-slowed-optimizer = optimizer, slowed by framework and nodes

part-node-slowdown = slowdown by the number of nodes

part-node-loss = loss of all doublings of the nodes

part-node-doublings = doublings of the nodes

part-without-data = step without the exchange of gradients and weights

part-end-beyond-work = longest step beyond the longest work

part-work-beyond-mean = longest work beyond the mean

part-through-stage = all micro-batches of a virtual stage

part-exposed-share = share of the exchange that stays exposed

part-link-time = time on the links

part-stays-exposed = part that no compute hides

part-inverse-ceiling = inverse of the share of the peak that the best products reach

part-layers-again = forwards of layers that backward repeats

part-further = exchanges of gradients beyond the first

part-ratio-squared = square of that root

part-kernel-backward = backward of the kernels

part-undone = work that a failure undoes

part-kernel-share = share of the step in kernels, without padding

part-all-kernel-share = share of the step in kernels

part-useful-share = share of the step in which the FLOPs that count run at the peak

part-ceiling-loss = share of the step that even the best products take beyond the peak’s time

part-slow-kernels = share of the step that slower kernels take beyond the best products’ time

part-below-peak = share of the step in kernels below their peak

part-steps = optimizer steps

part-goodput = share of a run’s time in which training advances

part-run-time = time of a run

part-gpu-hours = GPU-hours of a run

part-forward = forward of a virtual stage

part-backward = backward of a virtual stage

part-layer-forward = forward of a layer

part-layer-backward = backward of a layer

part-layer-again = forward of a layer that its backward repeats

part-of-rank = all micro-batches of a stage

part-stage-end = end of the stage, its longest chain of blocks

part-stage-busy = time in which the stage runs blocks

part-whole-forward = forward of a stage with its exchange

part-whole-backward = backward of a stage with its exchange

part-longest-step = longest step of a stage

part-longest-work = longest work of a stage

part-pipeline-time = step without the exchange and update at its end

part-flops = FLOPs

part-moved = bytes over the memory bus

part-thin = loss by short sides

part-odd = loss by sides that no large power of two divides

part-rate = FLOP/s that a kernel reaches

part-memory-rate = bytes a second that kernels reach in memory

part-computing = time to compute

part-moving = time over the memory bus

part-half-size = side at which a product reaches half its rate

part-attention-share = share of the peak that the kernel reaches

part-latents = products into the latents

part-projections = products into queries, keys and values

part-output = product behind the attention

part-mlp-in = products into the MLP

part-mlp-out = products out of the MLP

part-router = product of the router

part-experts-in = products into the routed experts

part-experts-out = products out of the routed experts

part-head = output head

part-core = attention core

part-elementwise = memory-bound kernels of a layer

part-embedding = embedding

part-loss = loss

part-context-imbalance = slowest context rank over the mean

part-stream = bytes of norms and additions to the residual stream

part-rotation = bytes of the rotation of queries and keys

part-activation = bytes of the MLP’s activation function

part-routed-activation = bytes of the routed experts’ activation function

part-permuted = bytes of permuting tokens

part-cast = bytes of casts to narrow types

part-adapter-products = bytes of the adapters’ products

part-restored = bytes of restoring 4-bit weights

part-nic = bandwidth of one network interface that transfers reach

part-nics = bandwidth of the network interfaces of a group’s members in a domain

part-links = bandwidth inside a domain that rings reach

part-all-to-all-links = bandwidth inside a domain that an all-to-all reaches

part-uplink = bandwidth of a group’s share of a pod’s links

part-bandwidth = bandwidth of the slower link

part-mean-hop = latency of the mean hop

part-sent = bytes that a rank sends

part-crossing = bytes across the link

part-latency = latency

part-in-domain = time inside the domain

part-across-domains = time across domains

part-beyond-pods = time on the links between pods

part-tensor = bytes of the tensor that a group exchanges

part-pass = one pass around the ring

part-swap = one all-to-all

part-transfer = one transfer between stages

part-host-link = bandwidth of the host’s link that transfers reach

part-gather = all-gather of a layer’s weights

part-scatter = reduce-scatter of a layer’s gradients

part-all-reduce = all-reduce of gradients

part-orthogonal = products of Muon’s update

part-touched-bytes = bytes of a parameter that the optimizer reads and writes

part-host-memory = bandwidth of a node’s memory

part-paging = time in which paged moments cross the link

part-update = pass over the optimizer state

part-slowdown = slowdown by framework and cluster

part-messages = number of messages

part-launch = host’s time to launch kernels

part-end-copies = trained copies of the ends

part-live-parameters = parameters that may stay gathered

part-largest-layer = parameters of the largest layer here

part-dropped-by-layer = dropped by recomputation of a layer

part-dropped-by-others = dropped by recomputation of the other layers

part-kept-inputs = inputs of recomputed layers

part-kept-by-dense = kept by layers without routed experts

part-kept-by-routed = kept by layers with routed experts

part-kept-by-moved-dense = left on the GPU by offloaded layers

part-kept-by-moved-routed = left on the GPU by offloaded layers with experts

part-held-with-backward = micro-batches in flight, with that in backward

part-with-mixer-layers = parameters of the layers as if all had attention, and of those with a mixer

part-of-mixed-layers = parameters of the layers here, some with a mixer

part-trained-rest = trained parameters here without copies of ends

part-layer-parameters = parameters of a layer here

part-two-layers = parameters of two layers

part-of-these-layers = parameters of these layers

part-byte-weights = weights in 8 bits

part-whole-matrix = matrix before it is cut

part-gradient-cuts = ranks that share a gradient

part-qkv-dummies = of queries, keys, values and output

part-latent-dummies = of the products into latents

part-mixer-dummies = of the mixer

part-shared-dummies = of shared experts

part-one-expert-dummy = of an expert

part-one-local-expert = parameters of an expert here

part-narrow-moments = parameters with 8-bit moments

part-whole-scales = scales, if each parameter had two

part-wide-moments = wide moments of the embedding

part-all-here = parameters here

part-all-trained-here = all trained parameters here

part-sharers = ranks that share the optimizer’s work

part-kept-by-micro-batch = kept of a micro-batch

part-kept-below-head = kept before the final norm

part-of-dense-layers = parameters of the layers here

part-of-routed-layers = parameters of the layers with experts here, these apart

part-of-mixer-layers = parameters of the layers with a mixer here

part-of-replaced-layers = parameters of as many layers with attention

part-total-bytes = memory of the stage

part-before-rounding = before rounding

part-trained-weights = trained weights

part-frozen-weights = frozen weights

part-whole-wide-ends = more for wider ends, before sharding

part-all-as-layers = all stored as weights of layers are

part-with-wide-ends = with embedding and head in 16 bits

part-gathered-parameters = gathered parameters of layers

part-end-parameters = gathered parameters of embedding and head

part-gradient-parameters = parameters with whole gradients

part-matrices = parameters of these matrices

part-matrices-here = parameters of these matrices here

part-qkv-weights = weights into queries, keys and values

part-latent-weights = weights into latents

part-output-weights = weights of the output projection

part-mlp-in-weights = weights into the MLP

part-mlp-out-weights = weights out of the MLP

part-expert-weights = weights of all experts of a layer

part-router-weights = weights of the router

part-cut-biases = biases and vectors that are cut with their matrices

part-norm-weights = norms and whole biases

part-mixer-weights = weights of the mixer into values and gates

part-mixer-key-weights = weights of the mixer into keys and queries

part-local-qkv-weights = weights into queries, keys and values here

part-local-key-weights = weights of the mixer into keys and queries here

part-cut-weights = other cut matrices here

part-local-expert-weights = experts of a layer here

part-one-expert = parameters of one expert

part-adapter-weights = parameters of adapters here

part-mixer-layer = parameters of a layer with a linear mixer

part-dense-layer = parameters of a layer

part-routed-layer = parameters of a layer with experts, these apart

part-layer-experts = parameters of a layer’s experts here

part-embedding-weights = embedding table here

part-head-weights = output head here

part-position-weights = learned positions

part-final-norm = final norm

part-prediction-weights = extra parameters of layers that predict further tokens

part-trained-here = trained parameters here

part-frozen-here = frozen parameters here

part-trained-experts-here = trained parameters of experts here

part-frozen-experts-here = frozen parameters of experts here

part-updated-parameters = parameters that the optimizer updates here

part-whole-state = state before it is shared

part-gradient-bytes = bytes of a gradient

part-optimizer-bytes = bytes of master weights and moments of a parameter

part-outside-experts = outside experts

part-of-experts = of experts

part-of-trained-copies = of trained copies of the ends

part-reference-weights = weights of the reference model

part-wide-ends = wider embedding and head

part-scales = scales

part-scales-and-wide-weights = scales, and ends in 16 bits

part-scales-and-wide-moments = scales, and wide moments of the embedding

part-freed-copies = copies of gradients that are freed before the forward

part-stream-tensor = residual stream

part-gathered-stream = gathered residual stream

part-norm-copies = fp32 copy and normalised input of a norm

part-norm-statistics = statistics of a norm

part-mask-tensor = dropout mask

part-qkv-tensor = queries, keys and values

part-query-value-tensor = queries and values

part-attention-tensor = output of the attention

part-state-tensor = states of the mixer and their gradients

part-latent-tensors = latents before and after their norms

part-log-sums = log-sum-exp of each head and token

part-scores = attention scores

part-score-scratch = attention scores and their gradients

part-mlp-inner = input of the activation function

part-mlp-activated = output of the activation function

part-shared-inner = input of the shared experts’ activation function

part-shared-activated = output of the shared experts’ activation function

part-expert-inner = input of the experts’ activation function

part-expert-activated = output of the experts’ activation function

part-arrived = token copies that come here

part-router-scores = scores of the router

part-permutation = order of the permuted tokens

part-routing-weights = weights of the token copies

part-byte-stream = residual stream in 8 bits

part-byte-qkv = gradients of queries, keys and values in 8 bits

part-byte-attention = output of the attention in 8 bits

part-byte-mlp-inner = input of the activation function in 8 bits

part-byte-shared-inner = input of the shared experts’ activation function in 8 bits

part-byte-expert-inner = input of the experts’ activation function in 8 bits

part-byte-mlp-activated = output of the activation function in 8 bits

part-byte-shared-activated = output of the shared experts’ activation function in 8 bits

part-byte-expert-activated = output of the experts’ activation function in 8 bits

part-byte-arrived = token copies that come here, in 8 bits

part-adapter-tensor = output of an adapter’s first matrix

part-whole-logit = logits of the whole vocabulary, at one byte each

part-logit = logits, at one byte each

part-chunk-logit = logits of a chunk, at one byte each

part-busiest-copies = token copies that come to the busiest rank

part-of-norm = kept by a norm

part-of-latents = kept by the products into latents

part-of-qkv = kept by the products into queries, keys and values

part-of-core = kept by the attention core

part-of-output = kept by the output projection

part-of-dropout = kept by dropout

part-of-mlp-in = kept by the MLP’s first product

part-of-activation = kept by the activation function

part-of-mlp-out = kept by the MLP’s last product

part-of-router = kept by the router

part-of-shared-in = kept by the shared experts’ first product

part-of-shared-out = kept by the shared experts’ last product

part-of-expert-in = kept by the experts’ first product

part-of-expert-activation = kept by the experts’ activation function

part-of-expert-out = kept by the experts’ last product

part-of-combine = kept by the return of the token copies

part-in-operation = while the operation’s backward runs

part-restored-tensors = restored by recomputation

part-restored-block = block restored by recomputation

part-kept-by-layer = kept by a layer and micro-batch

part-layer-backward-peak = a layer in its backward

part-deferred-by-layer = held by a layer for its weight gradients

part-moved-by-layer = moved to the host by a layer

part-freed-late = recomputed layers that are freed late

part-kept-on-gpu = left on the GPU by an offloaded layer

part-kept-by-head = kept by final norm and output head

part-kept-by-layers = kept by the layers

part-kept-by-frozen-layers = kept by frozen layers

part-kept-by-others = kept by all but this layer

part-held-by-micro-batches = held for micro-batches in flight

part-held-for-weights = held for delayed weight gradients

part-held-in-backward = held by the micro-batch in backward

part-step-copies = temporary tensors of the optimizer’s step

part-sub-group = parameters that are updated together

part-autocast-copies = 16-bit copies by autocast

part-layer-dummies = dummy gradients of the layers’ matrices

part-attention-dummies = of the attention

part-mlp-dummies = of the MLP

part-expert-dummies = of a layer with experts

part-head-dummy = dummy gradient of the output head

part-workspaces = workspaces of the matrix libraries

part-cublas-workspace = of cuBLAS

part-engine-workspace = a workspace of TransformerEngine

part-engine-workspaces = of TransformerEngine

part-gathered-layers = gathered weights of layers

part-gathered-narrow = gathered weights of layers in 8 bits

part-gathered-ends = gathered embedding and head

part-whole-gradients = whole gradients until they are scattered

part-boundary = tensor from the next stage

part-dequantised = matrix restored from 4 bits

part-one-gradient = largest gradient at a time

part-transfers = last tensors from neighbouring stages

part-wanted-cache = cache that the allocator would keep

part-slack-cache = share of what is allocated

part-freed-logits = freed logits

part-other-moment = bytes of the lesser moment

part-in-backward-moment = beside the state in a backward

part-in-step-moment = beside the state in the optimizer’s step

part-cache-room = memory that is left for it

part-cache = cache of the allocator

part-beside = driver context and communicators

part-driver-context = context of the driver

part-communicator = buffers of one communicator

part-communicators = buffers of communicators

part-allocated-bytes = allocated bytes

part-must-have = bytes that a process must have

part-state-weights = weights

part-state-gradients = gradients

part-state-optimizer = master weights and moments

part-activation-bytes = activations

part-logit-bytes = logits

part-buffer-bytes = buffers

part-overhead-bytes = memory beside what is allocated

part-state-at-rest = state between two steps

## Letters that only the arithmetic of times has.

letter-odd-factors = factors of two up to 64 that its sides lack

letter-micro-batch = sequences of a micro-batch

letter-context = context-parallel ranks

letter-expert-ranks = expert-parallel ranks

letter-all-heads = query heads of the model

letter-kv-heads = key-value heads here

letter-all-kv-heads = key-value heads of the model

letter-head-dim = width of a head

letter-key-dim = width of a head’s query and key

letter-query-rank = rank of the queries’ latent

letter-kv-rank = rank of the latent of keys and values

letter-nope = width of a head’s query and key without rotary positions

letter-rope = width of a head’s query and key with rotary positions

letter-local-experts = experts here

letter-seen-ranks = ranks whose tokens the experts here work on

letter-imbalance = load of the busiest expert rank over the mean

letter-extra-heads = layers that predict further tokens

letter-local-vocab = words of the vocabulary here

letter-attention-share = share of the layers that have attention

letter-mixer-input = channels into the mixer here

letter-mixer-values = channels of the mixer’s values here

letter-mixer-flops = FLOPs of the scan for a token here

letter-mixer-bytes = bytes of the scan for a token here

letter-document = tokens among which a query finds its keys

letter-rotated = mean channels of queries and keys with rotary positions

letter-adapter-widths = widths of adapters’ inputs and four times those of their outputs

letter-step-micro-batches = micro-batches of a step

letter-through = micro-batches through the rank

letter-chain-length = blocks of the chain

letter-pipeline = pipeline stages

letter-members = ranks of the group

letter-domain-members = ranks of the group in a domain

letter-pod-members = ranks of the group in a pod

letter-hops = hops of a message around a group

letter-nodes = nodes

letter-gpus = GPUs of the cluster

letter-messages = messages

letter-others = other ranks of the group

letter-far-hops = hops between domains

letter-near-hops = hops inside a domain

letter-far-share = share of the bytes that goes this way

letter-oversubscription = oversubscription of the network above the pods

letter-torus-share = share of a chip’s links on which a ring runs

letter-torus-middle = bandwidth across the middle of an axis over that of a link

letter-slots = micro-batches’ worth of time in a step

letter-reductions = exchanges of gradients beyond the first

letter-chunks = virtual stages of a rank

letter-all-layers = layers of the model

letter-node-gpus = GPUs of a node

letter-step-tokens = tokens of a step

letter-multiplied = weights that enter a product for every token

letter-attention-layers = layers with attention

letter-saved-flops = FLOPs of a token that frozen weights save

letter-run-tokens = tokens of the run

letter-price = price of a GPU and hour

letter-watts = board power

letter-mean-time-between-failures = hours between failures of a GPU

letter-restart-time = seconds to restart

letter-checkpoint-rate = bytes a second of a checkpoint

letter-power-usage = energy of a data centre over that of its GPUs

letter-trained-parameters = trained parameters of the model

letter-model-parameters = parameters of the model

letter-active-parameters = parameters that a token passes

letter-sold-memory = memory of a GPU as sold

letter-padding-share = share of the tokens that are padding

letter-sample = mean tokens of a sample

letter-global-batch = sequences of a step

letter-window = sliding window

letter-full-every = layers of which one has full attention

letter-linear-layers = layers with a linear mixer

letter-stage-number = number of the stage, from 0

letter-model-copies = copies of the model on the ranks of a pipeline

letter-data-ranks = data-parallel ranks

letter-trained-sequence = places of the learned positions

letter-all-mixer-values = channels of the mixer’s values in the model

letter-all-mixer-keys = channels of the mixer’s keys in the model

letter-mixer-gates = channels of the mixer’s decay and strength

letter-mixer-vectors = parameters of the mixer beside its projections

letter-mixer-key-heads = key heads of the mixer here

letter-all-mixer-key-heads = key heads of the mixer in the model

letter-adapted-widths = rows and columns of the matrices with adapters

letter-other-layers = layers but one

letter-mean-heads = mean heads of the layers here

letter-widest-width = width of the widest matrix of a layer

letter-engine-workspaces = workspaces of TransformerEngine

letter-tensors = tensors of transfers that a rank keeps

## Figures of a data sheet.

sheet-peak = dense peak of matrix products in 16 bits

sheet-peak-ratio = peak of another type over that in 16 bits

sheet-memory = memory bandwidth

sheet-nvlink = bandwidth to the other GPUs of the domain, one way

sheet-nic = network bandwidth of one GPU, one way

sheet-host = bandwidth to the host, one way

sheet-capacity = memory that a process can allocate

sheet-power = board power over that of the family, for each FLOP/s

## Times of the simulated pipeline.

simulated-busy = time that a rank works

simulated-start = time at which the stage’s first block starts

simulated-in-flight = micro-batches in flight

simulated-waiting = micro-batches that wait for their weight gradients

simulated-idle = time that a rank waits for others

## Constants of the calibration.

constant-ampere-matmul = share of the peak of large products, A100

constant-ampere-attention = share of the peak of Flash Attention 2, A100

constant-hopper-matmul = share of the peak of large products, Hopper

constant-hopper-attention = share of the peak of Flash Attention 2, Hopper

constant-hopper-cudnn = share of the peak of cuDNN’s attention, Hopper

constant-blackwell-cudnn = share of the peak of cuDNN’s attention, Blackwell

constant-cudnn-half-sequence = tokens at which cuDNN’s attention reaches half its rate

constant-blackwell-matmul = share of the peak of large products, Blackwell

constant-blackwell-attention = share of the peak of Flash Attention 2, Blackwell

constant-blackwell-ultra-matmul = share of the peak of large products, B300

constant-cdna-matmul = share of the peak of large products, MI300X

constant-other-matmul = share of the peak of large products, other families

constant-other-attention = share of the peak of fused attention, other families

constant-power-exponent = power of the share of the watts

constant-hopper-fp8 = share of the 8-bit gain that products reach, Hopper

constant-blackwell-fp8 = share of the 8-bit gain that products reach, Blackwell

constant-blackwell-fp4 = share of the 4-bit gain that products reach, Blackwell

constant-matmul-half-size = side at which a product reaches half its rate, A100

constant-matmul-size-exponent = power of its growth

constant-misalignment = loss for each factor of two

constant-memory-efficiency = share of the memory bandwidth that kernels reach

constant-attention-half-sequence = tokens at which Flash Attention reaches half its rate

constant-attention-backward = rate of attention’s backward over its forward

constant-first-flash = rate of Flash Attention 1 over 2

constant-third-flash = rate of Flash Attention 3 over 2

constant-score-bytes = bytes moved for a score

constant-logit-bytes = bytes moved for a logit

constant-layer-launch = launches of a dense layer

constant-routed-launch = additional launches of a routed layer

constant-latent-launch = launches with latent attention over others

constant-partial-graph = share of the launches that partial graphs leave

constant-fused-traffic = traffic of fused kernels over plain ones

constant-eager-traffic = traffic of eager kernels over plain ones

constant-routed-traffic = traffic of routed tokens over plain kernels

constant-cast-bytes = bytes moved to cast an element

constant-nvlink-efficiency = share of NVLink that a ring reaches

constant-nic-efficiency = share of a network link that transfers reach

constant-all-to-all-inside = rate of an all-to-all over that of a ring

constant-dispatcher-inside = share of a link that dispatch kernels reach

constant-half-message-bytes = message at which a collective reaches half its bandwidth

constant-ring-step-inside = latency of a hop inside the domain

constant-ring-step-across = latency of a hop across the network

constant-tensor-leak = share of overlapped exchange that stays exposed

constant-data-leak = share of overlapped traffic that stays exposed

constant-overlap-cover = share of the compute that hides traffic

constant-bucket-bytes = bytes of a gradient bucket

constant-full-recompute = time of a repeated forward over the first

constant-ops-recompute = time of repeating every second product over the forward

constant-scale-loss = slowdown for each doubling of the nodes

constant-step-overhead = fixed cost of a step

constant-nemo-time = step over the sum of its parts, NeMo

constant-llmfoundry-time = step over the sum of its parts, llm-foundry

constant-megatron-time = step over the sum of its parts, Megatron-LM

constant-nanotron-time = step over the sum of its parts, nanotron

constant-torchtitan-time = step over the sum of its parts, torchtitan

constant-deepspeed-time = step over the sum of its parts, DeepSpeed

constant-allocator-slack = share that the allocator keeps cached, dense models

constant-routed-slack = share that the allocator keeps cached, models with experts

constant-deepspeed-slack = share that the allocator keeps cached, DeepSpeed

constant-deepspeed-beside-gib = GiB beside the allocator, DeepSpeed

## Others.

machine = pace of your machine, as measured

machine-memory = difference of your machine, as measured

times = times
