### The dialog that hands plans on and brings them in.

# The button of the head; a narrow page shows only its first part.
share = Share
share-more = , export
import = Import

heading = Share and export
close = Close
pane-link = Link
pane-lesson = Lesson page
pane-files = Launch files
copy = Copy
copied = Copied

# Message when the browser does not copy: the text is selected for the reader to copy.
selected = Selected: copy it with the keyboard

## The link

link-sentence =
    The link holds the whole plan: anyone who opens it sees the same figures and can change it.
link-field = Link of this plan
link-share = Share…
link-unshared = This browser did not share the link. Copy it instead.
link-code = QR code of the link
link-keep-code = Keep the QR code (SVG)
link-no-code = The link is too long for a QR code.

## The planner in a lesson's page

# $plan (text)
lesson-sentence = Starts from this plan: { $plan }. Tick what your page needs.
lesson-show = Show
lesson-controls = Controls
lesson-look = Look
lesson-goal = Goal
lesson-preview = What your readers see
lesson-take = Copy it
lesson-all-views = With nothing ticked, the whole page is shown.
lesson-tables = Open the tables behind all figures
lesson-fits = The plan fits
lesson-condition = And

# Message when the plan that the lesson starts from already reaches the goal.
lesson-early = This plan already reaches the goal. Change the plan first.

# Message when the page is a single file, which cannot be embedded.
lesson-single = This page is a file on this device: embed the planner from a server.

# The name of a view.
# $view (formats::link::presentation::View)
view-name =
    { $view ->
        [verdict] Verdict
        [overheads] Where the time goes
        [diagnosis] Limits
        [memory] Memory of each stage
        [cut] Cut
        [watch] A step as it moves
        [timeline] Timeline
        [waterfall] From peak to MFU
        [map] Cluster map
        [kernel-times] Roofline
        [sweep] Sweep
        [search] The best layout
        [run] Run and cost
        [bill] Memory and compute bill
        [recipe] The ordered recipe
        [compare] Plans A and B
       *[accuracy] Published runs
    }

# Access to a control.
access-free = free
access-locked = locked
access-hidden = hidden

# Number of a group's controls that are locked.
# $controls (ungrouped)
locked = { $controls } locked

# Number of a group's controls that are hidden.
# $controls (ungrouped)
hidden = { $controls } hidden

# $locked (ungrouped) $hidden (ungrouped)
locked-and-hidden = { $locked } locked, { $hidden } hidden

look-theme = Theme
look-units = Memory in
look-mfu = MFU counts
theme-system = as the reader’s system
theme-light = light
theme-dark = dark
theme-projector = projector
unit-gib = GiB
unit-gb = GB
mfu-full = full attention
mfu-causal = causal attention
mfu-recomputed = recomputed work, too (HFU)

limit-mfu = MFU at least, %
limit-bubble = Bubble at most, %
limit-step = Step at most, s
limit-days = Run at most, days
limit-dollars = Cost at most, $
limit-gpus = GPUs at most

# A way to take the lesson's page along, and its use.
way-link = Link
    .help = For a message, a slide or a course that takes links only.
way-frame = Frame
    .help = For any page that takes HTML: a frame of a fixed height.
way-element = Element
    .help =
        For a page that takes scripts: as high as its content, with messages to the page.

opens-heading = Lesson
opens-name = Opens
opens-own = Write your own
opens-nothing = One of ours, or the address of a lesson’s file.
opens-ours = One of ours: it opens with the page.
opens-file =
    The lesson at this address. A server elsewhere has to let other pages read it (CORS).
opens-neither =
    Neither one of our lessons nor an address: addresses begin with https:// or end in .json.
opens-with-goal = With a goal above, this is only a name, which comes back with messages.

ours-tour = The tour of the five tolls
ours-recipe = The ordered recipe
ours-challenges = Challenges
ours-exercises = Exercises
ours-finetune = Fine-tune on one card

