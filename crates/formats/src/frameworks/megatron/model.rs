//! The model's options, and its experts'.

use super::rules::{backend, groups_products, has_experts, shared_experts};
use crate::catalog::CUSTOM_MODEL;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{
    OptionValue, flag, number as digits, whole, whole_if, word, word_if,
};
use crate::export::facts::Facts;
use crate::frameworks::setting::{
    Setting, flagged, known, number, option, switch_to, switched, written,
};
use crate::import::fields::Fields;
use crate::layers;
use cost::plan::limits::SEQUENCE;
use cost::plan::{Dispatcher, LatentAttention, MixtureOfExperts, Model, Norm, Positions};

pub(super) const MODEL_ROWS: &[Setting] = &[
    number("--num-layers", "layers").figure(),
    number("--hidden-size", "hidden").figure(),
    number("--ffn-hidden-size", "ffn").follows_from(&["hidden"], usual_ffn),
    number("--num-attention-heads", "heads").figure(),
    option(GROUPS, |f| flag(has_groups(f)), groups).bare(),
    number(GROUP_COUNT, "kv")
        .when(has_groups)
        .read_when(|file| file.has(GROUPS))
        .usual("1")
        // T: key-value groups are a multiple or a divisor of the ranks.
        .core(&[Lack::when(Aspect::KvHeads, Fate::Refused, |facts| {
            let (groups, ranks) = (facts.plan.model.kv_heads, facts.plan.layout.tensor);
            !groups.is_multiple_of(ranks) && !ranks.is_multiple_of(groups)
        })]),
    number("--kv-channels", "headdim")
        .when(|f| f.plan.model.query_width() != f.plan.model.hidden)
        .follows_from(&["hidden", "heads"], |file| {
            let Model { hidden, heads, .. } = file.reading.plan.model;
            (hidden / heads.max(1)).to_string()
        }),
    // Megatron-LM pads tables: this is at least a sequence, and a vocabulary a multiple of the ranks.
    written(LONGEST, |f| {
        whole(f.plan.model.trained_sequence.max(f.plan.sequence()))
    })
    .lacks(&[Lack::when(Aspect::LearnedPositions, Fate::Nearest, |_| {
        true
    })]),
    option(
        "--position-embedding-type",
        |f| match f.plan.model.positions {
            Positions::Rope => word("rope"),
            Positions::Learned => word("learned_absolute"),
            Positions::None => word("none"),
            Positions::Alibi => None,
        },
        positions,
    )
    .lacks(&[Lack::no_option(Aspect::Alibi)]),
    known("--use-rotary-position-embeddings").bare(),
    written("--vocab-size", |f| whole(f.plan.model.vocab)),
    known("--padded-vocab-size"),
    written(MULTIPLE, |f| {
        let multiple = vocabulary_multiple(f);
        whole_if(multiple != VOCABULARY_MULTIPLE, multiple)
    })
    .lacks(&[Lack::when(Aspect::Vocabulary, Fate::Nearest, |_| true)]),
    option(
        "--normalization",
        |f| word_if(f.plan.model.norm == Norm::Rms, "RMSNorm"),
        |file| {
            if file.text("--normalization") == Some("RMSNorm") {
                file.reading.plan.model.norm = Norm::Rms;
            }
        },
    ),
    switched("--swiglu", "gated", true),
    switched("--disable-bias-linear", "bias", false),
    switched("--untie-embeddings-and-output-weights", "tied", false),
    written("--attention-dropout", no_dropout),
    option("--hidden-dropout", no_dropout, dropout),
    option(
        "--window-size",
        |f| {
            let window = f.plan.model.window;
            let words = || OptionValue::Text([&window.to_string(), ",0"].concat());
            (window > 0).then(words)
        },
        window,
    ),
    written("--window-attn-skip-freq", |f| {
        let every = f.plan.model.full_attention_every;
        whole_if(f.plan.model.window > 0 && every > 0, every)
    }),
    // `validate_args`: beside layers that predict further tokens, positions are rotary or absent.
    number("--mtp-num-layers", "mtp")
        .when(|f| f.plan.model.multi_token_layers > 0)
        .lacks(&[Lack::when(Aspect::MultiToken, Fate::Refused, |facts| {
            matches!(
                facts.plan.model.positions,
                Positions::Learned | Positions::Alibi
            )
        })]),
    option(LATENT, |f| flag(f.plan.model.mla.is_some()), latent).bare(),
    written("--q-lora-rank", |f| {
        let rank = f.plan.model.mla?.query_rank;
        whole_if(rank > 0, rank)
    }),
    written("--kv-lora-rank", |f| whole(f.plan.model.mla?.kv_rank)),
    written("--qk-head-dim", |f| whole(f.plan.model.mla?.nope)),
    written("--qk-pos-emb-head-dim", |f| whole(f.plan.model.mla?.rope)),
    written("--v-head-dim", |f| whole(f.plan.model.mla?.value)),
];

