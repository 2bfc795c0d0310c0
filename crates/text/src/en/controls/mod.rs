//! Texts of the controls, by their keys.

mod cluster;
mod label;
mod layout;
mod levers;
mod model;
mod run;
mod stack;

use crate::controls::Label;

/// The label of a key, for constants: a key without a label does not compile.
pub(super) const fn control(key: &str) -> Label {
    let mut index = 0;
    while index < CONTROLS.len() {
        if is_same(CONTROLS[index].key.as_bytes(), key.as_bytes()) {
            return CONTROLS[index];
        }
        index += 1;
    }
    panic!("no label has this key")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

/// The labels by subject.
const SUBJECTS: [&[Label]; 6] = [
    model::MODEL,
    cluster::CLUSTER,
    layout::LAYOUT,
    levers::LEVERS,
    stack::STACK,
    run::RUN,
];

/// Number of labels.
const COUNT: usize = {
    let (mut count, mut subject) = (0, 0);
    while subject < SUBJECTS.len() {
        count += SUBJECTS[subject].len();
        subject += 1;
    }
    count
};

/// The labels of all controls.
pub(super) const CONTROLS: &[Label] = &{
    let mut all = [model::MODEL[0]; COUNT];
    let (mut next, mut subject) = (0, 0);
    while subject < SUBJECTS.len() {
        let mut index = 0;
        while index < SUBJECTS[subject].len() {
            all[next] = SUBJECTS[subject][index];
            next += 1;
            index += 1;
        }
        subject += 1;
    }
    all
};
