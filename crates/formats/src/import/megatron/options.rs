//! The options of a command line, in the words of a shell, and which of them are read.

use crate::import::reading::ImportReader;

/// Options whose value is a key of a link as it stands.
pub(super) const KEYS: &[(&str, &str)] = &[
    ("--num-layers", "layers"),
    ("--hidden-size", "hidden"),
    ("--num-attention-heads", "heads"),
    ("--tensor-model-parallel-size", "tp"),
    ("--pipeline-model-parallel-size", "pp"),
    ("--context-parallel-size", "cp"),
    ("--expert-model-parallel-size", "ep"),
    ("--num-virtual-stages-per-pipeline-rank", "vp"),
    ("--seq-length", "seq"),
    ("--micro-batch-size", "mbs"),
    ("--global-batch-size", "gbs"),
    ("--mtp-num-layers", "mtp"),
];

/// Degrees that are one where nothing is said.
pub(super) const UNSPLIT: &[(&str, &str)] = &[
    ("--tensor-model-parallel-size", "tp"),
    ("--pipeline-model-parallel-size", "pp"),
    ("--context-parallel-size", "cp"),
    ("--expert-model-parallel-size", "ep"),
    ("--num-virtual-stages-per-pipeline-rank", "vp"),
];

/// Other options that are read.
const READ: &str = "\
    --ffn-hidden-size --group-query-attention --num-query-groups --kv-channels \
    --max-position-embeddings --position-embedding-type --use-rotary-position-embeddings \
    --vocab-size --padded-vocab-size --make-vocab-size-divisible-by --normalization --swiglu \
    --disable-bias-linear --untie-embeddings-and-output-weights --attention-dropout \
    --hidden-dropout --window-size --window-attn-skip-freq --multi-latent-attention \
    --q-lora-rank --kv-lora-rank --qk-head-dim --qk-pos-emb-head-dim --v-head-dim --num-experts \
    --moe-router-topk --moe-ffn-hidden-size --moe-shared-expert-intermediate-size \
    --moe-layer-freq --moe-token-dispatcher-type --moe-flex-dispatcher-backend \
    --moe-enable-deepep --moe-grouped-gemm --sequence-parallel \
    --pipeline-model-parallel-layout --num-layers-per-virtual-pipeline-stage \
    --decoder-first-pipeline-num-layers --decoder-last-pipeline-num-layers \
    --account-for-embedding-in-pipeline-split --account-for-loss-in-pipeline-split \
    --cp-comm-type --expert-tensor-parallel-size --use-distributed-optimizer --use-megatron-fsdp \
    --data-parallel-sharding-strategy --ckpt-format --num-distributed-optimizer-instances \
    --train-iters --bf16 --fp16 --fp8-format --fp8-recipe --fp4-format --optimizer \
    --use-precision-aware-optimizer --main-params-dtype --main-grads-dtype --exp-avg-dtype \
    --exp-avg-sq-dtype --optimizer-cpu-offload --grad-reduce-in-bf16 \
    --accumulate-allreduce-grads-in-fp32 --cuda-graph-impl --cuda-graph-scope \
    --cuda-graph-modules --enable-cuda-graph --external-cuda-graph \
    --recompute-granularity --recompute-activations --recompute-modules --recompute-method \
    --recompute-num-layers --cpu-offloading-num-layers --attention-backend --use-flash-attn \
    --cross-entropy-loss-fusion --cross-entropy-fusion-impl --overlap-grad-reduce \
    --overlap-param-gather --tp-comm-overlap --no-overlap-p2p-communication \
    --overlap-moe-expert-parallel-comm --transformer-impl --no-gradient-accumulation-fusion \
    --deterministic-mode";

