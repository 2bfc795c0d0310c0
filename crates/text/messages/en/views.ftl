### The row of tabs, and words that all figures share.

# Buttons that show all of a long caption, and its first lines.
more = more
less = less
# Name of the row of tabs.
tab-list = Views
# Tabs of memory and time, which phones have.
memory = Memory
time = Time

tab-cut = Cut
tab-watch = Watch
tab-timeline = Timeline
tab-waterfall = Waterfall
tab-cluster = Cluster
tab-roofline = Roofline
tab-sweep = Sweep
tab-search = Best layout
tab-compare = Compare
tab-run = Run and cost
tab-bill = Bill
tab-accuracy = Accuracy
tab-recipe = Recipe

# A figure could not be saved as a file.
unkept = The file was not saved: the part of the page that makes it did not load.
# Before the sentence about a time of a plan that does not fit.
if-it-fit = If it fit:
# Origin of the GPU’s memory capacity, in GiB and GB.
# $whole-gib (text) $whole-gb (text) $usable (text)
capacity =
    GPU memory: { $whole-gib } ({ $whole-gb }) less 0.5 % for the driver = { $usable }. GB are 10⁹
    bytes, GiB 2³⁰; a name such as “80 GB” often means GiB.
# A split of layers that cannot be read.
wrong-split =
    Not understood: give the layers of every stage in order, separated by commas, as in 9,11,11,9.
    Leave it empty for an even split.
# The basis of the numbers.
basis =
    Memory and time come from one model of the operations, the schedule and the network; it is
    calibrated on published training runs.
# A button of the menu: it opens the view of the accuracy, which has the works.
works = Accuracy and sources
