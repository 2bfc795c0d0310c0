//! The options of a command line, and the list of those that are read.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::import::budget::{COMPARED, FIELD, ITEM, ReadBudget};
use crate::import::imported::ImportNote;
use crate::import::reading::ImportReader;
use crate::import::shell::{Mark, is_known, plain};

/// Options whose value is that of a key of a link.
pub(crate) const KEYS: &[(&str, &str)] = &[
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

/// Degrees that are one by default.
pub(crate) const UNSPLIT: &[(&str, &str)] = &[
    ("--tensor-model-parallel-size", "tp"),
    ("--pipeline-model-parallel-size", "pp"),
    ("--context-parallel-size", "cp"),
    ("--expert-model-parallel-size", "ep"),
    ("--num-virtual-stages-per-pipeline-rank", "vp"),
];

/// Options without a value that are read.
const FLAGS: &str = "\
    --swiglu --group-query-attention --use-rotary-position-embeddings --disable-bias-linear \
    --untie-embeddings-and-output-weights --multi-latent-attention --moe-enable-deepep \
    --moe-grouped-gemm --sequence-parallel --account-for-embedding-in-pipeline-split \
    --account-for-loss-in-pipeline-split --use-distributed-optimizer --use-megatron-fsdp \
    --use-torch-fsdp2 --torch-fsdp2-no-reshard-after-forward --bf16 --fp16 \
    --use-precision-aware-optimizer --optimizer-cpu-offload --grad-reduce-in-bf16 \
    --accumulate-allreduce-grads-in-fp32 --enable-cuda-graph --external-cuda-graph \
    --recompute-activations --use-flash-attn --cross-entropy-loss-fusion --overlap-grad-reduce \
    --overlap-param-gather --tp-comm-overlap --no-overlap-p2p-communication \
    --overlap-moe-expert-parallel-comm --no-gradient-accumulation-fusion --deterministic-mode \
    --fp8-param-gather --fine-grained-activation-offloading";

/// Options of a model or a layout that no plan can express.
pub(crate) const UNHELD: &str = "\
    --hybrid-layer-pattern --hybrid-override-pattern --hybrid-attention-ratio --hybrid-mlp-ratio \
    --is-hybrid-model --tensor-parallel-num-weight-shards \
    --expert-tensor-parallel-num-weight-shards --heterogeneous-layers-config-path \
    --encoder-num-layers --encoder-seq-length --decoder-seq-length";

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
    --fp8-param-gather --deterministic-mode --train-samples --step-batch-size-schedule --use-torch-fsdp2 \
    --torch-fsdp2-no-reshard-after-forward --optimizer-offload-fraction \
    --fine-grained-activation-offloading --offload-modules --deepspeed --zero-stage \
    --checkpoint-activations --deepspeed-activation-checkpointing";

/// Beginnings of options that no plan can express and that change no figure much.
pub(crate) const IDLE: &str = "\
    --lr --min-lr --weight-decay --clip-grad --adam- --init-method-std --seed --log- --save \
    --load --eval- --wandb- --tensorboard- --data- --split --tokenizer- --vocab-file \
    --merge-file --mock-data --num-workers --distributed- --norm-epsilon --rotary- \
    --no-rope-fusion --exit- --timing- --manual-gc --no-save- --no-load- --async-save \
    --dist-ckpt- --ckpt- --use-mcore-models --no-create-attention-mask-in-dataloader \
    --dataloader-type --moe-router- --moe-aux-loss-coeff --moe-z-loss-coeff \
    --no-check-for-nan-in-loss-and-grad --moe-deepep-num-sms --te-rng-tracker --nnodes --nproc --node-rank --node_rank \
    --master --rdzv --local-rank --local_rank --max-restarts --tee --redirects \
    --no-masked-softmax-fusion --no-bias- --bias- --apply-layernorm-1p --qk-layernorm \
    --attention-softmax-in-fp32 --no-async- --initial-loss-scale --loss-scale --min-loss-scale \
    --hysteresis --empty-unused-memory-level --profile --use-cpu-initialization --ddp- --rampup- \
    --train-data-path --valid-data-path --test-data-path --reset- --eod-mask-loss \
    --use-checkpoint-args --auto-detect-ckpt-format --enable-one-logger --no-one-logger \
    --moe-permute-fusion --moe-shared-expert-overlap --moe-pad-expert-input-to-capacity \
    --moe-expert-capacity-factor --moe-token-drop-policy --moe-enable-routing-replay \
    --use-dist-ckpt --overlap-param-gather-with-optimizer-step --fp8-margin --fp8-interval \
    --fp8-amax- --fp8-wgrad --first-last-layers-bf16 --apply-query-key- \
    --num-layers-at- --high-priority-stream-groups --rotary- --override-opt_param-scheduler \
    --override-opt-param-scheduler --finetune --dropout --calculate-per-token-loss --one-logger- \
    --train-sync-interval --inprocess- --ft- --straggler- --reuse-grad-buf-for-mxfp8-param-ag \
    --use-legacy-models --transformer-impl-";

/// Options that scripts of other programs also have.
const COMMON: &str =
    "--bf16 --fp16 --optimizer --vocab-size --window-size --deepspeed --zero-stage";

/// All names that are read, as a set, since a text can have thousands of options.
static READ_NAMES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let keys = KEYS.iter().map(|(option, _)| *option);
    keys.chain(READ.split_ascii_whitespace()).collect()
});

