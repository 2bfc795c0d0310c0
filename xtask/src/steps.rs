//! Steps of a task: each says what it is when it begins, and how long it took.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::{background::Background, programs::say};

/// The steps so far.
#[derive(Default)]
pub struct Steps {
    done: Vec<(&'static str, Duration)>,
    /// A task that runs beside them; it ends if they are dropped before it is done.
    beside: Option<Background>,
}

impl Steps {
    /// Starts a task of this program beside the next steps, under this name.
    pub fn start_beside(&mut self, name: &'static str, task: &str) -> Result<()> {
        say(&format!("{name}: begun, beside the next steps"));
        self.beside = Some(Background::start(name, task)?);
        Ok(())
    }

    /// Waits for the task beside the steps, which is a step of this name.
    ///
    /// # Errors
    /// If the task fails.
    pub fn wait_beside(&mut self, name: &'static str) -> Result<()> {
        let beside = self.beside.take();
        self.take(name, || beside.map_or(Ok(()), |mut task| task.finish()))
    }

    /// Takes a step of this name.
    ///
    /// # Errors
    /// If the step fails, or the task beside it has failed.
    pub fn take<T>(&mut self, name: &'static str, step: impl FnOnce() -> Result<T>) -> Result<T> {
        if let Some(beside) = &mut self.beside {
            beside.check()?;
        }
        say(name);
        let start = Instant::now();
        let outcome = step();
        let took = start.elapsed();
        self.done.push((name, took));
        say(&format!("{name}: {}", in_words(took)));
        outcome
    }

    /// Time that all steps so far have taken.
    pub fn total(&self) -> Duration {
        self.done.iter().map(|(_, took)| *took).sum()
    }

    /// Prints how long each step took, and all of them.
    pub fn print(&self) {
        println!("\nSteps so far:");
        let all = ("all of them", self.total());
        for (name, took) in self.done.iter().chain([&all]) {
            println!("{:>12}  {name}", in_words(*took));
        }
        println!();
    }
}

/// A duration as whole minutes and seconds, short ones with a tenth.
pub fn in_words(duration: Duration) -> String {
    let seconds = duration.as_secs();
    if seconds < 60 {
        format!("{:.1} s", duration.as_secs_f64())
    } else {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Steps, in_words};

    #[test]
    fn the_total_is_the_sum_of_the_steps() {
        let done = [("one", 60), ("two", 5)].map(|(name, s)| (name, Duration::from_secs(s)));
        let steps = Steps {
            done: done.into(),
            beside: None,
        };
        assert_eq!(steps.total(), Duration::from_secs(65));
    }

    #[test]
    fn durations_are_short_words() {
        assert_eq!(in_words(Duration::from_millis(1_250)), "1.2 s");
        assert_eq!(in_words(Duration::from_millis(61_900)), "1 min 01 s");
        assert_eq!(in_words(Duration::from_secs(3_600)), "60 min 00 s");
    }
}
