//! Presentation of a link to the page on other sites: OpenGraph's tags, and oEmbed's answer as a
//! file, for static hosts. Both want whole addresses, so that they are made only where the build
//! knows the address of the page.

use anyhow::{Context, Result, ensure};

use super::patch;

/// The file that answers oEmbed.
pub(super) const OEMBED: &str = "oembed.json";
/// Name of the file with the page's preview picture.
pub(super) const PICTURE: &str = "shardwise.png";
/// Description of the picture.
const PICTURE_SHOWS: &str =
    "Memory of each pipeline stage of Llama-3 70B on 64 H100, and the five tolls";
/// Width and height of a frame that shows the page well, in pixels.
const FRAME: [u32; 2] = [1024, 900];

/// Address of the page.
#[derive(Clone, Debug)]
pub struct Site(String);

impl Site {
    /// A site by the address of its folder.
    ///
    /// # Errors
    /// If that is no address of a folder on the web.
    pub fn of(address: &str) -> Result<Self> {
        let is_web = address.starts_with("https://") || address.starts_with("http://");
        let is_plain = !address.contains(|c: char| "\"<>&?#'".contains(c) || c.is_whitespace());
        ensure!(
            is_web && is_plain,
            "this is not the address at which the page will lie, as in https://example.org/planner/"
        );
        Ok(Self(format!("{}/", address.trim_end_matches('/'))))
    }

    /// The page with what others need to show a link to it.
    pub(super) fn with_cards(&self, html: &str) -> Result<String> {
        let site = &self.0;
        let title = between(html, "<title>", "</title>")?;
        let description = between(html, "<meta name=\"description\" content=\"", "\"")?;
        let tags = [
            ("og:type", "website"),
            ("og:title", title),
            ("og:description", description),
            ("og:url", site),
            ("og:image", &format!("{site}{PICTURE}")),
            ("og:image:alt", PICTURE_SHOWS),
        ];
        let mut head: String = tags
            .iter()
            .map(|(name, content)| format!("<meta property=\"{name}\" content=\"{content}\">"))
            .collect();
        head += "<meta name=\"twitter:card\" content=\"summary_large_image\">";
        head += &format!(
            "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"{site}{OEMBED}\" title=\"{title}\">"
        );
        let head = format!("</title>{head}");
        patch::once(html, "what other pages show", "</title>", &head)
    }

    /// oEmbed's description of the page (version 1.0, 2.3.4.4: the type "rich").
    pub(super) fn oembed(&self, html: &str) -> Result<String> {
        let site = &self.0;
        let [width, height] = FRAME;
        let title = between(html, "<title>", "</title>")?;
        let frame = format!(
            "<iframe src=\"{site}?embed=1\" title=\"{title}\" width=\"{width}\" height=\"{height}\" \
             style=\"border: 0\" allow=\"clipboard-write; web-share\"></iframe>"
        );
        let answer = serde_json::json!({
            "version": "1.0",
            "type": "rich",
            "title": title,
            "provider_name": "Shardwise",
            "provider_url": site,
            "thumbnail_url": format!("{site}{PICTURE}"),
            "html": frame,
            "width": width,
            "height": height,
        });
        Ok(format!("{answer:#}\n"))
    }
}

fn between<'a>(html: &'a str, before: &str, behind: &str) -> Result<&'a str> {
    let (_, after) = html
        .split_once(before)
        .with_context(|| format!("the page has no {before}"))?;
    let (found, _) = after
        .split_once(behind)
        .with_context(|| format!("nothing ends {before}"))?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::Site;

    const PAGE: &str = include_str!("../../../index.html");

    #[test]
    fn a_page_tells_who_it_is_by_whole_addresses() {
        let site = Site::of("https://example.org/planner").unwrap();
        let html = site.with_cards(PAGE).unwrap();
        for tag in [
            "<meta property=\"og:url\" content=\"https://example.org/planner/\">",
            "<meta property=\"og:image\" content=\"https://example.org/planner/shardwise.png\">",
            "href=\"https://example.org/planner/oembed.json\"",
        ] {
            assert_eq!(html.matches(tag).count(), 1, "{tag}");
        }
        let told: serde_json::Value = serde_json::from_str(&site.oembed(PAGE).unwrap()).unwrap();
        assert_eq!(told["type"], "rich");
        let frame = told["html"].as_str().unwrap();
        assert!(frame.starts_with("<iframe src=\"https://example.org/planner/?embed=1\""));
        let twice = PAGE.replace("</head>", "<title>b</title></head>");
        assert!(site.with_cards(&twice).is_err());
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for address in [
            "",
            "planner/",
            "file:///planner",
            "https://a/?x=1",
            "https://a/\"><b>",
        ] {
            assert!(Site::of(address).is_err(), "{address}");
        }
    }
}
