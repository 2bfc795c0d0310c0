//! The pieces of the later figures as one file. Code that several parts of the program share is
//! split off in pieces, one for each set of them. A page that asked for each would ask a dozen
//! times. All parts come after the figures, so that the code they share with others may come with
//! them.

use anyhow::Result;

use super::link::SPLIT;
use super::patch;

/// The part that all others come after.
const FIRST_LATER: &str = "figures";
/// The file's name behind the release's.
pub(super) const NAME: &str = "figures.pack";

/// Event that requests the parts once more, as in `src/app/parts.rs`.
const AGAIN: &str = "shardwise-again";
/// Script by which the loader fetches parts.
const PARTS: &str = include_str!("parts.js");
/// Beginning of the call by which the loader fetches a part that is a file of its own.
const FETCHED: &str = "fetch(new URL(";

/// A piece of the program with its name.
type Piece = (String, Vec<u8>);

/// Returns the pieces that a loader fetches for a part beside the part's own; the loader as it was
/// made, or within the page's script.
pub fn pieces<'a>(loader: &'a str, part: &str) -> Vec<&'a str> {
    // A minified script has no spaces.
    let begins = [" =", "="].map(|equals| format!("__wasm_split_load_{part}{equals}"));
    let list = begins
        .iter()
        .find_map(|begins| loader.split_once(begins))
        .and_then(|(_, after)| after.split_once("]))"))
        .and_then(|(loader, _)| loader.rsplit_once('['))
        .map_or("", |(_, list)| list);
    list.split(',')
        .map(|piece| piece.trim().trim_start_matches("__"))
        .collect()
}

/// Packs the pieces of the figures into one file, and makes the loader read it from there. Returns
/// the file, and the other pieces.
///
/// A patch, since `wasm_split_cli_support` 0.2.4 has no option for how its loader fetches parts:
/// the options of its web target are empty.
pub(super) fn pack<'a>(
    loader: &mut String,
    later: &'a [Piece],
    release: &str,
) -> Result<(Vec<u8>, Vec<&'a Piece>)> {
    let own = format!("{SPLIT}{FIRST_LATER}");
    let mut names: Vec<String> = pieces(loader, FIRST_LATER)
        .into_iter()
        .map(str::to_owned)
        .collect();
    names.push(own);
    let (packed, others): (Vec<_>, Vec<_>) =
        later.iter().partition(|(name, _)| names.contains(name));
    let mut file = Vec::new();
    for (name, piece) in packed {
        let asked = format!("{FETCHED}\"./{name}.wasm\", import.meta.url))");
        let (from, to) = (file.len(), file.len() + piece.len());
        let taken = format!("piece({from}, {to})");
        *loader = patch::once(loader, "a piece of the figures", &asked, &taken)?;
        file.extend(piece);
    }
    *loader = patch::times(
        loader,
        "a part of its own file",
        others.len(),
        FETCHED,
        "part(new URL(",
    )?;
    loader.insert_str(0, &taker(&format!("./{release}_{NAME}"), file.len()));
    Ok((file, others))
}

/// Script that fetches the parts, and takes pieces out of the file of this many bytes.
fn taker(file: &str, length: usize) -> String {
    format!(
        "const PACK = {file:?};\nconst PACK_BYTES = {length};\nconst AGAIN = {AGAIN:?};\n{PARTS}"
    )
}

#[cfg(test)]
mod tests {
    use super::{AGAIN, pack, pieces};

    const LOADER: &str = "const __chunk_1 = makeLoad(() => {\n\
        const src = fetch(new URL(\"./chunk_1.wasm\", import.meta.url));\n}\n, []);\n\
        const __chunk_2 = makeLoad(() => {\n\
        const src = fetch(new URL(\"./chunk_2.wasm\", import.meta.url));\n}\n, []);\n\
        const __wasm_split_load_figures = wrapAsyncCb(makeLoad(() => {\n\
        const src = fetch(new URL(\"./split_figures.wasm\", import.meta.url));\n}\n, [__chunk_1]));\n\
        const __wasm_split_load_share = wrapAsyncCb(makeLoad(() => {\n\
        const src = fetch(new URL(\"./split_share.wasm\", import.meta.url));\n\
        }\n, [__chunk_1, __chunk_2]));\n";

    #[test]
    fn the_page_asks_again_by_the_event_that_the_loader_waits_for() {
        let page = include_str!("../../../src/app/parts.rs");
        let named = format!("const AGAIN: &str = {AGAIN:?};");
        assert_eq!(page.matches(&named).count(), 1, "{named}");
    }

    #[test]
    fn a_part_names_its_pieces() {
        assert_eq!(pieces(LOADER, "figures"), ["chunk_1"]);
        assert_eq!(pieces(LOADER, "share"), ["chunk_1", "chunk_2"]);
        assert_eq!(pieces(LOADER, "none"), [""]);
        let minified = LOADER.replace(" = ", "=").replace(", ", ",");
        assert_eq!(pieces(&minified, "share"), ["chunk_1", "chunk_2"]);
    }

    #[test]
    fn what_the_figures_are_made_of_comes_as_one_file() {
        let piece = |name: &str, byte| (name.to_owned(), vec![byte; 3]);
        let later = [
            piece("chunk_1", 1),
            piece("chunk_2", 2),
            piece("split_figures", 3),
            piece("split_share", 4),
        ];
        let mut loader = LOADER.to_owned();
        let (file, others) = pack(&mut loader, &later, "page-1").unwrap();
        assert_eq!(file, [1, 1, 1, 3, 3, 3]);
        let names: Vec<&str> = others.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["chunk_2", "split_share"]);
        assert!(loader.contains("const src = piece(0, 3);"), "{loader}");
        assert!(loader.contains("const src = piece(3, 6);"), "{loader}");
        assert!(loader.contains("\"./page-1_figures.pack\""), "{loader}");
        assert!(
            loader.contains("const src = part(new URL(\"./chunk_2.wasm\", import.meta.url));"),
            "{loader}"
        );
        let error = pack(&mut String::new(), &later, "").unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("a piece of the figures: "), "{error}");
        // A part that the loader would fetch, but that was not split off.
        let mut loader = [LOADER, "fetch(new URL(\"./chunk_9.wasm\"));"].concat();
        let error = pack(&mut loader, &later, "").unwrap_err().to_string();
        assert!(error.starts_with("a part of its own file: "), "{error}");
    }
}
