//! Squares of the whole cluster, each of several nodes.

/// Squares in a row of the whole cluster.
pub(super) const COLUMNS: u64 = 32;
/// Largest number of squares of the whole cluster.
const SQUARES: u64 = 256;

/// GPUs of a square of the whole cluster: a power of two of nodes.
pub(super) fn square(gpus: u64, node: u64) -> u64 {
    let mut square = node;
    while gpus.div_ceil(square) > SQUARES {
        square *= 2;
    }
    square
}
