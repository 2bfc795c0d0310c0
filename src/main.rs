//! The page's program: it mounts the planner in a browser.

fn main() {
    shardwise::start();
}
