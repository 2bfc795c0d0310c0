//! Progress of a reader, lesson by lesson.

/// Steps done in all lessons.
#[derive(Default)]
pub(super) struct ReaderProgress {
    /// Steps that are done, by the names of their lessons.
    lessons: Vec<(String, Vec<DoneStep>)>,
    /// True if the reader does not want progress stored.
    is_off: bool,
    /// True if the browser has refused to store something.
    is_refused: bool,
}

/// A step that is done.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct DoneStep {
    /// The step's name.
    pub(super) step: String,
    /// Number of controls that differed from the step's start, if it has one.
    pub(super) changes: Option<u64>,
    /// The plan that reached the goal, as a link; empty if the step has no goal.
    pub(super) link: String,
}

/// Progress as the browser stores it.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Kept {
    /// True if the reader does not want progress stored.
    pub(super) is_off: bool,
    /// Steps that are done, by the names of their lessons; a lesson may occur several times.
    pub(super) lessons: Vec<(String, Vec<DoneStep>)>,
}

impl ReaderProgress {
    /// Merges what the browser stores, such as changes by another tab. Progress that was not stored
    /// is not lost by that.
    pub(super) fn take(&mut self, kept: Kept) {
        let was_kept = !self.is_off && !self.is_refused;
        self.is_off = kept.is_off;
        if was_kept {
            self.lessons.clear();
        }
        if !kept.is_off {
            for (lesson, done) in kept.lessons {
                join(self.of_mut(&lesson), done);
            }
        }
    }

    /// Records whether the browser refused to store the progress.
    pub(super) const fn set_refused(&mut self, is_refused: bool) {
        self.is_refused = is_refused;
    }

    /// True if the browser refused to store the progress.
    pub(super) const fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// Steps done of a lesson.
    pub(super) fn of(&self, lesson: &str) -> &[DoneStep] {
        let known = self.lessons.iter().find(|(known, _)| known == lesson);
        known.map_or(&[], |(_, done)| done)
    }

    /// Record of a step, if it is done.
    pub(super) fn step(&self, lesson: &str, step: &str) -> Option<&DoneStep> {
        self.of(lesson).iter().find(|done| done.step == step)
    }

    /// Records a step as done; of two records, the one with fewer changes counts. Returns what is
    /// to be stored: this step, and after a refusal the lesson's earlier steps too.
    pub(super) fn add(&mut self, lesson: &str, done: DoneStep) -> Vec<(String, Vec<DoneStep>)> {
        let steps = self.of_mut(lesson);
        if !join(steps, vec![done.clone()]) || self.is_off {
            return Vec::new();
        }
        let stored = if self.is_refused {
            self.of(lesson).to_vec()
        } else {
            vec![done]
        };
        vec![(lesson.to_owned(), stored)]
    }

    /// True if progress is stored.
    pub(super) const fn is_kept(&self) -> bool {
        !self.is_off
    }

    /// Switches storing on or off; returns what is to be stored.
    pub(super) fn set_kept(&mut self, is_kept: bool) -> Vec<(String, Vec<DoneStep>)> {
        self.is_off = !is_kept;
        if is_kept {
            self.lessons.clone()
        } else {
            Vec::new()
        }
    }

    /// Removes all progress.
    pub(super) fn forget(&mut self) {
        self.lessons.clear();
        self.is_refused = false;
    }

    /// Mutable list of the steps done of a lesson.
    fn of_mut(&mut self, lesson: &str) -> &mut Vec<DoneStep> {
        let known = self.lessons.iter().position(|(known, _)| known == lesson);
        let place = known.unwrap_or_else(|| {
            self.lessons.push((lesson.to_owned(), Vec::new()));
            self.lessons.len() - 1
        });
        &mut self.lessons[place].1
    }
}

/// Merges records of steps: for each step the one with fewer changes. Returns whether anything is
/// new.
pub(super) fn join(steps: &mut Vec<DoneStep>, others: Vec<DoneStep>) -> bool {
    let mut is_new = false;
    for done in others {
        match steps.iter_mut().find(|known| known.step == done.step) {
            None => steps.push(done),
            Some(known) if done.changes < known.changes => *known = done,
            Some(_) => continue,
        }
        is_new = true;
    }
    is_new
}

/// One line per step: its name, its changes, its link.
pub(super) fn written(steps: &[DoneStep]) -> String {
    let mut text = String::new();
    for done in steps {
        let changes = done
            .changes
            .map_or_else(String::new, |changes| changes.to_string());
        for part in [&done.step, " ", &changes, " ", &done.link, "\n"] {
            text.push_str(part);
        }
    }
    text
}

/// Steps read from an untrusted text; unreadable lines are skipped.
pub(super) fn read(text: &str) -> Vec<DoneStep> {
    let lines = text.lines().map(|line| {
        let mut parts = line.splitn(3, ' ');
        let mut part = || parts.next().unwrap_or_default();
        DoneStep {
            step: part().to_owned(),
            changes: part().parse().ok(),
            link: part().to_owned(),
        }
    });
    lines.filter(|done| !done.step.is_empty()).collect()
}
