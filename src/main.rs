//! The page's program.

/// A small allocator: the standard one weighs three kilobytes more.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

fn main() {
    shardwise::start();
}
