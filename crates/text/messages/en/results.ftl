### Results of a plan, in a sentence or two.

## Need of memory

# $need (figure) $capacity (size) $over (size) $mostly (text)
over-everywhere =
    Needs { $need } of { $capacity } on every GPU: over by { $over }, mostly { $mostly }.
# $need (figure) $capacity (size) $stage (count) $over (size) $mostly (text)
over-on-stage =
    Needs { $need } of { $capacity } on stage { $stage }: over by { $over }, mostly { $mostly }.
# $need (figure) $capacity (size) $range (range)
doubtful-everywhere =
    Needs { $need } of { $capacity } on every GPU; only the low end of the range, { $range }, fits.
# $need (figure) $capacity (size) $stage (count) $range (range)
doubtful-on-stage =
    Needs { $need } of { $capacity } on stage { $stage }; only the low end of the range, { $range },
    fits.
# $range (range) $cause (fragments | other)
tight-everywhere =
    On every GPU the range, { $range }, may exceed GPU memory{ $cause ->
        [fragments] {" "}because of fragmentation: set PyTorch’s expandable_segments
       *[other] {""}
    }.
# $stage (count) $range (range) $cause (fragments | other)
tight-on-stage =
    On stage { $stage } the range, { $range }, may exceed GPU memory{ $cause ->
        [fragments] {" "}because of fragmentation: set PyTorch’s expandable_segments
       *[other] {""}
    }.
# $peak (size) $mostly (text)
held-everywhere = Every GPU holds { $peak }, mostly { $mostly }.
# $stage (count) $peak (size) $mostly (text)
held-on-stage = The fullest GPU, on stage { $stage }, holds { $peak }, mostly { $mostly }.

## The largest part of memory

weights = weights
gradients = gradients
optimizer-state = optimizer state
activations = activations
logits = logits of the loss
buffers = buffers

## Memory of each stage

# Fewer bars than stages.
# $stages (count) $bars (count)
grouped-bars =
    { $stages } stages in { $bars } bars: each shows the fullest of several stages. The table has
    all stages.
# $need (size)
same-need = Every GPU needs the same { $need }; the line is the GPU memory.
# $least (figure) $most (size) $why (early | ends) $verdict (tight | may-not-fit | all | none | some) $over (count) $stages (count)
needs =
    From { $least } to { $most }: { $why ->
        [early] early stages keep more micro-batches in flight
       *[ends] embedding and loss differ
    }; { $verdict ->
        [tight] the fullest is tight
        [may-not-fit] the fullest may not fit
        [all] all fit
        [none] none fits
       *[some] { $over } of { $stages } do not fit
    }.

## Time

# $loss (text) $share (percent) $fit (real | if-it-fit)
largest-loss = Largest loss: { $loss }, { $share } of the step{ $fit ->
        [real] {""}
       *[if-it-fit] , if it fit
    }.
# The loss after the largest one, too.
# $loss (text) $share (percent) $second (text) $second-share (percent) $fit (real | if-it-fit)
largest-losses =
    Largest loss: { $loss }, { $share } of the step; then { $second }, { $second-share }{ $fit ->
        [real] {""}
       *[if-it-fit] , if it fit
    }.
# $useful (percent) $share (percent) $loss (text) $fit (real | if-it-fit)
useful = { $useful } useful, { $share } { $loss }{ $fit ->
        [real] {""}
       *[if-it-fit] , if it fit
    }.

## For a screen reader

# $need (figure) $capacity (size) $mfu (percent) $fit (real | if-it-fit)
moved = { $need } of { $capacity }, MFU { $mfu }{ $fit ->
        [real] {""}
       *[if-it-fit] , if it fit
    }.
# $verdict (text) $need (figure) $capacity (size) $mfu (percent) $fit (real | if-it-fit)
announcement = { $verdict }: { $need } of { $capacity }, MFU { $mfu }{ $fit ->
        [real] {""}
       *[if-it-fit] , if it fit
    }.
