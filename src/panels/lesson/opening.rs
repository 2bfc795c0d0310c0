//! Opening of lessons, ours and others', and of their steps.

use std::sync::Arc;

use formats::link;
use formats::link::presentation::View;
use lesson::{Address, LARGEST, Lesson, OURS, read};
use web_sys::{ScrollIntoViewOptions, ScrollLogicalPosition};

use super::event::{LessonArrival, LessonEvent, RequestedLesson};
use super::open_lesson::OpenLesson;
use super::open_step::{self, OpenStep};
use super::shared_lesson::{OwnLesson, SharedLesson};
use super::state::{LessonPanel, TITLE};
use super::step_setting::element_of;
use super::summary::SummaryCopy;
use crate::browser::fetch::{self, Fetched};
use crate::browser::presentation::controls;
use crate::browser::{beside, document};
use crate::store::{Effects, Event, Page, StepScene};
use formats::import::json;
use text::lesson_figure as words;

impl LessonPanel {
    /// Opens a lesson that is requested from outside the panel.
    pub(super) fn open(
        &mut self,
        page: &Page,
        wanted: RequestedLesson,
        effects: &mut Effects<LessonEvent>,
    ) {
        match wanted {
            RequestedLesson::Menu if self.is_open && self.run.is_none() => {
                self.close(page, effects);
            }
            RequestedLesson::Menu => self.show_menu(effects),
            RequestedLesson::At(address) => effects.run(|sender| {
                let file = open_step::read_file();
                sender.send(LessonEvent::OpenOrResume(address, OpenStep::read(), file));
            }),
            RequestedLesson::In(text) => {
                self.open_text(page, &text, &Source::default(), effects);
            }
        }
    }

    /// Opens the lesson of an address. After a reload it opens the step that was open before,
    /// whatever the query names, as the address still has the plan of that step.
    pub(super) fn open_or_resume(
        &mut self,
        page: &Page,
        address: String,
        was_open: Option<OpenStep>,
        file: Option<&str>,
        effects: &mut Effects<LessonEvent>,
    ) {
        self.was_open = was_open.filter(|step| step.is_of(page));
        let resumed = self.was_open.as_ref().map(|step| step.lesson.clone());
        match (resumed.unwrap_or(address), file) {
            (address, _) if !address.is_empty() => self.open_at(&address, effects),
            (_, Some(text)) => self.open_text(page, text, &Source::of_file(false), effects),
            (_, None) => {}
        }
    }

    /// Opens the list of all lessons.
    pub(super) fn show_menu(&mut self, effects: &mut Effects<LessonEvent>) {
        self.begin_request();
        self.run = None;
        self.refused.clear();
        self.is_open = true;
        self.is_folded = false;
        effects.send(Event::SetStep(StepScene::default()));
        self.fetch_own_lessons(effects);
    }

    /// Closes the panel.
    pub(super) fn close(&mut self, page: &Page, effects: &mut Effects<LessonEvent>) {
        self.begin_request();
        self.is_open = false;
        self.run = None;
        self.keep_step(page, effects);
        effects.send(Event::SetStep(StepScene::default()));
    }

    /// Opens the lesson of an address, from a query or a reader.
    pub(super) fn open_at(&mut self, address: &str, effects: &mut Effects<LessonEvent>) {
        self.is_open = true;
        self.refused.clear();
        let asked = self.begin_request();
        let Some(read) = Address::read(address) else {
            return self.refuse(vec![words::nowhere(address)], effects);
        };
        self.is_pending = true;
        effects.run(move |sender| {
            let (file, name, step) = match read {
                Address::Ours { name, step } => (beside(&file_of(name)), name.to_owned(), step),
                Address::File { address, step } => (address.clone(), address, step),
            };
            fetch::text(&file, LARGEST, move |fetched| {
                sender.send(LessonEvent::Arrived(LessonArrival {
                    fetched,
                    asked,
                    name: name.clone(),
                    step: step.clone(),
                    has_focus: has_focus(),
                }));
            });
        });
    }

    /// Opens the lesson of the address in the field.
    pub(super) fn open_typed(&mut self, effects: &mut Effects<LessonEvent>) {
        let address = self.address.trim().to_owned();
        if !address.is_empty() {
            self.open_at(&address, effects);
        }
    }

