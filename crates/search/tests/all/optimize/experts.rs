//! Experts' layouts: those of published large runs, among all layouts of the same model on the same
//! cluster. `docs/experts.md` gives the reasons for differences.

use cost::band::Band;
use cost::estimate;
use cost::legal::Legal;
use cost::memory::Verdict;
use cost::plan::Plan;
use search::optimize::{
    Candidate, Constraints, FoundLayout, Objective, SearchQuestion, Space, search,
};

use super::plan;

/// A published run.
struct Expert {
    name: &'static str,
    /// Model, cluster, batch and stack.
    link: &'static str,
    /// The layout as far as it is published; a search chooses the rest.
    published: &'static [&'static str],
    /// Features of the software of its time.
    period: &'static [&'static str],
    /// The published step, seconds, if there is one; sources beside each.
    measured: Option<f64>,
    /// The model's own step of it, seconds, as `docs/experts.md` prints it.
    modelled: f64,
    /// A link to the run as it was run, if `measured` and `modelled` differ by more than the band
    /// of a step. Its own step is inside the band, but a search passes over its layout. The comment
    /// beside it says why.
    as_run: Option<&'static str>,
    /// Excess of the published layout's step over that of the best layout in `period`, as a share.
    behind: f64,
    /// Excess of the published layout's step over that of the best of all layouts, as a share, if
    /// these are quick to search.
    behind_all: Option<f64>,
    /// Further constraints of the experts if `behind` is beyond the band; with them it is not.
    held: &'static [&'static str],
}

/// Largest error of the figures in `docs/experts.md` before they must be written again.
const DRIFT: f64 = 0.01;

