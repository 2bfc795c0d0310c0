//! Several files of one run as one plan: which file says what, and what is said of the others.

use cost::plan::{Dtype, Recipe, ZeroStage};
use formats::import::{
    Format, ImportBase, ImportNote, ImportRefusal, Imported, MOST_FILES, MissingSetting, NamedFile,
    ReadBudget, TrainingFile, import_several,
};

/// A model of no catalogue, with 16 layers.
const MODEL: &str = r#"{"model_type": "llama", "num_hidden_layers": 16, "hidden_size": 2048,
    "intermediate_size": 5632, "num_attention_heads": 32, "num_key_value_heads": 4,
    "vocab_size": 32003, "max_position_embeddings": 131072}"#;
/// DeepSpeed's file with ZeRO 3.
const DEEPSPEED: &str = r#"{"bf16": {"enabled": true}, "train_micro_batch_size_per_gpu": 2,
    "gradient_accumulation_steps": 4, "zero_optimization": {"stage": 3,
    "offload_optimizer": {"device": "cpu"}}}"#;
/// Accelerate's file with FSDP.
const ACCELERATE: &str = "compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\n\
    mixed_precision: bf16\nnum_processes: 8\nfsdp_config:\n  fsdp_sharding_strategy: FULL_SHARD\n";
/// Axolotl's file.
const AXOLOTL: &str = "base_model: NousResearch/Meta-Llama-3.1-8B\nsequence_len: 8192\n\
    micro_batch_size: 2\ngradient_accumulation_steps: 4\nbf16: true\ndeepspeed: ds/zero3.json\n";
/// LLaMA-Factory's file.
const FACTORY: &str = "model_name_or_path: models/own\nstage: sft\nfinetuning_type: full\n\
    cutoff_len: 2048\nper_device_train_batch_size: 1\ngradient_accumulation_steps: 8\nbf16: true\n\
    deepspeed: ds/zero3.json\n";
/// torchtitan's file.
const TITAN: &str = "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\n\
    local_batch_size = 1\nseq_len = 8192\n[parallelism]\ntensor_parallel_degree = 2\n";

fn refused(files: &[(&str, &str)]) -> ImportRefusal {
    read_as(files, None).expect_err("no plan")
}

fn read_as(files: &[(&str, &str)], format: Option<Format>) -> Result<Imported, ImportRefusal> {
    let named = |(path, text): &(&str, &str)| NamedFile::of(path, text.as_bytes().to_vec());
    let files: Vec<NamedFile> = files.iter().map(named).collect();
    let base = ImportBase::filling(&formats::catalog::default_plan());
    import_several(&files, format, &base, &ReadBudget::new())
}

/// The plan of files, which is the same in any order of them.
#[track_caller]
fn read(files: &[(&str, &str)]) -> Imported {
    let read = read_as(files, None).expect("a plan");
    let mut turned = files.to_vec();
    for _ in files {
        turned.rotate_left(1);
        let again = read_as(&turned, None).expect("a plan");
        assert_eq!(again.plan, read.plan, "{turned:?}");
        assert_eq!(again.format, read.format);
        let mut missing = again.missing.clone();
        missing.sort_by_key(|what| format!("{what:?}"));
        let mut expected = read.missing.clone();
        expected.sort_by_key(|what| format!("{what:?}"));
        assert_eq!(missing, expected);
    }
    read
}

#[test]
fn a_script_with_deepspeeds_file_and_the_model() {
    let script = "deepspeed --num_gpus 16 train.py --deepspeed_config ds_config.json --lr 1e-5";
    let read = read(&[
        ("launch.sh", script),
        ("config.json", MODEL),
        ("ds_config.json", DEEPSPEED),
    ]);
    let plan = &read.plan;
    assert_eq!(read.format, Format::DeepSpeed);
    assert_eq!((plan.model.layers, plan.model.vocab), (16, 32_003));
    assert_eq!(plan.cluster.gpus, 16);
    assert_eq!(plan.layout.zero, ZeroStage::Three);
    assert_eq!((plan.batch.micro, plan.global_batch()), (2, 2 * 4 * 16));
    let missing = [
        MissingSetting::Layout,
        MissingSetting::Sequence,
        MissingSetting::Gpu,
    ];
    for what in &read.missing {
        assert!(missing.contains(what), "{what:?}");
    }
    let unread = ImportNote::UnreadOptions(vec!["deepspeed_config".into(), "lr".into()]);
    assert!(read.notes.contains(&unread), "{:?}", read.notes);
}

