//! The frame of the page, and the regions of the first look.
//!
//! The page is a workbench: controls at the left, memory and time always in sight, one view below
//! them, a lesson at the right. From 500 px height its panes scroll, not the page. Lower windows
//! have controls and figures beside each other from 600 px width. Embedded pages and views shown
//! alone are one column. F6 moves between regions, and links at the head skip to them.

use cost::plan::Word;
use leptos::ev::MouseEvent;
use leptos::prelude::*;

use super::message_loop::MessageLoop;
use crate::components::Late;
use crate::controls::Controls;
use crate::panels::head::Head;
use crate::panels::memory::MemoryFigure;
use crate::panels::notices::Notices;
use crate::panels::overheads::TimeFigure;
use crate::panels::{CONTROLS, FIGURES, LESSON, MAIN, OPEN_LESSON, VIEWS};
use crate::store::{Event, LatePlace, Page, use_store};

/// Regions that a link at the head of the page skips to, in the order of [`skips`].
const SKIPPED_TO: [&str; 4] = [CONTROLS, FIGURES, VIEWS, OPEN_LESSON];

/// The texts of the links.
fn skips() -> [&'static str; 4] {
    use text::frame::{skip_controls, skip_figures, skip_lesson, skip_views};
    [skip_controls(), skip_figures(), skip_views(), skip_lesson()]
}

/// The links that skip to a region, head, controls and figures. The links are the first elements
/// that the Tab key reaches.
pub(super) fn frame(message_loop: MessageLoop) -> impl IntoView {
    provide_context(message_loop.store());
    let store = use_store();
    let frame = message_loop.frame();
    let (is_rested, is_stale, is_busy) = (frame.is_rested, frame.is_stale, frame.is_busy);
    let [has_controls, has_figures] = frame.regions;
    let pinned = store.slice(|page| page.pinned.map_or("", Word::word).to_owned());
    let step = store.slice(|page| page.step.controls.concat());
    let has_old_marks = store.slice(Page::has_old_marks);
    let are_folded = store.slice(Page::are_figures_folded);
    let skips = SKIPPED_TO.into_iter().zip(skips()).map(|(region, name)| {
        let skip = move |ev: MouseEvent| {
            // The plan owns the fragment, so the browser must not follow this link.
            ev.prevent_default();
            store.send(Event::SkipTo(region));
        };
        view! {
            <a class="skip" href=["#", region].concat() on:click=skip>
                {name}
            </a>
        }
    });
    view! {
        {skips.collect_view()}
        <Head/>
        <div id="goal-place" class="place">
            <Late place=LatePlace::Goal/>
        </div>
        <main id=MAIN data-rested=is_rested data-pinned=pinned>
            <div id=LESSON class="place"></div>
            <aside id=CONTROLS tabindex="-1" data-old=has_old_marks aria-label=text::frame::controls()>
                <Late place=LatePlace::StepControls/>
                {move || {
                    step.track();
                    has_controls.get().then(Controls)
                }}
                <p class="foot">
                    <Late place=LatePlace::Foot/>
                </p>
            </aside>
            <div
                id=FIGURES
                class="figures"
                class:stale=is_stale
                class:folded=are_folded
                aria-busy=move || is_busy.get().then_some("true")
                tabindex="-1"
                role="region"
                aria-label=text::frame::figures()
            >
                {move || has_figures.get().then(Figures)}
            </div>
            <section id=VIEWS tabindex="-1" aria-label=text::frame::views()>
                <Late place=LatePlace::Views/>
            </section>
        </main>
        <Late place=LatePlace::OwnTabLink/>
    }
}

/// The figures of the first look.
#[component]
fn Figures() -> impl IntoView {
    view! {
        <Notices/>
        // Otherwise the row itself is a stop of the Tab key in Firefox, because it scrolls.
        <div id="changes" tabindex="-1">
            <Late place=LatePlace::Changes/>
        </div>
        <MemoryFigure/>
        <TimeFigure/>
    }
}