const EXPERTS: [Expert; 7] = [
    // Llama 3 2024, section 3.3.2 and table 4: 16 M tokens a step; context parallelism only for
    // long sequences. Virtual stages, and what is recomputed, are not published.
    Expert {
        name: "Llama 3 405B on 16,384 H100",
        link: "#v=1&p=llama3-405b/h100x16384&gbs=2048",
        published: &["tp=8", "pp=16", "cp=1", "sched=1f1b,int"],
        period: &["cp=1", "sched=1f1b,int"],
        // Table 4 says 400 TFLOP/s a GPU: at 6·N + 12·L·h·s FLOPs a token, 6.75 s.
        measured: Some(6.75),
        modelled: 7.42,
        // Nothing was recomputed. The model, which keeps more than there is room for, has what fits
        // recompute modules.
        as_run: Some("#v=1&p=llama3-405b/h100x16384&tp=8&pp=16&vp=8&ends=1&gbs=2048"),
        behind: 0.04,
        behind_all: Some(0.189),
        held: &[],
    },
    Expert {
        name: "Llama 3 405B on 8,192 H100",
        link: "#v=1&p=llama3-405b/h100x8192&gbs=2048",
        published: &["tp=8", "pp=16", "cp=1", "sched=1f1b,int"],
        period: &["cp=1", "sched=1f1b,int"],
        // Table 4: 430 TFLOP/s a GPU.
        measured: Some(12.57),
        modelled: 14.0,
        // Nothing was recomputed. The model, which keeps more than there is room for, has what fits
        // recompute modules.
        as_run: Some("#v=1&p=llama3-405b/h100x8192&tp=8&pp=16&vp=8&ends=1&gbs=2048"),
        behind: 0.0625,
        behind_all: None,
        held: &[],
    },
    Expert {
        name: "Llama 3 405B on 16,384 H100, 131,072 tokens a sequence",
        link: "#v=1&p=llama3-405b/h100x16384&cpkind=ag&seq=131072&gbs=128",
        published: &["tp=8", "pp=16", "cp=16", "sched=1f1b,int"],
        // Shorter pieces of a sequence do not fit.
        period: &["cp=8..", "sched=1f1b,int"],
        // Table 4 says 380 TFLOP/s, not whether the half of the scores that a causal mask leaves out
        // counts, which at this length makes 10.9 s or 15.3 s of it.
        measured: None,
        modelled: 12.01,
        as_run: None,
        behind: 0.043,
        behind_all: Some(0.043),
        held: &[],
    },
    // The batch and the cluster of Narayanan 2021, section 5.1, in the layout of Korthikanti 2022:
    // sequence parallelism, the attention core recomputed, neither ZeRO nor Flash Attention.
    Expert {
        name: "GPT-3 175B on 1,024 A100",
        link: "#v=1&p=gpt3-175b/a100-80x1024&gbs=1536&flash=0",
        published: &[
            "tp=8",
            "pp=8",
            "cp=1",
            "mbs=1",
            "sched=1f1b,int",
            "zero=0",
            "ckpt=core",
        ],
        period: &["cp=1", "sched=1f1b,int", "zero=0", "ckpt=none,core,full"],
        measured: None,
        modelled: 22.13,
        as_run: None,
        behind: 0.0605,
        behind_all: Some(0.132),
        held: &[],
    },
    // Nemotron-4 340B 2024, section 2.2 and table 2; its virtual stages are not published.
    Expert {
        name: "Nemotron-4 340B on 6,144 H100",
        link: "#v=1&p=nemotron4-340b/h100x6144&gbs=2304",
        published: &["tp=8", "pp=12", "cp=1", "sched=int", "zero=0,1"],
        period: &["cp=1", "sched=1f1b,int", "zero=0,1"],
        // Table 2.
        measured: Some(8.0),
        modelled: 8.61,
        // The overlap is not published: here tensor-parallel exchange is hidden too, as NVIDIA's
        // software can.
        as_run: Some("#v=1&p=nemotron4-340b/h100x6144&tp=8&pp=12&vp=8&gbs=2304&overlap=tp,dp"),
        behind: 0.0656,
        behind_all: None,
        held: &[],
    },
    // BLOOM 2022, section 3.4, and BigScience's notes: no sequence parallelism, no virtual stages;
    // every one of their trials recomputes whole layers.
    Expert {
        name: "BLOOM 176B on 384 A100",
        link: "#v=1&p=bloom-176b/a100-80x384&nicbw=6.25&gbs=2048&recipe=deepspeed&flash=0",
        published: &[
            "tp=4",
            "pp=12",
            "cp=1",
            "sp=0",
            "mbs=2",
            "sched=1f1b",
            "zero=1",
            "hsdp=all",
            "ckpt=full",
        ],
        period: &[
            "cp=1",
            "sp=0",
            "sched=1f1b",
            "zero=0,1",
            "hsdp=all",
            "ckpt=none,full",
        ],
        // `bloom_prequel_176B_384gpu_h14336L70_dp8tp4pp12_mbs2_gbs2048_a112_bf16` in runs.json.
        measured: Some(104.5),
        modelled: 105.1,
        as_run: None,
        behind: 0.115,
        behind_all: Some(0.402),
        held: &["ckpt=full"],
    },
    // DeepSeek-V3 2024, section 3.2: no tensor parallelism. Its own split (4 layers a stage, the
    // last one 1) is none that a search offers; DualPipe on 16 stages has a separate test.
    Expert {
        name: "DeepSeek-V3 671B on 2,048 H800",
        link: "#v=1&p=deepseek-v3-671b/h800x2048&gbs=15360&dtype=fp8b&disp=deepep",
        published: &[
            "tp=1", "cp=1", "pp=16", "ep=64", "etp=1", "zero=1", "hsdp=all",
        ],
        period: &["tp=1", "cp=1", "etp=1", "zero=1", "hsdp=all"],
        // Table 1: 180,000 GPU-hours for 10¹² tokens, of which a step has 15,360 sequences of 4,096,
        // are 19.91 s.
        measured: Some(19.91),
        modelled: 36.0,
        // DeepSeek's DualPipe hides the exchange of tokens under the compute of another micro-batch
        // (section 3.2.1), and keeps activations in 8 bits. The model, which keeps 16, has no room
        // for that layout, and Megatron-LM's exchange does not hide.
        as_run: Some(
            "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&sched=dualpipe\
             &split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&gbs=15360&dtype=fp8b&disp=deepep\
             &ckpt=sel&ckptmod=core,norm,moeact,mlaup&overlap=ep,dp,cp",
        ),
        behind: 0.289,
        behind_all: None,
        held: &[],
    },
];

