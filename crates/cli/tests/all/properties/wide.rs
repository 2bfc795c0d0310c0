//! Plans drawn from all that a plan may choose, most of them legal. They cover every schedule,
//! type, recipe and module, windows, latents, experts, uneven stages, long sequences and odd GPUs.

use cost::estimate;
use cost::plan::{
    Cluster, LatentAttention, LinearMixer, MixerKind, MixtureOfExperts, Plan, Word, WordSet,
};
use formats::catalog::{GPUS, MODELS};
use proptest::prelude::*;

use test_utils::drawn::Drawn;

/// Numbers that follow from one seed (`SplitMix64`, Steele 2014).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// One of these.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[(self.roll() % from.len() as u64) as usize]
    }

    /// True once in this many throws on average.
    pub(crate) fn one_in(&mut self, times: u64) -> bool {
        self.roll().is_multiple_of(times)
    }

    pub(crate) fn word<W: Word>(&mut self) -> W {
        self.pick(W::ALL)
    }

    pub(crate) fn words<W: Word>(&mut self) -> WordSet<W> {
        WordSet::from_bits((self.roll() % (1 << W::ALL.len())) as u32)
    }

    /// A word one time in three, else what follows from the recipe.
    pub(crate) fn maybe<T>(&mut self, draw: impl Fn(&mut Self) -> T) -> Option<T> {
        let chosen = self.one_in(3);
        chosen.then(|| draw(self))
    }
}

/// A plan with any of its choices made.
pub(crate) fn wide(seed: u64) -> Plan {
    let dice = &mut Dice(seed);
    let (model, gpu) = (dice.pick(MODELS).model, dice.pick(GPUS).gpu);
    let mut plan = Plan::new(model, Cluster::new(gpu, 1));
    model_of(dice, &mut plan);
    layout_of(dice, &mut plan);
    levers_of(dice, &mut plan);
    if dice.one_in(4) {
        let gpu = &mut plan.cluster.gpu;
        gpu.peak_tflops *= dice.pick(&[0.1, 0.5, 2.0, 10.0]);
        gpu.hbm_gb_s *= dice.pick(&[0.2, 1.0, 3.0, 50.0]);
        gpu.nvlink_gb_s *= dice.pick(&[0.1, 1.0, 10.0]);
        gpu.nic_gb_s *= dice.pick(&[0.1, 1.0, 100.0]);
        gpu.watts *= dice.pick(&[0.3, 1.0, 4.0]);
        gpu.domain = dice.pick(&[1, 4, 8, 72]);
    }
    plan
}

fn model_of(dice: &mut Dice, plan: &mut Plan) {
    let model = &mut plan.model;
    if dice.one_in(3) {
        model.hidden = dice.pick(&[512, 1_024, 2_880, 4_096, 8_192, 16_384, 65_536]);
        model.heads = dice.pick(&[8, 16, 32, 64]);
        model.kv_heads = dice.pick(&[1, 2, 4, 8]);
        model.head_dim = dice.pick(&[64, 128, 256]);
        model.ffn = dice.pick(&[1_024, 4_096, 14_336, 65_536]);
        model.vocab = dice.pick(&[256, 32_000, 128_256, 1_048_576]);
        model.tied = dice.one_in(2);
        model.gated = dice.one_in(2);
    }
    if dice.one_in(4) {
        model.window = dice.pick(&[1, 128, 1_024, 4_096, 65_536]);
        model.full_attention_every = dice.pick(&[0, 1, 2, 6]);
    }
    if dice.one_in(6) {
        model.full_attention_every = dice.pick(&[0, 1, 2, 4]);
        model.mixer = Some(LinearMixer {
            kind: dice.pick(&[MixerKind::Mamba2, MixerKind::DeltaNet]),
            key_heads: dice.pick(&[1, 8, 16]),
            value_heads: dice.pick(&[16, 32, 128]),
            key_dim: dice.pick(&[64, 128, 256]),
            value_dim: dice.pick(&[64, 128]),
            convolution: 4,
        });
    }
    if dice.one_in(6) {
        model.mla = Some(LatentAttention {
            query_rank: dice.pick(&[0, 512, 1_536]),
            kv_rank: dice.pick(&[64, 512]),
            nope: dice.pick(&[0, 64, 128]),
            rope: dice.pick(&[1, 64]),
            value: dice.pick(&[1, 128]),
        });
    }
    if dice.one_in(4) {
        let experts = dice.pick(&[4, 8, 64, 256]);
        model.moe = MixtureOfExperts {
            experts,
            per_token: dice.pick(&[1, 2, 4]),
            ffn: dice.pick(&[256, 2_048, 14_336]),
            shared: dice.pick(&[0, 1, 2]),
            shared_ffn: dice.pick(&[0, 2_048]),
            dense_layers: dice.pick(&[0, 1, 3, 61]),
            every: dice.pick(&[0, 1, 2]),
        };
    }
    if dice.one_in(5) {
        model.multi_token_layers = dice.pick(&[1, 2]);
    }
}

