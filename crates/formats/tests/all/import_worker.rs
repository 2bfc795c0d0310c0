//! Files that a worker of the page reads: its reply as bytes has all that the reader finds.

use cost::legal::Legal;
use cost::plan::{Plan, Word};
use formats::export::{Target, export};
use formats::file_run::FileRun;
use formats::import::worker::{ImportReply, ImportRequest, ImportWorker};
use formats::import::{ImportBase, ImportRefusal, LARGEST, LogStream, import};
use proptest::prelude::*;
use proptest::sample::select;
use test_utils::drawn::likely_plan;

/// The number of the requests of these tests.
const NUMBER: u32 = 300;

/// The reply of a new worker.
fn replied(request: &ImportRequest) -> Option<ImportReply> {
    ImportWorker::default().reply(&request.to_bytes())
}

/// Checks that a worker reads a text as the command does, and that its reply comes back from bytes
/// as it was.
#[track_caller]
pub(crate) fn check_reply(text: &str, base: &Plan) {
    let request = ImportRequest::text(NUMBER, text.to_owned(), base);
    let reply = replied(&request).expect("a request");
    let expected = ImportReply::Read {
        number: NUMBER,
        read: Box::new(import(text, None, base)),
    };
    assert_eq!(reply, expected, "{text}");
    let again = ImportReply::from_bytes(&reply.to_bytes());
    assert_eq!(again, Some(expected), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: test_utils::seed(2_027),
        cases: 128,
        ..ProptestConfig::default()
    })]

    /// The files of any plan, beside itself and beside any other plan.
    #[test]
    fn exported_files_are_read_as_the_command_reads_them(
        plan in likely_plan(),
        other in likely_plan(),
        target in select(Target::ALL),
    ) {
        if let Ok(legal) = Legal::check(&plan.0) {
            let file = export(&legal, target, &text::exchange::EXPORT).text;
            for base in [&FileRun::base(&plan.0), &plan.0, &other.0] {
                check_reply(&file, base);
            }
        }
    }

    #[test]
    fn bytes_that_are_no_message_are_left_alone(odd in prop::collection::vec(any::<u8>(), 0..40)) {
        if let Some(reply) = ImportReply::from_bytes(&odd) {
            prop_assert!(ImportReply::from_bytes(&reply.to_bytes()) == Some(reply));
        }
        let _ = ImportWorker::default().reply(&odd);
    }
}

#[test]
fn a_name_of_no_table_is_no_reply() {
    let text = r#"{"model_type": "llama", "hidden_size": 4096}"#.to_owned();
    let request = ImportRequest::text(NUMBER, text, &formats::catalog::default_plan());
    let reply = replied(&request).expect("a request");
    let mut written = reply.to_bytes();
    let place = written.windows(6).position(|part| part == b"hidden");
    written[place.expect("the key")] = b'x';
    assert_eq!(ImportReply::from_bytes(&written), None);
    let started = ImportReply::Started.to_bytes();
    assert_eq!(started, [0], "as the browser tests send it");
    assert_eq!(
        ImportReply::from_bytes(&started),
        Some(ImportReply::Started)
    );
}

/// A log that comes in slices, beside one that is left before its end.
#[test]
fn a_log_is_read_in_slices() {
    let base = formats::catalog::default_plan();
    let line =
        " iteration 7/ 9 | elapsed time per iteration (ms): 5120.0 | learning rate: 1.0E-05 |\n";
    let log = line.repeat(2 * LARGEST / line.len());
    let mut worker = ImportWorker::default();
    let mut reply = |request: ImportRequest| worker.reply(&request.to_bytes()).expect("a request");
    let slice = |number: u32, bytes: &[u8]| ImportRequest::Slice {
        number,
        bytes: bytes.to_vec(),
    };
    let other = line.replace("5120", "1000");
    assert_eq!(reply(slice(4, other.as_bytes())), ImportReply::Taken(4));
    for bytes in log.as_bytes().chunks(1_000) {
        assert_eq!(reply(slice(5, bytes)), ImportReply::Taken(5));
    }
    let mut whole = LogStream::default();
    whole.take(log.as_bytes());
    let expected = whole.done(&ImportBase::filling(&base));
    let measured = expected.as_ref().map(|read| read.plan.measured.step_s);
    assert_eq!(measured, Ok(Some(5.12)));
    let ended = |number, read| ImportReply::Read {
        number,
        read: Box::new(read),
    };
    assert_eq!(reply(ImportRequest::end(5, &base)), ended(5, expected));
    // Nothing of a log is left behind its end.
    let none = Err(ImportRefusal::TooLarge);
    assert_eq!(reply(ImportRequest::end(5, &base)), ended(5, none));
}
