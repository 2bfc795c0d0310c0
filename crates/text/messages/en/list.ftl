### Lists of keys, models and GPUs.

keys = Keys of a link
    .about =
        `p` names the model and the GPUs of a plan, as in `p=llama3-70b/h100x64`. Each further key
        has a value of the plan. The defaults are those of Llama-3 8B on 8 H100; many defaults
        depend on the model, the GPU, the framework or other keys. Goals and files of `shardwise
        fleet` can name every key. Keys that a sweep can vary have a yes below *sweep*, and those
        that `--fix` restricts, below *fix*.
models = Models
    .about = A link names a model by the text in the first column.
gpus = GPUs
    .about = A link names a GPU by the text in the first column.

## Columns

column-key = key
column-name = name
column-default = default
column-unit = unit

# Units of keys, beside symbols.
unit-tokens = tokens
unit-sequences = sequences
unit-minutes = min
column-sweep = sweep
column-fix = fix
column-since = since
column-values = values

# Column of the help of a key, which pages in Markdown have last.
column-help = meaning
column-model = model
column-parameters = parameters
column-active = active
column-layers = layers
column-hidden = hidden
column-experts = experts
column-gpu = GPU
column-peak = peak TFLOP/s
column-memory = memory GiB
column-hbm = HBM GB/s
column-nvlink = NVLink GB/s
column-network = network GB/s

## Values

no = no
yes = yes
switch = 0 or 1

# $least (count) $most (count)
whole-numbers = { $least } to { $most }

# $least (plain) $most (plain)
numbers = { $least } to { $most }

# $words (names)
any-of = any of { $words }

# A list of a fixed number of numbers, each between limits.
# $number (ungrouped) $least (count) $most (count)
some-numbers = { $number } numbers, each { $least } to { $most }

# A list of numbers, each between limits.
# $fewest-numbers (ungrouped) $most-numbers (ungrouped) $least (count) $most (count)
list-of-numbers =
    { $fewest-numbers } to { $most-numbers } numbers, each { $least } to { $most }

# $values (text)
or-none = { $values }, or none
