//! The file: its header, its rows, and the plans that each row stands for.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use csv::{ByteRecord, ReaderBuilder};

use super::Problem;
use super::column::Column;

/// Largest number of bytes of a file.
pub const LARGEST_FILE: u64 = 64 << 20;
/// Largest number of plans of a file.
pub const MOST_ROWS: usize = 100_000;

/// The separator between alternatives in a cell.
const OR: u8 = b'|';

/// A reason why a file gives no rows.
#[derive(Debug)]
pub enum UnreadableSheet {
    /// The file cannot be opened or read.
    Io(io::Error),
    /// The file has more than [`LARGEST_FILE`] bytes.
    TooLarge,
    /// The file is not CSV; in the reader's words.
    Csv(csv::Error),
    /// The file is empty.
    Empty,
    /// The first line is not UTF-8.
    NotText,
    /// The first line has no column `link`, nor all of `model`, `gpu` and `gpus`.
    NoPlans,
    /// Two columns have this name.
    Twice(String),
    /// The rows stand for more than [`MOST_ROWS`] plans.
    TooMany,
}

/// A file of plans.
#[derive(Clone, Debug)]
pub struct Sheet {
    header: ByteRecord,
    columns: Vec<Column>,
    lines: Vec<Line>,
}

/// A row of the file, which stands for one plan or several.
#[derive(Clone, Debug)]
struct Line {
    record: ByteRecord,
    /// Fault of the row as a whole.
    problem: Option<Problem>,
    /// The cells that offer alternatives: the column, and the place of each alternative in the
    /// cell.
    choices: Vec<(usize, Vec<Range<usize>>)>,
    /// Number of plans up to and including this row.
    end: usize,
}

/// One plan of a sheet: a row with one of the alternatives in every cell.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetRow<'a> {
    columns: &'a [Column],
    /// The text in each column.
    cells: Vec<&'a [u8]>,
    problem: Option<&'a Problem>,
}

impl Sheet {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read, is too large, or [`Self::read`] finds no rows in it.
    pub fn read_file(path: &Path) -> Result<Self, UnreadableSheet> {
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(UnreadableSheet::Io)?;
        // One byte more than allowed shows that a file is too large; a pipe has no known size.
        let mut limited = file.take(LARGEST_FILE + 1);
        limited
            .read_to_end(&mut bytes)
            .map_err(UnreadableSheet::Io)?;
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(UnreadableSheet::TooLarge);
        }
        Self::read(&bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If there is no header, it names no plans or a column twice, or rows stand for too many
    /// plans.
    ///
    /// ```
    /// use fleet::Sheet;
    /// let sheet = Sheet::read(b"model,gpu,gpus\nllama3-8b,h100|b200,8|16\n").unwrap();
    /// assert_eq!(sheet.len(), 4);
    /// assert!(Sheet::read(b"name,price\n").is_err());
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, UnreadableSheet> {
        // Rows of any length are read, so that a bad row does not affect others.
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(bytes);
        let mut records = reader.byte_records();
        let header = records.next().ok_or(UnreadableSheet::Empty)?;
        let header = header.map_err(UnreadableSheet::Csv)?;
        let columns = columns(&header)?;
        let mut lines: Vec<Line> = Vec::new();
        for record in records {
            let line = Line::of(record.map_err(UnreadableSheet::Csv)?, &columns, &lines);
            if line.end > MOST_ROWS {
                return Err(UnreadableSheet::TooMany);
            }
            lines.push(line);
        }
        Ok(Self {
            header,
            columns,
            lines,
        })
    }

    /// Number of plans.
    #[must_use]
    pub fn len(&self) -> usize {
        end(&self.lines)
    }

    /// True if there are no plans.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Names of the kept columns, in their order.
    pub fn kept(&self) -> impl Iterator<Item = &[u8]> {
        kept(&self.columns, self.header.iter())
    }

    /// Names of the columns that new answers replace.
    #[must_use]
    pub fn replaced(&self) -> Vec<String> {
        let names = self.header.iter().zip(&self.columns);
        let replaced = names.filter(|(_, column)| **column == Column::Replaced);
        replaced
            .map(|(name, _)| String::from_utf8_lossy(name).trim().to_owned())
            .collect()
    }

    /// The plan at this place, from 0 on: rows in their order; of alternatives in several cells,
    /// those of the last cell change first. `None` beyond the end.
    #[must_use]
    pub fn row(&self, place: usize) -> Option<SheetRow<'_>> {
        let number = self.lines.partition_point(|line| line.end <= place);
        let line = self.lines.get(number)?;
        let cells = 0..self.columns.len();
        let mut cells: Vec<&[u8]> = cells
            .map(|column| line.record.get(column).unwrap_or_default())
            .collect();
        let mut rest = place - end(&self.lines[..number]);
        for (column, all) in line.choices.iter().rev() {
            cells[*column] = &cells[*column][all[rest % all.len()].clone()];
            rest /= all.len();
        }
        Some(SheetRow {
            columns: &self.columns,
            cells,
            problem: line.problem.as_ref(),
        })
    }
}

