### The cheapest card, the longest sequence and the largest model with which a plan fits.

## The view

# Heading over the three questions.
heading = Does it fit?

question-card = The cheapest card on which the plan fits

question-longest = The longest sequence that fits on this card

question-model = The largest model that fits on this card

pending = Estimating…

## The cheapest card

cards-heading = The plan on each card, the cheapest first

# $card (text) $price (plain) $gpus (count)
cheapest = { $gpus ->
        [one] The cheapest card on which the plan fits: { $card }, at ${ $price } an hour.
       *[other] The cheapest card on which the plan fits: { $card }, { $gpus } of them at ${ $price } an hour each.
    }

# A cheaper card on which the plan is tight.
# $card (text) $price (plain)
cheapest-tight = On { $card } at ${ $price } an hour it is tight: the prediction is within the memory, the upper end of its range is not.

no-card = The plan fits on no card of the catalogue.

## The longest sequence

longest-heading = The plan with other sequences

# $tokens (count) $card (text)
longest = The longest sequence that fits on { $card }: { $tokens } tokens.

# Longer sequences that are tight.
# $tokens (count)
longest-tight = Up to { $tokens } tokens the plan is tight.

# The longest sequence that fits is the longest that any plan may have.
longest-limit = No plan may have longer sequences.

# No sequence fits, or none is tight.
# $step (count) $card (text)
no-sequence = Not even a sequence of { $step } tokens fits on { $card }.

# The tokens of which the sequences that were tried are multiples, and the batch that stays.
# $step (count) $global (count)
tried = Tried were multiples of { $step } tokens, with { $global ->
        [one] { $global } sequence
       *[other] { $global } sequences
    } a step as in the plan.

# The longest sequence is beyond that with which the model was trained.
# $tokens (count)
trained = The model was trained with sequences of { $tokens } tokens.

## The largest model

models-heading = The plan with other models, the largest first

# $model (text) $parameters (short) $card (text)
largest = The largest model of the catalogue that fits on { $card }: { $model }, with { $parameters } parameters.

# A larger model with which the plan is tight.
# $model (text) $parameters (short)
largest-tight = With { $model } and its { $parameters } parameters it is tight.

# $card (text)
no-model = No model of the catalogue fits on { $card } with this plan.

# The sequence and the batch that stay.
# $tokens (count) $global (count)
kept-batch = Each model has sequences of { $tokens } tokens, { $global } a step, as in the plan.

# Further models that fit and are not in the table.
# $count (count)
more-models = { $count ->
        [one] { $count } smaller model fits, too.
       *[other] { $count } smaller models fit, too.
    }

## Columns and cells of the tables

column-card = card
column-model = model
column-parameters = parameters
column-sequence = tokens
column-memory = memory
column-capacity = usable
column-verdict = verdict
column-price = $ each hour
column-step = step
column-cost = run

# Instead of a verdict.
impossible = cannot exist
not-run = does not run
host = host too small

## Sentences on rows

# $names (text) $sentence (text)
of-rows = { $names }: { $sentence }

# Names of rows, of which only the first ones are said.
# $names (text) $count (count)
and-more = { $names } and { $count } more

# A card on which another framework trains than in the plan.
# $framework (text) $own (text)
other-framework = { $framework } trains there instead of { $own }.

# Settings that the framework on a card lacks: adapters, parts on the host, an MLP in tiles.
# $framework (text) $adapters (text)
lacks-adapters = { $framework } has no { $adapters }.
# $framework (text) $parts (text)
lacks-offload = { $framework } cannot move to the host: { $parts }.
# $framework (text)
lacks-tiles = { $framework } has no tiles of an MLP.

host-too-small = The memory of the host is too small for what it has to hold.
