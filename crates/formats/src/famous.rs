//! Famous training runs with the settings that their reports name, beside the figure that they
//! publish, and two plans of a first visit that no report describes.
//!
//! Tests: `tests/all/famous.rs`.

use cost::Estimate;
use cost::published::Pair;

/// A plan to begin with: a published run as it was run, or one without a report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FamousRun {
    /// The plan, as a link. What a report does not name is the default of its framework.
    pub link: &'static str,
    /// The report's figure; `None` of a plan without a report.
    pub published: Option<PublishedFigure>,
}

/// A figure of a report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedFigure {
    /// The quantity.
    pub quantity: Quantity,
    /// Its value, in the unit of the quantity.
    pub value: f64,
    /// The report, as `docs/bibliography.md` lists it.
    pub source: &'static str,
}

/// A quantity by which reports say how fast a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Seconds of a step.
    Step,
    /// Tokens per second and GPU.
    Tokens,
    /// TFLOP/s of a GPU, without what is computed again.
    ModelTflops,
    /// TFLOP/s of a GPU, with what is computed again.
    HardwareTflops,
}

impl Quantity {
    /// The quantity of an estimate.
    ///
    /// ```
    /// use formats::famous::Quantity;
    /// use formats::catalog;
    /// let plan = catalog::plan("llama3-8b", "h100", 8).unwrap();
    /// let estimate = cost::estimate(&plan).unwrap();
    /// // Nothing is recomputed here.
    /// let [model, hardware] = [Quantity::ModelTflops, Quantity::HardwareTflops];
    /// assert_eq!(model.of(&estimate), hardware.of(&estimate));
    /// assert_eq!(Quantity::Step.of(&estimate), estimate.time.total().0);
    /// ```
    #[must_use]
    pub fn of(self, estimate: &Estimate) -> f64 {
        let used = &estimate.utilisation;
        let tflops = |share: f64| share * used.peak.0 / 1e12;
        match self {
            Self::Step => estimate.time.total().0,
            Self::Tokens => used.tokens_per_second,
            Self::ModelTflops => tflops(used.mfu),
            Self::HardwareTflops => tflops(used.hfu),
        }
    }
}

impl PublishedFigure {
    /// The figure beside that of the estimate of its plan.
    #[must_use]
    pub fn beside(&self, estimate: &Estimate) -> Pair {
        Pair {
            measured: self.value,
            predicted: self.quantity.of(estimate),
        }
    }
}

const fn run(
    link: &'static str,
    quantity: Quantity,
    value: f64,
    source: &'static str,
) -> FamousRun {
    FamousRun {
        link,
        published: Some(PublishedFigure {
            quantity,
            value,
            source,
        }),
    }
}

const fn without_report(link: &'static str) -> FamousRun {
    FamousRun {
        link,
        published: None,
    }
}

/// Number of the first [`FAMOUS`] plans that a first visit offers.
pub const OF_FIRST_VISIT: usize = 9;