#[test]
fn a_model_beside_deepspeeds_file_is_merged_without_a_script() {
    let read = read(&[("config.json", MODEL), ("ds_config.json", DEEPSPEED)]);
    assert_eq!(read.format, Format::DeepSpeed);
    assert_eq!(read.plan.model.layers, 16);
    assert_eq!(read.plan.layout.zero, ZeroStage::Three);
    assert!(!read.missing.contains(&MissingSetting::Model));
    assert!(read.missing.contains(&MissingSetting::Cluster));
}

#[test]
fn options_of_a_command_overrule_the_file_that_it_names() {
    let script = "FORCE_TORCHRUN=1 llamafactory-cli train conf/own.yaml cutoff_len=4096";
    let files = [
        ("run.sh", script),
        ("conf/own.yaml", FACTORY),
        ("ds/zero3.json", DEEPSPEED),
        ("models/own/config.json", MODEL),
    ];
    let read = read(&files);
    assert_eq!(read.format, Format::LlamaFactory);
    assert_eq!(read.plan.sequence(), 4_096);
    assert_eq!(read.plan.model.layers, 16);
    assert_eq!(read.plan.stack.recipe, Recipe::HuggingFaceDeepSpeed);
    assert_eq!(read.plan.layout.zero, ZeroStage::Three);
    let open = |what: &MissingSetting| matches!(what, MissingSetting::OtherFile(_));
    assert!(!read.missing.iter().any(open), "{:?}", read.missing);
    assert!(read.unknown_model.is_none());
    // The micro-batch of the program's own file counts, and the other is named.
    assert_eq!(read.plan.batch.micro, 1);
    let differs = ImportNote::FilesDiffer {
        setting: "mbs=1".into(),
        other: "2".into(),
        file: "ds/zero3.json".into(),
    };
    assert!(read.notes.contains(&differs), "{:?}", read.notes);
    // Without the file it is open.
    let without = [files[0], files[1], files[3]];
    let read = read_as(&without, None).expect("a plan");
    assert!(
        read.missing
            .contains(&MissingSetting::OtherFile("deepspeed"))
    );
}

#[test]
fn a_command_without_options_starts_the_file_that_it_names() {
    let other = AXOLOTL.replace("8192", "1024");
    let read = read(&[
        ("a.sh", "axolotl train conf/full.yaml"),
        ("conf/full.yaml", AXOLOTL),
        ("conf/other.yaml", &other),
        ("ds/zero3.json", DEEPSPEED),
    ]);
    assert_eq!(read.format, Format::Axolotl);
    assert_eq!(read.plan.sequence(), 8_192);
    assert_eq!(read.plan.model.preset, "llama3-8b");
    let unused = ImportNote::UnusedFiles(vec!["conf/other.yaml".into()]);
    assert!(read.notes.contains(&unused), "{:?}", read.notes);
}

#[test]
fn the_launcher_gives_the_gpus_and_accelerates_file_the_sharding() {
    let script = "accelerate launch --config_file fsdp.yaml --num_processes 16 sft.py \
        --model_name_or_path meta-llama/Llama-3.1-8B --max_length 4096 --bf16 \
        --per_device_train_batch_size 2 --gradient_accumulation_steps 4";
    let given = read(&[("run.sh", script), ("fsdp.yaml", ACCELERATE)]);
    assert_eq!(given.format, Format::Trainer);
    assert_eq!(given.plan.cluster.gpus, 16);
    assert_eq!(given.plan.layout.zero, ZeroStage::Three);
    assert_eq!(given.plan.global_batch(), 2 * 4 * 16);
    assert!(
        !given
            .missing
            .contains(&MissingSetting::OtherFile("--config_file"))
    );
    let differs = ImportNote::FilesDiffer {
        setting: "gpus=16".into(),
        other: "8".into(),
        file: "fsdp.yaml".into(),
    };
    assert!(given.notes.contains(&differs), "{:?}", given.notes);
    let script = script.replace(" --num_processes 16", "");
    let given = read(&[("run.sh", &script), ("fsdp.yaml", ACCELERATE)]);
    assert_eq!(
        given.plan.global_batch(),
        2 * 4 * 8,
        "the file gives the GPUs"
    );
    let alone = read_as(&[("run.sh", &script), ("notes.md", "none")], None).expect("a plan");
    assert!(
        alone
            .missing
            .contains(&MissingSetting::OtherFile("--config_file"))
    );
}

