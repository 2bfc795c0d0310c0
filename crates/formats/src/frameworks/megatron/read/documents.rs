//! Options of Megatron-LM in YAML of its tests and recipes, and in its log.
//!
//! Source of the forms: NVIDIA/Megatron-LM, `tests/functional_tests/shell_test_utils/
//! _run_training.sh` and `megatron/training/arguments.py` (`_print_args`).

use crate::frameworks::megatron::read::words::{MegatronOptions, is_read, takes};
use crate::frameworks::setting::Takes;
use crate::import::budget::{FIELD, ITEM, ReadBudget};
use crate::import::fields::written;
use crate::import::imported::{ImportRefusal, TextPosition};
use crate::import::scalar;
use crate::import::value::ParsedValue;

/// Fields that hold the options.
pub(crate) const SIGNS: &[&str] = &["MODEL_ARGS", "ARGS"];

/// The options of YAML: keys are options, with their dashes or as names. `None` if there are no
/// fields.
pub(crate) fn yaml(file: &ParsedValue) -> Option<MegatronOptions> {
    let inside = SIGNS.iter().find_map(|name| file.field(name));
    let ParsedValue::Fields(fields) = inside.unwrap_or(file) else {
        return None;
    };
    let mut pairs = Vec::new();
    for (name, value) in fields {
        push(&mut pairs, &option(name), value);
    }
    Some(MegatronOptions::of_words(pairs))
}

/// The options of arguments by their names in the program.
pub(crate) fn attributes(fields: &[(String, ParsedValue)]) -> MegatronOptions {
    let mut pairs = Vec::new();
    for (name, value) in fields {
        let is_layers = name == "num_layers_per_virtual_pipeline_stage";
        let (name, value) = match value {
            // The other option of stages may be absent, unlike in a log.
            value if is_layers => (name.clone(), value.clone()),
            ParsedValue::Null => continue,
            // A file may write a switch as a number.
            ParsedValue::Whole(number @ (0 | 1)) if takes(&option(name)) == Takes::Nothing => {
                (name.clone(), ParsedValue::Switch(*number == 1))
            }
            value => destination(name, value.clone()),
        };
        push(&mut pairs, &option(&name), &value);
    }
    MegatronOptions::of_words(pairs)
}

/// True of a line of the log that prints an argument: its name, dots, its value.
pub(crate) fn is_printed(line: &str) -> bool {
    argument(line).is_some()
}

/// Name and value of a line that prints an argument.
fn argument(line: &str) -> Option<(&str, &str)> {
    let (before, value) = line.rsplit_once(" ...")?;
    let before = before.trim_end_matches('.').trim_end();
    // A time or a rank may precede the name.
    let name = before.rsplit([' ', ':', ']']).next()?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let value = value.trim_start_matches('.').strip_prefix(' ')?.trim();
    let is_argument = !name.is_empty() && name.chars().all(is_name) && !value.is_empty();
    is_argument.then_some((name, value))
}

/// The arguments that a log prints, and the number of its processes. The log prints all arguments
/// of the program, so those that are not read are ignored.
///
/// # Errors
/// If they take too much work.
pub(crate) fn printed(
    text: &str,
    budget: &ReadBudget,
) -> Result<(MegatronOptions, Option<u64>), ImportRefusal> {
    let mut pairs = Vec::new();
    let mut gpus = None;
    for (line, text) in text.lines().enumerate() {
        let Some((name, value)) = argument(text) else {
            continue;
        };
        let at = TextPosition {
            line: line + 1,
            column: 1,
        };
        let items = 1 + value.matches(',').count();
        budget.charge(FIELD + ITEM * items + text.len(), || Some(at))?;
        if name == "world_size" {
            gpus = value.parse().ok();
        }
        let (name, value) = destination(name, listed(value));
        if is_read(&option(&name)) {
            push(&mut pairs, &option(&name), &value);
        }
    }
    Ok((MegatronOptions::of_words(pairs), gpus))
}

/// The options of a file that replaces the command line (`--yaml-cfg`). It has all arguments of the
/// program, so those that are not read are left out.
///
/// Source: NVIDIA/Megatron-LM, `examples/gpt3/gpt_config.yaml` and
/// `megatron/training/yaml_arguments.py` at commit 00caa53af309.
pub(crate) fn replacing(file: ParsedValue) -> ParsedValue {
    let ParsedValue::Fields(fields) = file else {
        return file;
    };
    let fields = fields.into_iter().flat_map(|(name, value)| match value {
        ParsedValue::Fields(inside)
            if matches!(name.as_str(), "language_model" | "model_parallel") =>
        {
            inside
        }
        value => vec![(name, value)],
    });
    let options = fields.map(|(name, value)| destination(&name, value));
    let is_read = |name: &str| is_read(&option(name));
    ParsedValue::Fields(options.filter(|(name, _)| is_read(name)).collect())
}

/// A value in Python's notation.
fn listed(text: &str) -> ParsedValue {
    let inside = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    match inside {
        None => scalar::literal(text),
        Some(inside) => ParsedValue::List(
            inside
                .split(',')
                .map(|item| scalar::literal(item.trim().trim_matches(['\'', '"'])))
                .collect(),
        ),
    }
}

/// The option of an attribute whose name differs from it, with the value that it takes there.
fn destination(name: &str, value: ParsedValue) -> (String, ParsedValue) {
    let is_off = ParsedValue::Switch(value == ParsedValue::Switch(false));
    let other = match name {
        "add_bias_linear" => ("disable_bias_linear", is_off),
        "gradient_accumulation_fusion" => ("no_gradient_accumulation_fusion", is_off),
        "overlap_p2p_comm" => ("no_overlap_p2p_communication", is_off),
        "fp8" => ("fp8_format", value),
        "fp4" => ("fp4_format", value),
        "num_moe_experts" => ("num_experts", value),
        "activation_func" => {
            let is_gated = value.text() == Some("swiglu");
            ("swiglu", ParsedValue::Switch(is_gated))
        }
        "virtual_pipeline_model_parallel_size" => ("num_virtual_stages_per_pipeline_rank", value),
        // The number of stages has the same information.
        "num_layers_per_virtual_pipeline_stage" => ("", ParsedValue::Null),
        _ => (name, value),
    };
    (other.0.to_owned(), other.1)
}

/// The name of an option on the command line.
fn option(name: &str) -> String {
    let name = name.trim_start_matches('-').replace('_', "-");
    ["--", &name].concat()
}

/// Adds an option: a switch that is off or empty is absent.
fn push(pairs: &mut Vec<(String, Vec<String>)>, name: &str, value: &ParsedValue) {
    let values = match value {
        ParsedValue::Null | ParsedValue::Switch(false) => return,
        ParsedValue::Switch(true) => Vec::new(),
        ParsedValue::List(items) => items.iter().map(written).collect(),
        // A list in a string, with the words of a shell.
        ParsedValue::Text(text) if text.starts_with('[') && !text.contains('*') => {
            let inside = text.trim_matches(['[', ']']);
            let items = inside.split([',', ' ']).filter(|item| !item.is_empty());
            items.map(str::to_owned).collect()
        }
        ParsedValue::Text(text) if takes(name) == Takes::Several => {
            text.split_whitespace().map(str::to_owned).collect()
        }
        value => vec![written(value)],
    };
    pairs.push((name.to_owned(), values));
}
