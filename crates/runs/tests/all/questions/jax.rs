//! Questions about MaxText on TPUs.

use super::{OutOfMemory, Question, Ran, asked};

/// Llama-2 70B on 64 TPU v5p.
const LLAMA_70B: &str = "llama2-70b/tpu-v5px64&zero=3&seq=4096&ckpt=sel\
     &ckptmod=core,norm,mlp&recipe=maxtext";

/// The policy of checkpointing keeps projections of attention and the MLP's output
/// (`save_dot_except_mlpwi` in MaxText's `decoders.py`): attention, norms and the MLP run again.
pub(super) const QUESTIONS: [Question; 2] = [
    asked(
        "MaxText 2957: Llama-2 70B on 64 TPU v5p, 2 sequences a chip",
        &[LLAMA_70B, "&mbs=2&gbs=128"],
        Ran,
    ),
    asked(
        "MaxText 2957: and 4?",
        &[LLAMA_70B, "&mbs=4&gbs=256"],
        OutOfMemory,
    ),
];
