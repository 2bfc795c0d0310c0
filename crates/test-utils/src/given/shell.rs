//! Scripts of a shell that end, start no program, and give the same values in an empty folder and
//! an empty environment wherever they run.

use crate::draw::Draw;

/// Variables that hold whole numbers.
const NUMBERS: [&str; 3] = ["TP", "N", "C"];
/// Variables that hold texts.
const TEXTS: [&str; 2] = ["A", "B"];
/// Deepest nesting of commands.
const DEEPEST: usize = 2;

/// The words that a script prints: its variables, an array and its length, and its arguments.
pub const RESULTS: [&str; 8] = [
    "\"$TP\"",
    "\"$N\"",
    "\"$C\"",
    "\"$A\"",
    "\"$B\"",
    "\"${#L[@]}\"",
    "\"${L[*]}\"",
    "\"$*\"",
];

/// A script that sets the variables of [`RESULTS`].
#[must_use]
pub fn script(draw: &mut Draw) -> String {
    let mut script = String::from("TP=2; N=3; C=4; A=ab; B='x y'; L=(1 2 3)\n");
    for name in ["f", "g"] {
        if draw.once_in(2) {
            let body = list(draw, DEEPEST - 1, true);
            let body = match draw.below(5) {
                0 => ["( ", &body, ")"].concat(),
                _ => ["{ ", &body, "; }"].concat(),
            };
            script.push_str(&[name, "() ", &body, "\n"].concat());
        }
    }
    for _ in 0..draw.below(6) + 2 {
        script.push_str(&command(draw, 0, false));
        script.push('\n');
    }
    script
}

/// Commands on one line.
fn list(draw: &mut Draw, depth: usize, is_function: bool) -> String {
    let count = draw.below(3) + 1;
    let commands: Vec<String> = (0..count)
        .map(|_| command(draw, depth, is_function))
        .collect();
    commands.join("; ")
}

fn command(draw: &mut Draw, depth: usize, is_function: bool) -> String {
    if depth < DEEPEST && draw.once_in(2 + depth) {
        return compound(draw, depth + 1, is_function);
    }
    match draw.below(24) {
        0..=4 => set_number(draw),
        5..=8 => set_text(draw),
        9..=11 => change_list(draw),
        12 if is_function => {
            let name = draw.pick(&["TP", "A", "N"]);
            [draw.pick(&["local ", "declare "]), name, "=", &number(draw)].concat()
        }
        12 => [
            "declare -i ",
            draw.pick(&NUMBERS),
            "=\"",
            &sum(draw, 1),
            "\"",
        ]
        .concat(),
        13 if is_function => ["return ", draw.pick(&["", "0", "1"])].concat(),
        13 | 14 => ["set -- ", &word(draw), " ", &word(draw)].concat(),
        15 => String::from(draw.pick(&["shift", "shift 2", "set -- x", "set --"])),
        // No function calls a function, so that all calls end.
        16 | 17 if is_function => set_text(draw),
        16 | 17 => {
            let words = [word(draw), word(draw)].join(" ");
            [
                draw.pick(&["f ", "g ", "TP=9 f ", "A=q g ", "N=1 C=5 f "]),
                &words,
                " 2>/dev/null",
            ]
            .concat()
        }
        18 => read(draw, depth),
        19 => [
            "printf -v ",
            draw.pick(&TEXTS),
            " ",
            draw.pick(&["%s-%s", "%s", "%02d", "'%3d|'"]),
            " ",
            &number(draw),
            " ",
            &number(draw),
        ]
        .concat(),
        20 => [
            "eval \"",
            draw.pick(&NUMBERS),
            "=\\$((",
            &number(draw),
            " + 1))\"",
        ]
        .concat(),
        21 => ["unset ", draw.pick(&["A", "B", "L", "L[2]"])].concat(),
        22 => [
            "TP=",
            &number(draw),
            " ",
            draw.pick(&["true", "false", ":", "echo \"$TP\" >/dev/null"]),
        ]
        .concat(),
        _ => {
            String::from(draw.pick(&["true", "false", "! true", "! false", ":", "((0))", "let N"]))
        }
    }
}

