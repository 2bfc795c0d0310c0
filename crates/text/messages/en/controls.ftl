### The controls, by the keys of their settings in a link: the name, a word beside the name (the
### lessons’ word for the control, or its unit), one sentence of help, and the names of the words
### that a choice takes.
###
### Found by name.

## Model

model = Model
    .help = A published model; every figure of it can be changed.
layers = Layers
    .help = Transformer layers, one after another.
hidden = Hidden
    .aside = width
    .help = Width of the residual stream.
ffn = MLP
    .aside = width
    .help = Inner width of the MLP.
heads = Heads
    .help = Query heads of attention.
kv = KV heads
    .help = Fewer than query heads with grouped-query attention.
headdim = Head
    .aside = width
    .help = Width of one head.
vocab = Vocabulary
    .help = Tokens in the vocabulary, padding included.
gated = Gated MLP
    .help = Three matrices in the MLP instead of two, as in SwiGLU.
tied = Tied head
    .help = The output head shares the embedding’s weights.
bias = Biases
    .help = Projections and MLP add a bias.
dropout = Dropout
    .help = Dropout masks are kept for backward, as in Korthikanti 2022.
pos = Positions
    .help = Encoding of positions.
    .is-rope = rotary
    .is-learned = learned
    .is-alibi = ALiBi
    .is-none = none
window = Window
    .aside = tokens
    .help = Tokens that attention looks back; 0 for all.
fullevery = Full attention every
    .aside = layers
    .help =
        Every n-th layer has full attention, without the window or the linear mixer; 0 for none.
mixer = Linear mixer
    .aside = in place of attention
    .help =
        A state of fixed size: kind (1 Mamba-2, 2 Gated DeltaNet), heads of keys and of values,
        width of a key and of a value, convolution.
mtp = Extra tokens
    .aside = MTP layers
    .help = Extra layers that predict further tokens, as in DeepSeek-V3.
mla = MLA
    .aside = latent attention
    .help = Queries, keys and values go through narrow latents, as in DeepSeek-V2.
mlaq = MLA query
    .aside = rank
    .help = Rank of the query’s latent; 0 for none.
mlakv = KV
    .aside = rank
    .help = Rank of the latent shared by keys and values.
mlanope = Key
    .aside = no position
    .help = Width of a head’s part without position.
mlarope = MLA key
    .aside = rotary
    .help = Width of a head’s rotary part.
mlav = MLA value
    .aside = width
    .help = Width of a value head.
experts = Experts
    .aside = routed
    .help = Routed experts per layer; 0 is a dense model.
topk = Top-k
    .aside = per token
    .help = Experts that a token is sent to.
moeffn = Expert
    .aside = width
    .help = Inner width of a routed expert.
shared = Shared
    .aside = experts
    .help = Experts that every token visits.
sharedffn = Shared
    .aside = width
    .help = Inner width of a shared expert.
dense = Dense
    .aside = first layers
    .help = The first layers that keep one MLP for all.
every = Every
    .aside = nth layer
    .help = Every n-th layer has experts; 1 is each.
imbal = Imbalance
    .aside = busiest ÷ mean
    .help = Load of the busiest expert over the mean.
disp = Dispatcher
    .aside = of tokens
    .help = Software that sends tokens to experts and back. Default: the framework’s setting.
    .is-a2a = all-to-all
    .is-deepep = DeepEP
    .is-hybridep = HybridEP
graph = CUDA graphs
    .help =
        Kernels in one graph: none, attention and router, or all. Default: the framework’s setting.
    .is-none = none
    .is-partial = part of a layer
    .is-full = whole iteration
## Cluster

gpu = GPU
    .help = The GPU model, by its data sheet.
gpus = GPUs
    .help = GPUs in the whole cluster.
node = Per node
    .aside = GPUs
    .help = GPUs in one server.
nvl = NVLink
    .aside = domain
    .help = GPUs that reach each other over NVLink.
peak = Peak
    .aside = TFLOP/s
    .help = Dense 16-bit matrix peak of one GPU.
