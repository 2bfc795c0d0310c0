//! Lines of exchanges over the drawing.

use cost::cut::Seat;
use cost::traffic::Route;
use text::cut;

use super::outlines::{Layer, Shape};
use super::scene::{CutScene, DrawnExchange};
use super::sheet::{FRAME, Rect, Sheet};

/// Distance between the lines of two exchanges below a row.
const LINE: f64 = 5.0;
/// Distance between their names.
const NAME: f64 = 22.0;

/// The lines of a scene's exchanges in a layer.
pub(super) struct ExchangeLines<'a> {
    scene: &'a CutScene,
    sheet: &'a Sheet,
    layer: &'a mut Layer,
}

impl<'a> ExchangeLines<'a> {
    /// Draws the exchanges of a scene into a layer.
    pub(super) fn draw(scene: &'a CutScene, layer: &'a mut Layer) {
        let mut lines = ExchangeLines {
            scene,
            sheet: &scene.sheet,
            layer,
        };
        let mut below = 0;
        let mut has_replicas = false;
        for exchange in &scene.exchanges {
            match exchange.route {
                Route::Tensor | Route::Context | Route::Expert => {
                    let place = if scene.is_whole_route { 0 } else { below };
                    below += u32::from(lines.in_row(exchange, place));
                }
                Route::Pipeline => lines.pipeline(exchange),
                // Experts are among the same replicas.
                _ if scene.is_whole_route || !has_replicas => {
                    has_replicas = true;
                    lines.replicas(exchange);
                }
                _ => {}
            }
        }
    }

    /// The GPUs from which lines of an exchange begin, with their cells.
    fn senders(&self, exchange: &DrawnExchange) -> Vec<(Seat, Rect)> {
        let sheet = self.sheet;
        let sends = |seat: Seat| {
            if self.scene.is_whole_route {
                exchange.partners.contains(sheet.cut.gpu(seat))
            } else {
                seat == sheet.chosen
            }
        };
        sheet.cells().filter(|(seat, _)| sends(*seat)).collect()
    }

    /// True if an exchange is one of the chosen GPU, whose line has a name.
    fn is_named(&self, exchange: &DrawnExchange) -> bool {
        let chosen = self.sheet.cut.gpu(self.sheet.chosen);
        exchange.partners.contains(chosen)
    }

    /// A line below the row of a group, at one of several places below each other; `false` if fewer
    /// than two members are drawn.
    fn in_row(&mut self, exchange: &DrawnExchange, place: u32) -> bool {
        let sheet = self.sheet;
        let stage = if self.scene.is_whole_route {
            sheet.cut.seat(exchange.partners.first).stage
        } else {
            sheet.chosen.stage
        };
        let is_member =
            |seat: Seat| seat.stage == stage && exchange.partners.contains(sheet.cut.gpu(seat));
        let cells = sheet.cells().filter(|(seat, _)| is_member(*seat));
        let members: Vec<[f64; 2]> = cells
            .map(|(_, cell)| [cell.left + cell.width / 2.0, cell.bottom()])
            .collect();
        let ([first, bottom], [last, _]) = match (members.first(), members.last()) {
            (Some(first), Some(last)) if members.len() > 1 => (*first, *last),
            _ => return false,
        };
        let y = bottom + FRAME + 3.0 + LINE * f64::from(place);
        let shape = if exchange.is_over_network {
            Shape::Network
        } else {
            Shape::Message
        };
        self.layer.line(shape, &[[first, y], [last, y]]);
        for member in members {
            self.layer.line(shape, &[member, [member[0], y]]);
            self.layer.dot(Shape::Member, member);
        }
        if self.is_named(exchange) {
            let right = sheet.grid.right() - 14.0 - NAME * f64::from(place);
            self.name(exchange.route, [right, y]);
        }
        true
    }

