//! Writes the rules of [`super::headers`] the way each server reads them.

use std::{fs, path::Path};

use anyhow::Result;

use super::headers::{Header, Of, Rule, released};

/// The files that are written, below the page's folder.
const NETLIFY: &str = "_headers";
const APACHE: &str = ".htaccess";
const SNIPPETS: &str = "hosting";

/// Content types by the endings of names, for servers whose configuration lists them all.
const TYPES: [(&str, &str); 6] = [
    ("text/html", "html"),
    ("text/javascript", "js"),
    ("application/json", "json"),
    ("application/wasm", "wasm"),
    ("image/svg+xml", "svg"),
    ("image/png", "png"),
];

/// Writes a file for each kind of server into the page's folder.
pub(super) fn write(dist: &Path, rules: &[Rule]) -> Result<()> {
    let snippets = dist.join(SNIPPETS);
    fs::create_dir_all(&snippets)?;
    fs::write(dist.join(NETLIFY), netlify(rules))?;
    fs::write(dist.join(APACHE), apache(rules))?;
    fs::write(snippets.join("nginx.conf"), nginx(rules))?;
    fs::write(snippets.join("Caddyfile"), caddy(rules))?;
    Ok(())
}

/// True if a file of the page's folder is one of them.
pub(super) fn is_one(name: &str) -> bool {
    name == NETLIFY || name == APACHE
}

/// For Netlify and Cloudflare Pages, which join what several rules say of one file.
fn netlify(rules: &[Rule]) -> String {
    let mut written = String::from("# Headers for Netlify and Cloudflare Pages.\n");
    for rule in rules {
        for path in paths(&rule.of) {
            written.push_str(&format!("{path}\n"));
            for (name, value) in &rule.headers {
                written.push_str(&format!("  {name}: {value}\n"));
            }
        }
    }
    written
}

fn paths(of: &Of) -> Vec<String> {
    match of {
        Of::All => vec!["/*".to_owned()],
        Of::Release => vec![format!("/{}", released("*"))],
        Of::Others(names) => {
            let paths = names.iter().map(|name| format!("/{name}"));
            std::iter::once("/".to_owned()).chain(paths).collect()
        }
        Of::Programs(names) => names.iter().map(|name| format!("/{name}")).collect(),
    }
}

fn nginx(rules: &[Rule]) -> String {
    let mut written = String::from(
        "# Headers for nginx. Inside the `location` of the page:\n\
         #     include /path/to/hosting/nginx.conf;\n\n",
    );
    let released = released("");
    let kept = |rules: &[Rule], wanted: fn(&Of) -> bool| -> Vec<Header> {
        let rules = rules.iter().filter(|rule| wanted(&rule.of));
        rules.flat_map(|rule| rule.headers.clone()).collect()
    };
    let mut variables = Vec::new();
    for (name, value) in kept(rules, |of| matches!(of, Of::Others(_))) {
        let variable = format!("$shardwise_{}", name.to_lowercase().replace('-', "_"));
        written.push_str(&format!("set {variable} \"{value}\";\n"));
        variables.push((name, variable));
    }
    for (name, value) in kept(rules, |of| *of == Of::Release) {
        let variable = format!("$shardwise_{}", name.to_lowercase().replace('-', "_"));
        written.push_str(&format!(
            "if ($uri ~ \"/{released}[^/]*$\") {{ set {variable} \"{value}\"; }}\n"
        ));
    }
    for (name, value) in kept(rules, |of| *of == Of::All) {
        written.push_str(&format!("add_header {name} \"{value}\" always;\n"));
    }
    for (name, variable) in variables {
        written.push_str(&format!("add_header {name} {variable} always;\n"));
    }
    written.push_str("\ntypes {\n");
    for (kind, ending) in TYPES {
        written.push_str(&format!("    {kind} {ending};\n"));
    }
    written.push_str(
        "}\n\n# The compressed twins. With the brotli module, also: brotli_static on;\n\
         gzip_static on;\n\
         gzip_vary on;\n",
    );
    written
}