hbm = Memory
    .aside = GiB
    .help = Memory of one GPU, by its data sheet.
hbmbw = HBM
    .aside = GB/s
    .help = Bandwidth between a GPU’s memory and its cores.
nvbw = NVLink
    .aside = GB/s
    .help = Bandwidth to GPUs of the domain, one way: half the sum in data sheets.
nicbw = Network
    .aside = GB/s
    .help = Bandwidth of one GPU’s network port, one way.
pciebw = Host
    .aside = GB/s
    .help = Bandwidth between a GPU and its host’s memory, one way.
host = Host memory
    .aside = GiB
    .help = Memory of one node’s host, for what is offloaded. Default: that of the usual server.
pod = Pod
    .help = GPUs that the network connects without a bottleneck; 0 is all of them.
over = Oversubscription
    .help = Bandwidth of a pod’s network ports over that of its links to other pods.
## Layout

tp = Tensor
    .aside = Split
    .help =
        Number of GPUs that split every matrix. They communicate twice per layer in forward and
        twice in backward: keep them inside a node.
sp = Sequence
    .aside = with TP
    .help =
        Sequence parallelism: norms and dropout are split along the sequence among the tensor-parallel GPUs.
pp = Pipeline
    .aside = Slice
    .help = Stages into which the layers are divided, one after another.
vp = Virtual stages
    .aside = per rank
    .help =
        Interleaving: each rank holds several small stages. The bubble is smaller; memory and
        transfers grow.
sched = Schedule
    .help = Order of forwards and backwards.
    .is-gpipe = GPipe
    .is-1f1b = 1F1B
    .is-int = interleaved
    .is-zbh1 = ZB-H1
    .is-zbh2 = ZB-H2
    .is-zbv = ZB-V
    .is-vhalf = V-Half
    .is-vmin = V-Min
    .is-dualpipe = DualPipe
    .is-dualpipev = DualPipeV
cp = Context
    .help = Context parallelism: number of pieces of each sequence, one per GPU.
cpkind = Exchange
    .aside = of context
    .help = Exchange of keys and values between pieces.
    .is-ring = ring
    .is-a2a = all-to-all
    .is-ag = all-gather
cpbal = Balanced
    .aside = pieces
    .help = Each context rank has an early and a late piece: all have as much attention.
ep = Expert
    .aside = EP
    .help = Number of GPUs that divide the experts of a layer; tokens are sent to them.
etp = Expert TP
    .aside = inside one
    .help = Number of GPUs that split each expert’s matrices.
zero = ZeRO
    .aside = Shard
    .help =
        What data-parallel replicas shard: 1 optimizer state, 2 also gradients, 3 also weights
        (FSDP).
    .is-0 = 0
    .is-1 = 1
    .is-2 = 2
    .is-3 = 3
hsdp = Shard group
    .aside = GPUs
    .help = GPUs that shard one copy of the state (HSDP); the last value is all.
ends = Ends count
    .aside = as layers
    .help = Embedding and loss each count as a layer when layers are divided.
split = Split
    .aside = even
    .help = Layers of each virtual stage, in a token’s order: 9,11,11,9.
seq = Sequence
    .aside = tokens
    .help = Tokens of one training sequence.
slen = Mean sample
    .aside = tokens
    .help = Mean tokens of a sample, or document; the longest has those of the sequence.
pack = Samples
    .aside = in a sequence
    .help = How samples shorter than the sequence make a micro-batch.
    .is-packed = packed
    .is-padded = padded
mbs = Micro-batch
    .aside = sequences
    .help = Sequences that a GPU processes at a time.
gbs = Global batch
    .aside = sequences
    .help = Sequences in one optimizer step, over all GPUs.
## Levers

ckpt = Checkpointing
    .aside = recompute
    .help = Runs part of forward again instead of keeping activations.
    .is-none = none
    .is-sel = selective
    .is-full = full
ckptmod = Recomputed
    .aside = modules
    .help = What selective checkpointing runs again in backward.
    .is-core = attention core
    .is-norm = norms
    .is-mlp = MLP
    .is-moeact = expert activation
    .is-moe = experts
    .is-mlaup = MLA up
    .is-ops = every 2nd product
