//! The page: mounts the planner in place of its skeleton.

#![allow(unreachable_pub, reason = "Leptos makes every component public")]

mod embed;
mod figures;
mod page;

use leptos::mount::mount_to;
use shardwise::browser;

/// A small allocator: the standard one weighs three kilobytes more.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

fn main() {
    browser::failure::install();
    if let Some(place) = browser::take_over_skeleton() {
        mount_to(place.clone(), || page::app(place)).forget();
    }
}
