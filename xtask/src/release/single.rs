//! The whole page as one file, which opens without a server and asks no network for anything.
//!
//! Its programs and scripts are those of the release, unchanged. The page has the files of the
//! server as text, and `src/browser/single.js` answers requests for them instead.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use base64::{Engine, prelude::BASE64_STANDARD};

use super::{
    RELEASE,
    html::{self, inline, without_policy, without_preloads},
    minify, patch, policy, released,
};
use crate::programs::root;

/// Script that answers in place of a server.
const ANSWERS: &str = "src/browser/single.js";

/// Writes the page of a folder as one file into another; gives its path.
pub fn write(dist: &Path, folder: &Path) -> Result<PathBuf> {
    let hosted = fs::read_to_string(dist.join("index.html"))
        .context("the page is not built; run `cargo xtask build`")?;
    let answers = fs::read_to_string(root().join(ANSWERS))?;
    let page = assembled(
        &hosted,
        &minify::script(&answers)?,
        &Parts::read(dist, &hosted)?,
    )?;
    fs::create_dir_all(folder)?;
    let file = folder.join("shardwise.html");
    fs::write(&file, page)?;
    Ok(file)
}

/// The files of a release.
struct Parts {
    /// Beginning of all their names.
    release: String,
    /// The page's own script.
    script: String,
    /// Scripts that it imports, by name.
    modules: Vec<(String, String)>,
    /// Scripts of workers, by name.
    workers: Vec<(String, String)>,
    /// All else by name, compressed by gzip.
    data: Vec<(String, Vec<u8>)>,
}

impl Parts {
    fn read(dist: &Path, html: &str) -> Result<Self> {
        let release =
            html::attribute(html, RELEASE).context("the page does not name its release")?;
        let release = release.trim_start_matches("./").to_owned();
        let mut parts = Self {
            script: fs::read_to_string(dist.join(format!("{release}.js")))?,
            release,
            modules: Vec::new(),
            workers: Vec::new(),
            data: Vec::new(),
        };
        for name in released(dist)? {
            let file = dist.join(&name);
            if !name.ends_with(".js") {
                parts
                    .data
                    .push((name.clone(), fs::read(dist.join(format!("{name}.gz")))?));
            } else if name != format!("{}.js", parts.release) {
                let script = fs::read_to_string(file)?;
                if exports(&script).is_empty() {
                    parts.workers.push((name, script));
                } else {
                    parts.modules.push((name, script));
                }
            }
        }
        Ok(parts)
    }
}

/// The page with all its parts in it.
///
/// A patch, since neither Trunk nor wasm-bindgen can write a page that is one file.
fn assembled(hosted: &str, answers: &str, parts: &Parts) -> Result<String> {
    let page = html::without_attribute(hosted, "data-offline")?;
    let (page, _) = without_preloads(&page)?;
    let page = without_policy(&page)?;
    let program = inline(&page, "script")
        .into_iter()
        .find(|script| script.content.contains(&parts.release))
        .context("the page does not start its program as it used to")?;
    let starts = format!("{}>{}</script>", program.tag, program.content);
    let mut scripts = element("", answers)?;
    for (name, script) in &parts.modules {
        let short = short(name, &parts.release);
        let names = exports(script).join(", ");
        // As start.js looks for it.
        let kept = format!("{script}\n(window.inlined ??= {{}}).{short} = {{ {names} }};\n");
        scripts.push_str(&element(" type=\"module\"", &kept)?);
    }
    ensure!(
        parts.script.contains("__wbg_init as default"),
        "the script does not export how it starts its program as it used to"
    );
    let release = &parts.release;
    let start = format!(
        "{}\nawait __wbg_init({{ module_or_path: \"./{release}_bg.wasm\" }});\n",
        parts.script
    );
    scripts.push_str(&element(" type=\"module\"", &start)?);
    let page = patch::once(&page, "the start of the program", &starts, &scripts)?;
    let mut data = String::new();
    for (name, script) in &parts.workers {
        data.push_str(&element(&kept_as(name), script)?);
    }
    for (name, bytes) in &parts.data {
        data.push_str(&element(&kept_as(name), &BASE64_STANDARD.encode(bytes))?);
    }
    let data = format!("{data}</body>");
    let page = patch::once(&page, "the files of the server", "</body>", &data)?;
    html::with_policy(&page, &policy::single(&page))
}

/// The attributes of a script's element that runs nothing and keeps a file.
fn kept_as(name: &str) -> String {
    format!(" type=\"text/plain\" data-file=\"{name}\"")
}

