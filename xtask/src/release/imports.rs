//! Short names of the browser's functions that the program imports. wasm-bindgen ends each name with
//! sixteen digits of a hash, once in the program and once in its script, and no hash compresses:
//! 6.2 kB of the first load for 257 functions.

use std::{collections::BTreeMap, convert::Infallible, fs, path::Path};

use anyhow::{Result, ensure};
use wasm_encoder::{
    ImportSection, Module,
    reencode::{Error, Reencode},
};
use wasmparser::{Imports, Parser};

/// Beginning of the names that wasm-bindgen makes.
const GENERATED: &str = "__wbg_";
/// Number of digits of the hash at the end of such a name.
const HASH_DIGITS: usize = 16;

/// Gives the functions that a program imports from its script short names, in both.
///
/// # Errors
/// If a file cannot be read, or the script does not have each name exactly once.
pub(super) fn shorten(program: &Path, script: &Path) -> Result<()> {
    let mut shortening = Shortening::default();
    let mut module = Module::new();
    shortening.parse_core_module(&mut module, Parser::new(0), &fs::read(program)?)?;
    let short = shortening.in_script(&fs::read_to_string(script)?)?;
    fs::write(program, module.finish())?;
    Ok(fs::write(script, short)?)
}

/// Short names by the generated ones.
#[derive(Default)]
struct Shortening(BTreeMap<String, String>);

impl Shortening {
    /// The short name of an import; its own name if it has no hash.
    fn short<'a>(&'a mut self, name: &'a str) -> &'a str {
        if !has_hash(name) {
            return name;
        }
        let next = format!("{GENERATED}{}", self.0.len());
        self.0.entry(name.to_owned()).or_insert(next)
    }

    /// The script with the short names.
    fn in_script(&self, script: &str) -> Result<String> {
        let mut short = script.to_owned();
        for (generated, name) in &self.0 {
            let found = script.matches(&**generated).count();
            ensure!(
                found == 1,
                "the program's script has `{generated}` {found} times, not once"
            );
            short = short.replacen(&**generated, name, 1);
        }
        Ok(short)
    }
}

/// True if wasm-bindgen made the name, with a hash at its end.
fn has_hash(name: &str) -> bool {
    let Some((start, hash)) = name.rsplit_once('_') else {
        return false;
    };
    let is_hash = hash.len() == HASH_DIGITS && hash.bytes().all(|digit| digit.is_ascii_hexdigit());
    start.starts_with(GENERATED) && is_hash
}

impl Reencode for Shortening {
    type Error = Infallible;

    fn parse_imports(
        &mut self,
        section: &mut ImportSection,
        imports: Imports<'_>,
    ) -> Result<(), Error<Infallible>> {
        let Imports::Single(_, import) = imports else {
            return wasm_encoder::reencode::utils::parse_imports(self, section, imports);
        };
        let kind = self.entity_type(import.ty)?;
        section.import(import.module, self.short(import.name), kind);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Shortening, has_hash};

    #[test]
    fn only_names_with_a_hash_become_short() {
        assert!(has_hash("__wbg_get_unchecked_e6325ad374eff861"));
        for name in [
            "__wbg_get_unchecked",
            "__wbindgen_init",
            "memory",
            "__wbg_e6325ad374eff86",
        ] {
            assert!(!has_hash(name), "{name}");
        }
        let mut shortening = Shortening::default();
        assert_eq!(shortening.short("memory"), "memory");
        assert_eq!(shortening.short("__wbg_then_e3f7f2d365708be8"), "__wbg_0");
        assert_eq!(shortening.short("__wbg_text_302c9b0fbcdc0030"), "__wbg_1");
        assert_eq!(shortening.short("__wbg_then_e3f7f2d365708be8"), "__wbg_0");
        let script = "__wbg_text_302c9b0fbcdc0030: f, __wbg_then_e3f7f2d365708be8: g, memory";
        let short = shortening.in_script(script).unwrap();
        assert_eq!(short, "__wbg_1: f, __wbg_0: g, memory");
        let error = shortening.in_script(&short).unwrap_err().to_string();
        assert!(error.ends_with("0 times, not once"), "{error}");
    }
}
