//! Plans in the browser's storage, each under a separate key.

use formats::number::{Digits, Marks};
use text::compare;

use super::kept_plans::{KeptPlan, LONGEST, MOST, Refused};
use crate::browser::preferences;
use crate::browser::timing::{now, random};

/// Prefix of each plan's key. The rest has the milliseconds at which it was stored, and a random
/// number. Each plan has its own key, so that tabs that store or remove plans at once do not undo
/// each other.
const KEPT: &str = "kept.";
/// Key prefixes of an earlier release's list, before the index: the link, the name.
const EARLIER: [&str; 2] = ["plan", "name"];
/// Separator between a plan's name and its link. A name is one line.
const BETWEEN: char = '\n';
/// The stored plans, the latest first.
pub(super) fn read() -> Vec<KeptPlan> {
    let mut plans = own();
    plans.extend(earlier());
    plans
}

/// Stores a plan; returns why it is not stored. No other plan is removed for it; a name in use gets
/// a number.
pub(super) fn keep(name: &str, link: &str) -> Result<(), Refused> {
    let plans = read();
    if plans.len() >= MOST {
        return Err(Refused::Full);
    }
    let name = if name.trim().is_empty() { "–" } else { name };
    let is_taken = |wanted: &str| plans.iter().any(|kept| kept.name == wanted);
    let numbered = (2..).map(|number| compare::numbered(name, number));
    let names = std::iter::once(name.to_owned()).chain(numbered);
    let name = names.into_iter().find(|name| !is_taken(name));
    let value = format!("{}{BETWEEN}{link}", name.unwrap_or_default());
    if preferences::keep(&free_key(), &value) {
        Ok(())
    } else if preferences::is_kept() {
        Err(Refused::NoRoom)
    } else {
        Err(Refused::Off)
    }
}

/// Removes a stored plan, whatever its index is by now.
pub(super) fn forget(kept: &KeptPlan) {
    match &kept.key {
        Some(key) => preferences::forget(&[KEPT, key].concat()),
        None => {
            let rest = earlier().into_iter();
            let rest = rest.filter(|other| (&other.name, &other.link) != (&kept.name, &kept.link));
            write_earlier(&rest.collect::<Vec<_>>());
        }
    }
}

/// Plans under separate keys, the latest first. Unreadable ones are skipped.
fn own() -> Vec<KeptPlan> {
    let mut keys = preferences::keys(KEPT);
    // Newer keys are larger numbers, of the same length or longer.
    keys.sort_by(|one, other| (other.len(), other).cmp(&(one.len(), one)));
    let plan = |key: String| {
        let value = preferences::read(&[KEPT, &key].concat())?;
        let (name, link) = value.split_once(BETWEEN)?;
        if link.is_empty() {
            return None;
        }
        Some(KeptPlan {
            name: name.chars().take(LONGEST).collect(),
            link: link.to_owned(),
            key: Some(key),
        })
    };
    keys.into_iter().filter_map(plan).collect()
}

/// A key that no plan has. A random number distinguishes tabs that store a plan in the same
/// millisecond.
fn free_key() -> String {
    // Without commas a key would be shorter than those of earlier releases.
    let marks = Marks {
        group: ",",
        ..Marks::PLAIN
    };
    let digits = |value| Digits::rounded(value, 0, marks);
    // The random number always has seven digits.
    let (time, number) = (digits(now()), digits((1.0 + random()) * 1e6));
    [KEPT, time.text(), "-", number.text()].concat()
}

/// The list of an earlier release, whose tabs may still write it. Equal plans are one.
fn earlier() -> Vec<KeptPlan> {
    let plan = |index| {
        let [link, name] = EARLIER.map(|key| preferences::read(&numbered(key, index)));
        Some(KeptPlan {
            key: None,
            name: name?,
            link: link.filter(|link| !link.is_empty())?,
        })
    };
    let mut plans: Vec<KeptPlan> = Vec::new();
    for kept in (0..MOST).map_while(plan) {
        if !plans.contains(&kept) {
            plans.push(kept);
        }
    }
    plans
}

/// Writes the earlier release's list after a removal.
fn write_earlier(plans: &[KeptPlan]) {
    for index in 0..=plans.len() {
        let [link, name] = EARLIER.map(|key| numbered(key, index));
        match plans.get(index) {
            Some(kept) => {
                preferences::keep(&link, &kept.link);
                preferences::keep(&name, &kept.name);
            }
            None => {
                preferences::forget(&link);
                preferences::forget(&name);
            }
        }
    }
}

fn numbered(key: &str, index: usize) -> String {
    [key, &index.to_string()].concat()
}
