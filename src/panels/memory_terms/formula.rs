//! Formulas as text: with names, and with this plan's numbers.

use cost::activations::breakdown::{Factor, Product};
use cost::amount::Symbol;
use cost::memory::terms::Term;
use text::number::{fixed, grouped};
use text::terms;

/// A term's formula with names, and with numbers.
pub(super) fn written(term: &Term) -> [String; 2] {
    [true, false].map(|is_named| {
        let mut written = String::new();
        let is_grouped = term.sum.len() > 1 && !term.times.is_empty();
        if is_grouped {
            written.push('(');
        }
        for (index, product) in term.sum.iter().enumerate() {
            if index > 0 {
                written.push_str(" + ");
            }
            put_product(&mut written, product, is_named);
        }
        if is_grouped {
            written.push(')');
        }
        for factor in &term.times {
            written.push_str(" · ");
            put(&mut written, *factor, is_named);
        }
        written
    })
}

fn put_product(written: &mut String, product: &Product, is_named: bool) {
    for (index, factor) in product.factors.iter().enumerate() {
        if index > 0 {
            written.push_str(" · ");
        }
        put(written, *factor, is_named);
    }
    if let Some(over) = product.over {
        written.push_str(" / ");
        put(written, over, is_named);
    }
}

fn put(written: &mut String, factor: Factor, is_named: bool) {
    if is_named && factor.symbol != Symbol::Number {
        written.push_str(terms::symbol(factor.symbol).0);
    } else if factor.value.fract() == 0.0 {
        written.push_str(&grouped(factor.value as u64));
    } else {
        written.push_str(&fixed(factor.value, 2));
    }
}

/// Explanations of the names in these terms' formulas, each once.
pub(super) fn legend<'a>(terms: impl Iterator<Item = &'a Term>) -> String {
    let mut known: Vec<Symbol> = Vec::new();
    let mut legend = String::new();
    for term in terms {
        let products = term.sum.iter();
        let factors = products.flat_map(|product| product.factors.iter().chain(&product.over));
        for factor in factors.chain(&term.times) {
            if factor.symbol == Symbol::Number || known.contains(&factor.symbol) {
                continue;
            }
            known.push(factor.symbol);
            let (name, meaning) = terms::symbol(factor.symbol);
            for part in [
                if legend.is_empty() { "" } else { "; " },
                name,
                " ",
                meaning,
            ] {
                legend.push_str(part);
            }
        }
    }
    legend
}