ckptn = Recomputed
    .aside = layers a stage
    .help = Layers of a stage that full checkpointing covers; the last value is all.
flash = Flash Attention
    .help = Attention as one kernel that never writes its scores to memory.
ce = Cross-entropy
    .help = How the loss is computed from the logits.
    .is-plain = plain
    .is-fused = fused
    .is-chunked = chunked
    .is-native = Megatron’s own
    .is-eager = eager
    .is-parallel = loss parallel
    .is-compiled = compiled
recipe = Recipe
    .help = The framework’s defaults: bytes per parameter, kernels, overlap.
    .is-megatron = Megatron-LM
    .is-zeropaper = ZeRO paper (16 N)
    .is-deepspeed = DeepSpeed
    .is-torchtitan = torchtitan
    .is-llmfoundry = llm-foundry
    .is-nemo = NeMo
    .is-nanotron = nanotron
    .is-maxtext = MaxText
    .is-hf = Hugging Face Trainer
    .is-hf-deepspeed = HF Trainer + DeepSpeed
    .is-verl = verl (FSDP)
    .is-openrlhf = OpenRLHF
dtype = Precision
    .help = Type of the matrix products.
    .is-fp32 = fp32
    .is-fp16 = fp16
    .is-bf16 = bf16
    .is-fp8 = fp8 per tensor
    .is-fp8b = fp8 per block
    .is-mxfp8 = MXFP8
    .is-nvfp4 = NVFP4
opt = Optimizer
    .help = Decides the bytes of state beside the weights.
    .is-adamw = AdamW
    .is-adamw8 = AdamW 8-bit
    .is-adamwbf16 = AdamW bf16 moments
    .is-adafactor = Adafactor
    .is-sgdm = SGD, momentum
    .is-lion = Lion
    .is-muon = Muon
master = Master weights
    .help =
        The copy of the weights that the optimizer updates. Remainders are the lower 16 bits of fp32
        weights. Default: the framework’s setting.
    .is-fp32 = fp32
    .is-rem = 16-bit remainders
    .is-none = none
grads = Gradient type
    .help = Type of the gradients until the optimizer’s step. Default: the framework’s setting.
    .is-fp32 = fp32
    .is-16bit = 16-bit
gather8 = 8-bit gathers
    .help = Data-parallel ranks gather the weights of 8-bit products in 8 bits.
act8 = 8-bit gate inputs
    .help = Inputs of gated activation functions are kept in 8 bits for backward.
ft = Training
    .help =
        What a step trains: all weights; LoRA adapters beside frozen weights; or QLoRA, adapters beside
        frozen weights of 4 bits.
    .is-full = all weights
    .is-lora = LoRA
    .is-qlora = QLoRA
rank = Rank
    .aside = of adapters
    .help = An adapter of an m × n matrix is a product of an m × r and an r × n matrix.
targets = Adapters
    .aside = beside
    .help = Matrices of a layer that have an adapter. The router has none.
    .is-q = Q
    .is-k = K
    .is-v = V
    .is-o = output
    .is-gate = gate
    .is-up = up
    .is-down = down
adtype = Adapter type
    .help = Type of adapters, their gradients and their moments. Default: the framework’s setting.
    .is-fp32 = fp32
    .is-half = 16-bit
dquant = Double quantisation
    .help = Scales of 4-bit weights are quantised, too: 4.127 instead of 4.5 bits a weight.
trainends = Trained ends
    .help =
        Ends of the model that are trained. Beside adapters a trained end is a second copy. Default:
        both with all weights, none beside adapters.
    .is-embedding = embedding
    .is-head = head
frzfirst = Frozen layers
    .aside = first
    .help = Layers from the first one on of which nothing is trained.
frzlast = Frozen layers
    .aside = last
    .help = Layers up to the last one of which nothing is trained.
