//! Where the figures of the chosen model and card are written, in the places that their controls
//! leave for it.

use std::convert::Infallible;

use formats::catalog;

use crate::dom::{Element, element};
use crate::panels::{CARD_SOURCE, MODEL_SOURCE};
use crate::store::{Effects, Mount, Page, Panel};

/// The source of the model's shape.
pub(crate) struct ModelSource;

/// The source of the card's figures.
pub(crate) struct CardSource;

impl Panel for ModelSource {
    type Event = Infallible;
    const NAME: &'static str = "model-source";

    fn mount(&self) -> Mount {
        Mount::In(MODEL_SOURCE)
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn view(&self, page: &Page) -> Element {
        sentence(catalog::model_source(page.draft.model.preset))
    }
}

impl Panel for CardSource {
    type Event = Infallible;
    const NAME: &'static str = "card-source";

    fn mount(&self) -> Mount {
        Mount::In(CARD_SOURCE)
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn view(&self, page: &Page) -> Element {
        sentence(catalog::gpu_source(page.draft.cluster.gpu.preset))
    }
}

fn sentence(source: &'static str) -> Element {
    element("p").class("follows").child(source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom;
    use crate::panels::testing::page;

    #[test]
    fn the_sources_follow_the_plan() {
        let page = page("#v=1&p=gpt3-175b/h800x64");
        let view = |panel: &dyn Fn(&Page) -> Element| dom::html::of(&panel(&page));
        assert!(view(&|page| ModelSource.view(page)).contains("Brown 2020"));
        assert!(view(&|page| CardSource.view(page)).contains("DeepSeek-V3 2024"));
    }
}
