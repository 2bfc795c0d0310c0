//! Lines of pixels for rows of blocks. Blocks narrower than a pixel mix their colours in it,
//! weighted by duration.

/// Red, green, blue, and coverage of the pixel.
pub(super) type Pixel = [u8; 4];

/// Red, green, blue.
pub(super) type Colour = [f32; 3];

/// A line of pixels to which colours are added from left to right.
pub(super) struct PixelLine<'a> {
    pixels: &'a mut [Pixel],
    pub(super) width: f64,
    /// The current pixel, which may be partly covered.
    at: usize,
    /// The sum of the current pixel's colours, weighted by coverage, and the total coverage.
    sum: [f32; 4],
}

impl<'a> PixelLine<'a> {
    /// A line on transparent pixels.
    pub(super) fn new(pixels: &'a mut [Pixel]) -> Self {
        Self {
            width: pixels.len() as f64,
            pixels,
            at: 0,
            sum: [0.0; 4],
        }
    }

    /// Covers the range between two positions with a colour.
    pub(super) fn cover(&mut self, from: f64, to: f64, colour: Colour) {
        let (from, to) = (from.max(0.0), to.min(self.width));
        if from >= to {
            return;
        }
        let (first, last) = (from as usize, to as usize);
        let before = (first + 1) as f64 - from;
        let after = to - last as f64;
        if first != self.at {
            self.flush(first);
        }
        // Wide blocks begin and end at whole pixels, and need no mixing.
        let mut whole = first;
        if first == last || before < 1.0 {
            self.add(before.min(to - from), colour);
            whole += 1;
        }
        if whole < last {
            self.flush(last);
            let [red, green, blue] = colour.map(|part| part as u8);
            let pixels = self.pixels.get_mut(whole..last).unwrap_or_default();
            pixels.fill([red, green, blue, 255]);
        }
        if first < last && after > 0.0 {
            self.flush(last);
            self.add(after, colour);
        }
    }

    fn add(&mut self, share: f64, colour: Colour) {
        let share = share as f32;
        let [red, green, blue] = colour;
        self.sum[0] += red * share;
        self.sum[1] += green * share;
        self.sum[2] += blue * share;
        self.sum[3] += share;
    }

    /// Mixes the colours of the current pixel, and moves to another one.
    pub(super) fn flush(&mut self, next: usize) {
        let [.., cover] = self.sum;
        if cover > 0.0 {
            if let Some(pixel) = self.pixels.get_mut(self.at) {
                let [red, green, blue, _] = self.sum.map(|sum| (sum / cover) as u8);
                *pixel = [red, green, blue, (cover * 255.0 + 0.5) as u8];
            }
            self.sum = [0.0; 4];
        }
        self.at = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Colour = [200.0, 0.0, 0.0];
    const BLUE: Colour = [0.0, 0.0, 100.0];

    #[test]
    fn colours_within_a_pixel_mix_by_what_they_cover() {
        let mut pixels = [[0; 4]; 3];
        let mut line = PixelLine::new(&mut pixels);
        line.cover(-4.0, 0.5, RED);
        line.cover(0.5, 1.5, BLUE);
        line.cover(2.0, 9.0, RED);
        line.flush(0);
        assert_eq!(
            pixels,
            [[100, 0, 50, 255], [0, 0, 100, 128], [200, 0, 0, 255]]
        );
    }
}
