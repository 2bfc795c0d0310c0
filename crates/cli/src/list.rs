//! `shardwise list`: the keys of links, the models, the GPUs, and the schema of an estimate.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use cli::printed::stdout;
use cli::report::list::{Listed, json, markdown, report};

use crate::words::word;

/// Arguments of `shardwise list`: a list and its form.
#[derive(Args)]
pub(crate) struct ListArguments {
    /// The list.
    #[arg(value_name = "LIST", value_parser = word::<Listed>())]
    listed: Listed,
    /// Prints a JSON list of objects instead of a table.
    #[arg(long)]
    json: bool,
    /// Prints a page in Markdown instead of a table.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

/// Prints a list.
pub(crate) fn run(arguments: &ListArguments) -> io::Result<ExitCode> {
    let listed = arguments.listed;
    let text = match (arguments.json, arguments.markdown) {
        (true, _) => format!("{}\n", json(listed)),
        (_, true) => markdown(listed),
        _ => report(listed),
    };
    let mut stdout = stdout();
    write!(stdout, "{text}")?;
    stdout.flush()?;
    Ok(ExitCode::SUCCESS)
}
