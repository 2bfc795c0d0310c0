### Files that are read as plans. Sentences about refused files have no full stop.

# $most (count)
too-large =
    the file has more than { $most } bytes, the most that is read of a file without the time of a
    step or a peak of memory; logs with them may have any length

# $deepest (count)
too-deep = the file is nested deeper than { $deepest } levels

too-much = reading stopped: the file takes more work than any real one

# $line (ungrouped) $column (ungrouped)
too-much-at =
    reading stopped at line { $line }, character { $column }: the file takes more work than any
    real one

# $fault (text)
syntax = the file cannot be parsed: { $fault }

# $line (ungrouped) $column (ungrouped) $fault (text)
syntax-at = the file cannot be parsed at line { $line }, character { $column }: { $fault }

# $programs (count)
unknown-format =
    the file has none of the known formats: a log of a run, a model's config.json, or options of one
    of { $programs } programs, which docs/command.md lists

empty-log = the log has neither the time of a step nor the memory that was reserved

# A text without the link that it seems to have.
no-link = the file has no link of a plan

# $format (text)
no-option = the file has no option of { $format }

# $name (text)
model-type =
    models of type “{ $name }” have no layers, hidden width, heads and vocabulary that can be read;
    start from custom and set the shape

# $name (text)
encoder = models of type “{ $name }” have an encoder; only decoder-only text models are read

latent-experts =
    experts of this model work on a narrower copy of each token (moe_latent_size), which no plan can
    hold

parallel-mixers =
    each layer of this model has attention and a Mamba mixer side by side, which no plan can hold

shared-layers = layers of this model share their weights, which no plan can hold

# $name (text)
adapter =
    the file trains with “{ $name }”, not all parameters in full; such training is not read from
    files of this format

# $name (text)
objective =
    the file trains with “{ $name }”; training with it is not read from files of this format

# $program (text)
other-program = the options are those of { $program }, which are not read

# $program (text) $name (text)
other-program-adapter =
    the options are those of { $program }, which are not read; they train with “{ $name }”, not all
    parameters in full

# $file (text) $reason (text)
in-file = { $file }: { $reason }

# A file of a training with its format.
# $file (text) $format (text)
training-file = { $file } ({ $format })

# $files (names)
several-trainings =
    each of these files is of another training or model: { $files }; give those of one run, or the
    script that starts it

# $most (count)
too-many-files = there are more than { $most } files, the most that are read at once

broken-zip =
    the zip archive cannot be unpacked: it is broken, or packed in another way than by deflate

large-zip = the zip archive has more bytes in its files than are unpacked

# Hint of the command on a file of no known format.
say-format = Name its format with --from.

# $file (text) $fault (text)
unreadable = cannot read { $file }: { $fault }

not-utf8 = it is not UTF-8

## Remarks on how a script was read

# $option (text) $variable (text)
undefined =
    No value: { $option } is set to ${ $variable }, which the file does not define.

# $option (text) $variable (text)
undecided = Undecided: { $option } is set in a branch that depends on ${ $variable }.

# $variable (text)
undecided-command =
    The command that was read starts in a branch that depends on ${ $variable }.

# $variable (text)
may-add = ${ $variable } may add options.

# $variable (text)
taken-unset = The file does not define ${ $variable }: it counts as not set.

# $variable (text)
first-turn = Of the loop over ${ $variable }, only the first turn was read.

# $file (text)
not-given = The script uses { $file }, which was not given.

# $number (count)
several-commands = The file starts { $number } commands: the one with most options was read.

# $option (text) $value (text)
nearest = Only nearly expressed: { $option } = “{ $value }”.

# $option (text) $other (text)
alone = { $option } has no effect on the plan without { $other }.

# $option (text)
later-default = Its default differs between releases, the latest is used: { $option }.

## Remarks on several files

# $setting (text) $other (text) $file (text)
files-differ = { $setting }, although { $file } says { $other }: a file nearer to the start counts.

# $file (text)
models-differ =
    The model is that of the command or its file: { $file } has another shape.

# $name (text) $file (text)
read-instead = { $name } was not given: { $file } was read in its place.

# $name (text)
config-function =
    torchtitan's function { $name } sets further options, which are not read.

# $options (names)
unread-options =
    The program is not known: only its launcher was read, not its options { $options }.

# $files (names)
unknown-files = Of no known kind and not read: { $files }.

# $files (names)
unused-files = Not read, as the other files do not name them: { $files }.

# $file (text) $reason (text)
faulty-file = Not read: { $file }. There, { $reason }.

## Options that are left out

# $options (names)
unknown = Not understood and left out: { $options }.

# $option (text) $value (text)
unfit = No plan can hold { $option } = “{ $value }”: left out.