/// True if an option is read.
pub(crate) fn is_read(name: &str) -> bool {
    READ_NAMES.contains(name)
}

/// True of options by which programs around Megatron-LM train an adapter.
pub(crate) fn asks_for_adapter(name: &str) -> bool {
    const ADAPTERS: [&str; 7] = [
        "--lora-r",
        "--lora-rank",
        "--lora-dim",
        "--use-lora",
        "--enable-lora",
        "--lora",
        "--peft",
    ];
    ADAPTERS.contains(&name)
}

/// True if an option shows that a text is for Megatron-LM.
pub(crate) fn is_sign(name: &str) -> bool {
    let is_common = COMMON.split_ascii_whitespace().any(|common| common == name);
    !is_common && is_read(name)
}

/// The options of a command, each with its values, and those that the script leaves open.
#[derive(Default)]
pub(crate) struct MegatronOptions {
    options: Vec<(String, Vec<String>)>,
    open: Vec<(String, Mark)>,
}

impl MegatronOptions {
    /// Reads the words of a command, as far as the budget lasts. The last mention of an option
    /// counts.
    pub(crate) fn of(words: &[String], budget: &ReadBudget) -> Self {
        let mut options = Self::default();
        for word in words {
            // Open options are compared with the word, and all options with a word that may be
            // there.
            let others = if is_known(word) {
                0
            } else {
                options.options.len()
            };
            let compared = (others + options.open.len()) * COMPARED;
            let units = if word.starts_with("--") {
                word.split_whitespace().count() * FIELD
            } else {
                ITEM
            };
            if !budget.take(units + word.len() + compared) {
                break;
            }
            match Mark::first(word) {
                Some(Mark::Maybe { word, cause }) => options.push_maybe(word, cause),
                None if word.starts_with("--") && word.contains(char::is_whitespace) => {
                    word.split_whitespace().for_each(|word| options.push(word));
                }
                _ => options.push(word),
            }
        }
        options.set_aside();
        options
    }

