### Exit statuses of the command, in its help and in docs/command.md.

status = Exit status

# Status 2 of every subcommand.
arguments = 2 also stands for arguments that are not understood, 1 for other errors of input or output.

## estimate

estimate-0 = the plan is legal
estimate-2 = the plan is illegal or not understood

## goal

goal-0 = the goal is reached
goal-1 = the goal is not reached
goal-2 = the plan or the goal is not understood

## search

search-0 = a layout fits
search-1 = no layout fits
search-2 = the plan or the question is not understood

## compare

compare-0 = a framework runs the plan
compare-1 = no framework runs the plan
compare-2 = the plan or a framework is not understood

## fits

fits-0 = every question has an answer that fits
fits-1 = a question has none
fits-2 = the plan is illegal or not understood

## fleet

fleet-0 = every row has a layout
fleet-1 = a row has none
fleet-2 = the file or the question is not understood

## export

export-0 = the file is written, and its framework starts with it
export-1 = the file would run another plan (--strict)
export-2 = the plan is illegal or not understood, or the file cannot be written
export-3 = the file is written, but its framework does not start with it

## import

import-0 = the file gives a plan
import-2 = the file, its model or the plan of --with is not understood
import-3 =
    the file has what may change memory, layout, batch or length, and the plan has not (--strict)

## lesson

lesson-0 = no step is wrong
lesson-1 = a step is wrong
lesson-2 = a file is no lesson

## list

list-0 = the list is printed

## trace

trace-0 = the plan has the part
trace-1 = the plan lacks the part
trace-2 = the plan is illegal or not understood

## validate

validate-0 = the file is read
validate-2 = the file cannot be read

## why

why-0 = the arithmetic is printed
why-1 = the figure is zero, has nothing at the path, or no textbook’s formula
why-2 = a plan is illegal or not understood
