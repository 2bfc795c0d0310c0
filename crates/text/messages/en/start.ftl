### The card of a first visit.

# The purpose of the planner.
title =
    See whether a training run fits your GPUs, how fast it goes, and why. Drag anything.
tour = Start the tour
look = Look around

# Stands before the link to the import.
or-open = or open a link, a config.json or launch arguments:
import = Import

# Heading of the famous plans.
famous = Or begin with a famous plan

# The key of the bars of famous plans.
key-state = model state
key-activations = activations
key-rest = all else
key-capacity = the line is the GPU memory

# A model or a GPU that is not of the catalogue.
custom = custom

# $number (count) $gpu (text)
gpus = { $number } × { $gpu }

# Of a plan that trains adapters.
fine-tuning = Fine-tune on one card: 4-bit weights, adapters trained beside them

# Of a plan that does not fit.
challenge = Can you make it fit?

# What the report of a famous run says, beside the model’s value; the source is a name and a year.
# $published (duration) $here (duration) $source (text)
step-reported = { $source }: a step of { $published }, here { $here }

# $published (count) $here (count) $source (text)
tokens-reported = { $source }: { $published } tokens/s a GPU, here { $here }

# $published (rate) $here (rate) $source (text)
model-flops-reported = { $source }: { $published }, here { $here }

# $published (rate) $here (rate) $source (text)
hardware-flops-reported = { $source }: { $published } with recompute, here { $here }
close = Close this card

# Opens the card, in the menu.
menu = First steps
