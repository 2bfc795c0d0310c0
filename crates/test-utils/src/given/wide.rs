//! Plans drawn from all that a plan may choose, most of them legal. They cover every schedule,
//! type, recipe and module, windows, latents, experts, uneven stages, long sequences and odd GPUs.

use cost::estimate;
use cost::plan::{Cluster, LatentAttention, LinearMixer, MixerKind, MixtureOfExperts, Plan};
use formats::catalog::{GPUS, MODELS};

use crate::draw::Draw;

/// A model on one GPU, both of the catalogue.
pub(crate) fn presets(draw: &mut Draw) -> Plan {
    Plan::new(
        draw.pick(MODELS).model,
        Cluster::new(draw.pick(GPUS).gpu, 1),
    )
}

/// A plan with any of its choices made.
#[must_use]
pub fn wide(draw: &mut Draw) -> Plan {
    let mut plan = presets(draw);
    model_of(draw, &mut plan);
    layout_of(draw, &mut plan);
    levers_of(draw, &mut plan);
    if draw.once_in(4) {
        let gpu = &mut plan.cluster.gpu;
        gpu.peak_tflops *= draw.pick(&[0.1, 0.5, 2.0, 10.0]);
        gpu.hbm_gb_s *= draw.pick(&[0.2, 1.0, 3.0, 50.0]);
        gpu.nvlink_gb_s *= draw.pick(&[0.1, 1.0, 10.0]);
        gpu.nic_gb_s *= draw.pick(&[0.1, 1.0, 100.0]);
        gpu.watts *= draw.pick(&[0.3, 1.0, 4.0]);
        gpu.domain = draw.pick(&[1, 4, 8, 72]);
    }
    plan
}

fn model_of(draw: &mut Draw, plan: &mut Plan) {
    let model = &mut plan.model;
    if draw.once_in(3) {
        model.hidden = draw.pick(&[512, 1_024, 2_880, 4_096, 8_192, 16_384, 65_536]);
        model.heads = draw.pick(&[8, 16, 32, 64]);
        model.kv_heads = draw.pick(&[1, 2, 4, 8]);
        model.head_dim = draw.pick(&[64, 128, 256]);
        model.ffn = draw.pick(&[1_024, 4_096, 14_336, 65_536]);
        model.vocab = draw.pick(&[256, 32_000, 128_256, 1_048_576]);
        model.tied = draw.once_in(2);
        model.gated = draw.once_in(2);
    }
    if draw.once_in(4) {
        model.window = draw.pick(&[1, 128, 1_024, 4_096, 65_536]);
        model.full_attention_every = draw.pick(&[0, 1, 2, 6]);
    }
    if draw.once_in(6) {
        model.full_attention_every = draw.pick(&[0, 1, 2, 4]);
        model.mixer = Some(LinearMixer {
            kind: draw.pick(&[MixerKind::Mamba2, MixerKind::DeltaNet]),
            key_heads: draw.pick(&[1, 8, 16]),
            value_heads: draw.pick(&[16, 32, 128]),
            key_dim: draw.pick(&[64, 128, 256]),
            value_dim: draw.pick(&[64, 128]),
            convolution: 4,
        });
    }
    if draw.once_in(6) {
        model.mla = Some(LatentAttention {
            query_rank: draw.pick(&[0, 512, 1_536]),
            kv_rank: draw.pick(&[64, 512]),
            nope: draw.pick(&[0, 64, 128]),
            rope: draw.pick(&[1, 64]),
            value: draw.pick(&[1, 128]),
        });
    }
    if draw.once_in(4) {
        let experts = draw.pick(&[4, 8, 64, 256]);
        model.moe = MixtureOfExperts {
            experts,
            per_token: draw.pick(&[1, 2, 4]),
            ffn: draw.pick(&[256, 2_048, 14_336]),
            shared: draw.pick(&[0, 1, 2]),
            shared_ffn: draw.pick(&[0, 2_048]),
            dense_layers: draw.pick(&[0, 1, 3, 61]),
            every: draw.pick(&[0, 1, 2]),
        };
    }
    if draw.once_in(5) {
        model.multi_token_layers = draw.pick(&[1, 2]);
    }
}

