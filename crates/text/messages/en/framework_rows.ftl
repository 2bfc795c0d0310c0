### One plan in several frameworks.

## Columns of the table

column-framework = framework
column-layout = layout
column-step = step
column-mfu = MFU
column-memory = memory
column-verdict = verdict

## Frameworks that do not run the plan

does-not-run = does not run
as-given = as given
no-layout = No layout that it runs fits.

# A sentence on the plan in a framework.
# $framework (text) $sentence (text)
on-framework = { $framework }: { $sentence }
