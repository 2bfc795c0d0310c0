//! Questions about models of Hugging Face's Transformers, in its Trainer and in loops beside it
//! (XTuner), with FSDP or DeepSpeed.

use cost::plan::{CrossEntropy, Offload, Plan, Recompute};

use super::{
    CuredBy, Gained, Held, OutOfMemory, Question, Ran, Short, Took, Trained, Used, asked, missed,
};

/// SmolLM2 1.7B of 16,384 tokens on one H100.
const SMOLLM: &str = "custom/h100x1&layers=24&hidden=2048&ffn=8192&heads=32&kv=32\
     &headdim=64&vocab=49152&tied=1&zero=0&seq=16384&gbs=1&opt=adamw8&recipe=hf";

/// Llama-3 8B on 8 RTX 3090.
const LLAMA_3090: &str = "llama3-8b/rtx3090x8&zero=3&seq=1024&gbs=16&dtype=fp16\
     &recipe=hf-deepspeed&ckpt=full";

/// Qwen2.5-32B in the Trainer with FSDP.
const QWEN_32B_FSDP: &str = "&layers=64&hidden=5120&ffn=27648&heads=40&kv=8&vocab=152064\
     &zero=3&recipe=hf&ckpt=full";

/// Qwen2.5-32B on A800 with ZeRO-3.
const QWEN_32B_A800: &str = "&nvbw=200&layers=64&hidden=5120&ffn=27648&heads=40&kv=8\
     &vocab=152064&zero=3&seq=1024&recipe=hf-deepspeed&ckpt=full";

/// Yi-34B of 131,072 tokens with ZeRO-3.
const YI_34B: &str = "&layers=60&hidden=7168&ffn=20480&heads=56&kv=8&vocab=64000&zero=3\
     &seq=131072&ckpt=full&recipe=hf-deepspeed";

/// Qwen3-30B-A3B in 16 bits on 8 H100.
const QWEN_30B_16_BITS: &str = "qwen3-30b-a3b/h100x8&zero=3&seq=4096&gbs=8&recipe=hf\
     &opt=adamwbf16&master=none";

/// Qwen3-30B-A3B on 16 A800 with ZeRO-3.
const QWEN_30B_A800: &str = "qwen3-30b-a3b/a800x16&zero=3&seq=8192&gbs=16&ckpt=full\
     &recipe=hf-deepspeed";

