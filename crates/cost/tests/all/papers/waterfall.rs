//! The waterfall: it adds up, agrees with the overheads, and names the right causes.

use cost::Estimate;
use cost::convention::Conventions;
use cost::layer_time::KernelTime;
use cost::legal::Legal;
use cost::plan::Plan;
use cost::waterfall::{Cause, Waterfall};

use test_utils::{close, estimated};

const PLANS: [&str; 12] = [
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
    "#v=1&p=llama3-70b/h100x64&tp=8",
    "#v=1&p=llama3-8b/h100x8",
    "#v=1&p=llama3-8b/h100x8&seq=131072&gbs=8&cp=8",
    "#v=1&p=llama3-8b/b200x8&seq=524288&gbs=1&cp=8&ckpt=full",
    "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=1536&ckpt=full",
    "#v=1&p=llama3-70b/h100x64&tp=4&pp=4&dtype=fp8&ckpt=sel",
    "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&gbs=15360&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&dtype=fp8b",
    "#v=1&p=mixtral-8x7b/h100x128&tp=2&pp=4&ep=8&gbs=512&imbal=1.5",
    "#v=1&p=llama3-8b/h100x8&hidden=512&ffn=1024&heads=8&kv=8&headdim=64&seq=512",
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mstep=40",
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mstep=9",
];

fn fall(plan: &Plan, estimate: &Estimate, conventions: Conventions) -> Waterfall {
    Waterfall::of(
        &Legal::check(plan).expect("a legal plan"),
        estimate,
        conventions,
    )
}

#[test]
fn from_the_peak_to_every_way_of_counting_without_a_gap() {
    for link in PLANS {
        let (plan, estimate) = estimated(link);
        for mfu in 0..4 {
            for peak in 0..2 {
                let conventions = Conventions::of([mfu, peak, 2]);
                let fall = fall(&plan, &estimate, conventions);
                let what = format!("{link}, counted {mfu} {peak}: {fall:?}");
                assert!(fall.losses.iter().all(|&loss| loss >= 0.0), "{what}");
                assert!(fall.credit >= 0.0, "{what}");
                assert_eq!(
                    fall.end,
                    conventions.utilisation(&estimate.utilisation),
                    "{what}"
                );
                let left = fall.start - fall.losses.iter().sum::<f64>() + fall.credit;
                assert!((left - fall.end).abs() < 1e-12, "{what}");
                // The rounded figures add up to the last digit, and are never far from the exact
                // ones.
                let tenths = fall.tenths();
                let lost: u64 = tenths.losses.iter().sum();
                assert_eq!(tenths.start + tenths.credit, lost + tenths.end, "{what}");
                assert_eq!(tenths.end, (fall.end * 1_000.0).round() as u64, "{what}");
                for (tenths, loss) in tenths.losses.into_iter().zip(fall.losses) {
                    assert!((tenths as f64 - loss * 1_000.0).abs() <= 1.5, "{what}");
                }
            }
        }
    }
}

#[test]
fn the_steps_are_the_tolls() {
    for link in PLANS {
        let (plan, estimate) = estimated(link);
        let fall = fall(&plan, &estimate, Conventions::default());
        let shares = &estimate.shares;
        let sum = |causes: &[Cause]| causes.iter().map(|&cause| fall.loss(cause)).sum::<f64>();
        let last_inch = sum(&Cause::ALL[1..7]);
        let cable = sum(&Cause::ALL[10..15]);
        for (what, steps, overhead) in [
            ("useful", fall.end - fall.credit, shares.useful),
            ("ceiling", fall.loss(Cause::Ceiling), shares.ceiling),
            ("last inch", last_inch, shares.kernels),
            ("scratchpad", fall.loss(Cause::Recompute), shares.recompute),
            (
                "forward only",
                fall.loss(Cause::ForwardOnly),
                shares.forward_only,
            ),
            ("cable", cable, shares.communication),
            ("bubble", fall.loss(Cause::Bubble), shares.bubble),
            ("imbalance", fall.loss(Cause::Imbalance), shares.imbalance),
            ("state", fall.loss(Cause::Optimizer), shares.optimizer),
        ] {
            assert!(
                (steps - overhead).abs() < 1e-12,
                "{link}: {what} {steps} is not {overhead}"
            );
        }
    }
}

#[test]
fn kernels_by_kind_are_the_compute_of_the_step() {
    // The paper's recipe on one node has no slowdown.
    for model in ["llama3-8b", "mixtral-8x7b", "gpt3-175b"] {
        for more in [
            "",
            "&tp=4&mbs=2",
            "&flash=0",
            "&pp=4&gbs=16",
            "&hidden=1024&ffn=1024",
        ] {
            let link = ["#v=1&p=", model, "/h100x8&recipe=zeropaper", more].concat();
            let (plan, estimate) = estimated(&link);
            let legal = Legal::check(&plan).expect("a legal plan");
            let kernels = KernelTime::of(&legal);
            close(&link, kernels.total().0, estimate.time.compute.0, 1e-12);
        }
    }
}

#[test]
fn each_cause_answers_to_its_lever() {
    let loss = |more: &str, cause| {
        let link = ["#v=1&p=llama3-70b/h100x64&", more].concat();
        let (plan, estimate) = estimated(&link);
        fall(&plan, &estimate, Conventions::default()).loss(cause)
    };
    let four = "tp=4&pp=4";
    for (plain, more, cause) in [
        (four, "&seq=1024", Cause::Shapes),
        (four, "&flash=0", Cause::Attention),
        (four, "&kern=eager", Cause::Elementwise),
        ("tp=8", "&dtype=fp8", Cause::Head),
        (four, "&split=26,18,18,18", Cause::Imbalance),
        (four, "&ckpt=full", Cause::Recompute),
        (four, "&gbs=64", Cause::Bubble),
        (four, "&overlap=none", Cause::Data),
        (four, "&zero=0", Cause::Optimizer),
    ] {
        let (before, after) = (loss(plain, cause), loss(&[plain, more].concat(), cause));
        assert!(
            after > before,
            "{plain}{more}: {cause:?} {before} to {after}"
        );
    }
    assert_eq!(loss("pp=4", Cause::Tensor), 0.0);
    let (plan, estimate) = estimated("#v=1&p=mixtral-8x7b/h100x64&ep=8&imbal=1.5");
    let busy = fall(&plan, &estimate, Conventions::default()).loss(Cause::BusyExperts);
    assert!(busy > 0.01, "{busy}");
}

#[test]
fn uneven_stages_are_imbalance_and_nothing_else() {
    // Another division of the layers changes no GPU's mean work: what it adds to the step is all
    // imbalance, and the last inch has none of it.
    let even = estimated("#v=1&p=llama3-70b/h100x64&tp=4&pp=4").1;
    let uneven = estimated("#v=1&p=llama3-70b/h100x64&tp=4&pp=4&split=32,16,16,16").1;
    close("compute", uneven.time.compute.0, even.time.compute.0, 1e-9);
    let longer = uneven.time.total().0 - even.time.total().0;
    assert!(longer > 0.3 * even.time.total().0, "{longer}");
    assert!(uneven.time.imbalance.0 > longer, "{:?}", uneven.time);
    close(
        "kernels",
        uneven.shares.kernels * uneven.time.total().0,
        even.shares.kernels * even.time.total().0,
        1e-9,
    );
    // If all stages are alike, none waits for another but to fill and drain.
    let alone = estimated("#v=1&p=llama3-8b/h100x8").1.time;
    assert_eq!((alone.bubble.0, alone.imbalance.0), (0.0, 0.0));
}