fn layout_of(dice: &mut Dice, plan: &mut Plan) {
    let layout = &mut plan.layout;
    layout.tensor = dice.pick(&[1, 1, 2, 4, 8]);
    layout.pipeline = dice.pick(&[1, 1, 2, 4, 8]);
    layout.context = dice.pick(&[1, 1, 1, 2, 8]);
    layout.sequence_parallel = dice.maybe(|dice| dice.one_in(2));
    layout.context_kind = dice.word();
    layout.context_balanced = !dice.one_in(4);
    layout.zero = dice.word();
    layout.schedule = dice.maybe(Dice::word);
    if layout.pipeline > 1 && layout.schedule.is_none() && dice.one_in(3) {
        layout.virtual_stages = dice.pick(&[2, 3]);
    }
    let data = dice.pick(&[1, 1, 2, 4, 16]);
    plan.cluster.gpus = layout.tensor * layout.pipeline * layout.context * data;
    if plan.model.moe.experts > 0 {
        layout.expert = dice.pick(&[1, 1, 2, 4, 8]);
        layout.expert_tensor = dice.pick(&[1, 1, 2, 8]);
    }
    layout.shard_group = dice.pick(&[0, 0, 0, 1, 2]);
    plan.batch.micro = dice.pick(&[1, 1, 2, 4]);
    let sequences = [512, 2_048, 4_096, 8_192, 32_768, 131_072, 1_048_576];
    plan.batch.sequence = Some(dice.pick(&sequences));
    plan.batch.global = Some(plan.batch.micro * data * dice.pick(&[1, 2, 3, 8, 17, 32]));
    layers_of(dice, plan);
}

/// Layers that the stages divide, or an uneven split of them.
fn layers_of(dice: &mut Dice, plan: &mut Plan) {
    let stages = (1..=4).find(|chunks| {
        plan.layout.split = vec![1; (plan.layout.pipeline * chunks) as usize];
        plan.model.layers = plan.layout.pipeline * chunks;
        estimate(plan).is_ok()
    });
    plan.layout.split.clear();
    let stages = plan.layout.pipeline * stages.unwrap_or(1);
    plan.model.layers = stages * dice.pick(&[1, 2, 4, 8]);
    if dice.one_in(5) {
        let each = plan.model.layers / stages;
        plan.layout.split = vec![each; stages as usize];
        let ends = (0, stages as usize - 1);
        if ends.0 != ends.1 {
            plan.layout.split[ends.0] -= 1;
            plan.layout.split[ends.1] += 1;
        }
    } else if dice.one_in(5) {
        plan.layout.ends_count = true;
        plan.model.layers = (stages * 4).saturating_sub(2).max(1);
    }
}

fn levers_of(dice: &mut Dice, plan: &mut Plan) {
    let levers = &mut plan.levers;
    levers.dtype = dice.word();
    levers.gathers_narrow = dice.one_in(2);
    levers.optimizer = dice.word();
    levers.master = dice.maybe(Dice::word);
    levers.gradients = dice.maybe(Dice::word);
    levers.recompute = dice.word();
    levers.modules = dice.words();
    levers.recompute_layers = dice.maybe(|dice| dice.pick(&[0, 1, 3, 100]));
    levers.flash = !dice.one_in(4);
    levers.cross_entropy = dice.word();
    if dice.one_in(4) {
        levers.offload = dice.words();
        levers.offload_layers = dice.maybe(|dice| dice.pick(&[0, 1, 5]));
    }
    let stack = &mut plan.stack;
    stack.recipe = dice.word();
    stack.overlap = dice.maybe(Dice::words);
    stack.kernels = dice.maybe(Dice::word);
    stack.messages = dice.maybe(Dice::word);
    stack.flash_generation = dice.maybe(|dice| dice.pick(&[1, 2, 3]));
    stack.gradient_sync = dice.maybe(Dice::word);
    stack.dispatcher = dice.maybe(Dice::word);
    stack.graphs = dice.maybe(Dice::word);
    stack.imbalance = dice.maybe(|dice| dice.pick(&[1.0, 1.5]));
    stack.deterministic = dice.one_in(4);
    stack.fused_accumulation = dice.one_in(2);
}

/// A plan that can exist, of all that a plan may choose.
pub(crate) fn any_legal() -> impl Strategy<Value = Drawn> {
    any::<u64>().prop_map(|seed| {
        let mut dice = Dice(seed);
        let mut plans = (0..64).map(|_| wide(dice.roll()));
        // One in two is legal.
        let legal = plans.find(|plan| estimate(plan).is_ok());
        Drawn(legal.expect("one of sixty-four plans is legal"))
    })
}
