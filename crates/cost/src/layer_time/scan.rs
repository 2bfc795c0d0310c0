//! The scan of a linear mixer, with the convolution before it and the norm behind it.

use crate::amount::{Amount, Count as _, Leaf, Part, Symbol, Unit};
use crate::legal::Legal;
use crate::operation::{Kernel, Operation, Work};
use crate::plan::MixerKind;
use crate::roofline::Roofline;
use crate::units::{Bytes, Flops, Seconds};

/// FLOPs of attention that take as long as one FLOP of the scan. Mamba-2's scan takes as long as
/// the second generation of Flash Attention at 2,048 tokens, which computes eight times its FLOPs:
/// 4·s/2 a channel instead of 4·64 + 256 (Dao 2024, figure 10, with N = 64). Also assumed for Gated
/// DeltaNet.
const SCAN_PACE: f64 = 8.0;

/// The sequence, in tokens, at which scan and attention take equally long.
const PACE_SEQUENCE: u64 = 2_048;

/// FLOPs of backward over those of forward: it computes states and scores again, as that of Flash
/// Attention does. Assumed.
const BACKWARD: f64 = 2.5;

/// The scan of one layer with a linear mixer; `None` if the model has no mixer.
///
/// Memory traffic in 16 bits: the convolution reads and writes values, keys and queries, which the
/// scan reads; the scan writes its output, which norm and gate read, with the gate, and write. Each
/// chunk's state is written, passed on and read in fp32. Gated DeltaNet writes and reads two
/// more tensors of keys and values between its kernels.
pub(super) fn scan<A: Amount>(legal: &Legal, roofline: &Roofline<A>) -> Option<Operation<A>> {
    let mixer = legal.plan.model.mixer?;
    let tensor = legal.plan.layout.tensor as f64;
    let tokens = legal.letter::<A::Count>(Symbol::Tokens).real();
    let heads = mixer.value_heads as f64 / tensor;
    let values = mixer.values() as f64 / tensor;
    let keys = (legal.mixer_key_heads_per_rank() * mixer.key_dim) as f64;
    let (key, value) = (mixer.key_dim as f64, mixer.value_dim as f64);
    let each = A::leaf(
        Leaf::Symbol(Symbol::MixerFlops),
        mixer.flops_per_token() / tensor,
    );
    let flops = Flops(each * A::quantity(1.0, Unit::FLOPS) * tokens).part(Part::Flops);
    let between = match mixer.kind {
        MixerKind::Mamba2 => 0.0,
        MixerKind::DeltaNet => 4.0 * heads * (key + value),
    };
    let channels = 3.0 * (values + 2.0 * keys) + 4.0 * values;
    let states = heads * key * value / mixer.chunk() as f64;
    let each = 2.0 * channels + 12.0 * states + between;
    let each = A::leaf(Leaf::Symbol(Symbol::MixerBytes), each);
    let bytes = tokens * each * A::quantity(1.0, Unit::BYTES);
    let streaming = roofline.streaming(bytes.part(Part::Moved));
    let (pace, sequence) = (A::number(SCAN_PACE), A::number(PACE_SEQUENCE as f64));
    let computed = roofline.flash_forward(flops * pace, sequence, 2);
    let (number, again) = (A::number, A::number(BACKWARD));
    let work = |flops: Flops<A>, bytes: A, seconds: Seconds<A>| Work {
        flops,
        bytes: Bytes(A::Count::floor(bytes)),
        seconds: seconds.part(Part::Core),
    };
    let backward = (computed * again).max(streaming * number(2.0));
    Some(Operation {
        kernel: Kernel::Core,
        forward: work(flops, bytes, computed.max(streaming)),
        backward: work(flops * again, number(2.0) * bytes, backward),
    })
}
