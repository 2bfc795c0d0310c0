//! The frame of the page, and the regions of the first look.

use leptos::prelude::*;

use super::listen::SKIP;
use super::message_loop::MessageLoop;
use crate::controls::Controls;
use crate::panels::diagnosis::DiagnosisFigure;
use crate::panels::head::Head;
use crate::panels::memory::MemoryFigure;
use crate::panels::notices::Notices;
use crate::panels::overheads::OverheadsFigure;
use crate::panels::{CONTROLS, FIGURES, LATER, MAIN};

/// Number of regions that are mounted after the head.
pub(super) const REGIONS: usize = 2;

/// The link that skips the controls, head, controls and figures. The link is the first element that
/// the Tab key reaches.
pub(super) fn frame(message_loop: MessageLoop) -> impl IntoView {
    provide_context(message_loop.store());
    let words = message_loop.read(|page| &page.strings.frame);
    let frame = message_loop.frame();
    let (is_rested, is_stale, is_busy) = (frame.is_rested, frame.is_stale, frame.is_busy);
    let regions = frame.regions;
    view! {
        <a class=SKIP href="#figures">
            {words.skip}
        </a>
        <Head/>
        <main id=MAIN data-rested=move || is_rested.get().then_some("")>
            <aside id=CONTROLS aria-label=words.controls>
                <Show when={move || regions.get() >= 1}>
                    <Controls/>
                </Show>
            </aside>
            <div
                id=FIGURES
                class="figures"
                class:stale=move || is_stale.get()
                aria-busy=move || is_busy.get().then_some("true")
                tabindex="-1"
                role="region"
                aria-label=words.figures
            >
                <Show when={move || regions.get() >= 2}>
                    <Notices/>
                    <MemoryFigure/>
                    <OverheadsFigure/>
                    <DiagnosisFigure/>
                </Show>
            </div>
            <div id=LATER class="figures"></div>
        </main>
        <footer>
            <p>{words.foot}</p>
        </footer>
    }
}
