//! The files of the later parts. Code that several parts share is split off in pieces, one for each
//! set of parts. The parts that every visit loads have a file each, with all their pieces; without
//! these files the page would request dozens.

use std::{fs, path::Path};

use anyhow::{Result, ensure};
use serde_json::{Map, Value, json};

use super::{names::PAGE, program::Pieces};

/// Parts of the program. A piece that several load is named after the first of them, and comes with
/// it if that is [`PACKED`].
const PARTS: [&str; 7] = [
    "figures", "views", "best", "share", "lesson", "writer", "embed",
];
/// Number of parts that every visit loads; they are the first ones.
const PACKED: usize = 2;

/// Writes the files of later parts; returns the table of pieces that `src/browser/parts.js` reads:
/// file, its size, first byte and end of each piece.
pub(super) fn pack(folder: &Path, pieces: &Pieces, into: &Path) -> Result<Value> {
    ensure!(
        pieces.len() == PARTS.len() && PARTS.iter().all(|part| pieces.contains_key(*part)),
        "the program's parts are {:?}, not {PARTS:?}",
        pieces.keys()
    );
    let mut table = Map::new();
    for (place, part) in PARTS.iter().enumerate() {
        let mut names = pieces[*part].clone();
        names.retain(|name| !table.contains_key(&format!("{name}.wasm")));
        names.sort();
        let packs = if place < PACKED {
            vec![(format!("{part}.pack"), names)]
        } else {
            let file = |name: &String| match name.strip_prefix("split_") {
                Some(part) => format!("{part}.wasm"),
                None => format!("{part}_{name}.wasm"),
            };
            names
                .iter()
                .map(|name| (file(name), vec![name.clone()]))
                .collect()
        };
        for (file, names) in packs {
            let mut bytes = Vec::new();
            let mut places = Vec::new();
            for name in names {
                let piece = fs::read(folder.join(format!("{name}.wasm")))?;
                places.push((name, bytes.len(), bytes.len() + piece.len()));
                bytes.extend(piece);
            }
            for (name, start, end) in places {
                let entry = json!([file, bytes.len(), start, end]);
                table.insert(format!("{name}.wasm"), entry);
            }
            fs::write(into.join(format!("{PAGE}_{file}")), bytes)?;
        }
    }
    Ok(Value::Object(table))
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::{PARTS, Pieces, json, pack};

    #[test]
    fn the_page_requests_files_again_by_the_event_that_the_script_waits_for() {
        let script = include_str!("../../../src/browser/parts.js");
        let page = include_str!("../../../src/app/parts.rs");
        let event = "= \"shardwise-again\";";
        assert!(script.contains(&format!("const AGAIN {event}")));
        assert!(page.contains(&format!("const AGAIN: &str {event}")));
    }

    #[test]
    fn the_pieces_of_a_part_that_every_visit_loads_are_one_file() {
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
        let is = |piece: &str, place| assert_eq!(table[piece], place, "{piece}");
        is("chunk_1.wasm", json!(["figures.pack", 20, 0, 7]));
        is("split_figures.wasm", json!(["figures.pack", 20, 7, 20]));
        is("chunk_2.wasm", json!(["share_chunk_2.wasm", 7, 0, 7]));
        is("split_share.wasm", json!(["share.wasm", 11, 0, 11]));
        let file = fs::read_to_string(folder.join("shardwise-page_figures.pack"));
        assert_eq!(file.unwrap(), "chunk_1split_figures");
        pieces.remove("embed");
        let error = pack(&folder, &pieces, &folder).unwrap_err().to_string();
        assert!(error.starts_with("the program's parts are "), "{error}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
