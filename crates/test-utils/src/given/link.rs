//! Links: most of plans that can exist, the others of any keys with any values.

use cost::plan::limits;
use cost::plan::{Plan, Schedule, Word};
use formats::catalog::{GPUS, MODELS};
use formats::link::{self, Key};
use search::degrees;

use super::keys;
use crate::draw::Draw;

/// Keys that a plan's numbers must divide by, or be divided by: [`likely`] gives them itself.
const DIVIDING: [&str; 27] = [
    "layers", "hidden", "ffn", "heads", "kv", "headdim", "experts", "topk", "moeffn", "tp", "pp",
    "cp", "ep", "etp", "sp", "vp", "sched", "split", "ends", "hsdp", "seq", "mbs", "gbs", "mla",
    "mtp", "dense", "every",
];

/// Odd parts of links: unknown keys, missing and invalid values, escapes.
const ODD: [&str; 12] = [
    "colour=red",
    "v=9",
    "p=nothing/h100x8",
    "p=llama3-8b/h100x0",
    "tp",
    "=",
    "tp=",
    "tp=-1",
    "zero=1e3",
    "%74p=2",
    "seq=4096%00",
    "layers=18446744073709551616",
];

/// A link.
#[must_use]
pub fn link(draw: &mut Draw) -> String {
    match draw.below(21) {
        0..=13 => likely(draw),
        14 | 15 => with_pairs(draw, likely, 3),
        16 | 17 => with_pairs(draw, presets, 12),
        18 => {
            let text = likely(draw);
            super::changed(draw, text, &ODD)
        }
        19 => pairs(draw),
        _ => draw.text(200),
    }
}

/// Keys and values of links, right and wrong, and pieces of their grammar.
#[must_use]
pub fn pairs(draw: &mut Draw) -> String {
    let starts = ["", "#", "#v=1&", "https://example.org/?embed=1#v=1&"];
    let mut link = draw.pick(&starts).to_owned();
    let keys: Vec<Key> = Key::all().collect();
    for _ in 0..draw.below(12) {
        let key = draw.pick(&keys);
        let name = match draw.below(9) {
            0 => draw.text(6),
            1 => draw.pick(&["v", "p"]).to_owned(),
            2 | 3 => ["b.", key.name()].concat(),
            _ => key.name().to_owned(),
        };
        let value = match draw.below(12) {
            0..=3 => draw.of_any_size(0..=u64::MAX).to_string(),
            4 | 5 => {
                let gpus = draw.of_any_size(0..=u64::MAX);
                named(draw, gpus)
            }
            6 | 7 => keys::value(draw, key),
            8 => {
                let other = draw.pick(&keys);
                keys::value(draw, other)
            }
            9 => (0..=draw.below(12))
                .map(|_| draw.pick(&['0', '1', '9', ',', '.']))
                .collect(),
            _ => draw.text(12),
        };
        match draw.below(10) {
            0 => link.push_str(&draw.text(12)),
            1 => link.extend((0..draw.below(5)).map(|_| draw.pick(&['&', '=', '#', '%']))),
            _ => link.push_str(&[&name, "=", &value].concat()),
        }
        link.push('&');
    }
    link
}

/// A link to a plan on few GPUs with few layers, for a short search.
#[must_use]
pub fn small(draw: &mut Draw) -> String {
    let mut plan = link::decode(&presets(draw)).0;
    if plan.model.moe.experts > 0 {
        set(&mut plan, "experts", 4);
        set(&mut plan, "topk", draw.whole(1..=4));
    }
    set(&mut plan, "layers", draw.pick(&[1, 2, 3, 4, 6, 8]));
    let size = draw.pick(&[1, 2, 4, 8, 16]);
    plan.cluster.gpus = draw.pick(&[1, 2, 3, 4, 6, 8]);
    let global = plan.cluster.gpus * draw.pick(&[1, 2, 4]);
    set(&mut plan, "gbs", global);
    set(&mut plan, "seq", 512 * size);
    choose_some(draw, &mut plan, 3);
    // A measurement is of a plan that was run, not of those that a search tries.
    plan.measured = cost::plan::Measured::default();
    link::encode(&plan)
}

/// The head of a link: version, model, GPUs.
fn presets(draw: &mut Draw) -> String {
    let gpus = draw.pick(&[1, 2, 3, 4, 7, 8, 16, 64, 100, 1_000, 2_048, 1_048_576]);
    ["#v=1&p=", &named(draw, gpus)].concat()
}