fn layout_of(draw: &mut Draw, plan: &mut Plan) {
    let layout = &mut plan.layout;
    layout.tensor = draw.pick(&[1, 1, 2, 4, 8]);
    layout.pipeline = draw.pick(&[1, 1, 2, 4, 8]);
    layout.context = draw.pick(&[1, 1, 1, 2, 8]);
    layout.sequence_parallel = draw.maybe(3, |draw| draw.once_in(2));
    layout.context_kind = draw.word();
    layout.context_balanced = !draw.once_in(4);
    layout.zero = draw.word();
    layout.schedule = draw.maybe(3, Draw::word);
    if layout.pipeline > 1 && layout.schedule.is_none() && draw.once_in(3) {
        layout.virtual_stages = draw.pick(&[2, 3]);
    }
    let data = draw.pick(&[1, 1, 2, 4, 16]);
    plan.cluster.gpus = layout.tensor * layout.pipeline * layout.context * data;
    if plan.model.moe.experts > 0 {
        layout.expert = draw.pick(&[1, 1, 2, 4, 8]);
        layout.expert_tensor = draw.pick(&[1, 1, 2, 8]);
    }
    layout.shard_group = draw.pick(&[0, 0, 0, 1, 2]);
    plan.batch.micro = draw.pick(&[1, 1, 2, 4]);
    let sequences = [512, 2_048, 4_096, 8_192, 32_768, 131_072, 1_048_576];
    plan.batch.sequence = Some(draw.pick(&sequences));
    plan.batch.global = Some(plan.batch.micro * data * draw.pick(&[1, 2, 3, 8, 17, 32]));
    plan.batch.sample = draw.pick(&[None, None, Some(1), Some(700), Some(2_048), Some(9_000)]);
    plan.batch.packing = draw.word();
    layers_of(draw, plan);
}

/// Layers that the stages divide, or an uneven split of them.
fn layers_of(draw: &mut Draw, plan: &mut Plan) {
    let stages = (1..=4).find(|chunks| {
        plan.layout.split = vec![1; (plan.layout.pipeline * chunks) as usize];
        plan.model.layers = plan.layout.pipeline * chunks;
        estimate(plan).is_ok()
    });
    plan.layout.split.clear();
    let stages = plan.layout.pipeline * stages.unwrap_or(1);
    plan.model.layers = stages * draw.pick(&[1, 2, 4, 8]);
    if draw.once_in(5) {
        let each = plan.model.layers / stages;
        plan.layout.split = vec![each; stages as usize];
        let ends = (0, stages as usize - 1);
        if ends.0 != ends.1 {
            plan.layout.split[ends.0] -= 1;
            plan.layout.split[ends.1] += 1;
        }
    } else if draw.once_in(5) {
        plan.layout.ends_count = true;
        plan.model.layers = (stages * 4).saturating_sub(2).max(1);
    }
}

/// Draws what a plan trains.
pub(crate) fn tuning(draw: &mut Draw, plan: &mut Plan) {
    let tuning = &mut plan.tuning;
    tuning.tuned = draw.word();
    tuning.rank = draw.pick(&[1, 8, 16, 64, 256]);
    if draw.once_in(2) {
        tuning.targets = draw.words();
    }
    tuning.adapters = draw.maybe(3, Draw::word);
    tuning.double_quantised = !draw.once_in(3);
    if draw.once_in(3) {
        tuning.ends = draw.maybe(2, Draw::words);
        tuning.frozen_first = draw.pick(&[0, 1, 3, 8]);
        tuning.frozen_last = draw.pick(&[0, 0, 1, 5]);
    }
    if draw.once_in(4) {
        tuning.objective = draw.word();
        tuning.reference = draw.maybe(3, Draw::word);
    }
}

fn levers_of(draw: &mut Draw, plan: &mut Plan) {
    let levers = &mut plan.levers;
    levers.dtype = draw.word();
    levers.gathers_narrow = draw.once_in(2);
    levers.keeps_gates_narrow = draw.once_in(3);
    levers.optimizer = draw.word();
    levers.master = draw.maybe(3, Draw::word);
    levers.gradients = draw.maybe(3, Draw::word);
    levers.recompute = draw.word();
    levers.modules = draw.words();
    levers.recompute_layers = draw.maybe(3, |draw| draw.pick(&[0, 1, 3, 100]));
    levers.flash = !draw.once_in(4);
    levers.cross_entropy = draw.word();
    if draw.once_in(4) {
        levers.offload = draw.words();
        levers.offload_layers = draw.maybe(3, |draw| draw.pick(&[0, 1, 5]));
    }
    if draw.once_in(3) {
        tuning(draw, plan);
    }
    let stack = &mut plan.stack;
    stack.recipe = draw.word();
    stack.overlap = draw.maybe(3, Draw::words);
    stack.kernels = draw.maybe(3, Draw::word);
    stack.messages = draw.maybe(3, Draw::word);
    stack.flash_generation = draw.maybe(3, |draw| draw.pick(&[1, 2, 3]));
    stack.gradient_sync = draw.maybe(3, Draw::word);
    stack.dispatcher = draw.maybe(3, Draw::word);
    stack.graphs = draw.maybe(3, Draw::word);
    stack.imbalance = draw.maybe(3, |draw| draw.pick(&[1.0, 1.5]));
    stack.deterministic = draw.once_in(4);
    stack.fused_accumulation = draw.once_in(2);
}
