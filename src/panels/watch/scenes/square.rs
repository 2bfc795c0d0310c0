//! The square of attention's scores: a row for each piece of queries, a column for each piece of
//! keys, and the room beside it.

use crate::components::Rect;
use crate::panels::watch::frame::WatchFrame;
use crate::panels::watch::marks::{Ink, Type, WatchMarks};
use text::player;

/// Distance between the square and the lower side of the scene.
const BELOW: f64 = 14.0;

/// Place of a square in its scene.
pub(super) struct SquarePlace {
    /// Height above the square.
    pub(super) above: f64,
    /// Distance between the name of the keys and the square.
    pub(super) gap: f64,
    /// Largest share of the scene's width.
    pub(super) share: f64,
}

/// A square of scores.
#[derive(Clone, Copy)]
pub(super) struct ScoreSquare {
    rect: Rect,
    /// Side of a block of scores.
    each: f64,
}

impl ScoreSquare {
    /// The square of a scene, with this number of pieces on each side.
    pub(super) fn of(frame: &WatchFrame, place: &SquarePlace, pieces: u64) -> Self {
        let scene = frame.regions.scene;
        let height = scene.height - (place.above + BELOW);
        let side = height.min((scene.width - frame.regions.names) * place.share);
        Self {
            rect: Rect {
                left: scene.left + frame.regions.names,
                top: scene.top + place.above,
                width: side,
                height: side,
            },
            each: side / pieces as f64,
        }
    }

    /// Writes the names of the keys above the square and of the queries beside it.
    pub(super) fn names(&self, place: &SquarePlace, marks: &mut WatchMarks) {
        let [left, top] = [self.rect.left, self.rect.top];
        marks.text(Type::Note, [left, top - place.gap], player::keys());
        marks.text(Type::Bold, [0.0, top + 14.0], player::queries());
    }

    /// The whole square.
    pub(super) const fn rect(&self) -> Rect {
        self.rect
    }

    /// The row of a piece of queries.
    pub(super) fn row(&self, query: u64) -> Rect {
        Rect {
            top: self.rect.top + self.each * query as f64,
            height: self.each,
            ..self.rect
        }
    }

    /// The column of a piece of keys.
    pub(super) fn column(&self, key: u64) -> Rect {
        Rect {
            left: self.rect.left + self.each * key as f64,
            width: self.each,
            ..self.rect
        }
    }

    /// Draws the block of these queries and keys, of which a share is computed.
    pub(super) fn block(
        &self,
        marks: &mut WatchMarks,
        [query, key]: [u64; 2],
        ink: Ink,
        share: f64,
    ) {
        let [left, top] = [self.column(key).left, self.row(query).top];
        marks.area(Ink::Ghost, [left, top, self.each, self.each]);
        marks.area(ink, [left, top, self.each, self.each * share]);
    }

    /// The room right of the square; `None` if it is narrower than this.
    pub(super) fn beside(&self, frame: &WatchFrame, least: f64) -> Option<Rect> {
        let scene = frame.regions.scene;
        let left = self.rect.right() + 0.06 * scene.width;
        let width = scene.right() - left - 8.0;
        let room = Rect {
            left,
            width,
            ..self.rect
        };
        (width >= least).then_some(room)
    }
}