#[test]
fn a_program_that_is_not_known_leaves_its_files() {
    let script =
        "accelerate launch --config_file fsdp.yaml --num_processes 16 own.py --config sft.yaml";
    let arguments = "model_name_or_path: models/own\nmax_length: 4096\nbf16: true\n\
        per_device_train_batch_size: 2\ngradient_accumulation_steps: 4\n";
    let read = read(&[
        ("run.sh", script),
        ("fsdp.yaml", ACCELERATE),
        ("sft.yaml", arguments),
        ("own/config.json", MODEL),
    ]);
    assert_eq!(read.format, Format::Trainer);
    assert_eq!((read.plan.model.layers, read.plan.cluster.gpus), (16, 16));
    assert_eq!(read.plan.global_batch(), 2 * 4 * 16);
    assert_eq!(read.plan.layout.zero, ZeroStage::Three);
    assert_eq!(read.unknown, Vec::<String>::new());
}

#[test]
fn accelerates_launcher_counts_before_its_file() {
    let script = "accelerate launch --config_file fsdp.yaml --num_processes 16 own.py";
    let read = read(&[
        ("run.sh", script),
        ("fsdp.yaml", ACCELERATE),
        ("config.json", MODEL),
    ]);
    assert_eq!(read.format, Format::Accelerate);
    assert_eq!((read.plan.model.layers, read.plan.cluster.gpus), (16, 16));
    assert!(read.missing.contains(&MissingSetting::Sequence));
    assert!(read.missing.contains(&MissingSetting::Batch));
    assert!(!read.missing.contains(&MissingSetting::Model));
}

#[test]
fn torchtitans_file_by_its_variable_and_its_option() {
    let variable = "NGPU=16 CONFIG_FILE=\"./train_configs/llama3_8b.toml\" ./run_train.sh \
        --parallelism.tensor_parallel_degree 4";
    let option = "torchrun --nproc_per_node=8 --nnodes 2 -m torchtitan.train \
        --job.config_file train_configs/llama3_8b.toml --parallelism.tensor_parallel_degree=4";
    for script in [variable, option] {
        let read = read(&[("run.sh", script), ("train_configs/llama3_8b.toml", TITAN)]);
        let plan = &read.plan;
        assert_eq!(read.format, Format::TorchTitan);
        assert_eq!((plan.model.preset, plan.sequence()), ("llama3-8b", 8_192));
        assert_eq!((plan.layout.tensor, plan.cluster.gpus), (4, 16));
        assert_eq!(read.notes, []);
    }
    // Without options the variable names the file.
    let read = read(&[
        (
            "run.sh",
            "export CONFIG_FILE=llama3_8b.toml\n./run_train.sh",
        ),
        ("llama3_8b.toml", TITAN),
    ]);
    assert_eq!(
        (read.format, read.plan.layout.tensor),
        (Format::TorchTitan, 2)
    );
    assert!(read.missing.contains(&MissingSetting::Cluster));
}

#[test]
fn torchtitans_function_names_the_model() {
    let script = "torchrun --nproc_per_node=8 -m torchtitan.train --module llama3 \
        --config llama3_70b --training.seq_len 4096 --parallelism.tensor_parallel_degree 8";
    let read = read(&[("run.sh", script), ("notes.txt", "nothing")]);
    assert_eq!(
        (read.plan.model.preset, read.plan.sequence()),
        ("llama3-70b", 4_096)
    );
    assert!(
        read.notes
            .contains(&ImportNote::ConfigFunction("llama3_70b".into()))
    );
}

#[test]
fn megatrons_yaml_replaces_the_command() {
    let yaml = "language_model:\n  num_layers: 24\n  hidden_size: 1024\n  num_attention_heads: 16\n  \
        activation_func: swiglu\n  add_bias_linear: False\n  num_query_groups: null\nmodel_parallel:\n  \
        tensor_model_parallel_size: 4\n  bf16: True\n# training:\nmicro_batch_size: 2\n\
        global_batch_size: 128\nseq_length: 4096\nmax_position_embeddings: 4096\n\
        untie_embeddings_and_output_weights: True\nposition_embedding_type: rope\n";
    let script = "torchrun --nproc_per_node 8 pretrain_gpt.py --yaml-cfg gpt_config.yaml";
    let read = read(&[("run.sh", script), ("gpt_config.yaml", yaml)]);
    let plan = &read.plan;
    assert_eq!(read.format, Format::Megatron);
    assert_eq!(
        (plan.model.layers, plan.model.gated, plan.model.bias),
        (24, true, false)
    );
    assert_eq!((plan.layout.tensor, plan.cluster.gpus), (4, 8));
    assert_eq!((plan.global_batch(), plan.levers.dtype), (128, Dtype::Bf16));
    assert_eq!(read.unknown, Vec::<String>::new());
}

