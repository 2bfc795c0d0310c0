//! The fitted, measured and assumed numbers on which a number rests.

use super::tree::{Entry, Origin, Why};
use crate::amount::Leaf;
use crate::calibration::CONSTANTS;

/// A set of sources: a bit for each of [`CONSTANTS`], and one for any other assumption.
type Set = u128;

/// The bit of assumptions that are no constants of the calibration.
const OTHER: u32 = Set::BITS - 1;

/// The fitted, measured and assumed numbers below each number of a plan's figures.
///
/// ```
/// use cost::{legal::Legal, why::{Root, Sources, Why}};
/// let plan = formats::link::decode("p=llama3-70b/h100x64&tp=8&pp=4").0;
/// let why = Why::of(&Legal::check(&plan).unwrap(), None, 0);
/// let sources = Sources::of(&why);
/// let tensor = sources.below(&why.root(Root::Tensor).unwrap());
/// assert!(tensor.fitted > 0 && tensor.assumed > 0);
/// ```
#[derive(Clone, Debug)]
pub struct Sources(Vec<Set>);

/// Counts of the numbers on which a number rests; each is counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rests {
    /// Constants that are fitted to published runs.
    pub fitted: u32,
    /// Constants that are measured.
    pub measured: u32,
    /// Plausible numbers, not measured.
    pub assumed: u32,
}

impl Sources {
    /// The sources of all numbers of a plan's figures.
    #[must_use]
    pub fn of(why: &Why) -> Self {
        let mut sets: Vec<Set> = Vec::new();
        for entry in why.entries() {
            // A number comes after those below it.
            let below = entry.below().filter_map(|part| sets.get(part.id().place()));
            let set = below.fold(bit(&entry), |all, set| all | set);
            sets.push(set);
        }
        Self(sets)
    }

    /// The sources of a number and of all below it.
    #[must_use]
    pub fn below(&self, entry: &Entry) -> Rests {
        let set = self.0.get(entry.id().place()).copied().unwrap_or(0);
        let mut rests = Rests::default();
        for (place, constant) in CONSTANTS.iter().enumerate() {
            if set >> place & 1 == 1 {
                *rests.of(Origin::of_constant(constant.origin)) += 1;
            }
        }
        rests.assumed += u32::from(set >> OTHER & 1 == 1);
        rests
    }
}

impl Rests {
    /// The count of an origin that constants have.
    fn of(&mut self, origin: Origin) -> &mut u32 {
        match origin {
            Origin::Fitted => &mut self.fitted,
            Origin::Measured => &mut self.measured,
            _ => &mut self.assumed,
        }
    }
}

/// The bit of a leaf that is fitted, measured or assumed.
fn bit(entry: &Entry) -> Set {
    if let Some(Leaf::Constant(name)) = entry.node().leaf {
        let place = CONSTANTS.iter().position(|constant| constant.name == name);
        return place.map_or(0, |place| 1 << place);
    }
    Set::from(entry.origin() == Some(Origin::Assumed)) << OTHER
}
