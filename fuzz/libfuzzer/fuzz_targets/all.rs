//! Every target: the first byte says which, the others are its choices.

#![no_main]

use fuzz::holds::Scope;
use fuzz::report::failed;
use fuzz::target::{TARGETS, Target};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((first, choices)) = data.split_first() else {
        return;
    };
    let target: &Target = &TARGETS[usize::from(*first) % TARGETS.len()];
    let input = target.input(choices);
    let mut scope = Scope::thorough();
    // All properties of each input would leave time for few inputs.
    scope.is_thorough = false;
    if let Err(failure) = target.examine(&scope, &input) {
        panic!("{}", failed(target, &failure, &input, ""));
    }
});
