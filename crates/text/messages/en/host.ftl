### Memory of a node’s host, for what is offloaded to it.

heading = Host memory
# Label of the bar of the host in the memory figure.
host = host

## The verdict, with the range of the need

# $need (text) $capacity (size)
enough = Host memory: enough, { $need } of { $capacity } a node
# $need (text) $capacity (size)
tight = Host memory: may not be enough, { $need } of { $capacity } a node
# $need (text) $capacity (size)
out = Host memory: not enough, { $need } of { $capacity } a node

## Sentences of a notice

# $need (size) $capacity (size) $phase (loading | training | saving)
over =
    { $phase ->
        [loading] The host runs out of memory when the weights are loaded: a node needs about { $need } and has { $capacity }. Linux then ends the process.
        [training] The host runs out of memory in training: a node needs about { $need } and has { $capacity }. Linux then ends the process.
       *[saving] The host runs out of memory when the weights are saved: a node needs about { $need } and has { $capacity }. Linux then ends the process.
    }
# $need (size) $high (size) $capacity (size)
close =
    The host may run out of memory: a node needs about { $need }, at most { $high }, and has
    { $capacity }.

## Phases of a run

loading = loading
training = training
saving = saving

## Terms beside those of the GPU

pinned = pinning
copies = whole weights
processes = processes
# Heading of the table of phases.
# $unit (text)
table = host, { $unit }
