//! `shardwise import`: a plan from a model's configuration or a framework's options.

mod files;
mod report;

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use clap::Args;
use cli::printed::{stderr, stdout};
use formats::import::{
    Format, ImportBase, ImportRefusal, Imported, LARGEST, LogStream, ReadBudget, import_several,
    import_within,
};
use formats::link;
use text::imports;

use self::files::{INPUT, Unreadable, files, has_several};
use crate::typed::{NOT_UNDERSTOOD, ReadingArguments};
use crate::words::word;

/// Bytes of a log that are read at a time.
const SLICE: u64 = 1 << 18;

/// Exit status of `--strict` for a file with more than its plan.
const LOSSY: u8 = 3;

/// Arguments of `shardwise import`: a file, its format, a link that fills what it leaves open, and
/// how to report.
#[derive(Args)]
pub(crate) struct ImportArguments {
    /// A file, a folder or a zip archive, or - for standard input: a model's config.json of Hugging
    /// Face, or options of a program whose word --from has. The log of a run fills the measured step
    /// and peak of the plan of --with.
    file: String,
    /// Further files of the run: those that a script sources, runs or passes to its program, the
    /// model's config.json, DeepSpeed's and Accelerate's files.
    #[arg(value_name = "FURTHER")]
    further: Vec<String>,
    /// Format of the first file, where its content does not say it.
    #[arg(long, value_name = "FORMAT", value_parser = word::<Format>())]
    from: Option<Format>,
    /// A plan, or a part of one, that fills what the file leaves open: its link, or words such as
    /// 'h100x64 gbs=512'. The keys that it names win over the file.
    #[arg(long, value_name = "PLAN")]
    with: Option<String>,
    #[command(flatten)]
    reading: ReadingArguments,
    /// Exits with 3 if the file has what may change the memory, the layout, the batch or the length of
    /// sequences, and the plan has not.
    #[arg(long)]
    strict: bool,
    /// Lists every setting that was read, with its option.
    #[arg(long)]
    report: bool,
    /// Prints one JSON object: the link, every setting with its origin, and what is open.
    #[arg(long)]
    json: bool,
}

/// Prints the link of the plan, and on stderr the origins of its settings, options not understood
/// and missing settings.
pub(crate) fn run(arguments: &ImportArguments) -> io::Result<ExitCode> {
    let link = match &arguments.with {
        Some(with) => arguments.reading.read_part(with)?,
        None => Some(String::new()),
    };
    let Some(link) = link else {
        return Ok(ExitCode::from(NOT_UNDERSTOOD));
    };
    let (base, _) = ImportBase::of_link(&link);
    let mut stderr = stderr();
    let read = match read(arguments, &base) {
        Ok(read) => read,
        Err(Unreadable { path, error }) => {
            let sentence = imports::cannot_read(&path, &error);
            writeln!(stderr, "shardwise: {sentence}.")?;
            return Ok(ExitCode::from(2));
        }
    };
    let read = match read {
        Ok(read) => read,
        Err(why) => {
            writeln!(stderr, "shardwise: {}.", imports::refused(&why))?;
            if why == ImportRefusal::Unknown {
                writeln!(stderr, "shardwise: {}", imports::say_format())?;
            }
            return Ok(ExitCode::from(2));
        }
    };
    if let Some(unknown) = &read.unknown_model {
        writeln!(stderr, "shardwise: {}", imports::unknown_model(unknown))?;
        return Ok(ExitCode::from(2));
    }
    print(&read, arguments)?;
    if !arguments.json {
        for sentence in report::sentences(&read, arguments.report) {
            writeln!(stderr, "shardwise: {sentence}")?;
        }
    }
    let is_lossy = arguments.strict && read.is_lossy();
    Ok(ExitCode::from(if is_lossy { LOSSY } else { 0 }))
}

fn print(read: &Imported, arguments: &ImportArguments) -> io::Result<()> {
    let mut stdout = stdout();
    if arguments.json {
        writeln!(stdout, "{}", report::json(read))?;
    } else {
        writeln!(stdout, "{}", link::encode(&read.plan))?;
    }
    stdout.flush()
}

/// Reads a file, or several as one plan.
fn read(
    arguments: &ImportArguments,
    base: &ImportBase,
) -> Result<Result<Imported, ImportRefusal>, Unreadable> {
    let (first, further) = (&arguments.file, &arguments.further);
    if further.is_empty() && !has_several(first)? {
        return one(first, arguments.from, base).map_err(|error| Unreadable {
            path: first.clone(),
            error,
        });
    }
    let paths = [first].into_iter().chain(further);
    let paths: Vec<&str> = paths.map(String::as_str).collect();
    let budget = ReadBudget::new();
    let files = files(&paths, &budget)?;
    Ok(files.and_then(|files| import_several(&files, arguments.from, base, &budget)))
}

/// Reads a file as a text, or slice by slice if it is longer than any text: logs are.
fn one(
    file: &str,
    format: Option<Format>,
    base: &ImportBase,
) -> io::Result<Result<Imported, ImportRefusal>> {
    let mut file: Box<dyn Read> = match file {
        INPUT => Box::new(io::stdin().lock()),
        name => Box::new(File::open(name)?),
    };
    let mut bytes = Vec::new();
    let limit = LARGEST as u64 + 1;
    file.by_ref().take(limit).read_to_end(&mut bytes)?;
    if bytes.len() <= LARGEST {
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
        return Ok(import_within(&text, format, base, &ReadBudget::new()));
    }
    let mut log = match LogStream::of(format) {
        Ok(log) => log,
        Err(why) => return Ok(Err(why)),
    };
    while !bytes.is_empty() {
        log.take(&bytes);
        bytes.clear();
        file.by_ref().take(SLICE).read_to_end(&mut bytes)?;
    }
    Ok(log.done(base))
}
