### Sweeps.

heading = Sweeps.

# Before any point is computed.
pending = Computing…

## Questions that are ready.

questions = Examples
question-bubble = Bubble by micro-batches
question-memory = Memory by sequence length
question-mfu = MFU by GPUs
question-zero = ZeRO stages by data-parallel ranks
question-step = Step by micro-batch size

## Choices.

# Labels of the lists: the reading, the axis across, the axis with a line for each value.
choice-reading = Show
choice-across = across
choice-between = a line for each
# Option of a single line.
nothing = none: one line
# Switches of the axes to logarithms.
log-across = log across
log-up = log up

## Readings.

reading-mfu = MFU
reading-step = step time
reading-tokens-per-second = tokens/s per GPU
reading-bubble = bubble
reading-exposed = exposed communication
reading-memory = memory of the fullest GPU
reading-activations = its activations
reading-state = its model state
reading-days = days
reading-cost = cost
reading-energy = energy
reading-goodput = goodput

## The sentence.

# One line or several; and the best value of a plan that fits, if one does.
# $reading (text) $across (text) $between (text) $own (text) $best (text) $place (text)
sentence =
    .line =
        The { $reading } across { $across }: this plan has { $own }; the best value that fits is
        { $best } ({ $place }).
    .line-without-best =
        The { $reading } across { $across }: this plan has { $own }; none of these fits.
    .lines =
        The { $reading } across { $across }, a line for each value of { $between }: this plan has
        { $own }; the best value that fits is { $best } ({ $place }).
    .lines-without-best =
        The { $reading } across { $across }, a line for each value of { $between }: this plan has
        { $own }; none of these fits.

## Points.

# $place (text) $figure (text) $verdict (text)
point = { $place }: { $figure }, { $verdict }

# A figure of a plan that does not fit.
# $figure (text) $verdict (text)
over = { $figure } ({ $verdict })
# Illegal plans: names of axes with values of each.
# $values (text)
left-out = Left out, because they cannot exist: { $values }
# Note when the sweep was stopped before all points were estimated.
cut = Stopped after five seconds: missing points were not computed.
# Label of the plan’s point.
here = this plan
# Label of the line of GPU memory.
# $capacity (size)
card = GPU memory { $capacity }
hint =
    Hollow points do not fit. Press a point to go there; the browser’s Back returns.

## Names of the axes, by their keys.

axis-model = model
axis-layers = layers
axis-hidden = hidden width
axis-ffn = MLP width
axis-heads = heads
axis-kv = KV heads
axis-vocab = vocabulary
axis-experts = experts
axis-topk = experts per token
axis-gpu = GPU
axis-gpus = GPUs
axis-node = GPUs per node
axis-nvl = GPUs per NVLink domain
axis-peak = peak TFLOP/s
axis-hbm = GPU memory, GiB
axis-hbmbw = HBM GB/s
axis-nvbw = NVLink GB/s
axis-nicbw = network GB/s
axis-pod = GPUs per pod
axis-over = oversubscription
axis-tp = tensor-parallel ranks
axis-pp = pipeline stages
axis-vp = virtual stages per rank
axis-sched = schedule
axis-cp = context-parallel ranks
axis-cpkind = context exchange
axis-ep = expert-parallel ranks
axis-etp = expert tensor-parallel ranks
axis-dp = data-parallel ranks
axis-zero = ZeRO stage
axis-hsdp = shard group
axis-seq = sequence length
axis-slen = mean sample
axis-pack = packing
axis-mbs = micro-batch size
axis-m = micro-batches
axis-gbs = global batch
axis-ckpt = checkpointing
axis-flash = Flash Attention
axis-ce = cross-entropy
axis-dtype = precision
axis-opt = optimizer
axis-master = master weights
axis-grads = gradient type
axis-ft = trained weights
axis-rank = rank of adapters
axis-adtype = type of adapters
axis-obj = objective
axis-refmodel = reference model
axis-wstore = weight storage
axis-recipe = recipe
axis-kern = kernels
axis-msg = gradient messages
axis-gsync = gradient synchronisation
axis-optkern = optimizer kernel
axis-tiles = MLP tiles
axis-disp = dispatcher
axis-graph = CUDA graphs
axis-imbal = expert imbalance
axis-tok = training tokens
axis-price = $ per GPU-hour
axis-watts = watts per GPU
axis-mtbf = hours between failures of a GPU
axis-ckptbw = storage GB/s
axis-restart = minutes to restart

## Values of axes.

# A group that is not named: all ranks that hold the same.
all = all
# A word that a link may have and the page does not offer.
other = other
