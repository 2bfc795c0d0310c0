//! Sentences about the losses from the peak to the MFU.

use cost::convention::Counting;
use cost::waterfall::{Tenths, Waterfall};

/// Words about where the time goes.
#[derive(Clone, Copy, Debug)]
pub struct WaterfallText {
    /// Name of the view.
    pub heading: &'static str,
    /// Sentence on the share of the peak that is left, and on the largest loss.
    pub sentence: fn(&Waterfall, &Tenths, Counting) -> String,
    /// Name of the first bar, the peak.
    pub peak: &'static str,
    /// FLOPs that are counted and never computed.
    pub credit: &'static str,
    /// Name of the last bar: MFU or HFU.
    pub end: fn(Counting) -> &'static str,
    /// Each of [`Cause::ALL`].
    ///
    /// [`Cause::ALL`]: cost::waterfall::Cause::ALL
    pub causes: &'static [CauseText; 15],
    /// Headings of the table.
    pub headings: [&'static str; 4],
}

/// Words of a cause of loss.
#[derive(Clone, Copy, Debug)]
pub struct CauseText {
    /// Its name.
    pub name: &'static str,
    /// Its explanation and ways to lower it, in a sentence or two, before the levers.
    pub what: &'static str,
    /// The controls that move it, the strongest first.
    pub levers: &'static [Lever],
}

/// A control that a figure leads to.
#[derive(Clone, Copy, Debug)]
pub struct Lever {
    /// Its key in a link, by which the page finds it.
    pub key: &'static str,
    /// Its name.
    pub name: &'static str,
}
