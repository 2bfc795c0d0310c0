//! The cut of a model: every GPU has a place, every layer a stage, every shard a keeper.

use cost::cut::Cut;
use cost::estimate;
use cost::legal::Legal;
use cost::plan::Plan;
use formats::link;

fn plan(link: &str) -> Plan {
    let (plan, unclear) = link::decode(link);
    assert!(unclear.is_empty(), "{unclear:?}");
    plan
}

fn cut_of(plan: &Plan) -> Cut {
    let legal = Legal::check(plan).expect("a legal plan");
    Cut::of(&legal, &estimate(plan).expect("a legal plan").memory)
}

/// Plans with every kind of cut.
const PLANS: [&str; 8] = [
    "p=llama3-8b/h100x8&zero=3",
    "p=llama3-70b/h100x64&tp=8&pp=4&zero=1",
    "p=llama3-70b/h100x64&tp=2&pp=4&cp=4&gbs=64&zero=2",
    "p=llama3-70b/h100x64&tp=8&pp=4&sched=int&vp=5&gbs=64",
    "p=llama3-70b/h100x64&tp=8&pp=4&sched=zbv&gbs=64",
    "p=deepseek-v3-671b/h800x1024&pp=8&ep=64&layers=64&sched=dualpipe&gbs=2048",
    "p=mixtral-8x7b/h100x64&tp=2&pp=2&ep=8&zero=1",
    "p=llama3-8b/h100x64&zero=3&hsdp=8",
];

#[test]
fn every_gpu_has_one_place() {
    for link in PLANS {
        let plan = plan(link);
        let cut = cut_of(&plan);
        assert_eq!(cut.gpus(), plan.cluster.gpus, "{link}");
        for gpu in 0..cut.gpus() {
            assert_eq!(cut.gpu(cut.seat(gpu)), gpu, "{link}");
        }
        assert_eq!(cut.seat(cut.gpus() + 9), cut.seat(cut.gpus() - 1));
    }
}

#[test]
fn every_layer_is_on_one_stage_and_on_two_where_two_pipelines_meet() {
    for link in PLANS {
        let plan = plan(link);
        let legal = Legal::check(&plan).unwrap();
        let cut = cut_of(&plan);
        let mut times = vec![0; plan.model.layers as usize];
        for layer in cut.stages.iter().flat_map(|stage| stage.layers.iter()) {
            for layer in layer.clone() {
                times[layer as usize] += 1;
            }
        }
        let each = legal.copies();
        assert!(
            times.iter().all(|&times| times == each),
            "{link}: {times:?}"
        );
        let count =
            |is: fn(&cost::cut::StageCut) -> bool| cut.stages.iter().filter(|s| is(s)).count();
        assert_eq!(count(|stage| stage.embeds) as u64, each, "{link}");
        assert_eq!(count(|stage| stage.has_head) as u64, each, "{link}");
    }
}

#[test]
fn the_shares_that_gpus_keep_are_those_of_the_estimate() {
    for link in PLANS {
        let plan = plan(link);
        let cut = cut_of(&plan);
        let memory = estimate(&plan).unwrap().memory;
        for (stage, held) in cut.stages.iter().zip(&memory.stages) {
            let bytes = [
                held.state.weights,
                held.state.gradients,
                held.state.optimizer,
            ];
            for (kept, bytes) in stage.kept.iter().zip(bytes) {
                assert_eq!(*kept > 0.0, bytes.0 > 0, "{link}");
                assert!((0.0..=1.0).contains(kept), "{link}: {kept}");
            }
        }
    }
    // ZeRO-3 over 8 GPUs: an eighth of each part.
    let plan = plan(PLANS[0]);
    let cut = cut_of(&plan);
    assert_eq!(cut.sharers, 8);
    for kept in cut.stages[0].kept {
        assert!((kept - 0.125).abs() < 1e-6, "{kept}");
    }
}

#[test]
fn all_shards_have_a_keeper_in_every_shard_group() {
    for link in PLANS {
        let plan = plan(link);
        let cut = cut_of(&plan);
        let mut keepers = vec![0; cut.sharers as usize];
        for gpu in 0..cut.per_stage() {
            keepers[cut.shard(gpu) as usize] += 1;
        }
        let each = cut.per_stage() / cut.sharers;
        assert!(keepers.iter().all(|&keepers| keepers == each), "{link}");
    }
}

