//! Rulers of layers and heads, and the first cuts of both.

use super::outlines::{Layer, Shape};
use super::scene::CutScene;
use super::sheet::{FRAME, Sheet};

/// Least distance between two lines of a ruler.
const RULED: f64 = 2.4;

/// The distance of the layers' ruler from the left, and of the heads' ruler from the top.
pub(super) fn ruler_lines(sheet: &Sheet) -> [f64; 2] {
    [sheet.grid.left - 26.0, sheet.grid.bottom() + 20.0]
}

/// Draws rulers with a line for each layer and each head, and the first cuts of both.
pub(super) fn draw(scene: &CutScene, layer: &mut Layer) {
    let sheet = &scene.sheet;
    let grid = sheet.grid;
    let [x, y] = ruler_lines(sheet);
    let block = sheet.blocks.first().map_or(grid.left, |block| block.at);
    let width = sheet.part_width();
    layer.line(Shape::Ruler, &[[x, grid.top], [x, grid.bottom()]]);
    layer.line(Shape::Ruler, &[[block, y], [block + width, y]]);
    let is_whole = sheet.rows.iter().all(|row| row.slot.index().is_some());
    if is_whole && grid.height / scene.layers as f64 > RULED {
        for place in 0..=scene.layers {
            let at = grid.top + grid.height * place as f64 / scene.layers as f64;
            layer.line(Shape::Ruler, &[[x, at], [x + 4.0, at]]);
        }
    }
    if width / scene.heads as f64 > RULED {
        for head in 0..=scene.heads {
            let at = block + width * head as f64 / scene.heads as f64;
            layer.line(Shape::Ruler, &[[at, y], [at, y - 4.0]]);
        }
    }
    let [cut_x, cut_y] = sheet.first_cuts();
    if sheet.rows.len() > 1 {
        let ends = [[x, cut_y], [grid.right() + 2.0, cut_y]];
        layer.line(Shape::FirstCut, &ends);
    }
    if sheet.cut.tensor > 1 {
        let ends = [[cut_x, grid.top - FRAME], [cut_x, y]];
        layer.line(Shape::FirstCut, &ends);
    }
    let at = [grid.right(), y + 20.0];
    layer.label("note end", at, scene.column.clone());
}
