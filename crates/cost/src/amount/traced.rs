//! Traced numbers: they write each operation into the recording of their thread.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

use super::leaf::{Leaf, Unit};
use super::node::{Node, NodeId, Op};
use super::part::Part;
use super::symbol::Symbol;
use super::{Amount, Count};

thread_local! {
    /// Nodes of the recording that runs.
    static NODES: RefCell<Vec<Node>> = const { RefCell::new(Vec::new()) };
}

/// The nodes of some figures' arithmetic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording(Vec<Node>);

impl Recording {
    /// Runs code whose traced numbers are recorded; those of code inside it are, too.
    pub fn of<T>(run: impl FnOnce() -> T) -> (T, Self) {
        let before = NODES.with(|nodes| std::mem::take(&mut *nodes.borrow_mut()));
        let result = run();
        let nodes = NODES.with(|nodes| std::mem::replace(&mut *nodes.borrow_mut(), before));
        (result, Self(nodes))
    }

    /// The node at a place.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.0.get(id.0 as usize)
    }

    /// All nodes; those below a node come before it, but for the parts that were named later.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.0
    }
}

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

/// Adds a node.
fn push(node: Node) -> NodeId {
    NODES.with(|nodes| {
        let mut nodes = nodes.borrow_mut();
        let id = NodeId(u32::try_from(nodes.len()).unwrap_or(u32::MAX));
        nodes.push(node);
        id
    })
}

/// Reads a node.
fn read<T>(id: NodeId, read: impl FnOnce(&Node) -> T) -> Option<T> {
    NODES.with(|nodes| nodes.borrow().get(id.0 as usize).map(read))
}

/// Records an operation. Zeros have no node: a sum with one other number is that number. Numbers
/// without a name are a part of the operation above them where it is the same.
fn record(op: Op, value: f64, of: &[NodeId]) -> Option<NodeId> {
    if value == 0.0 || of.is_empty() {
        return None;
    }
    let parts = match op {
        Op::Sum => gathered(&flattened(Op::Sum, of)),
        Op::Max | Op::Min | Op::Product => flattened(op, of),
        Op::Quotient => return divided(value, of),
        _ => of.to_vec(),
    };
    if op == Op::Product {
        return multiplied(value, &parts);
    }
    let is_one = matches!(
        op,
        Op::Sum | Op::Difference | Op::Max | Op::Min | Op::Either
    );
    match parts[..] {
        [one] if is_one => Some(one),
        _ => Some(made(op, value, parts)),
    }
}

/// Adds the node of an operation.
fn made(op: Op, value: f64, parts: Vec<NodeId>) -> NodeId {
    let units: Vec<Option<Unit>> = parts
        .iter()
        .map(|id| read(*id, |node| node.unit).flatten())
        .collect();
    push(Node {
        value,
        unit: op.unit(&units),
        part: None,
        leaf: None,
        made: Some((op, parts)),
    })
}

/// The numbers of an operation, those of the same operation without a name in their place.
fn flattened(op: Op, of: &[NodeId]) -> Vec<NodeId> {
    let below = |id: &NodeId| plain_parts(*id, op).unwrap_or_else(|| vec![*id]);
    of.iter().flat_map(below).collect()
}

/// The numbers of a node without a name, if this operation gave it.
fn plain_parts(id: NodeId, op: Op) -> Option<Vec<NodeId>> {
    let parts = |node: &Node| match &node.made {
        Some((made, parts)) if node.is_plain() && *made == op => Some(parts.clone()),
        _ => None,
    };
    read(id, parts).flatten()
}

/// True of a plain one, which changes no product.
fn is_one(id: NodeId) -> bool {
    let one = |node: &Node| node.leaf == Some(Leaf::Number(Unit::NONE)) && node.value == 1.0;
    read(id, one).unwrap_or_default()
}