/// The famous plans: one for owners of a single GPU, runs with small ones first, then a plan that does
/// not fit, and behind these [`OF_FIRST_VISIT`] more reports.
///
/// - Fine-tuning on one GPU of 24 GB has no report: QLoRA (Dettmers 2023) with the Trainer, PEFT and
///   checkpointing.
/// - Llama-3 8B: Table 1 of Liang 2024, FSDP with compilation.
/// - Llama-3 70B: version 26.04.01 in the summary of Megatron-Bridge 2026, FP8 with current scaling.
/// - Llama-3 405B: Table 4 of Llama 3 2024 for 16,384 GPUs; 15.6 T tokens. Virtual stages and the
///   reduction of gradients, once for each of them, are inferred.
/// - GPT-3: section 5.1 of Narayanan 2021, 34 days for 300 B tokens. It names no layout of these
///   1,024 GPUs; this is that of Table 1 for 145 B parameters.
/// - BLOOM: section 3.4 of BLOOM 2022; 366 B tokens.
/// - DeepSeek-V3: section 3 of DeepSeek-V3 2024. 180,000 GPU hours for 10¹² tokens, in which 14.8 T
///   were trained; layers of a stage are not published.
/// - Qwen3 235B: the table of MoE-ModelZoo 2025, with the balance that it forces.
/// - The plan that does not fit has no report: it is of an exercise.
/// - Mixtral 8x7B: "Reference Best Parallel Mapping" of Megatron-MoE 2024, with the rate of its first
///   paragraph, which counts attention without its causal mask.
/// - OLMo 3 7B: section 3.2, with the layout and the network of Table 34, the batch and the tokens of
///   Table 35. Its loss is Liger's, in chunks.
/// - gpt-oss 120B: version 26.08 in the summary of Megatron-Bridge 2026; recompute as in
///   `perf_recipes/gpt_oss`, with the balance that its benchmarks force.
pub const FAMOUS: [FamousRun; 12] = [
    without_report("#v=1&p=llama3-8b/rtx4090x1&seq=2048&gbs=16&ft=qlora&recipe=hf&ckpt=full"),
    run(
        "#v=1&p=llama3-8b/h100-96x8&zero=3&mbs=2&gbs=16&recipe=torchtitan&ckpt=sel&ckptmod=ops&ce=eager",
        Quantity::Step,
        2.457,
        "Liang 2024",
    ),
    run(
        "#v=1&p=llama3-70b/h100x64&tp=4&pp=8&vp=5&gbs=256&dtype=fp8&recipe=nemo",
        Quantity::Step,
        19.69,
        "Megatron-Bridge 2026",
    ),
    run(
        "#v=1&p=llama3-405b/h100x16384&tp=8&pp=16&vp=8&ends=1&zero=2&gbs=2048&gsync=run&tok=15600000000000",
        Quantity::ModelTflops,
        400.0,
        "Llama 3 2024",
    ),
    run(
        "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=8&sp=0&zero=0&gbs=1536&dtype=fp16&ckpt=full&flash=0&kern=early-fused&tok=300000000000",
        Quantity::HardwareTflops,
        140.0,
        "Narayanan 2021",
    ),
    run(
        "#v=1&p=bloom-176b/a100-80x384&tp=4&pp=12&ends=1&mbs=2&recipe=deepspeed&ckpt=full&flash=0&tok=366000000000",
        Quantity::HardwareTflops,
        156.0,
        "BLOOM 2022",
    ),
    run(
        "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&sched=dualpipe&split=3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,2&gbs=15360&dtype=fp8b&act8=1&opt=adamwbf16&ckpt=sel&ckptmod=norm,moeact,mlaup&overlap=pp,dp,ep&disp=deepep&tok=14800000000000",
        Quantity::Tokens,
        1_543.0,
        "DeepSeek-V3 2024",
    ),
    run(
        "#v=1&p=qwen3-235b-a22b/h100x256&tp=2&pp=8&ep=32&vp=4&ends=1&gbs=2048&ckpt=sel&ckptmod=norm,moeact&overlap=pp,dp,cp,ep&disp=deepep&imbal=1",
        Quantity::Step,
        17.6,
        "MoE-ModelZoo 2025",
    ),
    without_report("#v=1&p=class-100b/h100x64&tp=8"),
    run(
        "#v=1&p=mixtral-8x7b/h100x64&pp=4&ep=8&vp=8&seq=4096&gbs=256&overlap=pp,dp,cp",
        Quantity::ModelTflops,
        468.0,
        "Megatron-MoE 2024",
    ),
    run(
        "#v=1&p=olmo3-7b/h100x512&nicbw=25&zero=3&hsdp=8&recipe=torchtitan&ce=chunked&tok=5930000000000",
        Quantity::Tokens,
        7_700.0,
        "OLMo 3 2025",
    ),
    run(
        "#v=1&p=gpt-oss-120b/gb200x64&ep=64&mbs=4&gbs=1280&dtype=mxfp8&recipe=nemo&ckpt=sel&ckptmod=norm,moeact&imbal=1",
        Quantity::Step,
        2.857,
        "Megatron-Bridge 2026",
    ),
];
