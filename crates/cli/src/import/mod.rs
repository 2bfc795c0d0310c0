//! `shardwise import`: a plan from a model's configuration or a framework's options.

mod report;

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use clap::Args;
use cli::printed::{stderr, stdout};
use formats::import::{
    Format, ImportBase, ImportRefusal, Imported, LARGEST, LogStream, ReadBudget, Sources,
    import_with,
};
use formats::link;
use text::imports;

use crate::typed::{NOT_UNDERSTOOD, ReadingArguments};
use crate::words::word;

/// Bytes of a log that are read at a time.
const SLICE: u64 = 1 << 18;

/// Arguments of `shardwise import`: a file, its format, a link that fills what it leaves open, and
/// how to report.
#[derive(Args)]
pub(crate) struct ImportArguments {
    /// A file, or - for standard input: a model's config.json of Hugging Face, or options of a program
    /// whose word --from has. The log of a run fills the measured step and peak of the plan of --with.
    file: String,
    /// Files that a script sources or runs, by the paths that it names.
    #[arg(value_name = "SOURCED")]
    sourced: Vec<String>,
    /// Format of the file, where its content does not say it.
    #[arg(long, value_name = "FORMAT", value_parser = word::<Format>())]
    from: Option<Format>,
    /// A plan, or a part of one, that fills what the file leaves open: its link, or words such as
    /// 'h100x64 gbs=512'. The keys that it names win over the file.
    #[arg(long, value_name = "PLAN")]
    with: Option<String>,
    #[command(flatten)]
    reading: ReadingArguments,
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
        Err(error) => {
            let sentence = imports::cannot_read(&arguments.file, &error);
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
    Ok(ExitCode::SUCCESS)
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

/// Reads a file as a text, or slice by slice if it is longer than any text: logs are.
fn read(
    arguments: &ImportArguments,
    base: &ImportBase,
) -> io::Result<Result<Imported, ImportRefusal>> {
    let mut file: Box<dyn Read> = match arguments.file.as_str() {
        "-" => Box::new(io::stdin().lock()),
        name => Box::new(File::open(name)?),
    };
    let mut bytes = Vec::new();
    let limit = LARGEST as u64 + 1;
    file.by_ref().take(limit).read_to_end(&mut bytes)?;
    if bytes.len() <= LARGEST {
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
        let sources = arguments
            .sourced
            .iter()
            .map(|path| Ok((path.clone(), sourced(path)?)));
        let sources = Sources::new(sources.collect::<io::Result<_>>()?);
        let budget = ReadBudget::new();
        return Ok(import_with(&text, &sources, arguments.from, base, &budget));
    }
    let mut log = match LogStream::of(arguments.from) {
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

/// The text of a sourced file, as far as any text is read.
fn sourced(path: &str) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?
        .take(LARGEST as u64)
        .read_to_string(&mut text)?;
    Ok(text)
}