/// Beginnings of options that no plan has a place for and that change no figure of it much.
pub(super) const IDLE: &str = "\
    --lr --min-lr --weight-decay --clip-grad --adam- --init-method-std --seed --log- --save \
    --load --eval- --wandb- --tensorboard- --data- --split --tokenizer- --vocab-file \
    --merge-file --mock-data --num-workers --distributed- --norm-epsilon --rotary- \
    --no-rope-fusion --exit- --timing- --manual-gc --no-save- --no-load- --async-save \
    --dist-ckpt- --ckpt- --use-mcore-models --no-create-attention-mask-in-dataloader \
    --dataloader-type --moe-router- --moe-aux-loss-coeff --moe-z-loss-coeff \
    --no-check-for-nan-in-loss-and-grad --moe-deepep-num-sms --te-rng-tracker --nnodes --nproc --node-rank --master- --rdzv- --nproc_per_node \
    --node_rank --master_";

/// Options that scripts of other programs have too.
const COMMON: &str = "--bf16 --fp16 --optimizer --vocab-size --window-size";

/// True if an option is read.
pub(super) fn is_read(name: &str) -> bool {
    let is_key = KEYS.iter().any(|(option, _)| *option == name);
    is_key || READ.split_ascii_whitespace().any(|read| read == name)
}

/// True if an option shows that a text is for Megatron-LM.
pub(super) fn is_sign(name: &str) -> bool {
    let is_common = COMMON.split_ascii_whitespace().any(|common| common == name);
    !is_common && is_read(name)
}

/// The options of a text, each with its values.
pub(super) struct MegatronOptions(Vec<(String, Vec<String>)>);

impl MegatronOptions {
    /// Reads a text.
    pub(super) fn of(text: &str) -> Self {
        let mut options: Vec<(String, Vec<String>)> = Vec::new();
        for word in words(text) {
            if word.starts_with("--") {
                let (name, value) = match word.split_once('=') {
                    Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                    None => (word, None),
                };
                options.push((name, value.into_iter().collect()));
            } else if let Some((_, values)) = options.last_mut() {
                values.push(word);
            }
        }
        Self(options)
    }

    /// Options with their values, from a document.
    pub(super) const fn of_pairs(pairs: Vec<(String, Vec<String>)>) -> Self {
        Self(pairs)
    }

    /// The names of all options.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The values of an option: its last mention counts.
    pub(super) fn values(&self, name: &str) -> Option<&[String]> {
        let found = self.0.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, values)| values.as_slice())
    }

    /// True if an option is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.values(name).is_some()
    }

    /// The first value of an option.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.values(name)?.first().map(String::as_str)
    }

    /// Sets a key to the value of an option, else to the framework's default.
    pub(super) fn or_default(
        &self,
        reading: &mut ImportReader,
        key: &'static str,
        option: &str,
        default: u64,
    ) {
        match self.text(option) {
            Some(text) => reading.set(key, option, text),
            None => reading.default(key, option, &default.to_string()),
        }
    }

    /// Notes the present value of a key, by the first of the options that is there.
    pub(super) fn note(&self, reading: &mut ImportReader, key: &'static str, options: &[&str]) {
        reading.note_by(key, options, |option| self.has(option));
    }

    /// The first value as a whole number.
    pub(super) fn whole(&self, name: &str) -> Option<u64> {
        self.text(name)?.parse().ok()
    }
}

/// The words of a shell script: quotes taken off, comments and line ends left out, and what holds
/// the arguments, `NAME=(` and `)`, too.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = text.chars();
    let mut previous = '\n';
    while let Some(letter) = letters.next() {
        match letter {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                word.extend(letters.by_ref().take_while(|inner| *inner != letter));
            }
            '\\' => match letters.next() {
                None | Some('\n' | '\r') => words.extend(word.take()),
                Some(escaped) => word.get_or_insert_default().push(escaped),
            },
            '#' if previous.is_whitespace() => {
                let _ = letters.by_ref().find(|inner| *inner == '\n');
                words.extend(word.take());
            }
            space if space.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
        previous = letter;
    }
    words.extend(word.take());
    words.retain(|word| word != ")" && !word.ends_with("=("));
    words
}