/// Options that are read if there are experts.
pub(super) const EXPERT_ROWS: &[Setting] = &[
    number(EXPERTS, "experts").when(has_experts),
    number("--moe-router-topk", "topk")
        .when(has_experts)
        .usual("2"),
    number("--moe-ffn-hidden-size", "moeffn")
        .when(has_experts)
        .follows_from(&["ffn"], |file| file.reading.plan.model.ffn.to_string()),
    option(
        SHARED,
        |f| {
            let width = f.plan.model.moe.shared_width();
            whole_if(f.is_routed() && width > 0, width)
        },
        shared,
    ),
    option(
        "--moe-layer-freq",
        |f| {
            let pattern = f.routed_pattern().filter(|_| f.is_routed());
            pattern.map(OptionValue::Text)
        },
        routed_layers,
    ),
];

pub(super) const DISPATCH_ROWS: &[Setting] = &[
    option(
        DISPATCHER,
        |f| {
            let is_flexible = backend(f).is_some();
            word_if(f.is_routed(), if is_flexible { "flex" } else { "alltoall" })
        },
        dispatcher,
    ),
    written(BACKEND, |f| backend(f).map(OptionValue::Word)),
    known("--moe-enable-deepep").bare(),
    // Megatron-LM refuses one expert a token without this (`transformer_config.py`).
    flagged("--moe-router-pre-softmax", |f| {
        f.is_routed() && f.plan.model.moe.per_token == 1
    })
    .idle(),
    flagged("--moe-grouped-gemm", groups_products),
    switch_to("--moe-router-force-load-balancing", "imbal", "1")
        .unwritten()
        .bare(),
];

const GROUPS: &str = "--group-query-attention";
const GROUP_COUNT: &str = "--num-query-groups";
const LONGEST: &str = "--max-position-embeddings";
const MULTIPLE: &str = "--make-vocab-size-divisible-by";
const LATENT: &str = "--multi-latent-attention";
const LATENT_PARTS: &str =
    "--q-lora-rank --kv-lora-rank --qk-head-dim --qk-pos-emb-head-dim --v-head-dim";
const SHARED: &str = "--moe-shared-expert-intermediate-size";
const EXPERTS: &str = "--num-experts";
const DISPATCHER: &str = "--moe-token-dispatcher-type";
const BACKEND: &str = "--moe-flex-dispatcher-backend";

/// Default of `--make-vocab-size-divisible-by`: a vocabulary is padded to a multiple of this number
/// of words for each tensor-parallel rank.
const VOCABULARY_MULTIPLE: u64 = 128;

/// The largest such multiple that leaves the plan's vocabulary unchanged.
fn vocabulary_multiple(facts: &Facts) -> u64 {
    let (vocab, tensor) = (facts.plan.model.vocab, facts.plan.layout.tensor.max(1));
    let stays = |multiple: &u64| vocab.is_multiple_of(multiple.saturating_mul(tensor));
    let halves = (0..7).map(|shift| VOCABULARY_MULTIPLE >> shift);
    halves.into_iter().find(stays).unwrap_or(1)
}

fn has_groups(facts: &Facts) -> bool {
    let model = &facts.plan.model;
    model.kv_heads != model.heads && model.mla.is_none()
}

fn no_dropout(facts: &Facts) -> Option<OptionValue> {
    if facts.plan.model.dropout {
        None
    } else {
        digits("0.0")
    }
}

