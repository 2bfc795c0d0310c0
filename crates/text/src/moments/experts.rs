//! Moments of a layer with routed experts.

use super::conditions::slices;
use super::figures::MomentFigures;
use super::messages as say;
use crate::number::short_time;
use cost::network::Group;
use cost::trace::Happening;
use cost::traffic::Route;
use cost::units::{BytesPerSecond, Seconds};

pub(super) fn sentence(figures: &MomentFigures) -> [String; 2] {
    let takes = figures.takes();
    match figures.moment.what {
        Happening::Mixing => {
            let waited = figures.trace.exposed_of(figures.index);
            let sentence = if waited > takes * 1e-9 {
                say::mixing_waits(takes, waited)
            } else {
                say::mixing_sentence(takes)
            };
            [say::mixing().to_owned(), sentence]
        }
        Happening::Router => {
            let moe = &figures.legal.plan.model.moe;
            let sentence = say::router_sentence(moe.per_token, moe.experts, takes);
            [say::router().to_owned(), sentence]
        }
        Happening::Dispatch => [
            say::dispatch().to_owned(),
            say::dispatch_sentence(&copies(figures)),
        ],
        Happening::ExpertGather => [
            say::expert_gather().to_owned(),
            say::expert_gather_sentence(&figures.sent(Route::ExpertTensor)),
        ],
        Happening::Experts => experts(figures),
        Happening::ExpertReduce => [
            say::expert_reduce().to_owned(),
            say::expert_reduce_sentence(&figures.sent(Route::ExpertTensor)),
        ],
        Happening::Combine => [
            say::combine().to_owned(),
            say::combine_sentence(&copies(figures)),
        ],
        Happening::SharedIn | Happening::SharedOut => [
            say::shared_experts().to_owned(),
            say::shared_experts_sentence(takes),
        ],
        _ => {
            let results = figures.legal.plan.model.moe.per_token;
            [say::merge().to_owned(), say::merge_sentence(results, takes)]
        }
    }
}

/// An all-to-all of copies, with its mean bandwidth and the links that it takes.
fn copies(figures: &MomentFigures) -> String {
    let sent = figures.begun(|route, _| route == Route::Expert);
    let transfer = figures.transfer(sent);
    if sent.link <= Seconds::ZERO {
        return transfer;
    }
    let bandwidth = BytesPerSecond(sent.bytes.0 as f64 / sent.link.0);
    let group = Group::expert(figures.legal);
    let others = group.size.saturating_sub(1);
    match (group.far_share() * others as f64).round() as u64 {
        0 => say::copies_inside(&transfer, bandwidth),
        far => say::copies_beyond(&transfer, bandwidth, far, others),
    }
}

fn experts(figures: &MomentFigures) -> [String; 2] {
    let (experts, works) = (figures.legal.local_experts(), figures.works());
    let copies = figures.begun(|route, _| route == Route::Expert);
    let works = if copies.link > Seconds::ZERO {
        say::beside_copies(works, &figures.transfer(copies))
    } else {
        short_time(works)
    };
    let mut sentence = say::experts_sentence(slices(figures.legal), experts, &works);
    let imbalance = figures.legal.plan.imbalance();
    if figures.legal.plan.layout.expert > 1 && imbalance > 1.0 {
        sentence.push(' ');
        sentence.push_str(&say::experts_most_loaded(imbalance));
    }
    [say::experts().to_owned(), sentence]
}