    /// Arrows from the stage before and to the stage behind.
    fn pipeline(&mut self, exchange: &DrawnExchange) {
        for (seat, cell) in self.senders(exchange) {
            let x = cell.left + 0.26 * cell.width;
            let before = seat.stage.checked_sub(1).and_then(|stage| self.top(stage));
            let before = before.map(|top| top + self.sheet.row_height);
            let behind = self.top(seat.stage + 1);
            // Arrows to a stage are drawn once, from the one before it.
            let before_drawn = before.filter(|_| !self.scene.is_whole_route);
            for (from, to) in [
                (before_drawn, Some(cell.top)),
                (Some(cell.bottom()), behind),
            ] {
                if let (Some(from), Some(to)) = (from, to) {
                    let ends = [[x, from - 3.0], [x, to + 2.0]];
                    self.layer.line(Shape::Message, &ends);
                    self.layer.arrow(Shape::Message, [x, to + 3.0]);
                }
            }
            if seat == self.sheet.chosen {
                let above = before.map(|_| cell.top - self.sheet.row_gap / 2.0);
                let y = behind.map(|top| (cell.bottom() + top) / 2.0).or(above);
                y.into_iter()
                    .for_each(|y| self.name(Route::Pipeline, [x + 16.0, y]));
            }
        }
    }

    /// The top of the row of a stage, if it is drawn.
    fn top(&self, stage: u64) -> Option<f64> {
        let mut rows = self.sheet.rows.iter();
        let row = rows.find(|row| row.slot.index() == Some(stage))?;
        Some(row.at)
    }

    /// Dotted lines to the same GPUs of other replicas: those side by side, or those behind.
    fn replicas(&mut self, exchange: &DrawnExchange) {
        if self.sheet.cut.data < 2 {
            return;
        }
        for (seat, cell) in self.senders(exchange) {
            if self.sheet.is_apart {
                self.replicas_apart(seat, cell);
            } else {
                self.replicas_behind(seat, cell);
            }
        }
    }

    /// A line along the row from a GPU to the same one of every replica that is drawn.
    fn replicas_apart(&mut self, seat: Seat, cell: Rect) {
        let sheet = self.sheet;
        let drawn = sheet
            .blocks
            .iter()
            .filter(|block| block.slot.index().is_some());
        let drawn: Vec<f64> = drawn.map(|block| block.at).collect();
        let own = sheet
            .blocks
            .iter()
            .find(|block| block.slot.index() == Some(seat.data));
        let (Some(own), Some(first), Some(last)) = (own, drawn.first(), drawn.last()) else {
            return;
        };
        let from = cell.left + cell.width / 2.0 - own.at;
        // One line for all rows would say that it is the chosen GPU's alone.
        let y = if self.scene.is_whole_route {
            cell.top - 3.0
        } else {
            sheet.grid.top - FRAME - 16.0
        };
        self.layer
            .line(Shape::Replicas, &[[first + from, y], [last + from, y]]);
        for at in &drawn {
            self.layer.dot(Shape::Member, [at + from, y]);
        }
        if seat == sheet.chosen {
            let middle = (first + drawn.get(1).unwrap_or(last)) / 2.0 + from;
            self.name(Route::Data, [middle, y]);
        }
    }

    /// A line from the upper right corner of a GPU to that of its twin, or to the replicas behind.
    fn replicas_behind(&mut self, seat: Seat, cell: Rect) {
        let sheet = self.sheet;
        let twin = sheet.twin().filter(|_| seat == sheet.chosen);
        let from = [cell.right() - 4.0, cell.top + 4.0];
        let to = match twin {
            Some((_, twin)) => [twin.right() - 4.0, twin.top + 4.0],
            None => {
                let [right, up] = sheet.shift;
                [from[0] + right, from[1] - up]
            }
        };
        self.layer.line(Shape::Replicas, &[from, to]);
        self.layer.dot(Shape::Member, from);
        self.layer.dot(Shape::Member, to);
        if seat == sheet.chosen {
            self.name(
                Route::Data,
                [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0],
            );
        }
    }

    /// The short name of a route on its line.
    fn name(&mut self, route: Route, [x, y]: [f64; 2]) {
        let axis = match route {
            Route::Tensor => 0,
            Route::Pipeline => 1,
            Route::Context => 3,
            Route::Expert => 4,
            _ => 2,
        };
        let name = cut::axes()[axis].to_owned();
        self.layer.label("tag", [x, y + 3.5], name);
    }
}
