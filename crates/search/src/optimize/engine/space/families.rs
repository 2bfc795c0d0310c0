//! Families of layouts: the degrees and the micro-batch that fix the kernels of a layer.

use super::Space;
use super::numbers::{divisors, members};
use crate::optimize::Switch;
use crate::optimize::candidate::Candidate;

/// Visits each value of one axis.
type Axis = fn(&Space, Candidate, &mut dyn FnMut(Candidate));

/// The axes of a family on this many GPUs: later ones depend on earlier ones.
static FAMILY: [Axis; 10] = [
    |space, candidate, visit| space.dtype(candidate, visit),
    |space, candidate, visit| space.offload(candidate, visit),
    |space, candidate, visit| space.loss(candidate, visit),
    |space, candidate, visit| space.optimizer(candidate, visit),
    |space, candidate, visit| space.tensor(candidate, visit),
    |space, candidate, visit| space.context(candidate, visit),
    |space, candidate, visit| space.sequence_parallel(candidate, visit),
    |space, candidate, visit| space.expert(candidate, visit),
    |space, candidate, visit| space.expert_tensor(candidate, visit),
    |space, candidate, visit| space.micro(candidate, visit),
];

impl Space {
    /// Every family on this many GPUs, as a candidate of one stage without recomputation and
    /// sharding.
    pub(in super::super) fn families(&self, gpus: u64) -> Vec<Candidate> {
        let mut families = Vec::new();
        let plain = Candidate {
            gpus,
            ..Candidate::plain(&self.plan)
        };
        self.vary(&FAMILY, plain, &mut |family| families.push(family));
        families
    }

    fn vary(&self, axes: &[Axis], candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        match axes.split_first() {
            Some((axis, rest)) => axis(self, candidate, &mut |candidate| {
                self.vary(rest, candidate, visit);
            }),
            None => visit(candidate),
        }
    }

    fn dtype(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        for dtype in members(self.constraints.dtype) {
            visit(Candidate { dtype, ..candidate });
        }
    }

    fn offload(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        for offload in self.constraints.offloads(&self.plan) {
            visit(Candidate {
                offload,
                ..candidate
            });
        }
    }

    fn loss(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        for loss in members(self.constraints.loss) {
            visit(Candidate { loss, ..candidate });
        }
    }

    fn optimizer(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        for optimizer in members(self.constraints.optimizer) {
            visit(Candidate {
                optimizer,
                ..candidate
            });
        }
    }

    fn tensor(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        let tensor = divisors(candidate.gpus, &self.constraints.tensor);
        for tensor in tensor.filter(|&tensor| self.is_tensor(tensor)) {
            visit(Candidate {
                tensor,
                ..candidate
            });
        }
    }

    fn context(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        let context = divisors(candidate.gpus / candidate.tensor, &self.constraints.context);
        for context in context.filter(|&context| self.is_context(context)) {
            let context_kind = if context > 1 {
                self.constraints.context_kind
            } else {
                candidate.context_kind
            };
            visit(Candidate {
                context,
                context_kind,
                ..candidate
            });
        }
    }

    fn sequence_parallel(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        if candidate.tensor == 1 {
            return visit(candidate);
        }
        let tokens = self.plan.sequence() / candidate.context;
        for switch in members(self.constraints.sequence_parallel) {
            let sequence_parallel = switch == Switch::On;
            if !sequence_parallel || tokens.is_multiple_of(candidate.tensor) {
                visit(Candidate {
                    sequence_parallel,
                    ..candidate
                });
            }
        }
    }

    fn expert(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        let experts = self.plan.model.moe.experts.max(1);
        let divides = |&expert: &u64| candidate.gpus.is_multiple_of(expert);
        for expert in divisors(experts, &self.constraints.expert).filter(divides) {
            visit(Candidate {
                expert,
                ..candidate
            });
        }
    }

    fn expert_tensor(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        let moe = &self.plan.model.moe;
        let width = if moe.experts > 0 { moe.ffn } else { 1 };
        let ranks = candidate.gpus / candidate.expert;
        let divides = |&tensor: &u64| ranks.is_multiple_of(tensor);
        for expert_tensor in divisors(width, &self.constraints.expert_tensor).filter(divides) {
            visit(Candidate {
                expert_tensor,
                ..candidate
            });
        }
    }

    fn micro(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        for micro in divisors(self.plan.global_batch(), &self.constraints.micro) {
            visit(Candidate { micro, ..candidate });
        }
    }
}
