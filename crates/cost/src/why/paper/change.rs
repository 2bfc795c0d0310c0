//! Assumptions that lie between a textbook's value and ours.

use crate::calibration::Calibration;
use crate::plan::{
    CrossEntropy, Dtype, Optimizer, Plan, Recipe, Recompute, Tuning, WeightStorage, WordSet,
};
use crate::vocabularies;

vocabularies! {
    /// A step from a textbook's value to ours: the assumption that it drops.
    Change {
        /// Every parameter takes six FLOPs of a token, those of the input embedding too.
        Multiplied = "multiplied",
        /// Attention takes no FLOPs.
        AttentionFlops = "attention-flops",
        /// All weights have gradients, in a figure of FLOPs.
        FrozenFlops = "frozen-flops",
        /// A share of the peak can be above one.
        Limit = "limit",
        /// The FLOPs are six for each parameter and token, not those that the MFU counts.
        Counted = "counted",
        /// A run can end inside a step.
        WholeSteps = "whole-steps",
        /// Nothing fails.
        Failures = "failures",
        /// Training goes on at once after a failure.
        Restart = "restart",
        /// The interval and the loss between checkpoints are those of first order.
        HigherOrder = "higher-order",
        /// A checkpoint has the state of mixed precision with Adam, of all parameters.
        Saved = "saved",
        /// Attention keeps its scores.
        Flash = "flash",
        /// Model and stages have the shapes of the formula.
        Exact = "exact",
        /// No stage waits.
        Waits = "waits",
        /// All weights are trained, by the next token.
        Frozen = "frozen",
        /// Nothing is computed again.
        Recompute = "recompute",
        /// The schedule is 1F1B.
        Schedule = "schedule",
        /// Products run at the peak.
        Products = "products",
        /// Attention runs at the peak.
        Attention = "attention",
        /// Products of any size are equally fast.
        Sides = "sides",
        /// Bytes move at once.
        Kernels = "kernels",
        /// Kernels reach the memory's bandwidth.
        Bandwidth = "bandwidth",
        /// Kernels start at once.
        Launch = "launch",
        /// All kernels run at the peak, move bytes at once and start at once.
        Lengths = "lengths",
        /// Exchanges take no time, and links have no limit.
        Exchanges = "exchanges",
        /// Transfers reach the links' bandwidth.
        Links = "links",
        /// Messages start at once, at the full bandwidth.
        Latency = "latency",
        /// Nothing hides an exchange.
        Overlap = "overlap",
        /// Exchanges take no time.
        Transfers = "transfers",
        /// Framework and size of the cluster slow nothing.
        Slowdown = "slowdown",
        /// A step has no fixed cost.
        Overhead = "overhead",
        /// State has the types of mixed precision with Adam.
        Precision = "precision",
        /// The loss keeps its logits.
        Loss = "loss",
        /// The framework keeps nothing else.
        Framework = "framework",
        /// Nothing moves to the host.
        Offload = "offload",
        /// Nothing is held for a moment, and libraries have no workspaces.
        Buffers = "buffers",
        /// The allocator keeps nothing cached.
        Slack = "slack",
        /// Driver and communicators hold nothing.
        Context = "context",
        /// The reader's machine is that of the model.
        Machine = "machine",
    }
}

impl Change {
    /// True of assumptions about the plan, whose others are about the machine.
    pub(super) const fn is_of_plan(self) -> bool {
        matches!(
            self,
            Self::Frozen
                | Self::Recompute
                | Self::Schedule
                | Self::Overlap
                | Self::Precision
                | Self::Loss
                | Self::Framework
                | Self::Offload
        )
    }

