### The reader’s own machine.

heading = Fit to my machine
instructions =
    Measure a step of this plan: every figure is then rescaled to your machine, for other plans too.
forget = Forget
go-back = Back to that plan
# Heads the sentences in a report.
fitted = On your machine

# $measured (duration) $predicted (duration) $speed (hundredths)
step =
    Measured { $measured }, the model says { $predicted }: your machine runs at { $speed } times the
    model’s speed. All times are scaled by this.
# $measured (size) $predicted (size) $difference (size) $direction (less | more)
peak =
    Measured { $measured }, the model says { $predicted }: { $difference } { $direction ->
        [less] less
       *[more] more
    } on every stage.
# $differences (names)
measured-with = Measured with { $differences }.
