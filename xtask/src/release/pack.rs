//! The pieces of the later figures as one file. Code that several parts of the program share is
//! split off in pieces, one for each set of them: a page that asked for each would ask a dozen
//! times. All parts come after the figures, so that the code they share with others may come with
//! them.

use anyhow::{Result, ensure};

use super::link::SPLIT;

/// The part that all others come after.
const FIRST_LATER: &str = "figures";
/// The file's name behind the release's.
pub(super) const NAME: &str = "figures.pack";

/// Event that has the parts asked for once more, as in `src/app/parts.rs`.
const AGAIN: &str = "shardwise-again";
/// Beginning of a part's address in the loader.
const ADDRESS: &str = "new URL(";

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

/// Puts what the figures are made of into one file, and has the loader take it from there; gives the
/// file, and the other pieces.
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
        let asked = format!("fetch({ADDRESS}\"./{name}.wasm\", import.meta.url))");
        ensure!(
            loader.matches(&asked).count() == 1,
            "the loader does not ask for {name} as it used to"
        );
        let (from, to) = (file.len(), file.len() + piece.len());
        *loader = loader.replace(&asked, &format!("piece({from}, {to})"));
        file.extend(piece);
    }
    // A part is asked for whole: one that is cut off must fail, wherever it is read.
    *loader = loader.replace(&format!("fetch({ADDRESS}"), &format!("part({ADDRESS}"));
    loader.insert_str(0, &taker(&format!("./{release}_{NAME}"), file.len()));
    Ok((file, others))
}

/// Script that asks for parts whole, and takes pieces out of the file of this many bytes, which is
/// fetched once, and again after a failure: then not from the browser's cache, which may hold the
/// failure. While a part is on its way, the page may have it asked for once more, with an event:
/// whichever answer comes first counts, and the part fails when all of them have.
fn taker(file: &str, length: usize) -> String {
    format!(
        "const tried = new Set();\n\
         const whole = (address, least) => {{\n\
         let open = 0;\n\
         let ask;\n\
         const there = new Promise((resolve, reject) => {{\n\
         ask = async () => {{\n\
         open += 1;\n\
         try {{\n\
         const cache = tried.has(address.href) ? \"reload\" : \"default\";\n\
         tried.add(address.href);\n\
         const answer = await fetch(address, {{ cache }});\n\
         if (!answer.ok) throw new Error(answer.status);\n\
         const bytes = await answer.arrayBuffer();\n\
         if (bytes.byteLength < least) throw new Error(bytes.byteLength);\n\
         resolve(bytes);\n\
         }} catch (error) {{\n\
         open -= 1;\n\
         if (open === 0) reject(error);\n\
         }}\n\
         }};\n\
         }});\n\
         addEventListener(\"{AGAIN}\", ask);\n\
         const rest = () => removeEventListener(\"{AGAIN}\", ask);\n\
         there.then(rest, rest);\n\
         ask();\n\
         return there;\n\
         }};\n\
         const program = (bytes) => new Response(bytes, {{ headers: {{ \"Content-Type\": \"application/wasm\" }} }});\n\
         const part = async (address) => program(await whole(address, 0));\n\
         let pack;\n\
         const piece = async (from, to) => {{\n\
         pack ??= whole(new URL(\"{file}\", import.meta.url), {length});\n\
         pack.catch(() => {{ pack = undefined; }});\n\
         return program((await pack).slice(from, to));\n\
         }};\n"
    )
}

#[cfg(test)]
mod tests {
    use super::{pack, pieces};

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
        assert!(pack(&mut String::new(), &later, "").is_err());
    }
}
