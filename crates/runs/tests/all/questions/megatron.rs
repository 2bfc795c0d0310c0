//! Questions about Megatron-LM and what is built on it: Megatron-Bridge, Megatron-SWIFT,
//! Megatron-LLM.

use cost::plan::Plan;

use super::{
    Bubbled, Edge, Gained, Held, OutOfMemory, Question, Ran, Reached, RepairedBy, Saved, Took,
    Trained, Used, asked, missed,
};

/// Qwen2.5-7B on 2 GPUs of 80 GB.
const QWEN_7B: &str = "custom/a100-80x2&layers=28&hidden=3584&ffn=18944&heads=28&kv=4\
     &vocab=152064&tp=2&seq=2048&mbs=16&gbs=16&ckpt=full";

/// Moonlight 16B-A3B on 16 H100.
const MOONLIGHT: &str = "custom/h100x16&layers=27&hidden=2048&ffn=11264&heads=16&kv=16\
     &vocab=163840&experts=64&topk=6&moeffn=1408&shared=2&sharedffn=1408&dense=1\
     &mla=0,512,128,64,128&ep=8&seq=4096&mbs=2&gbs=1024&recipe=nemo";

/// DeepSeek-V3 on 256 GB300.
const DEEPSEEK: &str = "deepseek-v3-671b/gb300x256&pp=2&vp=8&ep=32&seq=4096&gbs=8192\
     &dtype=mxfp8&imbal=1&recipe=nemo";

/// Llama-2 70B on 128 H100 in 8 stages.
const LLAMA_70B_PP_8: &str = "llama2-70b/h100x128&tp=8&pp=8&seq=4096&gbs=128\
     &recipe=megatron&ckpt=full";

/// Llama-3 70B in 8 bits on 32 H100.
const LLAMA_70B_FP8: &str = "llama3-70b/h100x32&tp=4&pp=4&vp=5&seq=4096&gbs=32&dtype=fp8\
     &recipe=nemo&ckpt=sel&ckptmod=core";

/// Llama-3 8B on GH200, 256 sequences a step.
const LLAMA_8B_GH200: &str = "&vocab=131072&seq=8192&gbs=256&recipe=megatron&grads=16bit\
     &ce=native";

/// Llama-3 70B on 64 H100 in 8 stages.
const LLAMA_70B_BUBBLE: &str = "llama3-70b/h100x64&tp=4&pp=8&gbs=64&ckpt=full\
     &recipe=megatron";

/// Qwen3-30B-A3B on 16 H100, EP 16.
const QWEN_30B_EP_16: &str = "qwen3-30b-a3b/h100x16&ep=16&seq=4096&gbs=1024&recipe=nemo";

/// Qwen3-30B-A3B on 8 GPUs of 80 GB.
const QWEN_30B_A100: &str = "qwen3-30b-a3b/a100-80x8&tp=4&pp=2&ep=4&split=25,23&seq=8192\
     &gbs=4&ckpt=full&recipe=megatron";

/// Qwen3-30B-A3B on 4 GPUs of 80 GB, with the optimizer on the host.
const QWEN_30B_ON_HOST: &str = "qwen3-30b-a3b/a100-80x4&ep=4&seq=8192&gbs=16&ckpt=full\
     &recipe=megatron&off=opt";

