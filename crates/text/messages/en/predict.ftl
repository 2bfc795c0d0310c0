### Predictions of figures, made before the page shows them.

# In the head. It opens the card.
button = Predict

heading = Predict, then see

# A figure is pressed before the prediction is made.
first = Predict first: the arithmetic opens once the outcome is shown.

# $place (count) $count (count)
progress = { $place } of { $count }

# Beside the heading, before the outcome is shown.
rests = The plan stays as it is. Ghosts, marks of stops, advice and arithmetic rest until the outcome is shown.

leave = Leave

# Name of the list of changes.
which-change = Change

# The question. $figure is such as "memory of stage 0".
# $figure (text)
question = What is the { $figure } after this change?

# The value of a setting: "Tensor 8".
# $name (text) $value (written)
setting = { $name } { $value }

# Names of the rows where several settings change.
now = now

then = then

your-guess = your prediction

# The value of the changed plan before it is shown.
unknown = ?

# Names of the buttons that move the prediction.
less = Less

more = More

# Name of the choices.
choices = Your prediction

# Behind a choice that is the present value.
as-now-choice = as now

# Behind the choice that is the outcome.
is-outcome = this is the outcome

see = See

as-now = As now

as-now-counts = “As now” is a prediction, too.

# Beside the button that shows the outcome, before a prediction is made.
drag-first = Drag the handle first.

choose-first = Choose a value first.

next = Next figure

# Sets the predicted change in the plan.
# $change (text)
apply = Set { $change } in the plan

# The head's figures of the changed plan, beside that button.
# $step (text) $mfu (text) $memory (text)
outcome-of-plan = step { $step }, MFU { $mfu }, memory { $memory }

why-guess = Nobody keeps a score. A prediction that is off shows the part that it left out.

guess-first = Predict first

what-changes = What follows from this change

nothing-follows = No other setting changes with it.

guesses = Predictions

open = open

## The outcome, in a sentence.

# $share (percent)
close = Within { $share } of the outcome.

# $guess (written) $outcome (written) $gap (written)
too-low = You predicted { $guess }, it becomes { $outcome }: { $gap } more.

# $guess (written) $outcome (written) $gap (written)
too-high = You predicted { $guess }, it becomes { $outcome }: { $gap } less.

# $part (text) $before (written) $after (written)
without-one = Your value would be right if { $part } stayed at { $before }. The changed plan has { $after }.

# $one (text) $other (text)
without-two = Your value would be right if { $one } and { $other } stayed as they are.

# $part (text) $before (written) $after (written)
is-now = Your value is the present one. What changes most: { $part }, from { $before } to { $after }.

# $factor (written) $part (text) $ratio (written)
is-scaled = Your value is the present one { $factor }. Not every part follows: { $part } { $ratio }.

# $part (text) $before (written) $after (written)
largest = What changes most: { $part }, from { $before } to { $after }.

stays = The change leaves it as it is.

## The table of the parts.

table = How the difference comes about

part = part

factor = factor

ratio = ratio

because = because of

in-all = in all

# In the column of the ratio where the present plan has nothing.
new = new

# The row opens the arithmetic of the changed plan.
# $change (text)
open-all = Set { $change }, and open its arithmetic

# A number below a part that differs: "t 8 → 4".
# $name (text) $before (written) $after (written)
cause = { $name } { $before } → { $after }

sums-are-subtracted = The figure is the sum of these parts.

factors-are-divided = The figure is worked out from these numbers.

## Changes that cannot be predicted.

# $reason (text)
illegal = This change leads to a plan that cannot exist. { $reason }

# The plan has no stage with this number.
# $figure (written)
no-stage = The plan has no figure { $figure }.

# The address names a change.
# $pair (text)
not-a-change = The address asks to predict “{ $pair }”, which is no setting with a value, such as tp:4.

# The address names a figure.
# $figure (text)
not-a-figure = The address asks to predict the figure “{ $figure }”, which does not exist.

no-change = No single step of a control leads from this plan to another that can exist.

# The plan has changed in another way while a prediction was open.
ended = The plan has changed, so the prediction ended.
