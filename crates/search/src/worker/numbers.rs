//! Plain values as numbers and back: what pages and workers send each other. Numbers need no
//! parsing, and the page has nothing that parses fractions.

use crate::optimize::{
    AXES, Axis, Candidate, Constraints, Counts, Division, Found, Goal, Leg, Margin, Numbers,
    Question, RecomputeLevel, Shards,
};
use cost::memory::Verdict;
use cost::plan::{Dtype, Schedule, Word, WordSet, ZeroStage};
use cost::units::{Bytes, Seconds};

/// The numbers that remain to be read.
pub(super) type Rest<'a> = std::slice::Iter<'a, f64>;

/// What is sent as numbers. Reading gives nothing where the numbers were not written so.
pub(super) trait Sent: Sized {
    /// Adds it to the numbers.
    fn send(&self, to: &mut Vec<f64>);
    /// Takes it off them.
    fn receive(from: &mut Rest) -> Option<Self>;
}

impl Sent for f64 {
    fn send(&self, to: &mut Vec<f64>) {
        to.push(*self);
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        from.next().copied()
    }
}

impl Sent for u64 {
    // Degrees and counts lie far below 2⁵³; beyond it only the end of an open range does, which
    // comes back as it was.
    fn send(&self, to: &mut Vec<f64>) {
        to.push(*self as f64);
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        f64::receive(from).map(|number| number as Self)
    }
}

impl Sent for usize {
    fn send(&self, to: &mut Vec<f64>) {
        (*self as u64).send(to);
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        Self::try_from(u64::receive(from)?).ok()
    }
}

impl Sent for bool {
    fn send(&self, to: &mut Vec<f64>) {
        to.push(f64::from(*self));
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        f64::receive(from).map(|number| number > 0.0)
    }
}

impl Sent for Bytes {
    fn send(&self, to: &mut Vec<f64>) {
        self.0.send(to);
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        u64::receive(from).map(Self)
    }
}

impl Sent for Seconds {
    fn send(&self, to: &mut Vec<f64>) {
        self.0.send(to);
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        f64::receive(from).map(Self)
    }
}

impl<T: Sent> Sent for Vec<T> {
    fn send(&self, to: &mut Vec<f64>) {
        self.len().send(to);
        for item in self {
            item.send(to);
        }
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        let length = usize::receive(from)?;
        (0..length).map(|_| T::receive(from)).collect()
    }
}

impl<T: Sent> Sent for Option<T> {
    fn send(&self, to: &mut Vec<f64>) {
        self.is_some().send(to);
        if let Some(item) = self {
            item.send(to);
        }
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        let is_some = bool::receive(from)?;
        Some(if is_some {
            Some(T::receive(from)?)
        } else {
            None
        })
    }
}

impl<T: Sent + Copy + Default, const N: usize> Sent for [T; N] {
    fn send(&self, to: &mut Vec<f64>) {
        for item in self {
            item.send(to);
        }
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::receive(from)?;
        }
        Some(items)
    }
}

impl Sent for Numbers {
    fn send(&self, to: &mut Vec<f64>) {
        self.start().send(to);
        self.end().send(to);
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        Some(u64::receive(from)?..=u64::receive(from)?)
    }
}

impl<W: Word> Sent for WordSet<W> {
    fn send(&self, to: &mut Vec<f64>) {
        u64::from(self.bits()).send(to);
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        let bits = u64::receive(from)?;
        let is_in = |word: &&W| bits >> word.index() & 1 == 1;
        let words: Vec<W> = W::ALL.iter().filter(is_in).copied().collect();
        Some(Self::of(&words))
    }
}

/// Values of a closed vocabulary, sent as their place in it.
macro_rules! sent_words {
    ($($name:ty),*) => {$(
        impl Sent for $name {
            fn send(&self, to: &mut Vec<f64>) {
                self.index().send(to);
            }
            fn receive(from: &mut Rest) -> Option<Self> {
                Self::ALL.get(usize::receive(from)?).copied()
            }
        }
    )*};
}

sent_words!(Division, Schedule, ZeroStage, Shards, RecomputeLevel, Dtype);

