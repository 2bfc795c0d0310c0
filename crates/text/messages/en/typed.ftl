### Plans that people type for the command: parts that were not understood, and missing parts.

## Parts that were not understood

# $given (text)
no-model =
    There is no model “{ $given }” in the catalogue. `shardwise list models` lists all.

# $given (text) $near (names)
no-model-but = There is no model “{ $given }” in the catalogue. The nearest: { $near }.

# $given (text)
no-gpu = There is no GPU “{ $given }” in the catalogue. `shardwise list gpus` lists all.

# $given (text) $near (names)
no-gpu-but = There is no GPU “{ $given }” in the catalogue. The nearest: { $near }.

# $given (text) $least (count) $most (count)
no-gpus = “{ $given }” is not a number of GPUs, which is { $least } to { $most }.

# $given (text)
no-key = There is no key “{ $given }”. `shardwise list keys` lists all.

# $given (text) $near (names)
no-key-but = There is no key “{ $given }”. The nearest: { $near }.

# $given (text) $key (text)
no-value = “{ $given }” is not a value of { $key }.

# $given (text) $key (text) $values (text)
no-value-of = “{ $given }” is not a value of { $key }, which takes { $values }.

# $given (text) $key (text) $values (text) $near (names)
no-value-but =
    “{ $given }” is not a value of { $key }, which takes { $values }. The nearest: { $near }.

# $most (count)
too-long = The plan is longer than { $most } characters, the most that a link may have.

# $given (text)
version = The link is of version “{ $given }”, and this program reads version 1.

nothing-measured = The plan that was measured is named, but not its step or its memory.

# $key (text)
repeated = { $key } is given twice.

## Missing parts

lacks-all =
    The text names no plan: a model with its GPUs and settings, such as llama3-70b/h100x64 tp=8
    pp=4, or a link.

lacks-model = The plan names no model; llama3-70b/h100x64 names both.

# $model (text)
lacks-cluster = The plan names no GPUs; { $model }/h100x64 names 64 H100.

# $gpu (text)
lacks-number = The plan names no number of GPUs; { $gpu }x64 names 64.
