### A file of plans.

## Reasons why a file gives no rows or cannot be written, without a full stop

# $file (text) $fault (text)
unreadable = cannot read { $file }: { $fault }

# $file (text) $mebibytes (ungrouped)
too-large =
    { $file } has more than { $mebibytes } MiB, the most that a file of plans may have

# $file (text) $fault (text)
not-csv = { $file } is not CSV: { $fault }

# $file (text)
empty = { $file } is empty; its first line has to name the columns

# $file (text)
header-not-text = the first line of { $file } is not UTF-8

# $file (text)
no-plans =
    the first line of { $file } has to name a column link, or columns model, gpu and gpus, with
    commas between them

# $file (text) $column (text)
columns-alike = two columns of { $file } are called “{ $column }”

# $file (text) $most (count)
too-many =
    { $file } stands for more than { $most } plans, each of a cell's alternatives counted; take it
    apart

# $file (text) $fault (text)
unwritable = cannot write { $file }: { $fault }

# Message when the answers would overwrite the file of plans.
same-file = --out names the file that is read; name another

## Reasons why a row has no answer

# $found (ungrouped) $expected (ungrouped)
cells = Cells of the row: { $found }; of the header: { $expected }.
row-not-text = The row is not UTF-8.
two-plans = The row names both a link and a model or its GPUs.

# $column (text)
missing = The column { $column } is empty.

## Notes

# Columns of the file that new answers replace.
# $columns (names)
replaced = replaced by new answers: { $columns }

# $rows (count) $all (count)
unanswered =
    { $rows ->
        [one] { $rows } of { $all } rows has no answer; the column error says why
       *[other] { $rows } of { $all } rows have no answer; the column error says why
    }

# Template of the progress bar; parts in braces are filled in by the bar.
bar = {"{wide_bar} {human_pos}"} of {"{human_len}"} rows, {"{elapsed}"}
