//! The bar of the host's memory, where something is offloaded, with a line at what the host has.

use cost::host::{HOST, HostMemory};
use cost::units::Bytes;
use leptos::prelude::*;
use text::number::{BytesText as _, between};

use crate::components::percent_of;
use crate::store::{Page, use_store};

/// Classes of the terms, in the order of [`HOST`]. Whole weights have the colour of weights, pinning
/// that of buffers, processes that of the overhead.
const CLASSES: [&str; 7] = [
    "weights",
    "gradients",
    "optimizer",
    "activations",
    "buffers",
    "weights",
    "overhead",
];

/// The bar as it is shown. Lengths are shares of the track.
#[derive(Clone, Debug, Default, PartialEq)]
struct Bar {
    /// Each term's share in the fullest phase.
    terms: [f64; 7],
    /// The line at what the host has.
    line_at: f64,
    /// The part beyond it.
    excess: f64,
    /// The number at the end of the row.
    total: String,
    /// The verdict, for a screen reader and a pointer.
    sentence: String,
}

/// The bar of the host; nothing if nothing is offloaded.
#[component]
pub(crate) fn HostBar() -> impl IntoView {
    let bar = use_store().slice(|page| page.estimate.host.offloads.then(|| Bar::of(page)));
    move || bar.get().map(Bar::view)
}

impl Bar {
    fn of(page: &Page) -> Self {
        let (host, units) = (&page.estimate.host, page.units());
        let held = host.of_phase(host.fullest());
        let scale = scale(host);
        let share = |bytes: Bytes| bytes.0 as f64 / scale;
        let [need, low, high] = [host.peak(), host.low, host.high].map(|size| units.figure(size));
        let need = [&need, " (", &between(&low, &high), ")"].concat();
        Self {
            terms: HOST.each_ref().map(|term| share((term.of)(held))),
            line_at: share(host.capacity),
            excess: share(host.peak().saturating_sub(host.capacity)),
            total: units.figure(host.peak()),
            sentence: text::host::verdict(host, &need, units),
        }
    }

    fn view(self) -> impl IntoView {
        let class = if self.excess > 0.0 {
            "stage host over"
        } else {
            "stage host"
        };
        let terms = CLASSES.into_iter().zip(self.terms);
        let terms = terms.map(|(class, share)| {
            view! { <i class=class style:width=percent_of(share)></i> }
        });
        let line_at = percent_of(self.line_at);
        view! {
            <div class=class role="img" aria-label=self.sentence.clone() title=self.sentence>
                <span class="name">{text::host::host()}</span>
                <div class="track">
                    {terms.collect_view()}
                    <u
                        class="excess"
                        style:left=line_at.clone()
                        style:width=percent_of(self.excess)
                    ></u>
                    <s class="limit" style:left=line_at></s>
                </div>
                <b class="total">{self.total}</b>
            </div>
        }
    }
}

/// Bytes of the whole track: a little beyond the host's memory, doubled until the peak fits.
fn scale(host: &HostMemory) -> f64 {
    let peak = host.peak().0 as f64;
    let mut scale = (host.capacity.0 as f64).max(1.0) * 1.12;
    while scale < peak {
        scale *= 2.0;
    }
    scale
}
