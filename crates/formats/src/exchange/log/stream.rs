//! A log of any length, read in slices.

use super::LogReader;
use crate::import::base::ImportBase;
use crate::import::budget::ReadBudget;
use crate::import::imported::{Format, ImportRefusal, Imported};

/// Most bytes of a line that are read. Lines of figures have some hundreds.
const LONGEST: usize = 1 << 16;

/// Reads the log of a run of any length from slices of its bytes. It keeps the figures, the
/// arguments that Megatron-LM prints, and a part of a line: a few megabytes at most.
///
/// ```
/// use formats::import::{ImportBase, LogStream};
/// let mut log = LogStream::of(None).unwrap();
/// for slice in ["iteration 1/ 9 | elapsed time per iteration (ms): 51", "20.0 |\n"] {
///     log.take(slice.as_bytes());
/// }
/// let read = log.done(&ImportBase::filling(&formats::catalog::default_plan())).unwrap();
/// assert_eq!(read.plan.measured.step_s, Some(5.12));
/// ```
#[derive(Default)]
pub struct LogStream {
    reader: LogReader,
    /// The beginning of a line whose end is in a later slice.
    begun: Vec<u8>,
}

impl LogStream {
    /// A log of this format, if that is known, of which nothing was read.
    ///
    /// # Errors
    /// If files of the format are no logs: they are read as one text.
    pub fn of(format: Option<Format>) -> Result<Self, ImportRefusal> {
        match format {
            None | Some(Format::Log | Format::Megatron) => Ok(Self::default()),
            Some(_) => Err(ImportRefusal::TooLarge),
        }
    }

    /// Takes in the next slice. Bytes that are not UTF-8 stand for no figure.
    pub fn take(&mut self, slice: &[u8]) {
        for part in slice.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
            let room = LONGEST - self.begun.len();
            if part.ends_with(b"\n") || part.ends_with(b"\r") {
                if self.begun.is_empty() {
                    self.line(part.get(..room).unwrap_or(part));
                } else {
                    let mut line = std::mem::take(&mut self.begun);
                    line.extend_from_slice(part.get(..room).unwrap_or(part));
                    self.line(&line);
                    line.clear();
                    self.begun = line;
                }
            } else {
                self.begun
                    .extend_from_slice(part.get(..room).unwrap_or(part));
            }
        }
    }

    fn line(&mut self, line: &[u8]) {
        self.reader.take(&String::from_utf8_lossy(line));
    }

    /// A plan with the figures of the log, at its end; `base` fills it.
    ///
    /// # Errors
    /// If it has no figure: a text that long must be a log.
    pub fn done(mut self, base: &ImportBase) -> Result<Imported, ImportRefusal> {
        let last = std::mem::take(&mut self.begun);
        self.line(&last);
        if !self.reader.has_figures() {
            return Err(ImportRefusal::TooLarge);
        }
        self.reader.imported(base, &ReadBudget::new())
    }
}
