//! Everything that ever failed holds.

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
            let _ = done.send(target.examine(&Scope::thorough(), &input));
        });
        let held = outcome.recv_timeout(Duration::from_secs(HANGING));
        if held != Ok(Ok(())) {
            let (name, input, note) = (target.name, &entry.input, &entry.note);
            failed.push(format!("{name} {input}: {note}\n  {held:?}"));
        }
    }
    // Said before the end: what panics is kept from the console here.
    eprint!("{}", failed.join("\n"));
    assert!(failed.is_empty());
}
