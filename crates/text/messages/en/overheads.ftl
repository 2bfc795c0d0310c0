### The overheads on a step: the lessons’ name, the standard term, and a definition in a clause.

model-state = state shelf
    .term = optimizer step
    .definition = weights, gradients and optimizer state
activations = scratchpad
    .term = recompute
    .definition = activations kept from forward for backward
communication = cable
    .term = exposed communication
    .definition = GPU-to-GPU communication that no compute overlaps
bubble = bubble
    .term = pipeline bubble
    .definition = stages that wait while the pipeline fills and drains
imbalance = imbalance
    .term = imbalance of stages
    .definition = stages that wait for those with more to do
kernels = last inch
    .term = memory-bound kernels
    .definition =
        traffic between a GPU’s memory and its cores, and products too small to fill them