fn compound(draw: &mut Draw, depth: usize, is_function: bool) -> String {
    let body = list(draw, depth, is_function);
    let leave = leave(draw, is_function);
    // A function that changed the counter of a loop around its call could make it endless.
    let counters = if is_function { ["p", "q"] } else { ["i", "j"] };
    let counter = counters.get(depth - 1).copied().unwrap_or("k");
    match draw.below(15) {
        0..=2 => {
            let other = list(draw, depth, is_function);
            [
                "if ",
                &condition(draw, is_function),
                "; then ",
                &body,
                "; else ",
                &other,
                "; fi",
            ]
            .concat()
        }
        3 => [
            "if ",
            &condition(draw, is_function),
            "; then ",
            &body,
            "; fi",
        ]
        .concat(),
        4 | 5 => [
            condition(draw, is_function).as_str(),
            draw.pick(&[" && ", " || "]),
            "{ ",
            &body,
            "; }",
        ]
        .concat(),
        6 => {
            let words = draw.pick(&[
                "1 2 3",
                "{1..3}",
                "\"${L[@]}\"",
                "$B",
                "a 'b c'",
                "\"$@\"",
                "x{1,2}y",
            ]);
            [
                "for ", counter, " in ", words, "; do ", &body, &leave, "; A=$", counter, "; done",
            ]
            .concat()
        }
        7 => {
            let step = draw.pick(&["++", "+=2"]);
            [
                "for ((",
                counter,
                "=0; ",
                counter,
                "<4; ",
                counter,
                step,
                ")); do ",
                &body,
                &leave,
                "; N=$((N+",
                counter,
                ")); done",
            ]
            .concat()
        }
        8 | 9 => {
            let (word, sign) = draw.pick(&[("while", "-le"), ("until", "-gt")]);
            [
                counter,
                "=0; ",
                word,
                " [ $((",
                counter,
                "+=1)) ",
                sign,
                " 3 ]; do ",
                &body,
                &leave,
                "; done",
            ]
            .concat()
        }
        10 => ["( ", &body, ")"].concat(),
        11 => {
            let reader = draw.pick(&[
                "| { read B; TP=8; }",
                "| read A",
                "| while read A; do TP=7; done",
                "& true",
            ]);
            ["{ { ", &body, "; } ", reader, "; }"].concat()
        }
        12 => case(draw, depth, is_function),
        13 => [
            draw.pick(&TEXTS),
            "=$( ",
            &body,
            "; echo ",
            &word(draw),
            ")",
        ]
        .concat(),
        _ => ["{ ", &body, "; }"].concat(),
    }
}

/// A command that leaves a turn of a loop, or nothing.
fn leave(draw: &mut Draw, is_function: bool) -> String {
    if !draw.once_in(2) {
        return String::new();
    }
    let way = draw.pick(&["break", "continue", "break 2", "continue 2"]);
    ["; ", &condition(draw, is_function), " && ", way].concat()
}

fn case(draw: &mut Draw, depth: usize, is_function: bool) -> String {
    let mut text = ["case ", &word(draw), " in "].concat();
    for _ in 0..3 {
        let pattern = draw.pick(&[
            "a*", "'a*'", "ab", "\"$A\"", "$A", "[0-9]", "[!a]?", "x*|2", "?", "*", "3|4", "*b",
        ]);
        let end = draw.pick(&[";;", ";;", ";&", ";;&"]);
        text.push_str(
            &[
                pattern,
                ") ",
                &list(draw, depth, is_function),
                " ",
                end,
                " ",
            ]
            .concat(),
        );
    }
    text.push_str("esac");
    text
}

