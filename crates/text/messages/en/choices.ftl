### The step at both ends of a choice of software.

# $name (text) $shortest (duration) $shortest-value (text) $longest (duration)
# $longest-value (text) $own (text)
ends =
    Step by { $name }: { $shortest } with { $shortest-value }, { $longest } with { $longest-value }
    (this plan: { $own })

## Names of choices inside a sentence.

dispatcher = dispatcher
overlap = overlap
imbalance = load of the busiest expert
kernels = elementwise kernels
flash = Flash Attention
context-pieces = context-parallel pieces
gradient-sync = gradient sync

## Values.

# $load (text)
times-mean = { $load } × the mean
# $number (text)
generation = generation { $number }
one-piece = one piece a rank
two-pieces = two pieces a rank
none = none
