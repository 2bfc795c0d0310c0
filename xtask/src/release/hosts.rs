//! Headers of the page's files, in the way that each server reads them: templates of `servers/`, in
//! which `{policy}` stands for the page's policy and `{release}` for the beginning of the names of
//! files whose content never changes.
//!
//! All servers send the same headers. A sandboxed frame has an opaque origin, so its page may load
//! its scripts only where all origins may: all files are public (`Access-Control-Allow-Origin`).

use std::{fs, path::Path};

use anyhow::Result;

use super::names::{NAMED, STABLE};

/// A file for each kind of server, below the page's folder, with its template.
const SERVERS: [(&str, &str); 4] = [
    (NETLIFY, include_str!("servers/netlify_headers")),
    (APACHE, include_str!("servers/apache.htaccess")),
    ("hosting/nginx.conf", include_str!("servers/nginx.conf")),
    ("hosting/Caddyfile", include_str!("servers/Caddyfile")),
];
const NETLIFY: &str = "_headers";
const APACHE: &str = ".htaccess";

/// Writes a file for each kind of server into the page's folder.
pub(super) fn write(dist: &Path, policy: &str, files: &[String]) -> Result<()> {
    fs::create_dir_all(dist.join("hosting"))?;
    for (name, text) in written(policy, files) {
        fs::write(dist.join(name), text)?;
    }
    Ok(())
}

/// True if a file of the page's folder is one of them.
pub(super) fn is_one(name: &str) -> bool {
    name == NETLIFY || name == APACHE
}

/// The files with their texts, for these files of a page with this policy.
fn written(policy: &str, files: &[String]) -> [(&'static str, String); 4] {
    SERVERS.map(|(name, template)| {
        let mut text = template
            .replace("{policy}", policy)
            .replace("{release}", NAMED);
        if name == NETLIFY {
            text.push_str(&by_name(files));
        }
        (name, text)
    })
}

/// Headers of single files, for Netlify, which knows no endings of names and no exceptions.
fn by_name(files: &[String]) -> String {
    let stable = files.iter().filter(|name| STABLE.contains(&name.as_str()));
    let stable = stable.map(|name| format!("/{name}\n  Cache-Control: no-cache\n"));
    let programs = files.iter().filter(|name| name.ends_with(".wasm"));
    let programs = programs.map(|name| format!("/{name}\n  Content-Type: application/wasm\n"));
    stable.chain(programs).collect()
}

#[cfg(test)]
mod tests {
    use super::written;

    /// Every header with its values.
    const HEADERS: [(&str, &[&str]); 5] = [
        (
            "Content-Security-Policy",
            &["default-src 'none'; script-src 'self'"],
        ),
        ("X-Content-Type-Options", &["nosniff"]),
        ("Referrer-Policy", &["no-referrer"]),
        ("Access-Control-Allow-Origin", &["*"]),
        (
            "Cache-Control",
            &["public, max-age=31536000, immutable", "no-cache"],
        ),
    ];

    #[test]
    fn every_server_sends_every_header() {
        let files = ["index.html", "shardwise-page-1.wasm"].map(str::to_owned);
        for (server, text) in written(HEADERS[0].1[0], &files) {
            for (header, values) in HEADERS {
                let lines = text.lines().filter(|line| line.contains(header));
                assert!(lines.count() > 0, "{header} is not in {server}:\n{text}");
                for value in values {
                    assert!(text.contains(value), "{value} is not in {server}:\n{text}");
                }
            }
            assert!(text.contains("application/wasm"), "{server}:\n{text}");
            assert!(text.contains("shardwise-page-"), "{server}:\n{text}");
            for placeholder in ["{policy}", "{release}"] {
                assert!(!text.contains(placeholder), "{server}:\n{text}");
            }
        }
    }

    #[test]
    fn no_file_has_a_header_twice() {
        let files = ["index.html", "sw.js", "shardwise-page-1.wasm"].map(str::to_owned);
        let [(_, text), ..] = written("default-src 'none'", &files);
        let of = |path: &str| -> Vec<String> {
            let mut applies = false;
            let mut headers = Vec::new();
            for line in text.lines() {
                if let Some(header) = line.strip_prefix("  ").filter(|_| applies) {
                    headers.push(header.split(':').next().unwrap_or_default().to_owned());
                } else if let Some(start) = line.strip_suffix('*') {
                    applies = path.starts_with(start);
                } else if !line.starts_with("  ") {
                    applies = path == line;
                }
            }
            headers.sort();
            headers
        };
        for path in ["/", "/index.html", "/sw.js", "/shardwise-page-1.wasm"] {
            let all = of(path);
            let mut once = all.clone();
            once.dedup();
            assert_eq!(all, once, "{path}");
            assert!(all.contains(&"Cache-Control".to_owned()), "{path}: {all:?}");
        }
    }
}