obj = Objective
    .help =
        Aim of the loss: the next token, the better of two answers (DPO), or a reward for answers
        that were written before (GRPO, PPO). Each answer is a sequence of the batch.
    .is-sft = next token
    .is-dpo = DPO
    .is-grpo = GRPO, PPO
refmodel = Reference
    .aside = model
    .help =
        Model to which the loss compares the trained one: none; in memory, with a forward in every
        step; or log-probabilities that were computed before the training. Default: as the objective
        needs.
    .is-none = none
    .is-resident = in memory
    .is-computed = computed before
wstore = Weights
    .aside = stored as
    .help =
        Storage format of weights: of trained ones, or of the frozen ones beside LoRA adapters. QLoRA
        stores them in 4 bits.
    .is-dtype = as trained
    .is-int8 = int8
    .is-int4 = int4
off = Offload
    .aside = to the host
    .help = What moves to host memory.
    .is-opt = optimizer
    .is-params = weights
    .is-acts = activations
    .is-paged = paged moments
offn = Offloaded
    .aside = layers a stage
    .help = Layers of a stage whose activations move; the last value is all.
offmod = Offloaded
    .aside = parts
    .help = Parts of a layer that move; none is all.
    .is-norm = norms
    .is-qkv = QKV
    .is-core = attention core
    .is-proj = projection
    .is-fc1 = first product
    .is-act = activation
    .is-fc2 = last product
tiles = MLP tiles
    .help = Tiles of tokens that a dense MLP runs one after another.
## Stack

overlap = Overlap
    .help = Which communication overlaps with compute. Default: the framework’s setting.
    .is-tp = TP
    .is-pp = PP
    .is-dp = DP
    .is-cp = CP
    .is-ep = EP
kern = Kernels
    .help = How well the elementwise kernels are fused. Default: the framework’s setting.
    .is-eager = eager
    .is-compiled = compiled
    .is-early-fused = early fused
    .is-fused = fused
fagen = Flash kernel
    .help =
        Generation of Flash Attention. The third is for Hopper; other GPUs, Blackwell too, run the
        second in its place. Default: the framework’s setting.
    .is-1 = 1
    .is-2 = 2
    .is-3 = 3
msg = Gradients
    .help = Size of the messages of gradients. Default: the framework’s setting.
    .is-tensor = tensor
    .is-layer = layer
    .is-bucket = bucket
optkern = Optimizer kernel
    .help =
        Over lists of tensors (foreach) the step holds a copy of a moment. In the backward each weight
        is updated as soon as its gradient exists, which is then freed. Default: the framework’s
        setting.
    .is-fused = fused
    .is-foreach = foreach
    .is-backward = in the backward
gsync = Gradient sync
    .aside = ZeRO-2, FSDP
    .help =
        When sharded gradients are reduced: after each micro-batch, after a run of them on one
        virtual stage, or after the last. Default: the framework’s setting.
    .is-each = each micro-batch
    .is-run = each run on a virtual stage
    .is-once = the last micro-batch
gradfuse = Fused gradients
    .help = Weight gradients are added to their buffer inside the matrix product.
det = Deterministic
    .help = Deterministic kernels, which need larger workspaces.
## Run

tok = Tokens
    .aside = billions
    .help =
        Training tokens. Default: 20 per parameter, the compute-optimal number by two of the three
        methods of Hoffmann 2022 (Chinchilla). With adapters, or with another objective than the next
        token, the default is a usual fine-tuning run: 1,875 steps of 16 samples of 512 tokens
        (Dettmers 2023, QLoRA, appendix B.2).
price = Price
    .aside = $/GPU-hour
    .help = Price of one GPU per hour.
watts = Power
    .aside = W
    .help = Board power of one GPU.
mtbf = Failure
    .aside = hours per GPU
    .help = Mean time between failures of one GPU.
ckptbw = Storage
    .aside = GB/s
    .help = Checkpoint bandwidth of the whole cluster.
restart = Restart
    .aside = minutes
    .help = From a failure until training goes on.
mstep = Step
    .aside = s
    .help = Measured seconds of one step.
mmem = Peak
    .help = Peak memory of the fullest GPU, as nvidia-smi shows it.