impl Line {
    fn of(record: ByteRecord, columns: &[Column], before: &[Self]) -> Self {
        let (found, expected) = (record.len(), columns.len());
        let problem = if found != expected {
            Some(Problem::Cells { found, expected })
        } else if record.iter().any(|cell| std::str::from_utf8(cell).is_err()) {
            Some(Problem::NotText)
        } else {
            None
        };
        let mut choices = Vec::new();
        if problem.is_none() {
            for (place, (cell, column)) in record.iter().zip(columns).enumerate() {
                let all = alternatives(cell);
                if column.is_read() && cell.contains(&OR) && !all.is_empty() {
                    choices.push((place, all));
                }
            }
        }
        let plans = choices.iter().map(|(_, all)| all.len());
        let plans = plans.fold(1, usize::saturating_mul);
        Self {
            record,
            problem,
            choices,
            end: end(before).saturating_add(plans),
        }
    }
}

impl SheetRow<'_> {
    /// Columns with the texts of their cells.
    ///
    /// # Errors
    /// If the row as a whole has a fault.
    pub fn texts(&self) -> Result<Vec<(&Column, &str)>, Problem> {
        if let Some(problem) = self.problem {
            return Err(problem.clone());
        }
        let cells = self.columns.iter().zip(&self.cells);
        cells
            .map(|(column, cell)| {
                let text = std::str::from_utf8(cell).map_err(|_| Problem::NotText)?;
                Ok((column, text.trim()))
            })
            .collect()
    }

    /// The cells of the kept columns, as in the file.
    pub fn kept(&self) -> impl Iterator<Item = &[u8]> {
        kept(self.columns, self.cells.iter().copied())
    }
}

fn kept<'a>(
    columns: &[Column],
    cells: impl Iterator<Item = &'a [u8]>,
) -> impl Iterator<Item = &'a [u8]> {
    let cells = cells.zip(columns);
    let kept = cells.filter(|(_, column)| **column != Column::Replaced);
    kept.map(|(cell, _)| cell)
}

/// The columns of a header.
fn columns(header: &ByteRecord) -> Result<Vec<Column>, UnreadableSheet> {
    let mut columns = Vec::with_capacity(header.len());
    for name in header {
        let name = std::str::from_utf8(name).map_err(|_| UnreadableSheet::NotText)?;
        let column = Column::of(name);
        if column.is_read() && columns.contains(&column) {
            return Err(UnreadableSheet::Twice(name.trim().to_owned()));
        }
        columns.push(column);
    }
    let has = |column: Column| columns.contains(&column);
    if has(Column::Link) || has(Column::Model) && has(Column::Gpu) && has(Column::Gpus) {
        Ok(columns)
    } else {
        Err(UnreadableSheet::NoPlans)
    }
}

/// Number of plans of all these lines.
fn end(lines: &[Line]) -> usize {
    lines.last().map_or(0, |line| line.end)
}

/// Positions of the alternatives in a cell, without empty ones.
fn alternatives(cell: &[u8]) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let mut start = 0;
    for part in cell.split(|byte| *byte == OR) {
        if !part.trim_ascii().is_empty() {
            all.push(start..start + part.len());
        }
        start += part.len() + 1;
    }
    all
}
