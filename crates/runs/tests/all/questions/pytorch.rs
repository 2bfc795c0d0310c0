//! Questions about PyTorch's FSDP and its loops: torchtitan, torchtune, LitGPT, AutoModel.

use super::{Edge, Gained, Held, OutOfMemory, Question, Ran, Trained, asked, missed};

/// Llama-3.2 3B on one A100, all in 16 bits.
const TORCHTUNE: &str = "custom/a100-80x1&layers=28&hidden=3072&ffn=8192&heads=24&kv=8\
     &headdim=128&vocab=128256&tied=1&zero=0&seq=4096&mbs=2&gbs=2&recipe=torchtitan\
     &master=none&grads=16bit";

/// nanochat of 20 layers on 8 H100.
const NANOCHAT: &str = "custom/h100x8&layers=20&hidden=1280&ffn=5120&heads=10&kv=10\
     &headdim=128&vocab=65536&gated=0&zero=2&seq=2048&gbs=256&recipe=torchtitan&opt=muon\
     &kern=compiled";

/// Qwen3-30B-A3B on 8 B200, recompute by operation.
const QWEN_30B_B200: &str = "qwen3-30b-a3b/b200x8&zero=3&seq=8192&mbs=8&gbs=64\
     &recipe=torchtitan&ckpt=sel&ckptmod=ops&ce=chunked&kern=compiled";

/// DeepSeek-V3 on 256 B200.
const DEEPSEEK: &str = "deepseek-v3-671b/b200x256&mtp=0&tp=2&pp=2&vp=2&sched=int&ep=32\
     &etp=1&split=15,16,16,14&zero=3&seq=8192&gbs=4096&imbal=1&ckpt=full&kern=compiled\
     &recipe=torchtitan";

/// Qwen3-30B-A3B in 16 bits on 8 H100, EP 8.
const QWEN_30B_EP_8: &str = "qwen3-30b-a3b/h100x8&ep=8&zero=3&seq=4096&gbs=8\
     &recipe=torchtitan&opt=adamwbf16&master=none&grads=16bit";

