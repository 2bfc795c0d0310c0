//! Parts of a plan that a note on an exported file names.

use cost::plan::{Levers, Module, OffloadModule, Plan, Word};
use formats::catalog;
use formats::export::Aspect;

use crate::links::few;
use crate::presets;

messages!("aspects");

/// The part of the plan that a note is about, with the plan's value.
#[must_use]
pub fn aspect(aspect: Aspect, plan: &Plan) -> String {
    let (layout, levers, model) = (&plan.layout, &plan.levers, &plan.model);
    let micro_batch_count = || {
        let step = plan.batch.micro.saturating_mul(plan.data_parallel()).max(1);
        plan.global_batch() / step
    };
    match aspect {
        Aspect::Shape => shape().to_owned(),
        Aspect::Latent => latent().to_owned(),
        Aspect::Mixer => mixer().to_owned(),
        Aspect::Alibi => alibi().to_owned(),
        Aspect::NoSequenceParallel => no_sequence_parallel().to_owned(),
        Aspect::VirtualStages => virtual_stages().to_owned(),
        Aspect::Ends => ends().to_owned(),
        Aspect::ContiguousContext => contiguous_context().to_owned(),
        Aspect::ExpertOverlap => expert_overlap().to_owned(),
        Aspect::ExpertDomains => {
            let ranks = layout.expert.saturating_mul(layout.expert_tensor);
            expert_domains(ranks, plan.cluster.gpu.domain)
        }
        Aspect::Full => full().to_owned(),
        Aspect::NoFlash => no_flash().to_owned(),
        Aspect::OffloadOptimizer => offload_optimizer().to_owned(),
        Aspect::PagedMoments => paged_moments().to_owned(),
        Aspect::OffloadParameters => offload_parameters().to_owned(),
        Aspect::OffloadActivations => offload_activations().to_owned(),
        Aspect::Overlap => overlap().to_owned(),
        Aspect::Deterministic => deterministic().to_owned(),
        Aspect::Recipe => recipe().to_owned(),
        Aspect::Rendezvous => rendezvous().to_owned(),
        Aspect::Habits => choice("recipe", plan.stack.recipe).to_owned(),
        Aspect::DenseShape => dense_shape(model.moe.experts),
        Aspect::Window => window(model.window),
        Aspect::MultiToken => multi_token(model.multi_token_layers),
        Aspect::LearnedPositions => learned_positions(model.trained_sequence, plan.sequence()),
        Aspect::Vocabulary => vocabulary(model.vocab, layout.tensor),
        Aspect::KvHeads => kv_heads(model.kv_heads, layout.tensor),
        Aspect::Sequence => sequence(plan.sequence(), layout.context),
        Aspect::Tensor => tensor(layout.tensor),
        Aspect::Context => context(layout.context),
        Aspect::Pipeline => pipeline(layout.pipeline),
        Aspect::Schedule | Aspect::OneFOneB => schedule(choice("sched", plan.schedule())),
        Aspect::LoneSchedule => lone_schedule(choice("sched", plan.schedule())),
        Aspect::MicroBatches => micro_batches(micro_batch_count()),
        Aspect::Split => {
            let layers: Vec<String> = layout.split.iter().map(u64::to_string).collect();
            split(&few(&layers.join(",")))
        }
        Aspect::ContextKind => context_kind(choice("cpkind", layout.context_kind)),
        Aspect::Expert => expert(layout.expert),
        Aspect::ExpertTensor => expert_tensor(layout.expert_tensor),
        Aspect::Zero => zero(layout.zero.word()),
        Aspect::ZeroInPipeline => zero_in_pipeline(layout.zero.word()),
        Aspect::ShardGroup => shard_group(layout.shard_group),
        Aspect::Accumulation => accumulation(micro_batch_count()),
        Aspect::SomeLayers => some_layers(levers.recompute_layers.unwrap_or_default()),
        Aspect::FlashGeneration => flash_generation(plan.flash_generation()),
        Aspect::MlpTiles => mlp_tiles(levers.mlp_tiles),
        Aspect::Imbalance => imbalance(&plan.imbalance().to_string()),
        Aspect::Gpu => match catalog::gpu_entry(plan.cluster.gpu.preset) {
            Some(entry) => gpu(presets::gpu(entry)),
            None => own_gpu().to_owned(),
        },
        Aspect::Dtype => dtype(choice("dtype", levers.dtype)),
        Aspect::NarrowGathers if levers.gathers_narrow => gathers(Bits::Eight),
        Aspect::NarrowGathers => gathers(Bits::Sixteen),
        Aspect::NarrowGates => narrow_gates().to_owned(),
        Aspect::WeightStorage => weight_storage(choice("wstore", levers.weight_storage)),
        Aspect::Adapters => adapters(choice("ft", plan.tuning.tuned), plan.tuning.rank),
        Aspect::NoAdapters => no_adapters().to_owned(),
        Aspect::WholeState => whole_state().to_owned(),
        Aspect::Components => components().to_owned(),
        Aspect::FrozenParts => frozen_parts().to_owned(),
        Aspect::Lengths => lengths(plan.sample()),
        Aspect::Objective => objective(choice("obj", plan.tuning.objective)),
        Aspect::Optimizer => optimizer(choice("opt", levers.optimizer)),
        Aspect::Master => master(choice("master", plan.master())),
        Aspect::Gradients => gradients(choice("grads", plan.gradients())),
        Aspect::Selective => selective(&recomputed(levers)),
        Aspect::Kernels => kernels(choice("kern", plan.kernels())),
        Aspect::Messages => messages(choice("msg", plan.messages())),
        Aspect::GradientSync => gradient_sync(choice("gsync", plan.gradient_sync())),
        Aspect::OptimizerKernel => optimizer_kernel(choice("optkern", plan.optimizer_kernel())),
        Aspect::OffloadModules => {
            let modules = OffloadModule::ALL.iter().copied();
            let modules = modules.filter(|module| levers.offload_modules.contains(*module));
            let names: Vec<&str> = modules.map(|module| choice("offmod", module)).collect();
            offload_modules(&names)
        }
        Aspect::Dispatcher => dispatcher(choice("disp", plan.dispatcher())),
        Aspect::Graphs => graphs(choice("graph", plan.graphs())),
        Aspect::CrossEntropy => cross_entropy(choice("ce", levers.cross_entropy)),
    }
}

/// The name of a value, or its word where no control offers it.
pub(crate) fn choice<W: Word>(key: &str, value: W) -> &'static str {
    let names = crate::controls::label(key).map_or(&[][..], |label| label.options);
    names.get(value.index()).copied().unwrap_or(value.word())
}

/// Names of the modules that selective recompute drops.
pub(crate) fn recomputed(levers: &Levers) -> Vec<&'static str> {
    let modules = Module::ALL.iter().copied();
    let modules = modules.filter(|module| levers.modules.contains(*module));
    modules.map(|module| choice("ckptmod", module)).collect()
}
