### The page’s frame: its head, its regions, notices, and parts that load later.

title = Shardwise
# Name of the region of the views.
views = Views
skip-controls = Skip to the controls
skip-figures = Skip to the figures
skip-views = Skip to the views
# Buttons: memory and time above an open view are folded to a few lines.
unfold-figures = Show memory and time in full
fold-figures = Fold memory and time
unfold-controls = Show the controls
fold-controls = Hide the controls
skip-lesson = Skip to the lesson
# Name of the menu of the head.
menu = More
copy-link = Copy link
link-copied = Link copied
# Before the address that the reader copies, where the clipboard is not available.
copy-address = Copy this address:
# Back to the preset’s plain plan.
reset = Reset
# The switch of GiB and GB.
# $unit (text)
units = Memory in { $unit }

# $theme (text)
theme = Theme: { $theme }
theme-auto = as system
theme-light = light
theme-dark = dark
theme-projector = projector
# Mark of a control that a teacher has locked.
locked = Locked
# Behind the name of a control, in the place that it has left for the group of a lesson’s step.
# $name (text)
at-the-top = { $name }: at the top
# Heading over the controls.
controls = The plan
# Heading over the figures.
figures = What follows from it
# Closes a notice.
dismiss = Dismiss
# Opens the table behind a figure.
table = The numbers as a table
# Before the file formats in which a figure can be saved.
keep = Keep as

# A button that saves a figure in a file format.
# $format (text)
keep-as = Keep as { $format }
# Heading of the certainty of each term.
certainty = how sure
certainties =
    Exact: counted from the plan. Calibrated: with constants fitted to published runs. Assumed: with
    untested constants.
# Heading of the notice on a link.
link-notice = Not all of the link was understood
# Heading of the notice on locked controls that an address would have moved.
locks-kept-notice = Locked controls kept their values
# $names (names)
locks-kept =
    The lesson locks { $names }: the address named other values, and the plan keeps those of the
    step.
# Heading of the list of effects that the model leaves out.
not-modelled = Not in these numbers
# Heading over the reasons of an illegal plan.
illegal = This plan cannot exist
# Heading over cures.
cures = Ways to make it fit
# Heading over changes with which the plan still does not fit.
relief = What frees most memory
cures-pending = Looking for ways to make it fit…
# Heading of the notice on parts of the page that have not loaded.
unloaded = Part of this page is missing
figures-loading = The other figures, “Share”, “Import” and “Lessons” are still loading.
figures-missing =
    The other figures, “Share”, “Import” and “Lessons” did not load. The verdict above is complete.
views-loading = Advice and the other views are still loading.
views-missing = Advice and the other views did not load.
address-loading = Parts that the address names, such as a lesson or a goal, are still loading.
address-missing = Parts that the address names, such as a lesson or a goal, did not load.
search-loading = The search is still loading.
search-missing = The search did not load.
player-loading = The player is still loading.
player-missing = The player did not load.
why-loading = The arithmetic of figures is still loading.
why-missing = The arithmetic of figures did not load.
predict-loading = The predictions are still loading.
predict-missing = The predictions did not load.
dialog-loading = This dialog is still loading.
dialog-missing = This dialog did not load.
lessons-loading = The lessons are still loading.
lessons-missing = The lessons did not load.
editor-loading = The editor is still loading.
editor-missing = The editor did not load.
# In place of cures and of the change that helps most, while the search is not loaded.
not-looking = The part of the page that looks for changes has not loaded.
# Loads a missing part again.
again = Try again
no-cure = No change makes it fit, nor do several together, a smaller model or more GPUs.
# Below cures where none trains the model in full on the plan’s few GPUs.
adapters =
    No way was found to train all weights of this model on these GPUs with this framework. Adapters
    (LoRA, QLoRA) take far less memory: choose them at Training.
cures-stopped = The search stopped after three seconds: there may be better ways.
cures-stopped-without = The search stopped after three seconds: none found so far.
# One step down on a slider.
less = One step less
# One step up on a slider.
more = One step more
# Mark beside a choice that follows the recipe.
by-recipe = by recipe
# Beside a choice that differs from the recipe’s.
# $value (text)
recipe-has = recipe: { $value }

## Groups of controls

# Controls of a lesson’s step.
group-step = In this step
group-model = Model
group-shape = Shape
group-experts = Experts
group-cluster = Cluster
group-card = GPU and links
group-layout = Layout
group-division = Shard groups and uneven layers
group-batch = Batch
group-levers = Memory levers
group-frozen = Frozen parts
group-storage = Offload and storage types
group-run = Run
group-habits = Framework defaults
group-failures = Power and failures

off = off
on = on
