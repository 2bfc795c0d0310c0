//! `shardwise import`: a plan from a model's configuration or a framework's options.

mod report;

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use clap::Args;
use cli::printed::{stderr, stdout};
use formats::import::{Format, ImportBase, ImportRefusal, Imported, LARGEST, LogStream, import_by};
use formats::link;
use text::imports;

use crate::linked::linked;
use crate::words::word;

/// Bytes of a log that are read at a time.
const SLICE: u64 = 1 << 18;

/// Arguments of `shardwise import`: a file, its format, a link that fills what it leaves open, and
/// how to report.
#[derive(Args)]
pub(crate) struct ImportArguments {
    /// A file, or - for standard input: a model's config.json of Hugging Face, or options of
    /// Megatron-LM, Megatron-Bridge, torchtitan, DeepSpeed, nanotron, Accelerate, the Trainer,
    /// Axolotl, LLaMA-Factory, GPT-NeoX or MaxText. The log of a run fills the measured step and
    /// peak of the plan of --with.
    file: String,
    /// Format of the file, where its content does not say it.
    #[arg(long, value_name = "FORMAT", value_parser = word::<Format>())]
    from: Option<Format>,
    /// A plan's link that fills what the file leaves open, such as '#v=1&p=llama3-8b/h100x64' for
    /// its cards. The keys that it names win over the file.
    #[arg(long, value_name = "LINK")]
    with: Option<String>,
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
    if let Some(with) = &arguments.with
        && linked(with)?.is_none()
    {
        return Ok(ExitCode::from(2));
    }
    let mut stderr = stderr();
    let (base, warnings) = ImportBase::of_link(arguments.with.as_deref().unwrap_or_default());
    for warning in warnings.iter().filter(|_| arguments.with.is_some()) {
        writeln!(stderr, "shardwise: {}", text::links::warning(warning))?;
    }
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
        return Ok(import_by(&text, arguments.from, base));
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
