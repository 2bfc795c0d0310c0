//! Losses of preferences and rewards, updates in the backward and paged moments in files of frameworks.

use cost::legal::Legal;
use cost::plan::{Objective, Offload, OptimizerKernel, Packing, Plan, Reference, Word};
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

/// A plan of these settings on one model.
fn planned(rest: &str) -> Plan {
    let link = ["#v=1&p=qwen3-8b/h100x8&zero=2&gbs=480&recipe=hf&", rest].concat();
    link::decode(&link).0
}

/// The fates of the objective in the file of a target.
fn fates(plan: &Plan, target: Target) -> Vec<Fate> {
    let notes = written(plan, target).notes.into_iter();
    let of_objective = notes.filter(|note| note.aspect == Aspect::Objective);
    of_objective.map(|note| note.fate).collect()
}

#[test]
fn an_export_says_which_part_of_an_objective_is_missing() {
    let (axolotl, factory) = (Target::Axolotl, Target::LlamaFactory);
    for (rest, target, fate) in [
        ("obj=dpo&mbs=2", axolotl, None),
        ("obj=dpo&mbs=2", factory, None),
        ("obj=dpo&mbs=2", Target::Megatron, Some(Fate::NoOption)),
        ("obj=dpo&mbs=2", Target::Accelerate, Some(Fate::InCode)),
        // Half a pair is no micro-batch.
        ("obj=dpo&mbs=1", axolotl, Some(Fate::Nearest)),
        ("obj=grpo&mbs=2", axolotl, Some(Fate::Yours)),
        ("obj=grpo&mbs=2", factory, Some(Fate::NoOption)),
        ("obj=grpo&mbs=2", Target::Swift, Some(Fate::Yours)),
        ("obj=dpo&mbs=2", Target::Swift, None),
        ("obj=dpo&mbs=2", Target::Trl, Some(Fate::NoOption)),
        ("obj=dpo&mbs=2&refmodel=computed", axolotl, None),
        (
            "obj=dpo&mbs=2&refmodel=computed",
            factory,
            Some(Fate::Nearest),
        ),
        ("obj=dpo&mbs=2&ft=qlora", axolotl, Some(Fate::Refused)),
        ("obj=dpo&mbs=2&tp=2", factory, Some(Fate::Refused)),
        ("obj=sft", axolotl, None),
        // No file has a reference model of the next token.
        ("obj=sft&refmodel=resident", axolotl, Some(Fate::Yours)),
    ] {
        let found = fates(&planned(rest), target);
        assert_eq!(found, Vec::from_iter(fate), "{rest}, {target:?}");
    }
}

/// Objective, reference model and sequences of a micro-batch come back from each file that has them.
#[test]
fn objectives_are_written_and_read_back() {
    use Objective::{NextToken, Preference, Reward};
    let mut names = Vec::new();
    for target in [Target::Axolotl, Target::LlamaFactory, Target::Swift] {
        for objective in Objective::ALL {
            for reference in Reference::ALL {
                for micro in 1..=6 {
                    let rest = format!(
                        "obj={}&refmodel={}&mbs={micro}",
                        objective.word(),
                        reference.word()
                    );
                    let plan = planned(&rest);
                    let missing = fates(&plan, target);
                    // A reward needs functions beside the file.
                    let is_alone = *reference == Reference::None;
                    let adds = missing == [Fate::Yours] && is_alone;
                    // A model of the next token has no reference, computed or not.
                    let is_idle = *objective == NextToken && !is_alone;
                    if is_idle || !(missing.is_empty() || adds) {
                        continue;
                    }
                    let file = written(&plan, target);
                    let again = read(&file.text).plan;
                    let of = |plan: &Plan| {
                        let tuning = &plan.tuning;
                        (tuning.objective, plan.reference(), plan.batch.micro)
                    };
                    assert_eq!(of(&again), of(&plan), "{target:?}: {}", file.text);
                    names.push((target, *objective, *reference));
                }
            }
        }
    }
    names.dedup();
    let (axolotl, factory, swift) = (Target::Axolotl, Target::LlamaFactory, Target::Swift);
    let expected = [
        (axolotl, NextToken, Reference::None),
        (axolotl, Preference, Reference::None),
        (axolotl, Preference, Reference::Resident),
        (axolotl, Preference, Reference::Computed),
        (axolotl, Reward, Reference::None),
        (factory, NextToken, Reference::None),
        (factory, Preference, Reference::None),
        (factory, Preference, Reference::Resident),
        (swift, NextToken, Reference::None),
        (swift, Preference, Reference::None),
        (swift, Preference, Reference::Resident),
        (swift, Reward, Reference::None),
    ];
    assert_eq!(names, expected);
}

#[test]
fn packing_is_written_where_samples_are_short_and_read_back() {
    for target in [Target::Axolotl, Target::LlamaFactory] {
        for packing in Packing::ALL {
            let plan = planned(&format!("seq=4096&slen=512&pack={}", packing.word()));
            let file = written(&plan, target);
            assert_eq!(
                read(&file.text).plan.batch.packing,
                *packing,
                "{}",
                file.text
            );
            // LLaMA-Factory packs in its stage of pre-training, and refuses its other switch there.
            let stage = file.text.contains("stage: \"sft\"");
            assert_eq!(stage, target == Target::LlamaFactory, "{}", file.text);
        }
        // Pairs are never packed.
        let pairs = written(&planned("seq=4096&slen=512&obj=dpo&mbs=2"), target);
        assert!(!pairs.text.contains("packing"), "{}", pairs.text);
    }
}

#[test]
fn paged_moments_are_written_and_read_back() {
    let (plan, _) =
        link::decode("#v=1&p=qwen3-8b/h100x8&zero=2&gbs=64&recipe=hf&opt=adamw8&off=paged");
    for target in [
        Target::Axolotl,
        Target::LlamaFactory,
        Target::Trl,
        Target::Swift,
    ] {
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
