//! Scaling laws: the loss for a number of parameters and tokens, and the critical batch.
//!
//! Tests: the examples of both functions, with figures of their papers.

use super::units::GB;

/// The loss of a model of N parameters trained on D tokens, nats a token:
/// E + A/N^0.34 + B/D^0.28 (Hoffmann 2022, equation 10).
///
/// ```
/// use cost::scaling::loss;
/// // Chinchilla itself: 70 B parameters, 1.4 T tokens: 1.69 + 0.08 + 0.16
/// assert!((loss(70_000_000_000, 1_400_000_000_000) - 1.94).abs() < 0.01);
/// ```
#[must_use]
pub fn loss(params: u64, tokens: u64) -> f64 {
    const IRREDUCIBLE: f64 = 1.69;
    let term =
        |scale: f64, amount: u64, exponent: f64| scale / power(amount.max(1) as f64, exponent);
    IRREDUCIBLE + term(406.4, params, 0.34) + term(410.7, tokens, 0.28)
}

/// Tokens of a step at which a run needs twice the fewest tokens and twice the fewest steps. It is
/// 2·10⁸ / L^(1/0.21) (McCandlish 2018; Kaplan 2020, equation 1.4).
///
/// The formula is known to a factor of two at best. Published runs have batches of that order, and
/// not of many times more.
///
/// ```
/// use cost::scaling::critical_batch;
/// // Llama-3 405B on 15.6 T tokens: some 11 M; it was trained with 16 M a step at the end
/// let tokens = critical_batch(405_000_000_000, 15_600_000_000_000);
/// assert!((8.0e6..16.0e6).contains(&tokens), "{tokens}");
/// ```
#[must_use]
pub fn critical_batch(params: u64, tokens: u64) -> f64 {
    0.2 * GB as f64 / power(loss(params, tokens), 1.0 / 0.21)
}

/// exp ∘ ln is half the code of powf in the page.
fn power(base: f64, exponent: f64) -> f64 {
    (base.ln() * exponent).exp()
}
