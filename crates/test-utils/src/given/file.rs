//! Files of models and frameworks: released configurations and our own exports, with values that
//! stand where others should, or with what could waste the time of a reader.

use cost::legal::Legal;
use cost::plan::Word as _;
use formats::catalog;
use formats::export::{Target, export};
use formats::import::Format;
use formats::link;

use super::wasteful::with_waste;
use crate::corpus::corpus;
use crate::draw::Draw;

/// Released configurations of models.
const CONFIGS: [&str; 6] = [
    include_str!("../../../../tests/data/exchange/configs/llama3-8b.json"),
    include_str!("../../../../tests/data/exchange/configs/deepseek-v3-671b.json"),
    include_str!("../../../../tests/data/exchange/configs/gemma3-27b.json"),
    include_str!("../../../../tests/data/exchange/configs/gpt-oss-120b.json"),
    include_str!("../../../../tests/data/exchange/configs/gpt2-xl.json"),
    include_str!("../../../../tests/data/exchange/configs/falcon-40b.json"),
];

/// Arguments and recorded options of the frameworks.
const OPTIONS: [&str; 3] = [
    include_str!("../../../../tests/data/exchange/megatron.txt"),
    include_str!("../../../../tests/data/exchange/torchtitan.txt"),
    include_str!("../../../../tests/data/exchange/deepspeed.txt"),
];

/// Values of any syntax.
pub const VALUES: [&str; 43] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "64",
    "4096",
    "100000",
    "1048576",
    "-1",
    "0.5",
    "1e400",
    "1e-9",
    "18446744073709551616",
    "null",
    "true",
    "false",
    "\"8\"",
    "\"none\"",
    "\"full\"",
    "\"bf16\"",
    "[8]",
    "[]",
    "{}",
    "[",
    "}",
    "\n",
    "\"",
    "'",
    "=",
    ",",
    ":",
    "\\",
    "--",
    "nan",
    "[[1]]",
    "\"1F1B\"",
    "E|t*3|L",
    "([0]*3+[1]*58)",
    "\u{feff}",
    "\u{0}",
    "tp",
];

/// Logs of runs.
const LOGS: [&str; 5] = [
    " iteration        1/    50 | elapsed time per iteration (ms): 9120.4 | global batch size:   256 |\n[Rank 0] (after 1 iterations) memory (MB) | allocated: 100.00 | max allocated: 400.00 | reserved: 300.00 | max reserved: 512.00\n iteration        2/    50 | elapsed time per iteration (ms): 4120.4 | global batch size:   256 |\n",
    "Building device mesh with parallelism: pp=1, dp_replicate=1, dp_shard=8, cp=1, tp=1, ep=1\n\u{1b}[31mstep:  1  \u{1b}[32mloss: 12.2  \u{1b}[38;5;51mmemory: 40.10GiB(50.69%)  \u{1b}[34mtps: 1,205  \u{1b}[36mtflops: 70.1  \u{1b}[35mmfu: 7.1%\u{1b}[39m\n",
    "iteration: 2 / 10 | consumed_tokens: 98.3K | time_per_iteration_ms: 2.45K | tokens_per_sec: 13.4K\n Memory usage: 100.50MiB. Peak allocated 14005.47MiB. Peak reserved: 14452.00MiB\n",
    "{'loss': 1.2, 'epoch': 0.1}\n 10%|#         | 10/100 [00:21<03:05,  2.06s/it]\r 11%|#1        | 11/100 [00:23<03:03,  2.07s/it]\n{'train_runtime': 210.1, 'train_steps_per_second': 0.476}\n",
    "steps: 10 loss: 5.5508 iter time (s): 0.936 samples/sec: 136.706\nMA 1.5 GB         Max_MA 10.2 GB         CA 12.1 GB         Max_CA 14 GB\nepoch=0/micro_step=3/global_step=3, RunningAvgSamplesPerSec=74.6, CurrSamplesPerSec=74.7, MemAllocated=4.75GB, MaxMemAllocated=15.59GB\n",
];