## Settings that were read

# $number (count)
settings-read =
    { $number ->
        [one] Read: { $number } setting.
       *[other] Read: { $number } settings.
    }

# $format (text) $settings (names)
defaults = Defaults of { $format }: { $settings }.

# $settings (names)
filled = From --with: { $settings }.

# A setting with the option of the file that gives it.
# $setting (text) $option (text)
setting-of-option = { $setting } ({ $option })

# $setting (text) $other (text) $option (text)
overruled-by-link = { $setting } from --with, not { $other } from the file ({ $option }).

# $setting (text) $other (text) $option (text)
overruled-by-file = { $setting } from the file, not { $other } from --with ({ $option }).

## Features that no plan has

# $preset (text)
borrowed =
    The plan borrows the name { $preset }: no key of a link can say the kind of norm.

norm =
    No plan can hold the kind of norm of a model outside the catalogue: RMSNorm is used.

# $layers (count)
linear-attention =
    No plan can hold linear attention: { $layers } layers count as full attention.

# $layers (count)
state-space = No plan can hold state-space layers (Mamba): { $layers } layers count as attention.

# $layers (count)
mamba1 = No plan can hold Mamba-1: { $layers } layers count as Mamba-2 of the same width.

# $layers (count)
kimi-delta =
    No plan can hold Kimi Delta Attention: { $layers } layers count as Gated DeltaNet with the same
    heads.

# $file (count) $plan (count)
attention-layers =
    The model has { $file } layers with attention, the plan { $plan }: it has them at a fixed
    interval.

# $layers (count)
one-part =
    Layers of this model have one part each. The plan has { $layers } layers with two: a mixer, and
    an MLP or experts, narrower so that parameters and FLOPs are those of the model.

# $layers (count)
convolution = No plan can hold convolutions: { $layers } layers count as attention.

sparse-attention = No plan can hold sparse attention with an indexer: full attention is used.

query-key-norms = No plan has norms of queries and keys: they are left out.

parallel-blocks =
    Attention and MLP have the same input. The plan has the MLP behind attention, which needs a little
    more memory and time.

layer-parts = Layers of this model have parts that no plan can hold: they are left out.

# $key (text)
varies =
    No plan can hold a value of { $key } that differs between layers without a fixed interval: one
    value is used for all.

text-only = Only the text model was read: parts for pictures and sound are left out.

unknown-type =
    The type of this model is not known by name: features beside its fields are Llama’s.

## Models that the catalogue lacks

# $option (text) $name (text)
no-model = The catalogue has no model “{ $name }” ({ $option }).

# $option (text) $name (text) $near (names)
no-model-but = The catalogue has no model “{ $name }” ({ $option }). The nearest: { $near }.

# Stands behind both sentences above.
give-shape =
    Give another model or a shape by --with, such as --with 'custom layers=32 hidden=4096 heads=32
    kv=8 ffn=14336 vocab=128256', or the link that `shardwise import` prints for the model's
    config.json.

## Plans that cannot exist

# $reason (text)
illegal = The plan cannot exist: { $reason }

# $gpus (count)
least-gpus = The smallest number of GPUs on which it can is { $gpus }.

no-gpus = It can on no number of GPUs.

## Settings that a file leaves open

# $model (text)
missing-model = Missing: the model; { $model } is used.

# $key (text) $value (text)
missing-figure = Missing: { $key }; { $value } is used.

# $key (text) $value (text)
missing-auto =
    Missing: { $key }, which the file leaves open (auto); { $value } is used.

# $option (text) $stage (text)
missing-other-file = Missing: the file that { $option } names; ZeRO { $stage } is used.

# $option (text)
missing-rest = Missing: all other options, which the file that { $option } names has.

# $gpus (count) $gpu (text)
missing-cluster = Missing: the GPUs and their number; { $gpus } × { $gpu } are used.

# $model (text) $gpus (count) $gpu (text)
missing-run = Missing: the plan of the run; { $model } on { $gpus } × { $gpu } is used.

# $gpu (text)
missing-gpu = Missing: the kind of GPU; { $gpu } is used.

# Of a file that leaves the GPUs open.
# $sequences (count) $gpus (count)
following-batch =
    Sequences of a step (gbs) follow from the number of GPUs: { $sequences } on { $gpus }.

# $sequences (count) $gpus (count)
following-micro-batch =
    Sequences of a micro-batch (mbs) follow from the number of GPUs: { $sequences } on { $gpus }.

missing-layout = Missing: the layout; data parallelism alone is used.

# $sequences (count)
missing-batch = Missing: sequences of a step; { $sequences } are used.

# $tokens (count)
missing-sequence = Missing: tokens of a sequence in training; { $tokens } are used.
