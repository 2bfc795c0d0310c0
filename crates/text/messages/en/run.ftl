### The run and its cost.

heading = Run and cost.

## The main sentence.

# $tokens (short) $ratio (text) $days (days) $gpus (count) $cost (dollars) $energy (digits)
# $limits (text)
sentence =
    { $gpus ->
        [one]
            { $tokens } tokens, { $ratio } per parameter, take { $days } on { $gpus } GPU, { $cost }
            and { $energy }{"\u00A0"}MWh; { $limits }.
       *[other]
            { $tokens } tokens, { $ratio } per parameter, take { $days } on { $gpus } GPUs,
            { $cost } and { $energy }{"\u00A0"}MWh; { $limits }.
    }

# A run that trains adapters, whose tokens do not follow from the model’s parameters.
# $tokens (short) $days (days) $gpus (count) $cost (dollars) $energy (digits) $limits (text)
fine-tuning =
    { $gpus ->
        [one]
            { $tokens } tokens take { $days } on { $gpus } GPU, { $cost } and
            { $energy }{"\u00A0"}MWh; { $limits }.
       *[other]
            { $tokens } tokens take { $days } on { $gpus } GPUs, { $cost } and
            { $energy }{"\u00A0"}MWh; { $limits }.
    }

# The limits that are exceeded: none, one, several; and the one that is nearest or exceeded most.
# $resource (memory | time | money) $share (percent)
limits =
    .none =
        { $resource ->
            [memory] no limit is exceeded, memory is closest at { $share }
            [time] no limit is exceeded, time is closest at { $share }
           *[money] no limit is exceeded, money is closest at { $share }
        }
    .one =
        { $resource ->
            [memory] the memory limit is exceeded, at { $share }
            [time] the time limit is exceeded, at { $share }
           *[money] the money limit is exceeded, at { $share }
        }
    .several =
        { $resource ->
            [memory] several limits are exceeded, memory most, at { $share }
            [time] several limits are exceeded, time most, at { $share }
           *[money] several limits are exceeded, money most, at { $share }
        }

## The tokens.

tokens = Training tokens
# $tokens (short) $ratio (text)
tokens-value = { $tokens }, { $ratio } per parameter
# The mark of the compute-optimal run.
optimal = Chinchilla: 20
# The mark of a usual run that trains adapters.
usual = a usual fine-tuning run
# $tokens (short)
tokens-alone = { $tokens }
# The range beyond the compute-optimal run.
beyond = smaller models trained longer: cheaper to run
# The unit of the scale.
scale-unit = tokens per parameter

## The figures of the run.

steps = steps
days = days
gpu-hours = GPU-hours
cost = cost
energy = energy

## Limits.

resources = Limits: memory, time, money
memory = memory
time = time
money = money
# $needed (text) $limit (text) $share (percent)
needed-of = { $needed } of { $limit } ({ $share })
time-budget = Time budget
money-budget = Money budget

## Failures and checkpoints.

failures = Failures and checkpoints
# $between (text) $restart (duration) $checkpoint (text) $write (duration) $interval (duration)
# $goodput (percent)
failures-sentence =
    The cluster fails every { $between } and restarts in { $restart }; a checkpoint of
    { $checkpoint } takes { $write }. With one every { $interval }, { $goodput } of the time is
    training.
axis-interval = time between checkpoints
axis-wasted = wasted, %

# Times along the curve.
# $number (plain)
tick-seconds = { $number } s
# $number (plain)
tick-minutes = { $number } min
# $number (plain)
tick-hours = { $number } h
# $days (count)
tick-days =
    { $days ->
        [one] { $days } day
       *[other] { $days } days
    }

# The optima with their formulas.
# $interval (duration)
young = Young √(2δM): { $interval }
# $interval (duration)
daly = Daly: { $interval }

training = training
writing-checkpoints = writing checkpoints
repeated-work = repeated work
restarting = restarting

## The value of an MFU.

worth = What MFU is worth
attainable = Attainable MFU
# $mfu (percent) $attainable (percent) $peak (percent)
loses-nothing =
    An MFU of { $mfu } loses nothing against the attainable { $attainable }. Of the paid peak,
    { $peak } is not used.
# $mfu (percent) $attainable (percent) $lost (percent) $money (dollars) $more (percent)
# $peak (percent)
loses =
    At an MFU of { $mfu }, where { $attainable } is attainable, { $lost } of the money is lost:
    { $money }, or { $more } more training for the same money. Of the paid peak, { $peak } is not
    used.
part-used = used
part-attainable = attainable, not used
part-rest = the rest of the peak

## The table.

column-figure = figure
column-value = value
row-between = time between failures
row-checkpoint = checkpoint
row-write = writing it
row-young = interval by Young
row-daly = interval by Daly
row-lost = money lost against the attainable MFU
row-more = more training for the same money
# $interval (duration)
wasted = wasted at { $interval } between checkpoints
