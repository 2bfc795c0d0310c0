//! Errors of the model in the order of layouts: those in which two layouts of one model on one
//! cluster differ.

use std::collections::{BTreeMap, BTreeSet};

use cost::band::Band;
use cost::plan::{Layout, Levers, Plan};
use runs::quantile::{Weighted, quantile};

use crate::bands::COVERED;
use crate::judged::{Judged, Validation};
use crate::published::ALIKE;

/// Validations by which a run is predicted.
pub const VALIDATIONS: [Validation; 3] =
    [Validation::Fitted, Validation::Folds, Validation::LeftOut];

/// Number of sources below which a band is at least that of dense models, as runs of one source are
/// alike.
const FEW_SOURCES: usize = 4;

/// Two published layouts of the same model, cluster, batch and stack.
pub struct Couple<'a> {
    /// Source of both layouts.
    pub source: &'a str,
    /// True if the model routes tokens to experts.
    pub is_mixture: bool,
    /// Number of the setting that both layouts share.
    setting: usize,
    /// |ln of the predicted ratio of their steps − ln of the measured one|, by each validation.
    gaps: [f64; 3],
}

/// Summary of couples of one kind or source.
pub struct Order {
    /// Models on a cluster, with a batch and a stack.
    pub settings: usize,
    /// Couples of layouts.
    pub couples: usize,
    /// The median gap, by each validation.
    pub median: [f64; 3],
    /// The 80th percentile of the gaps, by each validation.
    pub most: [f64; 3],
}

/// One published layout with the model's error.
struct Point<'a> {
    plan: Plan,
    source: &'a str,
    /// Weighted sum of ln of measured over predicted, by each validation; its weight is `weight`.
    sum: [f64; 3],
    weight: f64,
}

/// Every couple of published layouts of one setting.
pub fn couples<'a>(judged: &'a [Judged]) -> Vec<Couple<'a>> {
    let mut settings: Vec<(Plan, Vec<Point>)> = Vec::new();
    for one in judged {
        let factors =
            VALIDATIONS.map(|way| one.step(way).map(|pair| pair.factor().ln() * one.weight));
        let [Some(fitted), Some(folds), Some(left_out)] = factors else {
            continue;
        };
        let source = one.row.source_group.as_str();
        let (plan, setting) = (one.row.plan.bare(), setting(&one.row.plan));
        let is_there = |(known, points): &(Plan, Vec<Point>)| {
            *known == setting && points.iter().all(|point| point.source == source)
        };
        let place = settings.iter().position(is_there).unwrap_or_else(|| {
            settings.push((setting, Vec::new()));
            settings.len() - 1
        });
        let points = &mut settings[place].1;
        let known = points.iter().position(|point| point.plan == plan);
        let known = known.unwrap_or_else(|| {
            points.push(Point {
                plan,
                source,
                sum: [0.0; 3],
                weight: 0.0,
            });
            points.len() - 1
        });
        let point = &mut points[known];
        for (sum, part) in point.sum.iter_mut().zip([fitted, folds, left_out]) {
            *sum += part;
        }
        point.weight += one.weight;
    }
    let mut couples = Vec::new();
    for (setting, (plan, points)) in settings.iter().enumerate() {
        for (index, one) in points.iter().enumerate() {
            for other in &points[index + 1..] {
                let gap = |way: usize| one.sum[way] / one.weight - other.sum[way] / other.weight;
                couples.push(Couple {
                    source: one.source,
                    is_mixture: plan.model.moe.experts > 0,
                    setting,
                    gaps: [0, 1, 2].map(|way| gap(way).abs()),
                });
            }
        }
    }
    couples
}

/// A plan without the choices of a search, so that it is equal for two layouts of a setting.
fn setting(plan: &Plan) -> Plan {
    let mut plan = plan.bare();
    let plain = Levers::default();
    plan.layout = Layout {
        context_kind: plan.layout.context_kind,
        ..Layout::default()
    };
    plan.batch.micro = 1;
    plan.levers.recompute = plain.recompute;
    plan.levers.modules = plain.modules;
    plan.levers.recompute_layers = plain.recompute_layers;
    plan.levers.offload = plain.offload;
    plan.levers.offload_layers = plain.offload_layers;
    plan
}

/// The order errors of these couples; `None` if there are none. A setting counts once, however many
/// of its layouts were published. A source counts by its settings to a power below one.
pub fn of(couples: &[&Couple]) -> Option<Order> {
    let mut of_setting: BTreeMap<usize, f64> = BTreeMap::new();
    let mut of_source: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for couple in couples {
        *of_setting.entry(couple.setting).or_default() += 1.0;
        let settings = of_source.entry(couple.source).or_default();
        settings.insert(couple.setting);
    }
    let gap = |way: usize, share: f64| {
        let weighted: Vec<Weighted> = couples
            .iter()
            .map(|couple| Weighted {
                value: couple.gaps[way],
                weight: (of_source[couple.source].len() as f64).powf(ALIKE)
                    / of_setting[&couple.setting],
            })
            .collect();
        quantile(&weighted, share)
    };
    gap(0, 0.5)?;
    Some(Order {
        settings: of_setting.len(),
        couples: couples.len(),
        median: [0, 1, 2].map(|way| gap(way, 0.5).unwrap_or_default()),
        most: [0, 1, 2].map(|way| gap(way, COVERED).unwrap_or_default()),
    })
}

/// The bands of the ratio of two steps: of dense models, of mixtures of experts. They follow from
/// the folds, which exclude both layouts from the fit. Few sources publish several layouts of a
/// mixture, so that its band is never narrower than that of dense models.
pub fn bands(couples: &[Couple]) -> [Band; 2] {
    let width = |is_mixture: bool| {
        let of_kind: Vec<&Couple> = couples
            .iter()
            .filter(|couple| couple.is_mixture == is_mixture)
            .collect();
        let sources: BTreeSet<&str> = of_kind.iter().map(|couple| couple.source).collect();
        let most = of(&of_kind).map_or(0.0, |order| order.most[1]);
        (most, sources.len())
    };
    let [(dense, _), (mixture, sources)] = [width(false), width(true)];
    let mixture = if sources < FEW_SOURCES {
        mixture.max(dense)
    } else {
        mixture
    };
    [dense, mixture].map(|width| {
        let rounded = |factor: f64| (factor * 1000.0).round() / 1000.0;
        Band {
            low: rounded((-width).exp()),
            high: rounded(width.exp()),
        }
    })
}
