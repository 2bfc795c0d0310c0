### A textbook's value of a figure, and the steps from it to ours.

## The rows.

# The value of the textbook's formula.
on-paper = on paper

# A change between two values.
# $size (written)
more = +{ $size }

# $size (written)
less = −{ $size }

# A work with its number in arXiv.
# $work (text) $number (text)
with-number = { $work }, arXiv:{ $number }

# $name (text)
no-formula = No textbook has a formula of this figure in this plan: { $name }

## Assumptions that the steps drop, each by what takes its place.

change-multiplied = weights that are multiplied, without the input embedding

change-attention-flops = FLOPs of attention

change-frozen-flops = frozen weights, whose gradients take no FLOPs

change-limit = no share above 1

change-counted = FLOPs that the MFU counts

change-whole-steps = whole steps

change-failures = failures and checkpoints

change-restart = restarts

change-higher-order = terms of higher order

change-saved = types and parameters that the checkpoint has

change-flash = Flash Attention, which keeps no scores

change-exact = exact shapes of the model, the layout and the stages

change-waits = waits of stages

change-frozen = the part of the model that is trained, and the objective

change-recompute = recompute

change-schedule = schedule

change-products = share of the peak that large products reach

change-attention = share of the peak that attention reaches

change-sides = products with short or odd sides

change-kernels = kernels bound by memory

change-bandwidth = share of the memory’s bandwidth that kernels reach

change-buffers = gathered layers, scratch and workspaces

change-slack = slack of the allocator

change-context = driver and communicators

change-launch = launch of kernels

change-lengths = share of the peak that kernels reach, memory and launch

change-exchanges = transfers at the links’ full bandwidth

change-links = share of the links’ bandwidth that transfers reach

change-latency = latency and short messages

change-overlap = exchange that compute hides

change-transfers = transfers

change-slowdown = slowdown by framework and nodes

change-overhead = fixed cost of a step

change-precision = types of weights, gradients and optimizer state

change-loss = kernel of the loss

change-framework = framework

change-offload = tensors on the host

change-machine = your machine
