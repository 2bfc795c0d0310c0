### Kinds of memory and time, beside their figures.

## Memory

weights = weights
gradients = gradients
optimizer = optimizer
activations = activations
logits = logits
buffers = buffers
overhead = context and slack
total = total
stage = stage

## Time

useful = useful
ceiling = kernels below peak
compute = kernels
recompute = recompute

padding = padding

forward-only = forwards without a backward
tensor = tensor-parallel waits
context = context-parallel waits
expert = expert-parallel waits
pipeline = pipeline transfers
data = data-parallel waits
bubble = bubble
imbalance = imbalance of stages
optimizer-step = optimizer and step overhead
step = step
share = share
seconds = time

## Certainty of a term

exact = exact
calibrated = calibrated
assumed = assumed
