//! Kept plans in the browser's storage, each under a key of its own.

use formats::number::fixed;
use text::figures::CompareText;

use super::kept_plans::{KeptPlan, LONGEST, MOST, Refused};
use crate::browser::preferences;
use crate::browser::timing::{now, random};

/// Before the key of each plan: the milliseconds when it was kept, and its place in that list. Each
/// has a key of its own, so that tabs that keep or forget plans at once do not undo each other.
const KEPT: &str = "kept.";
/// Under which keys earlier releases kept a list: the link, the name, before its number.
const EARLIER: [&str; 2] = ["plan", "name"];
/// Between a plan's name and its link. A name is typed in one line.
const BETWEEN: char = '\n';
/// The plans that this browser has, the last one first.
pub(super) fn read() -> Vec<KeptPlan> {
    let mut plans = own();
    plans.extend(earlier());
    plans
}

/// Keeps a plan; gives why it is not kept. Nothing makes room for it: a name that is taken gets a
/// number.
pub(super) fn keep(name: &str, link: &str, words: &CompareText) -> Result<(), Refused> {
    let plans = read();
    if plans.len() >= MOST {
        return Err(Refused::Full);
    }
    let name = if name.trim().is_empty() { "–" } else { name };
    let is_taken = |wanted: &str| plans.iter().any(|kept| kept.name == wanted);
    let numbered = (2..).map(|number| (words.numbered)(name, number));
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

/// Forgets a plan, wherever it stands by now.
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

/// Plans under keys of their own, the last one first. What cannot be read is passed over.
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

/// A key that no plan has. Two tabs that keep a plan in the same millisecond differ by chance.
fn free_key() -> String {
    // Seven digits, whatever comes.
    let key = [fixed(now(), 0), fixed((1.0 + random()) * 1e6, 0)].join("-");
    [KEPT, &key].concat()
}

/// The list of an earlier release, which its tabs may still write.
fn earlier() -> Vec<KeptPlan> {
    let plan = |index| {
        let [link, name] = EARLIER.map(|key| preferences::read(&numbered(key, index)));
        Some(KeptPlan {
            key: None,
            name: name?,
            link: link.filter(|link| !link.is_empty())?,
        })
    };
    (0..MOST).map_while(plan).collect()
}

/// Writes it without what was forgotten.
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
