### The cluster map: GPUs, their partners and the links between them.

# Name of the view.
heading = Cluster map.

## The sentence on a GPU’s traffic in a step.

no-communication = A single GPU has no communication.

# Traffic on a link.
# $bytes (amount) $link (text) $time (duration)
over = { $bytes } over { $link } in { $time }

# Traffic on several links.
# $before (text) $last (text)
over-also = { $before } and { $last }

# $gpu (count) $traffic (text) $exposed (duration)
sends = In a step, GPU { $gpu } sends { $traffic }; { $exposed } of it is exposed.

# $gpu (count) $traffic (text)
sends-overlapped =
    In a step, GPU { $gpu } sends { $traffic }; all of it is overlapped with compute.

## The map.

# Name of the choice of an axis.
axes = Groups of

route-tensor = Tensor

route-expert-tensor = Tensor, in experts

route-context = Context

route-expert = Expert

route-pipeline = Pipeline

route-data = Data

route-across-shards = Across shard groups

route-expert-data = Data, experts

route-across-expert-shards = Across expert shards

route-host = Host

# Before the number of the chosen GPU.
gpu = GPU

# $node (count)
node-number = node{"\u00A0"}{ $node }

# A node with the pipeline stage that begins there.
# $stage (count) $node (count)
node-of-stage = stage{"\u00A0"}{ $stage } · node{"\u00A0"}{ $node }

# Heading of a GPU’s exchanges.
# $gpu (count) $node (count) $stage (count) $step (duration)
place =
    GPU { $gpu }, node { $node }, stage { $stage }: time on its links in a step of { $step };
    hatched = overlapped with compute

# Legend of colours and letters.
key =
    Blue is the group of the chosen GPU. A number is that of a group, or its last two digits. Letters
    mark partners of the chosen GPU on any axis; those on the chosen axis are framed.

# Groups of the chosen axis. The domain is named after its link, such as NVLink.
# $groups (count) $size (count) $domain (text)
groups-within =
    { $groups ->
        [one] { $groups } group of { $size } GPUs, within one { $domain } domain.
       *[other] { $groups } groups of { $size } GPUs, each within one { $domain } domain.
    }

# $groups (count) $size (count) $domain (text)
groups-beyond =
    { $groups ->
        [one] { $groups } group of { $size } GPUs, reaching beyond one { $domain } domain.
       *[other] { $groups } groups of { $size } GPUs, all reaching beyond one { $domain } domain.
    }

# $groups (count) $size (count) $torn (count) $domain (text)
groups-some-beyond =
    { $groups ->
        [one] { $groups } group of { $size } GPUs, { $torn } of them reaching beyond one { $domain }
            domain.
       *[other] { $groups } groups of { $size } GPUs, { $torn } of them reaching beyond one
            { $domain } domain.
    }

# Legend of the whole cluster.
# $nodes (count) $gpus (count)
overview =
    { $nodes ->
        [one] The whole cluster: each square is a node of { $gpus } GPUs.
       *[other] The whole cluster: each square is { $nodes } nodes of { $gpus } GPUs.
    } Blue is the group of the chosen GPU; greys alternate by group, and by pipeline stage where a
    square has several groups. Dots mark partners; the framed part is shown below.

## Partners of a GPU.

host-memory = host memory

# The partner in the stage before.
# $gpu (count)
gpu-before = GPU { $gpu } before it

# $gpu (count)
gpu-behind = GPU { $gpu } behind it

# $gpu (count)
gpu-number = GPU { $gpu }

# $others (count) $first (count) $last (count)
several = { $others } partners, GPUs { $first } to { $last }

# $others (count) $first (count) $last (count) $stride (count)
several-apart = { $others } partners, GPUs { $first } to { $last } in steps of { $stride }

# $partners (text)
in-node = { $partners }, in its node

# $partners (text)
in-domain = { $partners }, in its NVLink domain

# $partners (text)
in-other-nodes = { $partners }, in other nodes

# $partners (text) $near (count)
some-in-domain = { $partners }, { $near } of them in its domain

## Traffic of an exchange.

# $bytes (amount) $link (text) $time (duration)
sent-overlapped = { $bytes } over { $link } in { $time }, overlapped

# $bytes (amount) $link (text) $time (duration)
sent-exposed = { $bytes } over { $link } in { $time }, all exposed

# $bytes (amount) $link (text) $time (duration) $exposed (duration)
sent-partly-exposed = { $bytes } over { $link } in { $time }, { $exposed } exposed

## Links.

# Name of the bars of bandwidth.
bandwidth = Bandwidth of one GPU, one way

# $rate (whole)
gigabytes-a-second = { $rate } GB/s

network = the network

host-link = the host’s link

# Name of the link between GPUs of AMD.
infinity-fabric = Infinity Fabric

# The gap between the domain’s link and the network’s.
# $link (text) $ratio (text) $both (whole) $network (whole) $printed (text)
gap-of-links =
    Per direction, { $link } has { $ratio }× the bandwidth of a network port. Data sheets print
    { $both } GB/s for both directions against { $network } GB/s for one: { $printed }×.

# Rate of an exchange beside that of the data sheet.
# $reached (digits) $sheet (digits)
reaches = { $reached } of { $sheet } GB/s

## The table.

heading-among = communication among

heading-gpus = GPUs

heading-stride = stride

heading-in-domain = in one domain

heading-sent = sent per step

heading-time = time on the link

heading-exposed = exposed

heading-limit = limited by

heading-reaches = reaches

# A group inside a domain, or across domains.
inside-yes = yes

inside-no = no
