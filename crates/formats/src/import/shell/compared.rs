//! The values of scripts beside those that bash gives them: recorded ones, and drawn ones that bash
//! runs.

use std::env;
use std::fs;
use std::process::{Command, Stdio};

use test_utils::draw::{Draw, generator};
use test_utils::given::shell::{RESULTS, script};
use test_utils::{root, seed_number};

use super::{evaluate, is_known};
use crate::import::budget::ReadBudget;
use crate::import::sources::Sources;

/// Number of drawn scripts.
const DRAWN: u64 = 300;

/// Number of drawn values that may be open, for each hundred.
const MOST_OPEN: usize = 30;

/// The words of the last program that a script starts behind the name of the program and a first
/// option; `None` if the script takes all of the budget, so that a file would be refused.
fn values(text: &str) -> Option<Vec<String>> {
    let budget = ReadBudget::new();
    let script = evaluate(text, &Sources::default(), &budget);
    let launch = script.launches.into_iter().next_back();
    let words = launch.map(|launch| launch.words).unwrap_or_default();
    (!budget.is_spent()).then(|| words.into_iter().skip(2).collect())
}

/// Each script gives the value of bash, or a mark where the file has `?`.
#[test]
fn recorded_scripts_give_the_values_of_bash() {
    let file = root().join("crates/formats/tests/data/shell.txt");
    let rows = fs::read_to_string(file).expect("the recorded values");
    let rows = rows
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    let (mut wrong, mut count) = (Vec::new(), 0);
    for row in rows {
        let (expected, text) = row.split_once('\t').expect("a value and a script");
        let text = text.replace("\\n", "\n");
        let values = values(&[text.as_str(), "\npython train.py --x \"$TP\""].concat());
        let [_, value] = values.as_deref().unwrap_or_default() else {
            panic!("{text}: {values:?}");
        };
        let is_right = if expected == "?" {
            !is_known(value)
        } else {
            value == expected
        };
        if !is_right {
            wrong.push([&text, ": ", value, " instead of ", expected].concat());
        }
        count += 1;
    }
    assert!(count > 80, "{count}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Seconds after which bash is killed, with all that it started.
const SECONDS: &str = "5";
/// Nested calls of functions from which bash gives up.
const DEEPEST_CALLS: &str = "64";
/// Drawn scripts that bash may fail to finish, or that take all of the budget.
const MOST_ENDLESS: usize = 6;

/// The values that bash prints for a script in an empty folder, and in an environment without variables that
/// scripts read; `None` if the script does not end.
fn by_bash(text: &str, case: u64) -> Option<Vec<String>> {
    let name = [
        "shardwise-shell-",
        &std::process::id().to_string(),
        "-",
        &case.to_string(),
    ]
    .concat();
    let folder = env::temp_dir().join(name);
    fs::create_dir_all(&folder).expect("a folder");
    let print = ["\nprintf '%s\\037' x", &RESULTS.join(" x")].concat();
    // A drawn script may never end, and so may what it starts: all of them share a process group.
    let output = Command::new("timeout")
        .args([
            "--signal=KILL",
            SECONDS,
            "bash",
            "--noprofile",
            "--norc",
            "-c",
        ])
        .arg([text, &print].concat())
        .env_clear()
        .env("PATH", env::var_os("PATH").unwrap_or_default())
        .env("FUNCNEST", DEEPEST_CALLS)
        .current_dir(&folder)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .expect("bash");
    fs::remove_dir_all(&folder).expect("the folder");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut values: Vec<String> = printed.split('\u{1f}').map(str::to_owned).collect();
    values.pop();
    (values.len() == RESULTS.len() + 1 || output.status.success()).then_some(values)
}

/// Every value that differs from that of bash is marked as open.
#[test]
#[ignore = "starts bash, which `cargo xtask test --all` does"]
fn drawn_scripts_give_the_values_of_bash() {
    let (mut wrong, mut open, mut all, mut endless) = (Vec::new(), 0, 0, 0);
    for case in 0..DRAWN {
        let mut random = generator(seed_number(2_026), case);
        let text = script(&mut Draw::of(&mut random));
        let text = text.as_str();
        let start = ["\npython --x x", &RESULTS.join(" x")].concat();
        let ours = values(&[text, &start].concat());
        let Some((ours, theirs)) = ours.zip(by_bash(text, case)) else {
            endless += 1;
            continue;
        };
        let marked = ours.iter().filter(|value| !is_known(value)).count();
        let is_right = ours.len() == theirs.len()
            && ours
                .iter()
                .zip(&theirs)
                .all(|(ours, theirs)| !is_known(ours) || ours == theirs);
        if !is_right {
            wrong.push(std::format!("{text}{ours:?}, bash {theirs:?}\n"));
        }
        open += marked;
        all += ours.len();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(endless <= MOST_ENDLESS, "{endless} scripts did not end");
    // Marks everywhere would agree with anything.
    assert!(100 * open < MOST_OPEN * all, "{open} of {all} are open");
}