/// Begins the model, with Megatron-LM's defaults, or the changes of a named model.
pub(super) fn begin_model(file: &mut Fields) -> bool {
    if file.reading.change_model(true) {
        return true;
    }
    file.reading.start_model(Model {
        norm: Norm::Layer,
        positions: Positions::Learned,
        ..CUSTOM_MODEL
    });
    file.reading.plan.model.moe = MixtureOfExperts::default();
    true
}

/// `validate_args`: 4h, or as many parameters in three matrices, a multiple of 64.
fn usual_ffn(file: &Fields) -> String {
    let hidden = file.reading.plan.model.hidden;
    let width = if file.has("--swiglu") {
        hidden.saturating_mul(8) / 3 / 64 * 64
    } else {
        hidden.saturating_mul(4)
    };
    width.to_string()
}

/// Without groups each head has a key and a value.
fn groups(file: &mut Fields) {
    let heads = file.reading.plan.model.heads.max(1).to_string();
    if file.is_open(GROUPS) || !file.has(GROUPS) && !file.reading.knows(&["heads"]) {
        file.reading.leave_following("kv", Some(&heads));
    } else if !file.has(GROUPS) {
        file.reading.default("kv", GROUP_COUNT, &heads);
    }
}

fn positions(file: &mut Fields) {
    file.reading.plan.model.positions = match file.text("--position-embedding-type") {
        Some("rope") => Positions::Rope,
        Some("none") => Positions::None,
        _ if file.has("--use-rotary-position-embeddings") => Positions::Rope,
        _ => Positions::Learned,
    };
    let names = "--position-embedding-type --use-rotary-position-embeddings";
    file.note("pos", names);
}

/// Dropout, whose two shares are 0.1 by default.
fn dropout(file: &mut Fields) {
    let is_zero = |name: &'static str| {
        let digits = file.written(name).unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte == b'0' || byte == b'.')
    };
    let is_off = is_zero("--attention-dropout") && is_zero("--hidden-dropout");
    file.reading.plan.model.dropout = !is_off;
    file.note("dropout", "--attention-dropout --hidden-dropout");
}

fn window(file: &mut Fields) {
    let Some(window) = file.written("--window-size") else {
        return;
    };
    let left = window.trim_start_matches('(').split(',').next();
    let left = left.unwrap_or_default().trim();
    file.reading.set("window", "--window-size", left);
    if let Some(every) = file.whole("--window-attn-skip-freq") {
        file.reading
            .set_whole("fullevery", "--window-attn-skip-freq", every);
    }
}

/// Latent attention. Missing options have the parser's defaults, or the values of a named model.
fn latent(file: &mut Fields) {
    const USUAL: LatentAttention = LatentAttention {
        query_rank: 0,
        kv_rank: 32,
        nope: 128,
        rope: 64,
        value: 128,
    };
    let changes_model = file.reading.changes_model();
    let own = file.reading.plan.model.mla.filter(|_| changes_model);
    let own = own.unwrap_or(USUAL);
    let part = |name: &'static str, own: u64| file.whole(name).unwrap_or(own);
    let ranks = [
        part("--q-lora-rank", own.query_rank),
        part("--kv-lora-rank", own.kv_rank),
        part("--qk-head-dim", own.nope),
        part("--qk-pos-emb-head-dim", own.rope),
        part("--v-head-dim", own.value),
    ];
    let ranks = ranks.map(|rank| rank.to_string()).join(",");
    let is_latent = file.has(LATENT) || changes_model && file.has(LATENT_PARTS);
    if file.is_open(LATENT) {
        file.reading.leave_open("mla", None);
    } else if is_latent && file.is_open(LATENT_PARTS) {
        file.reading.leave_open("mla", Some(&ranks));
    } else if is_latent {
        file.reading.set("mla", "--kv-lora-rank", &ranks);
    }
}

/// Ends the model. Options of a named model's latent attention stand without the one that turns it
/// on.
pub(super) fn end_model(file: &mut Fields) {
    if file.reading.changes_model() && !file.has(LATENT) {
        latent(file);
    }
}

