//! The figures that papers and lessons print, each with its source, its kind and its tolerance.
//!
//! A *formula* has to match the printed figure, give or take one in the last digit, because some
//! tables truncate. A *measurement* has to match within the tolerance beside it.

mod activations;
mod attention;
mod balance;
mod bubble;
mod buffers;
mod communication;
mod frozen_parts;
mod mixers;
mod narrow;
mod objectives;
mod run;
mod sharding;
mod state;
mod terms;
mod trainer;
mod utilisation;
mod waterfall;

const BILLION: u64 = 1_000_000_000;
