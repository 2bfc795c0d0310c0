//! The pieces of the parts that every visit loads, as one file for each part. Code that several
//! parts of the program share is split off in pieces, one for each set of them; without these files
//! the page would request dozens. All other parts come after them, so code that they share with
//! others may come with them.

use anyhow::Result;

use super::link::SPLIT;
use super::patch;

/// The parts that every visit loads, in their order. A piece that both load comes with the first.
const PACKED: [&str; 2] = ["figures", "views"];

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

/// The files of a release.
pub(super) struct Packed<'a> {
    /// A file for each of [`PACKED`], with its name.
    pub(super) files: Vec<Piece>,
    /// The pieces that are files of their own.
    pub(super) others: Vec<&'a Piece>,
}

/// Packs the pieces of each of [`PACKED`] into one file, and makes the loader read them from there.
///
/// A patch, since `wasm_split_cli_support` 0.2.4 has no option for how its loader fetches parts:
/// the options of its web target are empty.
pub(super) fn pack<'a>(
    loader: &mut String,
    later: &'a [Piece],
    release: &str,
) -> Result<Packed<'a>> {
    let mut others: Vec<&Piece> = later.iter().collect();
    let mut files = Vec::new();
    let mut readers = String::new();
    for part in PACKED {
        let own = format!("{SPLIT}{part}");
        let mut names: Vec<String> = pieces(loader, part)
            .into_iter()
            .map(str::to_owned)
            .collect();
        names.push(own);
        let (packed, rest): (Vec<_>, Vec<_>) = others
            .into_iter()
            .partition(|(name, _)| names.contains(name));
        others = rest;
        let mut file = Vec::new();
        for (name, piece) in packed {
            let fetched = format!("{FETCHED}\"./{name}.wasm\", import.meta.url))");
            let (from, to) = (file.len(), file.len() + piece.len());
            let read = format!("{part}Pack({from}, {to})");
            *loader = patch::once(loader, "a piece of a pack", &fetched, &read)?;
            file.extend(piece);
        }
        let name = format!("{release}_{part}.pack");
        readers += &format!("const {part}Pack = pack(\"./{name}\", {});\n", file.len());
        files.push((name, file));
    }
    *loader = patch::times(
        loader,
        "a part of its own file",
        others.len(),
        FETCHED,
        "part(new URL(",
    )?;
    let begin = format!("const AGAIN = {AGAIN:?};\n{PARTS}{readers}");
    loader.insert_str(0, &begin);
    Ok(Packed { files, others })
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
        }\n, [__chunk_1, __chunk_2]));\n\
        const __chunk_3 = makeLoad(() => {\n\
        const src = fetch(new URL(\"./chunk_3.wasm\", import.meta.url));\n}\n, []);\n\
        const __wasm_split_load_views = wrapAsyncCb(makeLoad(() => {\n\
        const src = fetch(new URL(\"./split_views.wasm\", import.meta.url));\n\
        }\n, [__chunk_1, __chunk_3]));\n";

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
    fn the_pieces_of_a_part_come_as_one_file() {
        let piece = |name: &str, byte| (name.to_owned(), vec![byte; 3]);
        let later = [
            piece("chunk_1", 1),
            piece("chunk_2", 2),
            piece("split_figures", 3),
            piece("split_share", 4),
            piece("split_views", 5),
            piece("chunk_3", 6),
        ];
        let mut loader = LOADER.to_owned();
        let packed = pack(&mut loader, &later, "page-1").unwrap();
        let [(figures, of_figures), (views, of_views)] = &packed.files[..] else {
            panic!("two files");
        };
        assert_eq!(
            [figures, views],
            ["page-1_figures.pack", "page-1_views.pack"]
        );
        assert_eq!(*of_figures, [1, 1, 1, 3, 3, 3]);
        assert_eq!(*of_views, [5, 5, 5, 6, 6, 6]);
        let others = packed.others.iter().map(|(name, _)| name.as_str());
        assert_eq!(others.collect::<Vec<_>>(), ["chunk_2", "split_share"]);
        for line in [
            "const figuresPack = pack(\"./page-1_figures.pack\", 6);",
            "const viewsPack = pack(\"./page-1_views.pack\", 6);",
            "const src = figuresPack(0, 3);",
            "const src = figuresPack(3, 6);",
            "const src = viewsPack(0, 3);",
            "const src = viewsPack(3, 6);",
            "const src = part(new URL(\"./chunk_2.wasm\", import.meta.url));",
        ] {
            assert!(loader.contains(line), "{line}: {loader}");
        }
    }

    #[test]
    fn a_piece_that_the_loader_does_not_fetch_is_an_error() {
        let later = [("split_figures".to_owned(), vec![3; 3])];
        let error = |loader: &str| {
            let mut loader = loader.to_owned();
            pack(&mut loader, &later, "")
                .err()
                .map(|error| error.to_string())
        };
        let none = error("").unwrap();
        assert!(none.starts_with("a piece of a pack: "), "{none}");
        // A part that the loader would fetch, but that was not split off.
        let more = error(LOADER).unwrap();
        assert!(more.starts_with("a part of its own file: "), "{more}");
    }
}
