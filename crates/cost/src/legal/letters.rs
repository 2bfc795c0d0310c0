//! Numbers of a legal plan as letters of formulas, with the definitions of those that follow from
//! others.

use super::Legal;
use crate::amount::{Count, Symbol};

impl Legal<'_> {
    /// The number that a letter stands for. Where a letter stands in the code, one branch is left of
    /// this; in the page all of it stands once, which is 1.3 kB less.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(crate) fn letter<C: Count>(&self, symbol: Symbol) -> C {
        let (plan, model) = (self.plan, &self.plan.model);
        let (layout, moe) = (&plan.layout, &model.moe);
        let mla = model.mla.as_ref();
        let letter = |symbol| self.letter::<C>(symbol);
        let value = match symbol {
            Symbol::Element => plan.levers.dtype.element_bytes(),
            Symbol::Sequence => self.sequence,
            Symbol::MicroBatch => plan.batch.micro,
            Symbol::Context => layout.context,
            Symbol::Tensor => layout.tensor,
            Symbol::ExpertTensor => layout.expert_tensor,
            Symbol::ExpertRanks => layout.expert,
            Symbol::Hidden => model.hidden,
            Symbol::Ffn => model.ffn,
            Symbol::Gates => model.gates(),
            Symbol::SharedFfn => moe.shared_width(),
            Symbol::ExpertFfn => moe.ffn,
            Symbol::Experts => moe.experts,
            Symbol::PerToken => moe.per_token,
            Symbol::Vocab => model.vocab,
            Symbol::AllHeads => model.heads,
            Symbol::AllKvHeads => model.kv_heads,
            Symbol::HeadDim => model.head_dim,
            Symbol::QueryRank => mla.map_or(0, |mla| mla.query_rank),
            Symbol::KvRank => mla.map_or(0, |mla| mla.kv_rank),
            Symbol::Nope => mla.map_or(0, |mla| mla.nope),
            Symbol::Rope => mla.map_or(0, |mla| mla.rope),
            Symbol::ExtraHeads => model.multi_token_layers,
            Symbol::Rank => plan.tuning.rank,
            Symbol::Document => self.document(),
            Symbol::StepMicroBatches => self.micro_batches,
            Symbol::Pipeline => self.pipeline(),
            Symbol::Gpus => plan.cluster.gpus,
            Symbol::Tokens => {
                return C::defined(symbol, self.tokens(), || {
                    letter(Symbol::Sequence) * letter(Symbol::MicroBatch) / letter(Symbol::Context)
                });
            }
            Symbol::OuterTokens => {
                return C::defined(symbol, self.outer_tokens(), || {
                    let tokens = letter(Symbol::Tokens);
                    if plan.sequence_parallel() {
                        tokens / letter(Symbol::Tensor)
                    } else {
                        tokens
                    }
                });
            }
            Symbol::TileTokens => self.tile_tokens(),
            Symbol::DataRanks => self.data,
            Symbol::ModelCopies => self.copies(),
            Symbol::Shards if layout.shard_group == 0 => {
                return C::defined(symbol, self.shard_group(), || {
                    letter(Symbol::DataRanks) * letter(Symbol::Context)
                });
            }
            Symbol::Shards => self.shard_group(),
            Symbol::ExpertShards if layout.shard_group == 0 => {
                return C::defined(symbol, self.expert_shard_group(), || {
                    letter(Symbol::Tensor) * letter(Symbol::Shards)
                        / (letter(Symbol::ExpertRanks) * letter(Symbol::ExpertTensor))
                });
            }
            Symbol::ExpertShards => self.expert_shard_group(),
            Symbol::Heads => {
                return C::defined(symbol, model.heads / layout.tensor, || {
                    letter(Symbol::AllHeads) / letter(Symbol::Tensor)
                });
            }
            Symbol::KvHeads => {
                return C::defined(symbol, self.kv_heads_per_rank(), || {
                    letter(Symbol::AllKvHeads).over(letter(Symbol::Tensor))
                });
            }
            Symbol::KeyDim if mla.is_some() => {
                return C::defined(symbol, model.key_dim(), || {
                    letter(Symbol::Nope) + letter(Symbol::Rope)
                });
            }
            Symbol::KeyDim => return C::letter(Symbol::HeadDim, model.head_dim),
            Symbol::ValueDim if mla.is_none() => {
                return C::letter(Symbol::HeadDim, model.head_dim);
            }
            Symbol::ValueDim => model.value_dim(),
            Symbol::LocalExperts => {
                return C::defined(symbol, self.local_experts(), || {
                    letter(Symbol::Experts) / letter(Symbol::ExpertRanks)
                });
            }
            Symbol::SeenRanks => {
                if plan.sequence_parallel() {
                    layout.expert_tensor
                } else {
                    layout.expert_tensor.div_ceil(layout.tensor)
                }
            }
            Symbol::Copies => {
                return C::defined(symbol, self.routed_copies(), || {
                    letter(Symbol::OuterTokens)
                        * letter(Symbol::PerToken)
                        * letter(Symbol::SeenRanks)
                });
            }
            Symbol::LocalVocab => {
                return C::defined(symbol, model.vocab.div_ceil(layout.tensor), || {
                    letter(Symbol::Vocab).over(letter(Symbol::Tensor))
                });
            }
            // Letters of no plan, or of one of its ranks.
            _ => 1,
        };
        C::letter(symbol, value)
    }
}