    /// Handles the arrival or failure of a lesson.
    pub(super) fn arrive(
        &mut self,
        page: &Page,
        arrival: LessonArrival,
        effects: &mut Effects<LessonEvent>,
    ) {
        if self.asked != arrival.asked {
            return;
        }
        let LessonArrival { name, step, .. } = arrival;
        match arrival.fetched {
            Fetched::Text(text) => {
                let source = Source {
                    name: Some(&name),
                    step: &step,
                    has_focus: arrival.has_focus,
                    is_file: false,
                };
                self.open_text(page, &text, &source, effects);
            }
            Fetched::TooLarge => self.refuse(vec![words::too_large(&name)], effects),
            Fetched::Nothing => {
                self.refuse(vec![words::absent(&name)], effects);
                let mark = match &*step {
                    "" => "",
                    _ if OURS.contains(&&*name) => "/",
                    _ => "#",
                };
                self.retry = Some([&name, mark, &step].concat());
            }
        }
    }

    /// Opens a lesson from its text.
    pub(super) fn open_text(
        &mut self,
        page: &Page,
        text: &str,
        source: &Source,
        effects: &mut Effects<LessonEvent>,
    ) {
        self.is_open = true;
        self.begin_request();
        match read(text, json) {
            Ok(lesson) => self.begin(page, lesson, source, effects),
            Err(why) => self.refuse(text::lesson::refused(&why), effects),
        }
    }

    /// Opens a lesson from a file's text; `None` if it is too large.
    pub(super) fn open_file(
        &mut self,
        page: &Page,
        text: Option<&str>,
        has_focus: bool,
        effects: &mut Effects<LessonEvent>,
    ) {
        match text {
            Some(text) => {
                self.open_text(page, text, &Source::of_file(has_focus), effects);
                if self.run.is_some() {
                    let text = text.to_owned();
                    effects.run(move |sender| {
                        let was_kept = open_step::keep_file(&text);
                        sender.send(LessonEvent::FileWasKept(was_kept));
                    });
                }
            }
            None => self.refuse(
                text::lesson::refused(&lesson::LessonRefusal::TooLarge),
                effects,
            ),
        }
    }

    /// Requests again all that failed to load: the lesson to be opened, and the lessons missing in
    /// the list.
    pub(super) fn ask_again(&mut self, effects: &mut Effects<LessonEvent>) {
        if let Some(address) = self.retry.take() {
            self.open_at(&address, effects);
        }
        for place in 0..OURS.len() {
            if self.own_lessons[place] == OwnLesson::Absent {
                self.fetch_own_lesson(place, effects);
            }
        }
    }

    /// Begins a new request, and drops earlier ones that are on their way. Returns the request's
    /// number.
    fn begin_request(&mut self) -> u32 {
        self.is_pending = false;
        self.retry = None;
        self.asked = self.asked.wrapping_add(1);
        self.asked
    }

    /// Shows above the list why nothing is opened.
    fn refuse(&mut self, sentences: Vec<String>, effects: &mut Effects<LessonEvent>) {
        self.run = None;
        self.is_pending = false;
        self.is_folded = false;
        self.refused = sentences;
        effects.send(Event::SetStep(StepScene::default()));
        self.fetch_own_lessons(effects);
    }

    /// Begins a lesson, at a named step or at the first one that is not done.
    fn begin(
        &mut self,
        page: &Page,
        lesson: Lesson,
        source: &Source,
        effects: &mut Effects<LessonEvent>,
    ) {
        self.refused.clear();
        let name = source.name.unwrap_or(&lesson.id).to_owned();
        let done = self.progress.of(&name);
        let is_open = |id: &String| !done.iter().any(|done| done.step == *id);
        let open = lesson.steps.iter().position(|step| is_open(&step.id));
        let kept_as = if source.is_file {
            Some(String::new())
        } else {
            source.name.map(str::to_owned)
        };
        let was_open = self.was_open.take();
        let was_open = was_open.filter(|step| Some(&step.lesson) == kept_as.as_ref());
        let kept = was_open
            .as_ref()
            .and_then(|step| lesson.place_of(&step.step));
        let place = lesson.place_of(source.step).or(open).unwrap_or(0);
        if self.own.is_none() {
            let own = was_open.map(|step| Arc::new(link::decode(&step.own).0));
            self.own = Some(own.unwrap_or_else(|| Arc::clone(&page.draft)));
        }
        self.is_unkept = false;
        self.run = Some(OpenLesson::new(lesson, name, kept_as));
        match kept {
            Some(place) => self.set_up(page, place, source.has_focus, effects),
            None => self.enter(page, place, source.has_focus, effects),
        }
    }

    /// Goes to a step of the open lesson: the page takes its setting and its plan.
    pub(super) fn enter(
        &mut self,
        page: &Page,
        place: usize,
        has_focus: bool,
        effects: &mut Effects<LessonEvent>,
    ) {
        self.set_up(page, place, has_focus, effects);
        if let Some(plan) = self.run.as_ref().and_then(OpenLesson::start) {
            effects.send(Event::Start(Box::new(plan.clone())));
        }
        self.start_prediction(effects);
    }

