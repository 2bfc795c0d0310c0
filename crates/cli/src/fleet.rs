//! `shardwise fleet`: the best layouts of many models on many clusters.

use std::collections::BTreeMap;
use std::fs::{File, canonicalize};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;

use clap::Args;
use cli::printed::{stderr, stdout};
use cli::report::fleet::{cells, header, record};
use fleet::{Answer, Problem, Sheet, answer};
use formats::catalog::default_plan;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use search::asked::{AskedSearch, Unasked};

use crate::asked::AskedArguments;

/// Arguments of `shardwise fleet`: a file of plans, and the question where a row leaves it open.
#[derive(Args)]
pub(crate) struct FleetArguments {
    /// A CSV file. Its first line names the columns: link, or model, gpu and gpus; any key of a
    /// link, such as gbs or price; goal, days, dollars, fix and margin as the options of these
    /// names. A cell such as 64|128 stands for a row each. Other columns are carried through.
    file: PathBuf,
    /// Where the answers are written, instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    asked: AskedArguments,
}

/// Answers each row of a file, and writes the rows with their answers.
pub(crate) fn run(arguments: &FleetArguments) -> io::Result<ExitCode> {
    let refuse = |why: &str| -> io::Result<ExitCode> {
        writeln!(stderr(), "shardwise: {why}.")?;
        Ok(ExitCode::from(2))
    };
    // Faults of the options that no row can correct are reported at once; rows may still have
    // dollars.
    let asked = arguments.asked.asked().and_then(|asked| {
        let plan = asked.settled(&default_plan())?;
        match asked.question(&plan, Answer::KEPT) {
            Ok(_) | Err(Unasked::NoDollars) => Ok(asked),
            Err(why) => Err(why),
        }
    });
    let asked = match asked {
        Ok(asked) => asked,
        Err(why) => return refuse(&text::search::unasked(&why)),
    };
    let sheet = match Sheet::read_file(&arguments.file) {
        Ok(sheet) => sheet,
        Err(why) => return refuse(&text::fleet::cannot_read(&arguments.file, &why)),
    };
    let replaced = sheet.replaced();
    if !replaced.is_empty() {
        writeln!(stderr(), "shardwise: {}.", text::fleet::replaced(&replaced))?;
    }
    let unanswered = match &arguments.out {
        None => write(&sheet, &asked, stdout())?,
        Some(out) if is_same(out, &arguments.file) => return refuse(text::fleet::same_file()),
        Some(out) => match File::create(out) {
            Ok(file) => write(&sheet, &asked, BufWriter::new(file))?,
            Err(error) => return refuse(&text::fleet::cannot_write(out, &error)),
        },
    };
    if unanswered > 0 {
        let sentence = text::fleet::unanswered(unanswered as u64, sheet.len() as u64);
        writeln!(stderr(), "shardwise: {sentence}.")?;
    }
    Ok(ExitCode::from(u8::from(unanswered > 0)))
}

/// True if two paths lead to one file that exists.
fn is_same(one: &Path, other: &Path) -> bool {
    let (one, other) = (canonicalize(one), canonicalize(other));
    one.is_ok_and(|one| other.is_ok_and(|other| one == other))
}

/// Writes every row with its answer, in order and as soon as the answer is known; returns the
/// number of rows without one.
fn write(sheet: &Sheet, asked: &AskedSearch, out: impl Write) -> io::Result<usize> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(header(sheet)).map_err(written)?;
    let bar = ProgressBar::new(sheet.len() as u64);
    if let Ok(style) = ProgressStyle::with_template(text::fleet::bar()) {
        bar.set_style(style);
    }
    let (sender, receiver) = mpsc::channel();
    let unanswered = thread::scope(|scope| {
        scope.spawn(|| answer_all(sheet, asked, sender));
        let mut unanswered = 0;
        // Answers known before those of earlier rows.
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (place, answer) in receiver {
            early.insert(place, answer);
            while let Some(answer) = early.remove(&next) {
                let Some(row) = sheet.row(next) else { break };
                unanswered += usize::from(answer.is_err());
                let cells = cells(&answer);
                writer.write_record(record(&row, &cells)).map_err(written)?;
                writer.flush()?;
                next += 1;
            }
            bar.inc(1);
        }
        io::Result::Ok(unanswered)
    })?;
    bar.finish_and_clear();
    writer.flush()?;
    Ok(unanswered)
}

/// Converts an error of writing a record to an I/O error.
fn written(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}

/// The answer of the row at a place.
type Placed = (usize, Result<Box<Answer>, Problem>);

/// Computes the answers of all rows on all cores, roughly in order, until the receiver is dropped.
fn answer_all(sheet: &Sheet, asked: &AskedSearch, sender: mpsc::Sender<Placed>) {
    let places = (0..sheet.len()).par_bridge();
    // It ends early if the answers cannot be written; the writer then reports the error.
    let _ = places.try_for_each_with(sender, |sender, place| match sheet.row(place) {
        Some(row) => sender.send((place, answer(&row, asked))),
        None => Ok(()),
    });
}