/// A model, and a number of GPUs of a type.
fn named(draw: &mut Draw, gpus: u64) -> String {
    let (model, gpu) = (draw.pick(MODELS).model.preset, draw.pick(GPUS).gpu.preset);
    format!("{model}/{gpu}x{gpus}")
}

/// A link of this kind followed by any values of any keys. Some of the keys are of plan B or of the
/// plan that was measured.
fn with_pairs(draw: &mut Draw, kind: impl Fn(&mut Draw) -> String, most: usize) -> String {
    let mut link = kind(draw);
    let keys: Vec<Key> = Key::all().collect();
    for _ in 0..draw.below(most + 1) {
        link.push('&');
        if draw.once_in(12) {
            link.push_str(draw.pick(&ODD));
            continue;
        }
        link.push_str(draw.pick(&["", "", "", "", "b.", "m."]));
        let key = draw.pick(&keys);
        link.push_str(key.name());
        link.push('=');
        link.push_str(&keys::value(draw, key));
    }
    link
}

/// A link to a plan that can exist, unless the values of its other keys forbid it.
#[must_use]
pub fn likely(draw: &mut Draw) -> String {
    let mut plan = link::decode(&presets(draw)).0;
    shape(draw, &mut plan);
    cut(draw, &mut plan);
    batch(draw, &mut plan);
    choose_some(draw, &mut plan, 8);
    link::encode(&plan)
}

fn set(plan: &mut Plan, key: &str, value: u64) {
    let _ = link::set_value(plan, key, &value.to_string());
}

/// Sometimes, another shape than the model's own.
fn shape(draw: &mut Draw, plan: &mut Plan) {
    if draw.once_in(4) {
        let heads = draw.pick(&[1, 4, 6, 8, 12, 32, 64, 96, 128]);
        set(plan, "heads", heads);
        set(plan, "kv", divisor(draw, heads, 128));
        set(plan, "headdim", draw.pick(&[8, 64, 80, 128, 256]));
        set(
            plan,
            "hidden",
            draw.pick(&[64, 768, 5_120, 16_384, 262_144]),
        );
        set(plan, "ffn", heads * draw.pick(&[1, 16, 256, 512]));
    }
    if draw.once_in(6) {
        let experts = draw.pick(&[0, 1, 4, 8, 60, 128, 4_096]);
        set(plan, "experts", experts);
        set(plan, "topk", draw.whole(1..=experts.clamp(1, 16)));
        set(plan, "moeffn", draw.pick(&[64, 1_536, 14_336]));
        set(plan, "dense", draw.pick(&[0, 0, 1, 3]));
        set(plan, "every", draw.pick(&[0, 1, 2]));
    }
    if draw.once_in(8) {
        let key = Key::named("mla").unwrap_or_else(|| unreachable!("a link has this key"));
        let value = keys::value(draw, key);
        let _ = link::set_value(plan, "mla", &value);
    }
    set(plan, "mtp", draw.pick(&[0, 0, 0, 0, 1, 2]));
}

/// Degrees that the shape divides by, and layers that divide by them.
fn cut(draw: &mut Draw, plan: &mut Plan) {
    let (heads, kv, ffn) = (plan.model.heads, plan.model.kv_heads, plan.model.ffn);
    let is_even = |tensor: u64| {
        let has_heads = heads.is_multiple_of(tensor) && ffn.is_multiple_of(tensor);
        has_heads && (kv.is_multiple_of(tensor) || tensor.is_multiple_of(kv))
    };
    let tensor: Vec<u64> = [1, 1, 2, 3, 4, 6, 8, 16, 32, 64]
        .into_iter()
        .filter(|t| is_even(*t))
        .collect();
    set(plan, "tp", draw.pick(&tensor));
    let pipeline = match draw.below(8) {
        0..=3 => draw.pick(&[1, 1, 2, 4]),
        4..=6 => draw.pick(&[2, 3, 6, 8, 12, 16, 32]),
        _ => draw.of_any_size(1..=1_000),
    };
    set(plan, "pp", pipeline);
    let schedules = Schedule::ALL;
    let schedule = draw.pick(schedules);
    let is_fit = match schedule {
        Schedule::DualPipe => pipeline.is_multiple_of(2),
        Schedule::Interleaved => pipeline > 1,
        _ => true,
    };
    if draw.once_in(2) && is_fit {
        let _ = link::set_value(plan, "sched", schedule.word());
        if schedule == Schedule::Interleaved {
            set(plan, "vp", draw.pick(&[1, 2, 3, 4, 8]));
        }
    }
    let chunks = match plan.schedule() {
        Schedule::Interleaved => plan.layout.virtual_stages,
        Schedule::ZbV | Schedule::VHalf | Schedule::VMin | Schedule::DualPipeV => 2,
        _ => 1,
    };
    layers(draw, plan, pipeline * chunks);
    set(plan, "cp", draw.pick(&[1, 1, 1, 1, 2, 3, 4, 8, 64]));
    if draw.once_in(5) {
        let _ = link::set_value(plan, "sp", draw.pick(&["0", "1"]));
    }
}