pub(super) const QUESTIONS: [Question; 28] = [
    asked(
        "open-r1 579: Qwen2.5-32B, 22,528 tokens with FSDP on 128 H100",
        &["custom/h100x128", QWEN_32B_FSDP, "&seq=22528&gbs=128"],
        Ran,
    ),
    missed(
        "open-r1 579: and 32,768 tokens?",
        &["custom/h100x128", QWEN_32B_FSDP, "&seq=32768&gbs=128"],
        OutOfMemory,
        "tight: 86.7 GiB are to be allocated, but published peaks of the Trainer are up to 10 % \
         below the prediction",
    ),
    asked(
        "open-r1 579: 20,480 tokens on one node",
        &["custom/h100x8", QWEN_32B_FSDP, "&seq=20480&gbs=8"],
        OutOfMemory,
    ),
    asked(
        "open-r1 579: and 10,240?",
        &["custom/h100x8", QWEN_32B_FSDP, "&seq=10240&gbs=8"],
        Ran,
    ),
    asked(
        "s1 13: Qwen2.5-32B, 20,480 tokens with FSDP on 8 H100",
        &["custom/h100x8", QWEN_32B_FSDP, "&seq=20480&gbs=8"],
        OutOfMemory,
    ),
    asked(
        "s1 13: and on 16?",
        &["custom/h100x16", QWEN_32B_FSDP, "&seq=20480&gbs=16"],
        Ran,
    ),
    asked(
        "s1 13: and 32,768 tokens on 16?",
        &["custom/h100x16", QWEN_32B_FSDP, "&seq=32768&gbs=16"],
        Short,
    ),
    missed(
        "Accelerate 3647: Qwen2.5-32B, 20,480 tokens on 4 A100 with FSDP, recompute and state on \
         the host. Why out of memory, where torchtune is not?",
        &[
            "custom/a100-80x4",
            QWEN_32B_FSDP,
            "&node=4&seq=20480&gbs=4&off=opt,params",
        ],
        OutOfMemory,
        "fits, with 7 GiB free at the end of the range: the first FSDP holds more than the second \
         (as the thread found), and Accelerate's fp32 copy of the logits is not counted",
    ),
    asked(
        "Axolotl 2412: SmolLM2 1.7B, 16,384 tokens on one H100 without recompute, moments in 8 \
         bits",
        &[SMOLLM],
        Short,
    ),
    asked(
        "Axolotl 2412: and the cure? Recompute or a fused loss",
        &[SMOLLM],
        CuredBy(recomputes_or_fuses),
    ),
    missed(
        "LLaMA-Factory 5977: Llama-3 8B on 8 RTX 3090, ZeRO-3, 1,024 tokens",
        &[LLAMA_3090],
        OutOfMemory,
        "tight: published peaks of the Trainer are up to 10 % below the prediction",
    ),
    missed(
        "LLaMA-Factory 5977: and with state on the host?",
        &[LLAMA_3090, "&off=opt,params"],
        Used(12.1),
        "half: buffers in which DeepSpeed collects gradients and prefetches weights are missing",
    ),
    asked(
        "LLaMA-Factory 5977: and the cure? State on the host",
        &[LLAMA_3090],
        CuredBy(offloads),
    ),
    missed(
        "LLaMA-Factory 6999: Qwen2.5-32B on 7 A800, ZeRO-3, 1,024 tokens",
        &["custom/a100-80x7", QWEN_32B_A800, "&node=7&gbs=14"],
        OutOfMemory,
        "tight: published peaks of the Trainer are up to 10 % below the prediction",
    ),
    asked(
        "LLaMA-Factory 6999: and on 8?",
        &["custom/a100-80x8", QWEN_32B_A800, "&node=8&gbs=16"],
        Short,
    ),
    asked(
        "LLaMA-Factory 6999: and the cure for 7? State on the host",
        &["custom/a100-80x7", QWEN_32B_A800, "&node=7&gbs=14"],
        CuredBy(offloads),
    ),
    missed(
        "Accelerate 4172: Qwen3 0.6B, 131,072 tokens with FSDP and recompute, before the fix",
        &[
            "custom/h100x8&layers=28&hidden=1024&ffn=3072&heads=16&kv=8&headdim=128&vocab=151936\
         &tied=1&zero=3&seq=131072&gbs=8&recipe=hf&ckpt=full&ce=chunked",
        ],
        Held(38.0),
        "less than half: the children of each layer were checkpointed, so that four tensors \
         stayed, and a plan has one",
    ),
    asked(
        "AutoModel's notes on Transformers 5: Qwen3-30B-A3B in 16 bits with FSDP on 8 H100",
        &[QWEN_30B_16_BITS],
        Held(68.2),
    ),
    asked(
        "ms-swift: Qwen3-30B-A3B with ZeRO-2 of DeepSpeed on 16 A800?",
        &["qwen3-30b-a3b/a100-80x16&nvbw=200&zero=2&seq=8192&gbs=16&ckpt=full&recipe=hf-deepspeed"],
        OutOfMemory,
    ),
    asked(
        "ms-swift: and with ZeRO-3?",
        &["qwen3-30b-a3b/a100-80x16&nvbw=200&zero=3&seq=8192&gbs=16&ckpt=full&recipe=hf-deepspeed"],
        Ran,
    ),
    asked(
        "XTuner: Yi-34B, sequences of 128K, ZeRO-3 on 16 A100",
        &["custom/a100-80x16", YI_34B, "&gbs=16"],
        OutOfMemory,
    ),
    asked(
        "XTuner: and on 32?",
        &["custom/a100-80x32", YI_34B, "&gbs=32"],
        OutOfMemory,
    ),
    asked(
        "XTuner: and on 64? Shards divide state, not what a sequence keeps",
        &["custom/a100-80x64", YI_34B, "&gbs=64"],
        OutOfMemory,
    ),
    asked(
        "XTuner: and on 16 with the sequence in eight pieces (all-to-all)?",
        &["custom/a100-80x16", YI_34B, "&cp=8&cpkind=a2a&gbs=2"],
        Trained(227.0),
    ),
    missed(
        "XTuner 842: Llama-3 70B in full with ZeRO-3 on 16 cards of 80 GB",
        &["llama3-70b/h100x16&zero=3&seq=2048&gbs=16&recipe=hf-deepspeed&ckpt=full"],
        OutOfMemory,
        "tight: 70 GB of state leave 5 GiB, and the length of the sequence is not stated",
    ),
    missed(
        "ms-swift: Qwen3-30B-A3B with ZeRO-3 of DeepSpeed on 16 A800: seconds of a step",
        &[QWEN_30B_A800],
        Took(91.2),
        "a twenty-fifth: Transformers before 5 runs 128 experts one after another in a loop",
    ),
    missed(
        "ms-swift: and how much faster is Megatron with PP 2 and EP 8?",
        &["qwen3-30b-a3b/a800x16&pp=2&ep=8&seq=8192&gbs=16&ckpt=full&recipe=megatron"],
        Gained(9.5, &[QWEN_30B_A800]),
        "slower: as before",
    ),
    missed(
        "AutoModel's notes on Transformers 5: Qwen3-30B-A3B in 16 bits with FSDP on 8 H100: how \
         fast?",
        &[QWEN_30B_16_BITS],
        Trained(3075.0),
        "twice too fast: kernels of experts in Hugging Face's trainers were not fitted",
    ),
];

fn offloads(plan: &Plan) -> bool {
    plan.levers.offload.contains(Offload::Optimizer)
}

fn recomputes_or_fuses(plan: &Plan) -> bool {
    let fused = [CrossEntropy::Fused, CrossEntropy::Chunked];
    plan.levers.recompute == Recompute::Full || fused.contains(&plan.levers.cross_entropy)
}
