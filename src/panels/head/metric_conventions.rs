//! Conventions by which figures are counted: a line that names them, and the choices behind it.

use cost::convention::Conventions;
use cost::plan::Dtype;

use crate::dom::{Element, element};
use crate::store::Page;

/// The line under the figures, and the choices folded behind it.
pub(super) fn fold(page: &Page, dtype: Dtype) -> Element {
    let words = &page.strings.conventions;
    let conventions = page.settings.conventions();
    let choices = Conventions::CHOICES.iter().enumerate();
    let choices = choices.map(|(index, (key, _))| {
        let options = words.options[index].iter().enumerate();
        let options = options.map(|(place, option)| {
            element("option")
                .property("selected", place == page.settings.conventions[index])
                .child(*option)
        });
        let list = element("select")
            .attribute("name", *key)
            .attribute("autocomplete", "off")
            .children(options.collect());
        element("label").child(words.labels[index]).child(list)
    });
    let panel = element("div")
        .class("panel")
        .children(choices.collect())
        .child(element("small").child(words.verdict));
    element("details")
        .class("counting")
        .child(element("summary").child((words.sentence)(conventions, dtype)))
        .child(panel)
}
