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

# $value (text)
thousands = { $value }{"\u00A0"}K

# $value (text)
millions = { $value }{"\u00A0"}M

# $value (text)
billions = { $value }{"\u00A0"}B

# $value (text)
trillions = { $value }{"\u00A0"}T

# 10¹⁵
# $value (text)
quadrillions = { $value }{"\u00A0"}Q

## Prefixes of units, where the name of an axis or of a column has the unit

# $value (text)
giga = { $value }{"\u00A0"}G

# $value (text)
tera = { $value }{"\u00A0"}T

# $value (text)
peta = { $value }{"\u00A0"}P

# $value (text)
exa = { $value }{"\u00A0"}E

## Shares and ranges

-percent = %

# $share (text)
percent = { $share }{"\u00A0"}{ -percent }

# A percentage’s unit in names of axes.
percent-symbol = { -percent }

# Difference of two percentages.
# $change (text)
points = { $change }{"\u00A0"}points

# Two numbers, or two numbers with units, between which a value is.
# $low (text) $high (text)
range = { $low }–{ $high }

## Time

# $value (text)
microseconds = { $value }{"\u00A0"}µs

# $value (text)
milliseconds = { $value }{"\u00A0"}ms

-seconds = s

# $value (text)
seconds = { $value }{"\u00A0"}{ -seconds }

# In names of axes.
seconds-symbol = { -seconds }

# $value (text)
minutes = { $value }{"\u00A0"}min

# $value (text)
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

# $amount (text)
dollars = { -dollars }{ $amount }

# In names of axes.
dollars-symbol = { -dollars }

-megawatt-hours = MWh

# $value (text)
megawatt-hours = { $value }{"\u00A0"}{ -megawatt-hours }

# In names of axes.
megawatt-hours-symbol = { -megawatt-hours }

## Bytes: a MiB is 2²⁰ bytes, a GiB 2³⁰, a TiB 2⁴⁰; MB, GB and TB are powers of ten.

-gib = GiB
-gb = GB

# $value (text)
mib = { $value }{"\u00A0"}MiB

# $value (text)
mb = { $value }{"\u00A0"}MB

# $value (text)
gib = { $value }{"\u00A0"}{ -gib }

# $value (text)
gb = { $value }{"\u00A0"}{ -gb }

# $value (text)
tib = { $value }{"\u00A0"}TiB

# $value (text)
tb = { $value }{"\u00A0"}TB

# In headings, and on the switch of the two units.
gib-symbol = { -gib }
gb-symbol = { -gb }

## Rates

# $value (text)
gigabytes-per-second = { $value }{"\u00A0"}GB/s

# $value (text)
gigaflops = { $value }{"\u00A0"}GFLOP/s

# $value (text)
teraflops = { $value }{"\u00A0"}TFLOP/s

# $value (text)
petaflops = { $value }{"\u00A0"}PFLOP/s

## Lists

# Between the entries of a list.
list-separator = ,{" "}

# A list that goes on.
# $list (text)
list-cut = { $list }…
