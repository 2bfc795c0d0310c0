//! Texts of the controls, by their keys.

mod cluster;
mod label;
mod layout;
mod levers;
mod model;
mod run;
mod stack;

use crate::Label;
pub(super) use levers::{OFFLOADED, OPTIMIZERS};

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

#[cfg(test)]
mod tests {
    use crate::EN;
    use formats::link::{Key, Values};

    /// A new key fails here until it has a label, with a name for each word that it takes.
    #[test]
    fn every_key_has_a_label() {
        for key in Key::all() {
            let label = EN.label(key.name());
            let Some(label) = label else {
                panic!("the key {key:?} has no label");
            };
            let expected = match key.values() {
                Values::Whole(limits) if !label.options.is_empty() => {
                    (limits.end() - limits.start() + 1) as usize
                }
                // Latent attention and linear mixers are off or on.
                Values::List { .. } if ["mla", "mixer"].contains(&key.name()) => 2,
                values => values.words().len(),
            };
            assert_eq!(label.options.len(), expected, "options of the key {key:?}");
        }
    }

    #[test]
    fn every_label_has_a_key_of_its_own() {
        for (index, label) in EN.controls.iter().enumerate() {
            let first = EN.controls.iter().position(|other| other.key == label.key);
            assert_eq!(first, Some(index), "{}", label.key);
        }
    }
}
