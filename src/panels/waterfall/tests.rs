use cost::plan::Plan;

use super::*;
use crate::panels::testing::{Stand, outline, page, page_of};
use crate::store::Part;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=512";
const ROUTED: &str = "#v=1&p=qwen3-30b-a3b/h100x16&ep=16&seq=4096&gbs=1024&recipe=nemo";

fn stand() -> Stand<WaterfallFigure> {
    Stand::new(WaterfallFigure::default(), page(PLAN))
}

/// The points at the ends of all bars, in tenths.
fn tenths(html: &str) -> Vec<i64> {
    let list = html.split_once("class=\"fall\"").unwrap().1;
    let texts = list.split("<b>").skip(1);
    texts
        .map(|text| {
            let text = text.split_once("</b>").unwrap().0;
            text.replace('−', "-").replace('.', "").parse().unwrap()
        })
        .collect()
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(outline(&stand().html()));
}

#[test]
fn the_points_add_up_whatever_is_counted() {
    for query in ["", "?mfu=hfu", "?mfu=causal", "?peak=16bit"] {
        for plan in [
            PLAN,
            "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&dtype=fp8&ckpt=full",
        ] {
            let page = page_of(query, plan);
            let points = tenths(&Stand::new(WaterfallFigure::default(), page).html());
            let (end, parts) = points.split_last().unwrap();
            assert_eq!(parts.iter().sum::<i64>(), *end, "{query} {plan}");
        }
    }
}

#[test]
fn a_cause_opens_marks_its_controls_and_closes() {
    let mut stand = stand();
    assert!(stand.html().contains("data-cause=\"13\""));
    stand.update(Toggled(13));
    let html = stand.html();
    assert_eq!(html.matches("aria-expanded=\"true\"").count(), 1);
    let keys = LEVERS[13];
    assert!(!keys.is_empty());
    assert_eq!(stand.page.marked_controls, keys);
    stand.update(Toggled(13));
    assert!(!stand.html().contains("aria-expanded=\"true\""));
}

#[test]
fn only_one_cause_is_open() {
    let mut stand = stand();
    stand.update(Toggled(0));
    stand.update(Toggled(9));
    assert_eq!(stand.panel().cause, Some(9));
}

#[test]
fn a_control_that_is_taken_away_is_not_led_to() {
    let cause = LEVERS
        .iter()
        .position(|cause| cause.contains(&"pp"))
        .unwrap();
    for (query, is_led_to) in [("", true), ("?hide=pp", false)] {
        let mut stand = Stand::new(WaterfallFigure::default(), page_of(query, PLAN));
        stand.update(Toggled(cause));
        assert_eq!(
            stand.html().contains("data-lever=\"pp\""),
            is_led_to,
            "{query}"
        );
    }
}

#[test]
fn a_cause_that_is_not_there_opens_nothing() {
    let mut stand = stand();
    stand.update(Toggled(99));
    assert!(!stand.html().contains("aria-expanded=\"true\""));
    assert!(stand.page.marked_controls.is_empty());
}

#[test]
fn choices_of_software_that_decide_a_factor_have_a_line_each() {
    let mut stand = Stand::new(
        WaterfallFigure::default(),
        page_of("?tab=waterfall", ROUTED),
    );
    let lines = |stand: &Stand<WaterfallFigure>| {
        let html = stand.html();
        let list = html.split_once("<ul class=\"choices\">")?.1;
        Some(list.split_once("</ul>")?.0.to_owned())
    };
    let line = lines(&stand).expect("a list");
    assert!(line.contains("<li>Step by dispatcher: "), "{line}");
    assert!(
        line.contains("with all-to-all (this plan: DeepEP)</li>"),
        "{line}"
    );
    let mut plan = Plan::clone(&stand.page.draft);
    plan.stack.dispatcher = Some(cost::plan::Dispatcher::AllToAll);
    stand.send(Event::Edit(Box::new(plan)));
    stand.follow(PanelMoment::Changed);
    assert!(lines(&stand).unwrap().contains("(this plan: all-to-all)"));
    let small = Stand::new(
        WaterfallFigure::default(),
        page_of("?tab=waterfall", "#v=1&p=llama3-8b/a100-80x8"),
    );
    assert_eq!(lines(&small), None);
}

