//! All that a drawing shows: equal scenes have equal drawings.

use std::sync::Arc;

use cost::moment::StepMoment;
use cost::placement::{Carrier, Partners, Placement};
use cost::traffic::Route;

use super::sheet::Sheet;
use crate::store::Page;

/// Routes whose exchanges are drawn, in their order.
const ROUTES: [Route; 6] = [
    Route::Tensor,
    Route::Context,
    Route::Expert,
    Route::Pipeline,
    Route::Data,
    Route::ExpertData,
];

/// The exchange of a group of GPUs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DrawnExchange {
    pub(super) route: Route,
    /// The members of the group.
    pub(super) partners: Partners,
    /// True if the exchange goes over the network.
    pub(super) is_over_network: bool,
}

/// All that a drawing shows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CutScene {
    pub(super) sheet: Sheet,
    /// The exchanges that are drawn: those of the chosen GPU, or all of a route.
    pub(super) exchanges: Vec<DrawnExchange>,
    /// True if the exchanges are all of a route.
    pub(super) is_whole_route: bool,
    /// The moment of the step at which the stages are drawn; none for their memory's peak.
    pub(super) moment: Option<Arc<StepMoment>>,
    /// Layers of the model.
    pub(super) layers: u64,
    /// Attention heads of the model.
    pub(super) heads: u64,
    /// The part of each layer's matrices in a column, in words.
    pub(super) column: String,
}

impl CutScene {
    /// The scene of a page; `pointed` is the route whose exchanges are drawn for all GPUs.
    pub(super) fn new(sheet: Sheet, page: &Page, pointed: Option<Route>) -> Self {
        let placement = page.placement();
        let of_route = pointed.map(|route| exchanges_of_route(&sheet, placement, route));
        let of_route = of_route.filter(|exchanges| !exchanges.is_empty());
        let is_whole_route = of_route.is_some();
        let exchanges =
            of_route.unwrap_or_else(|| exchanges_of_gpu(placement, sheet.cut.gpu(sheet.chosen)));
        let model = &page.plan.model;
        Self {
            exchanges,
            is_whole_route,
            moment: page.moment.clone(),
            layers: model.layers,
            heads: model.heads,
            column: text::cut::column(&page.plan),
            sheet,
        }
    }
}

/// The exchanges of a GPU with others.
fn exchanges_of_gpu(placement: &Placement, gpu: u64) -> Vec<DrawnExchange> {
    let legs = placement.legs(gpu);
    let of = |route: Route| {
        let leg = legs.iter().find(|leg| leg.route == route)?;
        let is_shared = leg.partners.size > 1 || route == Route::Pipeline;
        is_shared.then_some(DrawnExchange {
            route,
            partners: leg.partners,
            is_over_network: leg.carrier == Carrier::Network,
        })
    };
    ROUTES.into_iter().filter_map(of).collect()
}

/// The exchanges of a route among the GPUs that are drawn, each group once.
fn exchanges_of_route(sheet: &Sheet, placement: &Placement, route: Route) -> Vec<DrawnExchange> {
    let mut exchanges: Vec<DrawnExchange> = Vec::new();
    for (seat, _) in sheet.cells() {
        let of_gpu = exchanges_of_gpu(placement, sheet.cut.gpu(seat));
        for exchange in of_gpu {
            if exchange.route == route && !exchanges.contains(&exchange) {
                exchanges.push(exchange);
            }
        }
    }
    exchanges
}
