### A plan in a line, and what follows from its settings.

# $model (text) $gpus (count) $gpu (text)
title = { $model } on { $gpus } × { $gpu }
# The model differs from the catalogue’s.
# $model (text) $gpus (count) $gpu (text)
title-changed = { $model }, changed, on { $gpus } × { $gpu }

# $gpus (count) $degrees (text) $data (text)
data-follows = Data parallel = { $gpus } ÷ ({ $degrees }) = { $data }

experts-undivided = The experts cannot be divided like this.
# $experts (count) $expert (count) $each (count) $copies (count)
experts-follow =
    { $experts } experts a layer ÷ { $expert } = { $each } on each GPU, in { $copies ->
        [one] { $copies } copy
       *[other] { $copies } copies
    }
# $experts (count) $expert (count) $each (count) $tensor (count) $copies (count)
experts-follow-cut =
    { $experts } experts a layer ÷ { $expert } = { $each } on every { $tensor } GPUs, in { $copies ->
        [one] { $copies } copy
       *[other] { $copies } copies
    }

# $tokens (short) $micro-batches (text)
batch-follows = { $tokens } tokens a step, in { $micro-batches } micro-batches a pipeline
