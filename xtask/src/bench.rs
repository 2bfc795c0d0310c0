//! Measures what the page promises: a quick estimate, a light page, a live slider.

use anyhow::{Result, ensure};

use crate::{
    browsers::Need,
    page,
    programs::{cargo, dist, program, root, run},
    setup,
};

/// Measures everything; the cost model with fewer samples if it is to be quick.
pub fn measure(is_quick: bool) -> Result<()> {
    const IN_BROWSERS: &str = "tests/browser/bench.mjs";
    ensure!(
        root().join(IN_BROWSERS).is_file(),
        "{IN_BROWSERS} is missing; check the repository out again"
    );
    let browsers = setup::with_browsers(Need::One)?;
    let sizes = page::build(None)?;

    heading("Cost model and search (budget: 20 µs for an estimate at p = 16, m = 64, v = 1)");
    // Only the targets under benches/: the others' harness knows no option of criterion's.
    let mut bench = cargo(&["bench", "--bench", "*"])?;
    if is_quick {
        bench.args(["--", "--quick"]);
    }
    run(
        bench,
        "a benchmark of the cost model or the search failed; repeat it with `cargo bench`",
    )?;

    heading("Size (each budget below)");
    sizes.print();

    heading("Speed in browsers (each budget below)");
    let mut node = program("node")?;
    browsers.pass_to(&mut node);
    node.env("SHARDWISE_DIST", dist()).arg(IN_BROWSERS);
    run(
        node,
        "the page could not be measured in a browser, or is over a budget; the lines above say which",
    )
}

fn heading(text: &str) {
    println!("\n== {text} ==");
}
