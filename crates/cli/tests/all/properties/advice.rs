//! Reports of plans: no advice contradicts its verdict, each sentence holds, and the JSON has what the
//! text says. `SHARDWISE_PLANS=100000` draws as many plans (`cargo xtask test --all`).

use formats::link;
use fuzz::holds::written;
use proptest::prelude::*;

use super::held;
use test_utils::drawn::{Drawn, any_legal, legal_plan};
use test_utils::{config, plans};

proptest! {
    #![proptest_config(config(plans(1_200)))]

    #[test]
    fn reports_of_likely_plans_hold(Drawn(plan) in legal_plan()) {
        held(written::texts(&plan, &[]))?;
    }

    #[test]
    fn reports_of_wide_plans_hold(Drawn(plan) in any_legal()) {
        held(written::texts(&plan, &[]))?;
    }
}

/// Plans of which a report once said what was not so.
const FOUND: [&str; 5] = [
    // More micro-batches were said to reduce the bubble, though each reduces its gradients.
    "#v=1&p=deepseek-v2-236b/l40sx8&layers=2&pp=2&ep=4&zero=2&seq=512&gbs=4&dtype=fp32&ckptmod=none\
     &gradfuse=0",
    // A cure divides 40 heads by TP 8, and the file exchanged keys and values over heads.
    "#v=1&p=qwen2.5-72b/v100x16&tp=8&cp=2&sp=0&zero=0&seq=1024&gbs=1&dtype=fp32&recipe=hf\
     &ckptmod=none&flash=0&msg=tensor",
    // The bubble grows up to 32 micro-batches, and shrinks from 64 on.
    "#v=1&p=llama3-405b/h100x8&layers=14&experts=4&topk=1&moeffn=256&dense=1&pp=4&cp=2&ends=1&zero=0\
     &seq=4096&gbs=8&dtype=fp8&act8=1&opt=adamw8&ckptmod=none&off=opt,acts&gradfuse=0",
    // A cure frees more bytes than a signed number of 64 bits has.
    "#v=1&p=llama4-scout-109b/mi350xx1&seq=134217728&pack=padded&mbs=1048576&gbs=1048576&dtype=fp8\
     &wstore=int8&rank=1&targets=q,k,v,o,up,down&dquant=0&frzfirst=1&obj=grpo&opt=adamw8&grads=16bit\
     &ckpt=full&ckptmod=moeact,moe,mlaup&ckptn=0&ce=chunked&off=opt,params,acts&offn=0\
     &overlap=pp,dp,cp,ep&fagen=3&disp=hybridep&graph=partial&imbal=1&mstep=0.001&mmem=1000000000",
    // Two sizes in GiB have no digits for their difference.
    "#v=1&p=llama4-scout-109b/h20x48&pp=48&sched=gpipe&cpkind=a2a&zero=3&seq=134217728&gbs=2&ft=lora\
     &rank=1&targets=q,k,v,gate,down&frzlast=1&obj=grpo&recipe=openrlhf&opt=lion&ckpt=sel\
     &ckptmod=norm,mlp,moeact,moe&flash=0&ce=parallel&off=opt,acts&offn=1048576&overlap=tp,ep&fagen=3\
     &msg=tensor&graph=partial&imbal=1&mstep=0.001&mmem=31622.776602",
];

#[test]
fn reports_of_plans_that_were_found_hold() {
    for found in FOUND {
        let (plan, warnings) = link::decode(found);
        assert!(warnings.is_empty(), "{found}: {warnings:?}");
        written::texts(&plan, &[]).unwrap_or_else(|failed| panic!("{found}: {failed:?}"));
    }
}
