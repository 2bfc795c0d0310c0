//! Logs of runs, written here in the form of each framework, with the figures that must come out.

use crate::import_worker::check_reply;
use formats::import::{
    Format, ImportBase, ImportNote, ImportRefusal, Imported, LARGEST, LogRemark, LogStream,
    MissingSetting, RunFact, SettingOrigin, import_by,
};
use formats::link;

/// Llama 3 8B on 8 GPUs: 64 sequences of 8,192 tokens, so 65,536 tokens of a step for each GPU.
const PLAN: &str = "#v=1&p=llama3-8b/h100x8&gbs=64&seq=8192";

const MEGATRON: &str = "\
using world size: 8, data-parallel size: 8, context-parallel size: 1, tensor-model-parallel size: 1
training ...
 [2026-03-01 10:00:30.1] iteration        1/     500 | consumed samples:           64 | elapsed time per iteration (ms): 31234.5 | throughput per GPU (TFLOP/s/GPU): 41.0 | learning rate: 1.0E-05 | global batch size:    64 | lm loss: 1.2E+01 |
[Rank 0] (after 1 iterations) memory (MB) | allocated: 20480.00 | max allocated: 40960.00 | reserved: 41000.00 | max reserved: 43008.00
[default4]:[Rank 4] (after 1 iterations) memory (MB) | allocated: 20480.00 | max allocated: 50176.00 | reserved: 51200.00 | max reserved: 53248.00
 [2026-03-01 10:00:36.1] iteration        2/     500 | consumed samples:          128 | elapsed time per iteration (ms): 7000.0 | learning rate: 1.0E-05 | global batch size:    64 |
 [2026-03-01 10:00:41.1] iteration        3/     500 | consumed samples:          192 | elapsed time per iteration (ms): 5100.2 | learning rate: 1.0E-05 | global batch size:    64 |
 [2026-03-01 10:00:46.1] iteration        4/     500 | consumed samples:          256 | elapsed time per iteration (ms): 5123.4 | learning rate: 1.0E-05 | global batch size:    64 |
 [2026-03-01 10:00:51.1] iteration        5/     500 | consumed samples:          320 | elapsed time per iteration (ms): 5120.0 | learning rate: 1.0E-05 | global batch size:    64 |
";