#[test]
fn experts_layouts_are_legal_in_the_space_and_fit() {
    for expert in &EXPERTS {
        let name = expert.name;
        let (base, found) = expert.best(expert.published);
        let mut plan = base.clone();
        found.candidate.write(&mut plan);
        assert_eq!(Candidate::of(&plan), Some(found.candidate), "{name}");
        let estimate = estimate(&plan).expect("a legal plan");
        assert_eq!(estimate.memory.verdict, Verdict::Fits, "{name}");
        let constraints = expert.constraints(expert.period);
        // No published layout lies outside of the space that is searched.
        let constraints = Constraints {
            tensor: found.candidate.tensor..=found.candidate.tensor,
            context: found.candidate.context..=found.candidate.context,
            micro: found.candidate.micro..=found.candidate.micro,
            expert: found.candidate.expert..=found.candidate.expert,
            ..constraints
        };
        let mut is_there = false;
        Space::of(&base, &constraints)
            .layouts(|candidate| is_there |= candidate == found.candidate);
        assert!(is_there, "{name}: {:?}", found.candidate);
    }
}

#[test]
fn experts_layouts_rank_within_the_band_or_it_is_known_why() {
    for expert in &EXPERTS {
        let name = expert.name;
        let (base, own) = expert.best(expert.published);
        let (_, best) = expert.best(expert.period);
        let mut plan = base.clone();
        own.candidate.write(&mut plan);
        let band = Band::between_layouts(&Legal::check(&plan).expect("a legal plan"));
        let behind = own.step.0 / best.step.0 - 1.0;
        let drift = own.step.0 / expert.modelled - 1.0;
        expert.agrees("its step against the one in print", drift, 0.0);
        if let Some(measured) = expert.measured {
            let run = expert.as_run.map_or(plan.clone(), super::plan);
            assert!(is_near(&run, measured), "{name}");
        }
        expert.agrees("behind its time's best", behind, expert.behind);
        if let Some(expected) = expert.behind_all {
            let (_, best) = expert.best(&[]);
            let behind = own.step.0 / best.step.0 - 1.0;
            expert.agrees("behind the best of all", behind, expected);
        }
        let is_tied = 1.0 + behind <= band.high;
        assert_eq!(is_tied, expert.held.is_empty(), "{name}: {behind:.3}");
        if !is_tied {
            let (_, best) = expert.best(&[expert.period, expert.held].concat());
            let behind = own.step.0 / best.step.0 - 1.0;
            assert!(1.0 + behind <= band.high, "{name}, held: {behind:.3}");
        }
    }
}

#[test]
fn dualpipe_on_sixteen_stages_wants_activations_in_eight_bits() {
    // DeepSeek-V3 keeps what linear layers multiply in eight bits (section 3.3.3); the model keeps
    // it in sixteen, and half of its activations is what is missing.
    let link = "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&sched=dualpipe\
                &split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&gbs=15360&dtype=fp8b&disp=deepep\
                &ckpt=sel&ckptmod=core,norm,moeact,mlaup";
    let plan = plan(link);
    let estimate = estimate(&plan).expect("a legal plan");
    let capacity = plan.cluster.gpu.usable_memory().gib();
    let stage = estimate.memory.fullest();
    let (peak, activations) = (stage.total().gib(), stage.activations.gib());
    assert!(peak > capacity, "{peak:.1} of {capacity:.1} GiB");
    assert!(
        peak - activations / 2.0 < capacity,
        "{peak:.1}, {activations:.1} GiB"
    );
}

/// True if a measured step is within the band of a plan's step.
fn is_near(plan: &Plan, measured: f64) -> bool {
    let step = estimate(plan).expect("a legal plan").time.total().0;
    let [low, high] = Band::of_step(&Legal::check(plan).expect("a legal plan")).around(step);
    eprintln!("{step:.2} s, from {low:.2} to {high:.2}, measured {measured}");
    (low..=high).contains(&measured)
}

impl Expert {
    fn agrees(&self, what: &str, share: f64, expected: f64) {
        let is_close = (share - expected).abs() < DRIFT;
        assert!(
            is_close,
            "{}, {what}: {share:.3} instead of {expected:.3}; see docs/experts.md",
            self.name
        );
    }

    fn constraints(&self, restrictions: &[&str]) -> Constraints {
        let mut constraints = Constraints::of(&plan(self.link));
        for restriction in restrictions {
            let restricted = constraints.restrict(restriction);
            restricted.expect("a restriction");
        }
        constraints
    }

    /// The best of the layouts that these restrictions leave, with the plan that it is of.
    fn best(&self, restrictions: &[&str]) -> (Plan, FoundLayout) {
        let plan = plan(self.link);
        let question = SearchQuestion {
            keep: 1,
            ..SearchQuestion::of(Objective::Fastest)
        };
        let (best, _) = search(&plan, &self.constraints(restrictions), &question);
        let found = best.found().first().copied();
        (plan, found.expect("a layout that fits"))
    }
}
