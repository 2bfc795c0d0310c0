//! Outlines of views for snapshots: what a reader or a screen reader meets, and nothing of how it is drawn.

use std::collections::HashMap;

use html5gum::{HtmlString, Token, Tokenizer};

/// Elements without content.
const VOID: [&str; 5] = ["br", "hr", "img", "input", "wbr"];

/// Elements that mark a part of a sentence and say nothing alone.
const INLINE: [&str; 9] = [
    "b", "code", "em", "i", "small", "span", "strong", "sub", "sup",
];

/// Elements that divide a view and say nothing alone.
const DIVISIONS: [&str; 6] = ["dd", "div", "tbody", "td", "text", "thead"];

/// Elements of drawings, whose attributes are geometry.
const DRAWN: [&str; 14] = [
    "circle", "defs", "ellipse", "g", "line", "path", "pattern", "polygon", "polyline", "rect",
    "svg", "text", "tspan", "use",
];

/// Attributes that name other elements.
const REFERENCES: [&str; 8] = [
    "aria-activedescendant",
    "aria-controls",
    "aria-describedby",
    "aria-errormessage",
    "aria-labelledby",
    "aria-owns",
    "for",
    "list",
];

/// Equal siblings that are shown before the rest are counted.
const SHOWN: usize = 3;

/// An element, or a text, which has no tag.
#[derive(Default)]
struct Node {
    tag: String,
    text: String,
    attributes: Vec<(String, String)>,
    inside: Vec<Node>,
}

/// A part of an outline.
#[derive(Clone)]
enum Part {
    /// Words of a sentence.
    Words(String),
    /// Lines of an element.
    Lines(Vec<String>),
}

impl Part {
    /// True if there is nothing to read in it.
    fn is_blank(&self) -> bool {
        match self {
            Self::Words(words) => words.trim().is_empty(),
            Self::Lines(lines) => lines.iter().all(String::is_empty),
        }
    }

