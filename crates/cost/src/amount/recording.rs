//! The recording of traced numbers: each operation becomes a node, unless a node above or below it says
//! the same.

use std::cell::RefCell;

use super::leaf::{Leaf, Unit};
use super::node::{Node, NodeId, Op};
use super::part::Part;

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

    /// All nodes with their places, each after those below it.
    pub fn entries(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        let nodes = self.0.iter().enumerate();
        nodes.map(|(place, node)| (NodeId(place as u32), node))
    }
}

/// Adds a node.
pub(super) fn push(node: Node) -> NodeId {
    NODES.with(|nodes| {
        let mut nodes = nodes.borrow_mut();
        let id = NodeId(u32::try_from(nodes.len()).unwrap_or(u32::MAX));
        nodes.push(node);
        id
    })
}

/// Reads a node.
pub(super) fn read<T>(id: NodeId, read: impl FnOnce(&Node) -> T) -> Option<T> {
    NODES.with(|nodes| nodes.borrow().get(id.0 as usize).map(read))
}

/// Records an operation. Zeros have no node: a sum with one other number is that number. Numbers
/// without a name are a part of the operation above them where it is the same.
pub(super) fn record(op: Op, value: f64, of: &[NodeId]) -> Option<NodeId> {
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
pub(super) fn record_leaf(leaf: Leaf, value: f64) -> Option<NodeId> {
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

/// Names a number. What has another name, or none because it is a leaf that says where it is from,
/// becomes the one part of the new name.
pub(super) fn name(id: NodeId, part: Part) -> NodeId {
    let is_free = |node: &Node| {
        let is_number = matches!(node.leaf, Some(Leaf::Number(_))) && node.value != 1.0;
        node.is_plain() || node.part.is_none() && is_number
    };
    let is_free = read(id, is_free).unwrap_or_default();
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