fn caddy(rules: &[Rule]) -> String {
    let mut written = String::from(
        "# Headers for Caddy. Inside the page's site or `handle_path`, whose `root` is the page's \
         folder:\n#     import /path/to/hosting/Caddyfile\n\n",
    );
    let released = released("*");
    written.push_str(&format!("@shardwise_release path */{released}\n"));
    written.push_str(&format!("@shardwise_others not path */{released}\n"));
    written.push_str("@shardwise_programs path *.wasm\n");
    for rule in rules {
        let matcher = match rule.of {
            Of::All => "",
            Of::Release => "@shardwise_release ",
            Of::Others(_) => "@shardwise_others ",
            Of::Programs(_) => "@shardwise_programs ",
        };
        for (name, value) in &rule.headers {
            written.push_str(&format!("header {matcher}{name} \"{value}\"\n"));
        }
    }
    written.push_str("\nfile_server {\n    precompressed br gzip\n}\n");
    written
}

fn apache(rules: &[Rule]) -> String {
    let mut written = String::from(
        "# Headers for Apache, which reads this file where `AllowOverride FileInfo` is set.\n\
         <IfModule mod_headers.c>\n",
    );
    let released = released("");
    for rule in rules {
        let (opens, closes) = match rule.of {
            Of::All => (String::new(), ""),
            Of::Release => (format!("<FilesMatch \"^{released}\">\n"), "</FilesMatch>\n"),
            Of::Others(_) => (
                format!("<FilesMatch \"^(?!{released})\">\n"),
                "</FilesMatch>\n",
            ),
            // Apache takes the type from the names below.
            Of::Programs(_) => continue,
        };
        written.push_str(&opens);
        for (name, value) in &rule.headers {
            written.push_str(&format!("Header always set {name} \"{value}\"\n"));
        }
        written.push_str(closes);
    }
    written.push_str("</IfModule>\n<IfModule mod_mime.c>\n");
    for (kind, ending) in TYPES {
        written.push_str(&format!("AddType {kind} .{ending}\n"));
    }
    written.push_str("</IfModule>\n");
    written.push_str(APACHE_TWINS);
    written
}

/// Makes Apache send the compressed files (twins) to clients that accept them.
const APACHE_TWINS: &str = "\
# The compressed twins.
<IfModule mod_rewrite.c>
<IfModule mod_mime.c>
<IfModule mod_headers.c>
RemoveType .br .gz
RemoveLanguage .br
AddEncoding br .br
AddEncoding gzip .gz
RewriteEngine On
RewriteCond %{REQUEST_FILENAME} !-d
RewriteCond %{HTTP:Accept-Encoding} \\bbr\\b
RewriteCond %{REQUEST_FILENAME}.br -f
RewriteRule ^(.+)$ $1.br [L]
RewriteCond %{REQUEST_FILENAME} !-d
RewriteCond %{HTTP:Accept-Encoding} \\bgzip\\b
RewriteCond %{REQUEST_FILENAME} !\\.br$
RewriteCond %{REQUEST_FILENAME}.gz -f
RewriteRule ^(.+)$ $1.gz [L]
Header append Vary Accept-Encoding
</IfModule>
</IfModule>
</IfModule>
";

#[cfg(test)]
mod tests {
    use super::{apache, caddy, netlify, nginx};
    use crate::release::headers::rules;

    #[test]
    fn every_server_is_told_every_header() {
        let files = ["index.html", "shardwise-page-1.wasm"].map(str::to_owned);
        let rules = rules("default-src 'none'; script-src 'self'", &files);
        for written in [
            netlify(&rules),
            nginx(&rules),
            caddy(&rules),
            apache(&rules),
        ] {
            for (name, value) in rules.iter().flat_map(|rule| &rule.headers) {
                assert!(written.contains(value), "{value} is not in\n{written}");
                assert!(
                    written.contains(name) || *name == "Content-Type",
                    "{name} is not in\n{written}"
                );
            }
        }
    }

    #[test]
    fn no_file_is_told_a_header_twice() {
        let files = ["index.html", "sw.js", "shardwise-page-1.wasm"].map(str::to_owned);
        let written = netlify(&rules("default-src 'none'", &files));
        let of = |path: &str| -> Vec<String> {
            let mut applies = false;
            let mut headers = Vec::new();
            for line in written.lines() {
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
            let told = of(path);
            let mut once = told.clone();
            once.dedup();
            assert_eq!(told, once, "{path}");
            assert!(
                told.contains(&"Cache-Control".to_owned()),
                "{path}: {told:?}"
            );
        }
    }
}
