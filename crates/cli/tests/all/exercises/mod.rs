//! Exercises of courses and books, answered by the command. Each answer is the source's own.

mod collectives;

use std::process::Command;

use serde_json::Value;

/// An exercise.
struct Exercise {
    /// Source, and what it asks.
    asks: &'static str,
    /// The source's answer.
    answer: f64,
    /// Largest relative difference; what the source rounds to.
    tolerance: f64,
    /// The command's answer.
    answered: fn() -> f64,
}

/// Stages that are equal, and links that cost nothing.
const EVEN: &str = "&hidden=8192&ffn=32768&heads=64&vocab=64&seq=8192\
                    &nvbw=999999999&nicbw=999999999&overlap=none";
/// GPT-2 as CS336 defines it: gated MLPs, vocabulary of 50,257.
const XL: &str = "p=custom/h100x1&layers=48&hidden=1600&ffn=6400&heads=25&kv=25&headdim=64";
const LARGE: &str =
    "p=custom/h100x1&layers=36&hidden=1280&ffn=5120&heads=20&kv=20&headdim=64&gbs=1";
/// Pure data parallelism, with gradients in 16 bits as the book counts them.
const LLAMA_3: &str = "p=llama3-405b/h100x16000&gbs=16000&grads=16bit";
/// A layer of D = 4,096.
const WIDE: &str = "p=custom/h100x1&layers=1&hidden=4096&ffn=16384&heads=32&kv=32&headdim=128\
                    &gated=0&gbs=1&vocab=64";

