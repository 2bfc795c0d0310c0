//! Where the figures of each model and GPU of the catalogue are written.
//!
//! Apart from the figures, so that the page can load the sources after its first figures.

/// The source of a preset model's shape, in words; empty if there is no such model.
#[must_use]
pub fn model_source(preset: &str) -> &'static str {
    source(MODEL_SOURCES, preset)
}

/// The source of a preset GPU's figures, in words; empty if there is no such GPU.
#[must_use]
pub fn gpu_source(preset: &str) -> &'static str {
    source(GPU_SOURCES, preset)
}

fn source(sources: &[(&str, &'static str)], preset: &str) -> &'static str {
    sources
        .iter()
        .find_map(|(name, source)| (*name == preset).then_some(*source))
        .unwrap_or_default()
}

/// Presets of models with their sources, in the order of the catalogue.
static MODEL_SOURCES: &[(&str, &str)] = &[
    (
        "gpt2-1.5b",
        "Radford 2019, table 2; vocabulary 50,257 padded to a multiple of 128",
    ),
    (
        "gpt3-175b",
        "Brown 2020, table 2.1; vocabulary as Megatron-LM pads it (Narayanan 2021)",
    ),
    (
        "class-100b",
        "the class example: 80 layers of 10,240, GPT-like, 101 B parameters",
    ),
    (
        "llama2-7b",
        "Touvron 2023, Llama 2, and its released configuration",
    ),
    (
        "llama2-13b",
        "Touvron 2023, Llama 2, and its released configuration",
    ),
    (
        "llama2-70b",
        "Touvron 2023, Llama 2, and its released configuration",
    ),
    (
        "llama3.2-1b",
        "Llama 3.2 2024, model card, and its released configuration",
    ),
    (
        "llama3.2-3b",
        "Llama 3.2 2024, model card, and its released configuration",
    ),
    ("llama3-8b", "Llama 3 2024, table 3"),
    ("llama3-70b", "Llama 3 2024, table 3"),
    ("llama3-405b", "Llama 3 2024, table 3"),
    ("mistral-7b", "Jiang 2023, table 1"),
    (
        "ministral-8b",
        "Mistral AI 2024, model card of Ministral 8B",
    ),
    (
        "mistral-small3-24b",
        "Mistral AI 2025, Mistral Small 3, and its released configuration",
    ),
    (
        "mistral-large2-123b",
        "Mistral AI 2024, Large Enough, and its released configuration",
    ),
    (
        "qwen3-0.6b",
        "Qwen3 2025, table 1, and its released configuration",
    ),
    (
        "qwen3-1.7b",
        "Qwen3 2025, table 1, and its released configuration",
    ),
    (
        "qwen3-4b",
        "Qwen3 2025, table 1, and its released configuration",
    ),
    (
        "qwen3-8b",
        "Qwen3 2025, table 1, and its released configuration",
    ),
    (
        "qwen3-14b",
        "Qwen3 2025, table 1, and its released configuration",
    ),
    (
        "qwen3-32b",
        "Qwen3 2025, table 1, and its released configuration",
    ),
    (
        "gemma3-4b",
        "Gemma 3 2025, table 1, and its released configuration",
    ),
    (
        "gemma3-12b",
        "Gemma 3 2025, table 1, and its released configuration",
    ),
    (
        "gemma3-27b",
        "Gemma 3 2025, table 1, and its released configuration",
    ),
    (
        "olmo2-32b",
        "OLMo 2 2025, table 3, and its released configuration",
    ),
    ("olmo3-7b", "OLMo 3 2025, and its released configuration"),
    ("olmo3-32b", "OLMo 3 2025, and its released configuration"),
    ("apertus-8b", "Apertus 2025, and its released configuration"),
    (
        "apertus-70b",
        "Apertus 2025, and its released configuration",
    ),
    (
        "nemotron-h-8b",
        "Nemotron-H 2025, section 2; NVIDIA-NeMo/Megatron-Bridge, nemotron_h_provider.py; here an MLP follows each mixer",
    ),
    (
        "nemotron-h-47b",
        "Nemotron-H 2025, section 2; NVIDIA-NeMo/Megatron-Bridge, nemotron_h_provider.py; here an MLP follows each mixer",
    ),
    (
        "nemotron-h-56b",
        "Nemotron-H 2025, section 2; NVIDIA-NeMo/Megatron-Bridge, nemotron_h_provider.py; here an MLP follows each mixer",
    ),
    ("nemotron4-340b", "Nemotron-4 340B 2024, table 1"),
    ("bloom-176b", "BLOOM 2022, table 3"),
    ("mixtral-8x7b", "Jiang 2024, Mixtral of Experts, table 1"),
    (
        "mixtral-8x22b",
        "Mistral AI 2024, Cheaper, Better, Faster, Stronger, and its released configuration",
    ),
    (
        "dbrx-132b",
        "Databricks 2024, Introducing DBRX, and its released configuration",
    ),
    (
        "granite4-h-tiny-7b",
        "IBM 2025, model card of Granite 4.0, and its released configuration",
    ),
    (
        "granite4-h-small-32b",
        "IBM 2025, model card of Granite 4.0, and its released configuration",
    ),
    (
        "qwen3-30b-a3b",
        "Qwen3 2025, table 2, and its released configuration",
    ),
    (
        "qwen3-next-80b-a3b",
        "Qwen 2025, model card of Qwen3-Next 80B-A3B, and its released configuration",
    ),
    (
        "qwen3-235b-a22b",
        "Qwen3 2025, table 2, and its released configuration",
    ),
    (
        "deepseek-v2-236b",
        "DeepSeek-V2 2024, section 3.1.2, and its released configuration",
    ),
    (
        "deepseek-v3-671b",
        "DeepSeek-V3 2024, section 4.2, and its released configuration",
    ),
    (
        "kimi-k2-1t",
        "Kimi K2 2025, table 2, and its released configuration",
    ),
    (
        "glm4.5-air-106b-a12b",
        "GLM 2025, table 1, and its released configuration",
    ),
    (
        "glm4.5-355b-a32b",
        "GLM 2025, table 1, and its released configuration; also GLM-4.6",
    ),
    (
        "minimax-m2-230b-a10b",
        "MiniMax 2025, model card of MiniMax-M2, and its released configuration",
    ),
    (
        "gpt-oss-20b",
        "OpenAI 2025, gpt-oss model card, section 2, and its released configuration",
    ),
    (
        "gpt-oss-120b",
        "OpenAI 2025, gpt-oss model card, section 2, and its released configuration",
    ),
    (
        "llama4-scout-109b",
        "Meta 2025, The Llama 4 herd, and its released configuration",
    ),
    (
        "llama4-maverick-400b",
        "Meta 2025, The Llama 4 herd, and its released configuration",
    ),
    (
        "custom",
        "a Llama-like start of about 8 B parameters; set every figure yourself",
    ),
];

/// Presets of GPUs with their sources, in the order of the catalogue.
static GPU_SOURCES: &[(&str, &str)] = &[
    (
        "v100",
        "NVIDIA V100 SXM2 data sheet; DGX-1: four 100 Gb/s ports for eight cards",
    ),
    (
        "t4",
        "NVIDIA T4 data sheet; cloud nodes with 25 Gb/s a card",
    ),
    (
        "l4",
        "NVIDIA L4 data sheet; cloud nodes with 25 Gb/s a card",
    ),
    (
        "a10",
        "NVIDIA A10 data sheet; cloud nodes with 25 Gb/s a card",
    ),
    (
        "a100-40",
        "NVIDIA A100 SXM data sheet; DGX A100: one 200 Gb/s port a card",
    ),
    (
        "a100-80",
        "NVIDIA A100 SXM data sheet; DGX A100: one 200 Gb/s port a card",
    ),
    (
        "a800",
        "NVIDIA A800 SXM data sheet: eight NVLinks of 25 GB/s one way instead of an A100's twelve; \
         else as A100",
    ),
    ("l40s", "NVIDIA L40S data sheet"),
    (
        "rtx3090",
        "NVIDIA Ampere GA102 white paper: 16-bit with fp32 accumulation",
    ),
    (
        "rtx4090",
        "NVIDIA Ada white paper: 16-bit with fp32 accumulation",
    ),
    (
        "rtx5090",
        "NVIDIA RTX Blackwell white paper: 16-bit with fp32 accumulation",
    ),
    (
        "rtxpro6000",
        "NVIDIA RTX PRO Blackwell white paper, Workstation Edition: 16-bit with fp32 accumulation at \
         the full rate, 188 multiprocessors at 2.617 GHz; no NVLink. The Server Edition reads its \
         memory at 1,597 GB/s and its clock is lower",
    ),
    (
        "h20",
        "NVIDIA HGX H20 data sheet of 2023, as the press prints it: 148 TFLOP/s in 16 bits, 4.0 TB/s, \
         NVLink of 900 GB/s both ways, 400 W",
    ),
    (
        "h100",
        "NVIDIA H100 SXM data sheet; DGX H100: one 400 Gb/s port a card",
    ),
    (
        "h100-96",
        "the HBM2e variant of torchtitan's published runs: 96 GB, 2.4 TB/s, 500 W",
    ),
    (
        "h800",
        "DeepSeek-V3 2024, section 3.1: NVLink of 400 GB/s both ways; else as H100",
    ),
    ("h200", "NVIDIA H200 SXM data sheet"),
    (
        "gh200",
        "NVIDIA GH200 data sheet, HBM3 variant: 450 GB/s one way to the host, power with the CPU; \
         Alps: four to a node, one 200 Gb/s port each",
    ),
    (
        "b200",
        "NVIDIA DGX B200 data sheet, per card; one 400 Gb/s port a card",
    ),
    (
        "b300",
        "NVIDIA HGX B300 data sheet, per card; one 800 Gb/s port a card",
    ),
    (
        "gb200",
        "NVIDIA GB200 NVL72 data sheet, per card; one 400 Gb/s port a card",
    ),
    (
        "gb300",
        "NVIDIA GB300 NVL72 data sheet, per card; one 800 Gb/s port a card",
    ),
    (
        "mi250x",
        "AMD MI250X data sheet, both dies as one card; Frontier: one 200 Gb/s port a card",
    ),
    (
        "mi300x",
        "AMD MI300X data sheet: seven links of 64 GB/s one way",
    ),
    ("mi325x", "AMD MI325X data sheet"),
    (
        "mi350x",
        "AMD MI350X data sheet: 256 compute units at 2.2 GHz, cooled by air; seven links of 76.8 GB/s \
         one way",
    ),
    (
        "mi355x",
        "AMD MI355X data sheet: 256 compute units at 2.4 GHz, cooled by liquid; seven links of \
         76.8 GB/s one way",
    ),
    (
        "tpu-v4",
        "Jouppi 2023, table 4: 3D torus, pods of 4,096; six links of 45 GB/s one way",
    ),
    (
        "tpu-v5p",
        "Google Cloud TPU v5p documentation: 3D torus, pods of 8,960; six links of 90 GB/s one way",
    ),
    (
        "tpu-v6e",
        "Google Cloud TPU v6e documentation: 2D torus, slices of 256; four links of 90 GB/s one way; watts estimated",
    ),
    (
        "tpu-v7x",
        "Google Cloud TPU7x documentation: 3D torus, pods of 9,216; 1,200 GB/s a chip both ways; watts and price estimated",
    ),
    (
        "trn2",
        "AWS Neuron documentation, Trainium2 and Trn2 architecture: 2D torus of 16, NeuronLink of \
         1,024 GB/s a chip both ways; 3,200 Gb/s a server; host link, watts and price estimated",
    ),
    (
        "trn2u",
        "AWS Neuron documentation, Trn2 architecture: UltraServer of 64 chips, 3D torus, NeuronLink \
         of 1,280 GB/s a chip both ways; 3,200 Gb/s for 16 chips; host link, watts and price estimated",
    ),
    (
        "ascend-910b",
        "910B1 and 910B2 as npu-smi and CANN's platform files describe them: 24 cores at 1.8 GHz, \
         64 GiB; seven HCCS links of 28 GB/s one way, one 200 Gb/s port; memory bandwidth as of a die \
         of 910C; watts and price estimated",
    ),
    (
        "ascend-910c",
        "Zuo 2025, section 3.3, both dies as one card: CloudMatrix384, 384 cards on one bus of \
         392 GB/s one way, one 400 Gb/s port, the host over the bus; watts and price estimated",
    ),
    (
        "custom",
        "an H100's figures to start from; set every one yourself",
    ),
];
