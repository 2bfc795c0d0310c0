//! Outlines of many shapes as the data of one path.

/// A rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rect {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Rect {
    /// The distance of its right side from the left.
    pub(crate) fn right(self) -> f64 {
        self.left + self.width
    }

    /// The distance of its lower side from the top.
    pub(crate) fn bottom(self) -> f64 {
        self.top + self.height
    }

    /// The same rectangle at another place.
    pub(crate) fn moved(self, [right, down]: [f64; 2]) -> Self {
        Self {
            left: self.left + right,
            top: self.top + down,
            ..self
        }
    }

    /// The rectangle that is larger by this width on every side.
    pub(crate) fn grown(self, by: f64) -> Self {
        Self {
            left: self.left - by,
            top: self.top - by,
            width: self.width + 2.0 * by,
            height: self.height + 2.0 * by,
        }
    }

    /// True if a point is in it.
    pub(crate) fn has(self, [x, y]: [f64; 2]) -> bool {
        (self.left..self.right()).contains(&x) && (self.top..self.bottom()).contains(&y)
    }
}

/// The data of a path to which shapes are added.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outline(String);

impl Outline {
    /// Adds a rectangle.
    pub(crate) fn rect(&mut self, rect: Rect) {
        let (width, height) = (rect.width.max(0.0), rect.height.max(0.0));
        let data = &mut self.0;
        push_point(data, 'M', [rect.left, rect.top]);
        push(data, 'h', width);
        push(data, 'v', height);
        push(data, 'h', -width);
        data.push('z');
    }

    /// Adds a line through points.
    pub(crate) fn line(&mut self, points: &[[f64; 2]]) {
        for (place, at) in points.iter().enumerate() {
            push_point(&mut self.0, if place == 0 { 'M' } else { 'L' }, *at);
        }
    }

    /// Adds a dot.
    pub(crate) fn dot(&mut self, at: [f64; 2]) {
        push_point(&mut self.0, 'M', at);
        push(&mut self.0, 'h', 0.1);
    }

    /// Adds a part that begins at a point, as it is written.
    pub(crate) fn part(&mut self, at: [f64; 2], data: &str) {
        push_point(&mut self.0, 'M', at);
        self.0.push_str(data);
    }

    /// The data.
    pub(crate) fn data(self) -> String {
        self.0
    }

    /// The data so far.
    #[cfg(test)]
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// A length in pixels to a tenth, as an attribute has it.
pub(crate) fn pixels(length: f64) -> String {
    let mut text = String::new();
    push_length(&mut text, length);
    text
}

fn push_point(outline: &mut String, command: char, [x, y]: [f64; 2]) {
    push(outline, command, x);
    push(outline, ' ', y);
}

/// Writes a command and its length to a tenth of a pixel, straight into the outline: a drag writes
/// thousands of lengths.
fn push(outline: &mut String, command: char, pixels: f64) {
    outline.push(command);
    push_length(outline, pixels);
}

fn push_length(outline: &mut String, pixels: f64) {
    let tenths = (pixels * 10.0).round() as i64;
    if tenths < 0 {
        outline.push('-');
    }
    let tenths = tenths.unsigned_abs();
    push_digits(outline, tenths / 10);
    let rest = tenths % 10;
    if rest > 0 {
        outline.push('.');
        push_digits(outline, rest);
    }
}

fn push_digits(outline: &mut String, number: u64) {
    if number >= 10 {
        push_digits(outline, number / 10);
    }
    outline.push(char::from(b'0' + (number % 10) as u8));
}

#[cfg(test)]
mod tests {
    use super::{Outline, Rect, pixels};

    #[test]
    fn lengths_are_written_to_a_tenth_of_a_pixel() {
        assert_eq!(pixels(1_234.56), "1234.6");
        let mut outline = Outline::default();
        outline.rect(Rect {
            left: 1_234.56,
            top: -0.04,
            width: 30.0,
            height: 0.25,
        });
        outline.line(&[[-7.25, 100.0], [0.96, 9.95]]);
        assert_eq!(outline.as_str(), "M1234.6 0h30v0.3h-30zM-7.3 100L1 10");
    }
}
