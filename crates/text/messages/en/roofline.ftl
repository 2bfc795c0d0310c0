### Kernels against their roofs.

# Name of the view.
heading = Roofline.

## The sentence on attention’s memory traffic and on memory-bound kernels.

# $with (amount) $without (amount)
attention-flash =
    Attention reads and writes { $with } instead of { $without } per layer and micro-batch.

# $without (amount) $with (amount)
attention-plain =
    Attention reads and writes { $without } per layer and micro-batch; with Flash Attention it would
    be { $with }.

# Shares of the time and of the FLOPs.
# $time (percent) $flops (percent)
memory-bound =
    Memory-bound kernels (the last inch) take { $time } of the time for { $flops } of the FLOPs.

# $time (percent)
memory-bound-few =
    Memory-bound kernels (the last inch) take { $time } of the time for less than 0.1 % of the
    FLOPs.

## Names of the kernels.

kernel-embedding = embedding

kernel-into-latents = into latents

kernel-into-qkv = into q, k, v

kernel-core = attention core

kernel-out-of-attention = out of attention

kernel-into-mlp = into the MLP

kernel-out-of-mlp = out of the MLP

kernel-router = router

kernel-into-experts = into experts

kernel-out-of-experts = out of experts

kernel-norms = norms, activations

kernel-starts = kernel starts

kernel-head = output head

kernel-loss = loss

kernel-optimizer = optimizer

## The plot.

# Name of the plot for those who do not see it.
plot = Kernels and communication against their roofs

axis-intensity = FLOPs per byte

axis-rate = FLOP/s

# Instruction for points.
hint =
    Circles are kernels, sized by their share of the time. Diamonds are communication, by the bytes
    sent. Point at one, or move to it by Tab.

# $rate (rate)
roof-peak = peak { $rate }

# $rate (rate)
roof-products = matrix products reach { $rate }

# $bandwidth (whole)
roof-memory = memory { $bandwidth } GB/s

# The domain’s link, such as NVLink.
# $link (text) $bandwidth (whole)
roof-domain = { $link } { $bandwidth } GB/s

# $bandwidth (whole)
roof-network = network { $bandwidth } GB/s

# A kernel without FLOPs: its time in a step and its share.
# $kernel (text) $time (duration) $share (percent)
waiting-kernel =
    { $kernel }: { $time } of a step, { $share } of the kernels’ time, while the GPU waits for the
    host.

# A kernel in a step: FLOPs in trillions, bytes, time, share of the kernels’ time, rate, and share
# of
# the roof that limits it.
# $kernel (text) $flops (digits) $bytes (amount) $time (duration) $share (percent) $rate (rate)
# $reached (percent) $limit (cost::kernel_times::Roof)
computing-kernel =
    { $kernel }: { $flops }{"\u00A0"}TFLOP and { $bytes } in { $time } of a step, { $share } of the
    kernels’ time; { $rate }, { $reached } of the { $limit ->
        [compute] compute roof.
       *[memory] memory roof.
    }

# An exchange in a step.
# $route (text) $bytes (amount) $time (duration) $intensity (digits) $rate (rate)
exchange-in-step =
    { $route } exchange: { $bytes } sent in { $time } of a step, { $intensity } FLOPs per byte. With
    this link as the only limit, the GPU would reach { $rate }.

## Attention with and without Flash Attention.

# Name of the comparison.
# $tokens (count)
flash = With and without Flash Attention at { $tokens } tokens

side-with = with

side-without = without

compared-traffic = memory traffic per layer and micro-batch

compared-time = time per layer and micro-batch

compared-peak = peak memory

compared-step = step

# A peak above GPU memory.
# $peak (size) $verdict (text)
too-much = { $peak }, { $verdict }

# A measurement in gigabytes and milliseconds, and the model’s prediction.
# $bytes (tenths) $time (tenths) $model-bytes (tenths) $model-time (tenths)
checked-side =
    { $bytes } GB and { $time } ms (the model: { $model-bytes } GB, { $model-time } ms)

# $with (text) $without (text)
checked-with =
    Checked against FlashAttention’s own measurement (Dao 2022, figure 2: GPT-2 medium, 1,024
    tokens, A100): { $with } with it, { $without } without.

## The table.

heading-kernel = kernel or exchange

heading-flops = FLOPs

heading-bytes = bytes

heading-intensity = FLOPs/byte

heading-time = time

heading-share = share of kernels

heading-speed = speed

heading-reached = share of the roof

# The roofs.
limit-compute = of compute

limit-memory = of memory

limit-link = of its link
