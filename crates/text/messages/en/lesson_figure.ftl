### The panel of lessons.

# Opens the panel.
button = Lessons
name = Lesson
close = Close the lessons
fold = Fold the lesson away
unfold = Unfold the lesson
all = All lessons

# Message when the browser could not store a lesson's file.
unkept = The browser cannot keep this file: after a reload, open it again.

## The list of all lessons

menu-sentence =
    Short lessons on the planner itself: each step starts from a plan and says what to reach. Any
    solution counts.
pending = Fetching…

# $steps (count)
steps =
    { $steps ->
        [one] { $steps } step
       *[other] { $steps } steps
    }

# $steps (count) $done (count)
steps-done =
    { $steps ->
        [one] { $steps } step, { $done } done
       *[other] { $steps } steps, { $done } done
    }
others = Another lesson
other-address = Its address
other-open = Open
other-file = Or its file

# $address (text)
absent =
    The lesson at “{ $address }” did not load. It may be elsewhere, or its server does not let other
    sites read it (CORS).

# $address (text)
too-large = The file at “{ $address }” is too large for a lesson.

# $given (text)
nowhere =
    “{ $given }” is neither one of our lessons nor an address: addresses begin with https:// or end
    in .json.

# Heading over the faults of a lesson.
refused = This lesson cannot be opened:
own = Back to the plan from before the lesson
keep = Save progress in this browser
forget = Delete saved progress
not-kept =
    This browser did not save your progress: it stores nothing for this page, or has no room left.
glossary = Glossary

## A step

about = About this lesson

# $place (count) $all (count)
step = Step { $place } of { $all }
done = done
back = Back
next = Next
finish = Finish
restart = Start again

# Stands before the controls that a step is about.
drag = Drag

# Stands before the figures that a step is about.
watch = Watch

# The name of a view in a list.
# $view (formats::link::presentation::View)
view =
    { $view ->
        [verdict] the verdict
        [overheads] where the time goes
        [diagnosis] the limits
        [memory] memory of each stage
        [cut] the cut
        [watch] a step as it moves
        [timeline] the timeline
        [waterfall] the waterfall
        [map] the cluster
        [kernel-times] the roofline
        [sweep] sweeps
        [search] the best layout
        [run] the run
        [bill] the bill
        [recipe] the recipe
        [compare] plans A and B
       *[accuracy] published runs
    }


# Stands before the button by which readers predict figures of a change before they see them.
predict-first = Predict first
predict = Make a prediction
predict-again = Predict again
goal = Goal

# Stands behind a part of a goal for those who do not see its sign.
part-reached = , reached
part-not-reached = , not reached

# $values (names)
now = now: { $values }

# Mark of a value in a text that follows the plan.
now-mark = {"\u00A0"}now
goal-reached = Goal reached.
step-done = Step done.
unfit = {" "}The plan does not fit.

# $controls (count)
changes =
    { $controls ->
        [one] { $controls } control changed
       *[other] { $controls } controls changed
    }

# $controls (count) $par (count)
changes-with-par =
    { $controls ->
        [one] { $controls } control changed, possible with { $par }
       *[other] { $controls } controls changed, possible with { $par }
    }
solution = Worked solution
sources = Sources

## Hints

hint-first = Hint
hint-more = One more hint

# $parts (text)
still-to-reach = Still to reach: { $parts }.

# $part (text) $bytes (size)
largest-memory = Largest part of memory now: { $part }, { $bytes }.

# $part (text) $share (percent)
largest-time = Largest cost of time now: { $part }, { $share } of the step.

# $control (text)
one-control = One control is enough: { $control }.

# $controls (text)
several-controls = One solution changes { $controls }.

# Names, the last one behind an “and”.
# $names (names) $last (text)
names-and = { $names } and { $last }

# $control (text) $value (text)
setting = { $control } to { $value }

# $settings (text)
set-all = Set { $settings }.
looking = Looking for a solution…
none-found =
    No solution was found from here, and no change gets closer. Start again, or undo the last
    change.
none-in-time =
    The search stopped after a second: no solution so far, and no change gets closer. Start again,
    or undo the last change.

# $settings (text)
nearer =
    No short solution was found from here. This gets closer: { $settings }; or start again.

# $settings (text)
nearer-in-time =
    The search stopped after a second without a solution. This gets closer: { $settings }; or start
    again.

# Stands in place of the changes that help most, which would be the solution.
no-advice = Changes that help are for you to find. Stuck? Press Hint in the lesson.
set = Set it

## Questions

answer = Your answer
check = Check
right = Right.
too-small = Too small.
number-too-large = Too large.
no-number = Enter a number, such as 208, 0.35, 7/15, 13 × 16 or 8.4e22.
without-unit = Enter the number without a unit.

# $unit (text)
in-unit = Enter the number in this unit: { $unit }.
ambiguous = This can be more than one number, and is not judged yet. Which one is it?

# $number (text)
read-as = Read as { $number }.
no-such-number = This plan has no such number. Choose a plan that can exist.

## The summary

summary = Summary
summary-copy = Copy
summary-print = Print
summary-copied = Copied
summary-selected = Select and copy it

# $title (text) $done (count) $all (count)
summary-first = { $title }: { $done } of { $all } steps done

# $state (done | open) $title (text)
summary-line =
    { $state ->
        [done] ✓ { $title }
       *[open] ○ { $title }
    }

# $line (text) $controls (count)
summary-line-changes =
    { $controls ->
        [one] { $line } ({ $controls } control)
       *[other] { $line } ({ $controls } controls)
    }
