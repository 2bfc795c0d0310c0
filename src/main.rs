//! The page's program: it mounts the planner in a browser.

/// A small allocator: the standard one is three kilobytes larger.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

fn main() {
    shardwise::start();
}