    /// An element as one line.
    fn into_line(self) -> Option<String> {
        match self {
            Self::Words(_) => None,
            Self::Lines(lines) => {
                let lines = lines.iter().map(|line| line.trim());
                Some(lines.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// The outline of a view: an element a line, with the role or tag, the states and the words. Classes, styles, ids,
/// `data-*` and geometry are left out; siblings that differ in numbers alone are counted after the third.
pub(crate) fn outline(html: &str) -> String {
    let nodes = parsed(html);
    let mut tags = HashMap::new();
    gather_ids(&nodes, &mut tags);
    let parts = nodes.iter().flat_map(|node| parts(node, &tags)).collect();
    laid_out("", parts).join("\n")
}

/// The elements of a text of HTML.
fn parsed(html: &str) -> Vec<Node> {
    let text = |bytes: &HtmlString| String::from_utf8_lossy(bytes).into_owned();
    let mut open = vec![Node::default()];
    for token in Tokenizer::new(html).flatten() {
        match token {
            Token::StartTag(start) => {
                let attributes = start.attributes.iter();
                let tag = text(&start.name);
                let is_over = start.self_closing || VOID.contains(&tag.as_str());
                open.push(Node {
                    tag,
                    attributes: attributes.map(|(k, v)| (text(k), text(v))).collect(),
                    ..Node::default()
                });
                if is_over {
                    close(&mut open);
                }
            }
            Token::EndTag(end) if open.iter().any(|node| node.tag == text(&end.name)) => {
                while open.last().is_some_and(|node| node.tag != text(&end.name)) {
                    close(&mut open);
                }
                close(&mut open);
            }
            Token::String(words) => open.last_mut().expect("the whole").inside.push(Node {
                text: text(&words),
                ..Node::default()
            }),
            _ => {}
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.remove(0).inside
}

/// Puts the innermost open element into the one around it.
fn close(open: &mut Vec<Node>) {
    let node = open.pop().expect("an open element");
    open.last_mut().expect("the whole").inside.push(node);
}

/// Gathers the tags of elements by id.
fn gather_ids<'a>(nodes: &'a [Node], into: &mut HashMap<&'a str, &'a str>) {
    for node in nodes {
        let id = node.attributes.iter().find(|(name, _)| name == "id");
        into.extend(id.map(|(_, id)| (id.as_str(), node.tag.as_str())));
        gather_ids(&node.inside, into);
    }
}

/// The parts of the outline that a node makes.
fn parts(node: &Node, tags: &HashMap<&str, &str>) -> Vec<Part> {
    let tag = node.tag.as_str();
    if tag.is_empty() {
        return vec![Part::Words(node.text.clone())];
    }
    let inside: Vec<Part> = node
        .inside
        .iter()
        .flat_map(|node| parts(node, tags))
        .collect();
    let shown = node
        .attributes
        .iter()
        .filter_map(|(name, value)| attribute(tag, name, value, tags));
    let shown: Vec<String> = shown.collect();
    let is_inline = INLINE.contains(&tag);
    let is_silent = is_inline || DRAWN.contains(&tag) || DIVISIONS.contains(&tag);
    let is_blank = inside.iter().all(Part::is_blank);
    if is_silent && is_blank && tag != "td" && shown.iter().all(|shown| shown == "aria-hidden=true")
    {
        return Vec::new();
    }
    if is_silent && shown.is_empty() {
        return match tag {
            // In most places it is a line of its own.
            "small" => [vec![Part::Words(" ".to_owned())], inside].concat(),
            _ if is_inline => inside,
            _ => vec![Part::Lines(laid_out("", inside))],
        };
    }
    let head = [&[tag.to_owned()], &shown[..]].concat().join(" ");
    vec![Part::Lines(match tag {
        "select" | "tr" => {
            let cells = inside.into_iter().filter_map(Part::into_line);
            vec![format!("{head}: {}", cells.collect::<Vec<_>>().join(" | "))]
        }
        _ => laid_out(&head, inside),
    })]
}

/// An attribute as it is shown, unless it is left out.
fn attribute(tag: &str, name: &str, value: &str, tags: &HashMap<&str, &str>) -> Option<String> {
    let is_said = name == "role" || name == "tabindex" || name.starts_with("aria-");
    let is_drawing = matches!(name, "class" | "style" | "id") || name.starts_with("data-");
    if is_drawing
        || (DRAWN.contains(&tag) && !is_said)
        || (tag, name, value) == ("button", "type", "button")
    {
        return None;
    }
    if REFERENCES.contains(&name) {
        let targets = value
            .split(' ')
            .map(|id| *tags.get(id).unwrap_or(&"elsewhere"));
        return Some(format!("{name}={}", targets.collect::<Vec<_>>().join("+")));
    }
    Some(match value {
        "" => name.to_owned(),
        _ if value.contains(' ') => format!("{name}=\"{value}\""),
        _ => format!("{name}={value}"),
    })
}

/// The lines of an element: one line if it has words and nothing long inside.
fn laid_out(head: &str, inside: Vec<Part>) -> Vec<String> {
    let has_words = inside
        .iter()
        .any(|part| matches!(part, Part::Words(words) if !words.trim().is_empty()));
    let is_short = inside
        .iter()
        .all(|part| !matches!(part, Part::Lines(lines) if lines.len() > 1));
    if has_words && is_short {
        let words = inside.into_iter().map(|part| match part {
            Part::Words(words) => words,
            Part::Lines(lines) => format!("[{}]", lines.concat()),
        });
        let words = words.collect::<String>();
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        return vec![if head.is_empty() {
            words
        } else {
            format!("{head}: {words}")
        }];
    }
    let mut blocks: Vec<Vec<String>> = Vec::new();
    let mut sentence = String::new();
    for part in inside {
        match part {
            Part::Words(words) => sentence.push_str(&words),
            Part::Lines(lines) => {
                blocks.extend(sentence_of(&mut sentence));
                blocks.push(lines);
            }
        }
    }
    blocks.extend(sentence_of(&mut sentence));
    let mut lines = counted(blocks);
    if head.is_empty() {
        return lines;
    }
    if let [line] = &lines[..] {
        return vec![format!("{head} > {line}")];
    }
    lines.iter_mut().for_each(|line| line.insert_str(0, "  "));
    lines.insert(0, head.to_owned());
    lines
}

/// A sentence as a block, unless it is blank; empties it.
fn sentence_of(sentence: &mut String) -> Option<Vec<String>> {
    let words = std::mem::take(sentence);
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    (!words.is_empty()).then(|| vec![words])
}

/// Blocks as lines; of a long run of blocks that differ in numbers alone the first, and the number of others.
fn counted(blocks: Vec<Vec<String>>) -> Vec<String> {
    let shape = |lines: &Vec<String>| {
        lines
            .join("\n")
            .replace(|c: char| c.is_ascii_digit() || ".,".contains(c), "")
    };
    let runs = blocks.chunk_by(|one, next| shape(one) == shape(next));
    let lines = runs.flat_map(|run| {
        let is_long = run.len() > SHOWN + 1;
        let shown = if is_long { SHOWN } else { run.len() };
        let more = is_long.then(|| format!("… {} more", run.len() - shown));
        run[..shown].concat().into_iter().chain(more)
    });
    lines.collect()
}

#[test]
fn an_outline_follows_words_roles_and_states_and_no_drawing() {
    let view = |class: &str, state: &str, role: &str, words: &str| {
        outline(&format!(
            "<section class=\"{class}\"><h2 id=\"h\">Time</h2>\n<p role=\"{role}\" data-x=\"{class}\">A <b>{words}</b>.</p>\n\
             <svg aria-hidden=\"true\"><path d=\"{class}\"></path></svg>\n\
             <button type=\"button\" aria-pressed=\"{state}\" aria-labelledby=\"h\">Go</button></section>"
        ))
    };
    let one = view("a", "true", "note", "step");
    assert_eq!(
        one,
        "section\n  h2: Time\n  p role=note: A step.\n  button aria-labelledby=h2 aria-pressed=true: Go"
    );
    assert_eq!(one, view("b", "true", "note", "step"));
    for other in [
        view("a", "false", "note", "step"),
        view("a", "true", "alert", "step"),
        view("a", "true", "note", "run"),
    ] {
        assert_ne!(one, other);
    }
}

#[test]
fn siblings_that_differ_in_numbers_alone_are_counted() {
    let list = |items: &[&str]| {
        let items = items.iter().map(|item| format!("<li>{item}</li>"));
        outline(&format!("<ul>{}</ul>", items.collect::<String>()))
    };
    let counted = "ul\n  li: GPU 0\n  li: GPU 1\n  li: GPU 2\n  … 2 more\n  li: stage 0";
    assert_eq!(
        list(&["GPU 0", "GPU 1", "GPU 2", "GPU 3", "GPU 4", "stage 0"]),
        counted
    );
    let all = "ul\n  li: GPU 0\n  li: GPU 1\n  li: GPU 2\n  li: GPU 3";
    assert_eq!(list(&["GPU 0", "GPU 1", "GPU 2", "GPU 3"]), all);
}
