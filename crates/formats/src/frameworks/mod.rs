//! Training frameworks: how each writes a plan, how it is read back, and what each cannot run.
//!
//! Tests: `crates/cli/tests/all/exchange/mod.rs`, `crates/formats/tests/all/import_exports.rs`.

pub(crate) mod accelerate;
pub(crate) mod adapters;
pub(crate) mod automodel;
pub(crate) mod deepspeed;
pub(crate) mod lacks;
pub(crate) mod levanter;
pub(crate) mod litgpt;
pub(crate) mod llm_foundry;
pub(crate) mod maxtext;
pub(crate) mod megatron;
pub(crate) mod megatron_bridge;
pub(crate) mod megatron_swift;
pub(crate) mod nanotron;
pub(crate) mod nemo;
pub(crate) mod neox;
pub(crate) mod olmo;
pub(crate) mod peft;
pub(crate) mod prime_rl;
pub(crate) mod primus;
pub(crate) mod refusal;
pub(crate) mod release;
#[cfg(test)]
mod rows;
pub(crate) mod setting;
pub(crate) mod swift;
pub(crate) mod torchtitan;
pub(crate) mod torchtune;
pub(crate) mod trainer;
pub(crate) mod verl;
pub(crate) mod verl_rewards;