#[test]
fn options_of_megatron_win_over_the_model_and_say_so() {
    let script = "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 24 --hidden-size 1024 \
        --num-attention-heads 16 --seq-length 2048 --micro-batch-size 2 --global-batch-size 64 \
        --vocab-size 32000 --tensor-model-parallel-size 2";
    let read = read(&[("run.sh", script), ("config.json", MODEL)]);
    assert_eq!(read.plan.model.layers, 24);
    assert!(
        read.notes
            .contains(&ImportNote::ModelsDiffer("config.json".into()))
    );
}

#[test]
fn the_model_fills_a_command_of_megatron_without_a_shape() {
    let script = "torchrun --nproc_per_node 8 pretrain_gpt.py --use-checkpoint-args \
        --seq-length 2048 --micro-batch-size 2 --global-batch-size 64 --tensor-model-parallel-size 2";
    let read = read(&[("run.sh", script), ("config.json", MODEL)]);
    assert_eq!((read.plan.model.layers, read.plan.model.ffn), (16, 5_632));
    assert_eq!((read.plan.layout.tensor, read.plan.cluster.gpus), (2, 8));
    assert_eq!(read.missing, [MissingSetting::Gpu]);
}

#[test]
fn the_configuration_in_the_folder_that_a_command_names_wins_over_the_name() {
    let script = "torchrun --nproc_per_node 8 sft.py --model_name_or_path /data/Llama-3.1-8B \
        --per_device_train_batch_size 2 --gradient_accumulation_steps 1 --max_length 2048";
    let by_folder = read(&[("run.sh", script), ("Llama-3.1-8B/config.json", MODEL)]);
    assert_eq!(by_folder.plan.model.layers, 16);
    let elsewhere = read(&[("run.sh", script), ("config.json", MODEL)]);
    assert_eq!(elsewhere.plan.model.preset, "llama3-8b");
    assert!(
        elsewhere
            .notes
            .contains(&ImportNote::ModelsDiffer("config.json".into()))
    );
}

#[test]
fn a_script_reads_the_files_that_it_sources_among_others() {
    let script = "source models/own.sh\ntorchrun --nproc_per_node 8 pretrain_gpt.py $MODEL \
        --seq-length 2048 --micro-batch-size 1 --global-batch-size 8";
    let model =
        "MODEL='--num-layers 12 --hidden-size 768 --num-attention-heads 12 --vocab-size 50304'";
    let read = read(&[
        ("start.sh", script),
        ("models/own.sh", model),
        ("README", "text"),
    ]);
    assert_eq!(read.plan.model.layers, 12);
    let unknown = ImportNote::UnknownFiles(vec!["README".into()]);
    assert_eq!(read.notes, [unknown], "the sourced file is used");
}

#[test]
fn trainings_of_several_programs_are_refused() {
    let files = [("a.yaml", AXOLOTL), ("b.yaml", FACTORY)];
    let why = refused(&files);
    let expected = [
        ("a.yaml", Some(Format::Axolotl)),
        ("b.yaml", Some(Format::LlamaFactory)),
    ];
    let expected = expected.map(|(file, format)| TrainingFile {
        file: file.into(),
        format,
    });
    assert_eq!(why, ImportRefusal::SeveralTrainings(expected.to_vec()));
    let script = "axolotl train a.yaml";
    let read = read(&[files[0], files[1], ("run.sh", script)]);
    assert_eq!(read.format, Format::Axolotl);
    assert!(
        read.notes
            .contains(&ImportNote::UnusedFiles(vec!["b.yaml".into()]))
    );
    let scripts = [
        ("a.sh", script),
        ("b.sh", "llamafactory-cli train b.yaml"),
        files[0],
        files[1],
    ];
    assert!(
        matches!(refused(&scripts), ImportRefusal::SeveralTrainings(files) if files.len() == 2)
    );
}

