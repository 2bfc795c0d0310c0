//! The places of all that is drawn of a cut, in pixels from the left and the top of the drawing.

use std::sync::Arc;

use cost::cut::{Cut, Seat};

use super::slots::{Slot, slots};
pub(super) use crate::components::Rect;

/// Most rows of stages.
const ROWS: u64 = 8;
/// Most columns of a replica.
const COLUMNS: u64 = 16;
/// Most replicas side by side, and most cells in a row of them.
const APART: u64 = 16;
/// Most replicas drawn behind the front one.
const BEHIND: u64 = 3;
/// Width from which there is room for rulers, handles and long labels.
const WIDE: f64 = 520.0;
/// Distance between a row and the frame of its node.
pub(super) const FRAME: f64 = 4.0;
/// Distance between two cells of a row.
const CELL_GAP: f64 = 3.0;
/// Additional distance between two parts of a sequence.
const PART_GAP: f64 = 9.0;
/// Height of a row of stages that are not drawn.
const FOLD: f64 = 18.0;

/// Room for names of stages, the handle of pipelines and its ruler, in a wide drawing.
const LEFT: f64 = 160.0;

/// Least width and height of a cell whose twin is drawn over its neighbours.
const TWIN: f64 = 34.0;

/// A place on an axis, with its distance from the beginning of the drawing or of its block.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Placed {
    pub(super) slot: Slot,
    pub(super) at: f64,
}

/// The places of a cut in a drawing. Rows are stages, columns are tensor-parallel ranks of each part
/// of a sequence, blocks are replicas.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sheet {
    pub(super) cut: Arc<Cut>,
    /// Width and height of the drawing.
    pub(super) size: [f64; 2],
    /// The chosen GPU.
    pub(super) chosen: Seat,
    /// True if replicas stand side by side; otherwise behind each other.
    pub(super) is_apart: bool,
    /// True if the twin of the chosen GPU may stand over its neighbours: if the reader has chosen
    /// that GPU, or points at the exchange between them.
    pub(super) shows_twin: bool,
    /// True if there is room for rulers, handles and long labels.
    pub(super) is_wide: bool,
    /// The area of all blocks in front.
    pub(super) grid: Rect,
    pub(super) rows: Vec<Placed>,
    pub(super) row_height: f64,
    /// Distance between two rows.
    pub(super) row_gap: f64,
    /// Columns of each block; a column's index is part · t + rank.
    pub(super) columns: Vec<Placed>,
    pub(super) cell_width: f64,
    pub(super) blocks: Vec<Placed>,
    pub(super) block_width: f64,
    /// Replicas drawn behind the front one.
    pub(super) behind: u64,
    /// Distance from a replica to the one behind it.
    pub(super) shift: [f64; 2],
}

/// True if replicas stand side by side unless a reader chooses otherwise.
pub(super) fn is_apart_by_default(cut: &Cut) -> bool {
    cut.per_stage() <= APART && cut.stages.len() <= 2
}

