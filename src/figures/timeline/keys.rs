//! What the reader does in the timeline.

use crate::browser::events::target;
use crate::browser::timing::next_frame;
use crate::browser::{by_id, pointer, preferences};
use cost::plan::{Schedule, Word};
use formats::number::fixed;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlSelectElement, KeyboardEvent};

use super::super::desk::{Desk, at};
use super::sheet::pitch;
use super::{Chart, Comb, ID, Look, REGION, canvas};

/// Doublings of the zoom, at most.
const CLOSEST: u32 = 8;
/// Milliseconds in which the cursor passes what is in sight.
const PASSAGE: f64 = 8_000.0;
/// Where the cursor may stand before the drawing moves on, as a share of what is in sight.
const MOVES_ON: f64 = 0.9;

/// A part of the view.
fn find(selector: &str) -> Option<Element> {
    by_id(ID)?.query_selector(selector).ok()?
}

/// The part of the view in which something happens.
fn within(event: &Event, selector: &str) -> Option<Element> {
    target(event)?.closest(selector).ok()?
}

/// A button of the view, or a block.
pub(crate) fn press(desk: &mut Desk, event: &Event) -> bool {
    if let Some(button) = within(event, "#timeline [data-act]") {
        let act = button.get_attribute("data-act").unwrap_or_default();
        do_it(desk, &act);
    }
    point(desk, event)
}

/// A key in the drawing.
pub(crate) fn key(desk: &mut Desk, event: &Event) -> bool {
    let key = event.dyn_ref::<KeyboardEvent>();
    let key = key.filter(|key| !key.ctrl_key() && !key.meta_key() && !key.alt_key());
    if let (Some(key), Some(_)) = (key, within(event, "#timeline-region"))
        && do_it(desk, &key.key())
    {
        event.prevent_default();
    }
    false
}

/// Does what a key or a button means; tells whether it means anything.
fn do_it(desk: &mut Desk, act: &str) -> bool {
    let comb = &mut desk.timeline;
    match act {
        "+" | "=" => comb.zoom_in(1, None),
        "-" => comb.zoom_in(-1, None),
        "ArrowLeft" | "ArrowRight" | "Home" | "End" => comb.step(act),
        "ArrowUp" => comb.climb(false),
        "ArrowDown" => comb.climb(true),
        " " => play(comb),
        _ => return false,
    }
    desk.again(ID);
    true
}

impl Comb {
    /// Makes a second longer or shorter, so that the block that is looked at, or the middle of
    /// what is in sight, stays where it is.
    fn zoom_in(&mut self, by: i32, at: Option<f64>) {
        let zoom = self.zoom.saturating_add_signed(by).min(CLOSEST);
        let width = self.brush.width;
        let look = self
            .moment()
            .map(|moment| moment * width * self.scale() - self.left);
        let look = look.filter(|place| (0.0..width).contains(place));
        let place = at.or(look).unwrap_or(width / 2.0);
        let share = (self.left + place) / self.scale();
        self.zoom = zoom;
        self.aim = Some((share * self.scale() - place).max(0.0));
    }

    /// When the block that is looked at starts, as a share of what is drawn.
    fn moment(&self) -> Option<f64> {
        let cell = self
            .chart()?
            .timeline
            .cell(self.look.rank, self.look.index?)?;
        Some(cell.start / self.end())
    }

    /// Goes to another block of the stage; at first to one that is in sight.
    fn step(&mut self, key: &str) {
        let Some(Chart { timeline, .. }) = self.chart() else {
            return;
        };
        let rank = self.look.rank;
        let last = timeline.rows[rank].blocks.len().saturating_sub(1);
        let index = match (key, self.look.index) {
            ("Home", _) => 0,
            ("End", _) => last,
            ("ArrowLeft", Some(index)) => index.saturating_sub(1),
            (_, Some(index)) => (index + 1).min(last),
            _ => timeline.at(
                rank,
                self.left / self.brush.width / self.scale() * self.end(),
            ),
        };
        self.look.index = Some(index);
        self.follow();
    }

    /// Goes to the next stage, or the one before, at the same moment.
    fn climb(&mut self, down: bool) {
        let Look { chart, rank, index } = self.look;
        let Some(Chart { timeline, .. }) = self.chart() else {
            return;
        };
        let cell = index.and_then(|index| timeline.cell(rank, index));
        let time = cell.map_or(0.0, |cell| (cell.start + cell.end) / 2.0);
        let to = match (down, rank.checked_sub(1)) {
            (true, _) if rank + 1 < timeline.rows.len() => (chart, rank + 1),
            (true, _) if self.charts[1].is_some() => (1, if chart == 0 { 0 } else { rank }),
            (false, Some(before)) => (chart, before),
            (false, None) if chart == 1 => (0, usize::MAX),
            _ => (chart, rank),
        };
        self.look.chart = to.0;
        self.look.rank = to.1;
        self.look_again();
        if let (Some(_), Some(chart)) = (index, self.chart()) {
            self.look.index = Some(chart.timeline.at(self.look.rank, time));
            self.follow();
        }
    }

    /// Moves the cursor to the block that is looked at, and that into sight.
    fn follow(&mut self) {
        let Some(moment) = self.moment() else {
            return;
        };
        self.now = moment;
        self.is_playing = false;
        let width = self.brush.width;
        let place = moment * width * self.scale();
        if !(self.left..self.left + MOVES_ON * width).contains(&place) {
            self.aim = Some((place - width / 3.0).max(0.0));
        }
    }
}

