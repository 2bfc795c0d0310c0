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
    for (target, entry) in all {
        let (done, outcome) = mpsc::channel();
        let input = entry.input.clone();
        // What hangs cannot be stopped; the test ends without it.
        thread::spawn(move || {
            let _ = done.send(target.examine(&Scope::thorough(), &input));
        });
        let held = outcome.recv_timeout(Duration::from_secs(HANGING));
        assert_eq!(
            held,
            Ok(Ok(())),
            "{} {}: {}",
            target.name,
            entry.input,
            entry.note
        );
    }
}
