//! In the page's head: what was measured of the present plan, where it is a published run.

use crate::browser::by_id;

use super::desk::Desk;

/// The element of the head that shows it.
const PLACE: &str = "published";

/// Shows it. Once any could be shown its place stays, so that nothing moves under a finger that
/// leaves such a plan.
pub(super) fn show(desk: &Desk) {
    let words = &desk.words.accuracy;
    let said = desk.accuracy.published(&desk.plan, words, desk.sight.units);
    // A plan that cannot exist is no run, and the desk still holds the one before.
    let said = said.map(|said| if desk.is_stale { String::new() } else { said });
    if let (Some(place), Some(said)) = (by_id(PLACE), said) {
        let _ = place.remove_attribute("hidden");
        if place.text_content().as_deref() != Some(&said) {
            place.set_text_content(Some(&said));
        }
    }
}
