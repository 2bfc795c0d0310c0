//! Names of scenes, lanes, causes and routes.

use super::messages as say;
use cost::legal::Legal;
use cost::plan::ZeroStage;
use cost::trace::{Collective, TraceLane, TraceScene};
use cost::traffic::Route;

/// The name of a scene.
#[must_use]
pub fn scene(scene: TraceScene) -> &'static str {
    match scene {
        TraceScene::Tensor => say::scene_tensor(),
        TraceScene::Zero => say::scene_zero(),
        TraceScene::Pipeline => say::scene_pipeline(),
        TraceScene::Data => say::scene_data(),
        TraceScene::Experts => say::scene_experts(),
        TraceScene::Checkpoint => say::scene_checkpoint(),
        TraceScene::Context => say::scene_context(),
        TraceScene::Optimizer => say::scene_optimizer(),
        TraceScene::Attention => say::scene_attention(),
    }
}

/// The reason why a plan or a stage does not have a scene.
#[must_use]
pub fn absent(legal: &Legal, scene: TraceScene) -> &'static str {
    match scene {
        TraceScene::Tensor => say::scene_tensor_absent(),
        TraceScene::Zero => say::scene_zero_absent(),
        TraceScene::Pipeline if legal.plan.layout.pipeline > 1 => say::scene_pipeline_too_long(),
        TraceScene::Pipeline => say::scene_pipeline_absent(),
        TraceScene::Data => say::scene_data_absent(),
        TraceScene::Experts if legal.plan.model.moe.experts > 0 => say::scene_experts_dense_stage(),
        TraceScene::Experts => say::scene_experts_absent(),
        TraceScene::Context => say::scene_context_absent(),
        TraceScene::Checkpoint | TraceScene::Optimizer | TraceScene::Attention => say::no_layers(),
    }
}

/// The reason why a plan does not have a scene, as a word behind its name; `None` if the plan has it.
#[must_use]
pub fn absent_word(legal: &Legal, scene: TraceScene) -> Option<&'static str> {
    if scene.is_in(legal) {
        return None;
    }
    Some(match scene {
        TraceScene::Tensor => say::scene_tensor_word(),
        TraceScene::Zero if legal.plan.layout.zero == ZeroStage::Zero => say::scene_zero_word(),
        TraceScene::Zero if legal.replicas() == 1 => say::scene_data_word(),
        TraceScene::Zero => say::scene_zero_alone(),
        TraceScene::Pipeline => say::scene_pipeline_word(),
        TraceScene::Data => say::scene_data_word(),
        TraceScene::Experts => say::scene_experts_word(),
        TraceScene::Context => say::scene_context_word(),
        // Every plan has them.
        TraceScene::Checkpoint | TraceScene::Optimizer | TraceScene::Attention => return None,
    })
}

/// The name of a lane.
#[must_use]
pub fn lane(lane: TraceLane) -> &'static str {
    match lane {
        TraceLane::Compute => say::lane_compute(),
        TraceLane::Exchange => say::lane_exchange(),
        TraceLane::Data => say::lane_data(),
        TraceLane::Host => say::lane_host(),
        TraceLane::Memory => say::lane_memory(),
    }
}

/// Names of what fills the GPU's time: compute, recompute, exposed communication, idle, optimizer.
#[must_use]
pub fn causes() -> [&'static str; 5] {
    [
        say::cause_compute(),
        say::cause_recompute(),
        say::cause_exposed(),
        say::cause_idle(),
        say::cause_optimizer(),
    ]
}

/// Receivers of what a GPU sends on a route in an exchange of this form.
#[must_use]
pub fn receivers(route: Route, form: Collective) -> &'static str {
    match route {
        Route::Tensor => say::to_tensor(),
        Route::ExpertTensor => say::to_expert_tensor(),
        Route::Context => say::to_context(),
        Route::Expert => say::to_expert(),
        Route::Pipeline => match form {
            Collective::ToNextStage => say::to_next_stage(),
            Collective::ToStageBefore => say::to_stage_before(),
            _ => say::to_neighbouring_stages(),
        },
        Route::Data => say::to_data(),
        Route::AcrossShards => say::to_across_shards(),
        Route::ExpertData => say::to_expert_data(),
        Route::AcrossExpertShards => say::to_across_expert_shards(),
        Route::Host => say::to_host(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cost::plan::Word as _;
    use formats::link;

    #[test]
    fn a_scene_that_a_plan_does_not_have_has_its_reason_in_a_word() {
        use TraceScene::{Context, Data, Experts, Pipeline, Tensor, Zero};
        let words: [(&str, &[(TraceScene, &str)]); 4] = [
            (
                "p=llama3-70b/h100x64&tp=8&pp=4",
                &[(Experts, "dense model"), (Context, "CP 1")],
            ),
            (
                "p=llama3-8b/h100x1&zero=1",
                &[
                    (Tensor, "TP 1"),
                    (Zero, "DP 1"),
                    (Pipeline, "PP 1"),
                    (Data, "DP 1"),
                    (Experts, "dense model"),
                    (Context, "CP 1"),
                ],
            ),
            (
                "p=mixtral-8x7b/h100x64&tp=2&pp=4&ep=8&zero=0",
                &[(Zero, "ZeRO 0"), (Context, "CP 1")],
            ),
            // Ranks of a context share the state as replicas do.
            (
                "p=llama3-8b/h100x8&tp=2&cp=2&pp=2",
                &[(Experts, "dense model")],
            ),
        ];
        for (link, words) in words {
            let (plan, _) = link::decode(link);
            let legal = Legal::check(&plan).expect(link);
            for &scene in TraceScene::ALL {
                let expected = words.iter().find(|(absent, _)| *absent == scene);
                let expected = expected.map(|(_, word)| *word);
                assert_eq!(absent_word(&legal, scene), expected, "{scene:?} of {link}");
                assert_eq!(expected.is_none(), scene.is_in(&legal), "{scene:?}");
            }
        }
    }
}
