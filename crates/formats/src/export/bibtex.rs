//! An entry for a bibliography.

use super::syntax::one_line;
use super::writer::ExportInput;
use super::writer::TargetWriter;
use crate::link;

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "plan.bib",
    text,
    launch: |_| String::new(),
};

fn text(job: &ExportInput, _: &[String]) -> String {
    let plan = job.facts.plan;
    let fields = [
        (
            "title",
            [
                (job.words.bibtex_title)(),
                (job.words.plan.title)(plan).as_str(),
            ]
            .concat(),
        ),
        ("howpublished", (job.words.bibtex_tool)().to_owned()),
        ("note", link::encode(&plan.bare())),
    ];
    let mut text = String::from("@misc{shardwise-plan,\n");
    for (name, value) in fields {
        text.push_str(&["  ", name, " = {", &latex(&value), "},\n"].concat());
    }
    text.push_str(&["  version = {", env!("CARGO_PKG_VERSION"), "},\n}\n"].concat());
    text
}

/// A text with LaTeX's special characters escaped: braces stay in pairs.
fn latex(text: &str) -> String {
    let mut escaped = String::new();
    for letter in one_line(text).chars() {
        match letter {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            '\\' => escaped.push_str("\\textbackslash "),
            '~' => escaped.push_str("\\textasciitilde "),
            '^' => escaped.push_str("\\textasciicircum "),
            '×' => escaped.push_str("$\\times$"),
            letter => escaped.push(letter),
        }
    }
    escaped
}