    /// Makes the assumption of a plan.
    pub(super) fn assume_of(self, plan: &mut Plan) {
        let levers = &mut plan.levers;
        match self {
            Self::Frozen => plan.tuning = Tuning::default(),
            Self::Recompute => {
                levers.recompute = Recompute::None;
                levers.recompute_layers = None;
            }
            Self::Schedule => plan.layout.schedule = None,
            Self::Overlap => plan.stack.overlap = Some(WordSet::EMPTY),
            Self::Precision => {
                levers.dtype = Dtype::Bf16;
                levers.weight_storage = WeightStorage::Dtype;
                levers.optimizer = Optimizer::AdamW;
                (levers.master, levers.gradients) = (None, None);
                (levers.gathers_narrow, levers.keeps_gates_narrow) = (false, false);
            }
            Self::Loss => levers.cross_entropy = CrossEntropy::Plain,
            Self::Framework => {
                plan.stack.recipe = Recipe::ZeroPaper;
                (plan.stack.gradient_sync, plan.stack.optimizer_kernel) = (None, None);
            }
            Self::Offload => {
                levers.offload = WordSet::EMPTY;
                levers.offload_layers = None;
                levers.offload_modules = WordSet::EMPTY;
            }
            _ => (),
        }
    }

    /// Makes the assumption of the machine.
    pub(super) fn assume_in(self, constants: &mut Calibration) {
        match self {
            Self::Products => reach_the_peak(constants),
            Self::Attention => attend_at_the_peak(constants),
            Self::Sides => (constants.matmul_half_size, constants.misalignment) = (0.0, 0.0),
            Self::Kernels => constants.memory_efficiency = WITHOUT_LIMIT,
            Self::Bandwidth => constants.memory_efficiency = 1.0,
            Self::Launch => (constants.layer_launch, constants.routed_launch) = (0.0, 0.0),
            Self::Lengths => {
                for each in [
                    Self::Products,
                    Self::Attention,
                    Self::Sides,
                    Self::Kernels,
                    Self::Launch,
                ] {
                    each.assume_in(constants);
                }
            }
            Self::Exchanges => {
                constants.nvlink_efficiency = WITHOUT_LIMIT;
                constants.nic_efficiency = WITHOUT_LIMIT;
            }
            Self::Links => {
                constants.nvlink_efficiency = 1.0;
                constants.nic_efficiency = 1.0;
                constants.all_to_all_inside = 1.0;
                constants.dispatcher_inside = 1.0;
            }
            Self::Latency => {
                constants.half_message_bytes = 0.0;
                (constants.ring_step_inside, constants.ring_step_across) = (0.0, 0.0);
            }
            Self::Overlap => {
                (constants.tensor_leak, constants.data_leak) = (1.0, 1.0);
                constants.overlap_cover = 0.0;
            }
            Self::Transfers => {
                for each in [Self::Latency, Self::Exchanges] {
                    each.assume_in(constants);
                }
            }
            Self::Slowdown => slow_nothing(constants),
            Self::Overhead => constants.step_overhead = 0.0,
            _ => (),
        }
    }
}

/// A share of a bandwidth so large that nothing takes time.
const WITHOUT_LIMIT: f64 = 1e12;

fn reach_the_peak(constants: &mut Calibration) {
    for share in [
        &mut constants.ampere_matmul,
        &mut constants.hopper_matmul,
        &mut constants.blackwell_matmul,
        &mut constants.blackwell_ultra_matmul,
        &mut constants.cdna_matmul,
        &mut constants.other_matmul,
        &mut constants.hopper_fp8,
        &mut constants.blackwell_fp8,
        &mut constants.blackwell_fp4,
    ] {
        *share = 1.0;
    }
    constants.power_exponent = 0.0;
}

fn attend_at_the_peak(constants: &mut Calibration) {
    for share in [
        &mut constants.ampere_attention,
        &mut constants.hopper_attention,
        &mut constants.hopper_cudnn,
        &mut constants.blackwell_attention,
        &mut constants.blackwell_cudnn,
        &mut constants.other_attention,
        &mut constants.attention_backward,
        &mut constants.first_flash,
        &mut constants.third_flash,
    ] {
        *share = 1.0;
    }
    constants.attention_half_sequence = 0.0;
    constants.cudnn_half_sequence = 0.0;
}

fn slow_nothing(constants: &mut Calibration) {
    for factor in [
        &mut constants.nemo_time,
        &mut constants.llmfoundry_time,
        &mut constants.megatron_time,
        &mut constants.nanotron_time,
        &mut constants.torchtitan_time,
        &mut constants.deepspeed_time,
    ] {
        *factor = 1.0;
    }
    constants.scale_loss = 0.0;
}
