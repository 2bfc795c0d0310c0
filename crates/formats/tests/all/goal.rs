//! Goals read, written and reached.

use cost::estimate;
use formats::goal::*;
use formats::link;

fn parsed(text: &str) -> Goal {
    match Goal::parse(text) {
        Ok(goal) => goal,
        Err(fault) => panic!("{text}: {}", text::goal::fault(&fault, text)),
    }
}

fn wrong(text: &str) -> (usize, Wrong) {
    match Goal::parse(text) {
        Ok(goal) => panic!("{text} is read as {goal}"),
        Err(fault) => (fault.at, fault.wrong),
    }
}

fn is_reached(goal: &str, link: &str) -> bool {
    let (plan, _) = link::decode(link);
    parsed(goal).is_reached(&plan, estimate(&plan).as_ref())
}

/// 70 B parameters on 64 GPUs of 80 GiB, in 4 stages of 8 GPUs, 16 micro-batches a replica.
const LINK: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=32&ckpt=full&off=opt";

#[test]
fn conditions_are_worked_out() {
    for reached in [
        "legal",
        "tp = 8 and pp = 4",
        "dp = 2, gpus = 64",
        "tp * pp * dp = gpus",
        "tp + pp * dp = 16",
        "(tp + pp) * dp = 24",
        "8 - 4 - 2 = dp",
        "gpus / tp / pp = dp",
        "-tp < 0",
        "--tp = 8",
        "zero >= 1",
        "ckpt = full",
        "ckpt != sel",
        "sched == 1f1b",
        "off = opt, off != acts, off != none",
        "overlap = dp",
        "model = llama3-70b and gpu = h100",
        "split = none",
        "mla = none",
        "ckptn = none",
        "mstep = none",
        "kern != early-fused",
        "params > 70B and params < 71b",
        "mfu > 10% and mfu < 0.6",
        "bubble_fraction > 10%",
        "time.step_s ≥ 1 and step_s ≠ 1",
        "tp = 1 or pp = 4",
        "not tp = 1",
        "not (tp = 1 or pp = 1)",
        "tp=1 and pp=1 or dp=2",
        "TP = 8 AND Ckpt = FULL",
        "gpus = 0.064K",
        "stage.weights_gib > 0, stage.total_gib = memory.peak_gib",
        "tolls.useful <= mfu",
    ] {
        assert!(is_reached(reached, LINK), "{reached}");
        let not = ["not (", reached, ")"].concat();
        assert!(!is_reached(&not, LINK), "{not}");
    }
}

#[test]
fn verdicts_stand_alone() {
    assert!(is_reached("fits or tight or oom", LINK));
    assert!(is_reached("oom", "#v=1&p=llama3-70b/h100x8"));
    assert!(is_reached("not fits", "#v=1&p=llama3-70b/h100x8"));
    assert!(is_reached(
        "memory.verdict = oom",
        "#v=1&p=llama3-70b/h100x8"
    ));
}

#[test]
fn what_was_not_measured_is_neither_more_nor_less() {
    for comparison in ["<", "<=", ">", ">=", "="] {
        let goal = ["mstep ", comparison, " 3"].concat();
        assert!(!is_reached(&goal, LINK), "{goal}");
    }
    assert!(is_reached("mstep != 3", LINK));
    let measured = [LINK, "&mstep=30"].concat();
    assert!(is_reached(
        "mstep = 30 and machine.measured_step_s = 30",
        &measured
    ));
}

#[test]
fn an_illegal_plan_reaches_what_names_it() {
    let illegal = "#v=1&p=llama3-8b/h100x8&tp=3";
    for reached in ["not legal", "not legal and tp = 3", "legal or tp = 3"] {
        assert!(is_reached(reached, illegal), "{reached}");
    }
    for missed in [
        "tp = 3",
        "not fits",
        "fits",
        "legal",
        "mfu < 1",
        "not legal, fits",
    ] {
        assert!(!is_reached(missed, illegal), "{missed}");
    }
    assert!(!is_reached("not legal", LINK));
}

