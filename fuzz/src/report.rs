//! Printed results, and messages of processes to the one that started them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::corpus::escaped;
use crate::failure::Failure;
use crate::holds::{Seen, comparisons};
use crate::limits::{LONGEST, MOST_HELD};
use crate::target::{TARGETS, Target};

/// Letters of the longest explanation that is printed.
const SAID: usize = 3_000;

/// Counts of a run for a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// Inputs that were examined.
    pub cases: u64,
    /// Seconds that this took.
    pub seconds: f64,
    /// Plans that can exist, and plans in all.
    pub plans: [u64; 2],
}

/// Counts of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// By target.
    pub targets: BTreeMap<String, Done>,
    /// Inputs that failed.
    pub failures: u64,
    /// Statistics of the links drawn.
    pub seen: Seen,
}

impl Tally {
    /// Adds another process's.
    pub fn add(&mut self, other: &Self) {
        for (name, done) in &other.targets {
            let sum = self.targets.entry(name.clone()).or_default();
            sum.cases += done.cases;
            sum.seconds += done.seconds;
            for (sum, more) in sum.plans.iter_mut().zip(done.plans) {
                *sum += more;
            }
        }
        self.failures += other.failures;
        self.seen.add(&other.seen);
    }

    /// Cases of all targets that were examined.
    #[must_use]
    pub fn cases(&self) -> u64 {
        self.targets.values().map(|done| done.cases).sum()
    }

    /// A sentence for each property of comparisons that had fewer comparisons than these.
    #[must_use]
    pub fn rarely_compared(&self, least: u64) -> Vec<String> {
        let count = |name: &str| self.seen.compared.get(name).copied().unwrap_or(0);
        comparisons()
            .filter(|name| count(name) < least)
            .map(|name| format!("“{name}” was compared {} times, not {least}", count(name)))
            .collect()
    }

    /// The tally as a line of JSON.
    ///
    /// # Errors
    /// If a number cannot be written.
    pub fn line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// From a line of JSON; `None` where it is none.
    #[must_use]
    pub fn of(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }

    /// The tally as a table and some lines.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::from("\ntarget          cases   a second   plans that can exist\n");
        for target in &TARGETS {
            if let Some(done) = self.targets.get(target.name) {
                let rate = done.cases as f64 / done.seconds.max(1e-9);
                let _ = write!(text, "{:12} {:>8} {rate:>10.0}", target.name, done.cases);
                if let Some(share) = done.legal_share() {
                    let _ = write!(text, "   {:.0} % of {}", 100.0 * share, done.plans[1]);
                }
                text.push('\n');
            }
        }
        text.push('\n');
        let (milliseconds, slowest) = &self.seen.slowest;
        let _ = writeln!(
            text,
            "slowest estimate {milliseconds:.2} ms (limit {LONGEST}): {slowest}"
        );
        let (bytes, largest) = &self.seen.largest;
        let held = *bytes as f64 / 1e6;
        let most = MOST_HELD as f64 / 1e6;
        let _ = writeln!(
            text,
            "largest estimate {held:.2} MB (limit {most:.2}): {largest}"
        );
        let _ = writeln!(text, "\ncomparisons:");
        for (name, count) in &self.seen.compared {
            let _ = writeln!(text, "{count:>8}  {name}");
        }
        if !self.seen.skipped.is_empty() {
            let _ = writeln!(text, "\ninputs that were not examined:");
            for (name, count) in &self.seen.skipped {
                let _ = writeln!(text, "{count:>8}  {name}");
            }
        }
        if !self.seen.known.is_empty() {
            let _ = writeln!(text, "\nviolations that are known (fuzz/src/known.rs):");
            for (name, count) in &self.seen.known {
                let by = 100.0 * self.seen.furthest.get(name).copied().unwrap_or(0.0);
                let _ = writeln!(text, "{count:>8}  by at most {by:.3} %  {name}");
            }
        }
        let _ = writeln!(text, "\n{} inputs failed", self.failures);
        text
    }
}

impl Done {
    /// The share of plans that can exist; `None` where there are none.
    #[must_use]
    pub fn legal_share(&self) -> Option<f64> {
        let [legal, all] = self.plans;
        (all > 0).then(|| legal as f64 / all as f64)
    }
}

/// Text about an input that failed.
#[must_use]
pub fn failed(target: &Target, failure: &Failure, smallest: &str, repeat: &str) -> String {
    let said: String = failure.said.chars().take(SAID).collect();
    format!(
        "\nFAILED {}: {}\n  {said}\n  the smallest input that fails, as a line of tests/corpus/{}.txt:\n{}\n  repeat it with\n{repeat}\n",
        target.name,
        failure.property,
        target.name,
        escaped(smallest),
    )
}

#[cfg(test)]
mod tests {
    use super::{Done, Tally, comparisons};

    #[test]
    fn what_is_told_is_read() {
        let mut tally = Tally::default();
        let done = Done {
            cases: 12,
            seconds: 0.5,
            plans: [3, 4],
        };
        tally.targets.insert("link".into(), done);
        tally.seen.known.insert("it: why".into(), 2);
        tally.seen.furthest.insert("it: why".into(), 0.25);
        tally.seen.compared.insert("that".into(), 7);
        tally.seen.skipped.insert("those".into(), 3);
        tally.seen.slowest = (1.5, "#v=1".into());
        tally.seen.largest = (99, "#v=1&tp=2".into());
        tally.failures = 1;
        assert_eq!(Tally::of(&tally.line().expect("JSON")), Some(tally.clone()));
        assert_eq!(Tally::of("{}"), None);
        let mut twice = tally.clone();
        twice.add(&tally);
        let done = Done {
            cases: 24,
            seconds: 1.0,
            plans: [6, 8],
        };
        assert_eq!((twice.targets["link"], twice.failures), (done, 2));
        assert!(twice.text().contains("75 %"), "{}", twice.text());
        assert!(
            twice.text().contains("by at most 25.000 %"),
            "{}",
            twice.text()
        );
        assert_eq!(twice.cases(), 24);
    }

    #[test]
    fn a_property_without_comparisons_is_named() {
        let mut tally = Tally::default();
        for name in comparisons() {
            tally.seen.compared.insert(name.into(), 5);
        }
        assert_eq!(tally.rarely_compared(5), [""; 0]);
        let name = comparisons().last().expect("a property");
        tally.seen.compared.remove(name);
        let rare = tally.rarely_compared(5);
        assert!(rare.len() == 1 && rare[0].contains(name), "{rare:?}");
    }
}
