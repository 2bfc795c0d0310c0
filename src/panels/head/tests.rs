use super::*;
use crate::panels::testing::{html_of, outline, page, send};
use crate::store::{AddressCopy, Effect, Event};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(outline(&html_of(&page(PLAN), Head)));
    insta::assert_snapshot!(outline(&html_of(&page(PLAN), Menu)));
}

#[test]
fn an_illegal_plan_says_its_first_reason_and_no_need() {
    let page = page("#v=1&p=llama3-8b/h100x8&tp=3");
    let html = html_of(&page, Head);
    assert!(html.contains("data-state=\"illegal\""));
    let reason = text::reasons::reason(&page.reasons[0], &page.draft);
    assert!(html.contains(&reason), "{html}");
}

#[test]
fn the_head_of_an_illegal_plan_says_which_plan_is_grey() {
    let mut page = page("#v=1&p=llama3-70b/h100x64&tp=6&pp=4");
    let [near, last] = [text::head::grey_near(), text::head::grey_last()];
    assert!(html_of(&page, Head).contains(near));
    for (tensor, is_shown) in [(8, false), (6, true)] {
        let mut plan = cost::plan::Plan::clone(&page.draft);
        plan.layout.tensor = tensor;
        send(&mut page, Event::Edit(Box::new(plan)));
        let hidden = ["hidden class=\"grey\">", last].concat();
        let html = html_of(&page, Head).replace('\n', "");
        assert!(
            html.contains(last) && html.contains(&hidden) != is_shown,
            "{html}"
        );
    }
}

#[test]
fn head_menu_and_time_bar_say_the_parts_of_the_idle_time() {
    let page = page(PLAN);
    let idle = "stages idle 4.6 % = pipeline bubble 1.1 % + imbalance of stages 3.4 %, of the pipeline’s time";
    let of = |html: String| html.replace('\u{a0}', " ");
    let head = of(html_of(&page, Head));
    assert!(head.contains(&["title=\"", idle].concat()), "{head}");
    assert!(of(html_of(&page, Menu)).contains(idle));
    let bar = of(html_of(&page, crate::panels::overheads::TimeFigure));
    assert_eq!(bar.matches(idle).count(), 2, "{bar}");
    assert_eq!(bar.matches("<em>stages idle</em>").count(), 2, "{bar}");
}

/// Plans of each verdict on memory: the third is tight with a predicted peak above the capacity.
const FITS: &str = PLAN;
const TIGHT: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mbs=2&seq=8704&gbs=512";
const MAY_NOT_FIT: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mbs=2&recipe=deepspeed";
const OUT_OF_MEMORY: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mbs=4";

#[test]
fn a_tight_plan_needs_no_more_than_there_is() {
    for (link, word) in [
        (FITS, "Fits"),
        (TIGHT, "Tight"),
        (MAY_NOT_FIT, "May not fit"),
        (OUT_OF_MEMORY, "Does not fit"),
    ] {
        let page = page(link);
        let memory = &page.estimate.memory;
        let is_over = memory.peak() > memory.capacity;
        assert_eq!(is_over, ["May not fit", "Does not fit"].contains(&word));
        let html = html_of(&page, Head);
        assert!(html.contains(&[">", word, "</em>"].concat()), "{html}");
    }
}

#[test]
fn figures_of_a_plan_out_of_memory_say_if_it_fit_and_are_not_rated() {
    for link in [FITS, TIGHT, MAY_NOT_FIT] {
        let html = html_of(&page(link), Head);
        assert!(html.contains("data-note=\"\""), "{html}");
        assert!(!html.contains("if it fit"), "{html}");
    }
    let page = page(OUT_OF_MEMORY);
    let html = html_of(&page, Head);
    assert!(html.contains("data-note=\"if it fit\""), "{html}");
    assert!(html.contains("of the step, if it fit."), "{html}");
    let reading = text::head::mfu_rating(page.estimate.utilisation.mfu);
    assert!(!html.contains(reading), "{html}");
}