fn element(attributes: &str, script: &str) -> Result<String> {
    let lower = script.to_lowercase();
    ensure!(
        !lower.contains("</script") && !lower.contains("<!--"),
        "a script says what would end it inside a page; write it in two pieces"
    );
    Ok(format!("<script{attributes}>{script}</script>\n"))
}

/// Name of a module without that of its release.
fn short<'a>(name: &'a str, release: &str) -> &'a str {
    let name = name.strip_prefix(release).unwrap_or(name);
    name.trim_start_matches('_').trim_end_matches(".js")
}

/// The names of the functions that a script exports where it declares them.
fn exports(script: &str) -> Vec<&str> {
    let declared = script
        .lines()
        .filter_map(|line| line.strip_prefix("export "));
    let names = declared.filter_map(|line| {
        let line = line.strip_prefix("async ").unwrap_or(line);
        let (kind, rest) = line.split_once(' ')?;
        let name = rest
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()?;
        ["function", "const", "class"]
            .contains(&kind)
            .then_some(name)
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::{Parts, assembled, element, exports};

    const HOSTED: &str = "<html data-offline=\"sw.js\" data-release=\"./p\" ><head>\
        <meta http-equiv=\"Content-Security-Policy\" content=\"old\"><script>start()</script>\
        <script type=\"module\">\nimport init from './p.js';\n</script>\
        <link rel=\"modulepreload\" href=\"./p.js\"><link rel=\"preload\" href=\"./p_bg.wasm\">\
        </head><body></body></html>";

    fn parts() -> Parts {
        let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        Parts {
            release: "p".to_owned(),
            script: "export { __wbg_init as default };".to_owned(),
            modules: vec![file("p_keep.js", "export async function keep(a) {}")],
            workers: vec![file("p_search.js", "work();")],
            data: vec![
                ("p_bg.wasm".to_owned(), vec![0, 1]),
                ("p_x.json".to_owned(), vec![2]),
            ],
        }
    }

    #[test]
    fn nothing_is_left_to_load() {
        let page = assembled(HOSTED, "answer();", &parts()).unwrap();
        for gone in ["<link", "import init", "data-offline", "\"old\""] {
            assert!(!page.contains(gone), "{gone} is still in {page}");
        }
        for there in [
            "answer();",
            "(window.inlined ??= {}).keep = { keep };",
            "await __wbg_init({ module_or_path: \"./p_bg.wasm\" });",
            "<script type=\"text/plain\" data-file=\"p_search.js\">work();</script>",
            "data-file=\"p_bg.wasm\">AAE=</script>",
            "data-file=\"p_x.json\">Ag==</script>",
            "connect-src 'none'",
        ] {
            assert!(page.contains(there), "{there} is not in {page}");
        }
        assert!(page.find("answer();") < page.find("__wbg_init"));
    }

    #[test]
    fn a_page_that_starts_otherwise_is_an_error() {
        let fails = |hosted: &str, parts: &Parts, says: &str| {
            let error = assembled(hosted, "", parts).unwrap_err().to_string();
            assert!(error.starts_with(says), "{error}");
        };
        let (twice, program) = (
            HOSTED.replace("</head>", "{}</head>"),
            "import init from './p.js';",
        );
        let twice = twice.replace(
            "{}",
            &format!("<script type=\"module\">\n{program}\n</script>"),
        );
        fails(&twice, &parts(), "the start of the program: ");
        let none = HOSTED.replace(program, "");
        fails(&none, &parts(), "the page does not start its program");
        let other = Parts {
            script: "export { init as default };".to_owned(),
            ..parts()
        };
        fails(HOSTED, &other, "the script does not export");
        let gone = |text: &str| HOSTED.replace(text, "");
        fails(&gone("</body>"), &parts(), "the files of the server: ");
        fails(&gone("<head>"), &parts(), "the page's policy: ");
        fails(
            &gone("<meta http-equiv"),
            &parts(),
            "the page has 0 policies",
        );
        fails(
            &gone("data-offline=\"sw.js\" "),
            &parts(),
            "the page has no data-offline",
        );
    }

    #[test]
    fn a_script_that_would_end_its_element_is_refused() {
        assert!(element("", "a = \"</SCRIPT>\"").is_err());
        assert!(element("", "a = \"<\\/script>\"").is_ok());
    }

    #[test]
    fn a_module_is_told_by_what_it_exports() {
        let script =
            "export function a(b) {}\nexport const c=1;\nexport class d {}\nfunction e() {}";
        assert_eq!(exports(script), ["a", "c", "d"]);
        assert!(exports("onmessage = () => {};").is_empty());
    }
}