## A lesson that a teacher writes

own-instructions =
    A lesson is a file of steps, each with a text and, if you like, a goal. Save it, put it on a
    server and give its address above.
own-template = Begin with this plan
own-choose = Open a file…
own-keep = Save lesson.json
own-field = The lesson’s file

# Message when the text is a lesson.
# $title (text) $steps (ungrouped)
own-read =
    { $steps ->
        [one] “{ $title }”, { $steps } step: shown in the preview.
       *[other] “{ $title }”, { $steps } steps: shown in the preview.
    }

# Number of faults that are not listed.
# $faults (ungrouped)
own-more = And { $faults } more.

# Title of a new lesson.
own-title = My lesson

# Title of the step of a new lesson.
own-step = The first step

# Text of the step of a new lesson. Brackets and braces stay as they are.
own-text =
    Say what there is to see, such as the [memory](view:memory), and what to move, such as [tensor
    parallelism](control:tp). This plan needs {"{{"}memory.peak_gib{"}}"} a GPU.

## Files of frameworks

files-sentence =
    The plan as settings of a training framework, with a list of what these cannot express.
files-target = For
files-launch = Start with
files-lacks = Caveats
files-complete = The settings express the whole plan.
files-keep = Save the file
files-impossible = This plan cannot exist, so there is nothing to launch.

target-megatron = Megatron-LM, arguments
target-megatron-bridge = Megatron-Bridge and NeMo, overrides of a recipe
target-deep-speed = DeepSpeed, JSON
target-torch-titan = torchtitan 0.2, TOML
target-torch-titan-python = torchtitan 0.3, Python
target-nanotron = nanotron, YAML
target-max-text = MaxText, YAML
target-accelerate = Hugging Face Accelerate with FSDP, YAML
target-axolotl = Axolotl, YAML
target-llama-factory = LLaMA-Factory, YAML
target-trl = TRL, YAML
target-swift = ms-swift, YAML
target-torchtune = torchtune, YAML
target-peft = PEFT, an adapter’s JSON
target-sky-pilot = SkyPilot, a task
target-slurm = Slurm, a batch script
target-markdown = A report, Markdown
target-bib-tex = A bibliography, BibTeX
target-json = Plan and estimate, JSON
target-csv = Plan and estimate, CSV

## A plan that is brought in

import-sentence =
    Paste a link, a model’s config.json, arguments of Megatron-LM, a TOML of torchtitan, a JSON of
    DeepSpeed or the log of a run. Several files of one run become one plan.
import-field = Text to import
import-choose = Choose files…
import-choose-folder = Choose a folder…
import-drop = or drop files, a folder or a zip archive anywhere on this page

import-unread = The file cannot be read as text.
import-late = The reader of files is still loading.
import-failed = The reader of files did not load.
import-ended =
    Reading took too long or failed, so it was ended. Your plan stays, and other files can be read.
import-no-workers =
    This browser starts no workers, and the reader of files needs one. The same files are read by a
    command: shardwise import.

# What was read, with the title of the plan.
# $source (model | log | link | options)
# $program (text)
# $plan (text)
import-file =
    { $source ->
        [model] A config.json of Hugging Face: { $plan }.
        [log] The log of a run: { $plan }.
        [link] The link of a plan: { $plan }.
       *[options] Options of { $program }: { $plan }.
    }

# $plan (text)
import-link = A link to a plan: { $plan }.
import-measured = Measured

# $step (duration) $peak (size)
measured-both = A step of { $step }, a peak of { $peak }.

# $step (duration)
measured-step = A step of { $step }.

# $peak (size)
measured-peak = A peak of { $peak }.

# Heading over the settings that the file leaves open.
import-open = Missing settings
import-model = Model
import-gpu = GPU
import-left = Not understood
import-impossible = This plan cannot exist yet; the planner shows how to fix it.
import-take = Use this plan