/// The padded vocabulary, which follows the degree of tensor parallelism.
pub(super) fn vocabulary(file: &mut Fields) {
    let is_stated = file.has("--padded-vocab-size --vocab-size");
    if file.reading.has_model_of_file() && !is_stated {
        return;
    }
    let multiple = file.whole(MULTIPLE).unwrap_or(VOCABULARY_MULTIPLE);
    let tensor = file.reading.plan.layout.tensor;
    let multiple = multiple.saturating_mul(tensor).max(1);
    let padded = file.whole("--padded-vocab-size");
    let stated = file.whole("--vocab-size");
    let is_open = padded.is_none() && !file.reading.knows(&["tp"]);
    match padded.or_else(|| stated?.checked_next_multiple_of(multiple)) {
        Some(vocab) if is_open => file
            .reading
            .leave_following("vocab", Some(&vocab.to_string())),
        Some(vocab) => file.reading.set_whole("vocab", "--vocab-size", vocab),
        None => file.reading.leave_following("vocab", None),
    }
}

/// The longest sequence that the model can read, by default the trained one.
pub(super) fn longest(file: &mut Fields) {
    if file.reading.has_model_of_file() {
        return;
    }
    let longest = file.whole(LONGEST);
    let longest = longest.unwrap_or(file.reading.plan.sequence());
    let most = *SEQUENCE.end();
    file.reading.plan.model.trained_sequence = longest.clamp(1, most);
}

/// True if the model has experts, or may have those of a named model. One expert without a router is a
/// dense MLP: Megatron-DeepSpeed's default, `megatron/arguments.py`.
pub(super) fn begin_experts(file: &mut Fields) -> bool {
    if file.is_open(EXPERTS) {
        file.reading.leave_open("experts", None);
    }
    let experts = file.whole(EXPERTS);
    match experts {
        Some(0 | 1) if experts == Some(0) || !file.has("--moe-router-topk") => {
            file.reading.plan.model.moe = MixtureOfExperts::default();
            file.note("experts", EXPERTS);
            false
        }
        Some(_) => true,
        None => {
            // A value that is no number is recorded.
            let _ = file.set("experts", EXPERTS);
            file.reading.changes_model() && file.reading.plan.model.moe.experts > 0
        }
    }
}

/// Begins the dispatch of tokens, which no named model has.
pub(super) fn begin_dispatch(file: &mut Fields) -> bool {
    let _ = file.reading.change_model(false);
    true
}

/// Shared experts, by the width of all of them together.
fn shared(file: &mut Fields) {
    if let Some(shared) = file.whole(SHARED) {
        let count = shared_experts(shared, file.reading.plan.model.moe.ffn);
        file.reading.set_whole("shared", SHARED, count);
        file.reading
            .set_whole("sharedffn", SHARED, shared / count.max(1));
    }
}

fn routed_layers(file: &mut Fields) {
    let option = "--moe-layer-freq";
    let Some(words) = file.written(option) else {
        return;
    };
    match layers::routed(&words, file.reading.plan.model.layers) {
        Some((dense, every)) => {
            file.reading.set_whole("dense", option, dense);
            // The catalogue's word for every layer.
            let every = if every == 1 { 0 } else { every };
            file.reading.set_whole("every", option, every);
        }
        None => file.reading.unfit(option, &words),
    }
}

/// The software that sends tokens to experts.
fn dispatcher(file: &mut Fields) {
    let is_flexible = file.text(DISPATCHER) == Some("flex");
    file.reading.plan.stack.dispatcher = match file.text(BACKEND).unwrap_or("deepep") {
        _ if !is_flexible => None,
        "hybridep" => Some(Dispatcher::HybridEp),
        "deepep" => Some(Dispatcher::DeepEp),
        other => {
            file.reading.unfit(BACKEND, other);
            None
        }
    };
    if file.reading.plan.model.moe.experts == 0 {
        return;
    }
    if let Some("allgather") = file.text(DISPATCHER) {
        // Each rank receives all tokens, not those of its experts.
        file.reading.unfit(DISPATCHER, "allgather");
    } else {
        file.note("disp", DISPATCHER);
    }
}
