//! The Content-Security-Policy: what the page may run, load and send. Whatever an attacker could
//! bring into the page would neither run nor leave it.

use base64::{Engine, prelude::BASE64_STANDARD};
use sha2::{Digest, Sha256};

use super::html::inline;

/// Hosts of teachers' lessons: any host over an encrypted connection, and the machine of a teacher
/// who tries one out. Only the text of a lesson is fetched there, of limited size, which becomes
/// text nodes and never a script. Nothing of the reader's is sent along: no cookies, no address of
/// this page. `script-src` prevents a foreign script from sending anything there: none runs.
const TEACHERS: &str = "https: http://localhost:* http://127.0.0.1:*";

/// The policy of the page on a host. Any page may frame it: teachers embed it.
pub(super) fn hosted(html: &str) -> String {
    written(&[
        ("default-src", "'none'".to_owned()),
        (
            "script-src",
            format!("'self' 'wasm-unsafe-eval' {}", scripts(html)),
        ),
        ("style-src", styles(html)),
        ("img-src", "data: blob:".to_owned()),
        ("connect-src", format!("'self' {TEACHERS}")),
        // In a sandboxed frame a worker can only be started from a text, as `browser::background`
        // does it.
        ("worker-src", "'self' data:".to_owned()),
        ("frame-src", "'self'".to_owned()),
        ("object-src", "'none'".to_owned()),
        ("base-uri", "'none'".to_owned()),
        ("form-action", "'none'".to_owned()),
    ])
}

/// The policy of the page that is one file: it sends no request to any network.
pub(super) fn single(html: &str) -> String {
    written(&[
        ("default-src", "'none'".to_owned()),
        (
            "script-src",
            format!("'wasm-unsafe-eval' {}", scripts(html)),
        ),
        ("style-src", styles(html)),
        ("img-src", "data: blob:".to_owned()),
        ("connect-src", "'none'".to_owned()),
        ("worker-src", "blob:".to_owned()),
        ("frame-src", "'self'".to_owned()),
        ("object-src", "'none'".to_owned()),
        ("base-uri", "'none'".to_owned()),
        ("form-action", "'none'".to_owned()),
    ])
}

fn written(directives: &[(&str, String)]) -> String {
    let directives: Vec<String> = directives
        .iter()
        .map(|(name, sources)| format!("{name} {sources}"))
        .collect();
    directives.join("; ")
}

/// The inline scripts, each by its hash; what is only kept in a script's element does not run.
fn scripts(html: &str) -> String {
    let scripts = inline(html, "script");
    let run = scripts
        .iter()
        .filter(|script| !script.tag.contains("type=\"text/plain\""));
    hashes(run.map(|script| script.content))
}

fn styles(html: &str) -> String {
    hashes(inline(html, "style").iter().map(|style| style.content))
}

fn hashes<'a>(contents: impl Iterator<Item = &'a str>) -> String {
    let mut hashes: Vec<String> = contents.map(hash).collect();
    hashes.dedup();
    hashes.join(" ")
}

/// Name of an inline script or style in a policy.
fn hash(content: &str) -> String {
    let digest = BASE64_STANDARD.encode(Sha256::digest(content));
    format!("'sha256-{digest}'")
}

#[cfg(test)]
mod tests {
    use super::{TEACHERS, hash, hosted, single};

    const PAGE: &str = "<html ><head><style>a{}</style><script>one()</script>\
        <script type=\"text/plain\">data</script></head></html>";

    #[test]
    fn a_hash_is_that_of_the_text_between_the_tags() {
        // echo -n 'alert(1)' | openssl dgst -sha256 -binary | base64
        assert_eq!(
            hash("alert(1)"),
            "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"
        );
    }

    #[test]
    fn what_is_inline_is_allowed_by_its_hash_and_nothing_else() {
        for policy in [hosted(PAGE), single(PAGE)] {
            assert!(policy.starts_with("default-src 'none'; script-src "));
            assert!(policy.contains(&hash("one()")), "{policy}");
            assert!(policy.contains(&hash("a{}")), "{policy}");
            assert!(!policy.contains(&hash("data")), "{policy}");
            assert!(!policy.contains("'unsafe-inline'") && !policy.contains("'unsafe-eval'"));
        }
        assert!(single(PAGE).contains("connect-src 'none'"));
        assert_eq!(hosted(PAGE).matches(TEACHERS).count(), 1);
        assert!(hosted(PAGE).contains(&format!("connect-src 'self' {TEACHERS};")));
        assert!(!single(PAGE).contains("script-src 'self'"));
    }
}
