//! Every file that is exported is read again: what its target can express comes back.

use cost::legal::Legal;
use cost::plan::{Plan, Recipe, Word};
use formats::catalog;
use formats::export::{Aspect, Export, Fate, Target, export};
use formats::import::{ImportRefusal, import};
use formats::link;

/// Plans that between them use much of each target.
const LINKS: [&str; 31] = [
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&vp=2&overlap=dp,cp,pp&recipe=nemo&gbs=128",
    "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&gbs=15360&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&ckpt=full&recipe=nemo",
    "#v=1&p=llama3-8b/h100x64&zero=3&recipe=torchtitan&gbs=512",
    "#v=1&p=llama3-8b/h100x64&zero=3&hsdp=8&recipe=torchtitan&gbs=512&dtype=fp8&ckpt=sel&ckptmod=ops&off=opt,params",
    "#v=1&p=mixtral-8x7b/h100x128&tp=4&ep=8&etp=1&gbs=1024&dtype=fp8b&recipe=nemo&ckpt=sel&ckptmod=core,norm",
    "#v=1&p=llama2-13b/a100-80x48&tp=4&pp=4&gbs=768&recipe=nanotron&zero=0&sp=0&ckpt=full",
    "#v=1&p=llama2-7b/h100x64&tp=2&pp=2&sched=gpipe&gbs=512&recipe=nanotron&zero=1&dtype=fp16",
    "#v=1&p=llama3-8b/h100x16&cp=4&cpkind=a2a&gbs=64&dtype=fp32&off=opt&recipe=deepspeed",
    "#v=1&p=llama3-8b/h100x64&zero=2&gbs=512&mbs=2&recipe=deepspeed&dtype=fp16",
    "#v=1&p=llama3-8b/h100x64&zero=3&gbs=64&recipe=hf&dtype=fp32&ckpt=full",
    "#v=1&p=llama3-8b/h100x64&zero=3&hsdp=8&gbs=64&recipe=hf&dtype=fp16&off=opt,params",
    "#v=1&p=llama3-8b/h100x64&tp=2&cp=2&cpkind=ag&zero=3&gbs=16&recipe=hf&dtype=fp16",
    "#v=1&p=qwen3-30b-a3b/h100x64&pp=4&ep=8&gbs=512&disp=deepep&graph=partial&recipe=nemo",
    "#v=1&p=gemma3-27b/b200x32&tp=2&zero=2&gbs=256&dtype=mxfp8&ce=native&recipe=nemo",
    "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=8&vp=2&gbs=1536&ckpt=sel&dtype=fp16",
    "#v=1&p=llama3-70b/h100x64&tp=8&cp=2&cpkind=ag&zero=3&hsdp=4&gbs=128&mbs=2&ckpt=full&recipe=maxtext",
    "#v=1&p=custom/tpu-v5px256&layers=16&pp=4&sched=gpipe&zero=1&gbs=512&ce=chunked&off=opt&recipe=maxtext",
    "#v=1&p=mixtral-8x7b/b200x64&tp=2&ep=8&etp=2&zero=3&gbs=64&dtype=mxfp8&recipe=maxtext",
    "#v=1&p=llama3-8b/h100x64&zero=3&hsdp=8&gbs=64&recipe=hf&ckpt=full&optkern=fused&off=opt,params",
    "#v=1&p=qwen3-8b/h100x32&zero=2&gbs=64&recipe=hf&ce=chunked&optkern=foreach",
    "#v=1&p=mistral-7b/h100x8&zero=3&mbs=2&gbs=64&recipe=hf&opt=adamwbf16&master=none&grads=16bit&optkern=fused",
    "#v=1&p=llama3-8b/h100x64&zero=3&recipe=torchtitan&gbs=512&dtype=fp8&gather8=1",
    "#v=1&p=llama3-8b/b200x64&tp=2&gbs=512&dtype=mxfp8&gather8=1&recipe=nemo",
    "#v=1&p=llama3-8b/h100x64&tp=2&gbs=512&dtype=fp8b&gather8=1",
    "#v=1&p=llama3-8b/h100x64&zero=3&gbs=64&recipe=hf&ckpt=full&optkern=fused&off=opt,params",
    "#v=1&p=llama3-8b/h100x8&zero=3&gbs=16&recipe=hf&ckpt=full&optkern=fused&ft=lora&rank=32&targets=q,k,v,o",
    "#v=1&p=qwen3-8b/h100x8&zero=2&gbs=32&recipe=hf&optkern=fused&ft=qlora&rank=8&targets=q,v&dquant=0",
    "#v=1&p=llama3-8b/h100x64&zero=3&recipe=torchtitan&gbs=512&opt=adamwbf16&master=none&grads=16bit&kern=compiled&ce=chunked&optkern=fused&ckpt=full",
    "#v=1&p=llama3-70b/h100x64&tp=4&zero=2&hsdp=8&recipe=torchtitan&gbs=128&opt=adamw8&master=none&grads=16bit&kern=eager&off=opt,params",
    "#v=1&p=qwen2.5-7b/h100x8&zero=3&recipe=torchtitan&gbs=16&ft=qlora&rank=32&targets=q,v&kern=eager&optkern=fused",
];

