//! The tests of the cost model from outside, in one program.

mod axes;
mod cut;
mod host;
mod kernel_times;
mod lengths;
mod limits;
mod machine;
mod papers;
mod placement;
mod pods;
mod published_memory;
mod schedule;
mod trace;
