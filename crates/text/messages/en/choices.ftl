### The step at both ends of a choice of software.

# $name (text) $shortest (duration) $fast (text) $longest (duration) $slow (text) $own (text)
step-by =
    Step by { $name }: { $shortest } with { $fast }, { $longest } with { $slow } (this plan:
    { $own })

## Names of choices inside the sentence.

dispatcher = dispatcher

overlap = overlap

imbalance = load of the busiest expert

kernels = elementwise kernels

flash = Flash Attention

context-pieces = context-parallel pieces

gradient-sync = gradient sync

## Values of choices.

# $load (text)
times-mean = { $load } × the mean

# $generation (text)
generation = generation { $generation }

one-piece = one piece a rank

two-pieces = two pieces a rank

none = none
