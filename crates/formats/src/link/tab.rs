//! The query of an address with another open tab.

use cost::plan::Word;

use super::presentation::{View, plain};

/// The address's query with another open tab; all other text of the query stays as it is.
///
/// ```
/// use formats::link::presentation::View;
/// use formats::link::tab::with_tab;
/// assert_eq!(with_tab("", View::Map), "?tab=map");
/// assert_eq!(with_tab("?theme=dark&tab=map&x=%20", View::Run), "?theme=dark&x=%20&tab=run");
/// ```
#[must_use]
pub fn with_tab(query: &str, view: View) -> String {
    let parts = query.trim_start_matches('?').split('&');
    let others = parts.filter(|part| {
        let key = part.split_once('=').map_or(*part, |(key, _)| key);
        !part.is_empty() && plain(key) != "tab"
    });
    let mut query = String::from("?");
    for other in others {
        query.push_str(other);
        query.push('&');
    }
    query.push_str("tab=");
    query.push_str(view.word());
    query
}
