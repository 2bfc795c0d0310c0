//! Memory that does not depend on a rank's layers: workspaces, tensors between stages, and memory
//! outside the allocator.

use crate::amount::{Count, Part, Symbol};
use crate::calibration as measured;
use crate::legal::Legal;
use crate::plan::{Kernels, Recipe};
use crate::units::{Bytes, GIB};

/// Workspaces of the matrix libraries.
pub(super) fn workspaces<C: Count>(legal: &Legal) -> Bytes<C> {
    let [cublas, engine, times] = workspace_parts(legal);
    let engine = C::bytes(engine).part(Part::EngineWorkspace);
    let engines = engine * C::letter(Symbol::EngineWorkspaces, times);
    let cublas = C::bytes(cublas).part(Part::CublasWorkspace);
    Bytes(cublas + engines.part(Part::EngineWorkspaces)).part(Part::Workspaces)
}

/// Bytes of cuBLAS's workspaces, bytes of one workspace of TransformerEngine, and the number of the
/// latter: grouped products of experts have four more.
pub(in crate::memory) fn workspace_parts(legal: &Legal) -> [u64; 3] {
    let plan = legal.plan;
    let family = plan.cluster.gpu.family;
    let grouped = if plan.model.moe.experts > 0 { 4 } else { 0 };
    let engine = match plan.kernels() {
        Kernels::Fused => measured::transformer_engine_workspace(family),
        _ => 0,
    };
    let cublas = if plan.stack.deterministic {
        2 * measured::DETERMINISTIC_WORKSPACE
    } else {
        measured::cublas_workspace(family)
    };
    [cublas, engine, 1 + grouped]
}

/// A tensor between two stages, 2·s·b·h/c bytes, 1/t of it under sequence parallelism.
pub(super) fn boundary<C: Count>(legal: &Legal) -> Bytes<C> {
    if legal.pipeline() == 1 {
        return Bytes::ZERO;
    }
    let factors = [Symbol::Element, Symbol::OuterTokens, Symbol::Hidden];
    Bytes::product(factors.map(|symbol| legal.letter(symbol))).part(Part::Boundary)
}

/// True if the memory beside the allocator is a fit to `DeepSpeed`'s published peaks.
pub(in crate::memory) fn is_fitted_beside(legal: &Legal) -> bool {
    legal.plan.stack.recipe == Recipe::DeepSpeed
}

/// Context of the driver and the loaded kernels, and buffers of the communicators.
pub(super) fn beside_the_allocator<C: Count>(legal: &Legal) -> Bytes<C> {
    let beside = if is_fitted_beside(legal) {
        Bytes(C::bytes(GIB).scaled(legal.fitted.deepspeed_beside_gib()))
    } else {
        let groups = C::letter(Symbol::Groups, communicators(legal));
        let each = C::bytes(measured::COMMUNICATOR_BYTES).part(Part::Communicator);
        let context = C::bytes(measured::CONTEXT_BYTES).part(Part::DriverContext);
        Bytes(context + (each * groups).part(Part::Communicators))
    };
    beside.part(Part::Beside)
}

/// Groups of ranks that communicate.
pub(in crate::memory) fn communicators(legal: &Legal) -> u64 {
    let layout = &legal.plan.layout;
    let groups = [
        layout.tensor,
        layout.pipeline,
        layout.context,
        legal.data,
        layout.expert,
    ];
    groups.into_iter().filter(|&degree| degree > 1).count() as u64
}
