//! Sentences about the losses from the peak to the MFU.

use cost::convention::Conventions;
use cost::waterfall::{Tenths, Waterfall};

/// Words about where the time goes.
#[derive(Clone, Copy, Debug)]
pub struct WaterfallText {
    /// Name of the view.
    pub heading: &'static str,
    /// Sentence on the share of the peak that is left, and on the largest loss.
    pub sentence: fn(&Waterfall, &Tenths, Conventions) -> String,
    /// Before the names of the causes that take less than a tenth of a point.
    pub nothing: &'static str,
    /// Name of the first bar, the peak.
    pub peak: &'static str,
    /// FLOPs that are counted and never computed.
    pub credit: &'static str,
    /// Name of the last bar: MFU or HFU.
    pub end: fn(Conventions) -> &'static str,
    /// Each of [`Cause::ALL`].
    ///
    /// [`Cause::ALL`]: cost::waterfall::Cause::ALL
    pub causes: &'static [CauseText; 16],
    /// Headings of the table.
    pub headings: [&'static str; 4],
}

/// Words of a cause of loss.
#[derive(Clone, Copy, Debug)]
pub struct CauseText {
    /// Name of the cause.
    pub name: &'static str,
    /// Explanation of the cause and ways to lower it, in one or two sentences, before the levers.
    pub what: &'static str,
    /// The controls that move it, the strongest first.
    pub levers: &'static [Lever],
}

/// A control that a figure leads to.
#[derive(Clone, Copy, Debug)]
pub struct Lever {
    /// Key of the control in a link, by which the page finds it.
    pub key: &'static str,
    /// Name of the control.
    pub name: &'static str,
}
