//! Files that could cost their reader much more than their letters: long values that are used many
//! times, items of arrays, patterns of one letter, long names over many fields, copies of long texts.

use formats::import::{Format, LARGEST};

use crate::draw::Draw;

/// The largest length and number of repetitions.
const MOST: u64 = 60_000;

/// A file with one of these shapes behind it, in its syntax; cut to the longest that is read.
pub(super) fn with_waste(draw: &mut Draw, text: &str, format: Format) -> String {
    let length = draw.of_any_size(1..=MOST) as usize;
    let times = draw.of_any_size(1..=MOST) as usize;
    let long = draw.pick(&["a", "k", "1", "a ", "é", "\\"]).repeat(length);
    let mut waste = match format {
        Format::Megatron => script(draw, &long, times),
        Format::HuggingFace | Format::DeepSpeed => {
            let fields: Vec<String> = (0..times.min(LARGEST / 8))
                .map(|field| format!("\"{field}\":1"))
                .collect();
            let name = long.replace('\\', "a");
            let inner = ["{\"", &name, "\":{", &fields.join(","), "}}"].concat();
            // The fields of the file stay.
            return match text.trim_end().strip_suffix('}') {
                Some(fields) => cut([fields, ",\"x\":", &inner, "}"].concat()),
                None => cut(inner),
            };
        }
        Format::TorchTitan => {
            let name = long.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
            ["\n[", &name, "]\n", &numbered(times, " = 1\n")].concat()
        }
        Format::MegatronBridge => {
            let words = numbered(times, "=1 model.");
            ["\nmodel.", &long.replace(' ', "."), "=1 model.", &words].concat()
        }
        _ => yaml(draw, &long, times),
    };
    waste.insert_str(0, text);
    cut(waste)
}

/// A number at the start of each repetition, so that they differ.
fn numbered(times: usize, text: &str) -> String {
    let lines = (0..times.min(LARGEST / text.len())).map(|number| format!("n{number}{text}"));
    lines.collect()
}

fn script(draw: &mut Draw, long: &str, times: usize) -> String {
    let quoted = ["\nA=\"", long, "\"\nL=(", long, ")\n"].concat();
    let line = draw.pick(&[
        "B=$A\n",
        "B=$A$B\n",
        "B=(${L[@]})\n",
        "B=${L[0]}\n",
        "B=${#L[@]}\n",
        "A+=b\n",
        "L+=(b)\n",
        "B=$((A+A))\n",
        "[[ $A == *$A*b ]]\n",
        "[[ $A == *?$A?b* ]]\n",
        "case $A in *a*a*b) B=1;; esac\n",
        "B=${A%%*a}\n",
        "if [ -f $A ]; then B=\"$A\"; fi\n",
        "if [ $X ]; then L+=(--num-layers 2); fi\n",
        "f() { g $@; }; f ${L[@]}\n",
        "eval \"$A\"\n",
        "python a.py ${L[@]} --num-layers 2\n",
    ]);
    let function = format!("f() {{ return\n{}}}\n", "b c\n".repeat(times.min(8_000)));
    let calls = draw.once_in(4);
    let repeated = line.repeat(times.min(LARGEST / line.len()));
    let body = if calls { "f\n".repeat(times) } else { repeated };
    [
        quoted.as_str(),
        if calls { function.as_str() } else { "" },
        &body,
    ]
    .concat()
}

fn yaml(draw: &mut Draw, long: &str, times: usize) -> String {
    let text = long.replace(['\\', ' '], "_");
    match draw.below(3) {
        0 => ["\nx: &x ", &text, "\ny:\n", &"- *x\n".repeat(times)].concat(),
        1 => ["\n? ", &text, "\n:\n ", &numbered(times, ": 1\n ")].concat(),
        _ => ["\nx: &x {", &numbered(times.min(2_000), ": 1, "), "}\n"]
            .into_iter()
            .chain([numbered(times.min(4_000), ": {<<: *x}\n").as_str()])
            .collect(),
    }
}

fn cut(mut text: String) -> String {
    let mut end = text.len().min(LARGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text
}
