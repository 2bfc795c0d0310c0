use leptos::prelude::*;

use super::*;
use crate::panels::testing::{html_of, page};

/// A component as HTML, on one line.
fn html(view: impl FnOnce() -> AnyView) -> String {
    html_of(&page(""), view).replace(">\n<", "><")
}

fn fixed<T: Send + Sync + 'static>(value: T) -> ReadSignal<T> {
    signal(value).0
}

#[test]
fn a_slider_says_its_value_in_words_and_is_described() {
    let html = html(|| {
        let state = SliderState { last: 4, stop: 3 };
        view! {
            <Slider
                id="tp"
                name="Tensor parallel".to_owned()
                help="tp-help".to_owned()
                steps=["Less", "More"]
                state=fixed(state)
                limits=1.0..=64.0
                spoken=fixed("8 ways".to_owned())
                number=fixed("8".to_owned())
                disabled=fixed(false)
                on_input=|_| ()
            />
        }
        .into_any()
    });
    for part in [
        "type=\"range\" id=\"tp\"",
        "aria-valuetext=\"8 ways\"",
        "aria-describedby=\"tp-help\"",
        "aria-label=\"Less: Tensor parallel\"",
        "aria-label=\"More: Tensor parallel\"",
        "aria-label=\"Tensor parallel\"",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    assert!(!html.contains("disabled"));
}

#[test]
fn a_locked_field_is_disabled() {
    let html = html(|| {
        view! {
            <NumberField
                key="x"
                value=fixed(String::new())
                limits=0.0..=1.0
                disabled=fixed(true)
                on_type=|_| ()
                on_leave=|_| ()
            />
        }
        .into_any()
    });
    assert!(html.contains("type=\"number\"") && html.contains("disabled"));
}

#[test]
fn options_of_which_one_is_chosen_are_radio_buttons_and_of_which_any_are_boxes() {
    let options = |kind| {
        html(move || {
            view! {
                <Segments
                    name="zero"
                    options=vec!["Off", "On"]
                    kind=kind
                    chosen=fixed(1)
                    on_choose=|_, _| ()
                />
            }
            .into_any()
        })
    };
    let one = options(SegmentKind::One);
    assert_eq!(one.matches("type=\"radio\" name=\"zero\"").count(), 2);
    let any = options(SegmentKind::Any);
    assert_eq!(any.matches("type=\"checkbox\" name=\"zero\"").count(), 2);
}

#[test]
fn a_list_has_its_options_in_order() {
    let html = html(|| {
        view! { <Select
            options=vec!["A", "B"]
            chosen=fixed(0)
            disabled=fixed(false)
            on_choose=|_| ()
        /> }
        .into_any()
    });
    assert!(
        html.contains("<option value=\"0\">A</option><option value=\"1\">B</option>"),
        "{html}"
    );
}

#[test]
fn what_is_folded_away_lies_under_its_heading() {
    let html = html(|| view! { <Fold heading="Shape" is_open=false>"rows"</Fold> }.into_any());
    assert_eq!(html, "<details><summary>Shape</summary>rows</details>");
}

#[test]
fn text_is_never_markup() {
    let html = html(|| {
        let sentence = fixed("<script>".to_owned());
        view! { <Caption id="c" name="Name" sentence=sentence/> }.into_any()
    });
    assert!(html.contains("&lt;script&gt;") && !html.contains("<script>"));
}