fn condition(draw: &mut Draw, is_function: bool) -> String {
    let number = number(draw);
    match draw.below(15) {
        0 | 1 => [
            "[ ",
            &number,
            " ",
            draw.pick(&["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]),
            " $TP ]",
        ]
        .concat(),
        2 => ["[[ ", &number, " ", draw.pick(&["-lt", "-ge"]), " N+1 ]]"].concat(),
        3 => [
            "[ \"$A\" ",
            draw.pick(&["=", "!="]),
            " ",
            draw.pick(&["ab", "\"a*\"", "x"]),
            " ]",
        ]
        .concat(),
        4 | 5 => [
            "[[ $A ",
            draw.pick(&["==", "!=", "="]),
            " ",
            draw.pick(&["a*", "\"a*\"", "$A", "[a-c]?", "*[!b]", "?b"]),
            " ]]",
        ]
        .concat(),
        6 => [
            "[[ $A =~ ",
            draw.pick(&["^a", "b$", "^[a-z]+$", "(a|x)b", "[0-9]"]),
            " ]]",
        ]
        .concat(),
        7 => ["((", &sum(draw, 2), "))"].concat(),
        8 => ["[[ -z $A || ", &number, " -gt 2 && -n $B ]]"].concat(),
        9 => ["! [ ", &number, " -gt 3 ]"].concat(),
        10 if !is_function => ["f ", &number, " 2>/dev/null"].concat(),
        11 => String::from("[ \"$U\" = 1 ]"),
        12 => String::from("[ -n \"$U\" ]"),
        13 => [
            "(( TP ",
            draw.pick(&["> 3", "% 2", "== C", "++ < 5"]),
            " ))",
        ]
        .concat(),
        _ => {
            String::from(draw.pick(&["true", "false", "[ $# -gt 1 ]", "[ -n \"$1\" -a 2 -gt 1 ]"]))
        }
    }
}

fn set_number(draw: &mut Draw) -> String {
    let name = draw.pick(&NUMBERS);
    let sum = sum(draw, 2);
    match draw.below(8) {
        0..=2 => [name, "=$((", &sum, "))"].concat(),
        3 => [
            "((",
            name,
            draw.pick(&["*=", "+=", "-=", "=", "<<="]),
            draw.pick(&["2", "3", "TP%5"]),
            "))",
        ]
        .concat(),
        4 => ["let \"", name, " = ", &sum, "\""].concat(),
        5 => [": $((", name, draw.pick(&["++", "--", "+=3", "=5"]), "))"].concat(),
        6 => [name, "=", &number(draw)].concat(),
        _ => [name, "=$(echo ", &number(draw), ")"].concat(),
    }
}

/// A number, or the value of a variable that holds one.
fn number(draw: &mut Draw) -> String {
    match draw.below(6) {
        0..=2 => draw.below(9).to_string(),
        3 | 4 => ["$", draw.pick(&NUMBERS)].concat(),
        _ => String::from(draw.pick(&["${#A}", "${#L[@]}", "${TP:-7}", "$#"])),
    }
}

/// An expression.
fn sum(draw: &mut Draw, depth: usize) -> String {
    if depth == 0 || draw.once_in(4) {
        return String::from(draw.pick(&[
            "1", "2", "7", "010", "0x1f", "2#101", "TP", "N", "$C", "-3", "!N", "~C", "N**2",
            "2**3",
        ]));
    }
    let (left, right) = (sum(draw, depth - 1), sum(draw, depth - 1));
    let operator = draw.pick(&[
        " + ", " - ", " * ", " / 3 + ", " % 5 - ", " << 1 | ", " >> 1 ^ ", " & ", " && ", " || ",
        " < ", " >= ", " == ", " != ", " ? 4 : ", " , ",
    ]);
    match draw.below(5) {
        0 => ["(", &left, operator, &right, ")"].concat(),
        1 => [&left, " ? ", &right, " : ", &right].concat(),
        _ => [left.as_str(), operator, &right].concat(),
    }
}

fn set_text(draw: &mut Draw) -> String {
    let name = draw.pick(&TEXTS);
    match draw.below(4) {
        0 => [name, "+=", &word(draw)].concat(),
        1 => [
            name,
            "=\"$",
            draw.pick(&TEXTS),
            draw.pick(&["", "-", " z"]),
            "\"",
        ]
        .concat(),
        _ => [name, "=", &word(draw)].concat(),
    }
}

/// A word of a command.
fn word(draw: &mut Draw) -> String {
    if draw.once_in(3) {
        return number(draw);
    }
    String::from(draw.pick(&[
        "ab",
        "'a b'",
        "\"a  b\"",
        "$A",
        "\"$A\"",
        "$B",
        "\"$B\"",
        "${A^}",
        "${A^^}",
        "${B,,}",
        "${A%b*}",
        "${A#a}",
        "\"${B%% *}\"",
        "\"${B/x/y}\"",
        "\"${A//[ab]/-}\"",
        "${A:1}",
        "\"${B:0:2}\"",
        "${U:-d}",
        "\"${U:-$B}\"",
        "${A:+s}",
        "${L[0]}",
        "\"${L[@]}\"",
        "${L[*]}",
        "\"${L[*]}\"",
        "${L[1]}",
        "${L[-1]}",
        "\"$@\"",
        "\"$*\"",
        "$1",
        "$?",
        "a\\ b",
        "$'a\\tb'",
        "x$A\"$B\"y",
        "\"\"",
        "$((TP+1))",
        "$(echo x y)",
        "\"$(echo 'x  y')\"",
        "`echo q`",
        "$(printf '%s,' $B)",
        "\"${L[@]:1}\"",
        "\"${L[@]/#/n}\"",
    ]))
}

fn change_list(draw: &mut Draw) -> String {
    match draw.below(9) {
        0 => ["L+=(", &word(draw), ")"].concat(),
        1 => ["L=(", &word(draw), " ", &word(draw), ")"].concat(),
        2 => [
            "L[",
            draw.pick(&["0", "1", "${#L[@]}", "-1"]),
            "]=",
            &word(draw),
        ]
        .concat(),
        3 => String::from("L=(\"${L[@]}\" \"$A\")"),
        4 => String::from("L=(a{1,2}b {3..1})"),
        5 => String::from("L[0]+=z"),
        6 => ["((L[1]", draw.pick(&["=4", "=TP"]), "))"].concat(),
        7 => String::from("L=($B)"),
        _ => String::from("L=(\"$@\")"),
    }
}

fn read(draw: &mut Draw, depth: usize) -> String {
    let words = draw.pick(&["'1 2 3'", "\"$B\"", "\"$A\"", "'p'"]);
    match draw.below(4) {
        0 => ["read -r A B <<< ", words].concat(),
        1 => [
            "IFS=, read -ra L <<< ",
            draw.pick(&["'a,b,,c'", "\"$B\"", "'x,'"]),
        ]
        .concat(),
        2 => ["while read -r A; do C=$((C+1)); done <<< ", words].concat(),
        // A here-document ends its line.
        _ if depth > 0 => ["read -r A <<< ", words].concat(),
        _ => String::from("read -r B <<E\n$A $TP\nE"),
    }
}
