//! Plans of links, if the catalogue has their names.

use std::io::{self, Write};

use cli::printed::stderr;
use cost::plan::Plan;
use formats::catalog::{GPUS, MODELS};
use formats::link::{self, LinkWarning};
use formats::nearest::nearest_few;

/// The plan of a link with warnings. The page opens a link with a name that the catalogue lacks,
/// and shows the warning beside its figures. A command can only warn on stderr, and a script would
/// take the figures of another model for those of the named one. So the command refuses: `None`,
/// with a sentence for each name on stderr.
pub(crate) fn linked(link: &str) -> io::Result<Option<(Plan, Vec<LinkWarning>)>> {
    let (plan, warnings) = link::decode(link);
    let unknown: Vec<String> = warnings.iter().filter_map(unknown).collect();
    let mut stderr = stderr();
    for sentence in &unknown {
        writeln!(stderr, "shardwise: {sentence}")?;
    }
    Ok(unknown.is_empty().then_some((plan, warnings)))
}

/// A sentence on a name that the catalogue lacks, with the nearest names.
fn unknown(warning: &LinkWarning) -> Option<String> {
    match warning {
        LinkWarning::UnknownModel { given, .. } => {
            let names = MODELS.iter().map(|entry| entry.model.preset);
            Some(text::report::unknown_model(
                given,
                &nearest_few(given, names),
            ))
        }
        LinkWarning::UnknownGpu { given, .. } => {
            let names = GPUS.iter().map(|entry| entry.gpu.preset);
            Some(text::report::unknown_gpu(given, &nearest_few(given, names)))
        }
        // A link without a key for its names, such as `llama3-8b/h100x64`.
        LinkWarning::UnknownKey { key } if key.contains('/') => Some(text::report::no_key(key)),
        _ => None,
    }
}