const TITAN: &str = "\
[rank0]:[titan] 2026-03-01 10:00:00,1 - root - INFO - Building device mesh with parallelism: pp=1, dp_replicate=1, dp_shard=4, cp=1, tp=2, ep=1, etp=1
[rank0]:[titan] 2026-03-01 10:00:01,1 - root - INFO - CUDA capacity: NVIDIA H100 with 79.10GiB memory
[rank0]:[titan] 2026-03-01 10:00:02,1 - root - INFO - Trainer is initialized with local batch size 8, global batch size 64, gradient accumulation steps 2, sequence length 8192, total steps 100 (warmup 10).
[rank0]:[titan] 2026-03-01 10:00:30,1 - root - INFO - \u{1b}[31mstep:  1  \u{1b}[32mloss: 12.2500  \u{1b}[38;2;180;60;0mgrad_norm:  2.1000  \u{1b}[36mmemory: 41.20GiB(52.09%)  \u{1b}[34mtps: 2,100  \u{1b}[36mtflops: 120.10  \u{1b}[35mmfu: 12.14%\u{1b}[39m
[rank0]:[titan] 2026-03-01 10:01:30,1 - root - INFO - \u{1b}[31mstep: 10  \u{1b}[32mloss: 11.2500  \u{1b}[38;2;180;60;0mgrad_norm:  2.1000  \u{1b}[36mmemory: 45.25GiB(57.21%)  \u{1b}[34mtps: 6,400  \u{1b}[36mtflops: 370.10  \u{1b}[35mmfu: 37.42%\u{1b}[39m
[rank0]:[titan] 2026-03-01 10:02:30,1 - root - INFO - \u{1b}[31mstep: 20  \u{1b}[32mloss: 10.2500  \u{1b}[38;2;180;60;0mgrad_norm:  2.1000  \u{1b}[36mmemory: 45.25GiB(57.21%)  \u{1b}[34mtps: 6,553  \u{1b}[36mtflops: 378.10  \u{1b}[35mmfu: 38.23%\u{1b}[39m
[rank0]:[titan] 2026-03-01 10:02:40,1 - root - INFO - \u{1b}[33mvalidate step: 20  \u{1b}[32mloss: 10.1000  \u{1b}[36mmemory: 44.00GiB(55.63%)  \u{1b}[34mtps: 19,000\u{1b}[39m
[rank0]:[titan] 2026-03-01 10:03:30,1 - root - INFO - [31mstep: 30  [32mloss:  9.2500  [38;2;180;60;0mgrad_norm:  2.1000  [36mmemory: 45.25GiB(57.21%)  [34mtps: 6,554  [36mtflops: 378.20  [35mmfu: N/A[39m
";

const NANOTRON: &str = "\
03/01/2026 10:00:00 [INFO|DP=0|PP=0|TP=0|node-1]:  Memory usage: 4100.20MiB. Peak allocated 4100.20MiB. Peak reserved: 4200.00MiB
03/01/2026 10:00:40 [INFO|DP=0|PP=0|TP=0|node-1]: iteration: 1 / 100 | consumed_tokens: 524K | time_per_iteration_ms: 12.4K | tokens_per_sec: 42.3K | tokens_per_sec_per_gpu: 5.29K | global_batch_size: 524K | lm_loss: 11.3 | lr: 3e-05 | model_tflops_per_gpu: 90.1 | eta: 0:20:00
03/01/2026 10:00:41 [INFO|DP=0|PP=0|TP=0|node-1]:  Memory usage: 9219.44MiB. Peak allocated 51005.47MiB. Peak reserved: 53760.00MiB
03/01/2026 10:00:43 [INFO|DP=0|PP=0|TP=0|node-1]: iteration: 2 / 100 | consumed_tokens: 1.05M | time_per_iteration_ms: 2.45K | tokens_per_sec: 214K | tokens_per_sec_per_gpu: 26.7K | global_batch_size: 524K | lm_loss: 11.2 | lr: 3e-05 | model_tflops_per_gpu: 401 | eta: 0:04:00
03/01/2026 10:00:46 [INFO|DP=0|PP=0|TP=0|node-1]: iteration: 3 / 100 | consumed_tokens: 1.57M | time_per_iteration_ms: 2.47K | tokens_per_sec: 212K | tokens_per_sec_per_gpu: 26.5K | global_batch_size: 524K | lm_loss: 11.1 | lr: 3e-05 | model_tflops_per_gpu: 400 | eta: 0:04:00
";

const TRAINER: &str = "\
***** Running training *****
  Num examples = 12,800
  Instantaneous batch size per device = 2
  Total train batch size (w. parallel, distributed & accumulation) = 64
  Gradient Accumulation steps = 4
  Total optimization steps = 200
Loading checkpoint shards: 100%|██████████| 4/4 [00:08<00:00,  2.11s/it]
\r  0%|          | 0/200 [00:00<?, ?it/s]\r  0%|          | 1/200 [00:14<48:10, 14.52s/it]\r  1%|          | 2/200 [00:21<32:05,  9.72s/it]\r  2%|▏         | 3/200 [00:27<26:33,  8.09s/it]
{'loss': '2.075', 'grad_norm': '1.5', 'learning_rate': '2e-05', 'epoch': '0.02'}
\r  2%|▏         | 4/200 [00:33<24:00,  6.35s/it]\r  2%|▎         | 5/200 [00:40<23:30,  6.25s/it]\r  3%|▎         | 6/200 [00:46<22:59,  6.15s/it]
\r  0%|          | 0/25 [00:00<?, ?it/s]\r 40%|████      | 10/25 [00:02<00:03,  4.10it/s]\r100%|██████████| 25/25 [00:06<00:00,  4.00it/s]
\r  4%|▎         | 7/200 [00:58<22:59,  6.25s/it]\r  4%|▎         | 8/200 [01:04<22:59,  6.25s/it]
";

const SUMMARY: &str = "\
{'train_runtime': 1260.0, 'train_samples_per_second': 10.159, 'train_steps_per_second': 0.159, 'train_loss': 1.03, 'epoch': 1.0}
";

const PIPELINE: &str = "\
[2026-03-01 10:00:00,123] [INFO] [launch.py:180:main] dist_world_size=8
[2026-03-01 10:00:10,123] [INFO] [config.py:1001:print]   train_batch_size ............. 64
[2026-03-01 10:00:10,123] [INFO] [config.py:1001:print]   train_micro_batch_size_per_gpu  8
[2026-03-01 10:00:10,123] [INFO] [config.py:1001:print]   world_size ................... 8
[2026-03-01 10:00:10,123] [INFO] [config.py:1001:print]   zero_enabled ................. True
before the first step
MA 20.11 GB         Max_MA 20.11 GB         CA 21.3 GB         Max_CA 21 GB
steps: 1 loss: 11.2 iter time (s): 14.936 samples/sec: 4.285
steps: 2 loss: 11.1 iter time (s): 3.210 samples/sec: 19.938
after the step
MA 20.11 GB         Max_MA 48.20 GB         CA 55.61 GB         Max_CA 56 GB
steps: 3 loss: 11.0 iter time (s): 3.200 samples/sec: 20.000
steps: 4 loss: 10.9 iter time (s): 3.220 samples/sec: 19.876
";

const TIMER: &str = "\
[2026-03-01 10:00:01,123] [INFO] [timer.py:260:stop] epoch=0/micro_step=10/global_step=10, RunningAvgSamplesPerSec=15.1, CurrSamplesPerSec=12.8, MemAllocated=20.11GB, MaxMemAllocated=48.27GB
[2026-03-01 10:01:01,123] [INFO] [timer.py:260:stop] epoch=0/micro_step=20/global_step=20, RunningAvgSamplesPerSec=15.1, CurrSamplesPerSec=16.000000001, MemAllocated=20.11GB, MaxMemAllocated=48.27GB
";

/// Iterations with their milliseconds and sequences.
type Iterations<'a> = &'a [(u64, &'a str, u64)];

fn read_with(text: &str, with: &str) -> Result<Imported, ImportRefusal> {
    import_by(text, None, &ImportBase::of_link(with).0)
}

#[track_caller]
fn read(text: &str) -> Imported {
    read_with(text, PLAN).unwrap_or_else(|why| panic!("{why:?}: {text}"))
}

/// The measured step and peak, zero where there is none.
fn measured(read: &Imported) -> (f64, f64) {
    let measured = &read.plan.measured;
    (
        measured.step_s.unwrap_or(0.0),
        measured.memory_gib.unwrap_or(0.0),
    )
}

/// The remarks on the figures.
fn remarks(read: &Imported) -> Vec<LogRemark> {
    let remark = |note: &ImportNote| match note {
        ImportNote::Log(remark) => Some(remark.clone()),
        _ => None,
    };
    read.notes.iter().filter_map(remark).collect()
}

/// The labels under which the step and the peak were read.
fn labels(read: &Imported) -> Vec<(&str, &str)> {
    let settings = read.settings.iter();
    let measured = settings.filter(|setting| matches!(setting.key, "mstep" | "mmem"));
    let labels = measured.map(|setting| {
        assert_eq!(setting.origin, SettingOrigin::Read);
        (setting.key, setting.option.as_str())
    });
    labels.collect()
}

const fn median(counted: usize, left_out: usize) -> LogRemark {
    LogRemark::Median { counted, left_out }
}

#[test]
fn each_framework_gives_the_step_and_the_peak_under_its_labels() {
    // Milliseconds and MiB; 7 s is more than 1.2 × the median.
    let megatron = read(MEGATRON);
    assert_eq!(measured(&megatron), (5.12, 52.0));
    let label = "elapsed time per iteration (ms)";
    let expected = [("mstep", label), ("mmem", "max reserved")];
    assert_eq!(labels(&megatron), expected);
    let reserved = LogRemark::Reserved("max reserved".into());
    assert_eq!(remarks(&megatron), [median(3, 2), reserved]);

    // 65,536 tokens over 6,400, 6,553 and 6,554 tokens a second.
    let titan = read(TITAN);
    assert_eq!(measured(&titan), (10.0009, 45.25));
    assert_eq!(labels(&titan), [("mstep", "tps"), ("mmem", "memory")]);
    let of_log = |fact| LogRemark::OfRate {
        label: "tps".into(),
        fact,
        is_of_plan: false,
    };
    let expected = [
        of_log(RunFact::Tokens),
        of_log(RunFact::Gpus),
        median(3, 1),
        LogRemark::Reserved("memory".into()),
    ];
    assert_eq!(remarks(&titan), expected);

    let nanotron = read(NANOTRON);
    assert_eq!(measured(&nanotron), (2.46, 52.5));
    let expected = [
        ("mstep", "time_per_iteration_ms"),
        ("mmem", "Peak reserved"),
    ];
    assert_eq!(labels(&nanotron), expected);

    // The bar of training: neither that of loading nor that of evaluation.
    let trainer = read(TRAINER);
    assert_eq!(measured(&trainer), (6.25, 0.0));
    assert_eq!(labels(&trainer), [("mstep", "s/it")]);
    assert_eq!(remarks(&trainer), [median(5, 3), LogRemark::NoPeak]);

    // Without the steps of the run, and with bars in one line after a host.
    let unsaid = TRAINER.replace("  Total optimization steps = 200\n", "");
    let unsaid = unsaid.replace('\r', "worker-0: ");
    assert_eq!(measured(&read(&unsaid)), (6.25, 0.0));

    let pipeline = read(PIPELINE);
    assert_eq!(measured(&pipeline), (3.21, 56.0));
    assert_eq!(
        labels(&pipeline),
        [("mstep", "iter time (s)"), ("mmem", "Max_CA")]
    );

    for read in [megatron, titan, nanotron, trainer, pipeline] {
        assert_eq!(read.format, Format::Log);
        let bare = link::encode(&read.plan.bare());
        assert_eq!(
            bare,
            link::encode(&link::decode(PLAN).0),
            "the plan is as it was"
        );
        assert_eq!((read.unknown, read.unfit), (vec![], vec![]));
        assert_eq!(read.missing, []);
    }
}

#[test]
fn what_the_driver_counts_is_the_best_peak_and_what_tensors_hold_is_none() {
    let device = MEGATRON.replace(
        "max reserved: 53248.00",
        "max reserved: 53248.00 | total device memory used: 55296.00",
    );
    let read_device = read(&device);
    assert_eq!(measured(&read_device), (5.12, 54.0));
    assert_eq!(remarks(&read_device), [median(3, 2)]);

    // 64 sequences over 16 a second; the first line does not count.
    let timer = read(TIMER);
    assert_eq!(measured(&timer), (4.0, 0.0));
    let label = "MaxMemAllocated".into();
    let expected = [
        LogRemark::OfRate {
            label: "CurrSamplesPerSec".into(),
            fact: RunFact::Batch,
            is_of_plan: true,
        },
        median(1, 1),
        LogRemark::Allocated { label, gib: 48 },
    ];
    assert_eq!(remarks(&timer), expected);

    let axolotl = [
        TRAINER,
        "{'loss': 1.0, 'memory/max_active (GiB)': 60.1, 'memory/max_allocated (GiB)': 60.0, 'memory/device_reserved (GiB)': 61.5}\n",
    ];
    assert_eq!(measured(&read(&axolotl.concat())), (6.25, 61.5));
    let factory = [
        TRAINER,
        "{'loss': 1.0, 'vram_allocated': 60.0, 'vram_reserved': 62.5}\n",
    ];
    assert_eq!(measured(&read(&factory.concat())), (6.25, 62.5));
}

#[test]
fn the_summary_of_the_trainer_gives_the_mean_of_the_run() {
    // 1,260 s of 200 steps, which three decimals of a rate would give as 6.289.
    let steps = "  Total optimization steps = 200\n";
    let whole = read(&[steps, SUMMARY].concat());
    assert_eq!(measured(&whole), (6.3, 0.0));
    let remark = LogRemark::MeanOfRun("train_runtime".into());
    assert!(remarks(&whole).contains(&remark), "{:?}", remarks(&whole));
    let rate = read(SUMMARY);
    assert_eq!(measured(&rate), (6.2893, 0.0));
    assert!(remarks(&rate).contains(&LogRemark::MeanOfRun("train_steps_per_second".into())));
    // Its file of results, and the table that it prints.
    let file = "{\n    \"train_runtime\": 1260.0,\n    \"train_steps_per_second\": 0.16\n}\n";
    assert_eq!(measured(&read(file)), (6.25, 0.0));
    let table =
        "  train_runtime            = 0:21:00.00\n  train_steps_per_second   =       0.16\n";
    assert_eq!(measured(&read(&[steps, table].concat())), (6.25, 0.0));
}

#[test]
fn the_warm_up_and_other_batches_do_not_count() {
    let line = |iteration: u64, time: &str, batch: u64| {
        format!(
            " iteration {iteration:8}/ 90 | elapsed time per iteration (ms): {time} | global batch size: {batch:5} |\n"
        )
    };
    let cases: [(Iterations, f64, LogRemark); 7] = [
        // One iteration is all there is.
        (&[(40, "5000.0", 64)], 5.0, LogRemark::OneIteration),
        // The first one never counts, also if it is the fastest.
        (&[(1, "1.0", 64), (2, "5000.0", 64)], 5.0, median(1, 1)),
        // Two ranks log the only one.
        (
            &[(40, "5000.0", 64), (40, "5002.0", 64)],
            5.001,
            LogRemark::OneIteration,
        ),
        // Several ranks log each iteration.
        (
            &[
                (1, "90000.0", 64),
                (1, "91000.0", 64),
                (2, "5000.0", 64),
                (2, "5002.0", 64),
            ],
            5.001,
            median(2, 2),
        ),
        // The batch rises: the median is that of the last one.
        (
            &[
                (1, "900.0", 16),
                (2, "700.0", 16),
                (3, "700.0", 16),
                (4, "5000.0", 64),
                (5, "5100.0", 64),
            ],
            5.05,
            median(2, 3),
        ),
        // A slow iteration later, as at a checkpoint, is no warm-up and moves no median.
        (
            &[
                (1, "9000.0", 64),
                (2, "5000.0", 64),
                (3, "60000.0", 64),
                (4, "5000.0", 64),
            ],
            5.0,
            median(3, 1),
        ),
        // What the log repeats after a restart counts, but for the first iteration.
        (
            &[
                (10, "9000.0", 64),
                (20, "5000.0", 64),
                (10, "9000.0", 64),
                (20, "5200.0", 64),
            ],
            5.1,
            median(2, 2),
        ),
    ];
    for (lines, seconds, remark) in cases {
        let log: String = lines
            .iter()
            .map(|&(at, time, batch)| line(at, time, batch))
            .collect();
        let read = read(&log);
        assert_eq!(measured(&read), (seconds, 0.0), "{log}");
        assert!(
            remarks(&read).contains(&remark),
            "{:?}: {log}",
            remarks(&read)
        );
    }
}

#[test]
fn the_run_of_the_log_counts_where_it_differs_from_the_plan_and_is_said() {
    let differs = |fact, log, plan| LogRemark::Differs { fact, log, plan };
    let read_as = |text: &str, with: &str| {
        let read = read_with(text, with).expect("a log");
        (measured(&read), remarks(&read))
    };
    let with = "#v=1&p=llama3-8b/h100x16&gbs=128&seq=4096";
    let gpus = differs(RunFact::Gpus, 8, 16);
    let batch = differs(RunFact::Batch, 64, 128);
    for text in [MEGATRON, TITAN, PIPELINE] {
        let (_, remarks) = read_as(text, with);
        assert!(
            remarks.contains(&gpus) && remarks.contains(&batch),
            "{remarks:?}"
        );
    }
    let (figures, remarks) = read_as(TITAN, with);
    assert_eq!(figures, (10.0009, 45.25));
    assert!(remarks.contains(&differs(RunFact::Sequence, 8_192, 4_096)));
    assert!(read_as(TRAINER, with).1.contains(&batch));
    // A mesh as it was written once, and the tokens of a step as they are written since 2026.
    let lines: Vec<&str> = TITAN.lines().skip(3).collect();
    let old = "Building 2-D device mesh with ['dp_shard', 'tp'], [2, 2]\n";
    let new = "Trainer is initialized with 131072 tokens per DP rank, 262144 tokens per train step, gradient accumulation steps 1, maximum context length 8192, total steps 9 (warmup 1)\n";
    let (figures, remarks) = read_as(&[old, new, &lines.join("\n")].concat(), PLAN);
    assert_eq!(figures.0, 10.0009);
    assert!(remarks.contains(&differs(RunFact::Gpus, 4, 8)));
    assert!(remarks.contains(&differs(RunFact::Tokens, 262_144, 524_288)));
    // Without these lines the plan gives both: here as many tokens for each GPU.
    let (figures, remarks) = read_as(&lines.join("\n"), PLAN);
    assert_eq!(figures.0, 10.0009);
    let of_plan = LogRemark::OfRate {
        label: "tps".into(),
        fact: RunFact::Tokens,
        is_of_plan: true,
    };
    assert!(remarks.contains(&of_plan), "{remarks:?}");
    // With stages, the memory of one rank may not be the peak; every stage logs Megatron-LM's.
    let stages = "#v=1&p=llama3-8b/h100x8&pp=2&gbs=64";
    assert!(read_as(TITAN, stages).1.contains(&LogRemark::OneRank));
    assert!(!read_as(MEGATRON, stages).1.contains(&LogRemark::OneRank));
}

#[test]
fn printed_arguments_give_the_plan_too() {
    let argument =
        |name: &str, value: &str| format!("  {name} {} {value}\n", ".".repeat(48 - name.len()));
    let arguments: String = [
        ("num_layers", "32"),
        ("hidden_size", "4096"),
        ("num_attention_heads", "32"),
        ("seq_length", "8192"),
        ("micro_batch_size", "1"),
        ("global_batch_size", "64"),
        ("tensor_model_parallel_size", "2"),
        ("world_size", "8"),
    ]
    .iter()
    .map(|(name, value)| argument(name, value))
    .collect();
    let read = read_with(&[&arguments, MEGATRON].concat(), "").expect("a log");
    assert_eq!(read.format, Format::Megatron);
    let plan = &read.plan;
    assert_eq!(
        (plan.model.layers, plan.layout.tensor, plan.cluster.gpus),
        (32, 2, 8)
    );
    assert_eq!(measured(&read), (5.12, 52.0));
    assert!(!read.missing.contains(&MissingSetting::Run));
    // The configuration of DeepSpeed has the same form.
    assert_eq!(measured(&self::read(PIPELINE)), (3.21, 56.0));
}

#[test]
fn a_log_without_a_plan_says_that_one_is_missing() {
    assert_eq!(
        read_with(MEGATRON, "").expect("a log").missing,
        [MissingSetting::Run]
    );
    // The plan of the page fills.
    let base = ImportBase::filling(&link::decode(PLAN).0);
    let read = import_by(MEGATRON, None, &base).expect("a log");
    assert_eq!(
        link::encode(&read.plan),
        [PLAN, "&mstep=5.12&mmem=52"]
            .concat()
            .replace("&gbs=64&seq=8192", "&gbs=64")
    );
    // A measurement that the link names wins, and the other one is said.
    let read = read_with(MEGATRON, &[PLAN, "&mstep=4"].concat()).expect("a log");
    assert_eq!(measured(&read), (4.0, 52.0));
    let mut settings = read.settings.iter();
    let step = settings
        .find(|setting| setting.key == "mstep")
        .expect("the step");
    assert_eq!(
        (step.origin, step.overruled.as_deref()),
        (SettingOrigin::With, Some("5.12"))
    );
    // That of another plan does not.
    let other = [PLAN, "&mstep=4&m.tp=2"].concat();
    assert_eq!(
        measured(&read_with(MEGATRON, &other).expect("a log")),
        (5.12, 52.0)
    );
}

#[test]
fn what_is_not_there_is_said_and_a_log_without_figures_is_refused() {
    let memory: Vec<&str> = MEGATRON
        .lines()
        .filter(|line| line.contains("Rank"))
        .collect();
    let read_memory = read(&memory.join("\n"));
    assert_eq!(measured(&read_memory), (0.0, 52.0));
    assert!(remarks(&read_memory).contains(&LogRemark::NoStep));
    let time: Vec<&str> = MEGATRON
        .lines()
        .filter(|line| line.contains("elapsed"))
        .collect();
    assert!(remarks(&read(&time.join("\n"))).contains(&LogRemark::NoPeak));
    // Values and units that cannot be read have their names.
    let broken = MEGATRON.replace("(ms): ", "(ms): nan");
    let unfit = &read(&broken).unfit;
    assert!(
        unfit
            .iter()
            .any(|(label, value)| label.contains("(ms)") && value.starts_with("nan")),
        "{unfit:?}"
    );
    let bytes = NANOTRON.replace("MiB", "KiB");
    let unfit = &read(&bytes).unfit;
    assert_eq!(
        unfit.first().map(|(label, _)| label.as_str()),
        Some("Peak reserved")
    );
    // Beyond what a link can hold.
    let long = MEGATRON.replace("(ms): 5", "(ms): 99999999999999995");
    assert_eq!(measured(&read(&long)), (0.0, 52.0));
    assert!(!read(&long).unfit.is_empty());

    let as_log = |text: &str| import_by(text, Some(Format::Log), &ImportBase::of_link(PLAN).0);
    let none = Err(ImportRefusal::NoOption(Format::Log));
    for text in [
        "",
        "training ...\n",
        "elapsed time per iteration (ms): nan",
        "{\"link\": 1}",
        "--num-layers 4",
    ] {
        assert_eq!(as_log(text), none, "{text}");
    }
    // What tensors hold alone is no peak.
    let held = TIMER.replace("CurrSamplesPerSec", "Samples");
    assert_eq!(read_with(&held, PLAN), none);
    assert_eq!(
        read_with("training ...\nall done\n", PLAN),
        Err(ImportRefusal::Unknown)
    );
    let sentence = text::imports::refused(&ImportRefusal::NoOption(Format::Log));
    assert!(
        sentence.contains("neither the time of a step nor the memory"),
        "{sentence}"
    );
}

#[test]
fn scripts_and_files_that_mention_labels_are_no_logs() {
    let script = "\
#!/bin/bash
# steps: 200 loss: 5.55 iter time (s): 0.936 samples/sec: 136.7
torchrun --nproc-per-node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 2>&1 | tee out
grep 'elapsed time per iteration (ms): [0-9.]*' out
";
    assert_eq!(read(script).format, Format::Megatron);
    let yaml =
        "resources:\n  memory: 500GiB\nbase_model: meta-llama/Llama-3.1-8B\nmicro_batch_size: 1\n";
    assert_ne!(read(yaml).format, Format::Log);
    // A bar of another program.
    let bar = "Map:  10%|#         | 10/100 [00:21<03:05,  2.06s/it]\n";
    assert_eq!(read_with(bar, PLAN), Err(ImportRefusal::Unknown));
}

#[test]
fn any_part_of_a_log_is_read_or_refused_without_a_panic() {
    for log in [MEGATRON, TITAN, NANOTRON, TRAINER, SUMMARY, PIPELINE, TIMER] {
        for (place, _) in log.char_indices().step_by(7) {
            for part in [&log[..place], &log[place..]] {
                check_reply(part, &link::decode(PLAN).0);
                if let Ok(read) = read_with(part, PLAN) {
                    let (step, peak) = measured(&read);
                    // The least and largest figures of all these logs.
                    let is_step = step == 0.0 || (2.4..=31.3).contains(&step);
                    let is_peak = peak == 0.0 || (4.1..=56.0).contains(&peak);
                    assert!(is_step && is_peak, "{step} {peak}: {part}");
                }
            }
        }
    }
    // The largest ones: many short states of a bar, a number without an end, many labels.
    for part in [
        "%|| 1/9 [0<0,1s/it]",
        "8",
        "tps: 1 mfu: ",
        "[",
        "iteration 1 elapsed time per iteration (ms): 1|\n",
    ] {
        let text = [
            "'train_runtime': 1\n",
            &part.repeat((LARGEST - 30) / part.len()),
        ]
        .concat();
        let start = test_utils::ThreadClock::start();
        drop(read_with(&text, PLAN));
        assert!(start.elapsed().as_secs() < 5, "{part}");
    }
}

/// Slices of any length give what the whole text gives, and so does a log of megabytes.
#[test]
fn a_log_of_any_length_is_read_in_slices() {
    let in_slices = |text: &str, length: usize| {
        let mut log = LogStream::default();
        text.as_bytes()
            .chunks(length)
            .for_each(|slice| log.take(slice));
        log.done(&ImportBase::of_link(PLAN).0)
    };
    for log in [MEGATRON, TITAN, NANOTRON, TRAINER, SUMMARY, PIPELINE, TIMER] {
        for length in [1, 7, 1_000, log.len()] {
            assert_eq!(
                in_slices(log, length),
                read_with(log, PLAN),
                "{length}: {log}"
            );
        }
    }
    // Arguments, a warm-up, then iterations of 5.1 s of which every tenth is slow, and their memory.
    let mut long = String::new();
    for (name, value) in [
        ("num_layers", "32"),
        ("hidden_size", "4096"),
        ("world_size", "16"),
    ] {
        long.push_str(&format!("  {name} {} {value}\n", ".".repeat(40)));
    }
    let iterations = 60_000;
    for iteration in 1..=iterations {
        let ms = match iteration {
            1..=3 => 60_000,
            _ if iteration % 10 == 0 => 9_000,
            _ => 5_100,
        };
        long.push_str(&format!(
            " iteration {iteration:8}/ 90000 | elapsed time per iteration (ms): {ms}.0 | learning rate: 1.0E-05 |\n"
        ));
    }
    long.push_str("[Rank 0] memory (MB) | max reserved: 53248.00\n");
    assert!(long.len() > 30 * LARGEST);
    let read = in_slices(&long, 1 << 16).expect("a log");
    assert_eq!(read.format, Format::Megatron);
    assert_eq!((read.plan.model.layers, read.plan.cluster.gpus), (32, 16));
    assert_eq!(measured(&read), (5.1, 52.0));
    assert_eq!(read_with(&long, PLAN).as_ref(), Ok(&read));
    // The latest iterations count.
    let counted = 1 << 14;
    assert!(remarks(&read).contains(&median(counted, iterations - counted)));
    // A text of that length without figures is refused, and so is one line of it.
    let no_log = [
        "--num-layers 4 \n".repeat(LARGEST / 10),
        "a".repeat(20 * LARGEST),
    ];
    for text in no_log {
        assert_eq!(in_slices(&text, 1 << 16), Err(ImportRefusal::TooLarge));
    }
}

#[test]
fn every_remark_has_a_sentence() {
    for log in [MEGATRON, TITAN, NANOTRON, TRAINER, SUMMARY, PIPELINE, TIMER] {
        let read = read_with(log, "#v=1&p=gpt2-1.5b/a100-80x16&pp=2").expect("a log");
        for note in &read.notes {
            let sentence = text::imports::note(note);
            assert!(sentence.ends_with('.') && sentence.len() > 20, "{sentence}");
        }
    }
    let read = read_with(MEGATRON, "").expect("a log");
    let missing = text::imports::missing(MissingSetting::Run, &read.plan);
    assert!(
        missing.starts_with("Missing: the plan of the run"),
        "{missing}"
    );
}