#[test]
fn the_frame_of_figures_that_need_a_plan_that_fits_takes_no_room() {
    let style = include_str!("style.css");
    let (_, rule) = style.split_once("[data-state=\"oom\"] dl {").unwrap();
    let (rule, _) = rule.split_once('}').unwrap();
    assert!(rule.contains("outline: 1px dashed"));
    for wide in ["border", "padding", "margin"] {
        assert!(!rule.contains(wide), "{wide}");
    }
}

#[test]
fn the_menu_says_why_80_gb_are_79_6_gib() {
    let html = html_of(&page(PLAN), Menu).replace('\u{a0}', " ");
    let words = "80.0 GiB (85.9 GB) less 0.5 % for the driver = 79.6 GiB";
    assert!(html.contains(words), "{html}");
}

#[test]
fn cards_without_published_runs_are_named_beside_the_verdict() {
    let head = |gpu: &str| {
        let link = ["#v=1&p=llama3-8b/", gpu, "x64&zero=3"].concat();
        html_of(&page(&link), Head)
    };
    assert!(head("mi300x").contains("Not validated on this hardware."));
    assert!(!head("h100").contains("Not validated on this hardware."));
}

#[test]
fn settings_change_how_the_plan_is_shown_and_never_the_plan() {
    let mut page = page(PLAN);
    let link = page.link();
    send(&mut page, Event::SwitchUnits);
    assert!(html_of(&page, Head).contains(" GB"));
    send(&mut page, Event::NextTheme);
    assert!(html_of(&page, Menu).contains(text::frame::theme_light()));
    assert_eq!(page.link(), link);
}

#[test]
fn where_the_clipboard_is_closed_the_address_is_shown() {
    let mut page = page(PLAN);
    let effects = send(&mut page, Event::CopyLink);
    assert!(matches!(&effects[..], [Effect::CopyAddress(link)] if *link == page.link()));
    assert!(html_of(&page, Menu).contains("hidden class=\"by-hand\""));
    send(&mut page, Event::Copied(AddressCopy::ByHand));
    assert!(!html_of(&page, Menu).contains("hidden class=\"by-hand\""));
    let effects = send(&mut page, Event::Copied(AddressCopy::Yes));
    assert!(
        matches!(effects[..], [Effect::After(..)]),
        "the word stays a moment"
    );
    assert!(html_of(&page, Menu).contains(text::frame::link_copied()));
}

#[test]
fn a_definition_of_mfu_names_its_figure() {
    let mut page = page(PLAN);
    let name = |page: &Page| text::conventions::name(page.settings.conventions()).to_owned();
    let before = name(&page);
    let effects = send(&mut page, Event::ChooseConvention(0, 3));
    let key = cost::convention::Conventions::CHOICES[0].0;
    assert!(matches!(effects[..], [Effect::Remember(kept, _)] if kept == key));
    assert_ne!(name(&page), before);
    assert!(html_of(&page, Head).contains(&name(&page)));
}

#[test]
fn the_head_and_a_notice_say_which_framework_does_not_run_the_plan() {
    let mut page = page("#v=1&p=llama3-8b/h100x8&pp=2&zero=3&recipe=deepspeed");
    let mark = html_of(&page, RefusalMark);
    assert!(mark.contains(" · DeepSpeed 0.19 refuses it"), "{mark}");
    let notice = html_of(&page, RefusalNotice);
    let sentence = "DeepSpeed 0.19 refuses this plan for ZeRO stage 3 in a pipeline.";
    assert!(
        notice.contains(sentence) && mark.contains(sentence),
        "{notice}"
    );
    assert!(!notice.contains("hidden"), "{notice}");
    let mut plan = cost::plan::Plan::clone(&page.draft);
    plan.layout.zero = cost::plan::ZeroStage::One;
    send(&mut page, Event::Edit(Box::new(plan)));
    assert!(html_of(&page, RefusalNotice).contains("hidden"));
    assert!(!html_of(&page, RefusalMark).contains("refuses"));
}

#[test]
fn an_illegal_plan_has_no_refusal() {
    let page = page("#v=1&p=llama3-8b/h100x8&tp=3&zero=3&pp=2&recipe=deepspeed");
    assert!(html_of(&page, RefusalNotice).contains("hidden"));
}