/// The configuration of an adapter fills a training's place only if there is none.
#[test]
fn adapters_lie_beside_their_training() {
    let adapter = r#"{"peft_type": "LORA", "base_model_name_or_path": "a/b", "r": 4,
        "target_modules": ["q_proj"]}"#;
    let training = "base_model: Qwen/Qwen3-8B\nadapter: lora\nlora_r: 8\nlora_target_linear: true\n\
                    sequence_len: 512\n";
    let both = read(&[
        ("train.yaml", training),
        ("out/adapter_config.json", adapter),
    ]);
    assert_eq!((both.format, both.plan.tuning.rank), (Format::Axolotl, 8));
    let unused = ImportNote::UnusedFiles(vec!["out/adapter_config.json".into()]);
    assert!(both.notes.contains(&unused), "{:?}", both.notes);
    let alone = read(&[("config.json", MODEL), ("adapter_config.json", adapter)]);
    assert_eq!((alone.format, alone.plan.tuning.rank), (Format::Peft, 4));
    assert!(!alone.missing.contains(&MissingSetting::Model));
}

#[test]
fn a_refusal_names_its_file() {
    let other = "base_model: a/b\nadapter: llama-adapter\nsequence_len: 512\n";
    let why = refused(&[("config.json", MODEL), ("train.yaml", other)]);
    let ImportRefusal::InFile { file, why } = why else {
        panic!("{why:?}")
    };
    assert_eq!(
        (file.as_str(), *why),
        ("train.yaml", ImportRefusal::Adapter("llama-adapter".into()))
    );
    let broken = refused(&[
        ("run.sh", "axolotl train a.yaml"),
        ("a.yaml", "a: [1\nb: }"),
    ]);
    assert!(
        matches!(&broken, ImportRefusal::InFile { file, .. } if file == "a.yaml"),
        "{broken:?}"
    );
    let verl = refused(&[
        ("run.sh", "python -m verl.trainer.main_ppo a.b=1"),
        ("config.json", MODEL),
    ]);
    assert!(
        matches!(&verl, ImportRefusal::InFile { file, .. } if file == "run.sh"),
        "{verl:?}"
    );
}

#[test]
fn no_file_is_left_out_in_silence() {
    let files = [
        ("config.json", MODEL),
        (
            "tokenizer.json",
            r#"{"version": "1.0", "truncation": null}"#,
        ),
        ("broken.json", "{\"a\": "),
        ("train.py", "def main():\n    pass"),
        ("weights.bin", "\u{0}\u{1}"),
        ("ds_config.json", DEEPSPEED),
    ];
    let read = read_as(&files, None).expect("a plan");
    let named = format!("{:?}", read.notes);
    for (file, _) in &files {
        let is_read = ["config.json", "ds_config.json"].contains(file);
        assert_eq!(
            named.contains(&format!("\"{file}\"")),
            !is_read,
            "{file}: {named}"
        );
    }
}

#[test]
fn a_file_under_another_name_is_read_in_its_place() {
    let read = read(&[("run.sh", "axolotl train full.yaml"), ("my.yaml", AXOLOTL)]);
    let instead = ImportNote::ReadInstead {
        named: "full.yaml".into(),
        file: "my.yaml".into(),
    };
    assert_eq!(read.plan.sequence(), 8_192);
    assert!(read.notes.contains(&instead), "{:?}", read.notes);
}

#[test]
fn the_log_of_the_run_gives_the_measured_step() {
    let script = "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 24 --hidden-size 1024 \
        --num-attention-heads 16 --seq-length 2048 --micro-batch-size 2 --global-batch-size 64 \
        --vocab-size 32000";
    let line = |number: u32| {
        format!(" iteration {number}/ 90 | elapsed time per iteration (ms): 512.0 |\n")
    };
    let log: String = (1..9).map(line).collect();
    let read = read(&[("run.sh", script), ("train.log", &log)]);
    assert_eq!(
        (read.plan.model.layers, read.plan.measured.step_s),
        (24, Some(0.512))
    );
    assert_eq!(read.format, Format::Megatron);
}

#[test]
fn the_named_format_is_that_of_the_first_file() {
    let yaml = "max_length: 4096\nmodel_name_or_path: a/b\nmicro_batch_size: 1\nsequence_len: 512\nbase_model: meta-llama/Llama-3.1-8B\n";
    let files = [("odd.yaml", yaml), ("notes.md", "text")];
    assert_eq!(
        read_as(&files, None).expect("a plan").format,
        Format::Axolotl
    );
    let named = read_as(&files, Some(Format::Trainer)).expect("a plan");
    assert_eq!(
        (named.format, named.plan.sequence()),
        (Format::Trainer, 4_096)
    );
}

