//! What a reader has done, lesson by lesson: kept in the browser if it and the reader allow it.

use crate::browser::preferences;

/// Says whether it is kept.
const KEPT: &str = "lessons";
/// The word for that it is not.
const OFF: &str = "off";
/// Before the name of a lesson.
const LESSON: &str = "lesson.";

/// What was done.
#[derive(Default)]
pub(super) struct Progress {
    /// Lessons that were looked at, by their names.
    lessons: Vec<(String, Vec<Done>)>,
    is_off: bool,
    /// Whether the browser has refused to keep something.
    is_refused: bool,
}

/// A step that is done.
#[derive(Clone, Default)]
pub(super) struct Done {
    /// Its name.
    pub(super) step: String,
    /// How many controls differed from its start, if it has one.
    pub(super) changes: Option<u64>,
    /// The plan that did it, as a link; empty where it asked for none.
    pub(super) link: String,
}

impl Progress {
    /// What was kept.
    pub(super) fn kept() -> Self {
        Self {
            lessons: Vec::new(),
            is_off: is_off(),
            is_refused: false,
        }
    }

    /// Another tab has done something: what is kept is looked up again when it is next asked for.
    pub(super) fn follow(&mut self) {
        let was_kept = !self.is_off && !self.is_refused;
        self.is_off = is_off();
        if was_kept {
            self.lessons.clear();
        }
    }

    /// Whether the browser has refused to keep what was done.
    pub(super) const fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// What is done of a lesson.
    pub(super) fn of(&mut self, lesson: &str) -> &[Done] {
        let place = self.place(lesson);
        &self.lessons[place].1
    }

    /// What was done of a step, if it is done.
    pub(super) fn step(&mut self, lesson: &str, step: &str) -> Option<&Done> {
        self.of(lesson).iter().find(|done| done.step == step)
    }

    /// Notes that a step is done; fewer changes are better than more. Tells whether it was not.
    pub(super) fn add(&mut self, lesson: &str, done: Done) -> bool {
        let place = self.place(lesson);
        self.look_up(place);
        let steps = &mut self.lessons[place].1;
        let known = steps.iter().position(|known| known.step == done.step);
        let is_new = known.is_none();
        match known {
            None => steps.push(done),
            Some(known) if done.changes < steps[known].changes => steps[known] = done,
            Some(_) => return false,
        }
        self.keep(place);
        is_new
    }

    /// Whether what is done is kept.
    pub(super) const fn is_kept(&self) -> bool {
        !self.is_off
    }

    /// Keeps what is done from now on, or nothing any longer.
    pub(super) fn set_kept(&mut self, is_kept: bool) {
        self.is_off = !is_kept;
        preferences::keep(KEPT, if is_kept { "" } else { OFF });
        if !is_kept {
            return forget_all();
        }
        for place in 0..self.lessons.len() {
            self.keep(place);
        }
    }

    /// Forgets it all.
    pub(super) fn forget(&mut self) {
        for (_, steps) in &mut self.lessons {
            steps.clear();
        }
        self.is_refused = false;
        forget_all();
    }

    /// Where a lesson stands, which is looked up when it is first asked for.
    fn place(&mut self, lesson: &str) -> usize {
        let known = self.lessons.iter().position(|(known, _)| known == lesson);
        known.unwrap_or_else(|| {
            self.lessons.push((lesson.to_owned(), Vec::new()));
            let place = self.lessons.len() - 1;
            self.look_up(place);
            place
        })
    }

    /// Adds what another tab has done of a lesson since it was looked up.
    fn look_up(&mut self, place: usize) {
        if self.is_off {
            return;
        }
        let (lesson, steps) = &mut self.lessons[place];
        let kept = preferences::read(&[LESSON, lesson].concat()).unwrap_or_default();
        for done in read(&kept) {
            match steps.iter_mut().find(|known| known.step == done.step) {
                None => steps.push(done),
                Some(known) if done.changes < known.changes => *known = done,
                Some(_) => {}
            }
        }
    }

    fn keep(&mut self, place: usize) {
        let (lesson, steps) = &self.lessons[place];
        if !self.is_off {
            self.is_refused = !preferences::keep(&[LESSON, lesson].concat(), &written(steps));
        }
    }
}

fn is_off() -> bool {
    preferences::read(KEPT).as_deref() == Some(OFF)
}

/// Forgets what is kept of all lessons, by whichever tab.
fn forget_all() {
    for lesson in preferences::keys(LESSON) {
        preferences::forget(&[LESSON, &lesson].concat());
    }
}

/// A line a step: its name, its changes, its link.
fn written(steps: &[Done]) -> String {
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

/// What was written, by whomever: lines that say nothing are passed over.
fn read(text: &str) -> Vec<Done> {
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