/// Structures, sent field by field.
macro_rules! sent_fields {
    ($($name:ident { $($field:ident),* $(,)? })*) => {$(
        impl Sent for $name {
            fn send(&self, to: &mut Vec<f64>) {
                $(self.$field.send(to);)*
            }
            fn receive(from: &mut Rest) -> Option<Self> {
                Some(Self { $($field: Sent::receive(from)?),* })
            }
        }
    )*};
}
pub(super) use sent_fields;

sent_fields! {
    Candidate {
        gpus, tensor, sequence_parallel, context, pipeline, division, schedule, virtual_stages,
        expert, expert_tensor, zero, shards, micro, recompute, offload, dtype,
    }
    Constraints {
        gpus, tensor, sequence_parallel, context, pipeline, division, schedule, virtual_stages,
        expert, expert_tensor, zero, shards, micro, recompute, offload, dtype,
    }
    Found { candidate, score, step, peak }
    Counts { considered, without_room, too_slow, refused, estimated }
    Question { goal, margin, keep, rooms, prunes }
    Leg { axes, candidate, step, peak, verdict }
}

impl Sent for Axis {
    fn send(&self, to: &mut Vec<f64>) {
        (*self as usize).send(to);
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        AXES.get(usize::receive(from)?).copied()
    }
}

impl Sent for Verdict {
    fn send(&self, to: &mut Vec<f64>) {
        (*self as usize).send(to);
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        let all = [Self::Fits, Self::Tight, Self::OutOfMemory];
        let place = usize::receive(from)?;
        all.into_iter().find(|verdict| *verdict as usize == place)
    }
}

impl Sent for Goal {
    fn send(&self, to: &mut Vec<f64>) {
        let (place, limit) = match *self {
            Self::Fastest => (0_u64, None),
            Self::Smallest => (1, None),
            Self::FewestGpus => (2, None),
            Self::Cheapest { days } => (3, days),
            Self::SoonestFor { dollars } => (4, Some(dollars)),
            Self::FewestGpusWithin { days } => (5, Some(days)),
        };
        place.send(to);
        limit.send(to);
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        let (place, limit) = (u64::receive(from)?, Option::<f64>::receive(from)?);
        Some(match (place, limit) {
            (0, None) => Self::Fastest,
            (1, None) => Self::Smallest,
            (2, None) => Self::FewestGpus,
            (3, days) => Self::Cheapest { days },
            (4, Some(dollars)) => Self::SoonestFor { dollars },
            (5, Some(days)) => Self::FewestGpusWithin { days },
            _ => return None,
        })
    }
}

impl Sent for Margin {
    fn send(&self, to: &mut Vec<f64>) {
        match *self {
            Self::Band => None::<f64>.send(to),
            Self::Share(share) => Some(share).send(to),
        }
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        let share = Option::<f64>::receive(from)?;
        Some(share.map_or(Self::Band, Self::Share))
    }
}

#[cfg(test)]
mod tests {
    use super::{Rest, Sent};
    use crate::optimize::{Candidate, Constraints, Goal, Margin, Question};
    use formats::catalog;

    fn returns<T: Sent + PartialEq + std::fmt::Debug>(value: T) {
        let mut numbers = Vec::new();
        value.send(&mut numbers);
        let mut rest: Rest = numbers.iter();
        assert_eq!(T::receive(&mut rest).as_ref(), Some(&value));
        assert_eq!(rest.len(), 0, "{value:?}");
        let mut short: Rest = numbers[..numbers.len() - 1].iter();
        assert_eq!(T::receive(&mut short), None, "{value:?}");
    }

    #[test]
    fn what_is_sent_is_received() {
        let plan = catalog::default_plan();
        let mut constraints = Constraints::of(&plan);
        returns(constraints.clone());
        for restriction in ["tp=2..8", "sched=zbv,1f1b", "off=any", "dtype=any", "p=8.."] {
            constraints.restrict(restriction).unwrap();
            returns(constraints.clone());
        }
        returns(Candidate::of(&plan).unwrap());
        for goal in [
            Goal::Fastest,
            Goal::Smallest,
            Goal::FewestGpus,
            Goal::Cheapest { days: None },
            Goal::Cheapest { days: Some(30.5) },
            Goal::SoonestFor { dollars: 1e6 },
            Goal::FewestGpusWithin { days: 90.0 },
        ] {
            returns(Question::of(goal));
            returns(Question::of_memory(goal, Margin::Share(0.1)));
        }
    }
}
