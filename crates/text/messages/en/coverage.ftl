### Effects that the estimate leaves out.

measured-plan = The measurement is left out: its plan cannot exist.

# $most (whole) $least (whole)
measured-step =
    The measured step is left out: it is more than { $most } times what the model says, or less
    than one part in { $least } of it.

# $most (whole) $least (whole)
measured-peak =
    The measured peak is left out: it is more than { $most } times what the model says, or less
    than one part in { $least } of it.

far-peak =
    The measured peak is more than twice what the model says, or less than half of it: other plans
    keep the model’s memory. Is the measurement of this plan?

step-beyond-peak =
    The measured step is left out: in so short a time the GPUs would compute more than their peak.

pace-beyond-peak =
    The measured step is left out: at the speed measured on the other plan, the GPUs would compute
    more than their peak in this one.

masked-scores =
    A part of the masked attention scores does not count in the MFU: the usual definition counts
    all of them although they are skipped, which would be more than the peak here. The causal
    definition counts what is computed.

adapters =
    This plan trains all weights, with gradients and optimizer state for each, although they are
    stored in 4 bits. QLoRA trains only small adapters beside such weights: choose it at Training.