#[test]
fn the_link_wins_over_all_files() {
    let files = [("config.json", MODEL), ("ds_config.json", DEEPSPEED)];
    let files = files.map(|(path, text)| NamedFile::of(path, text.as_bytes().to_vec()));
    let (base, _) = ImportBase::of_link("#v=1&p=custom/h200x32&layers=20&zero=1&seq=4096");
    let read = import_several(&files, None, &base, &ReadBudget::new()).expect("a plan");
    let plan = &read.plan;
    assert_eq!((plan.model.layers, plan.model.hidden), (20, 2_048));
    assert_eq!((plan.cluster.gpus, plan.cluster.gpu.preset), (32, "h200"));
    assert_eq!((plan.layout.zero, plan.sequence()), (ZeroStage::One, 4_096));
}

#[test]
fn there_is_one_budget_for_all_files() {
    let long = ["a: ".to_owned(), "x".repeat(127_000), "\n".to_owned()].concat();
    let names: Vec<String> = (0..200).map(|number| format!("{number}.yaml")).collect();
    let files: Vec<(&str, &str)> = names
        .iter()
        .map(|name| (name.as_str(), long.as_str()))
        .collect();
    let why = refused(&files);
    let is_it = match &why {
        ImportRefusal::InFile { why, .. } => matches!(**why, ImportRefusal::TooMuch { .. }),
        why => matches!(why, ImportRefusal::TooMuch { .. }),
    };
    assert!(is_it, "{why:?}");
    let many = vec![("a", "b"); MOST_FILES + 1];
    assert_eq!(refused(&many), ImportRefusal::TooManyFiles);
}

mod archive {
    use super::*;
    use formats::import::{LARGEST, MOST_ZIPPED, gathered, unzipped};

