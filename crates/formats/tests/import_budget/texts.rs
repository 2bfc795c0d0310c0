//! Texts that cost a reader much more than their letters.

use formats::import::{Format, LARGEST};

/// A text, as long as any that is read or shorter.
pub(crate) struct HostileText {
    /// The waste that it provokes.
    pub(crate) name: &'static str,
    /// The text.
    pub(crate) text: String,
    /// The format as which it is read, where its content does not say it.
    pub(crate) format: Option<Format>,
    /// True if it is read, false if it takes too much work.
    pub(crate) is_read: bool,
}

/// Options that make a text one for Megatron-LM.
const OPTIONS: &str = "--num-layers 2 --hidden-size 64 --tensor-model-parallel-size 1\n";

/// All of them.
pub(crate) fn all() -> Vec<HostileText> {
    let of = |format: Option<Format>| {
        move |(name, is_read, text): (&'static str, bool, String)| HostileText {
            name,
            text,
            format,
            is_read,
        }
    };
    let scripts = scripts().into_iter().map(of(Some(Format::Megatron)));
    let documents = documents().into_iter().map(of(None));
    scripts.chain(documents).collect()
}

/// As many repetitions of a text as stand behind others in the longest text that is read.
fn filled(before: &str, unit: &str, after: &str) -> String {
    let room = LARGEST - before.len() - after.len();
    [before, &unit.repeat(room / unit.len().max(1)), after].concat()
}

