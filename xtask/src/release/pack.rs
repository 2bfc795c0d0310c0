//! The files of the later parts. Code that several parts share is split off in pieces, one for each
//! set of parts. The parts that every visit loads have a file each, with all their pieces; without
//! these files the page would request dozens. So has the arithmetic of figures, of which predictions
//! load most: its two pieces are 1.9 kB smaller together.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    path::Path,
};

use anyhow::{Result, ensure};
use serde_json::Value;

use super::names::PAGE;

/// Parts of the program. A piece that several load is named after the first of them, and comes with
/// it if that is [`PACKED`].
const PARTS: [&str; 11] = [
    "figures", "views", "plans", "best", "share", "lesson", "writer", "watch", "why", "predict",
    "embed",
];
/// Parts whose pieces are one file.
const PACKED: [&str; 4] = ["figures", "views", "plans", "why"];
/// Beginning of the name of a piece that only one part loads.
const SPLIT: &str = "split_";

/// Pieces of the program that each part loads, by the part's name.
pub(super) type Pieces = HashMap<String, Vec<String>>;

/// Writes the files of later parts; returns the table that `src/browser/parts.js` reads: for each
/// file the sizes of the pieces in it, in their order.
pub(super) fn pack(folder: &Path, pieces: &Pieces, into: &Path) -> Result<Value> {
    ensure!(
        pieces.len() == PARTS.len() && PARTS.iter().all(|part| pieces.contains_key(*part)),
        "the program's parts are {:?}, not {PARTS:?}",
        pieces.keys()
    );
    // In the order of names.
    let mut files = BTreeMap::<String, BTreeMap<&str, usize>>::new();
    let mut placed = BTreeSet::new();
    for part in PARTS {
        for name in &pieces[part] {
            if !placed.insert(name) {
                continue;
            }
            let file = match name.strip_prefix(SPLIT) {
                _ if PACKED.contains(&part) => format!("{part}.pack"),
                Some(part) => format!("{part}.wasm"),
                None => format!("{part}_{name}.wasm"),
            };
            files.entry(file).or_default().insert(name, 0);
        }
    }
    for (file, pieces) in &mut files {
        let mut bytes = Vec::new();
        for (name, size) in pieces {
            let piece = fs::read(folder.join(format!("{name}.wasm")))?;
            *size = piece.len();
            bytes.extend(piece);
        }
        fs::write(into.join(format!("{PAGE}_{file}")), bytes)?;
    }
    Ok(serde_json::to_value(files)?)
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use serde_json::json;

    use super::{PARTS, Pieces, pack};

    #[test]
    fn the_page_requests_files_again_by_the_event_that_the_script_waits_for() {
        let script = include_str!("../../../src/browser/parts.js");
        let page = include_str!("../../../src/app/parts.rs");
        let event = "= \"shardwise-again\";";
        assert!(script.contains(&format!("const AGAIN {event}")));
        assert!(page.contains(&format!("const AGAIN: &str {event}")));
    }

    #[test]
    fn the_pieces_of_a_packed_part_are_one_file() {
        let folder = env::temp_dir().join(format!("shardwise-pack-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut pieces: Pieces = PARTS
            .map(|part| (part.to_owned(), vec![format!("split_{part}")]))
            .into();
        for (part, piece) in [
            ("figures", "chunk_1"),
            ("share", "chunk_1"),
            ("share", "chunk_2"),
            ("lesson", "chunk_2"),
        ] {
            pieces.get_mut(part).unwrap().push(piece.to_owned());
        }
        for name in pieces.values().flatten() {
            fs::write(folder.join(format!("{name}.wasm")), name).unwrap();
        }
        let table = pack(&folder, &pieces, &folder).unwrap();
        for (file, pieces) in [
            ("figures.pack", json!({"chunk_1": 7, "split_figures": 13})),
            ("share_chunk_2.wasm", json!({"chunk_2": 7})),
            ("share.wasm", json!({"split_share": 11})),
        ] {
            assert_eq!(table[file], pieces, "{file}");
        }
        let file = fs::read_to_string(folder.join("shardwise-page_figures.pack"));
        assert_eq!(file.unwrap(), "chunk_1split_figures");
        pieces.remove("embed");
        let error = pack(&folder, &pieces, &folder).unwrap_err().to_string();
        assert!(error.starts_with("the program's parts are "), "{error}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
