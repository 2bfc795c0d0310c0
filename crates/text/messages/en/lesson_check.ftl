### The report of `shardwise lesson check`. Its texts have no full stop.

# A lesson that was read.
# $title (text) $steps (count)
read =
    { $steps ->
        [one] “{ $title }”, { $steps } step
       *[other] “{ $title }”, { $steps } steps
    }

# Results of the check of a goal.
reached-at-start = reached at the start

# $settings (text)
reached-by = reached by { $settings }
judged-on-own-plan = judged on the reader’s own plan
no-goal = no goal

## Faults of a step

goal-reached-at-start = the goal is reached at the start
no-way = the search found no way to the goal by the controls that a reader has

# $plans (count)
stopped = the search stopped after { $plans } plans: no way to the goal found
not-tried =
    no way to the goal was looked for: the steps before took all the work that a file may take

# $par (count) $found (count)
par = par is { $par }, the shortest way found sets { $found } controls
no-hint = hints find no way to the goal by the controls of the step’s path

# $scene (text)
no-scene = the plan at the start has no scene “{ $scene }”: the player would be empty
no-start-value = a value in the text, a question or the solution has none at the start

# $passage (count) $settings (text)
no-value = a value in passage { $passage } of “done” has none with { $settings }

# $settings (text)
nothing-said = no passage of “done” is true with { $settings }

# $passage (count) $key (text) $settings (text)
unchanged =
    passage { $passage } of “done” links to “{ $key }”, which stays as it was with { $settings }:
    give it a condition

# $question (count)
no-answer = the answer to question { $question } is no number at the start

# $mistake (count) $question (count)
mistake =
    mistake { $mistake } of question { $question } cannot be distinguished from the answer or from
    another mistake

# $figure (text)
no-figure = the plan at the start has no figure “{ $figure }”

# $passage (count) $figure (text) $settings (text)
no-figure-of =
    passage { $passage } of “done” links to “{ $figure }”, which the plan does not have with
    { $settings }
impossible-change = the plan of the prediction cannot exist, at the start or after the change

# $key (text)
locked-change = the change of the prediction sets “{ $key }”, which the step locks

# $question (count)
no-stage =
    figure { $question } of the prediction is of a stage that the plan does not have, at the start or
    after the change

# $question (count)
out-of-range = the true value of figure { $question } of the prediction is not between “from” and “to”

# $question (count)
not-one-truth =
    the choices for figure { $question } of the prediction should have “truth” once, and no other
    value within the tolerance of it

# $mistake (count) $question (count)
predicted-mistake =
    mistake { $mistake } for figure { $question } of the prediction has no value, or cannot be
    distinguished from the true value or from another mistake
