//! Targets of the fuzzer.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

use formats::import::Format;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use test_utils::draw::{Choices, Draw, drawn, generator};
use test_utils::given;

use crate::failure::{Failure, Holds};
use crate::holds::{self, Scope};

/// A generator of inputs.
pub type Generator = fn(&mut Draw) -> String;

/// Something that reads an untrusted text.
pub struct Target {
    /// Name of the target.
    pub name: &'static str,
    /// Number of its turns in a round.
    pub turns: usize,
    /// Makes an input.
    pub draw: Generator,
    /// Checks one.
    check: fn(&Scope, &str) -> Holds,
}

const fn target(
    name: &'static str,
    turns: usize,
    draw: Generator,
    check: fn(&Scope, &str) -> Holds,
) -> Target {
    Target {
        name,
        turns,
        draw,
        check,
    }
}

/// A target of the files of a format.
macro_rules! file {
    ($name:literal, $format:ident) => {
        target(
            $name,
            6,
            |draw| given::file::file(draw, Format::$format),
            |scope, input| holds::file::file(scope, input, Format::$format),
        )
    };
}

/// Everything that is fuzzed.
pub static TARGETS: [Target; 15] = [
    target("link", 40, given::link::link, holds::link::link),
    target("query", 8, given::query::query, |_, input| {
        holds::query::query(input)
    }),
    target("goal", 8, given::goal::goal, |_, input| {
        holds::goal::goal(input)
    }),
    target("lesson", 6, given::lesson::lesson, holds::lesson::lesson),
    file!("huggingface", HuggingFace),
    file!("megatron", Megatron),
    file!("torchtitan", TorchTitan),
    file!("deepspeed", DeepSpeed),
    file!("megatron-bridge", MegatronBridge),
    file!("nanotron", Nanotron),
    file!("accelerate", Accelerate),
    file!("trainer", Trainer),
    target("message", 2, given::message::message, |_, input| {
        holds::message::message(input)
    }),
    target("sheet", 4, given::sheet::sheet, holds::sheet::sheet),
    target("search", 2, given::link::small, holds::search::search),
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

    /// The input that the bytes of a fuzzer make.
    #[must_use]
    pub fn input(&self, bytes: &[u8]) -> String {
        let random = TestRng::from_seed(RngAlgorithm::PassThrough, bytes);
        self.drawn(random).1.current()
    }

    /// The input of a case, which can be made smaller, and the runner that does it. It follows from
    /// the seed and the number of the case alone.
    #[must_use]
    pub fn case(&self, seed: u64, case: u64) -> (TestRunner, Choices<String, Generator>) {
        self.drawn(generator(seed, case))
    }

    fn drawn(&self, random: TestRng) -> (TestRunner, Choices<String, Generator>) {
        let config = Config {
            // The caller ends it by the clock.
            max_shrink_iters: u32::MAX,
            ..Config::default()
        };
        let mut runner = TestRunner::new_with_rng(config, random);
        let tree = drawn(self.draw).new_tree(&mut runner);
        let tree = tree.unwrap_or_else(|why| unreachable!("no draw is refused: {why}"));
        (runner, tree)
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
    use proptest::strategy::ValueTree;

    use super::{TARGETS, Target, keep_panics, target, turn};
    use crate::failure::ensure;
    use crate::holds::Scope;

    #[test]
    fn a_case_is_the_same_each_time_and_no_other_is() {
        let input = |target: &Target, case| target.case(5, case).1.current();
        for target in &TARGETS {
            assert_eq!(input(target, 7), input(target, 7), "{}", target.name);
            // The bytes of a fuzzer may end anywhere.
            for bytes in 0..64 {
                let _ = target.input(&vec![255; bytes]);
            }
        }
        let link = Target::named("link").expect("a target");
        let cases: std::collections::HashSet<_> = (0..100).map(|case| input(link, case)).collect();
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
        let check = |_: &Scope, input: &str| {
            assert_ne!(input, "bad", "no such input");
            ensure("it is right", input == "right", || input.to_owned())
        };
        let target = target("x", 1, |_| String::new(), check);
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