#[test]
fn goals_are_written_in_few_letters() {
    for (given, text) in [
        ("fits, and_mfu >= 40\u{a0}%", ""),
        ("fits and mfu >= 40\u{a0}%", "fits,mfu>=0.4"),
        ("memory.verdict = fits and mfu >= 40%", "fits,mfu>=0.4"),
        ("fits, MFU ≥ 40%, gpus<=64", "fits,mfu>=0.4,gpus<=64"),
        ("fits and (tp = 8 or pp = 8)", "fits,(tp=8 or pp=8)"),
        ("fits and tp = 8 or pp = 8", "fits,tp=8 or pp=8"),
        ("fits and (tp = 8 and pp = 8)", "fits,(tp=8,pp=8)"),
        ("not (fits)", "not fits"),
        ("not (fits or tight)", "not (fits or tight)"),
        ("tp - (pp - dp) > 1", "tp-(pp-dp)>1"),
        ("(tp - pp) - dp > 1", "tp-pp-dp>1"),
        ("tp * (pp + 1) > .50", "tp*(pp+1)>0.5"),
        ("-(tp + pp) < -1", "-(tp+pp)<-1"),
        ("run.cost_usd <= 10M", "run.cost_usd<=10000000"),
        ("days<30", "run.days<30"),
        ("verdict != oom", "memory.verdict!=oom"),
    ] {
        if text.is_empty() {
            assert!(Goal::parse(given).is_err(), "{given}");
            continue;
        }
        let goal = parsed(given);
        assert_eq!(goal.text(), text, "{given}");
        assert_eq!(parsed(text), goal, "{given}");
        assert_eq!(goal.to_string(), text);
    }
}

#[test]
fn goals_are_read_by_people() {
    for (given, words) in [
        (
            "fits, mfu >= 40%",
            "the plan fits, and MFU at least 40\u{a0}%",
        ),
        ("memory.peak_gib < 70", "peak memory less than 70\u{a0}GiB"),
        ("run.cost_usd <= 10M", "cost at most $10,000,000"),
        ("days <= 30", "run at most 30\u{a0}days"),
        (
            "not fits and tp*pp = 32",
            "it is not true that the plan fits, and tensor-parallel size times pipeline stages equal to 32",
        ),
        (
            "dominant_toll != lastinch",
            "largest loss is not memory-bound kernels",
        ),
        (
            "time.tp_s <= 30% * time.step_s",
            "tensor-parallel waits at most 30\u{a0}% of the step",
        ),
        (
            "stage.weights_gib + stage.logits_gib <= 1.9",
            "weights plus logits at most 1.9\u{a0}GiB",
        ),
    ] {
        assert_eq!(parsed(given).written(&text::goal::STYLE), words, "{given}");
    }
    let goal = parsed("fits");
    assert_eq!(
        text::goal::result(&goal, true, None),
        "Goal: the plan fits. Reached."
    );
    let (plan, _) = link::decode("#v=1&p=llama3-70b/h100x8");
    let unfit = cost::estimate(&plan).unwrap();
    let goal = parsed("mfu > 0");
    assert!(text::goal::result(&goal, true, Some(&unfit)).ends_with("but the plan does not fit."));
}

