//! Lengths of samples: the expected longest of a micro-batch, and what packed attention computes.

use cost::estimate;
use cost::legal::Legal;
use cost::plan::{Packing, Plan};
use formats::link;

fn plan(link: &str) -> Plan {
    link::decode(link).0
}

#[test]
fn the_longest_of_a_micro_batch_is_the_mean_of_the_maximum() {
    let mut plan = plan("#v=1&p=llama3-8b/h100x8&seq=4096&slen=1024&pack=padded");
    // The maximum of b draws of x = s·u^(1/α) has the mean ∫ s·u^(1/α) d(u^b): a sum over many
    // equal steps of u, with α = s̄/(s−s̄) = 1/3.
    let steps = 200_000;
    for micro in [1, 2, 3, 8, 64] {
        plan.batch.micro = micro;
        let sum: f64 = (0..steps)
            .map(|step| {
                let u = (f64::from(step) + 0.5) / f64::from(steps);
                let density = micro as f64 * u.powi(micro as i32 - 1);
                4_096.0 * u.powi(3) * density / f64::from(steps)
            })
            .sum();
        let ours = plan.padded_sequence() as f64;
        assert!((ours - sum).abs() < 1.5, "{micro}: {ours}, {sum}");
    }
}

#[test]
fn padding_grows_from_the_mean_to_the_longest() {
    let mut plan = plan("#v=1&p=llama3-8b/h100x8&seq=4096&slen=1000&pack=padded");
    let mut before = 0;
    for power in 0..=20 {
        plan.batch.micro = 1 << power;
        let padded = plan.padded_sequence();
        assert!(padded > before || padded == 4_096, "{power}: {padded}");
        before = padded;
    }
    plan.batch.micro = 1;
    assert_eq!((plan.padded_sequence(), plan.padding_share()), (1_000, 0.0));
    assert_eq!(before, 4_096);
    // A mean of a sequence or more leaves nothing to pad.
    for mean in [4_096, 5_000] {
        plan.batch.sample = Some(mean);
        assert_eq!((plan.padded_sequence(), plan.padding_share()), (4_096, 0.0));
        assert!(!plan.has_short_samples());
    }
}

#[test]
fn the_padded_length_divides_as_the_layout_does() {
    for (layout, multiple) in [
        ("&tp=8", 8),
        ("&cp=4", 8),
        ("&tp=2&cp=4", 8),
        ("&tp=8&sp=0", 1),
    ] {
        let link = [
            "#v=1&p=llama3-8b/h100x64&seq=8192&slen=1001&pack=padded",
            layout,
        ]
        .concat();
        let plan = plan(&link);
        let padded = plan.padded_sequence();
        assert_eq!(padded, 1_001_u64.next_multiple_of(multiple), "{link}");
        assert!(Legal::check(&plan).is_ok(), "{link}");
    }
}

#[test]
fn a_query_of_a_packed_sequence_reads_the_keys_of_its_document() {
    let plan = plan("#v=1&p=llama3-8b/h100x8&seq=8192&slen=1024");
    let legal = Legal::check(&plan).expect("a legal plan");
    assert_eq!((legal.document(), legal.mean_keys()), (1_024, 512.0));
    // A window within the document counts as it does within a sequence.
    let mut narrow = plan.clone();
    narrow.model.window = 256;
    let legal = Legal::check(&narrow).expect("a legal plan");
    assert_eq!(legal.mean_keys(), narrow.model.mean_keys(1_024));
}

#[test]
fn packed_attention_counts_only_the_pairs_of_documents() {
    let full = estimate(&plan("#v=1&p=llama3-8b/h100x8&seq=8192")).expect("a legal plan");
    let packed = estimate(&plan("#v=1&p=llama3-8b/h100x8&seq=8192&slen=1024"));
    let packed = packed.expect("a legal plan");
    // 6 FLOPs of 7.505 B multiplied weights, and 12·L·h·s̄ of attention (Chowdhery 2022, appendix B)
    let per_token = |keys: f64| 6.0 * 7_504_658_432.0 + 12.0 * 32.0 * 4_096.0 * keys;
    let utilisation = &packed.utilisation;
    let mfu = utilisation.tokens_per_second * per_token(1_024.0) / utilisation.peak.0;
    assert!((utilisation.mfu / mfu - 1.0).abs() < 1e-12);
    assert!(packed.time.compute.0 < full.time.compute.0);
    assert_eq!(packed.memory, full.memory);
}

#[test]
fn a_score_matrix_is_computed_whole_whatever_the_documents() {
    let full = estimate(&plan("#v=1&p=llama3-8b/h100x8&seq=2048&flash=0"));
    let packed = estimate(&plan("#v=1&p=llama3-8b/h100x8&seq=2048&slen=256&flash=0"));
    let [full, packed] = [full, packed].map(|estimate| estimate.expect("a legal plan"));
    assert_eq!((packed.time, packed.memory), (full.time, full.memory));
    assert!(packed.utilisation.mfu < full.utilisation.mfu);
}

#[test]
fn padding_trains_on_nothing() {
    let plan =
        plan("#v=1&p=llama3-8b/h100x8&seq=4096&slen=1024&pack=padded&mbs=4&gbs=64&tok=65536000");
    assert_eq!(plan.batch.packing, Packing::Padded);
    let estimate = estimate(&plan).expect("a legal plan");
    // 64 sequences of 1,024 tokens
    assert_eq!(
        (plan.tokens_per_step(), estimate.run.steps),
        (65_536, 1_000)
    );
    // 2,341 of 4,096 · 4 · 1,024 / (4,096 + 3 · 1,024) tokens each
    assert!((plan.padding_share() - (1.0 - 1_024.0 / 2_341.0)).abs() < 1e-12);
    let share = estimate.shares.padding * estimate.time.total().0 / estimate.time.compute.0;
    assert!((share - plan.padding_share()).abs() < 1e-12);
}
