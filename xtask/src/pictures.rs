//! Pictures of the page for the guides in `docs/`.

use anyhow::Result;

use crate::{
    browsers::Need,
    page,
    programs::{dist, program, run},
    setup,
};

/// Builds the page and takes all pictures of it.
pub fn take() -> Result<()> {
    let browsers = setup::with_browsers(Need::One)?;
    page::build(None)?;
    let mut node = program("node")?;
    browsers.pass_to(&mut node);
    node.env("SHARDWISE_DIST", dist())
        .arg("tests/browser/pictures.mjs");
    run(
        node,
        "a picture of the page could not be taken; the lines above say which",
    )
}