/// Records a product: ones are left out, and quotients without a name become one quotient.
fn multiplied(value: f64, parts: &[NodeId]) -> Option<NodeId> {
    let (mut over, mut under) = (Vec::new(), Vec::new());
    for id in parts {
        match plain_parts(*id, Op::Quotient).as_deref() {
            Some([first, rest @ ..]) => {
                over.extend(plain_parts(*first, Op::Product).unwrap_or_else(|| vec![*first]));
                under.extend(rest);
            }
            _ => over.push(*id),
        }
    }
    over.retain(|id| !is_one(*id));
    if under.is_empty() {
        return match over[..] {
            [] => parts.first().copied(),
            [one] => Some(one),
            _ => Some(made(Op::Product, value, over)),
        };
    }
    let first = match over[..] {
        [] => record_leaf(Leaf::Number(Unit::NONE), 1.0)?,
        [one] => one,
        _ => {
            let values = over.iter().filter_map(|id| read(*id, |node| node.value));
            made(Op::Product, values.product(), over)
        }
    };
    Some(made(Op::Quotient, value, [vec![first], under].concat()))
}

/// Records a quotient: ones are no divisors, and (a / b) / c is a / b / c.
fn divided(value: f64, of: &[NodeId]) -> Option<NodeId> {
    let (first, rest) = of.split_first()?;
    let mut parts = plain_parts(*first, Op::Quotient).unwrap_or_else(|| vec![*first]);
    let divisors = flattened(Op::Product, rest);
    parts.extend(divisors.into_iter().filter(|id| !is_one(*id)));
    match parts[..] {
        [one] => Some(one),
        _ => Some(made(Op::Quotient, value, parts)),
    }
}

/// Parts of a sum, those that follow each other and are the same as one product.
fn gathered(parts: &[NodeId]) -> Vec<NodeId> {
    let mut all: Vec<(NodeId, f64)> = Vec::new();
    for id in parts {
        let (id, times) = read(*id, repeated).flatten().unwrap_or((*id, 1.0));
        match all.last_mut() {
            Some((last, known)) if *last == id => *known += times,
            _ => all.push((id, times)),
        }
    }
    let part = |(id, times): (NodeId, f64)| {
        if times <= 1.0 {
            return Some(id);
        }
        let value = read(id, |node| node.value)?;
        let count = record_leaf(Leaf::Times, times)?;
        record(Op::Product, value * times, &[count, id])
    };
    all.into_iter().filter_map(part).collect()
}

/// The part that a product of [`gathered`] repeats, and how often.
fn repeated(node: &Node) -> Option<(NodeId, f64)> {
    let (Op::Product, parts) = node.made.as_ref()? else {
        return None;
    };
    let [count, id] = parts[..] else {
        return None;
    };
    let times = NODES.with(|nodes| {
        let nodes = nodes.borrow();
        let count = nodes.get(count.0 as usize)?;
        (count.leaf == Some(Leaf::Times)).then_some(count.value)
    })?;
    node.is_plain().then_some((id, times))
}

/// Records a number that no operation gave.
fn record_leaf(leaf: Leaf, value: f64) -> Option<NodeId> {
    if value == 0.0 {
        return None;
    }
    Some(push(Node {
        value,
        unit: Some(leaf.unit()),
        part: None,
        leaf: Some(leaf),
        made: None,
    }))
}

/// Names a number. What has another name, or none because it is a leaf, becomes the one part of the
/// new name.
fn name(id: NodeId, part: Part) -> NodeId {
    let is_free = read(id, Node::is_plain).unwrap_or_default();
    if is_free {
        NODES.with(|nodes| {
            if let Some(node) = nodes.borrow_mut().get_mut(id.0 as usize) {
                node.part = Some(part);
            }
        });
        return id;
    }
    if read(id, |node| node.part == Some(part)).unwrap_or_default() {
        return id;
    }
    let (value, unit) = read(id, |node| (node.value, node.unit)).unwrap_or_default();
    push(Node {
        value,
        unit,
        part: Some(part),
        leaf: None,
        made: Some((Op::Sum, vec![id])),
    })
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

    fn defined(symbol: Symbol, value: u64, definition: impl FnOnce() -> Self) -> Self {
        let Some(id) = definition().node else {
            return Self::letter(symbol, value);
        };
        let made = read(id, |node| node.is_plain().then(|| node.made.clone())).flatten();
        let made = made.flatten().unwrap_or_else(|| (Op::Sum, vec![id]));
        let node = push(Node {
            value: value as f64,
            unit: Some(Unit::NONE),
            part: None,
            leaf: Some(Leaf::Symbol(symbol)),
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

    fn scaled(self, factor: Traced) -> Self {
        let value = Count::scaled(self.value, factor.value);
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