impl Sheet {
    /// The places of a cut in a drawing of this width and height.
    pub(super) fn new(cut: Arc<Cut>, chosen: Seat, is_apart: bool, size: [f64; 2]) -> Self {
        let [width, height] = size;
        let is_wide = width >= WIDE;
        let is_apart = is_apart && cut.data > 1;
        let lanes = cut.tensor * cut.context;
        let columns_most = if is_apart { 6 } else { COLUMNS };
        let lane = chosen.context * cut.tensor + chosen.tensor;
        let lanes = slots(lanes, columns_most.max(APART / cut.data.max(1)), lane);
        let blocks_most = (APART / lanes.len() as u64).max(6);
        let blocks = if is_apart {
            slots(cut.data, blocks_most, chosen.data)
        } else {
            vec![Slot::One(chosen.data)]
        };
        let rows = slots(cut.stages.len() as u64, ROWS, chosen.stage);

        let behind = if is_apart {
            0
        } else {
            (cut.data - 1).min(BEHIND)
        };
        let shift = match behind {
            0 => [0.0; 2],
            1 => [
                (0.055 * width).clamp(24.0, 46.0),
                (0.08 * height).clamp(20.0, 30.0),
            ],
            _ => [20.0, (0.05 * height).clamp(12.0, 20.0)],
        };
        let [left, below] = if is_wide { [LEFT, 42.0] } else { [64.0, 6.0] };
        let reach = shift.map(|side| side * behind as f64);
        let above = if is_apart { 26.0 } else { 8.0 } + reach[1];
        let grid = Rect {
            left,
            top: above,
            width: (width - left - reach[0] - 12.0).max(40.0),
            height: (height - above - below).max(40.0),
        };

        let count = rows.len() as f64;
        let folds = rows.iter().filter(|row| row.index().is_none()).count() as f64;
        let row_gap = if rows.len() > 1 {
            (0.2 * grid.height / (count - 1.0)).clamp(9.0, 20.0)
        } else {
            0.0
        };
        let left_for_rows = grid.height - row_gap * (count - 1.0) - FOLD * folds;
        let row_height = (left_for_rows / (count - folds)).max(8.0);
        let block_gap = if blocks.len() > 1 {
            14.0_f64.min(0.02 * grid.width)
        } else {
            0.0
        };
        let block_width =
            (grid.width - block_gap * (blocks.len() as f64 - 1.0)) / blocks.len() as f64;

        let tensor = cut.tensor;
        let gaps = gaps(&lanes, tensor);
        let cell_width =
            ((block_width - 2.0 * FRAME - gaps.iter().sum::<f64>()) / lanes.len() as f64).max(2.0);
        let mut at = FRAME;
        let columns = lanes.into_iter().zip(gaps).map(|(slot, gap)| {
            at += gap;
            let placed = Placed { slot, at };
            at += cell_width;
            placed
        });
        let columns = columns.collect();
        let mut top = grid.top;
        let rows = rows.into_iter().map(|slot| {
            let height = if slot.index().is_some() {
                row_height
            } else {
                FOLD
            };
            let placed = Placed { slot, at: top };
            top += height + row_gap;
            placed
        });
        let rows = rows.collect();
        let blocks = blocks.into_iter().enumerate().map(|(place, slot)| Placed {
            slot,
            at: grid.left + place as f64 * (block_width + block_gap),
        });
        Self {
            cut,
            size,
            chosen,
            is_apart,
            shows_twin: true,
            is_wide,
            grid,
            rows,
            row_height,
            row_gap,
            columns,
            cell_width,
            blocks: blocks.collect(),
            block_width,
            behind,
            shift,
        }
    }

    /// The GPUs in front, with their cells.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Seat, Rect)> {
        let rows = self.rows.iter();
        rows.filter_map(|row| Some((row.slot.index()?, row.at)))
            .flat_map(move |(stage, top)| {
                let blocks = self.blocks.iter();
                let blocks = blocks.filter_map(|block| Some((block.slot.index()?, block.at)));
                blocks.flat_map(move |(data, left)| self.row_cells(stage, data, [left, top]))
            })
    }

    /// The cells of a stage of a replica, whose row begins at a place.
    fn row_cells(
        &self,
        stage: u64,
        data: u64,
        [left, top]: [f64; 2],
    ) -> impl Iterator<Item = (Seat, Rect)> {
        self.columns.iter().filter_map(move |column| {
            let lane = column.slot.index()?;
            let seat = Seat {
                stage,
                data,
                context: lane / self.cut.tensor,
                tensor: lane % self.cut.tensor,
            };
            let cell = Rect {
                left: left + column.at,
                top,
                width: self.cell_width,
                height: self.row_height,
            };
            Some((seat, cell))
        })
    }

    /// The cell of a GPU, if it is drawn in front.
    pub(super) fn cell(&self, seat: Seat) -> Option<Rect> {
        self.cells()
            .find_map(|(other, cell)| (other == seat).then_some(cell))
    }

    /// The GPU at the place of the chosen one in the next replica, with its cell: its own where
    /// replicas are apart, otherwise one over its neighbours. None without room or other replicas,
    /// or while it is not shown.
    pub(super) fn twin(&self) -> Option<(Seat, Rect)> {
        let next = Seat {
            data: (self.chosen.data + 1) % self.cut.data,
            ..self.chosen
        };
        if self.is_apart {
            return Some((next, self.cell(next)?));
        }
        let cell = self.cell(self.chosen)?;
        let has_room = self.is_wide && cell.width >= TWIN && cell.height >= TWIN;
        if self.behind == 0 || !has_room || !self.shows_twin {
            return None;
        }
        // Far enough for its number and a part of its state.
        let right = self.shift[0].max((0.5 * cell.width).min(42.0));
        let up = self.shift[1].max((0.35 * cell.height).min(26.0));
        Some((next, cell.moved([right, -up])))
    }

    /// The GPU at a point; beside the front block, the same one of the replica behind it.
    pub(super) fn at(&self, point: [f64; 2]) -> Option<Seat> {
        let pressed = self.cells().find(|(_, cell)| cell.has(point));
        if let Some((seat, _)) = pressed {
            return Some(seat);
        }
        let [x, y] = point;
        let is_behind =
            self.behind > 0 && x > self.grid.left && (x > self.grid.right() || y < self.grid.top);
        is_behind.then(|| Seat {
            data: (self.chosen.data + 1) % self.cut.data,
            ..self.chosen
        })
    }

    /// The middle of the first gap between two rows or columns, from which handles of the pipeline
    /// and of tensor parallelism cut: the ends of the grid if there is no gap.
    pub(super) fn first_cuts(&self) -> [f64; 2] {
        let below = match self.rows.get(1) {
            Some(row) => row.at - self.row_gap / 2.0,
            None => self.grid.bottom(),
        };
        let block = self.blocks.first().map_or(self.grid.left, |block| block.at);
        let beside = match self.columns.get(1) {
            Some(column) if self.cut.tensor > 1 => block + column.at - CELL_GAP / 2.0,
            _ => block + self.part_width(),
        };
        [beside, below]
    }

    /// Width of the first part of the sequences of a block.
    pub(super) fn part_width(&self) -> f64 {
        let mut inside = self.columns.iter().filter(|column| {
            let lane = column.slot.index();
            lane.is_some_and(|lane| lane < self.cut.tensor)
        });
        let last = inside.next_back().map_or(0.0, |column| column.at);
        if self.cut.context > 1 {
            last + self.cell_width + CELL_GAP
        } else {
            self.block_width
        }
    }
}

