//! Nodes of a figure's arithmetic.

use super::leaf::{Leaf, Unit};
use super::part::Part;
use crate::vocabularies;

/// Place of a node in its recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The place among all nodes of the recording.
    #[must_use]
    pub const fn place(self) -> usize {
        self.0 as usize
    }
}

vocabularies! {
    /// The operation of a node on the nodes below it.
    Op {
        /// The sum of all.
        Sum = "sum",
        /// The product of all.
        Product = "product",
        /// The product of all, rounded to a whole number.
        Rounded = "rounded",
        /// The first over the product of the rest.
        Quotient = "quotient",
        /// The first over the product of the rest, rounded down.
        Floor = "floor",
        /// The first over the product of the rest, rounded up.
        Ceil = "ceil",
        /// The first without the rest, never below zero.
        Difference = "difference",
        /// The largest.
        Max = "max",
        /// The smallest.
        Min = "min",
        /// The first to the power of the second.
        Power = "power",
        /// The logarithm to base 2.
        Log2 = "log2",
        /// The square root.
        Root = "root",
        /// The sum of all along a chain of the simulated pipeline, up to rounding.
        Path = "path",
        /// The 4-norm of all, a smooth maximum: (Σ x⁴)^¼.
        Either = "either",
    }
}

/// A number of a figure's arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value in SI units: bytes, seconds, FLOPs.
    pub value: f64,
    /// Unit of the value; `None` where the operation's numbers do not agree.
    pub unit: Option<Unit>,
    /// The name, if it has one.
    pub part: Option<Part>,
    /// The source of a number that no operation gave, or whose letter has a definition.
    pub leaf: Option<Leaf>,
    /// The operation that gave it, and the numbers below it; none of a leaf.
    pub made: Option<(Op, Vec<NodeId>)>,
}

impl Node {
    /// True of a number that is neither named nor a leaf: a step between others.
    pub(super) const fn is_plain(&self) -> bool {
        self.part.is_none() && self.leaf.is_none()
    }
}

impl Op {
    /// The result of the operation on these values.
    #[must_use]
    pub fn of(self, values: &[f64]) -> f64 {
        let (first, rest) = values.split_first().unwrap_or((&0.0, &[]));
        let rest_product = || rest.iter().product::<f64>();
        match self {
            Self::Sum | Self::Path => values.iter().sum(),
            Self::Product => values.iter().product(),
            Self::Rounded => values.iter().product::<f64>().round(),
            Self::Quotient => first / rest_product(),
            Self::Floor => (first / rest_product()).floor(),
            Self::Ceil => (first / rest_product()).ceil(),
            Self::Difference => (first - rest.iter().sum::<f64>()).max(0.0),
            Self::Max => values.iter().fold(f64::NEG_INFINITY, |a, b| a.max(*b)),
            Self::Min => values.iter().fold(f64::INFINITY, |a, b| a.min(*b)),
            Self::Power => first.powf(rest_product()),
            Self::Log2 => first.log2(),
            Self::Root => first.sqrt(),
            Self::Either => values.iter().map(|x| x.powi(4)).sum::<f64>().powf(0.25),
        }
    }

    /// Unit of the result, from those of the numbers; `None` if they do not agree.
    #[must_use]
    pub fn unit(self, units: &[Option<Unit>]) -> Option<Unit> {
        let (first, rest) = units.split_first()?;
        let first = (*first)?;
        match self {
            Self::Sum | Self::Path | Self::Difference | Self::Max | Self::Min | Self::Either => {
                rest.iter()
                    .all(|unit| *unit == Some(first))
                    .then_some(first)
            }
            Self::Product | Self::Rounded => rest
                .iter()
                .try_fold(first, |unit, other| Some(unit.times((*other)?))),
            Self::Quotient | Self::Floor | Self::Ceil => rest
                .iter()
                .try_fold(first, |unit, other| Some(unit.over((*other)?))),
            Self::Power => (first == Unit::NONE && rest.iter().all(|unit| *unit == Some(first)))
                .then_some(first),
            Self::Log2 => (first == Unit::NONE).then_some(first),
            Self::Root => first.root(),
        }
    }
}
