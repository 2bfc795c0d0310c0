//! Questions about mixtures of experts in KempnerForge (FSDP2).

use super::{Held, OutOfMemory, Question, Took, missed};

/// The model of 9.23 B with 8 experts on 32 H200.
const EXPERTS_8: &str = "custom/h200x32&layers=24&hidden=2048&ffn=7168&heads=16&kv=4\
     &headdim=128&vocab=128256&experts=8&topk=2&moeffn=7168&node=4&nvl=4&tp=4&ep=2&sp=0&zero=3\
     &seq=4096&recipe=torchtitan&opt=adamwbf16&master=none&grads=16bit&ce=eager&kern=eager";

/// The model of 68 B with 64 experts on 8 H200.
const EXPERTS_64: &str = "custom/h200x8&layers=24&hidden=2048&ffn=7168&heads=16&kv=4\
     &headdim=128&vocab=128256&experts=64&topk=2&moeffn=7168&node=4&nvl=4&ep=4&zero=3&seq=4096\
     &recipe=torchtitan&opt=adamwbf16&master=none&grads=16bit&ckpt=full&ce=eager&kern=eager";

pub(super) const QUESTIONS: [Question; 17] = [
    missed(
        "KempnerForge: 9.23 B with 8 experts on 32 H200, TP 4, EP 2, micro-batches of 8",
        &[EXPERTS_8, "&mbs=8&gbs=64&ckpt=full"],
        Held(74.7),
        "half: its TP does not shard what leaves a layer, and its experts run one after another",
    ),
    missed(
        "KempnerForge: and micro-batches of 12?",
        &[EXPERTS_8, "&mbs=12&gbs=96&ckpt=full"],
        Held(106.7),
        "as before",
    ),
    missed(
        "KempnerForge: and micro-batches of 16?",
        &[EXPERTS_8, "&mbs=16&gbs=128&ckpt=full"],
        OutOfMemory,
        "as before",
    ),
    missed(
        "KempnerForge: and micro-batches of 2, with attention alone recomputed?",
        &[EXPERTS_8, "&mbs=2&gbs=16&ckpt=sel&ckptmod=core"],
        OutOfMemory,
        "as before, and no module names attention with its projections",
    ),
    missed(
        "KempnerForge: micro-batches of 8, when all experts were in the root unit",
        &[EXPERTS_8, "&mbs=8&gbs=64&ckpt=full"],
        Held(87.9),
        "as before, and a plan has no word for the units of FSDP",
    ),
    missed(
        "KempnerForge: and micro-batches of 12?",
        &[EXPERTS_8, "&mbs=12&gbs=96&ckpt=full"],
        Held(119.9),
        "as before",
    ),
    missed(
        "KempnerForge: and micro-batches of 16?",
        &[EXPERTS_8, "&mbs=16&gbs=128&ckpt=full"],
        OutOfMemory,
        "as before",
    ),
    missed(
        "KempnerForge: and micro-batches of 2, with attention alone recomputed?",
        &[EXPERTS_8, "&mbs=2&gbs=16&ckpt=sel&ckptmod=core"],
        OutOfMemory,
        "as before",
    ),
    missed(
        "KempnerForge: and single sequences?",
        &[EXPERTS_8, "&mbs=1&gbs=8&ckpt=sel&ckptmod=core"],
        Held(101.9),
        "as before",
    ),
    missed(
        "KempnerForge: 68 B with 64 experts on 8 H200, EP 4, micro-batches of 4",
        &[EXPERTS_64, "&mbs=4&gbs=32"],
        OutOfMemory,
        "its experts are gathered with the root unit, all layers at once",
    ),
    missed(
        "KempnerForge: and single sequences?",
        &[EXPERTS_64, "&mbs=1&gbs=8"],
        Held(127.9),
        "as before",
    ),
    missed(
        "KempnerForge: seconds of a step with micro-batches of 8, when all experts were in the \
         root unit",
        &[EXPERTS_8, "&mbs=8&gbs=64&ckpt=full"],
        Took(6.3),
        "a quarter: its experts run one after another in eager mode, and both ranks of EP compute \
         attention for one and the same tokens",
    ),
    missed(
        "KempnerForge: and with micro-batches of 12?",
        &[EXPERTS_8, "&mbs=12&gbs=96&ckpt=full"],
        Took(12.0),
        "a fifth, as before; its allocator was at the limit, too",
    ),
    missed(
        "KempnerForge: and with eight single sequences, attention alone recomputed?",
        &[EXPERTS_8, "&mbs=1&gbs=64&ckpt=sel&ckptmod=core"],
        Took(10.7),
        "four tenths, as before",
    ),
    missed(
        "KempnerForge: and with micro-batches of 8, experts in separate units?",
        &[EXPERTS_8, "&mbs=8&gbs=64&ckpt=full"],
        Took(5.4),
        "a third, as before",
    ),
    missed(
        "KempnerForge: and with micro-batches of 12?",
        &[EXPERTS_8, "&mbs=12&gbs=96&ckpt=full"],
        Took(7.4),
        "a third, as before",
    ),
    missed(
        "KempnerForge: seconds of a step of 68 B with 64 experts on 8 H200",
        &[EXPERTS_64, "&mbs=1&gbs=8"],
        Took(3.71),
        "six tenths: all layers are gathered at once across the nodes, so no compute hides it",
    ),
];