#[test]
fn faults_name_their_place() {
    let unexpected = |given: &str| Wrong::Unexpected {
        given: given.into(),
    };
    for (text, at, expected) in [
        ("", 0, Wrong::Empty),
        (" \n", 0, Wrong::Empty),
        ("fits,", 5, unexpected("")),
        ("fits and", 8, unexpected("")),
        ("fits fits", 5, unexpected("fits")),
        ("mfu > 0.4)", 9, unexpected(")")),
        ("(mfu > 0.4", 10, Wrong::Unclosed),
        ("mfu > or", 6, unexpected("or")),
        ("mfu > <b>", 6, unexpected("<b>")),
        ("mfu", 0, Wrong::NeedsCondition),
        ("fits and mfu", 9, Wrong::NeedsCondition),
        ("not tp", 4, Wrong::NeedsCondition),
        ("fits + 1 > 2", 5, unexpected("+")),
        ("(fits) + 1 > 2", 0, Wrong::NeedsNumber),
        ("1 < tp < 8", 7, unexpected("<")),
        ("(1 < tp) < 8", 0, Wrong::NeedsNumber),
        ("legal = 1", 0, Wrong::NeedsNumber),
        (
            "tp = fits",
            5,
            Wrong::UnknownField {
                given: "fits".into(),
                nearest: None,
            },
        ),
        (
            "tp = 0",
            5,
            Wrong::Never {
                field: "tp",
                given: "0".into(),
            },
        ),
        (
            "tp = 3.5",
            5,
            Wrong::Never {
                field: "tp",
                given: "3.5".into(),
            },
        ),
        (
            "sp = 2",
            5,
            Wrong::Never {
                field: "sp",
                given: "2".into(),
            },
        ),
        ("ckpt", 0, Wrong::NeedsWord { field: "ckpt" }),
        ("ckpt > 3", 0, Wrong::NeedsWord { field: "ckpt" }),
        ("ckpt + 1 > 3", 0, Wrong::NeedsWord { field: "ckpt" }),
        ("3 < ckpt", 4, Wrong::NeedsWord { field: "ckpt" }),
        ("ckpt =", 6, Wrong::NeedsWord { field: "ckpt" }),
        ("1 < 2", 0, Wrong::NoField),
        ("fits, 0 = 0", 6, Wrong::NoField),
        ("not (1 < 2) or fits", 5, Wrong::NoField),
        ("tp > 12345678901234567890", 5, Wrong::Number),
        ("tp > 1e3", 5, Wrong::Number),
        ("tp > .", 5, Wrong::Number),
        ("tp > 1.2.3", 5, Wrong::Number),
        (
            "ckpt = ful",
            7,
            Wrong::UnknownWord {
                field: "ckpt",
                given: "ful".into(),
                words: vec!["none", "sel", "full"],
            },
        ),
        (
            "model = llama-70b",
            8,
            Wrong::UnknownWord {
                field: "model",
                given: "llama-70b".into(),
                words: vec!["llama2-70b"],
            },
        ),
        (
            "colour = red",
            0,
            Wrong::UnknownField {
                given: "colour".into(),
                nearest: None,
            },
        ),
        (
            "time.steps > 3",
            0,
            Wrong::UnknownField {
                given: "time.steps".into(),
                nearest: Some("time.step_s"),
            },
        ),
    ] {
        assert_eq!(wrong(text), (at, expected), "{text}");
    }
}

#[test]
fn goals_have_bounds() {
    let long = "fits,".repeat(LONGEST / 5);
    assert_eq!(wrong(&[&long, "fits"].concat()).1, Wrong::TooLong);
    // Written out it would be longer.
    let names = vec!["days<1"; 140].join(",");
    assert!(names.len() <= LONGEST);
    assert_eq!(wrong(&names).1, Wrong::TooLong);
    let nested = |levels| ["(".repeat(levels), "fits".into(), ")".repeat(levels)].concat();
    assert_eq!(parsed(&nested(DEEPEST)).text(), "fits");
    assert_eq!(wrong(&nested(DEEPEST + 1)).1, Wrong::TooDeep);
    assert_eq!(
        wrong(&["not ".repeat(DEEPEST + 1), "fits".into()].concat()).1,
        Wrong::TooDeep
    );
    assert_eq!(
        wrong(&["-".repeat(900), "tp<1".into()].concat()).1,
        Wrong::TooDeep
    );
    // Each level leaves three values waiting.
    let waiting = "tp<1 and(1+1*(".repeat(DEEPEST - 2);
    assert!(Goal::parse(&waiting).is_err());
    // A long chain is no nesting.
    assert!(is_reached(
        &["tp", &"+1".repeat(400), "=408"].concat(),
        LINK
    ));
}

#[test]
fn every_fault_is_a_sentence() {
    let faults = [
        "",
        "fits,",
        "(fits",
        "mfu",
        "(fits)+1>2",
        "ckpt",
        "1<2",
        "tp>1e3",
        "ckpt=ful",
        "tp=0",
        "colour=red",
        "mfa>1",
        "fits fits",
    ];
    for text in faults {
        let (at, wrong) = wrong(text);
        let sentence = text::goal::fault(&Fault { at, wrong }, text);
        assert!(
            sentence.len() > 10 && !sentence.ends_with('.'),
            "{sentence}"
        );
    }
    let fault = Goal::parse("fits, mfa > 40%").unwrap_err();
    assert_eq!(
        text::goal::fault(&fault, "fits, mfa > 40%"),
        "there is no field “mfa” at character 7: did you mean “mfu”"
    );
}