pub(super) const QUESTIONS: [Question; 29] = [
    asked(
        "pith-train 79: Qwen3-30B-A3B in torchtitan with FSDP on 8 B200, 8 sequences of 8K, \
         recompute by operation: how much memory?",
        &[QWEN_30B_B200],
        Held(141.79),
    ),
    missed(
        "pith-train 79: and how fast?",
        &[QWEN_30B_B200],
        Trained(19_500.0),
        "a fifth too slow, all of it kernels: no run of torchtitan with experts on GPUs was \
         fitted",
    ),
    asked(
        "torchtitan 1558: DeepSeek-V3 on 512 GPUs of 80 GB, TP 8, experts over the same ranks",
        &[
            "deepseek-v3-671b/h100x512&tp=8&etp=8&zero=3&seq=4096&gbs=64&recipe=torchtitan&ckpt=full",
        ],
        Ran,
    ),
    asked(
        "AutoModel 2673: Llama-3 70B on 32 H100, PP 8, all in 16 bit, 4 sequences of 1K (tuned \
         on H200; batch and recompute are not stated)",
        &[
            "llama3-70b/h100x32&pp=8&zero=3&seq=1024&mbs=4&gbs=128&recipe=torchtitan&opt=adamwbf16\
         &master=none&grads=16bit",
        ],
        OutOfMemory,
    ),
    asked(
        "AutoModel's notes on Transformers 5: Qwen3-30B-A3B in 16 bits on 8 H100, EP 8",
        &[QWEN_30B_EP_8],
        Held(48.1),
    ),
    asked(
        "Accelerate 3647: Qwen2.5-32B, 20,480 tokens on 4 A100 in torchtune, whose loss has \
         chunks, with recompute and state on the host",
        &[
            "custom/a100-80x4&node=4&layers=64&hidden=5120&ffn=27648&heads=40&kv=8&vocab=152064\
         &zero=3&seq=20480&gbs=4&recipe=torchtitan&ckpt=full&off=opt,params&kern=eager&ce=chunked",
        ],
        Ran,
    ),
    asked(
        "nanochat 443: 20 layers on 8 H100, 32 sequences a GPU. One ran out of memory, others \
         did not",
        &[NANOCHAT, "&mbs=32"],
        Edge,
    ),
    asked("nanochat 443: and 16?", &[NANOCHAT, "&mbs=16"], Ran),
    asked(
        "LitGPT: Llama-2 7B in full on 4 A10 of 24 GB",
        &["llama2-7b/a10x4&zero=3&seq=512&mbs=4&gbs=16&recipe=torchtitan&ce=eager&kern=eager"],
        OutOfMemory,
    ),
    asked(
        "LitGPT: Llama-3 8B in full on 4 A10 of 24 GB",
        &["llama3-8b/a10x4&zero=3&seq=512&mbs=4&gbs=16&recipe=torchtitan&ce=eager&kern=eager"],
        OutOfMemory,
    ),
    asked(
        "torchtune: Llama-3.2 3B on one A100, packed sequences, all in 16 bit",
        &[TORCHTUNE, "&opt=adamwbf16&kern=eager&ce=eager"],
        Held(60.0),
    ),
    asked(
        "torchtune: compiled",
        &[TORCHTUNE, "&opt=adamwbf16&kern=compiled&ce=compiled"],
        Held(51.0),
    ),
    asked(
        "torchtune: with a loss in chunks",
        &[TORCHTUNE, "&opt=adamwbf16&kern=compiled&ce=chunked"],
        Held(42.9),
    ),
    asked(
        "torchtune: with full recompute",
        &[
            TORCHTUNE,
            "&opt=adamwbf16&kern=compiled&ce=chunked&ckpt=full",
        ],
        Held(24.9),
    ),
    asked(
        "torchtune: with the optimizer's step in the backward, for which a plan has no word",
        &[
            TORCHTUNE,
            "&opt=adamwbf16&kern=compiled&ce=chunked&ckpt=full",
        ],
        Held(23.1),
    ),
    asked(
        "torchtune: with activations on the host",
        &[
            TORCHTUNE,
            "&opt=adamwbf16&kern=compiled&ce=chunked&ckpt=full&off=acts",
        ],
        Held(21.8),
    ),
    asked(
        "torchtune: with moments in 8 bits",
        &[
            TORCHTUNE,
            "&opt=adamw8&kern=compiled&ce=chunked&ckpt=full&off=acts",
        ],
        Held(17.6),
    ),
    asked(
        "pith-train 79: and PithTrain itself with PP 2, EP 4 and DualPipeV, single sequences, \
         1,024 a step?",
        &[
            "qwen3-30b-a3b/b200x8&pp=2&ep=4&sched=dualpipev&zero=3&seq=8192&gbs=1024&recipe=torchtitan\
         &kern=compiled",
        ],
        Gained(0.897, &[QWEN_30B_B200]),
    ),
    missed(
        "AutoModel's notes on Transformers 5: Qwen3-30B-A3B in 16 bits on 8 H100, EP 8: how fast?",
        &[QWEN_30B_EP_8],
        Trained(11340.0),
        "half: AutoModel dispatches by DeepEP and fuses routing, and a plan has defaults of \
         torchtitan",
    ),
    asked(
        "Nebius: DeepSeek-V3 in torchtitan on 256 B200, TP 2, PP 2, EP 32, 64 sequences of 8K: \
         how fast?",
        &[DEEPSEEK],
        Trained(651.0),
    ),
    missed(
        "Nebius: and with DeepEP?",
        &[DEEPSEEK, "&disp=deepep"],
        Trained(859.0),
        "a fifth too fast: DeepEP across 4 nodes is as fast as on the clusters that were fitted",
    ),
    missed(
        "Nebius: and with products of experts in MXFP8?",
        &[DEEPSEEK, "&disp=deepep&dtype=mxfp8"],
        Trained(918.0),
        "a quarter too fast: as before, and a plan has one type for all products",
    ),
    missed(
        "torchtune: Llama-3.2 3B on one A100, packed sequences: how fast?",
        &[TORCHTUNE, "&opt=adamwbf16&kern=eager&ce=eager"],
        Trained(7075.0),
        "a fifth too fast: compiling brought it 27 %, and eager kernels cost 3 % more than \
         compiled ones where products fill the step",
    ),
    asked(
        "torchtune: compiled?",
        &[TORCHTUNE, "&opt=adamwbf16&kern=compiled&ce=compiled"],
        Trained(8998.0),
    ),
    asked(
        "torchtune: with a loss in chunks?",
        &[TORCHTUNE, "&opt=adamwbf16&kern=compiled&ce=chunked"],
        Trained(9174.0),
    ),
    asked(
        "torchtune: with full recompute?",
        &[
            TORCHTUNE,
            "&opt=adamwbf16&kern=compiled&ce=chunked&ckpt=full",
        ],
        Trained(7210.0),
    ),
    asked(
        "torchtune: with the optimizer's step in the backward, for which a plan has no word?",
        &[
            TORCHTUNE,
            "&opt=adamwbf16&kern=compiled&ce=chunked&ckpt=full",
        ],
        Trained(7309.0),
    ),
    asked(
        "torchtune: with activations on the host?",
        &[
            TORCHTUNE,
            "&opt=adamwbf16&kern=compiled&ce=chunked&ckpt=full&off=acts",
        ],
        Trained(7301.0),
    ),
    asked(
        "torchtune: with moments in 8 bits?",
        &[
            TORCHTUNE,
            "&opt=adamw8&kern=compiled&ce=chunked&ckpt=full&off=acts",
        ],
        Trained(6960.0),
    ),
];
