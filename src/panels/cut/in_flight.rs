//! Micro-batches in flight as squares, as many as there are, or as a number.

/// Side of a square, and the distance from one to the next: the larger ones first.
const SQUARES: [[f64; 2]; 2] = [[7.0, 9.0], [4.5, 6.0]];
/// Width of a character of a number.
const CHARACTER: f64 = 7.0;

/// How the micro-batches in flight of a GPU are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct DrawnInFlight {
    /// Number of squares.
    pub(super) squares: u64,
    /// Their side.
    pub(super) side: f64,
    /// Distance from one to the next, and to the number.
    pub(super) pitch: f64,
    /// True if their number stands behind the squares.
    pub(super) is_counted: bool,
}

impl DrawnInFlight {
    /// The drawing of `count` micro-batches in a width in pixels: a square for each, one and their
    /// number, their number alone, or nothing.
    pub(super) fn in_width(count: u64, width: f64) -> Self {
        let all = SQUARES.map(|[side, pitch]| Self {
            squares: count,
            side,
            pitch,
            is_counted: false,
        });
        let [side, pitch] = SQUARES[0];
        let one = Self {
            squares: 1,
            side,
            pitch,
            is_counted: true,
        };
        let none = Self { squares: 0, ..one };
        let drawings = all.into_iter().chain([one, none]);
        let mut fitting = drawings.filter(|drawing| drawing.width(count) <= width);
        fitting.next().unwrap_or_default()
    }

    /// The width that the drawing of `count` micro-batches takes.
    fn width(self, count: u64) -> f64 {
        let squares = self.squares as f64 * self.pitch;
        if self.is_counted {
            let digits = 1 + count.checked_ilog10().unwrap_or_default();
            squares + CHARACTER * f64::from(1 + digits)
        } else {
            squares - self.pitch + self.side
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DrawnInFlight;

    #[test]
    fn squares_without_a_number_are_all_micro_batches() {
        for count in 1..200 {
            for width in 0..200 {
                let drawing = DrawnInFlight::in_width(count, f64::from(width));
                let is_nothing = drawing.squares == 0 && !drawing.is_counted;
                let is_true = drawing.squares == count || drawing.is_counted || is_nothing;
                assert!(is_true, "{count} in {width}: {drawing:?}");
                assert!(drawing.width(count) <= f64::from(width) || is_nothing);
            }
        }
    }

    #[test]
    fn squares_become_small_and_then_a_number() {
        let drawn = |count, width| {
            let drawing = DrawnInFlight::in_width(count, width);
            (drawing.squares, drawing.side, drawing.is_counted)
        };
        assert_eq!(drawn(4, 40.0), (4, 7.0, false));
        assert_eq!(drawn(4, 32.0), (4, 4.5, false));
        assert_eq!(drawn(16, 40.0), (1, 7.0, true));
        assert_eq!(drawn(16, 22.0), (0, 7.0, true));
        assert_eq!(drawn(16, 12.0), (0, 0.0, false));
    }
}
