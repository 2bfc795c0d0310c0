use super::super::event::{ImportEvent, ShareEvent};
use super::super::pane::Pane;
use super::super::state::ShareDialog;
use super::state::ImportOutcome;
use crate::dom::{UiEvent, UiEventKind};
use crate::panels::testing::{Stand, page};
use crate::store::{Effect, Panel};

const PLAN: &str = "#v=1&p=gpt2-1.5b/a100-80x16";
const CONFIG: &str = r#"{"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336,
    "vocab_size": 128256, "max_position_embeddings": 8192, "flavour": "sweet"}"#;

fn stand() -> Stand<ShareDialog> {
    let mut stand = Stand::new(ShareDialog::default(), page(PLAN));
    stand.update(ShareEvent::Open(Pane::Import, None));
    stand
}

/// Types a text into a field, or chooses it from a list.
fn set(stand: &mut Stand<ShareDialog>, selector: &str, value: &str) -> Vec<Effect> {
    let view = stand.view();
    stand.on_ui_event(&UiEvent::at(UiEventKind::Input, &view, selector).typing(value))
}

fn paste(stand: &mut Stand<ShareDialog>, text: &str) -> String {
    set(stand, "#bring-text", text);
    stand.html()
}

#[test]
fn the_view_of_a_configuration() {
    let mut stand = stand();
    let html = paste(&mut stand, CONFIG);
    let from = html.find("<div class=\"brought\"").unwrap();
    let html = &html[from..];
    assert!(html.starts_with("<div class=\"brought\" aria-live=\"polite\">"));
    assert!(html.contains("A config.json of Hugging Face"));
    assert!(html.contains("on 16 × A100"));
    assert!(html.contains("data-key=\"gpus\""));
    assert!(html.contains("flavour"), "what is not understood is said");
    assert!(html.contains("id=\"bring-take\">"));
    insta::assert_snapshot!(html);
}

#[test]
fn what_is_left_open_is_answered() {
    let mut stand = stand();
    paste(&mut stand, CONFIG);
    set(&mut stand, "[data-key=\"gpus\"]", "128");
    set(&mut stand, "#bring-gpu", "h100");
    assert!(stand.html().contains("on 128 × H100"));
    // No event for illegal numbers, unknown GPUs, or unchanged values.
    for (selector, value) in [
        ("[data-key=\"gpus\"]", "0"),
        ("[data-key=\"gpus\"]", "x"),
        ("[data-key=\"gpus\"]", ""),
        ("#bring-gpu", "abacus"),
        ("[data-key=\"gpus\"]", "128"),
    ] {
        let ui_event = UiEvent::at(UiEventKind::Input, &stand.view(), selector).typing(value);
        let event = Panel::on_ui_event(&*stand.panel(), &stand.page, &ui_event);
        assert!(event.is_none(), "{selector} {value}");
    }
    // A field left with such a value shows the plan's value again.
    let ui_event =
        UiEvent::at(UiEventKind::Change, &stand.view(), "[data-key=\"gpus\"]").typing("0");
    assert!(Panel::on_ui_event(&*stand.panel(), &stand.page, &ui_event).is_some());
    stand.on_ui_event(&ui_event);
    assert!(stand.html().contains("on 128 × H100"));
    stand.press("#bring-take");
    assert_eq!(stand.page.draft.cluster.gpus, 128);
    assert_eq!(stand.page.draft.model.layers, 32);
}

#[test]
fn a_plan_that_is_taken_over_closes_the_dialog() {
    let mut stand = stand();
    let html = paste(
        &mut stand,
        "https://x.example/#v=1&p=mixtral-8x7b/h100x128&tp=4",
    );
    assert!(html.contains("A link to a plan: Mixtral 8x7B on 128"));
    let before = stand.page.link();
    let effects = stand.press("#bring-take");
    assert_eq!(stand.page.link(), "#v=1&p=mixtral-8x7b/h100x128&tp=4");
    assert!(!stand.panel().is_open);
    let mut pushed = effects.iter();
    assert!(pushed.any(|effect| matches!(effect, Effect::ReplaceAddress(old) if *old == before)));
    let mut focused = effects.iter();
    assert!(focused.any(|effect| match effect {
        Effect::Focus(id) => id == crate::panels::FIGURES,
        _ => false,
    }));
}

#[test]
fn what_cannot_be_read_gets_a_sentence_and_no_plan() {
    let mut stand = stand();
    for text in [
        "{",
        "[a]\nb = ",
        "no plan at all",
        "{\"model_type\": \"<img src=x>\"}",
    ] {
        let html = paste(&mut stand, text);
        assert!(
            matches!(stand.panel().import.outcome, ImportOutcome::Refused(_)),
            "{text}"
        );
        assert!(html.contains("id=\"bring-take\" hidden") && !html.contains("<img"));
        let effects = stand.update(ShareEvent::Import(ImportEvent::Take));
        assert!(effects.is_empty() && stand.panel().is_open);
    }
    stand.update(ShareEvent::Import(ImportEvent::Read(None)));
    assert!(stand.html().contains("more than 128,000 bytes"));
    let html = paste(&mut stand, "  \n");
    assert!(html.contains("<div class=\"brought\" aria-live=\"polite\"></div>"));
}

#[test]
fn a_link_to_a_plan_that_cannot_exist_says_why() {
    let mut stand = stand();
    let html = paste(&mut stand, "#v=1&p=llama3-8b/h100x8&tp=3&what=1");
    assert!(html.contains("cannot exist"));
    assert!(html.contains("what"), "what was left out is said");
}

#[test]
fn the_same_text_is_not_read_twice() {
    let mut stand = stand();
    paste(&mut stand, CONFIG);
    let ui_event = UiEvent::at(UiEventKind::Change, &stand.view(), "#bring-text").typing(CONFIG);
    assert!(Panel::on_ui_event(&*stand.panel(), &stand.page, &ui_event).is_none());
}

#[test]
fn a_chosen_file_is_read_once() {
    let mut stand = stand();
    let view = stand.view();
    assert!(
        stand
            .on_ui_event(&UiEvent::at(UiEventKind::Input, &view, "#bring-file"))
            .is_empty()
    );
    let effects = stand.on_ui_event(&UiEvent::at(UiEventKind::Change, &view, "#bring-file"));
    assert!(matches!(effects[..], [Effect::Run(_)]));
    stand.update(ShareEvent::Import(ImportEvent::Read(Some(
        CONFIG.to_owned(),
    ))));
    assert!(stand.html().contains("A config.json"));
}
