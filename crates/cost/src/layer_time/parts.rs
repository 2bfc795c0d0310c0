//! A layer's forward in the order in which its parts run.

use super::LayerKernels;
use super::operations::{ElementwiseBytes, core};
use crate::legal::Legal;
use crate::operation::Kernel;
use crate::params::LayerKind;
use crate::roofline::Roofline;
use crate::units::Seconds;

/// Seconds of the parts of one layer's forward for one micro-batch. Their sum is
/// [`super::Compute::forward`].
///
/// The time of the memory-bound kernels is divided in proportion to their bytes, that of casts in
/// proportion to the time of the products that read them. Waits for launches lengthen every part by
/// the same factor, as the model does not place them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ForwardParts {
    /// The norm before the attention.
    pub(crate) norm: Seconds,
    /// Products into queries, keys and values, latents among them, and their rotation.
    pub(crate) projections: Seconds,
    /// The attention core.
    pub(crate) attention: Seconds,
    /// The output projection of the attention.
    pub(crate) output: Seconds,
    /// The addition to the residual stream, and the norm before the MLP.
    pub(crate) between: Seconds,
    /// Products into the MLP or the shared experts, and their activation function.
    pub(crate) mlp_in: Seconds,
    /// Products out of the MLP or the shared experts.
    pub(crate) mlp_out: Seconds,
    /// The router, and the permutation of the copies that it orders.
    pub(crate) router: Seconds,
    /// Products of the routed experts, and their activation function.
    pub(crate) experts: Seconds,
    /// The sum of the copies that come back.
    pub(crate) merge: Seconds,
    /// The addition to the residual stream.
    pub(crate) add: Seconds,
}

impl ForwardParts {
    /// The parts of a layer of a kind.
    pub(crate) fn of(legal: &Legal, roofline: &Roofline, kind: LayerKind) -> Self {
        let legal = &legal.timed();
        let kernels = LayerKernels::of(legal, roofline, core(legal, roofline), kind);
        let moved = ElementwiseBytes::of(legal, &kernels.products, kind);
        let all = moved.total();
        let streaming = kernels.elementwise.forward.seconds;
        let of_bytes = |bytes: f64| streaming * if all > 0.0 { bytes / all } else { 0.0 };
        let products = |wanted: &[Kernel]| -> Seconds {
            let list = kernels.products.list();
            list.filter(|products| wanted.contains(&products.kernel()))
                .map(|products| products.seconds(roofline))
                .sum()
        };
        let every: Seconds = kernels
            .products
            .list()
            .map(|each| each.seconds(roofline))
            .sum();
        let casting = if every.0 > 0.0 {
            1.0 + of_bytes(moved.cast + moved.adapters + moved.dequantised).0 / every.0
        } else {
            1.0
        };
        let cast = |wanted: &[Kernel]| products(wanted) * casting;
        let parts = Self {
            norm: of_bytes(moved.stream / 4.0),
            projections: cast(&[Kernel::Latents, Kernel::Projections]) + of_bytes(moved.rotation),
            attention: kernels.core.forward.seconds,
            output: cast(&[Kernel::Output]),
            between: of_bytes(moved.stream / 2.0),
            mlp_in: cast(&[Kernel::MlpIn]) + of_bytes(moved.activation),
            mlp_out: cast(&[Kernel::MlpOut]),
            router: cast(&[Kernel::Router]) + of_bytes(moved.permuted / 2.0),
            experts: cast(&[Kernel::ExpertsIn, Kernel::ExpertsOut]) + of_bytes(moved.routed),
            merge: of_bytes(moved.permuted / 2.0),
            add: of_bytes(moved.stream / 4.0),
        };
        let busy = kernels.busy.forward;
        let takes = busy.smooth_max(kernels.launch);
        if busy.0 > 0.0 {
            parts.stretched(takes.0 / busy.0)
        } else {
            Self {
                norm: takes,
                ..parts
            }
        }
    }

    /// The parts with all waits for launches in the attention, which takes this long with them.
    pub(crate) fn waiting_in_attention(self, attention: Seconds) -> Self {
        let others = [
            self.norm,
            self.projections,
            self.output,
            self.between,
            self.mlp_in,
            self.mlp_out,
            self.router,
            self.experts,
            self.merge,
            self.add,
        ];
        let others: Seconds = others.into_iter().sum();
        let left = (others + self.attention).beyond(attention);
        let factor = left.0 / others.0.max(f64::MIN_POSITIVE);
        Self {
            attention,
            ..self.stretched(factor)
        }
    }

    /// The parts, each multiplied by a factor.
    fn stretched(self, factor: f64) -> Self {
        Self {
            norm: self.norm * factor,
            projections: self.projections * factor,
            attention: self.attention * factor,
            output: self.output * factor,
            between: self.between * factor,
            mlp_in: self.mlp_in * factor,
            mlp_out: self.mlp_out * factor,
            router: self.router * factor,
            experts: self.experts * factor,
            merge: self.merge * factor,
            add: self.add * factor,
        }
    }
}
