### The choice of a language.

# Without a full stop.
# $tag (text)
missing = there is no language “{ $tag }”; English stands in
