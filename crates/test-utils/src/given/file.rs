//! Files of models and frameworks: released configurations and our own exports, with values that
//! stand where others should, or with what could waste the time of a reader.

use cost::legal::Legal;
use cost::plan::Word as _;
use formats::catalog;
use formats::export::{Target, export};
use formats::import::Format;
use formats::link;

use super::wasteful::with_waste;
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

/// Files and commands of programs that nothing exports, with their formats.
const OTHERS: &[(Format, &str)] = &[
    (
        Format::Trainer,
        "model_name_or_path: Qwen/Qwen3-8B\nper_device_train_batch_size: 2\nbf16: true\nmax_length: 4096\nfsdp: full_shard\n",
    ),
    (
        Format::Axolotl,
        "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 8192\nmicro_batch_size: 1\ndp_shard_size: 4\ntensor_parallel_size: 2\n",
    ),
    (
        Format::LlamaFactory,
        "finetuning_type: full\ncutoff_len: 2048\nper_device_train_batch_size: 1\ntensor_model_parallel_size: 2\n",
    ),
    (
        Format::GptNeoX,
        "pipe_parallel_size: 2\nmodel_parallel_size: 2\nnum_layers: 12\nhidden_size: 768\nnum_attention_heads: 12\nzero_optimization: {stage: 1}\n",
    ),
    (
        Format::MaxText,
        "base_emb_dim: 2048\nbase_num_decoder_layers: 16\nper_device_batch_size: 4\nici_fsdp_parallelism: -1\nici_tensor_parallelism: 2\n",
    ),
    (
        Format::NemoOne,
        "trainer: {devices: 8, num_nodes: 2, precision: bf16}\nmodel: {num_layers: 24, hidden_size: 2048, ffn_hidden_size: '${multiply:4, ${.hidden_size}}', num_attention_heads: 16, micro_batch_size: 1, global_batch_size: 64, encoder_seq_length: 2048, tensor_model_parallel_size: 2, pipeline_model_parallel_size: 2, activation: swiglu}\n",
    ),
    (
        Format::AutoModel,
        "step_scheduler: {global_batch_size: 64, local_batch_size: 1}\nmodel: {pretrained_model_name_or_path: Qwen/Qwen3-8B}\ndistributed: {tp_size: 2, pp_size: 2, dp_size: 4, dp_replicate_size: 2, pipeline: {pp_schedule: interleaved1f1b, layers_per_stage: 3}}\npacked_sequence: {packed_sequence_size: 4096}\n",
    ),
    (
        Format::Verl,
        "torchrun --nproc_per_node=8 -m verl.trainer.fsdp_sft_trainer data.train_batch_size=64 data.micro_batch_size_per_gpu=2 data.max_length=4096 model.partial_pretrain=Qwen/Qwen3-8B ulysses_sequence_parallel_size=2",
    ),
    (
        Format::PrimeRl,
        "[model]\nname = \"Qwen/Qwen3-30B-A3B\"\nep = 4\ndp_replicate = 2\n[model.ac]\nfreq = 2\n[data]\nbatch_size = 64\nseq_len = 4096\n[deployment]\nnum_train_nodes = 2\n",
    ),
    (
        Format::Primus,
        "work_group: a\nexp_name: b\nmodules: {pre_trainer: {framework: megatron, model: llama3.1_8B.yaml, overrides: {micro_batch_size: '${MBS:2}', seq_length: 4096, tensor_model_parallel_size: 2, sequence_parallel: 1, fp8: hybrid}}}\n",
    ),
    (
        Format::EarlyTorchTitan,
        "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nbatch_size = 8\ntensor_parallel_degree = 2\ndata_parallel_degree = 4\n[experimental]\npipeline_parallel_degree = 2\npipeline_parallel_schedule = \"interleaved_1f1b\"\npipeline_parallel_split_points = [\"layers.4\", \"layers.8\"]\n[activation_checkpoint]\nmode = \"selective\"\n",
    ),
    (
        Format::MegatronSwift,
        "NPROC_PER_NODE=8 megatron sft --model Qwen/Qwen3-8B --tensor_model_parallel_size 4 --micro_batch_size 1 --global_batch_size 16 --recompute_granularity full --recompute_method uniform --recompute_num_layers 1 --max_length 8192",
    ),
    (
        Format::MegatronSwift,
        "megatron pt --load Llama-3.1-70B --pipeline_model_parallel_size 4 --context_parallel_size 2 --max_length 4096 --recompute_modules core_attn mlp --bf16 true",
    ),
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

/// A file of a format that nothing exports; one in four of any.
fn other(draw: &mut Draw, format: Format) -> String {
    let is_any = draw.once_in(4);
    let fits = OTHERS.iter().filter(|(of, _)| is_any || *of == format);
    let texts: Vec<&str> = fits.map(|(_, text)| *text).collect();
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
