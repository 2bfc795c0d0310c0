//! Members of sets, divisors and products, for the axes of a search.

use crate::optimize::Numbers;
use cost::plan::{Word, WordSet};

/// The members of a set, in the order of their vocabulary.
pub(super) fn members<W: Word>(set: WordSet<W>) -> impl Iterator<Item = W> {
    W::ALL
        .iter()
        .copied()
        .filter(move |&word| set.contains(word))
}

/// The allowed divisors of a number, rising.
pub(super) fn divisors(number: u64, allowed: &Numbers) -> impl Iterator<Item = u64> + use<> {
    let small = (1..).take_while(move |n| n * n <= number);
    let mut all: Vec<u64> = small
        .filter(|&n| number.is_multiple_of(n))
        .flat_map(|n| [n, number / n])
        .filter(|n| allowed.contains(n))
        .collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter()
}

/// Products of a number of either list, up to `most`, rising.
pub(super) fn products(some: &[u64], others: &[u64], most: u64) -> Vec<u64> {
    let mut is_there = vec![false; usize::try_from(most).unwrap_or(0) + 1];
    for &one in some {
        for &other in others.iter().take_while(|&&other| one * other <= most) {
            if let Some(place) = is_there.get_mut((one * other) as usize) {
                *place = true;
            }
        }
    }
    let products = (0..=most).zip(is_there);
    let products = products.filter(|(_, is_there)| *is_there);
    products.map(|(product, _)| product).collect()
}
