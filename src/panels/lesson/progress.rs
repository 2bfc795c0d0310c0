//! Progress of a reader, lesson by lesson.

/// Steps done in all lessons.
#[derive(Default)]
pub(super) struct Progress {
    /// Steps that are done, by the names of their lessons.
    lessons: Vec<(String, Vec<Done>)>,
    /// Whether the reader does not want it kept.
    is_off: bool,
    /// Whether the browser has refused to keep something.
    is_refused: bool,
}

/// A step that is done.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Done {
    /// Its name.
    pub(super) step: String,
    /// Number of controls that differed from its start, if it has one.
    pub(super) changes: Option<u64>,
    /// The plan that did it, as a link; empty where it asked for none.
    pub(super) link: String,
}

/// Progress as the browser keeps it.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Kept {
    /// Whether the reader does not want it kept.
    pub(super) is_off: bool,
    /// Steps that are done, by the names of their lessons.
    pub(super) lessons: Vec<(String, Vec<Done>)>,
}

impl Progress {
    /// Takes over what the browser keeps, as when another tab has kept or forgotten something. A
    /// page whose progress was not kept loses none of its own.
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

    /// Notes whether the browser has kept what it was given.
    pub(super) const fn set_refused(&mut self, is_refused: bool) {
        self.is_refused = is_refused;
    }

    /// Whether the browser has refused to keep what was done.
    pub(super) const fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// Steps done of a lesson.
    pub(super) fn of(&self, lesson: &str) -> &[Done] {
        let known = self.lessons.iter().find(|(known, _)| known == lesson);
        known.map_or(&[], |(_, done)| done)
    }

    /// Record of a step, if it is done.
    pub(super) fn step(&self, lesson: &str, step: &str) -> Option<&Done> {
        self.of(lesson).iter().find(|done| done.step == step)
    }

    /// Notes that a step is done; fewer changes are better than more. Gives what is to be kept.
    pub(super) fn add(&mut self, lesson: &str, done: Done) -> Vec<(String, Vec<Done>)> {
        let steps = self.of_mut(lesson);
        if !join(steps, vec![done]) {
            return Vec::new();
        }
        let steps = steps.clone();
        if self.is_off {
            Vec::new()
        } else {
            vec![(lesson.to_owned(), steps)]
        }
    }

    /// Whether what is done is kept.
    pub(super) const fn is_kept(&self) -> bool {
        !self.is_off
    }

    /// Notes whether it is kept from now on; gives what is to be kept.
    pub(super) fn set_kept(&mut self, is_kept: bool) -> Vec<(String, Vec<Done>)> {
        self.is_off = !is_kept;
        if is_kept {
            self.lessons.clone()
        } else {
            Vec::new()
        }
    }

    /// Forgets it all.
    pub(super) fn forget(&mut self) {
        self.lessons.clear();
        self.is_refused = false;
    }

    /// Steps done of a lesson, to be changed.
    fn of_mut(&mut self, lesson: &str) -> &mut Vec<Done> {
        let known = self.lessons.iter().position(|(known, _)| known == lesson);
        let place = known.unwrap_or_else(|| {
            self.lessons.push((lesson.to_owned(), Vec::new()));
            self.lessons.len() - 1
        });
        &mut self.lessons[place].1
    }
}

/// Adds steps that are done to others: of each the one with fewer changes. Tells whether anything
/// is new.
pub(super) fn join(steps: &mut Vec<Done>, others: Vec<Done>) -> bool {
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

/// A line a step: its name, its changes, its link.
pub(super) fn written(steps: &[Done]) -> String {
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

/// Steps of a text that anybody may have written: lines without meaning are passed over.
pub(super) fn read(text: &str) -> Vec<Done> {
    let lines = text.lines().map(|line| {
        let mut parts = line.splitn(3, ' ');
        let mut part = || parts.next().unwrap_or_default();
        Done {
            step: part().to_owned(),
            changes: part().parse().ok(),
            link: part().to_owned(),
        }
    });
    lines.filter(|done| !done.step.is_empty()).collect()
}
