### The letters of the formulas of memory, with their meanings.

letter-element = bytes an element

letter-tokens = tokens of a micro-batch here, s·b/c

letter-tile-tokens = tokens of a tile of the MLP

letter-outer-tokens = those outside tensor-parallel regions, T/t with SP

letter-sequence = tokens a sequence

letter-hidden = width of the model

letter-qkv-width = width of q, k and v here

letter-query-value-width = width of q and v here

letter-heads = heads here

letter-value-dim = width of a head

letter-latent-width = ranks of the latents

letter-output-width = mean width of the mixers’ output

letter-state-width = mean states of a token

letter-gates = matrices into the MLP

letter-ffn = width of the MLP

letter-shared-ffn = width of the shared experts

letter-expert-ffn = width of an expert

letter-tensor = tensor-parallel ranks

letter-expert-tensor = ranks inside an expert

letter-copies = token copies that come here

letter-experts = experts

letter-per-token = experts a token visits

letter-vocab = vocabulary
letter-rank = rank of the adapters

letter-layers = layers

letter-micro-batches = micro-batches in flight

letter-passes = layers times micro-batches, over all chunks

letter-parameters = parameters here

letter-expert-parameters = parameters of experts here

letter-shards = ranks that shard them

letter-expert-shards = ranks that shard the experts

letter-layer-parameters = parameters of a layer here

letter-shapes = parameters of the distinct weights here

letter-slack = share kept cached

letter-allocated = bytes allocated

letter-groups = groups of ranks