/// Layers that these stages can share out.
fn layers(draw: &mut Draw, plan: &mut Plan, stages: u64) {
    let most = *limits::LAYERS.end();
    match draw.below(6) {
        0 if stages <= plan.model.layers && stages <= 64 => {
            plan.layout.split = degrees::uneven(plan);
        }
        1 if stages >= 3 => {
            plan.layout.ends_count = true;
            set(
                plan,
                "layers",
                draw.whole(1..=(most / stages).max(1)) * stages - 2,
            );
        }
        2 => set(
            plan,
            "layers",
            draw.whole(1..=(most / stages).max(1)) * stages,
        ),
        _ => {
            let own = plan.model.layers.next_multiple_of(stages);
            set(plan, "layers", own.min(most / stages.min(most) * stages));
        }
    }
}

/// GPUs, experts' degrees and a batch that fit the cut.
fn batch(draw: &mut Draw, plan: &mut Plan) {
    let layout = &plan.layout;
    let (tensor, context, cut) = (
        layout.tensor,
        layout.context,
        layout.tensor * layout.context * layout.pipeline,
    );
    let most = (*limits::GPUS.end() / cut).max(1);
    let data = match draw.below(6) {
        0..=3 => draw.pick(&[1, 1, 2, 3, 4, 8, 16]),
        4 => draw.pick(&[32, 64, 100, 512]),
        _ => draw.of_any_size(1..=most),
    };
    let data = data.min(most);
    plan.cluster.gpus = cut * data;
    let ranks = tensor * context * data;
    let experts = plan.model.moe.experts;
    if experts > 0 {
        let expert = divisor(draw, experts, ranks);
        let expert = if ranks.is_multiple_of(expert) {
            expert
        } else {
            1
        };
        set(plan, "ep", expert);
        let width = draw.pick(&[1, 1, 1, 2, 4]);
        let is_fit =
            plan.model.moe.ffn.is_multiple_of(width) && ranks.is_multiple_of(expert * width);
        set(plan, "etp", if is_fit { width } else { 1 });
    }
    let group = divisor(draw, data * context, 4_096);
    set(plan, "hsdp", if draw.once_in(4) { group } else { 0 });
    let slice = 2 * context * tensor;
    let sequence = draw.pick(&[1, 16, 512, 1_024, 2_048, 4_096, 8_192, 65_536, 1_000_000]);
    set(plan, "seq", sequence.max(slice).next_multiple_of(slice));
    let micro = match draw.below(4) {
        0..=2 => draw.pick(&[1, 1, 2, 4]),
        _ => draw.of_any_size(1..=1_000),
    };
    set(plan, "mbs", micro);
    let most = (*limits::GLOBAL.end() / (micro * data)).max(1);
    let steps = match draw.below(8) {
        0..=4 => draw.whole(1..=16),
        5 | 6 => draw.pick(&[32, 60, 64, 128, 256, 1_000]),
        _ => draw.of_any_size(1..=most),
    };
    set(plan, "gbs", micro * data * steps.min(most));
}

/// A divisor of a number, as large as this at most.
fn divisor(draw: &mut Draw, number: u64, most: u64) -> u64 {
    let most = most.clamp(1, 4_096);
    let divisors: Vec<u64> = (1..=most.min(number.max(1)))
        .filter(|d| number.is_multiple_of(*d))
        .collect();
    draw.pick(&divisors)
}

/// Any values of some keys that need not divide anything.
fn choose_some(draw: &mut Draw, plan: &mut Plan, most: usize) {
    let free: Vec<Key> = Key::all()
        .filter(|key| !DIVIDING.contains(&key.name()))
        .collect();
    for _ in 0..draw.below(most + 1) {
        let key = draw.pick(&free);
        let _ = key.set(plan, &keys::value(draw, key));
    }
}
