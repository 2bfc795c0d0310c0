//! Questions about Megatron-LM and what is built on it: Megatron-Bridge, Megatron-SWIFT,
//! Megatron-LLM.

use cost::plan::Plan;

use super::{Edge, Held, OutOfMemory, Question, Ran, RepairedBy, Saved, Used, asked, missed};

pub(super) const QUESTIONS: [Question; 15] = [
    asked(
        "Megatron-SWIFT: Qwen3-32B in full on 8 cards of 80 GB, TP 8, 8K tokens",
        "qwen3-32b/h100x8&tp=8&seq=8192&gbs=16&ckpt=full&recipe=megatron",
        Ran,
    ),
    asked(
        "Megatron-SWIFT: Qwen3-30B-A3B on 8 cards of 80 GB, TP 4, PP 2, EP 4",
        "qwen3-30b-a3b/a100-80x8&tp=4&pp=2&ep=4&split=25,23&seq=8192&gbs=4&ckpt=full\
         &recipe=megatron",
        Ran,
    ),
    asked(
        "Megatron-SWIFT: and on 4 cards with the optimizer on the host?",
        "qwen3-30b-a3b/a100-80x4&ep=4&seq=8192&gbs=16&ckpt=full&recipe=megatron&off=opt",
        Ran,
    ),
    missed(
        "Megatron-SWIFT: and in 8 bits, TP 2, EP 8, 4 sequences of 2K, moments in 16 bits?",
        "qwen3-30b-a3b/h20x8&tp=2&ep=8&seq=2048&mbs=4&gbs=16&ckpt=full&recipe=megatron&dtype=fp8b\
         &opt=adamwbf16",
        Used(95.0),
        "two thirds: a capacity factor of 2 pads the experts' tokens, and the allocator's cache on \
         a card of unknown size is part of the figure",
    ),
    asked(
        "Megatron-SWIFT: Qwen2.5-7B on 2 cards of 80 GB, TP 2: what does Muon save beside AdamW? \
         (Lengths up to 2,048.)",
        "custom/a100-80x2&layers=28&hidden=3584&ffn=18944&heads=28&kv=4&vocab=152064&tp=2\
         &seq=2048&mbs=16&gbs=16&ckpt=full&recipe=megatron&opt=muon",
        Saved(
            13.0,
            "custom/a100-80x2&layers=28&hidden=3584&ffn=18944&heads=28&kv=4&vocab=152064&tp=2\
         &seq=2048&mbs=16&gbs=16&ckpt=full&recipe=megatron",
        ),
    ),
    missed(
        "Megatron-LM 1031: Llama-2 70B on 128 H100, TP 8, PP 2",
        "llama2-70b/h100x128&tp=8&pp=2&seq=4096&gbs=128&recipe=megatron",
        OutOfMemory,
        "length and batch are not stated; 4,096 tokens and ZeRO-1 need half of the card",
    ),
    asked(
        "Megatron-LM 1031: and with PP 8 and full recompute?",
        "llama2-70b/h100x128&tp=8&pp=8&seq=4096&gbs=128&recipe=megatron&ckpt=full",
        Ran,
    ),
    asked(
        "Megatron-LM 2762: Qwen3-30B-A3B on 8 H100, EP 8",
        "qwen3-30b-a3b/h100x8&ep=8&seq=4096&gbs=256&recipe=megatron",
        OutOfMemory,
    ),
    asked(
        "Megatron-LM 2762: and on 32?",
        "qwen3-30b-a3b/h100x32&ep=8&seq=4096&gbs=256&recipe=megatron",
        Ran,
    ),
    asked(
        "Megatron-LLM 6: Falcon-40B on one node of A100, TP 8",
        "custom/a100-80x8&layers=60&hidden=8192&ffn=32768&heads=128&kv=8&headdim=64&vocab=65024\
         &gated=0&tied=1&tp=8&seq=2048&gbs=8&recipe=megatron",
        OutOfMemory,
    ),
    missed(
        "Megatron-Bridge 3107: Llama-3 70B in 8 bits on 32 H100, TP 4, PP 4, 5 chunks. Fragments \
         on the first rank ended the run; expandable segments cured it",
        "llama3-70b/h100x32&tp=4&pp=4&vp=5&seq=4096&gbs=32&dtype=fp8&recipe=nemo&ckpt=sel\
         &ckptmod=core",
        Edge,
        "it fits, with 13 GiB free: what interleaved micro-batches leave in fragments was not \
         fitted",
    ),
    asked(
        "Megatron-Bridge 5123: Qwen3-30B-A3B on 16 H100, EP 16",
        "qwen3-30b-a3b/h100x16&ep=16&seq=4096&gbs=1024&ce=fused&imbal=1&recipe=nemo",
        Held(62.17),
    ),
    asked(
        "Megatron-Bridge's card: Moonlight 16B-A3B on 16 H100, EP 8",
        "custom/h100x16&layers=27&hidden=2048&ffn=11264&heads=16&kv=16&vocab=163840&experts=64\
         &topk=6&moeffn=1408&shared=2&sharedffn=1408&dense=1&mla=0,512,128,64,128&ep=8&seq=4096\
         &mbs=2&gbs=1024&recipe=nemo",
        Ran,
    ),
    asked(
        "Megatron-Bridge's card: DeepSeek-V3 on 256 GB300, PP 2, EP 32, 61 layers on 16 chunks",
        "deepseek-v3-671b/gb300x256&pp=2&vp=8&ep=32&split=4,4,4,4,4,4,4,4,4,4,4,4,4,3,3,3\
         &seq=4096&gbs=8192&dtype=mxfp8&imbal=1&recipe=nemo",
        Ran,
    ),
    asked(
        "Megatron-Bridge's card: 61 layers on 16 stages? The framework cuts them unevenly",
        "deepseek-v3-671b/h100x1024&pp=16&ep=64&gbs=8192",
        RepairedBy(splits_on_16),
    ),
];

fn splits_on_16(plan: &Plan) -> bool {
    plan.layout.pipeline == 16 && plan.layout.split.len() == 16
}
