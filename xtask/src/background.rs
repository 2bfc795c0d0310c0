//! A task that runs beside the steps of another one: a second process of this program, whose output
//! is kept in a file until it ends.

use std::{
    env, fs, io,
    path::PathBuf,
    process::{self, Child, ChildStdin, Command, Stdio},
    thread,
};

use anyhow::{Context, Result, bail};

use crate::programs::{say, target};

/// A task that runs.
pub struct Background {
    name: &'static str,
    process: Child,
    output: PathBuf,
    /// The task's standard input. It ends when this is dropped, and the task with it.
    _input: Option<ChildStdin>,
}

impl Background {
    /// Starts a task under a name.
    pub fn start(name: &'static str, task: &str) -> Result<Self> {
        let mut command = Command::new(env::current_exe()?);
        command.arg(task);
        Self::run(name, command, target().join(format!("{task}.txt")))
    }

    fn run(name: &'static str, mut command: Command, output: PathBuf) -> Result<Self> {
        let file = fs::File::create(&output)
            .with_context(|| format!("{} cannot be written", output.display()))?;
        command
            .stdin(Stdio::piped())
            .stdout(file.try_clone()?)
            .stderr(file);
        // A group, so that `end_with_parent` can end what the task has started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        Ok(Self {
            name,
            output,
            _input: process.stdin.take(),
            process,
        })
    }

    /// Fails, with all of its output, if the task has failed.
    pub fn check(&mut self) -> Result<()> {
        match self.process.try_wait()? {
            Some(status) if !status.success() => self.finish(),
            _ => Ok(()),
        }
    }

    /// Waits for the end of the task, and prints its output.
    ///
    /// # Errors
    /// If the task fails.
    pub fn finish(&mut self) -> Result<()> {
        let status = self.process.wait()?;
        say(&format!("{}: its output", self.name));
        print!("{}", fs::read_to_string(&self.output)?);
        if !status.success() {
            bail!("{}: failed, as the lines above say", self.name);
        }
        Ok(())
    }
}

/// Ends this process and all that it has started once its parent ends or no longer wants it: when
/// the pipe on standard input is closed.
pub fn end_with_parent() {
    thread::spawn(|| {
        // An error is an end, too.
        io::copy(&mut io::stdin(), &mut io::sink()).ok();
        // The group of this process, which has one for itself.
        #[cfg(unix)]
        Command::new("sh").args(["-c", "kill 0"]).status().ok();
        process::exit(1);
    });
}

#[cfg(all(test, unix))]
mod tests {
    use std::{env, fs, process::Command};

    use super::Background;

    /// A shell that runs this script in the background.
    fn shell(name: &'static str, script: &str) -> Background {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let output = env::temp_dir().join(format!("shardwise-{name}-{}", std::process::id()));
        Background::run(name, command, output).unwrap()
    }

    #[test]
    fn a_task_that_fails_is_an_error_and_keeps_its_output() {
        let mut failing = shell("failing", "echo one; echo two >&2; exit 3");
        let error = failing.finish().unwrap_err().to_string();
        assert!(error.starts_with("failing: failed"), "{error}");
        assert!(failing.check().is_err());
        let output = fs::read_to_string(&failing.output).unwrap();
        assert_eq!(output, "one\ntwo\n");
        fs::remove_file(&failing.output).unwrap();
    }

    #[test]
    fn a_task_that_runs_or_has_ended_well_is_no_error() {
        let mut reading = shell("reading", "read line; echo ended");
        reading.check().unwrap();
        drop(reading._input.take());
        reading.finish().unwrap();
        reading.check().unwrap();
        let output = fs::read_to_string(&reading.output).unwrap();
        assert_eq!(output, "ended\n");
        fs::remove_file(&reading.output).unwrap();
    }
}
