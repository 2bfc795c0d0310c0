//! Lines of cells as columns, each as wide as its widest cell.

/// The alignment of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    /// Left-aligned, for words.
    Left,
    /// Right-aligned, for numbers.
    Right,
}

/// Writes lines after a margin, with two spaces between columns and no trailing spaces. Columns
/// beyond `aligned` are right-aligned.
pub(super) fn write(text: &mut String, lines: &[Vec<String>], aligned: &[Align], margin: &str) {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    for line in lines {
        let mut written = String::from(margin);
        for (column, cell) in line.iter().enumerate() {
            if column > 0 {
                written.push_str("  ");
            }
            let padding = " ".repeat(widths[column] - cell.chars().count());
            let pieces = match aligned.get(column) {
                Some(Align::Left) => [cell.as_str(), &padding],
                Some(Align::Right) | None => [&padding, cell.as_str()],
            };
            written.extend(pieces);
        }
        text.push_str(written.trim_end());
        text.push('\n');
    }
}

/// Width of a column of names: this one, or more where a name and a space need it.
pub(super) fn width<'a>(names: impl IntoIterator<Item = &'a str>, least: usize) -> usize {
    let widths = names.into_iter().map(|name| name.chars().count() + 1);
    widths.max().unwrap_or_default().max(least)
}

#[cfg(test)]
mod tests {
    use super::{Align, write};

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let line = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let mut text = String::new();
        let lines = [line(["a", "±9", "x"]), line(["long", "100", ""])];
        write(
            &mut text,
            &lines,
            &[Align::Left, Align::Right, Align::Left],
            " ",
        );
        assert_eq!(text, " a      ±9  x\n long  100\n");
    }
}
