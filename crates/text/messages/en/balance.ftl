### The balance of communication and compute.

# Line above the limits.
communication-bound = Communication-bound at rated speeds:

data = data parallel
tensor = tensor parallel
context = context parallel
expert = expert parallel
pipeline = pipeline parallel

# $ratio (digits)
exchange = exchange is { $ratio }× the compute
exchange-small = exchange is below 0.01× the compute
# $limit (text) $exchange (text)
limited = { $limit }; { $exchange }
# $limit (text) $tokens (short) $exchange (text)
limited-batch = { $limit }: { $tokens } tokens a step; { $exchange }

## Limits below or above which an axis is bound by its communication

# $tokens (count)
step-tokens = below { $tokens } tokens per GPU and step
# $tokens (count)
micro-batch-tokens = below { $tokens } tokens per GPU and micro-batch
# $tokens (count)
sequence-tokens = below { $tokens } tokens of a sequence per rank
# $ranks (tenths)
ranks = above { $ranks } ranks
# $width (count)
expert-width = with experts narrower than { $width }
# $layers (digits)
layers-of-stage = below { $layers } layers per stage
