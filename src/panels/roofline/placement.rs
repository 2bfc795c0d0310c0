//! Placement of the points' numbers, so that none covers another.

/// Size of a number's box, as shares of the width and height of the smallest plot.
pub(super) const BOX: [f64; 2] = [0.055, 0.036];
/// The same in a plot of a low window.
pub(super) const LOW_BOX: [f64; 2] = [BOX[0], 0.075];

/// Positions of the numbers of points at these positions, both as shares of the plot: on the point
/// or, where that would cover another number or a box that is taken, below it, else above it. A box
/// that is taken has a centre and a size; a number has this `size`.
pub(super) fn placed(
    points: &[[f64; 2]],
    size: [f64; 2],
    taken: &[[[f64; 2]; 2]],
) -> Vec<[f64; 2]> {
    let mut boxes = taken.to_vec();
    let first = boxes.len();
    for &[x, from] in points {
        let down = moved(&boxes, [[x, from], size], -1.0);
        let y = if down < size[1] / 2.0 {
            moved(&boxes, [[x, from], size], 1.0)
        } else {
            down
        };
        boxes.push([[x, y], size]);
    }
    boxes[first..].iter().map(|&[centre, _]| centre).collect()
}

/// The nearest height in a direction at which a number of some size covers no box.
fn moved(boxes: &[[[f64; 2]; 2]], [[x, from], size]: [[f64; 2]; 2], direction: f64) -> f64 {
    let mut y = from;
    while let Some(&[centre, its]) = boxes.iter().find(|&&other| covers([[x, y], size], other)) {
        // A little more than touching, so that rounding cannot find the same box again.
        y = centre[1] + direction * ((its[1] + size[1]) / 2.0 + 1e-6);
    }
    y
}

/// True if two boxes overlap.
pub(super) fn covers([one, size]: [[f64; 2]; 2], [other, its]: [[f64; 2]; 2]) -> bool {
    let is_near = |axis: usize| (one[axis] - other[axis]).abs() < (size[axis] + its[axis]) / 2.0;
    is_near(0) && is_near(1)
}
