//! Bars of shares on a track.

use formats::number::attribute;
use leptos::prelude::*;

/// A track with bars of these classes and shares of the track.
pub(crate) fn track(bars: &[(&'static str, f64)]) -> AnyView {
    let bars = bars.iter().map(|&(class, share)| {
        view! { <i class=class style=("width", percent_of(share))></i> }
    });
    view! {
        <span class="track" aria-hidden="true">
            {bars.collect_view()}
        </span>
    }
    .into_any()
}

/// A list line: a name, a bar of a class and a share, a value.
pub(crate) fn gauge(name: AnyView, bar: (&'static str, f64), value: String) -> AnyView {
    view! {
        <li class="gauge">
            <span>{name}</span>
            {track(&[bar])}
            <span class="figure">{value}</span>
        </li>
    }
    .into_any()
}

/// A share as a CSS length.
pub(crate) fn percent_of(share: f64) -> String {
    hundredths_of(share) + "%"
}

/// A share of the width of the CSS container around an element, as a length. A bar that is
/// translated by it moves without a layout.
pub(crate) fn container_width_of(share: f64) -> String {
    hundredths_of(share) + "cqw"
}

/// A share in per cent, with two decimals.
fn hundredths_of(share: f64) -> String {
    let hundredths = (share.clamp(0.0, 1.0) * 10_000.0).round() as u64;
    attribute(hundredths as f64 / 100.0, 2)
}
