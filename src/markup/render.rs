//! Markup among Leptos's own views.

use leptos::tachys::html::attribute::any_attribute::AnyAttribute;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::no_attrs;
use leptos::tachys::view::{Mountable, Position, PositionState, Render, RenderHtml};
use web_sys::{Element, Node};

use super::Markup;
use super::drawn::Drawn;

impl Render for Markup {
    type State = Drawn;

    fn build(self) -> Drawn {
        Drawn::new(self)
    }

    fn rebuild(self, drawn: &mut Drawn) {
        drawn.update(self);
    }
}

impl Mountable for Drawn {
    fn mount(&mut self, parent: &Element, before: Option<&Node>) {
        let _ = parent.insert_before(&self.node, before);
    }

    fn unmount(&mut self) {
        if let Some(parent) = self.node.parent_node() {
            let _ = parent.remove_child(&self.node);
        }
    }

    fn insert_before_this(&self, other: &mut dyn Mountable) -> bool {
        let Some(parent) = self.node.parent_element() else {
            return false;
        };
        other.mount(&parent, Some(&self.node));
        true
    }

    fn elements(&self) -> Vec<Element> {
        Vec::new()
    }
}

no_attrs!(Markup);

/// Leptos asks of every view that a server could render it, too; this page has none.
impl RenderHtml for Markup {
    type AsyncOutput = Self;
    type Owned = Self;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self {
        self
    }

    fn to_html_with_buf(
        self,
        _: &mut String,
        _: &mut Position,
        _: bool,
        _: bool,
        _: Vec<AnyAttribute>,
    ) {
        unreachable!()
    }

    fn hydrate<const FROM_SERVER: bool>(self, _: &Cursor, _: &PositionState) -> Drawn {
        self.build()
    }

    fn into_owned(self) -> Self {
        self
    }
}
