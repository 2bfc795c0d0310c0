### Numbers, units and lists, as they stand everywhere. What people type and what files and links
### have is not written with these.

## Numbers

# Between whole and decimals, in 1,966.5.
decimal-mark = .

# Between thousands, in 1,966.5.
group-mark = ,

# Before a number below zero.
minus-sign = −

# Before a difference above zero.
plus-sign = +

# $value (written)
thousands = { $value }{"\u00A0"}K

# $value (written)
millions = { $value }{"\u00A0"}M

# $value (written)
billions = { $value }{"\u00A0"}B

# $value (written)
trillions = { $value }{"\u00A0"}T

# 10¹⁵
# $value (written)
quadrillions = { $value }{"\u00A0"}Q

## Prefixes of units, where the name of an axis or of a column has the unit

# $value (written)
giga = { $value }{"\u00A0"}G

# $value (written)
tera = { $value }{"\u00A0"}T

# $value (written)
peta = { $value }{"\u00A0"}P

# $value (written)
exa = { $value }{"\u00A0"}E

## Shares and ranges

-percent = %

# $share (written)
percent = { $share }{"\u00A0"}{ -percent }

# A percentage’s unit in names of axes.
percent-symbol = { -percent }

# Difference of two percentages.
# $change (written)
points = { $change }{"\u00A0"}points

# Two numbers, or two numbers with units, between which a value is.
# $low (written) $high (written)
range = { $low }–{ $high }

## Time

# $value (written)
microseconds = { $value }{"\u00A0"}µs

# $value (written)
milliseconds = { $value }{"\u00A0"}ms

-seconds = s

# $value (written)
seconds = { $value }{"\u00A0"}{ -seconds }

# In names of axes.
seconds-symbol = { -seconds }

# $value (written)
minutes = { $value }{"\u00A0"}min

# $value (written)
hours = { $value }{"\u00A0"}h

# From two days on.
# $value (digits)
days =
    { $value ->
        [one] { $value }{"\u00A0"}day
       *[other] { $value }{"\u00A0"}days
    }

# From about three years on.
# $value (digits)
years =
    { $value ->
        [one] { $value }{"\u00A0"}year
       *[other] { $value }{"\u00A0"}years
    }

## Money and energy

-dollars = $

# $amount (written)
dollars = { -dollars }{ $amount }

# In names of axes.
dollars-symbol = { -dollars }

-megawatt-hours = MWh

# $value (written)
megawatt-hours = { $value }{"\u00A0"}{ -megawatt-hours }

# In names of axes.
megawatt-hours-symbol = { -megawatt-hours }

## Bytes: a MiB is 2²⁰ bytes, a GiB 2³⁰, a TiB 2⁴⁰; MB, GB and TB are powers of ten.

-gib = GiB
-gb = GB

# $value (written)
mib = { $value }{"\u00A0"}MiB

# $value (written)
mb = { $value }{"\u00A0"}MB

# $value (written)
gib = { $value }{"\u00A0"}{ -gib }

# $value (written)
gb = { $value }{"\u00A0"}{ -gb }

# $value (written)
tib = { $value }{"\u00A0"}TiB

# $value (written)
tb = { $value }{"\u00A0"}TB

# In headings, and on the switch of the two units.
gib-symbol = { -gib }
gb-symbol = { -gb }

## Rates

# $value (written)
gigabytes-per-second = { $value }{"\u00A0"}GB/s

# $value (written)
gigaflops = { $value }{"\u00A0"}GFLOP/s

# $value (written)
teraflops = { $value }{"\u00A0"}TFLOP/s

# $value (written)
petaflops = { $value }{"\u00A0"}PFLOP/s

## Lists

# Between the entries of a list.
list-separator = ,{" "}

# Between clauses that are the entries of a list.
clause-separator = ;{" "}

# A list that goes on.
# $list (written)
list-cut = { $list }…