#[test]
fn the_caption_of_a_plan_out_of_memory_says_if_it_fit() {
    let caption = |link| {
        let html = Stand::new(WaterfallFigure::default(), page(link)).html();
        html.split_once("</figcaption>").unwrap().0.to_owned()
    };
    assert!(!caption(PLAN).contains("If it fit"));
    let unfit = [PLAN, "&mbs=4"].concat();
    assert!(
        caption(&unfit).contains("If it fit: "),
        "{}",
        caption(&unfit)
    );
}

#[test]
fn while_the_plan_cannot_exist_the_last_one_stays() {
    let mut stand = stand();
    let legal = tenths(&stand.html());
    let mut plan = Plan::clone(&stand.page.draft);
    plan.layout.tensor = 3;
    stand.send(Event::Edit(Box::new(plan)));
    assert!(stand.page.is_stale());
    let html = stand.html();
    assert!(html.contains("class=\"stale\""));
    assert_eq!(tenths(&html), legal);
}

#[test]
fn causes_that_take_nothing_stand_in_one_line_and_open_there() {
    let mut stand = stand();
    let (_, tenths) = stand.page.waterfall();
    let zero: Vec<usize> = (0..16).filter(|&at| tenths.losses[at] == 0).collect();
    assert!(zero.len() > 3, "{zero:?}");
    let html = stand.html();
    let (rows, line) = html.split_once("<li class=\"nothing\">").unwrap();
    let (line, _) = line.split_once("</li>").unwrap();
    assert!(line.contains("lost to:"));
    for index in 0..16 {
        let cause = format!("data-cause=\"{index}\"");
        let is_zero = zero.contains(&index);
        assert_eq!(
            (rows.contains(&cause), line.contains(&cause)),
            (!is_zero, is_zero)
        );
    }
    assert!(!rows.contains("<b>0.0</b>"), "{rows}");
    stand.update(Toggled(zero[0]));
    let html = stand.html();
    let (_, line) = html.split_once("<li class=\"nothing\">").unwrap();
    assert!(
        line.contains(text::waterfall::explanations()[zero[0]]),
        "{line}"
    );
}

#[test]
fn a_cause_keeps_its_row_until_the_plan_rests() {
    const TENSOR: &str = "data-cause=\"10\"";
    let mut stand = Stand::new(WaterfallFigure::default(), page_of("?tab=waterfall", PLAN));
    let rows = |stand: &Stand<WaterfallFigure>| {
        let html = stand.html();
        html.split_once("<li class=\"nothing\">")
            .unwrap()
            .0
            .to_owned()
    };
    let change = |stand: &mut Stand<WaterfallFigure>, tensor: u64| {
        let mut plan = Plan::clone(&stand.page.draft);
        plan.layout.tensor = tensor;
        stand.send(Event::Edit(Box::new(plan)));
        assert!(stand.changes(PanelMoment::Changed));
    };
    assert!(rows(&stand).contains(TENSOR));
    assert!(!stand.changes(PanelMoment::Rested));
    change(&mut stand, 1);
    assert!(rows(&stand).contains(TENSOR));
    assert!(rows(&stand).contains("<b>0.0</b>"));
    assert!(stand.changes(PanelMoment::Rested));
    assert!(!rows(&stand).contains(TENSOR));
    change(&mut stand, 8);
    change(&mut stand, 1);
    assert!(rows(&stand).contains(TENSOR));
    // A figure that was out of sight shows the causes of the plan that it returns to.
    stand.follow(PanelMoment::Hidden);
    stand.follow(PanelMoment::Shown);
    assert!(!rows(&stand).contains(TENSOR));
}

#[test]
fn under_a_card_a_drag_estimates_no_choices() {
    let page = page_of("?tab=waterfall", PLAN);
    let mut stand = Stand::new(WaterfallFigure::default(), page);
    stand.send(Event::OpenFigure("time.step".parse().ok()));
    stand.send(Event::PartLoaded(Part::Why, true));
    let choices = |stand: &Stand<WaterfallFigure>| format!("{:?}", stand.panel().choices);
    let before = choices(&stand);
    stand.send(Event::StartDrag);
    stand.send(Event::Follow(ROUTED.to_owned()));
    assert_eq!(choices(&stand), before);
    stand.send(Event::EndDrag);
    stand.send(Event::OpenFigure(None));
    assert_ne!(choices(&stand), before);
}