/// A file of this format, or nearly one.
#[must_use]
pub fn file(draw: &mut Draw, format: Format) -> String {
    let mut text = match format {
        Format::HuggingFace => draw.pick(&CONFIGS).to_owned(),
        Format::Log => draw.pick(&LOGS).to_owned(),
        Format::Linked => exported(draw, Target::Markdown),
        // A target has the word of the format in which its file is read.
        _ => match Target::parse(format.word()) {
            Some(target) => exported(draw, target),
            None => other(draw, format),
        },
    };
    for _ in 0..draw.below(6) {
        text = with_value(draw, &text);
    }
    // Long files take the time of many short ones.
    if draw.once_in(16) {
        return with_waste(draw, &text, format);
    }
    match draw.below(8) {
        0 | 1 => super::changed(draw, text, &VALUES),
        2 => with_option(draw, text, format),
        3 if draw.once_in(4) => draw.text(200),
        _ => text,
    }
}

/// A file of a program that nothing exports, now and then of any kind of files.
fn other(draw: &mut Draw, format: Format) -> String {
    let is_any = draw.once_in(4);
    let all = corpus()
        .iter()
        .filter(|corpus| is_any || corpus.format == format);
    let kinds = all.flat_map(|corpus| &corpus.kinds);
    let texts: Vec<&str> = kinds.map(|kind| kind.files[0].1.as_str()).collect();
    draw.pick(&texts).to_owned()
}

/// A plan as a file of a framework.
fn exported(draw: &mut Draw, target: Target) -> String {
    let (drawn, _) = link::decode(&super::link::link(draw));
    let plain = catalog::default_plan();
    let legal = Legal::check(&drawn).or_else(|_| Legal::check(&plain));
    legal.map_or_else(
        |_| String::new(),
        |legal| export(&legal, target, &text::exchange::EXPORT).text,
    )
}

/// A file with another value in one of its lines, or with that line removed or repeated.
fn with_value(draw: &mut Draw, text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return String::new();
    }
    let chosen = draw.below(lines.len());
    let line = lines[chosen];
    let sign = line.find([':', '=']).or_else(|| line.trim_end().rfind(' '));
    let instead = sign.map(|place| {
        let comma = if line.trim_end().ends_with(',') {
            ","
        } else {
            ""
        };
        let value = if draw.once_in(4) {
            draw.of_any_size(0..=u64::MAX).to_string()
        } else {
            draw.pick(&VALUES).to_owned()
        };
        [&line[..=place], " ", &value, comma].concat()
    });
    let mut all: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    match (instead, draw.below(8)) {
        (_, 0) => drop(all.remove(chosen)),
        (_, 1) => all.insert(chosen, line.to_owned()),
        (Some(instead), _) => all[chosen] = instead,
        (None, _) => {}
    }
    all.join("\n")
}

/// A file with one more option, drawn from all that its framework has.
fn with_option(draw: &mut Draw, mut text: String, format: Format) -> String {
    let place = match format {
        Format::Megatron => 0,
        Format::TorchTitan => 1,
        _ => 2,
    };
    let lines = OPTIONS[place].lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let name = draw.pick(&names);
    let value = draw.pick(&VALUES);
    let option = match format {
        Format::Megatron => [" ", name, " ", value].concat(),
        Format::TorchTitan => ["\n", name, " = ", value, "\n"].concat(),
        _ if text.trim_end().ends_with('}') => ["\n, \"", name, "\": ", value].concat(),
        _ => ["\n", name, ": ", value, "\n"].concat(),
    };
    let place = match format {
        Format::Megatron | Format::TorchTitan => text.len(),
        _ if text.trim_end().ends_with('}') => text.rfind('}').unwrap_or(0),
        _ => text.len(),
    };
    text.insert_str(place, &option);
    text
}