/// The distance before each column: wider where a part of the sequences begins.
fn gaps(lanes: &[Slot], tensor: u64) -> Vec<f64> {
    let part = |slot: &Slot| match slot {
        Slot::One(lane) => lane / tensor,
        Slot::Folded(lanes) => lanes.start / tensor,
    };
    let gap = |place: usize| match place.checked_sub(1).map(|before| part(&lanes[before])) {
        None => 0.0,
        Some(before) if before != part(&lanes[place]) => CELL_GAP + PART_GAP,
        Some(_) => CELL_GAP,
    };
    (0..lanes.len()).map(gap).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::testing::page;

    const PLANS: [&str; 5] = [
        "#v=1&p=llama3-8b/h100x1",
        "#v=1&p=llama3-8b/h100x8&zero=3",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&zero=1",
        "#v=1&p=llama3-70b/h100x64&tp=2&pp=4&cp=4&gbs=64",
        "#v=1&p=llama3-405b/h100x16384&layers=128&tp=8&pp=16&gbs=2048",
    ];
    const SIZES: [[f64; 2]; 4] = [[760.0, 420.0], [342.0, 220.0], [1100.0, 260.0], [0.0, 0.0]];

    #[test]
    fn every_cell_is_in_the_drawing_and_covers_no_other() {
        for link in PLANS {
            let page = page(link);
            let cut = page.cut();
            for size in &SIZES[..3] {
                for is_apart in [false, true] {
                    let sheet = Sheet::new(Arc::clone(cut), cut.seat(0), is_apart, *size);
                    let cells: Vec<Rect> = sheet.cells().map(|(_, cell)| cell).collect();
                    assert!(!cells.is_empty() && cells.len() <= 256, "{link}");
                    for (place, cell) in cells.iter().enumerate() {
                        assert!(
                            cell.left >= 0.0 && cell.right() <= size[0] + 1.0,
                            "{link} {cell:?}"
                        );
                        assert!(
                            cell.top >= 0.0 && cell.bottom() <= size[1] + 1.0,
                            "{link} {cell:?}"
                        );
                        let covers = |other: &Rect| {
                            cell.left < other.right()
                                && other.left < cell.right()
                                && cell.top < other.bottom()
                                && other.top < cell.bottom()
                        };
                        assert!(!cells[place + 1..].iter().any(covers), "{link}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_chosen_gpu_is_always_drawn_and_a_press_on_it_finds_it() {
        for link in PLANS {
            let page = page(link);
            let cut = page.cut();
            for size in SIZES {
                for is_apart in [false, true] {
                    for gpu in [0, cut.gpus() / 3, cut.gpus() / 2, cut.gpus() - 1] {
                        let seat = cut.seat(gpu);
                        let sheet = Sheet::new(Arc::clone(cut), seat, is_apart, size);
                        let cell = sheet.cell(seat).unwrap_or_else(|| panic!("{link} {gpu}"));
                        let middle = [cell.left + cell.width / 2.0, cell.top + cell.height / 2.0];
                        assert_eq!(sheet.at(middle), Some(seat), "{link} {gpu} {size:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_press_beside_the_front_replica_brings_the_next_one_forward() {
        let page = page(PLANS[2]);
        let cut = page.cut();
        let sheet = Sheet::new(Arc::clone(cut), cut.seat(19), false, SIZES[0]);
        let seat = sheet.at([SIZES[0][0] - 20.0, 10.0]);
        assert_eq!(seat.map(|seat| cut.gpu(seat)), Some(27));
        assert_eq!(sheet.at([2.0, 2.0]), None);
    }
}
