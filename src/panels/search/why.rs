//! Reasons why another layout is better: the path to it, and the value of each axis.

use crate::dom::{Child, Element, element};
use formats::number::{duration, signed_percent};

use super::adopting::{LayoutButton, adopting};
use super::answers::{Answers, SearchRun};
use super::state::{AXES_FOLD, Search};
use super::texts::words;
use crate::dom::components::{part, said};
use crate::store::Page;

/// The shortest path from the reader's own layout to the best, one change per line.
pub(super) fn path_to_best(search: &Search, page: &Page, answers: &Answers) -> Element {
    let words = words();
    let mut part = part("way", words.path_heading.into());
    let legs = match answers.legs() {
        None => return part.attribute("hidden", true),
        Some(None) => return part.child(said("p", "", words.apart.into())),
        Some(Some(legs)) if legs.is_empty() => {
            return part.child(said("p", "", words.no_path.into()));
        }
        Some(Some(legs)) => legs,
    };
    let mut before = page.estimate.time.total();
    let mut list = element("ol").class("onward");
    for (index, leg) in legs.iter().enumerate() {
        let axes: Vec<&str> = leg
            .axes
            .iter()
            .map(|axis| words.axes[*axis as usize])
            .collect();
        let gain = leg.step.change_from(before);
        let layout = (words.layout)(&leg.candidate);
        list = list.child(
            element("li")
                .child(element("b").child(axes.join(", ")))
                .child(adopting(
                    search,
                    LayoutButton::Leg,
                    index,
                    &leg.candidate,
                    layout,
                ))
                .child(said("span", "figure", figure(duration(leg.step), gain)))
                .child(said("span", "figure", page.units().size(leg.peak).into())),
        );
        before = leg.step;
    }
    part = part.child(list);
    part
}

fn figure(step: String, gain: f64) -> Child {
    [&step, " (", &signed_percent(gain), ")"].concat().into()
}

/// The best layout without each axis that the best of all uses, collapsed: each is a search of its
/// own.
pub(super) fn without(search: &Search, page: &Page, answers: &Answers) -> Element {
    let words = words();
    let mut list = element("ol").class("onward");
    if page.is_open(AXES_FOLD) {
        let best = answers.rows().first().map(|row| row.found.step);
        for (index, (axis, run)) in answers.without().into_iter().enumerate() {
            let name = element("b").child(words.axes[axis as usize]);
            list = list.child(
                element("li")
                    .child(name)
                    .children(line(search, page, index, run, best)),
            );
        }
    }
    element("details")
        .class("numbers")
        .id(AXES_FOLD)
        .child(element("summary").child(words.without))
        .child(list)
}

fn line(
    search: &Search,
    page: &Page,
    index: usize,
    run: Option<&SearchRun>,
    best: Option<cost::units::Seconds>,
) -> Vec<Element> {
    let words = words();
    let Some(run) = run.filter(|run| run.took.is_some()) else {
        return vec![said("span", "", words.looking.into())];
    };
    let (Some(row), Some(best)) = (run.first(), best) else {
        return vec![said("span", "", words.needed.into())];
    };
    let found = &row.found;
    let loss = found.step.change_from(best);
    vec![
        adopting(
            search,
            LayoutButton::Without,
            index,
            &found.candidate,
            (words.layout)(&found.candidate),
        ),
        said("span", "figure", figure(duration(found.step), loss)),
        said("span", "figure", page.units().size(found.peak).into()),
    ]
}