    fn push(&mut self, word: &str) {
        if word.starts_with("--") {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (word, None),
            };
            self.open.retain(|(open, _)| open != name);
            self.options
                .push((name.to_owned(), value.into_iter().collect()));
        } else if let Some((_, values)) = self.options.last_mut() {
            values.push(word.to_owned());
        }
    }

    /// A word that exists depending on a variable. The option whose value it is also stays open.
    fn push_maybe(&mut self, word: String, cause: String) {
        if word.starts_with("--") {
            let name = word.split('=').next().unwrap_or_default().to_owned();
            self.options.retain(|(option, _)| *option != name);
            // The values after it belong to it.
            self.options.push((String::new(), Vec::new()));
            let is_known = self.open.iter().any(|(open, _)| *open == name);
            if !is_known {
                self.open.push((name, Mark::Maybe { word, cause }));
            }
        } else if let Some((name, values)) = self.options.last_mut()
            && !name.is_empty()
        {
            let mark = Mark::Undecided { name: word, cause };
            if values.is_empty() {
                let name = name.clone();
                self.options.pop();
                self.open.push((name, mark));
                self.options.push((String::new(), Vec::new()));
            }
        }
    }

    /// Moves the options with open values to a list of their own.
    fn set_aside(&mut self) {
        self.options.retain(|(name, _)| !name.is_empty());
        let mut last: Vec<(String, Vec<String>)> = Vec::new();
        let mut names: BTreeSet<String> = BTreeSet::new();
        for (name, values) in self.options.drain(..).rev() {
            if names.insert(name.clone()) {
                last.push((name, values));
            }
        }
        last.reverse();
        for (name, values) in last {
            let mark = values.first().and_then(|value| Mark::first(value));
            match mark.filter(|_| !is_flag(&name)) {
                Some(mark) if is_read(&name) => self.open.push((name, mark)),
                _ => self.options.push((name, values)),
            }
        }
    }

    /// Records the open options, and the variables that may hold others.
    pub(crate) fn remark(&self, reading: &mut ImportReader) {
        for (name, mark) in self
            .open
            .iter()
            .filter(|(name, _)| is_read(name) || is_unheld(name))
        {
            let (option, variable) = (name.clone(), plain(mark.variable()));
            reading.remark(match mark {
                Mark::Undefined(_) => ImportNote::Undefined { option, variable },
                _ => ImportNote::Undecided { option, variable },
            });
        }
        for (name, values) in &self.options {
            let own = usize::from(!is_flag(name));
            for value in values
                .iter()
                .skip(own)
                .filter(|_| !name.starts_with("--data"))
            {
                if let Some(mark) = Mark::first(value) {
                    reading.remark(ImportNote::MayAdd(plain(mark.variable())));
                }
            }
        }
    }

    /// Options with their values, from a document.
    pub(crate) const fn of_pairs(pairs: Vec<(String, Vec<String>)>) -> Self {
        Self {
            options: pairs,
            open: Vec::new(),
        }
    }

    /// The names of all options.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.options.iter().map(|(name, _)| name.as_str())
    }

    /// The number of options that are read, including open ones.
    pub(crate) fn count(&self) -> usize {
        let open = self.open.iter().map(|(name, _)| name.as_str());
        self.names()
            .chain(open)
            .filter(|name| is_sign(name))
            .count()
    }

    /// True if the script leaves an option open.
    pub(crate) fn is_open(&self, name: &str) -> bool {
        self.open.iter().any(|(open, _)| open == name)
    }

    /// The values of an option.
    pub(crate) fn values(&self, name: &str) -> Option<&[String]> {
        let found = self.options.iter().find(|(known, _)| known == name);
        found.map(|(_, values)| values.as_slice())
    }

    /// True if the command has an option.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.values(name).is_some()
    }

    /// The first value of an option.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values(name)?.first().map(String::as_str)
    }

    /// Sets a key to the value of an option, else to the framework's default, which follows from
    /// the keys `from`.
    pub(crate) fn or_default(
        &self,
        reading: &mut ImportReader,
        (key, option): (&'static str, &str),
        default: u64,
        from: &[&str],
    ) {
        match self.text(option) {
            Some(text) => reading.set(key, option, text),
            None if self.is_open(option) || !reading.knows(from) => {
                reading.leave_open(key, Some(&default.to_string()));
            }
            None => reading.default(key, option, &default.to_string()),
        }
    }

    /// Records the present value of a key, by the first of the options that exists. It is missing
    /// if one of them is open.
    pub(crate) fn note(&self, reading: &mut ImportReader, key: &'static str, options: &[&str]) {
        if options.iter().any(|option| self.is_open(option)) {
            reading.leave_open(key, None);
        } else {
            reading.note_by(key, options, |option| self.has(option));
        }
    }

    /// The first value as a whole number.
    pub(crate) fn whole(&self, name: &str) -> Option<u64> {
        self.text(name)?.parse().ok()
    }
}

/// True of an option without a value.
pub(crate) fn is_flag(name: &str) -> bool {
    FLAGS.split_ascii_whitespace().any(|flag| flag == name)
}

/// True if no plan can express an option of a model or a layout.
pub(crate) fn is_unheld(name: &str) -> bool {
    UNHELD.split_ascii_whitespace().any(|unheld| unheld == name)
}
