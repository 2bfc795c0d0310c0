//! Questions about MaxText on TPUs.

use super::{OutOfMemory, Question, Ran, asked};

/// The policy of checkpointing keeps projections of attention and the MLP's output
/// (`save_dot_except_mlpwi` in MaxText's `decoders.py`): attention, norms and the MLP run again.
pub(super) const QUESTIONS: [Question; 2] = [
    asked(
        "MaxText 2957: Llama-2 70B on 64 TPU v5p, 2 sequences a chip",
        "llama2-70b/tpu-v5px64&zero=3&seq=4096&mbs=2&gbs=128&ckpt=sel&ckptmod=core,norm,mlp\
         &recipe=maxtext",
        Ran,
    ),
    asked(
        "MaxText 2957: and 4?",
        "llama2-70b/tpu-v5px64&zero=3&seq=4096&mbs=4&gbs=256&ckpt=sel&ckptmod=core,norm,mlp\
         &recipe=maxtext",
        OutOfMemory,
    ),
];
