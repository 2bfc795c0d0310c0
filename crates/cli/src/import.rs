//! `shardwise import`: a plan from a model's configuration or a framework's options.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use clap::Args;
use formats::import::{Format, ImportRefusal, Imported, LARGEST, MissingSetting, import};
use formats::link;

use crate::words::word;

/// Arguments of `shardwise import`: a file, its format, and a link that fills what it leaves open.
#[derive(Args)]
pub(crate) struct ImportArguments {
    /// A file, or - for standard input: a model's config.json of Hugging Face, arguments of
    /// Megatron-LM, torchtitan's TOML or DeepSpeed's JSON.
    file: String,
    /// Format of the file, where its content does not say it.
    #[arg(long, value_name = "FORMAT", value_parser = word::<Format>())]
    from: Option<Format>,
    /// A plan's link that fills what the file leaves open, such as '#v=1&p=llama3-8b/h100x64' for
    /// its cards.
    #[arg(long, value_name = "LINK")]
    with: Option<String>,
}

/// Prints the link of the plan, and on stderr what was not understood and what is missing.
pub(crate) fn run(arguments: &ImportArguments) -> io::Result<ExitCode> {
    let (strings, words) = (&text::EN, &text::EN_EXCHANGE);
    let mut stderr = io::stderr().lock();
    let (base, warnings) = link::decode(arguments.with.as_deref().unwrap_or_default());
    for warning in warnings.iter().filter(|_| arguments.with.is_some()) {
        writeln!(stderr, "shardwise: {}", (strings.link_warning)(warning))?;
    }
    let content = match content(&arguments.file) {
        Ok(content) => content,
        Err(error) => {
            let sentence = (words.unreadable)(&arguments.file, &error);
            writeln!(stderr, "shardwise: {sentence}.")?;
            return Ok(ExitCode::from(2));
        }
    };
    let read = match import(&content, arguments.from, &base) {
        Ok(read) => read,
        Err(why) => {
            writeln!(stderr, "shardwise: {}.", (words.refused)(&why))?;
            if why == ImportRefusal::Unknown {
                writeln!(stderr, "shardwise: {}", words.say_format)?;
            }
            return Ok(ExitCode::from(2));
        }
    };
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{}", link::encode(&read.plan))?;
    stdout.flush()?;
    for sentence in open(&read, arguments.with.is_some()) {
        writeln!(stderr, "shardwise: {sentence}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes sentences on the options that were not understood and on the settings that are missing.
fn open(read: &Imported, is_filled: bool) -> Vec<String> {
    let words = &text::EN_EXCHANGE;
    let unfit = read.unfit.iter();
    let mut sentences: Vec<String> = unfit
        .map(|(option, value)| (words.unfit)(option, value))
        .collect();
    if !read.unknown.is_empty() {
        sentences.push((words.unknown)(&read.unknown));
    }
    sentences.extend(read.unsaid.iter().map(|what| (words.unsaid)(*what)));
    // What a link has filled is not missing; a figure of the model is.
    let missing = read.missing.iter();
    let missing = missing.filter(|what| !is_filled || matches!(what, MissingSetting::Figure(_)));
    sentences.extend(missing.map(|what| (words.missing)(*what, &read.plan)));
    sentences
}

/// The text of a file; a byte more than is read of it at most.
fn content(file: &str) -> io::Result<String> {
    let limit = LARGEST as u64 + 1;
    let mut bytes = Vec::new();
    if file == "-" {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    } else {
        File::open(file)?.take(limit).read_to_end(&mut bytes)?;
    }
    // What is too large is refused for that, whatever its last byte is part of.
    if bytes.len() > LARGEST {
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    String::from_utf8(bytes).map_err(|_| io::Error::from(io::ErrorKind::InvalidData))
}
