### Remarks on the figures of a log of a run.

# $counted (count) $left-out (count)
median =
    The step is the median of { $counted ->
        [one] { $counted } logged iteration
       *[other] { $counted } logged iterations
    }; left out of the warm-up or of another batch: { $left-out }.

one-iteration = The log has one iteration only: its time may include the warm-up.

# $label (text)
mean-of-run =
    The step follows from { $label }: the mean of the whole run, with its warm-up and evaluations.

# $label (text) $fact (formats::import::RunFact) $source (plan | log)
of-rate =
    The step follows from { $label } by the { $fact ->
        [gpus] GPUs
        [batch] sequences of a step
        [sequence] tokens of a sequence
        [tokens] tokens of a step
       *[steps] steps
    } of { $source ->
        [plan] the plan
       *[log] the log
    }.

no-step = The log has no time of a step.

no-peak = The log has no peak of memory: nvidia-smi shows it during the run.

# $label (text)
reserved =
    The peak ({ $label }) is what PyTorch reserved: nvidia-smi shows the driver and the
    communicators too.

# $label (text) $gib (count)
allocated =
    No peak is set: { $label } ({ $gib } GiB) is what tensors held, and nvidia-smi shows more.

one-rank = The log has the memory of one rank: another stage of the pipeline may hold more.

# $log (count) $fact (formats::import::RunFact) $plan (count)
differs =
    The log is not of this plan: it has { $log } { $fact ->
        [gpus] GPUs
        [batch] sequences of a step
        [sequence] tokens of a sequence
        [tokens] tokens of a step
       *[steps] steps
    }, the plan { $plan }.
