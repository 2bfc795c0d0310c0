### Why a plan cannot exist.

# $key (text)
out-of-range = “{ $key }” is outside what any plan can have.

latent-rank = Latent attention makes keys and values from a latent: MLA’s KV rank cannot be 0.

key-width =
    Latent attention needs queries and keys of some width: MLA’s parts with and without
    positions are both 0 wide.

no-adapters = Nothing is trained: no matrix of a trained layer has an adapter.
# $frozen (ungrouped), $layers (ungrouped)
frozen-layers = No layer is left to train: { $frozen } of { $layers } layers are frozen.

# $micro-batches (count) $pipeline (count)
update-in-backward =
    An update in the backward needs one micro-batch a step and no pipeline: a GPU has
    { $micro-batches } here, and PP is { $pipeline }.

# $dtype (text)
dtype = This GPU does not support products in { $dtype }.

# $context (count) $heads (count)
context-heads = CP { $context } does not divide { $heads } heads of a rank, which all-to-all divides.

# $tensor (count) $heads (count) $legal (counts)
tensor-heads = TP { $tensor } does not divide { $heads } heads: legal are { $legal }.

# $tensor (count) $context (count) $heads (count)
mixer-heads =
    TP { $tensor } times CP { $context } does not divide { $heads } heads of the linear mixer.

# $tensor (count) $heads (count) $legal (counts)
tensor-kv-heads =
    TP { $tensor } can neither divide nor copy { $heads } KV heads evenly: legal are { $legal }.

# $tensor (count) $ffn (count) $legal (counts)
tensor-ffn = TP { $tensor } does not divide the MLP’s width of { $ffn }: legal are { $legal }.

# $tokens (count) $tensor (count)
sequence-slices =
    Sequence parallelism cannot cut { $tokens } tokens into { $tensor } equal pieces.

# $context (count) $pieces (count) $sequence (count) $legal (counts)
context-slices =
    CP { $context } needs the sequence in { $pieces } equal pieces, an early and a late one for
    each rank; { $sequence } tokens allow { $legal }.

# $tensor (count) $pipeline (count) $context (count) $product (count) $gpus (count)
degrees =
    tp·pp·cp = { $tensor }·{ $pipeline }·{ $context } = { $product } does not divide { $gpus }
    GPUs.

# $layers (count) $stages (count) $legal (counts)
layers = { $layers } layers do not divide into { $stages } equal stages: set PP to { $legal }.

# $layers (count) $stages (count) $fewest (count) $most (count) $legal (counts)
layers-or-uneven =
    { $layers } layers do not divide into { $stages } equal stages: split them unevenly,
    { $fewest } or { $most } a stage, or set PP to { $legal }.

# The stages are equal if embedding and loss count as a layer each.
# $layers (count) $stages (count) $fewest (count) $most (count) $legal (counts)
layers-or-ends =
    { $layers } layers do not divide into { $stages } equal stages: split them unevenly,
    { $fewest } or { $most } a stage, count embedding and loss as a layer each (ends=1), or set PP
    to { $legal }.

# $layers (count) $stages (count) $wanted-layers (count) $wanted-stages (count)
split =
    The split names { $layers } layers in { $stages } stages; the plan has { $wanted-layers } in
    { $wanted-stages }.

# $global (count) $micro (count) $data (count) $multiple (count)
batch =
    A global batch of { $global } does not divide into micro-batches of { $micro } on { $data }
    data-parallel ranks: it must be a multiple of { $multiple }.

# $chunks (count) $schedule (text)
virtual-stages =
    { $chunks } virtual stages per rank need an interleaved schedule, not { $schedule }.

# $pipeline (count)
meeting-pipelines =
    The two pipelines of DualPipe meet between two ranks: { $pipeline } stages are an odd number.

# $chunks (count)
virtual-without-pipeline =
    { $chunks } virtual stages per rank need a pipeline of at least 2 stages.

experts-missing = Expert parallelism needs experts; this model is dense.

# $per-token (count) $experts (count)
experts-per-token = A token cannot go to { $per-token } of { $experts } experts.

# $expert (count) $experts (count) $legal (counts)
experts = EP { $expert } does not divide { $experts } experts: legal are { $legal }.

# $tensor (count) $ffn (count)
expert-width = TP { $tensor } inside an expert does not divide its width of { $ffn }.

# $product (count) $ranks (count)
expert-ranks = ep·etp = { $product } does not divide the { $ranks } GPUs of a stage.

# $group (count) $replicas (count)
shard-group =
    Shard groups of { $group } do not divide the { $replicas } GPUs that hold the same weights.