/// The pointer comes to a block.
pub(crate) fn point(desk: &mut Desk, event: &Event) -> bool {
    let comb = &mut desk.timeline;
    let look = look_at(comb, event).filter(|look| *look != comb.look);
    if let Some(look) = look {
        comb.look = look;
        desk.again(ID);
    }
    false
}

/// The block under the pointer, or the next one of its stage.
fn look_at(comb: &Comb, event: &Event) -> Option<Look> {
    let canvas = within(event, "#timeline canvas")?;
    let [from_left, from_top] = pointer::place(event)?;
    let is_second = canvas.closest(".second").ok()?.is_some();
    let chart = usize::from(is_second);
    let timeline = &comb.charts[chart].as_ref()?.timeline;
    let [pitch, _] = pitch(timeline.rows.len());
    let rank = from_top.max(0.0) as usize / pitch;
    let rank = rank.min(timeline.rows.len() - 1);
    let place = comb.left + from_left;
    let time = place / comb.brush.width / comb.scale() * comb.end();
    let index = Some(timeline.at(rank, time));
    Some(Look { chart, rank, index })
}

/// Another schedule is chosen to compare with.
pub(crate) fn choose(desk: &mut Desk, event: &Event) -> bool {
    let chosen = within(event, "#timeline select");
    let Some(select) = chosen.and_then(|select| select.dyn_into::<HtmlSelectElement>().ok()) else {
        return false;
    };
    let word = select.value();
    let comb = &mut desk.timeline;
    comb.against = Schedule::WORDS.iter().position(|known| *known == word);
    comb.plan = None;
    comb.now = 0.0;
    desk.again(ID);
    false
}

/// The drawing is scrolled.
pub(crate) fn scroll(desk: &mut Desk, event: &Event) -> bool {
    if let Some(region) = target(event).filter(|element| element.id() == REGION) {
        desk.timeline.left = pointer::scrolled(&region);
        canvas::paint(desk);
    }
    false
}

/// The window has another size, or the screen finer pixels.
pub(crate) fn resize(desk: &mut Desk, _: &Event) -> bool {
    desk.timeline.brush.width = 0.0;
    desk.again(ID);
    false
}

/// The theme has changed: the canvas passes from one colour to the next, and so tells of it.
pub(crate) fn recolour(desk: &mut Desk, _: &Event) -> bool {
    desk.timeline.brush.colours = None;
    canvas::paint(desk);
    false
}

/// The page is about to be printed, on light paper: what is painted must be light before that.
pub(crate) fn light_up(desk: &mut Desk, event: &Event) -> bool {
    let theme = preferences::shown_theme();
    desk.timeline.theme.get_or_insert(theme);
    preferences::show_theme("light");
    recolour(desk, event)
}

/// It is printed.
pub(crate) fn as_before(desk: &mut Desk, event: &Event) -> bool {
    if let Some(theme) = desk.timeline.theme.take() {
        preferences::show_theme(&theme);
    }
    recolour(desk, event)
}

/// The wheel with Ctrl, as which a browser tells of a pinch, too.
pub(crate) fn wheel(desk: &mut Desk, event: &Event) -> bool {
    let place = pointer::place(event).filter(|_| pointer::has_control(event));
    if let (Some([from_left, _]), Some(_)) = (place, within(event, "#timeline canvas")) {
        let by = if pointer::turned(event) < 0.0 { 1 } else { -1 };
        desk.timeline.zoom_in(by, Some(from_left));
        desk.again(ID);
    }
    false
}

/// Lets the cursor run from where it is, or stops it and looks at the block where it stands. It
/// never runs by itself, nor where its button is not shown because the reader wants less motion.
fn play(comb: &mut Comb) {
    if comb.is_playing {
        comb.is_playing = false;
        let time = comb.now * comb.end();
        let at = comb
            .chart()
            .map(|chart| chart.timeline.at(comb.look.rank, time));
        comb.look.index = at;
    } else if find("button:last-of-type").is_some_and(|button| pointer::width(&button) > 0.0) {
        comb.is_playing = true;
        comb.look.index = None;
        if comb.now >= 1.0 || comb.now <= 0.0 {
            // Not nought, where there is no cursor.
            comb.now = 1e-5;
        }
        next_frame(|time| frame(time, time));
    }
}

/// Moves the cursor on by the time since the last frame.
fn frame(time: f64, before: f64) {
    at(|desk| {
        let comb = &mut desk.timeline;
        if !comb.is_playing {
            return;
        }
        comb.now += (time - before) / PASSAGE / comb.scale();
        if comb.now >= 1.0 {
            comb.now = 1.0;
            comb.is_playing = false;
            desk.again(ID);
            return;
        }
        if let Some(sheet) = find(".comb").and_then(|sheet| sheet.dyn_into::<HtmlElement>().ok()) {
            let _ = sheet.style().set_property("--now", &fixed(comb.now, 5));
        }
        let place = comb.now * comb.brush.width * comb.scale();
        if place > comb.left + MOVES_ON * comb.brush.width {
            let left = place - (1.0 - MOVES_ON) * comb.brush.width;
            desk.afterwards(move || {
                if let Some(region) = by_id(REGION) {
                    pointer::scroll(&region, left);
                }
            });
        }
        next_frame(move |next| frame(next, time));
    });
}
