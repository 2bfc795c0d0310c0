//! Targets of the fuzzer.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

use formats::import::Format;

use crate::draw::Draw;
use crate::failure::{Failure, Holds};
use crate::given;
use crate::holds::{self, Scope};

/// Something that reads an untrusted text.
pub struct Target {
    /// Name of the target.
    pub name: &'static str,
    /// Number of its turns in a round.
    pub turns: usize,
    /// Bytes that its choices are taken from.
    pub bytes: usize,
    /// Makes an input.
    draw: fn(&mut Draw) -> String,
    /// Checks one.
    check: fn(&Scope, &str) -> Holds,
    /// Characters between the pieces of an input, as people would separate them.
    pub joints: &'static [char],
}

const LINES: &[char] = &['\n', ','];

/// Everything that is fuzzed.
pub static TARGETS: [Target; 15] = [
    Target {
        name: "link",
        turns: 40,
        bytes: 1_024,
        draw: given::link::link,
        check: holds::link::link,
        joints: &['&'],
    },
    Target {
        name: "query",
        turns: 8,
        bytes: 1_024,
        draw: given::query::query,
        check: |_, input| holds::query::query(input),
        joints: &['&', ','],
    },
    Target {
        name: "goal",
        turns: 8,
        bytes: 1_024,
        draw: given::goal::goal,
        check: |_, input| holds::goal::goal(input),
        joints: &[' ', ','],
    },
    Target {
        name: "lesson",
        turns: 6,
        bytes: 4_096,
        draw: given::lesson::lesson,
        check: holds::lesson::lesson,
        joints: LINES,
    },
    Target {
        name: "huggingface",
        turns: 6,
        bytes: 1_024,
        draw: |draw| given::file::file(draw, Format::HuggingFace),
        check: |scope, input| holds::file::file(scope, input, Format::HuggingFace),
        joints: LINES,
    },
    Target {
        name: "megatron",
        turns: 6,
        bytes: 1_024,
        draw: |draw| given::file::file(draw, Format::Megatron),
        check: |scope, input| holds::file::file(scope, input, Format::Megatron),
        joints: &['\n', ' '],
    },
    Target {
        name: "torchtitan",
        turns: 6,
        bytes: 1_024,
        draw: |draw| given::file::file(draw, Format::TorchTitan),
        check: |scope, input| holds::file::file(scope, input, Format::TorchTitan),
        joints: LINES,
    },
    Target {
        name: "deepspeed",
        turns: 6,
        bytes: 1_024,
        draw: |draw| given::file::file(draw, Format::DeepSpeed),
        check: |scope, input| holds::file::file(scope, input, Format::DeepSpeed),
        joints: LINES,
    },
    Target {
        name: "megatron-bridge",
        turns: 6,
        bytes: 1_024,
        draw: |draw| given::file::file(draw, Format::MegatronBridge),
        check: |scope, input| holds::file::file(scope, input, Format::MegatronBridge),
        joints: LINES,
    },
    Target {
        name: "nanotron",
        turns: 6,
        bytes: 1_024,
        draw: |draw| given::file::file(draw, Format::Nanotron),
        check: |scope, input| holds::file::file(scope, input, Format::Nanotron),
        joints: LINES,
    },
    Target {
        name: "accelerate",
        turns: 6,
        bytes: 1_024,
        draw: |draw| given::file::file(draw, Format::Accelerate),
        check: |scope, input| holds::file::file(scope, input, Format::Accelerate),
        joints: LINES,
    },
    Target {
        name: "trainer",
        turns: 6,
        bytes: 1_024,
        draw: |draw| given::file::file(draw, Format::Trainer),
        check: |scope, input| holds::file::file(scope, input, Format::Trainer),
        joints: LINES,
    },
    Target {
        name: "message",
        turns: 2,
        bytes: 1_024,
        draw: given::message::message,
        check: |_, input| holds::message::message(input),
        joints: &['\n', ' ', '&'],
    },
    Target {
        name: "sheet",
        turns: 4,
        bytes: 2_048,
        draw: given::sheet::sheet,
        check: holds::sheet::sheet,
        joints: &['\n', ',', '|'],
    },
    Target {
        name: "search",
        turns: 2,
        bytes: 512,
        draw: given::link::small,
        check: holds::search::search,
        joints: &['&'],
    },
];

