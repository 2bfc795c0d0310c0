//! Traced numbers: they write each operation into the recording of their thread.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

use super::leaf::{Leaf, Unit};
use super::node::{Node, NodeId, Op};
use super::part::Part;
use super::recording::{name, push, read, record, record_leaf};
use super::{Amount, Count, SIZES_OF_A_BYTE};

/// A real number that is recorded with its arithmetic.
#[derive(Clone, Copy, Debug, Default)]
pub struct Traced {
    value: f64,
    /// Its node; none of zeros, which no formula shows.
    node: Option<NodeId>,
}

/// A whole number that is recorded with its arithmetic.
#[derive(Clone, Copy, Debug, Default)]
pub struct TracedCount {
    value: u64,
    node: Option<NodeId>,
}

impl Traced {
    /// The node of the number; none of a zero.
    #[must_use]
    pub const fn node(self) -> Option<NodeId> {
        self.node
    }

    /// The result of an operation.
    fn made(op: Op, value: f64, of: &[Self]) -> Self {
        let ids: Vec<NodeId> = of.iter().filter_map(|part| part.node).collect();
        Self {
            value,
            node: record(op, value, &ids),
        }
    }
}

impl TracedCount {
    /// The node of the number; none of a zero.
    #[must_use]
    pub const fn node(self) -> Option<NodeId> {
        self.node
    }

    fn made(op: Op, value: u64, of: &[Self]) -> Self {
        let ids: Vec<NodeId> = of.iter().filter_map(|part| part.node).collect();
        Self {
            value,
            node: record(op, value as f64, &ids),
        }
    }
}

impl Amount for Traced {
    type Count = TracedCount;

    const ZERO: Self = Self {
        value: 0.0,
        node: None,
    };

    const IS_TRACED: bool = true;

    fn path(value: f64, parts: &[Self]) -> Self {
        Self::made(Op::Path, value, parts)
    }

    fn leaf(leaf: Leaf, value: f64) -> Self {
        Self {
            value,
            node: record_leaf(leaf, value),
        }
    }

    fn value(self) -> f64 {
        self.value
    }

    fn part(self, part: Part) -> Self {
        Self {
            node: self.node.map(|id| name(id, part)),
            ..self
        }
    }

    fn max(self, other: Self) -> Self {
        Self::made(Op::Max, self.value.max(other.value), &[self, other])
    }

    fn min(self, other: Self) -> Self {
        Self::made(Op::Min, self.value.min(other.value), &[self, other])
    }

    fn beyond(self, other: Self) -> Self {
        let value = Amount::beyond(self.value, other.value);
        Self::made(Op::Difference, value, &[self, other])
    }

    fn smooth_max(self, other: Self) -> Self {
        let value = Amount::smooth_max(self.value, other.value);
        Self::made(Op::Either, value, &[self, other])
    }

    fn power(self, exponent: Self) -> Self {
        let value = Amount::power(self.value, exponent.value);
        Self::made(Op::Power, value, &[self, exponent])
    }

    fn log2(self) -> Self {
        Self::made(Op::Log2, Amount::log2(self.value), &[self])
    }

    fn root(self) -> Self {
        Self::made(Op::Root, self.value.sqrt(), &[self])
    }
}

impl Count for TracedCount {
    type Amount = Traced;

    const ZERO: Self = Self {
        value: 0,
        node: None,
    };

    fn leaf(leaf: Leaf, value: u64) -> Self {
        Self {
            value,
            node: record_leaf(leaf, value as f64),
        }
    }

    fn defined_leaf(leaf: Leaf, value: u64, definition: impl FnOnce() -> Self) -> Self {
        let Some(id) = definition().node else {
            return Self::leaf(leaf, value);
        };
        let made = read(id, |node| node.is_plain().then(|| node.made.clone())).flatten();
        let made = made.flatten().unwrap_or_else(|| (Op::Sum, vec![id]));
        let node = push(Node {
            value: value as f64,
            unit: Some(leaf.unit()),
            part: None,
            leaf: Some(leaf),
            made: Some(made),
        });
        Self {
            value,
            node: (value > 0).then_some(node),
        }
    }

    fn value(self) -> u64 {
        self.value
    }

    fn real(self) -> Traced {
        Traced {
            value: self.value as f64,
            node: self.node,
        }
    }

