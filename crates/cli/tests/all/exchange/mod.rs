//! Plans as files of training frameworks, and back.

mod command;
mod drawn;
mod files;
mod hostile;
mod import;
mod kept;
mod kept_yaml;
mod options;
mod properties;
mod toml;
mod winners;

use cost::legal::Legal;
use cost::plan::Plan;
use formats::export::{Export, Target, export};
use formats::link;

/// The plan of a link that is understood in full.
fn plan(link: &str) -> Plan {
    let (plan, warnings) = link::decode(link);
    assert!(warnings.is_empty(), "{link}: {warnings:?}");
    plan
}

/// A legal plan as a file.
#[track_caller]
fn exported(plan: &Plan, target: Target) -> Export {
    match Legal::check(plan) {
        Ok(legal) => export(&legal, target, &text::exchange::EXPORT),
        Err(reasons) => panic!("{}: {reasons:?}", link::encode(plan)),
    }
}

/// Plans that between them have nearly everything in use.
const LINKS: [&str; 20] = [
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
    "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&gbs=15360&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&ckpt=full",
    "#v=1&p=llama3-8b/h100x64&zero=3&recipe=torchtitan&gbs=512",
    "#v=1&p=llama3-8b/h100x64&zero=3&hsdp=8&recipe=torchtitan&gbs=512&dtype=fp8&ckpt=sel&ckptmod=ops&off=opt,params",
    "#v=1&p=llama3-405b/h100x16384&tp=8&pp=16&cp=8&cpkind=ag&ends=1&gbs=2048&seq=131072",
    "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=8&vp=2&gbs=1536&ckpt=sel&flash=0&dtype=fp16",
    "#v=1&p=mixtral-8x7b/h100x128&tp=4&ep=8&etp=1&gbs=1024&dtype=fp8b&overlap=tp,dp,cp,ep",
    "#v=1&p=llama4-maverick-400b/h100x512&ep=64&tp=8&etp=1&gbs=512&ckpt=sel&ckptmod=core,norm,moeact",
    "#v=1&p=bloom-176b/a100-80x384&tp=4&pp=12&gbs=2048&recipe=deepspeed&zero=1&split=5,6,6,6,6,6,6,6,6,6,6,5",
    "#v=1&p=gemma3-27b/b200x32&tp=2&zero=2&hsdp=8&gbs=256&dtype=mxfp8&ce=native&off=acts&offn=3",
    "#v=1&p=qwen3-30b-a3b/h100x64&pp=4&sched=zbv&ep=8&gbs=512&opt=muon",
    "#v=1&p=llama2-13b/a100-80x48&tp=4&pp=4&gbs=768&recipe=nanotron&zero=0&sp=0&ckpt=full&ckptn=3",
    "#v=1&p=llama2-7b/h100x12&gbs=96&opt=adamw8&ce=chunked&wstore=int8&det=1&gradfuse=0",
    "#v=1&p=gpt-oss-120b/b300x64&ep=32&gbs=512&dtype=nvfp4&opt=lion&ce=fused",
    "#v=1&p=llama3-8b/h100x16&cp=4&cpkind=a2a&gbs=64&dtype=fp32&off=opt&recipe=deepspeed",
    "#v=1&p=custom/h100x8&layers=3&hidden=96&heads=6&kv=3&headdim=8&ffn=64&vocab=1001&gated=0&pos=alibi&tied=1&bias=1&dropout=1&gbs=8&seq=128&tok=1000",
    "#v=1&p=qwen3-30b-a3b/h100x64&pp=4&ep=8&gbs=512&master=rem&grads=16bit&disp=deepep&graph=partial",
    "#v=1&p=llama3-8b/b200x8&tp=2&gbs=64&dtype=fp16&grads=fp32&graph=full",
    "#v=1&p=llama3-8b/h100x64&zero=2&gbs=512&recipe=deepspeed&opt=adamwbf16&master=none&gsync=once&optkern=foreach",
    "#v=1&p=llama3-8b/h100x8&zero=2&gbs=16&recipe=hf&ft=qlora&rank=8&targets=q,v&dquant=0&trainends=head&frzfirst=2&frzlast=1",
];