fn exported(plan: &Plan, target: Target) -> Export {
    let legal = Legal::check(plan).unwrap_or_else(|why| panic!("{}: {why:?}", link::encode(plan)));
    export(&legal, target, &text::exchange::EXPORT)
}

/// True if the file says all of the plan that its target's programs need from it.
fn says_all(target: Target, export: &Export, plan: &Plan) -> bool {
    let recipe = plan.stack.recipe;
    // The overlap and the bytes of a file are those of its own framework.
    let is_own = match target {
        Target::MegatronBridge => recipe == Recipe::Nemo,
        Target::Accelerate => recipe == Recipe::HuggingFace,
        // An adapter alone (`import_adapters.rs`).
        Target::Peft => false,
        // The trainers name a kernel of the optimizer; DeepSpeed's file is another one.
        Target::Axolotl | Target::LlamaFactory | Target::Trl | Target::Swift => {
            let has_kernel = plan.stack.optimizer_kernel.is_some();
            recipe == Recipe::HuggingFace && plan.layout.zero.shards_gradients() && has_kernel
        }
        _ => true,
    };
    is_own
        && export.notes.iter().all(|note| {
            let is_open = matches!(note.fate, Fate::Yours | Fate::Usual);
            // What the base of the test gives.
            let is_given = match target {
                Target::DeepSpeed => matches!(note.aspect, Aspect::Shape | Aspect::Overlap),
                Target::Accelerate => matches!(note.aspect, Aspect::Shape | Aspect::Accumulation),
                Target::Nanotron => note.aspect == Aspect::Overlap,
                Target::MegatronBridge => note.aspect == Aspect::Gradients,
                _ => false,
            };
            let is_always =
                note.aspect == Aspect::NoSequenceParallel && target == Target::Accelerate;
            let is_schedule = note.aspect == Aspect::Schedule && target == Target::DeepSpeed;
            is_open || is_given || is_always || is_schedule
        })
}

#[test]
fn exported_files_come_back() {
    let mut faults = Vec::new();
    for &target in Target::ALL {
        let (mut read_again, mut same) = (0, 0);
        for link in LINKS {
            let (plan, warnings) = link::decode(link);
            assert!(warnings.is_empty(), "{link}");
            let export = exported(&plan, target);
            // The GPUs; and the model and the batch where the target's file has none.
            let mut base = catalog::default_plan();
            base.cluster = plan.cluster;
            if matches!(target, Target::DeepSpeed | Target::Accelerate) {
                base.model = plan.model;
                base.batch = plan.batch;
            }
            let read = match import(&export.text, None, &base) {
                Ok(read) => read,
                // A batch script has nothing but the GPUs.
                Err(ImportRefusal::NoOption(_)) if target == Target::Slurm => continue,
                Err(ImportRefusal::Unknown) if target == Target::SkyPilot => continue,
                Err(why) => {
                    faults.push(format!("{target:?} of {link}: {why:?}"));
                    continue;
                }
            };
            read_again += 1;
            if !read.unknown.is_empty() {
                faults.push(format!("{target:?} of {link}: unknown {:?}", read.unknown));
            }
            if target == Target::Slurm || !says_all(target, &export, &plan) {
                continue;
            }
            let (now, was) = (link::encode(&read.plan), link::encode(&plan.bare()));
            if now == was {
                same += 1;
            } else {
                faults.push(format!("{target:?} of {was}\n  came back as {now}"));
            }
        }
        eprintln!("{target:?}: {read_again} read again, {same} of them with all of the plan");
        let fewest = match target {
            Target::Slurm | Target::SkyPilot | Target::Peft => 0,
            Target::Json | Target::Csv | Target::Markdown | Target::BibTex => LINKS.len(),
            _ => 2,
        };
        if same < fewest {
            faults.push(format!("{target:?}: only {same} came back"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