#[test]
fn stages_under_split_schedules_have_what_the_memory_terms_have() {
    use cost::memory::terms::StageTerms;
    for link in PLANS {
        let plan = plan(link);
        let legal = Legal::check(&plan).unwrap();
        let memory = estimate(&plan).unwrap().memory;
        for (place, stage) in cut_of(&plan).stages.iter().enumerate() {
            let moment = StageTerms::of(&legal, &memory, place).moment;
            assert_eq!(stage.in_flight, moment.in_flight, "{link}, stage {place}");
        }
    }
}

/// Plans with adapters, on one GPU and sharded.
const ADAPTERS: [&str; 6] = [
    "p=llama3-8b/a100-80x1&recipe=torchtitan&ft=lora",
    "p=llama3-8b/rtx4090x1&recipe=hf&ft=qlora&gbs=16",
    "p=llama3-8b/rtx4090x8&recipe=hf&ft=qlora&gbs=16&zero=3",
    "p=llama3-8b/h100x8&recipe=torchtitan&ft=lora&zero=3",
    "p=llama3-8b/h100x8&recipe=torchtitan&ft=lora&zero=2",
    "p=llama3-70b/h100x64&tp=8&pp=4&zero=1&ft=lora",
];

/// Adapters have 0.5 % of the parameters: their gradients and moments are a sliver beside the weights.
#[test]
fn the_state_of_adapters_is_drawn_as_small_as_it_is() {
    // 7.5 B weights of layers and the embedding and head of 0.525 B each, in 16 bits
    let [layers, ends] = [6.98, 1.05];
    let narrow = (4.127 / 8.0 * layers + 2.0 * ends) / (layers + ends);
    for (settings, weights) in [("ft=lora", 2.0), ("ft=qlora", narrow)] {
        let link = format!("#v=1&p=llama3-8b/a100-80x1&recipe=torchtitan&{settings}");
        let cut = cut_of(&plan(&link));
        let frozen = cut.frozen.unwrap();
        assert!((frozen / weights - 1.0).abs() < 0.01, "{link}: {frozen}");
        let [trained, gradients, optimizer] = cut.bytes;
        assert!(
            trained < 0.03 && gradients < 0.02 && optimizer < 0.05,
            "{link}"
        );
    }
    let full = cut_of(&plan("#v=1&p=llama3-8b/a100-80x1&recipe=zeropaper"));
    assert_eq!((full.bytes, full.frozen), ([2.0, 2.0, 12.0], None));
    assert_eq!(full.stages[0].frozen, None);
}

/// The frozen weights of each GPU and its trained ones are the weights of the estimate.
#[test]
fn frozen_and_trained_weights_are_the_weights_of_the_estimate() {
    for link in ADAPTERS {
        let plan = plan(link);
        let cut = cut_of(&plan);
        let memory = estimate(&plan).unwrap().memory;
        let params = cost::params::ModelParams::of_plan(&plan);
        let per_gpu = (params.total + params.trained) as f64 / plan.layout.tensor as f64;
        for (stage, held) in cut.stages.iter().zip(&memory.stages) {
            let frozen = stage.frozen.expect("adapters beside frozen weights");
            assert!(frozen.bytes < held.state.weights, "{link}");
            let alone = held.state.weights.saturating_sub(frozen.bytes);
            assert!(alone.0 < frozen.bytes.0 / 20, "{link}: {alone:?}");
            let whole = if cut.sharding.weights() {
                1.0 / cut.sharers as f64
            } else {
                1.0
            };
            let kept = [frozen.kept, stage.kept[0]];
            let is_so = kept.iter().all(|kept| (kept / whole - 1.0).abs() < 1e-3);
            assert!(is_so, "{link}: {kept:?}");
        }
        let bytes = |kept: f64, each: f64| kept * each * per_gpu;
        let kept = cut.stages[0].frozen.unwrap().kept;
        let drawn = bytes(kept, cut.frozen.unwrap()) + bytes(cut.stages[0].kept[0], cut.bytes[0]);
        let held: u64 = memory.stages.iter().map(|s| s.state.weights.0).sum();
        assert!((drawn / held as f64 - 1.0).abs() < 0.01, "{link}");
    }
}
