//! Numbers of stages, their orders and the sizes of the cluster that a search may choose.

use super::super::candidates::Order;
use super::Space;
use super::numbers::{divisors, members, products};
use crate::optimize::{Candidate, Division, DivisionKind, LayerRuns};
use cost::plan::limits::{GPUS, LAYERS};
use cost::plan::{LinearMixer, Plan, Schedule};

impl Space {
    /// The only allowed size of the cluster; `None` if the size is free.
    fn only_cluster(&self) -> Option<u64> {
        let free = &self.constraints.gpus;
        (free.start() == free.end()).then_some(*free.start())
    }

    /// The largest allowed number of GPUs, at most that of any plan.
    fn largest_cluster(&self) -> u64 {
        (*self.constraints.gpus.end()).min(*GPUS.end())
    }

    pub(super) fn all_stages(&self) -> Vec<(u64, Vec<Order>)> {
        let only = self.only_cluster();
        let largest = self.largest_cluster();
        let divides = |stages: &u64| match only {
            Some(gpus) => gpus.is_multiple_of(*stages),
            None => *stages <= largest,
        };
        let most = self.plan.model.layers.min(*LAYERS.end()) + 2;
        let stages = (1..=most).filter(|stages| self.constraints.pipeline.contains(stages));
        let orders = stages
            .filter(divides)
            .map(|stages| (stages, self.orders_of(stages)));
        orders.filter(|(_, orders)| !orders.is_empty()).collect()
    }

    /// Sizes of the cluster, in rising order. If the size is fixed, it is the only one. If it is
    /// free, the sizes are all products t·c·p·d of degrees that model, sequence and batch allow.
    pub(super) fn all_clusters(&self) -> Vec<u64> {
        if let Some(only) = self.only_cluster() {
            return vec![only];
        }
        let most = self.largest_cluster();
        let heads = divisors(self.plan.model.heads, &self.constraints.tensor);
        let tensor: Vec<u64> = heads.filter(|&tensor| self.is_tensor(tensor)).collect();
        let half = (self.plan.sequence() / 2).max(1);
        let pieces = divisors(half, &self.constraints.context);
        let context: Vec<u64> = pieces.filter(|&context| self.is_context(context)).collect();
        let data: Vec<u64> = divisors(self.plan.global_batch(), &(1..=most)).collect();
        let stages: Vec<u64> = self.stages.iter().map(|(stages, _)| *stages).collect();
        let mut sizes = vec![1];
        for degrees in [tensor, context, data, stages] {
            sizes = products(&sizes, &degrees, most);
        }
        sizes.retain(|gpus| self.constraints.gpus.contains(gpus));
        sizes
    }

    pub(super) fn is_tensor(&self, tensor: u64) -> bool {
        let model = &self.plan.model;
        let copies = tensor.is_multiple_of(model.kv_heads);
        model.heads.is_multiple_of(tensor)
            && model.ffn.is_multiple_of(tensor)
            && (model.kv_heads.is_multiple_of(tensor) || copies)
            && model.mixer.is_none_or(|mixer| mixer.is_divided_by(tensor))
    }

    pub(super) fn is_context(&self, context: u64) -> bool {
        let divides = |mixer: LinearMixer| mixer.is_divided_by(context);
        let is_even = context == 1 || self.plan.sequence().is_multiple_of(2 * context);
        is_even && self.plan.model.mixer.is_none_or(divides)
    }

    fn orders_of(&self, pipeline: u64) -> Vec<Order> {
        if pipeline == 1 {
            let allows = |kind| self.constraints.division.contains(kind);
            let is_even = self.constraints.splits.is_empty() && allows(DivisionKind::Even);
            let is_free = is_even && self.constraints.virtual_stages.contains(&1);
            return if is_free {
                vec![(Schedule::PLAIN, 1, Division::Even)]
            } else {
                Vec::new()
            };
        }
        let most = self.plan.model.layers / pipeline + 2;
        let chunks = |schedule: Schedule| {
            let range = if schedule.facts().is_interleaved() {
                2..=most
            } else {
                1..=1
            };
            range.map(move |chunks| (schedule, chunks))
        };
        let mut plan = self.plan.bare();
        members(self.constraints.schedule)
            .flat_map(chunks)
            .filter(|(_, chunks)| self.constraints.virtual_stages.contains(chunks))
            .flat_map(|(schedule, chunks)| {
                let candidate = Candidate {
                    pipeline,
                    ..Candidate::plain(&self.plan)
                };
                candidate
                    .ordered((schedule, chunks, Division::Even))
                    .write(&mut plan);
                let divisions = self.divisions(&plan).into_iter();
                divisions.map(move |division| (schedule, chunks, division))
            })
            .collect()
    }

    /// The allowed divisions of a plan's layers: those that a search offers, that of the space's own
    /// plan, and those that the constraints list.
    fn divisions(&self, plan: &Plan) -> Vec<Division> {
        let mut divisions = Division::offered(plan);
        let own = LayerRuns::of(&self.plan.layout.split);
        for runs in own.iter().chain(&self.constraints.splits) {
            let mut divided = plan.clone();
            divided.layout.split = runs.layers();
            let is_legal = runs.fits(plan) && Division::natural(plan).is_some();
            let division = Division::of(&divided).filter(|_| is_legal);
            divisions.extend(division.filter(|division| !divisions.contains(division)));
        }
        divisions.retain(|division| self.constraints.allows_division(*division, plan));
        divisions
    }
}
