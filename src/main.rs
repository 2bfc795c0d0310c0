//! The page: mounts the planner in place of its skeleton.

#![allow(unreachable_pub, reason = "Leptos makes every component public")]

mod page;

use leptos::mount::mount_to;
use shardwise::browser;

fn main() {
    browser::failure::install();
    if let Some(place) = browser::take_over_skeleton() {
        mount_to(place.clone(), || page::app(place)).forget();
    }
}