thread_local! {
    /// Place and message of the last panic of this thread.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the message of a panic instead of printing it: an input that fails is reported once.
pub fn keep_panics() {
    std::panic::set_hook(Box::new(|panic: &PanicHookInfo| {
        PANIC.with(|kept| kept.replace(panic.to_string()));
    }));
}

impl Target {
    /// The target of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// The input that these bytes make.
    #[must_use]
    pub fn input(&self, bytes: &[u8]) -> String {
        (self.draw)(&mut Draw::of(bytes))
    }

    /// The input of a case: it follows from the seed and the number of the case alone.
    #[must_use]
    pub fn case(&self, seed: u64, case: u64) -> String {
        // Neighbouring numbers make generators that have nothing in common (Weyl's sequence).
        let own = seed ^ case.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut bytes = vec![0; self.bytes];
        fastrand::Rng::with_seed(own).fill(&mut bytes);
        self.input(&bytes)
    }

    /// Checks an input; a panic is a failure as any other.
    ///
    /// # Errors
    /// The property that does not hold.
    pub fn examine(&self, scope: &Scope, input: &str) -> Result<(), Failure> {
        let outcome = catch_unwind(AssertUnwindSafe(|| (self.check)(scope, input)));
        outcome.unwrap_or_else(|_| {
            Err(Failure {
                property: "nothing panics",
                said: PANIC.with(RefCell::take),
                by: f64::INFINITY,
            })
        })
    }
}

/// The target whose turn it is: each as often as it says, in a fixed order.
#[must_use]
pub fn turn(among: &[&'static Target], case: u64) -> &'static Target {
    let all: usize = among.iter().map(|target| target.turns).sum();
    let mut place = (case % all as u64) as usize;
    for target in among {
        if place < target.turns {
            return target;
        }
        place -= target.turns;
    }
    among[0]
}

#[cfg(test)]
mod tests {
    use super::{TARGETS, Target, keep_panics, turn};
    use crate::failure::ensure;
    use crate::holds::Scope;

    #[test]
    fn a_case_is_the_same_each_time_and_no_other_is() {
        for target in &TARGETS {
            assert_eq!(target.case(5, 7), target.case(5, 7), "{}", target.name);
        }
        let link = Target::named("link").expect("a target");
        let cases: std::collections::HashSet<_> = (0..100).map(|case| link.case(5, case)).collect();
        assert!(cases.len() > 90, "{}", cases.len());
    }

    #[test]
    fn every_target_has_its_turns() {
        let all: Vec<_> = TARGETS.iter().collect();
        let sum: usize = TARGETS.iter().map(|target| target.turns).sum();
        for target in &TARGETS {
            let turns = (0..sum as u64).filter(|case| turn(&all, *case).name == target.name);
            assert_eq!(turns.count(), target.turns);
        }
    }

    #[test]
    fn a_panic_is_a_failure() {
        keep_panics();
        let target = Target {
            check: |_, input| {
                assert_ne!(input, "bad", "no such input");
                ensure("it is right", input == "right", || input.to_owned())
            },
            ..Target {
                name: "x",
                turns: 1,
                bytes: 1,
                draw: |_| String::new(),
                check: |_, _| Ok(()),
                joints: &[],
            }
        };
        let scope = Scope::thorough();
        let failure = target.examine(&scope, "bad").expect_err("a panic");
        assert_eq!(failure.property, "nothing panics");
        assert!(failure.said.contains("no such input"), "{}", failure.said);
        assert_eq!(
            target.examine(&scope, "wrong").expect_err("wrong").said,
            "wrong"
        );
        assert_eq!(target.examine(&scope, "right"), Ok(()));
    }
}
