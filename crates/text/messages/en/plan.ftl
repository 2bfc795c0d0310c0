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

# Settings that the plan leaves open.
open-batch = The length and the global batch are defaults.

open-length = The length is a default.

open-sequences = The global batch is a default.

# $tokens (short) $micro-batches (text)
batch-follows = { $tokens } tokens a step, in { $micro-batches } micro-batches a pipeline

# The length of padded sequences, and the padding among the tokens that are computed.
# $tokens (count) $share (percent)
batch-padding =
    Padded to { $tokens } tokens on the mean: { $share } of the computed tokens are padding
