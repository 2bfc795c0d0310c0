### The report that `shardwise estimate` prints.

# The verdict on the need for memory, with the need’s range.
# $verdict (text) $need (text) $capacity (size)
verdict = { $verdict }: { $need } of { $capacity }

# Settings that a plan leaves open, with their keys.
# $tokens (count) $sequences (count)
assumed =
    Assumed, as the plan leaves them open: { $tokens } tokens a sequence (seq), { $sequences }
    sequences a step (gbs).
# $tokens (count)
assumed-sequence = Assumed, as the plan leaves it open: { $tokens } tokens a sequence (seq).
# $sequences (count)
assumed-batch = Assumed, as the plan leaves it open: { $sequences } sequences a step (gbs).

# A way to make a plan fit, below their heading: the settings, the effect.
# $changes (names) $effect (text)
cure = { $changes } ({ $effect })

# The change that helps most: its name as a heading, the settings, the effect.
# $helps (text) $changes (names) $effect (text)
help = { $helps }: { $changes } ({ $effect })

# $chosen (percent) $hfu (percent)
utilisation = { $chosen } (HFU { $hfu })

# $days (days) $cost (dollars) $energy (whole)
cost = { $days }, { $cost }, { $energy } MWh

# Stands above the figures of a plan that does not fit.
if-it-fit = If it fit:
parameters = parameters

# Number of parameters of a model with experts: all, and those that a token passes through.
# $all (short) $active (short)
expert-parameters = { $all }, active { $active }
# $all (text) $trained (short)
tuned-parameters = { $all }, trained { $trained }
experts = experts
data-parallel = data parallel
step = step
bubble = bubble
idle = stages idle
tokens-per-second = tokens/s per GPU
tokens = tokens

# $tokens (short) $steps (count)
tokens-in-steps = { $tokens } in { $steps } steps
run = run
goodput = goodput

# Name of the conventions that the figures follow.
counted-as = counted as

# $stages (count)
more-stages = … { $stages } more stages; --json lists them all