    /// A file of an archive: its path, its bytes as they are packed, the method, and its length.
    type Packed<'a> = (&'a str, Vec<u8>, u16, u32);

    /// A zip archive.
    fn zip(files: &[Packed]) -> Vec<u8> {
        let [mut bytes, mut directory] = [Vec::new(), Vec::new()];
        for (path, packed, method, length) in files {
            let begin = u32::try_from(bytes.len()).unwrap();
            let mut head = Vec::new();
            head.extend([20, 0, 0, 0]);
            head.extend(method.to_le_bytes());
            head.extend([0; 8]);
            head.extend(u32::try_from(packed.len()).unwrap().to_le_bytes());
            head.extend(length.to_le_bytes());
            head.extend(u16::try_from(path.len()).unwrap().to_le_bytes());
            head.extend([0, 0]);
            bytes.extend(b"PK\x03\x04");
            bytes.extend(&head);
            bytes.extend(path.as_bytes());
            bytes.extend(packed);
            directory.extend(b"PK\x01\x02\x14\x00");
            directory.extend(&head);
            directory.extend([0; 10]);
            directory.extend(begin.to_le_bytes());
            directory.extend(path.as_bytes());
        }
        let at = u32::try_from(bytes.len()).unwrap();
        let count = u16::try_from(files.len()).unwrap().to_le_bytes();
        bytes.extend(&directory);
        bytes.extend(b"PK\x05\x06\x00\x00\x00\x00");
        bytes.extend([count, count].concat());
        bytes.extend(u32::try_from(directory.len()).unwrap().to_le_bytes());
        bytes.extend(at.to_le_bytes());
        bytes.extend([0, 0]);
        bytes
    }

    fn stored<'a>(path: &'a str, text: &str) -> Packed<'a> {
        let length = u32::try_from(text.len()).unwrap();
        (path, text.as_bytes().to_vec(), 0, length)
    }

    /// A file of this many spaces, by deflate.
    fn spaces(path: &str, length: usize) -> Packed<'_> {
        let packed = miniz_oxide::deflate::compress_to_vec(&vec![b' '; length], 9);
        (path, packed, 8, u32::try_from(length).unwrap())
    }

    fn unpacked(bytes: &[u8]) -> Result<Vec<NamedFile>, ImportRefusal> {
        unzipped(bytes, &ReadBudget::new()).expect("an archive")
    }

    #[test]
    fn the_files_of_an_archive_are_one_plan() {
        let packed = miniz_oxide::deflate::compress_to_vec(MODEL.as_bytes(), 9);
        let length = u32::try_from(MODEL.len()).unwrap();
        let bytes = zip(&[
            stored("run/", ""),
            ("run/config.json", packed, 8, length),
            stored("run/ds_config.json", DEEPSPEED),
            stored("__MACOSX/run/config.json", "{"),
            stored("run/.git/config", "[core]"),
            spaces("run/long.txt", LARGEST + 1),
        ]);
        let budget = ReadBudget::new();
        let files = gathered(vec![("run.zip".into(), Some(bytes))], &budget).expect("files");
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(
            paths,
            ["run/config.json", "run/ds_config.json", "run/long.txt"]
        );
        assert_eq!(files[0].text.as_deref(), Some(MODEL));
        assert_eq!(files[2].text, None);
        let base = ImportBase::filling(&formats::catalog::default_plan());
        let read = import_several(&files, None, &base, &budget).expect("a plan");
        assert_eq!(
            (read.plan.model.layers, read.plan.layout.zero),
            (16, ZeroStage::Three)
        );
    }

    #[test]
    fn an_archive_with_too_much_in_it_is_refused() {
        // Each of them is a text; all together are more than is unpacked.
        let names: Vec<String> = (0..=MOST_ZIPPED / LARGEST)
            .map(|number| number.to_string())
            .collect();
        let many: Vec<Packed> = names.iter().map(|name| spaces(name, LARGEST)).collect();
        let bytes = zip(&many);
        assert!(bytes.len() < LARGEST, "{}", bytes.len());
        assert_eq!(unpacked(&bytes), Err(ImportRefusal::LargeZip));
        let names: Vec<String> = (0..=MOST_FILES).map(|number| number.to_string()).collect();
        let many: Vec<Packed> = names.iter().map(|name| stored(name, "")).collect();
        assert_eq!(unpacked(&zip(&many)), Err(ImportRefusal::TooManyFiles));
        // The directory says less than there is.
        let (path, packed, method, _) = spaces("a", LARGEST);
        let bytes = zip(&[(path, packed, method, 10)]);
        assert_eq!(unpacked(&bytes), Err(ImportRefusal::BrokenZip));
    }

    #[test]
    fn a_broken_archive_is_refused() {
        let whole = zip(&[stored("a.sh", "TP=2"), spaces("b", 100)]);
        assert!(unpacked(&whole).is_ok());
        for length in 4..whole.len() {
            assert!(unpacked(&whole[..length]).is_err(), "{length}");
        }
        for place in 4..whole.len() {
            for byte in [0, 0x7f, 0xff] {
                let mut changed = whole.clone();
                changed[place] = byte;
                let _ = unpacked(&changed);
            }
        }
        let (path, packed, _, length) = spaces("b", 100);
        for method in [1, 12, 99] {
            let bytes = zip(&[(path, packed.clone(), method, length)]);
            assert_eq!(unpacked(&bytes), Err(ImportRefusal::BrokenZip));
        }
    }

    #[test]
    fn unpacking_takes_the_budget() {
        let budget = ReadBudget::new();
        let files = unzipped(&zip(&[spaces("a", LARGEST)]), &budget).expect("an archive");
        assert!(
            files.is_ok() && budget.spent() > LARGEST,
            "{}",
            budget.spent()
        );
    }
}

#[test]
fn a_worker_reads_files_as_the_command_does() {
    use formats::import::worker::{ImportReply, ImportRequest, ImportWorker};
    let files = [("config.json", MODEL), ("ds_config.json", DEEPSPEED)];
    let bytes = files.map(|(path, text)| (path.to_owned(), Some(text.as_bytes().to_vec())));
    let mut bytes = bytes.to_vec();
    bytes.push(("weights.safetensors".into(), None));
    let request = ImportRequest::files(7, bytes, &formats::catalog::default_plan());
    let reply = ImportWorker::default().reply(&request.to_bytes());
    let reply = ImportReply::from_bytes(&reply.expect("a reply").to_bytes());
    let Some(ImportReply::Read { number: 7, read }) = reply else {
        panic!("{reply:?}")
    };
    let expected = read_as(
        &[files[0], files[1], ("weights.safetensors", "\u{0}")],
        None,
    );
    assert_eq!(*read, expected);
}
