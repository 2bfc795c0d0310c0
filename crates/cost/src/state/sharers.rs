//! Ranks among which the optimizer's work is divided.

use crate::amount::{Count, Part, Symbol};
use crate::legal::Legal;

/// Ranks that share the optimizer's work on parameters that this many ranks shard: two that hold the
/// same parameters in a pipeline of two directions share it, too.
pub(super) fn sharers<C: Count>(legal: &Legal, ranks: Symbol) -> C {
    let ranks = legal.letter::<C>(ranks);
    match legal.copies() {
        1 => ranks,
        _ => (ranks * legal.letter(Symbol::ModelCopies)).part(Part::Sharers),
    }
}
