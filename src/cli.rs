//! The native command: the page's cost model, for terminals and scripts.
#![allow(clippy::print_stdout, reason = "printing is what a command does")]

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use shardwise::cost::estimate;
use shardwise::report::{json, terminal};
use shardwise::{link, text};

/// Plans large-model pre-training: what each GPU must hold, how long a step takes, and why.
#[derive(Parser)]
#[command(name = "shardwise", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Estimates one plan. Exit status 0 if it is legal, else 2.
    Estimate {
        /// A plan's link, or the part of it from # on, such as
        /// '#v=1&p=llama3-70b/h100x64&tp=8&pp=4'.
        link: String,
        /// Prints one JSON object instead of a report.
        #[arg(long)]
        json: bool,
    },
}

fn main() -> ExitCode {
    match Arguments::parse().task {
        Task::Estimate { link, json } => run_estimate(&link, json),
    }
}

fn run_estimate(link: &str, as_json: bool) -> ExitCode {
    let strings = &text::EN;
    let (plan, warnings) = link::decode(link);
    let result = estimate(&plan);
    if as_json {
        println!("{:#}", json::object(&plan, &result, &warnings, strings));
    } else {
        print!("{}", terminal::report(&plan, &result, &warnings, strings));
    }
    match result {
        Ok(_) => ExitCode::SUCCESS,
        Err(reasons) => {
            for reason in &reasons {
                eprintln!("shardwise: {}", (strings.reason)(reason, &plan));
            }
            ExitCode::from(2)
        }
    }
}