    /// Sets the page for a step of the open lesson, and leaves the plan as it is. The focus moves to
    /// the title only if it is in the panel.
    fn set_up(
        &mut self,
        page: &Page,
        place: usize,
        has_focus: bool,
        effects: &mut Effects<LessonEvent>,
    ) {
        let Some(run) = &mut self.run else {
            return;
        };
        run.go_to(place);
        self.copied = SummaryCopy::No;
        self.is_folded = false;
        let scene = run.lesson.scene_of(run.step());
        effects.send(Event::SetStep(StepScene {
            locks: scene.lock,
            views: scene.view,
            controls: controls(&run.step().marked_controls).collect(),
            watched: run.step().watched,
        }));
        if has_focus {
            effects.focus(TITLE);
        }
        let view = run.step().marked_views.first().copied();
        if let Some(view) = view.filter(|_| !page.presentation.embed) {
            show_view(view, effects);
        }
        self.open_figure(effects);
    }

    /// Stores the open step, so that a reload returns to it. Without an open step, removes it.
    pub(super) fn keep_step(&mut self, page: &Page, effects: &mut Effects<LessonEvent>) {
        let run = self.run.as_ref();
        let kept = run.and_then(|run| Some((run, run.kept_as.as_ref()?)));
        let step = kept.map_or_else(OpenStep::default, |(run, lesson)| OpenStep {
            lesson: lesson.clone(),
            step: run.step().id.clone(),
            link: page.link(),
            asked: page.presentation.lesson.clone(),
            own: self
                .own
                .as_ref()
                .map_or_else(String::new, |own| link::encode(own)),
        });
        if page.presentation.embed || step == self.kept_step {
            return;
        }
        self.kept_step = step.clone();
        effects.run(move |_| {
            if step == OpenStep::default() {
                OpenStep::forget();
            } else {
                step.keep();
            }
        });
    }

    /// Fetches all of our lessons that were not requested yet, for the list. After a failure only
    /// the reader asks again.
    fn fetch_own_lessons(&mut self, effects: &mut Effects<LessonEvent>) {
        for place in 0..OURS.len() {
            if self.own_lessons[place] == OwnLesson::No {
                self.fetch_own_lesson(place, effects);
            }
        }
    }

    /// Fetches one of our lessons for the list.
    fn fetch_own_lesson(&mut self, place: usize, effects: &mut Effects<LessonEvent>) {
        self.own_lessons[place] = OwnLesson::Soon;
        effects.run(move |sender| {
            fetch::text(&beside(&file_of(OURS[place])), LARGEST, move |fetched| {
                let lesson = match fetched {
                    Fetched::Text(text) => read(&text, json).ok(),
                    Fetched::TooLarge | Fetched::Nothing => None,
                };
                sender.send(LessonEvent::OwnLesson(place, lesson.map(SharedLesson::new)));
            });
        });
    }
}

/// Source of a lesson, and the step to open.
#[derive(Default)]
pub(super) struct Source<'a> {
    /// The address that the lesson came from, if it has one; otherwise its own name identifies its
    /// progress.
    pub(super) name: Option<&'a str>,
    /// The step; empty for the first one that is not done.
    pub(super) step: &'a str,
    /// True for the text of a file that the reader has opened.
    pub(super) is_file: bool,
    /// True if the focus is in the panel.
    pub(super) has_focus: bool,
}

impl Source<'_> {
    /// A file that the reader has opened.
    fn of_file(has_focus: bool) -> Self {
        Self {
            is_file: true,
            has_focus,
            ..Self::default()
        }
    }
}

/// The file of one of our lessons.
fn file_of(name: &str) -> String {
    [name, ".json"].concat()
}

/// True if the focus is in the panel.
pub(super) fn has_focus() -> bool {
    let focused = document().query_selector("#lesson :focus");
    focused.is_ok_and(|focused| focused.is_some())
}

/// Opens a view and scrolls it into sight.
pub(super) fn show_view(view: View, effects: &mut Effects<LessonEvent>) {
    effects.send(Event::OpenTab(view));
    scroll_to(element_of(view), effects);
}

/// Scrolls the element of a selector into sight, if there is one.
pub(super) fn scroll_to(selector: String, effects: &mut Effects<LessonEvent>) {
    effects.run(move |_| {
        let found = document().query_selector(&selector);
        if let Ok(Some(element)) = found {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            element.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}
