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
    esbuild,
    html::{self, POLICY, without_line},
    languages,
    names::{RELEASE, WORKERS},
    patch, policy, released,
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
        &esbuild::script(&answers)?,
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
    /// Scripts that it imports, as scripts that keep what they export.
    modules: Vec<String>,
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
        let names = released(dist)?.into_iter();
        for name in names.filter(|name| !languages::is_pseudo(name)) {
            let file = dist.join(&name);
            let own = name.strip_prefix(&parts.release).unwrap_or(&name);
            match own.trim_start_matches('_').strip_suffix(".js") {
                None => {
                    let bytes = fs::read(dist.join(format!("{name}.gz")))?;
                    parts.data.push((name, bytes));
                }
                Some("") => {}
                Some(own) if WORKERS.contains(&own) => {
                    parts.workers.push((name, fs::read_to_string(file)?));
                }
                // As start.js looks for it.
                Some(module) => parts.modules.push(esbuild::bundle(
                    &file.to_string_lossy(),
                    &["--format=iife", &format!("--global-name=inlined.{module}")],
                )?),
            }
        }
        Ok(parts)
    }
}

/// Beginnings of the lines that only a page on a host needs.
const HOSTED: [&str; 3] = [
    "<link rel=\"modulepreload\"",
    "<link rel=\"preload\"",
    POLICY,
];

/// The page with all its parts in it.
fn assembled(hosted: &str, answers: &str, parts: &Parts) -> Result<String> {
    let mut page = html::without_attribute(hosted, "data-offline")?;
    for line in HOSTED {
        page = without_line(&page, line)?;
    }
    let starts = format!(
        "<script type=\"module\" src=\"./{}.js\"></script>",
        parts.release
    );
    let mut scripts = element("", answers)?;
    for script in &parts.modules {
        scripts.push_str(&element("", script)?);
    }
    scripts.push_str(&element(" type=\"module\"", &parts.script)?);
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

#[cfg(test)]
mod tests {
    use super::{Parts, assembled, element};

    const HOSTED: &str = "<html data-offline=\"sw.js\" data-release=\"./p\" ><head>\n\
        <link rel=\"modulepreload\" href=\"./p.js\">\n<link rel=\"preload\" href=\"./p_bg.wasm\">\n\
        <meta http-equiv=\"Content-Security-Policy\" content=\"old\">\n\
        <meta name=\"viewport\"><script>start()</script>\
        <script type=\"module\" src=\"./p.js\"></script></head><body></body></html>";

    fn parts() -> Parts {
        Parts {
            release: "p".to_owned(),
            script: "init();".to_owned(),
            modules: vec!["inlined.keep = {};".to_owned()],
            workers: vec![("p_search.js".to_owned(), "work();".to_owned())],
            data: vec![
                ("p_bg.wasm".to_owned(), vec![0, 1]),
                ("p_x.json".to_owned(), vec![2]),
            ],
        }
    }

    #[test]
    fn nothing_is_left_to_load() {
        let page = assembled(HOSTED, "answer();", &parts()).unwrap();
        for gone in ["<link", " src=", "data-offline", "\"old\""] {
            assert!(!page.contains(gone), "{gone} is still in {page}");
        }
        for there in [
            "answer();",
            "inlined.keep = {};",
            "<script type=\"module\">init();</script>",
            "<script type=\"text/plain\" data-file=\"p_search.js\">work();</script>",
            "data-file=\"p_bg.wasm\">AAE=</script>",
            "data-file=\"p_x.json\">Ag==</script>",
            "connect-src 'none'",
        ] {
            assert!(page.contains(there), "{there} is not in {page}");
        }
        assert!(page.find("answer();") < page.find("init();"));
    }

    #[test]
    fn a_page_that_is_otherwise_is_an_error() {
        for gone in [
            "<script type=\"module\" src=\"./p.js\"></script>",
            "</body>",
            "<meta name=\"viewport\">",
            "<meta http-equiv",
            "<link rel=\"preload\"",
            "data-offline=\"sw.js\" ",
        ] {
            assert!(
                assembled(&HOSTED.replace(gone, ""), "", &parts()).is_err(),
                "{gone}"
            );
        }
    }

    #[test]
    fn a_script_that_would_end_its_element_is_refused() {
        assert!(element("", "a = \"</SCRIPT>\"").is_err());
        assert!(element("", "a = \"<\\/script>\"").is_ok());
    }
}
