//! Everything that ever failed holds.

use std::collections::BTreeMap;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use fuzz::corpus;
use fuzz::holds::Scope;
use fuzz::limits::HANGING;
use fuzz::target::keep_panics;

#[test]
fn what_failed_once_holds() {
    keep_panics();
    let all = corpus::all().expect("a corpus");
    assert!(all.len() >= 10, "{}", all.len());
    let mut failed = Vec::new();
    for (target, entry) in all {
        let (done, outcome) = mpsc::channel();
        let input = entry.input.clone();
        // What hangs cannot be stopped; the test ends without it.
        thread::spawn(move || {
            let scope = Scope::thorough();
            let held = target.examine(&scope, &input);
            let _ = done.send((held, scope.seen.take().skipped));
        });
        let held = outcome.recv_timeout(Duration::from_secs(HANGING));
        // An entry that is passed over tests nothing.
        if held != Ok((Ok(()), BTreeMap::new())) {
            let (name, input, note) = (target.name, &entry.input, &entry.note);
            failed.push(format!("{name} {input}: {note}\n  {held:?}"));
        }
    }
    // Said before the end: what panics is kept from the console here.
    eprint!("{}", failed.join("\n"));
    assert!(failed.is_empty());
}