    fn floor(amount: Traced) -> Self {
        let value = amount.value as u64;
        let ids: Vec<NodeId> = amount.node.into_iter().collect();
        Self {
            value,
            node: record(Op::Floor, value as f64, &ids),
        }
    }

    fn or_part(self, part: Part) -> Self {
        let has_name = |id: &NodeId| read(*id, |node| node.part.is_some()).unwrap_or_default();
        if self.node.as_ref().is_some_and(has_name) {
            self
        } else {
            self.part(part)
        }
    }

    fn part(self, part: Part) -> Self {
        Self {
            node: self.node.map(|id| name(id, part)),
            ..self
        }
    }

    fn saturating_add(self, other: Self) -> Self {
        let value = self.value.saturating_add(other.value);
        Self::made(Op::Sum, value, &[self, other])
    }

    fn saturating_sub(self, other: Self) -> Self {
        let value = self.value.saturating_sub(other.value);
        Self::made(Op::Difference, value, &[self, other])
    }

    fn saturating_mul(self, other: Self) -> Self {
        let value = self.value.saturating_mul(other.value);
        Self::made(Op::Product, value, &[self, other])
    }

    fn over(self, parts: Self) -> Self {
        if parts.value <= 1 {
            return self;
        }
        let value = Count::over(self.value, parts.value);
        Self::made(Op::Ceil, value, &[self, parts])
    }

    fn packed<const N: usize>(parts: [(u64, Self, Part); N], is_rounded_up: bool) -> Self {
        let plain = parts.map(|(size, number, part)| (size, number.value, part));
        let value = u64::packed(plain, is_rounded_up);
        let is_whole = parts.iter().all(|(size, ..)| size % SIZES_OF_A_BYTE == 0);
        let there = parts
            .iter()
            .filter(|part| part.0 * part.1.value > 0)
            .count();
        let bytes = parts.map(|(size, number, part)| {
            let each = size as f64 / SIZES_OF_A_BYTE as f64;
            let bytes = Traced::leaf(Leaf::Number(Unit::BYTES), each) * number.real();
            if there > 1 { bytes.part(part) } else { bytes }
        });
        let all = bytes.into_iter().fold(Traced::ZERO, Add::add);
        if is_whole {
            return Self {
                value,
                node: all.node,
            };
        }
        let ids: Vec<NodeId> = all.part(Part::BeforeRounding).node.into_iter().collect();
        let op = if is_rounded_up { Op::Ceil } else { Op::Floor };
        Self {
            value,
            node: record(op, value as f64, &ids),
        }
    }

    fn scaled(self, factor: Traced) -> Self {
        let value = Count::scaled(self.value, factor.value);
        if factor.value == 1.0 {
            return Self { value, ..self };
        }
        let ids: Vec<NodeId> = [self.node, factor.node].into_iter().flatten().collect();
        Self {
            value,
            node: record(Op::Rounded, value as f64, &ids),
        }
    }

    fn larger(self, other: Self) -> Self {
        Self::made(Op::Max, self.value.max(other.value), &[self, other])
    }

    fn smaller(self, other: Self) -> Self {
        Self::made(Op::Min, self.value.min(other.value), &[self, other])
    }
}

impl Add for Traced {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::made(Op::Sum, self.value + other.value, &[self, other])
    }
}

impl AddAssign for Traced {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Traced {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::made(Op::Difference, self.value - other.value, &[self, other])
    }
}

impl Mul for Traced {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::made(Op::Product, self.value * other.value, &[self, other])
    }
}

impl Div for Traced {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Self::made(Op::Quotient, self.value / other.value, &[self, other])
    }
}

impl PartialEq for Traced {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl PartialOrd for Traced {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl Add for TracedCount {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Count::saturating_add(self, other)
    }
}

impl Mul for TracedCount {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Count::saturating_mul(self, other)
    }
}

impl Div for TracedCount {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        if other.value == 1 {
            return self;
        }
        let value = self.value.checked_div(other.value).unwrap_or(u64::MAX);
        Self::made(Op::Floor, value, &[self, other])
    }
}

impl PartialEq for TracedCount {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Eq for TracedCount {}

impl PartialOrd for TracedCount {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TracedCount {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}
