//! Checks of the documentation: files that guides and modules name exist, every module has tests or
//! names them, and cited works are listed.

mod bibliography;
mod files;
mod names;
mod tested;

use anyhow::Result;

use files::Files;

/// Runs all of them.
pub fn check() -> Result<()> {
    let files = Files::read()?;
    names::check(&files)?;
    tested::check(&files)?;
    bibliography::check(&files)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_docs_of_this_repository_pass() {
        super::check().unwrap();
    }
}
