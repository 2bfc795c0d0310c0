//! New values of some keys: the change of a plan that a query or a lesson names.

use std::fmt;
use std::str::FromStr;

use cost::plan::{Plan, limits};

use super::text::whole;
use super::v1::Key;
use crate::excerpt::excerpt;

/// Most keys of a change.
const MOST: usize = 8;
/// The key of the number of GPUs, which is a part of the link's preset.
const GPUS: &str = "gpus";

/// New values of some keys of a link, `gpus` among them. They are written `tp:4,pp:8` in a query;
/// the signs of a link, `tp=4&pp=8`, are read, too.
///
/// ```
/// use formats::link::{NewValues, decode};
/// let change: NewValues = "tp:4,gpus:128".parse().unwrap();
/// assert_eq!("tp=4&gpus=128".parse(), Ok(change.clone()));
/// assert_eq!(change.to_string(), "tp:4,gpus:128");
/// let (plan, _) = decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
/// let changed = change.applied(&plan);
/// assert_eq!((changed.layout.tensor, changed.cluster.gpus), (4, 128));
/// assert_eq!("tp:4,colour:red".parse::<NewValues>(), Err("colour:red".to_owned()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewValues(Vec<(&'static str, String)>);

impl NewValues {
    /// These values of these keys.
    #[must_use]
    pub const fn of(values: Vec<(&'static str, String)>) -> Self {
        Self(values)
    }

    /// Each key with its value, as a link writes it.
    #[must_use]
    pub fn values(&self) -> &[(&'static str, String)] {
        &self.0
    }

    /// A plan with these values; a measurement stays with the plan that was run.
    #[must_use]
    pub fn applied(&self, plan: &Plan) -> Plan {
        let mut changed = plan.clone();
        changed.hold_measured();
        for (key, value) in &self.0 {
            match (*key, whole(value, &limits::GPUS)) {
                (GPUS, Some(gpus)) => changed.cluster.gpus = gpus,
                _ => {
                    // A value was checked when it was read.
                    let _ = super::set_value(&mut changed, key, value);
                }
            }
        }
        changed
    }
}

impl FromStr for NewValues {
    type Err = String;

    /// Reads a change.
    ///
    /// # Errors
    /// The first pair that names no key with a value of that key, shortened; the whole text if it is
    /// empty or has too many pairs.
    fn from_str(text: &str) -> Result<Self, String> {
        let pairs: Vec<&str> = text.split([',', '&']).collect();
        if pairs.len() > MOST {
            return Err(excerpt(text));
        }
        let read = |pair: &str| pair_of(pair).ok_or_else(|| excerpt(pair));
        pairs
            .into_iter()
            .map(read)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

fn pair_of(pair: &str) -> Option<(&'static str, String)> {
    let (name, value) = pair.split_once([':', '='])?;
    if name == GPUS {
        whole(value, &limits::GPUS)?;
        return Some((GPUS, value.to_owned()));
    }
    let key = Key::named(name).filter(|key| key.takes(value))?;
    Some((key.name(), value.to_owned()))
}

impl fmt::Display for NewValues {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        for (place, (key, value)) in self.0.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(to, "{comma}{key}:{value}")?;
        }
        Ok(())
    }
}
