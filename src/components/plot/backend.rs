//! plotters' drawing as nodes of the page: outlines, and texts at their places.

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

use formats::number::attribute;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

/// The side of the drawing in the unit of its outlines.
pub(super) const SIDE: u32 = 999;
/// Pixels of plotters, which are whole numbers, for one unit of the drawing.
const FINE: u32 = 100;

/// Outlines and texts of a plot. Its colours are classes, so that themes and style sheets hold.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    /// Classes of what is drawn. The number of a class is its colour for plotters.
    classes: Vec<PlotClass>,
    /// Classes and outlines of lines and areas, from back to front.
    pub(super) paths: Vec<(&'static str, String)>,
    /// Texts, from back to front.
    pub(super) texts: Vec<PlacedText>,
}

/// A class of lines, areas or texts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlotClass {
    pub(super) name: &'static str,
    /// True if all that is drawn with it is one outline.
    pub(super) is_one: bool,
    /// True if a text's place from the left is the point at which it is drawn; else the style sheet
    /// has it. The same from the bottom.
    pub(super) is_placed: [bool; 2],
}

/// A text of a plot.
#[derive(Debug)]
pub(super) struct PlacedText {
    pub(super) class: &'static str,
    pub(super) text: String,
    /// Shares of the width and of the height at which it stands, where the drawing places it.
    pub(super) place: [Option<f64>; 2],
}

/// A drawing that plotters draws into.
#[derive(Clone, Default)]
pub(super) struct PageBackend(pub(super) Rc<RefCell<Drawing>>);

impl PlotClass {
    /// The class of outlines that are each on their own, or of a text that the style sheet places.
    pub(super) const fn single(name: &'static str) -> Self {
        Self {
            name,
            is_one: false,
            is_placed: [false; 2],
        }
    }

    /// The class of what becomes one outline.
    pub(super) const fn merged(name: &'static str) -> Self {
        Self {
            is_one: true,
            ..Self::single(name)
        }
    }
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl PageBackend {
    /// The colour of a class for plotters.
    pub(super) fn colour(&self, class: PlotClass) -> plotters::style::RGBColor {
        let classes = &mut self.0.borrow_mut().classes;
        let known = classes.iter().position(|known| *known == class);
        let number = known.unwrap_or_else(|| {
            classes.push(class);
            classes.len() - 1
        });
        plotters::style::RGBColor((number >> 8) as u8, number as u8, 0)
    }

    fn class_of(&self, BackendColor { rgb, .. }: BackendColor) -> Option<PlotClass> {
        let number = usize::from(rgb.0) << 8 | usize::from(rgb.1);
        self.0.borrow().classes.get(number).copied()
    }

    /// Adds an outline in a colour.
    fn add(&self, colour: BackendColor, outline: &str) {
        if colour.alpha == 0.0 {
            return;
        }
        let Some(class) = self.class_of(colour) else {
            return;
        };
        let paths = &mut self.0.borrow_mut().paths;
        match paths.last_mut() {
            Some((name, last)) if class.is_one && *name == class.name => last.push_str(outline),
            _ => paths.push((class.name, outline.to_owned())),
        }
    }
}

impl DrawingBackend for PageBackend {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        // The last pixel of a side is at its end.
        (SIDE * FINE + 1, SIDE * FINE + 1)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Drawn {
        self.add(colour, &[&point('M', at), "h1"].concat());
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        _is_filled: bool,
    ) -> Drawn {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        self.fill_polygon(corners, style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        points: I,
        style: &S,
    ) -> Drawn {
        self.add(style.color(), &outline(points));
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        _is_filled: bool,
    ) -> Drawn {
        let radius = radius as i32;
        let [r, across] = [radius, 2 * radius].map(unit);
        let half = |sign: &str| ["a", &r, ",", &r, " 0 1,0 ", sign, &across, ",0"].concat();
        let circle = [point('M', (x - radius, y)), half(""), half("-")].concat();
        self.add(style.color(), &circle);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        self.add(style.color(), &[&outline(corners), "z"].concat());
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> Drawn {
        let Some(class) = self.class_of(style.color()) else {
            return Ok(());
        };
        let share = |pixel: i32| f64::from(pixel) / f64::from(SIDE * FINE);
        let [left, bottom] = class.is_placed;
        self.0.borrow_mut().texts.push(PlacedText {
            class: class.name,
            text: text.to_owned(),
            place: [left.then(|| share(x)), bottom.then(|| 1.0 - share(y))],
        });
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        _: &str,
        _: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        // Style sheets size texts.
        Ok((0, 0))
    }
}

/// The outline of a line through points.
fn outline(points: impl IntoIterator<Item = BackendCoord>) -> String {
    let mut outline = String::new();
    for at in points {
        let command = if outline.is_empty() { 'M' } else { 'L' };
        outline.push_str(&point(command, at));
    }
    outline
}

/// A command of an outline that leads to a point.
fn point(command: char, (x, y): BackendCoord) -> String {
    let mut text = String::from(command);
    text.push_str(&unit(x));
    text.push(' ');
    text.push_str(&unit(y));
    text
}

/// Pixels of plotters in the drawing's unit.
fn unit(pixels: i32) -> String {
    attribute(f64::from(pixels) / f64::from(FINE), 1)
}