const EXERCISES: [Exercise; 24] = [
    Exercise {
        asks: "XTuner: the bubble of PP 32 with 256 micro-batches and 3 chunks, (p−1)/(m·v+p−1)",
        answer: 0.039,
        tolerance: 0.02,
        answered: || bubble("&gbs=256&vp=3"),
    },
    Exercise {
        asks: "XTuner: the bubble of PP 32 with 512 micro-batches and 1 chunk",
        answer: 0.057,
        tolerance: 0.02,
        answered: || bubble("&gbs=512"),
    },
    Exercise {
        asks: "How To Scale Your Model, chapter 5: parameters of Llama-2-13B",
        answer: 13.1e9,
        tolerance: 0.02,
        answered: || number(&estimate("p=llama2-13b/h100x8"), "/params"),
    },
    Exercise {
        asks: "How To Scale Your Model, chapter 6: training FLOPs of a token of Llama-3-70B, 6·N",
        answer: 4.2e11,
        tolerance: 0.1,
        answered: || token_flops("p=llama3-70b/h100x8&seq=1"),
    },
    Exercise {
        asks: "How To Scale Your Model, chapter 6: days of 15 T tokens on 8,960 v5p at 40 % MFU",
        answer: 44.0,
        tolerance: 0.02,
        answered: || {
            days_at(
                0.4,
                "p=llama3-70b/tpu-v5px8960&seq=1&gbs=8960&zero=3&tok=15000000000000",
            )
        },
    },
    Exercise {
        asks: "How To Scale Your Model, chapter 4: length at which the attention core has the \
               FLOPs of the four projections of D = 4,096",
        answer: 8_192.0,
        tolerance: 1e-3,
        answered: || {
            let of = |more: &str| token_flops(&[WIDE, more].concat());
            let projections = 24.0 * 4_096.0 * 4_096.0;
            // The core's FLOPs grow with the length: at this one they are what is measured here.
            8_192.0 * projections / (of("&seq=8192") - of("&seq=1"))
        },
    },
    Exercise {
        asks: "How To Scale Your Model, chapter 5: sequences of 32K tokens in 3 M tokens",
        answer: 96.0,
        tolerance: 0.05,
        answered: || {
            let link = "p=llama2-13b/h100x8&seq=32768&gbs=96";
            assert!(reaches(link, "gbs * seq >= 3M, gbs * seq < 3.3M"));
            number_of(link, "gbs")
        },
    },
    Exercise {
        asks: "How To Scale Your Model, chapter 1: critical batch of a product on H100 of 1e15 \
               FLOP/s and 3.35 TB/s",
        answer: 298.0,
        tolerance: 0.01,
        answered: || ratio("p=llama3-8b/h100x8&peak=1000", "peak * 1000 / hbmbw"),
    },
    Exercise {
        asks: "How To Scale Your Model, chapter 12: intensity of TP on B200, FLOPs a byte in the \
               node",
        answer: 2_500.0,
        tolerance: 0.01,
        answered: || ratio("p=llama3-8b/b200x8", "peak * 1000 / nvbw"),
    },
    Exercise {
        asks: "How To Scale Your Model, chapter 12: tokens a GPU that DP of B200 needs across \
               nodes of 400 GB/s",
        answer: 5_625.0,
        tolerance: 0.01,
        answered: || {
            let link = "p=llama3-8b/b200x4096&nicbw=50&gbs=4096&grads=16bit";
            number(&estimate(link), "/bound/tokens_per_gpu")
        },
    },
    Exercise {
        asks: "How To Scale Your Model, chapter 12: tokens that DP of 16,000 H100 needs",
        answer: 40e6,
        tolerance: 0.02,
        answered: || number(&estimate(LLAMA_3), "/bound/tokens"),
    },
    Exercise {
        asks: "How To Scale Your Model, chapter 12: the same, as the smallest batch that a goal takes",
        answer: 40e6,
        tolerance: 0.02,
        answered: || {
            // Sequences of 16 tokens for each GPU, by halving the interval in which they lie.
            let (mut low, mut high) = (1_u64, 1_024);
            while high - low > 1 {
                let middle = u64::midpoint(low, high);
                let batch = format!("&seq=16&gbs={}", middle * 16_000);
                let link = LLAMA_3.replace("&gbs=16000", &batch);
                if reaches(&link, "gbs * seq >= bound.tokens") {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            (high * 16_000 * 16) as f64
        },
    },
    Exercise {
        asks: "How To Scale Your Model, chapter 12: tokens a GPU that DP of H100 needs across nodes",
        answer: 2_475.0,
        tolerance: 0.01,
        answered: || number(&estimate(LLAMA_3), "/bound/tokens_per_gpu"),
    },
    Exercise {
        asks: "How To Scale Your Model, chapter 5: tokens a chip that FSDP of a v5p pod needs with \
               all three axes",
        answer: 850.0,
        tolerance: 0.01,
        answered: || {
            let link = "p=llama3-8b/tpu-v5px8960&zero=3&gbs=8960&grads=16bit&recipe=maxtext";
            number(&estimate(link), "/bound/tokens_per_gpu")
        },
    },
    Exercise {
        asks: "How To Scale Your Model, chapter 5: tokens that FSDP of 13 B parameters needs on 4,096 \
               v5p",
        answer: 3.48e6,
        tolerance: 0.03,
        answered: || {
            let link = "p=llama2-13b/tpu-v5px4096&zero=3&gbs=4096&grads=16bit&recipe=maxtext";
            number(&estimate(link), "/bound/tokens")
        },
    },
    Exercise {
        asks: "CS336, assignment 1: forward FLOPs of GPT-2 large on 1,024 tokens",
        answer: 2_257_754_521_600.0,
        tolerance: 0.005,
        answered: || large("&vocab=50257&seq=1024") * 1_024.0 / 3.0,
    },
    Exercise {
        asks: "CS336, assignment 1: share of the LM head",
        answer: 0.058,
        tolerance: 0.005,
        answered: || 1.0 - large("&vocab=64&seq=1024") / large("&vocab=50257&seq=1024"),
    },
    Exercise {
        asks: "CS336, assignment 1: share of the attention scores",
        answer: 0.086,
        tolerance: 0.006,
        answered: || 1.0 - large("&vocab=50257&seq=1") / large("&vocab=50257&seq=1024"),
    },
    Exercise {
        asks: "CS336, assignment 1: days of 400,000 steps of 1,024 sequences of GPT-2 XL on one \
               A100 of 19.5 TFLOP/s at 50 % MFU",
        answer: 6_584.0,
        tolerance: 0.01,
        answered: || {
            let run = "&vocab=50257&seq=1024&gbs=1024&peak=19.5&tok=419430400000";
            days_at(0.5, &[XL, run].concat())
        },
    },
    Exercise {
        asks: "The Ultra-Scale Playbook: bytes a parameter in mixed precision",
        answer: 16.0,
        tolerance: 1e-6,
        answered: || state_bytes("p=llama2-7b/h100x1&zero=0&recipe=llmfoundry"),
    },
    Exercise {
        asks: "The Ultra-Scale Playbook: bytes a parameter with gradients accumulated in fp32",
        answer: 20.0,
        tolerance: 1e-6,
        answered: || state_bytes("p=llama2-7b/h100x1&zero=0&recipe=nanotron"),
    },
    Exercise {
        asks: "The Ultra-Scale Playbook: GiB of activations of a layer of GPT-3 175B at 2,048 \
               tokens, s·b·h·(34 + 5·a·s/h)",
        answer: 2.67,
        tolerance: 0.01,
        answered: || {
            let of = |layers: &str| {
                let more = "&gbs=1&seq=2048&flash=0&kern=early-fused&zero=0";
                let link = ["p=gpt3-175b/a100-80x1&layers=", layers, more].concat();
                number(&estimate(&link), "/memory/stages/0/activations_gib")
            };
            of("3") - of("2")
        },
    },
    Exercise {
        asks: "NeMo Automodel: GB a GPU of 748 B parameters on 64 GPUs, 16-bit weights, gradients \
               and moments, 16-bit remainders",
        answer: 117.0,
        tolerance: 0.01,
        answered: || {
            let link = "p=kimi-k2-1t/h100x64&zero=3&recipe=torchtitan\
                        &opt=adamwbf16&grads=16bit&master=rem";
            state_bytes(link) * 64.0 * 748.0 / 64.0
        },
    },
    Exercise {
        asks: "Forging Giants: H100 of 80 GB that hold 671 B parameters of 16 bytes",
        answer: 134.0,
        tolerance: 0.01,
        answered: || {
            let link = "p=deepseek-v3-671b/h100x1&zero=0&recipe=llmfoundry";
            (state_bytes(link) * 671e9 / 80e9).floor()
        },
    },
];

#[test]
fn exercises_are_answered() {
    EXERCISES.iter().for_each(check);
}

fn check(exercise: &Exercise) {
    let (found, answer) = ((exercise.answered)(), exercise.answer);
    let off = (found / answer - 1.0).abs();
    assert!(
        off <= exercise.tolerance,
        "{}: {found}, the source says {answer}",
        exercise.asks
    );
}

/// How To Scale Your Model, chapter 12: 70 B parameters, TP 8 and pure data parallelism do not fit
/// 80 GB, because each copy keeps all of its optimizer state.
#[test]
fn replicated_optimizer_state_does_not_fit() {
    let object = estimate("p=llama3-70b/h100x4096&tp=8&zero=0");
    assert_eq!(object["memory"]["verdict"], "oom");
}

fn estimate(link: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .args(["estimate", &["#v=1&", link].concat(), "--json"])
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(0), "{link}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn reaches(link: &str, goal: &str) -> bool {
    let output = Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .args(["estimate", &["#v=1&", link].concat(), "--goal", goal])
        .output()
        .expect("the command runs");
    let code = output.status.code();
    assert!(
        code == Some(0) || code == Some(1),
        "{link}, {goal}: {code:?}"
    );
    code == Some(0)
}

fn number(object: &Value, pointer: &str) -> f64 {
    let value = object.pointer(pointer).and_then(Value::as_f64);
    value.unwrap_or_else(|| panic!("no number at {pointer}"))
}

/// A figure of a goal's left side, by halving the interval in which it lies.
fn ratio(link: &str, formula: &str) -> f64 {
    let (mut low, mut high) = (1.0, 1e9);
    while high / low > 1.0001 {
        let middle = f64::sqrt(low * high);
        let goal = format!("{formula} >= {middle:.3}");
        if reaches(link, &goal) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

fn number_of(link: &str, key: &str) -> f64 {
    ratio(link, key).round()
}

/// The bubble of 32 equal stages.
fn bubble(more: &str) -> f64 {
    let object = estimate(&["p=custom/h100x32&layers=192&pp=32", EVEN, more].concat());
    number(&object, "/time/bubble_fraction")
}

/// FLOPs that a token's training counts.
fn token_flops(link: &str) -> f64 {
    let object = estimate(link);
    let [mfu, peak, tokens] =
        ["/mfu", "/peak_tflops", "/tokens_per_s_per_gpu"].map(|key| number(&object, key));
    mfu * peak * 1e12 / tokens
}

fn large(more: &str) -> f64 {
    token_flops(&[LARGE, more].concat())
}

/// Days of a run without failures at an MFU.
fn days_at(mfu: f64, link: &str) -> f64 {
    let object = estimate(link);
    let [days, goodput, own] =
        ["/run/days", "/run/goodput", "/mfu"].map(|key| number(&object, key));
    days * goodput * own / mfu
}

/// Bytes of weights, gradients and optimizer of the first stage for each of the model's parameters.
fn state_bytes(link: &str) -> f64 {
    let object = estimate(link);
    let parts = ["weights_gib", "gradients_gib", "optimizer_gib"];
    let gib = parts.map(|part| number(&object, &["/memory/stages/0/", part].concat()));
    gib.iter().sum::<f64>() * 1024.0_f64.powi(3) / number(&object, "/params")
}
