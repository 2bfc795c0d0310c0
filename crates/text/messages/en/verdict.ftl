### The words of verdicts on a plan: one each, wherever a verdict stands.

## Alone, or at the beginning of a line

alone-fits = Fits
alone-tight = Tight
alone-may-not-fit = May not fit
alone-does-not-fit = Does not fit
# No such plan exists.
alone-cannot-exist = Cannot exist

## Inside a line

fits = fits
tight = tight
may-not-fit = may not fit
does-not-fit = does not fit
cannot-exist = cannot exist
