//! `shardwise lesson check`: the check that a lesson can be read and worked through.
//!
//! Tests: `tests/all/lesson_command.rs`.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use cli::printed::{self, stdout};
use formats::import;
use lesson::check::{CheckedStep, GoalReach, check};
use lesson::{LARGEST, Lesson, LessonRefusal, read};
use rayon::prelude::*;
use search::goal_path::Effort;
use serde_json::{Value as Json, json};
use text::lesson_check;
use text::number::clauses;

/// Arguments of `shardwise lesson`.
#[derive(Args)]
pub(crate) struct LessonArguments {
    #[command(subcommand)]
    subcommand: LessonCommand,
}

#[derive(Subcommand)]
enum LessonCommand {
    /// Reads lessons and works each step through: its goal is not reached at the start, a way to it
    /// is found by the controls that a reader has, and hints lead there; the text after it is true
    /// of every solution found; its scene and its figures are in the plan; questions have answers,
    /// predictions true values, and mistakes are distinct. Exit status 0 if nothing is wrong, 1 if a step is, 2 where a file is no lesson.
    Check {
        /// The files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Prints one JSON list instead of a report.
        #[arg(long)]
        json: bool,
    },
}

/// Result of the check of a file. It has no sentences, as the threads that check speak no language
/// but English.
struct CheckedFile<'a> {
    file: &'a Path,
    /// The lesson with its checked steps.
    lesson: Result<(Lesson, Vec<CheckedStep>), Refusal>,
}

/// The reason why a file is no lesson.
enum Refusal {
    Unreadable(io::Error),
    NoLesson(LessonRefusal),
}

/// Checks the files and prints the results.
pub(crate) fn run(arguments: &LessonArguments) -> io::Result<ExitCode> {
    let LessonCommand::Check { files, json } = &arguments.subcommand;
    let checked: Vec<CheckedFile> = files.par_iter().map(|file| CheckedFile::of(file)).collect();
    let mut stdout = stdout();
    if *json {
        let list: Vec<Json> = checked.iter().map(CheckedFile::json).collect();
        writeln!(stdout, "{}", printed::json(&Json::from(list)))?;
    } else {
        for file in &checked {
            file.print(&mut stdout)?;
        }
    }
    stdout.flush()?;
    let worst = checked.iter().map(CheckedFile::status).max();
    Ok(ExitCode::from(worst.unwrap_or_default()))
}

impl<'a> CheckedFile<'a> {
    fn of(file: &'a Path) -> Self {
        let content = content(file).map_err(Refusal::Unreadable);
        let lesson =
            content.and_then(|content| read(&content, import::json).map_err(Refusal::NoLesson));
        let lesson = lesson.map(|lesson| {
            let steps = check(&lesson, Effort::PROOF);
            (lesson, steps)
        });
        Self { file, lesson }
    }

    fn status(&self) -> u8 {
        match &self.lesson {
            Err(_) => 2,
            Ok((_, steps)) => u8::from(steps.iter().any(|step| !step.wrong.is_empty())),
        }
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let file = self.file.display();
        let (lesson, steps) = match &self.lesson {
            Ok(read) => read,
            Err(refusal) => {
                writeln!(out, "{file}:")?;
                for sentence in refusal.sentences(self.file) {
                    writeln!(out, "  ! {sentence}")?;
                }
                return Ok(());
            }
        };
        let title = lesson_check::read(&lesson.title, lesson.steps.len() as u64);
        writeln!(out, "{file}: {title}")?;
        for step in steps {
            let sign = if step.wrong.is_empty() { "✓" } else { "!" };
            let goal = step.goal.as_ref().map(lesson_check::reach);
            let goal = goal.unwrap_or_else(|| lesson_check::no_goal().to_owned());
            let said = if step.wrong.is_empty() {
                goal
            } else {
                let wrong: Vec<String> = step.wrong.iter().map(lesson_check::wrong).collect();
                clauses(&wrong)
            };
            writeln!(out, "  {sign} {}: {said}", step.id)?;
        }
        Ok(())
    }

    fn json(&self) -> Json {
        let file = self.file.display().to_string();
        match &self.lesson {
            Err(refusal) => {
                json!({ "file": file, "faults": refusal.sentences(self.file) })
            }
            Ok((lesson, steps)) => {
                let steps: Vec<Json> = steps.iter().map(of_step).collect();
                json!({ "file": file, "lesson": lesson.id, "faults": [], "steps": steps })
            }
        }
    }
}

impl Refusal {
    /// The faults of the file, a sentence each.
    fn sentences(&self, file: &Path) -> Vec<String> {
        match self {
            Self::NoLesson(why) => text::lesson::refused(why),
            Self::Unreadable(error) => {
                let said = text::imports::cannot_read(&file.display().to_string(), error);
                vec![text::sentence(&said)]
            }
        }
    }
}

fn of_step(step: &CheckedStep) -> Json {
    let path: Option<serde_json::Map<String, Json>> = match &step.goal {
        Some(GoalReach::By(moves)) => {
            let moves = moves.iter();
            Some(
                moves
                    .map(|(key, value)| ((*key).to_owned(), json!(value)))
                    .collect(),
            )
        }
        Some(GoalReach::Own) | None => None,
    };
    let wrong: Vec<String> = step.wrong.iter().map(lesson_check::wrong).collect();
    json!({ "step": step.id, "way": path, "wrong": wrong })
}

/// The text of a file, of which at most one byte more than the limit of a lesson is read.
fn content(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    let limit = LARGEST as u64 + 1;
    File::open(file)?.take(limit).read_to_end(&mut bytes)?;
    // A file that is too large is refused as such, even if the last byte read is part of a
    // character.
    if bytes.len() > LARGEST {
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    String::from_utf8(bytes).map_err(|_| io::Error::from(io::ErrorKind::InvalidData))
}
