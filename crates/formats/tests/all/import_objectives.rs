//! Losses of preferences and rewards, updates in the backward and paged moments in files of frameworks.

use cost::legal::Legal;
use cost::plan::{Objective, Offload, OptimizerKernel, Plan, Reference};
use formats::catalog;
use formats::export::{Aspect, Export, Fate, Target, export};
use formats::import::{ImportRefusal, Imported, import};
use formats::link;

/// A text read beside the default plan.
fn read(text: &str) -> Imported {
    import(text, None, &catalog::default_plan()).unwrap_or_else(|why| panic!("{why:?}: {text}"))
}

/// The file of a legal plan.
fn written(plan: &Plan, target: Target) -> Export {
    let legal = Legal::check(plan).expect("a legal plan");
    export(&legal, target, &text::exchange::EXPORT)
}

const AXOLOTL: &str = "base_model: Qwen/Qwen3-8B\nmicro_batch_size: 3\nsequence_len: 2048\n\
    gradient_accumulation_steps: 4\n";
const LLAMA_FACTORY: &str = "model_name_or_path: Qwen/Qwen3-8B\nfinetuning_type: full\n\
    cutoff_len: 2048\nper_device_train_batch_size: 3\ngradient_accumulation_steps: 4\n";
const SWIFT: &str = "swift rlhf --model Qwen/Qwen3-8B --tuner_type full \
    --per_device_train_batch_size 3 --gradient_accumulation_steps 4 ";

/// A pair is two sequences; answers with a reward are one each.
#[test]
fn objectives_are_read_with_their_reference_models() {
    let preferences = (Objective::Preference, 6);
    for (text, (objective, micro), reference) in [
        (
            [AXOLOTL, "rl: dpo\n"].concat(),
            preferences,
            Reference::Resident,
        ),
        (
            [AXOLOTL, "rl: orpo\n"].concat(),
            preferences,
            Reference::None,
        ),
        (
            [AXOLOTL, "rl: grpo\n"].concat(),
            (Objective::Reward, 3),
            Reference::None,
        ),
        (
            AXOLOTL.to_owned(),
            (Objective::NextToken, 3),
            Reference::None,
        ),
        (
            [LLAMA_FACTORY, "stage: dpo\n"].concat(),
            preferences,
            Reference::Resident,
        ),
        (
            [LLAMA_FACTORY, "stage: dpo\npref_loss: simpo\n"].concat(),
            preferences,
            Reference::None,
        ),
        (
            [LLAMA_FACTORY, "stage: sft\n"].concat(),
            (Objective::NextToken, 3),
            Reference::None,
        ),
        (
            [SWIFT, "--rlhf_type dpo"].concat(),
            preferences,
            Reference::Resident,
        ),
    ] {
        let plan = read(&text).plan;
        let found = (plan.tuning.objective, plan.batch.micro, plan.reference());
        assert_eq!(found, (objective, micro, reference), "{text}");
        // Four micro-batches a rank.
        let each = plan.global_batch() / plan.data_parallel();
        assert_eq!(each, 4 * micro, "{text}");
    }
}

/// No plan has answers without pairs, or a model of rewards.
#[test]
fn other_objectives_stay_refused() {
    for (text, name) in [
        ([AXOLOTL, "rl: kto\n"].concat(), "kto"),
        ([LLAMA_FACTORY, "stage: rm\n"].concat(), "rm"),
        ([LLAMA_FACTORY, "stage: ppo\n"].concat(), "ppo"),
    ] {
        let refused = import(&text, None, &catalog::default_plan()).err();
        assert_eq!(
            refused,
            Some(ImportRefusal::Objective(name.to_owned())),
            "{text}"
        );
    }
}

/// A file of no framework has the objective of a plan: it is said.
#[test]
fn an_export_says_that_the_objective_is_missing() {
    let (plan, _) = link::decode("#v=1&p=qwen3-8b/h100x8&zero=2&gbs=64&recipe=hf&obj=dpo");
    for (target, fate) in [
        (Target::Axolotl, Fate::Yours),
        (Target::Megatron, Fate::NoOption),
    ] {
        let notes = written(&plan, target).notes;
        let said = notes.iter().find(|note| note.aspect == Aspect::Objective);
        assert_eq!(said.map(|note| note.fate), Some(fate), "{target:?}");
    }
}

#[test]
fn paged_moments_are_written_and_read_back() {
    let (plan, _) =
        link::decode("#v=1&p=qwen3-8b/h100x8&zero=2&gbs=64&recipe=hf&opt=adamw8&off=paged");
    for target in [Target::Axolotl, Target::LlamaFactory] {
        let file = written(&plan, target);
        assert!(file.text.contains("paged_adamw_8bit"), "{}", file.text);
        let again = read(&file.text).plan;
        assert!(again.levers.offload.contains(Offload::Paged), "{target:?}");
        assert_eq!(again.levers.optimizer, plan.levers.optimizer);
    }
}

#[test]
fn torchtunes_updates_in_the_backward_are_read() {
    let text = "model: {_component_: torchtune.models.llama3.llama3_8b}\n\
        tokenizer: {_component_: torchtune.models.llama3.llama3_tokenizer, max_seq_len: 8192}\n\
        batch_size: 2\nepochs: 1\ngradient_accumulation_steps: 1\ndtype: bf16\n\
        optimizer: {_component_: bitsandbytes.optim.PagedAdamW8bit, lr: 2e-5}\n\
        optimizer_in_bwd: True\ncompile: False\n";
    let plan = read(text).plan;
    assert_eq!(plan.optimizer_kernel(), OptimizerKernel::Backward);
    assert!(plan.levers.pages_moments());
}
