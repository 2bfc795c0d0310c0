### Parts of a link that were not understood.

# $most (count)
too-long = The link is longer than { $most } characters; the rest was not read.

# $given (text)
version = It was made by version “{ $given }” of this planner and is read as version 1.

nothing-measured = It says which plan was measured, but not what: that was left out.

# $key (text)
unknown-key = There is no setting called “{ $key }”; it was left out.

# $key (text)
repeated = “{ $key }” stands twice; the first one counts.

# $given (text) $used (text)
unknown-model = There is no model “{ $given }” in the catalogue; using { $used }.

# $given (text) $used (text)
unknown-gpu = There is no GPU “{ $given }” in the catalogue; using { $used }.

# $given (text)
unknown-language = There is no language “{ $given }”; English stands in.

# $given (text)
unloaded-language = The language “{ $given }” could not be loaded; English stands in.

# $given (text) $key (text) $used (text)
bad-value = “{ $given }” is not a value of “{ $key }”; using { $used }.

# A long list by its first numbers.
# $first (text) $count (count)
first-numbers = { $first },… ({ $count } numbers)