/// Repetitions of numbered lines.
fn numbered(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

fn letters(count: usize) -> String {
    "a".repeat(count)
}

fn scripts() -> Vec<(&'static str, bool, String)> {
    let words = |count| "w ".repeat(count);
    let array = format!("A=({})\n", words(20_000));
    let text = format!("A={}\n", letters(40_000));
    let if_long = |cause, count| {
        format!(
            "if [ -f {} ]; then X=\"{}\"; fi\n{OPTIONS}",
            letters(cause),
            words(count)
        )
    };
    let functions = format!("f() {{ return\n{}}}\n", "b c\n".repeat(4_000));
    let variables = numbered(4_000, |n| format!("v{n}=1\n"));
    let options = numbered(2_000, |n| format!("--o{n} "));
    let rows: Vec<(&str, bool, String)> = vec![
        ("a cause in 28,000 words", true, if_long(60_000, 28_000)),
        ("a cause in 10,000 words", true, if_long(10_000, 10_000)),
        (
            "items of an array",
            false,
            filled(&array, "B=${A[0]}\n", OPTIONS),
        ),
        (
            "lengths of an array",
            true,
            filled(&array, "B=${#A[@]}\n", OPTIONS),
        ),
        (
            "copies of an array",
            false,
            filled(&array, "B=${A[@]}\n", OPTIONS),
        ),
        (
            "calls of a long function",
            true,
            [&functions, &"f\n".repeat(8_000), OPTIONS].concat(),
        ),
        ("functions in functions", true, {
            let function = format!("f() {{\ng() {{\n{}}}\n}}\n", "b c\n".repeat(4_000));
            [&function, &"f\n".repeat(8_000), OPTIONS].concat()
        }),
        ("a pattern of one letter", false, {
            let test = format!("[[ $A == *{}b ]]\n", letters(500));
            filled(
                &text,
                &test.repeat(4),
                &["[[ $A == *b ]]\n".repeat(4_000), OPTIONS.into()].concat(),
            )
        }),
        ("a long pattern", true, {
            let test = format!("[[ {} == *{}b ]]\n", letters(40_000), letters(20_000));
            [&test.repeat(2), OPTIONS].concat()
        }),
        ("a pattern with question marks", false, {
            let test = format!("[[ {} == *?{}b* ]]\n", letters(40_000), letters(20_000));
            [&test, OPTIONS].concat()
        }),
        ("ends that are cut", false, {
            let text = format!("A={}\n", letters(250));
            filled(&text, "B=${A%%*a?b}\n", OPTIONS)
        }),
        (
            "texts that grow by a letter",
            true,
            filled(&text, "A+=b\n", OPTIONS),
        ),
        (
            "arrays that grow by an item",
            true,
            ["A=(b)\n", &"A+=(b)\n".repeat(8_000), OPTIONS].concat(),
        ),
        ("sums of a long number", false, {
            let number = format!("A={}1\n", "0".repeat(60_000));
            let sum = format!("B=$(({}1))\n", "A+".repeat(20_000));
            [&number, &sum, OPTIONS].concat()
        }),
        (
            "a text that doubles",
            false,
            filled("A=a\n", "A=$A$A\n", OPTIONS),
        ),
        (
            "a text of words that doubles",
            false,
            filled("A=\"a \"\n", "A=\"$A$A\"\nB=($A)\n", OPTIONS),
        ),
        (
            "a long item of options",
            false,
            [
                "A=\"-- \"\n",
                &"A=\"$A$A\"\n".repeat(20),
                "L=(\"$A\")\npython a.py \"$A\"\n",
                OPTIONS,
            ]
            .concat(),
        ),
        (
            "an item of options",
            true,
            [
                "A=\"-- \"\n",
                &"A=\"$A$A\"\n".repeat(14),
                "L=(\"$A\")\npython a.py \"$A\"\n",
                OPTIONS,
            ]
            .concat(),
        ),
        (
            "comparisons of long texts",
            false,
            filled(&text, "[ $A = $A ]\n", OPTIONS),
        ),
        (
            "lengths of a long text",
            false,
            filled(&text, "B=${#A}\n", OPTIONS),
        ),
        ("branches with many variables", false, {
            filled(&variables, "if [ $X ]; then v1=2; fi\n", OPTIONS)
        }),
        ("branches with many options", true, {
            filled(
                &format!("if [ $X ]; then A=({options}); fi\n"),
                "",
                "python a.py ${A[@]} --num-layers 2\n",
            )
        }),
        (
            "arguments of a function",
            false,
            filled(
                &[&array, "f() { B=$@; }\n"].concat(),
                "f ${A[@]}\n",
                OPTIONS,
            ),
        ),
        ("scripts in a variable", false, {
            let script = format!("A='{}'\n", "b c;".repeat(10_000));
            filled(&script, "eval \"$A\"\n", OPTIONS)
        }),
        ("commands of many options", false, {
            let array = format!("A=({})\n", numbered(1_000, |n| format!("--o{n} ")));
            filled(&array, "python a.py ${A[@]} --num-layers 2\n", OPTIONS)
        }),
        ("comments in open brackets", false, {
            let open = "$(".repeat(700);
            filled(&[OPTIONS, "B=", &open, " # "].concat(), "a", "")
        }),
        ("an endless loop", true, {
            let turn = "while :; do A=$((A+1)); done\n";
            [turn, OPTIONS].concat()
        }),
        ("endless loops in loops", true, {
            let turns = "while :; do for ((;;)); do until false; do A+=x; done; done; done\n";
            [turns, OPTIONS].concat()
        }),
        (
            "many endless loops",
            false,
            filled("", "while :; do :; done\n", OPTIONS),
        ),
        (
            "words from braces",
            false,
            filled(
                "",
                "A={1..4000}{1..4000}\nB=({1..4000}{1..4000})\n",
                OPTIONS,
            ),
        ),
        (
            "functions that call each other",
            false,
            [
                "f() { g; g; }; g() { f; f; }; f\n",
                &"f; g\n".repeat(8_000),
                OPTIONS,
            ]
            .concat(),
        ),
        (
            "a text that doubles by printf",
            false,
            filled("A=a\n", "printf -v A %s%s $A $A\n", OPTIONS),
        ),
        (
            "an output that doubles",
            false,
            filled("A=a\n", "A=$(echo $A$A)\n", OPTIONS),
        ),
        (
            "a file that doubles",
            false,
            filled("echo a > f\n", "cat f f > g; cat g > f\n", OPTIONS),
        ),
        (
            "expressions that repeat themselves",
            false,
            filled(
                "",
                "[[ aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa =~ ^(a*)*b ]]\n",
                OPTIONS,
            ),
        ),
        (
            "branches with a long output",
            false,
            [
                &format!("A=$(echo {}; ", letters(40_000)),
                &"if [ $X ]; then echo a; fi; ".repeat(2_000),
                ")\n",
                OPTIONS,
            ]
            .concat(),
        ),
        (
            "unknown options",
            true,
            numbered(12_000, |n| format!("--o{n} ")) + OPTIONS,
        ),
        (
            "headers of a scheduler",
            true,
            filled("", "#SBATCH -N 1\n", OPTIONS),
        ),
        (
            "one long variable",
            true,
            filled("python a.py --num-layers $", "A", ""),
        ),
    ];
    rows
}

fn documents() -> Vec<(&'static str, bool, String)> {
    let long = letters(60_000);
    let fields = |count, sign: &str| numbered(count, |n| format!("\"f{n}\"{sign}1,"));
    let model = "\"model_type\": \"llama\", \"num_hidden_layers\": 2";
    vec![
        (
            "JSON: a long name of 6,000 fields",
            true,
            format!("{{{model}, \"{long}\": {{{}\"z\":1}}}}", fields(6_000, ":")),
        ),
        (
            "JSON: many fields",
            true,
            format!("{{{}{model}}}", fields(10_000, ":")),
        ),
        (
            "JSON: a long list",
            true,
            filled("{\"a\": [0", ",0", "], \"model_type\": \"llama\"}"),
        ),
        (
            "JSON: objects in a list",
            true,
            filled("{\"a\": [{}", ",{\"\":0}", "], \"model_type\": \"llama\"}"),
        ),
        (
            "TOML: a long name of 6,000 fields",
            false,
            format!("[{long}]\n{}", numbered(6_000, |n| format!("f{n}=1\n"))),
        ),
        (
            "TOML: a long name of 1,000 fields",
            true,
            format!(
                "[{long}]\n{}[parallelism]\nx=1\n",
                numbered(1_000, |n| format!("f{n}=1\n"))
            ),
        ),
        (
            "TOML: many fields",
            false,
            numbered(14_000, |n| {
                format!("[a]\nf{n}=1\n").replacen("[a]\n", if n == 0 { "[a]\n" } else { "" }, 1)
            }),
        ),
        (
            "TOML: many tables",
            false,
            numbered(14_000, |n| format!("[t{n}]\n")),
        ),
        ("TOML: a long list", true, filled("[a]\nb=[0", ",0", "]\n")),
        (
            "YAML: aliases of a long text",
            false,
            format!("model_type: &a {long}\nb:\n{}", "- *a\n".repeat(10_000)),
        ),
        (
            "YAML: a long name of 6,000 fields",
            true,
            format!(
                "---\n? {long}\n:\n{}",
                numbered(6_000, |n| format!(" f{n}: 1\n"))
            ),
        ),
        (
            "YAML: many fields",
            true,
            numbered(12_000, |n| format!("f{n}: 1\n")),
        ),
        (
            "YAML: many lines of a list at the first column",
            false,
            filled("a: [\n", "1,\n", "]\n"),
        ),
        (
            "YAML: many anchors",
            true,
            filled(
                "model_type: 1\na:\n",
                "- &a [&b [&c [&d [&e [&f [&g 1]]]]]]\n",
                "",
            ),
        ),
        ("YAML: merged mappings", false, {
            let base = numbered(1_500, |n| format!("f{n}: 1, "));
            let merges = numbered(2_000, |n| format!("m{n}: {{<<: *b}}\n"));
            format!("b: &b {{{base}}}\n{merges}")
        }),
        (
            "YAML: a long list",
            true,
            filled("model_type: [0", ",0", "]\n"),
        ),
        (
            "overrides",
            false,
            numbered(9_000, |n| format!("model.f{n}=1\n")),
        ),
        ("a log of short lines", true, filled("", "tps:1 mfu:\n", "")),
        (
            "a log of bars",
            true,
            filled("train_runtime ", "1%|a|1/2[1<1,1s/it]", "\n"),
        ),
        (
            "a log of iterations",
            true,
            filled("", "iter time (s): 1 steps: 2\n", ""),
        ),
        ("lines without a meaning", true, filled("", "a\n", "")),
        (
            "arguments in a log",
            true,
            filled("", "num_layers ... 2\n", ""),
        ),
        ("a program", true, filled("def a():\n#v=1", "&p=a", "\n")),
    ]
}
