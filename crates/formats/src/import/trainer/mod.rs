//! Arguments of Hugging Face's Trainer and of programs built on it.

mod accelerate;
mod arguments;
mod axolotl;
mod common;
mod fsdp;
mod llama_factory;

pub(super) use accelerate::{SIGNS as ACCELERATE_SIGNS, read as accelerate};
pub(super) use arguments::{SIGNS as ARGUMENTS_SIGNS, read as arguments};
pub(super) use axolotl::{SIGNS as AXOLOTL_SIGNS, read as axolotl};
pub(super) use llama_factory::{SIGNS as LLAMA_FACTORY_SIGNS, read as llama_factory};
