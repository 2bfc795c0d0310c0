//! Properties of every file that is imported.

use formats::catalog::default_plan;
use formats::excerpt::is_acted_on;
use formats::import::worker::ImportReply;
use formats::import::{Format, ImportBase, ImportRefusal, Imported, ReadBudget, import_within};
use formats::link;

use super::Scope;
use crate::failure::{Failure, Holds, ensure};
use crate::limits::{LONGEST_READ, MOST_READ};

/// Most options that are named, and most letters of a name.
const NAMED: usize = 100;
const LETTERS: usize = 61;

/// Checks a file, as one of this format and as one of whatever it looks like.
///
/// # Errors
/// The property that does not hold.
pub fn file(scope: &Scope, input: &str, format: Format) -> Holds {
    for format in [Some(format), None] {
        let read = within_budget(scope, input, format)?;
        worker_reply(&read)?;
        match read {
            Ok(read) => imported(scope, &read)?,
            Err(why) => refused(&why)?,
        }
    }
    Ok(())
}

/// Checks that the page gets what its worker has read.
fn worker_reply(read: &Result<Imported, ImportRefusal>) -> Holds {
    let reply = ImportReply::Read {
        number: 1,
        read: Box::new(read.clone()),
    };
    let again = ImportReply::from_bytes(&reply.to_bytes());
    ensure(
        "the reply of a worker comes back from bytes",
        again.as_ref() == Some(&reply),
        || format!("{reply:?}"),
    )
}

/// Reads a file, and checks that this takes no more than it may: the units of its budget, and where
/// they are measured time and memory.
fn within_budget(
    scope: &Scope,
    input: &str,
    format: Option<Format>,
) -> Result<Result<Imported, ImportRefusal>, Failure> {
    let base = ImportBase::filling(&default_plan());
    let read = || {
        let budget = ReadBudget::new();
        let read = import_within(input, format, &base, &budget);
        (read, budget.spent())
    };
    let (read, units) = match &scope.meter {
        None => read(),
        Some(meter) => {
            let (read, spent) = meter.measure(LONGEST_READ, read);
            let is_bounded = spent.milliseconds <= LONGEST_READ && spent.bytes <= MOST_READ;
            ensure("reading a file is bounded", is_bounded, || {
                format!("{spent:?}")
            })?;
            read
        }
    };
    let is_refused = matches!(read, Err(ImportRefusal::TooMuch { .. }));
    let is_left = units < ReadBudget::MOST;
    let ends = is_left || read.is_err();
    ensure("a file is read within its budget", ends, || {
        format!("{units} units")
    })?;
    ensure(
        "a refusal follows the end of the budget",
        !(is_refused && is_left),
        || format!("{units} units"),
    )?;
    Ok(read)
}

fn refused(why: &ImportRefusal) -> Holds {
    let sentence = text::imports::refused(why);
    let is_short = !sentence.is_empty() && sentence.len() < 400;
    ensure("a refusal is a sentence", is_short, || sentence.clone())
}

/// Checks that a link can express the plan that was read, and that the lists of what was not
/// understood are short.
fn imported(scope: &Scope, read: &Imported) -> Holds {
    let now = scope.estimated(&read.plan)?;
    if let Ok(now) = &now {
        super::totals::totals(&read.plan, now)?;
    }
    super::written::link_returns(&read.plan)?;
    let is_short = read.unknown.len() <= NAMED && read.unfit.len() <= NAMED;
    ensure("what is not understood is a short list", is_short, || {
        read.unknown.len().to_string()
    })?;
    let unfit = read.unfit.iter().flat_map(|(name, value)| [name, value]);
    for name in read.unknown.iter().chain(unfit) {
        let is_plain = name.chars().count() <= LETTERS && !name.chars().any(is_acted_on);
        ensure("what is not understood is named shortly", is_plain, || {
            name.clone()
        })?;
    }
    // The link says all of the model, or the lists say what it does not.
    if read.unsaid.is_empty() {
        let (again, _) = link::decode(&link::encode(&read.plan));
        let is_same = again.model.norm == read.plan.model.norm;
        ensure("what no link can say is named", is_same, || {
            format!("{:?}", read.plan.model)
        })?;
    }
    for unsaid in &read.unsaid {
        let sentence = text::imports::unsaid(*unsaid);
        ensure(
            "what no link can say is a sentence",
            sentence.ends_with('.'),
            || sentence.clone(),
        )?;
    }
    for missing in &read.missing {
        let said = text::imports::missing(*missing, &read.plan);
        ensure("what is missing is said", !said.is_empty(), || {
            format!("{missing:?}")
        })?;
    }
    Ok(())
}