pub(super) const QUESTIONS: [Question; 36] = [
    asked(
        "Megatron-SWIFT: Qwen3-32B in full on 8 cards of 80 GB, TP 8, 8K tokens",
        &["qwen3-32b/h100x8&tp=8&seq=8192&gbs=16&ckpt=full&recipe=megatron"],
        Ran,
    ),
    asked(
        "Megatron-SWIFT: Qwen3-30B-A3B on 8 cards of 80 GB, TP 4, PP 2, EP 4",
        &[QWEN_30B_A100],
        Ran,
    ),
    asked(
        "Megatron-SWIFT: and on 4 cards with the optimizer on the host?",
        &[QWEN_30B_ON_HOST],
        Ran,
    ),
    missed(
        "Megatron-SWIFT: and in 8 bits, TP 2, EP 8, 4 sequences of 2K, moments in 16 bits?",
        &[
            "qwen3-30b-a3b/h20x8&tp=2&ep=8&seq=2048&mbs=4&gbs=16&ckpt=full&recipe=megatron&dtype=fp8b\
         &opt=adamwbf16",
        ],
        Used(95.0),
        "two thirds: a capacity factor of 2 pads the experts' tokens, and the allocator's cache on \
         a card of unknown size is part of the figure",
    ),
    asked(
        "Megatron-SWIFT: Qwen2.5-7B on 2 cards of 80 GB, TP 2: what does Muon save beside AdamW? \
         (Lengths up to 2,048.)",
        &[QWEN_7B, "&recipe=megatron&opt=muon"],
        Saved(13.0, &[QWEN_7B, "&recipe=megatron"]),
    ),
    missed(
        "Megatron-LM 1031: Llama-2 70B on 128 H100, TP 8, PP 2",
        &["llama2-70b/h100x128&tp=8&pp=2&seq=4096&gbs=128&recipe=megatron"],
        OutOfMemory,
        "length and batch are not stated; 4,096 tokens and ZeRO-1 need half of the card",
    ),
    asked(
        "Megatron-LM 1031: and with PP 8 and full recompute?",
        &[LLAMA_70B_PP_8],
        Ran,
    ),
    asked(
        "Megatron-LM 2762: Qwen3-30B-A3B on 8 H100, EP 8",
        &["qwen3-30b-a3b/h100x8&ep=8&seq=4096&gbs=256&recipe=megatron"],
        OutOfMemory,
    ),
    asked(
        "Megatron-LM 2762: and on 32?",
        &["qwen3-30b-a3b/h100x32&ep=8&seq=4096&gbs=256&recipe=megatron"],
        Ran,
    ),
    asked(
        "Megatron-LLM 6: Falcon-40B on one node of A100, TP 8",
        &[
            "custom/a100-80x8&layers=60&hidden=8192&ffn=32768&heads=128&kv=8&headdim=64&vocab=65024\
         &gated=0&tied=1&tp=8&seq=2048&gbs=8&recipe=megatron",
        ],
        OutOfMemory,
    ),
    missed(
        "Megatron-Bridge 3107: Llama-3 70B in 8 bits on 32 H100, TP 4, PP 4, 5 chunks. Fragments \
         on the first rank ended the run; expandable segments cured it",
        &[LLAMA_70B_FP8],
        Edge,
        "it fits, with 13 GiB free: what interleaved micro-batches leave in fragments was not \
         fitted",
    ),
    asked(
        "Megatron-Bridge 5123: Qwen3-30B-A3B on 16 H100, EP 16",
        &[QWEN_30B_EP_16, "&ce=fused&imbal=1"],
        Held(62.17),
    ),
    asked(
        "Megatron-Bridge's card: Moonlight 16B-A3B on 16 H100, EP 8",
        &[MOONLIGHT],
        Ran,
    ),
    asked(
        "Megatron-Bridge's card: DeepSeek-V3 on 256 GB300, PP 2, EP 32, 61 layers on 16 chunks",
        &[DEEPSEEK, "&split=4,4,4,4,4,4,4,4,4,4,4,4,4,3,3,3"],
        Ran,
    ),
    asked(
        "Megatron-Bridge's card: 61 layers on 16 stages? The framework cuts them unevenly",
        &["deepseek-v3-671b/h100x1024&pp=16&ep=64&gbs=8192"],
        RepairedBy(splits_on_16),
    ),
    missed(
        "Megatron-LM 5728: Qwen3-30B-A3B on 32 H100, EP 8, HybridEP, balanced: 240.5 TFLOP/s \
         where masked scores do not count",
        &[
            "qwen3-30b-a3b/h100x32&ep=8&seq=4096&gbs=256&ce=fused&imbal=1&disp=hybridep\
         &recipe=megatron",
        ],
        Trained(10_450.0),
        "a fifth too slow: releases with fused routing and permuting launch fewer kernels for a \
         routed layer than were fitted",
    ),
    asked(
        "Megatron-Bridge 5123: Qwen3-30B-A3B on 16 H100, EP 16, HybridEP under compute, routing \
         in CUDA graphs, balanced: seconds of a step",
        &[
            QWEN_30B_EP_16,
            "&disp=hybridep&graph=partial&overlap=tp,pp,dp,cp,ep&imbal=1",
        ],
        Took(20.15),
    ),
    missed(
        "Megatron-Bridge's card: and with natural routing, the exchange not hidden?",
        &[QWEN_30B_EP_16, "&disp=hybridep&graph=partial"],
        Took(30.29),
        "a fifth too fast: loads of a router in its first hundred steps are assumed to be a tenth \
         apart, and 1.7 would give the step",
    ),
    missed(
        "Megatron-Bridge's card: Moonlight 16B-A3B on 16 H100, EP 8, HybridEP under compute: \
         seconds of a step",
        &[MOONLIGHT, "&disp=hybridep&overlap=tp,pp,dp,cp,ep"],
        Took(11.64),
        "a third too slow: launches of a routed layer with latent attention were fitted without \
         fused routing",
    ),
    missed(
        "Megatron-Bridge's card: DeepSeek-V3 on 256 GB300, a graph of the whole step: seconds",
        &[
            DEEPSEEK,
            "&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&disp=hybridep&graph=full&overlap=tp,pp,dp,cp,ep",
        ],
        Took(20.86),
        "a sixth too slow: attention in 8 bits and a fused MLP of experts, which no plan has",
    ),
    missed(
        "Megatron-MoE-ModelZoo 7: Qwen3-30B-A3B on 8 B200, EP 8, all-to-all, balanced: 150 \
         TFLOP/s, which is 5 s a step. Is that normal?",
        &["qwen3-30b-a3b/b200x8&ep=8&seq=4096&gbs=64&imbal=1&recipe=megatron"],
        Took(5.0),
        "a quarter too fast: most of its time is the dispatcher, whose kernels and waits for the \
         host were slower than those fitted",
    ),
    missed(
        "Megatron-LM 2762: Qwen3-30B-A3B on 32 H100: 120 TFLOP/s. Is that normal? (EP 8 is \
         assumed.)",
        &["qwen3-30b-a3b/h100x32&ep=8&seq=4096&gbs=256&recipe=megatron"],
        Trained(5200.0),
        "a third too fast: as before, and the layout is not stated",
    ),
    asked(
        "Megatron-LM 756: Mixtral 8x7B on 16 H100, EP 8, TP 2 also inside experts, lengths of \
         2,048 as its FLOPs say: seconds of a step",
        &["mixtral-8x7b/h100x16&tp=2&ep=8&etp=2&seq=2048&gbs=128&recipe=megatron"],
        Took(5.52),
    ),
    asked(
        "Megatron-LM 1565: Qwen2.5-32B on 8 H200, TP 4, PP 2: 420 TFLOP/s. Is that normal? \
         (Length and batch are not stated.)",
        &[
            "custom/h200x8&layers=64&hidden=5120&ffn=27648&heads=40&kv=8&vocab=152064&tp=4&pp=2\
         &seq=4096&gbs=128&recipe=megatron",
        ],
        Reached(420.0),
    ),
    missed(
        "Megatron-LM 1031: Llama-2 70B on 128 H100, TP 8, PP 8, full recompute: TFLOP/s",
        &[LLAMA_70B_PP_8],
        Reached(296.5),
        "a fifth too slow: a tenth is the bubble, as the batch is not stated, the rest exchange \
         of TP that others overlap",
    ),
    asked(
        "Megatron-Bridge 3107: Llama-3 70B in 8 bits on 32 H100, TP 4, PP 4, 5 chunks: TFLOP/s",
        &[LLAMA_70B_FP8],
        Reached(704.0),
    ),
    asked(
        "verl_megatron_practice 9: a guide says that larger micro-batches shrink the bubble. \
         Single sequences on 8 stages",
        &[LLAMA_70B_BUBBLE, "&mbs=1"],
        Bubbled(0.179),
    ),
    asked(
        "verl_megatron_practice 9: and 2 sequences?",
        &[LLAMA_70B_BUBBLE, "&mbs=2"],
        Bubbled(0.304),
    ),
    asked(
        "verl_megatron_practice 9: and 4? The bubble grows",
        &[LLAMA_70B_BUBBLE, "&mbs=4"],
        Bubbled(0.467),
    ),
    missed(
        "swiss-ai 29: Llama-3 8B on 32 nodes of 4 GH200, 2 M tokens a step: TFLOP/s",
        &["llama3-8b/gh200x128", LLAMA_8B_GH200],
        Reached(413.0),
        "two fifths too fast: the catalogue has 1,000 W, where sites such as JUPITER give a GPU \
         and its CPU 680 W together, and no run on GH200 was fitted",
    ),
    missed(
        "swiss-ai 29: and on 16 nodes?",
        &["llama3-8b/gh200x64", LLAMA_8B_GH200],
        Reached(430.0),
        "as before",
    ),
    asked(
        "swiss-ai 29: what is lost from 16 to 32 nodes?",
        &["llama3-8b/gh200x128", LLAMA_8B_GH200],
        Gained(0.96, &["llama3-8b/gh200x64", LLAMA_8B_GH200]),
    ),
    missed(
        "Megatron-SWIFT: Qwen3-30B-A3B on 8 cards of 80 GB, TP 4, PP 2, EP 4: seconds of a step",
        &[QWEN_30B_A100],
        Took(3.0),
        "a quarter too fast: natural routing of tuning data is assumed to be a tenth apart; the \
         card is not stated",
    ),
    missed(
        "Megatron-SWIFT: and on 4 cards, EP 4, with the optimizer on the host?",
        &[QWEN_30B_ON_HOST],
        Took(28.0),
        "less than half: the optimizer on the host is not limited by its memory, only by the link",
    ),
    missed(
        "Megatron-SWIFT: and on 16 A800, PP 2, EP 8?",
        &["qwen3-30b-a3b/a800x16&pp=2&ep=8&seq=8192&gbs=16&ckpt=full&recipe=megatron"],
        Took(9.6),
        "half: natural routing is assumed to be a tenth apart, and the all-to-all of that release \
         waited for the host",
    ),
    missed(
        "Megatron-SWIFT: Qwen2.5-7B on 2 cards, TP 2: Muon took 254 s where AdamW took 79",
        &[QWEN_7B, "&opt=muon"],
        Gained(0.311, &[QWEN_7B]),
        "no slower: the Newton-Schulz iterations take no time",
    ),
];

fn splits_on_16(plan: &Plan) -> bool {
    plan.layout.pipeline == 16 && plan.layout.split.len() == 16
}
