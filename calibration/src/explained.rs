//! Explanations of runs with large errors.

/// Explanations of runs with large errors: the start of the names of the plan's rows, and a
/// sentence.
const EXPLAINED: &[(&str, &str)] = &[
    (
        "qwen1_",
        "Micro-batches of 256 to 2,048 tokens all take 0.26 to 0.29 s, those of the 7B model 0.5 s: kernels of Python's loop are launched one by one, and the host sets the pace, which is not modelled.",
    ),
    (
        "kempner_moe",
        "One parameter and one Python call for each expert: FSDP gathers every expert, and the host sets the pace, which is not modelled.",
    ),
    (
        "kempner_cv_",
        "Eager pipelines of PyTorch with few micro-batches: its runtime sends and waits on the host between blocks, which is not modelled.",
    ),
    (
        "moezoo_qwen3_235b_h100_2",
        "Megatron-FSDP shards experts over the network for four micro-batches: the model lets them wait for gathers that its own double buffers probably hide.",
    ),
    (
        "titan_asynctp_LLAMA3_8B_float8_rowwise",
        "Rowwise scaling of 8-bit products, which the source says was slower than 16 bit (torchtitan issue 1207); the model has one rate for 8 bits.",
    ),
    (
        "titan_asynctp_LLAMA3_70B_float8_rowwise",
        "Rowwise scaling of 8-bit products, which the source says was slower than 16 bit (torchtitan issue 1207); the model has one rate for 8 bits.",
    ),
    (
        "titan_405B_4D_cp",
        "Context parallelism of PyTorch in 2024: beyond two ranks it did not share out the causal mask evenly.",
    ),
    (
        "xtuner_long_",
        "ZeRO-3 over a network whose bandwidth the source does not print: short sequences wait for it more than the card's usual network says.",
    ),
    (
        "maxtext_v5p_",
        "Tensor parallelism on a torus: XLA overlaps its collectives with the products that need them, more than the leaking share says.",
    ),
    (
        "tpu_v5p_",
        "The layout along the slice's axes is not printed; sharded weights are assumed along all of them.",
    ),
    (
        "nanotron_1.34B_512gpu",
        "A sixth of a second of work a step on 512 cards: what is left is probably latency of thousands of small messages and stragglers, which a constant a hop understates.",
    ),
    (
        "nanotron_1.34B_256gpu",
        "The same sweep one size down: most of the step is latency.",
    ),
    (
        "nanotron_80.0B",
        "Eager kernels on stages of a few layers with a vocabulary of 131,072: launches and the point-to-point calls of nanotron's pipeline, which block the host, are not modelled apart.",
    ),
    (
        "mbridge_25.11_DeepSeekV3_GB300_BF16",
        "Probably experts' 16-bit products on Blackwell: the loss of small products that fits its 8-bit runs is too much for them.",
    ),
    (
        "mbridge_25.11_DeepSeekV3_GB200_BF16",
        "As on GB300: the loss of small products that fits 8-bit runs is too much for 16-bit ones.",
    ),
    (
        "mbridge_26.04.01_DeepSeekV3_B200_MXFP8",
        "The stages' layers are not printed: the assumed split leaves one stage short, and with two chunks a rank every micro-batch waits for it.",
    ),
    (
        "mbridge_25.09_DeepSeekV3_H100",
        "Experts' exchange across 64 cards on eight nodes: tuned kernels send a token once a node, not once an expert.",
    ),
    (
        "mbridge_26.02_DeepSeekV3_B300",
        "An early release on B300: the same plan went 15 % faster with later software, and its level of MoE software is assumed to be the same.",
    ),
    (
        "mbridge_26.02.01_DeepSeekV3_B300",
        "An early release on B300: the same plan went faster with later software, and its level of MoE software is assumed to be the same.",
    ),
    (
        "mbridge_26.04_DeepSeekV3_B300",
        "An early release on B300: the same plan went faster with later software, and its level of MoE software is assumed to be the same.",
    ),
    (
        "mbridge_25.09_DeepSeekV3_GB200",
        "The first release on GB200: a mixture's software alone spans a factor of two.",
    ),
    (
        "mbskill_moonlight16b",
        "One micro-batch a step on eight cards: the host sets the pace, and every recomputed module costs launches rather than work, which is not modelled.",
    ),
    (
        "llmfoundry_30b_s8192_n8",
        "30 B parameters on eight cards with a micro-batch of one sequence: the card is full to the brim, and probably the allocator frees and asks again in every step.",
    ),
    (
        "mbridge_26.02.01_LLAMA3_70B_GB300_MXFP8",
        "20 layers a stage in chunks of four with few micro-batches: the measured bubble is smaller than the plain order's.",
    ),
    (
        "mbridge_26.04.01_LLAMA3.1_405B_GB200_NVFP4",
        "NVFP4 products: which of the layers run in 4 bits changed from release to release; the constant is a mean.",
    ),
    (
        "mbridge_26.06_LLAMA3.1_405B_GB200_NVFP4",
        "NVFP4 products: which of the layers run in 4 bits changed from release to release; the constant is a mean.",
    ),
    (
        "mbridge_25.09_LLAMA3.1_405B_GB200",
        "The column in parentheses is another scaling (FP8-DS) than the one that its row is read as.",
    ),
    (
        "dgxc_nemotron15b_bf16_2048",
        "1,024 data-parallel ranks with one micro-batch: rings of 1,023 hops are charged in full, where NCCL has faster algorithms at that size.",
    ),
    (
        "dgxc_h100_dsv3",
        "Plain all-to-all across 64 cards on eight nodes without any tuned kernel; how much of it hides is not published.",
    ),
    (
        "megatron2020_8B_A100_1024",
        "An early A100 run across 1,024 cards: the network of that machine is assumed.",
    ),
    (
        "bloom_prequel_181B_384gpu_h14336L72_dp24",
        "Few stages and 24 data-parallel ranks: the prequel's runs before its kernels were fused drift by 5 % and are timed over two iterations.",
    ),
    (
        "bloom_prequel",
        "A width whose heads of 224 leave the score kernels badly aligned; timed over two iterations.",
    ),
    (
        "simumax_b200_deepseekv2",
        "Four layers on eight cards: the level of MoE software is assumed.",
    ),
    (
        "simumax_b200_llama3_70b",
        "Eight ranks split each product: tensor-parallel collectives are as long as the products, and their bandwidth on B200 is not measured apart.",
    ),
    (
        "dsv3_gb200_ladder",
        "One plan, thirteen steps of software: its level stands for what each step brought, evenly.",
    ),
];

/// The sentence on a run, if any: that of the longest start of its name.
pub fn explanation(id: &str) -> Option<&'static str> {
    EXPLAINED
        .iter()
        .filter(|(start, _)| id.starts_with(start))
        .max_by_key(|(start, _)| start.len())
        .map(|(_, sentence)| *sentence)
}
