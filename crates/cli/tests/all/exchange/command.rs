//! `shardwise export` and `shardwise import`: output, errors and exit status.

use super::LINKS;
use crate::run::fed as shardwise;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

#[test]
fn what_is_exported_is_imported() {
    let exported = shardwise(&["export", LINKS[0], "--to", "megatron"], "");
    assert_eq!(exported.status.code(), Some(0));
    assert!(exported.stderr.is_empty(), "{}", text(&exported.stderr));
    let with = ["import", "-", "--with", "#v=1&p=custom/h100x64"];
    let imported = shardwise(&with, &text(&exported.stdout));
    assert_eq!(imported.status.code(), Some(0));
    assert_eq!(text(&imported.stdout), [LINKS[0], "\n"].concat());
    let account = text(&imported.stderr);
    assert!(account.starts_with("shardwise: Read: "), "{account}");
    assert!(
        account.contains("From --with: gpu=h100, gpus=64."),
        "{account}"
    );
    assert!(!account.contains("Missing"), "{account}");
}

/// The account of a script: on stderr as sentences, and as an object with `--json`.
#[test]
fn an_import_accounts_for_every_value() {
    let script = "TP=4\ntorchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 32 \\\n\
        --hidden-size 4096 --num-attention-heads 32 --seq-length 8192 --vocab-size 32000 \\\n\
        --tensor-model-parallel-size $TP --context-parallel-size $CP --micro-batch-size 1 \\\n\
        --global-batch-size 64 --colour red";
    let with = "#v=1&p=custom/h100x64&seq=4096";
    let output = shardwise(&["import", "-", "--with", with, "--report"], script);
    assert_eq!(output.status.code(), Some(0));
    let account = text(&output.stderr);
    for sentence in [
        "  tp=4 (--tensor-model-parallel-size)",
        "Defaults of Megatron-LM: ",
        "ffn=16384",
        "From --with: gpu=h100.",
        "seq=4096 from --with, not 8192 from the file (--seq-length).",
        "gpus=8 from the file, not 64 from --with (--nproc-per-node).",
        "Not understood and left out: --colour.",
        "No value: --context-parallel-size is set to $CP, which the file does not define.",
        "Missing: cp; 1 is used.",
    ] {
        assert!(account.contains(sentence), "{sentence}: {account}");
    }
    let output = shardwise(&["import", "-", "--with", with, "--json"], script);
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["format"], "megatron");
    assert_eq!(object["unknown"][0], "--colour");
    assert_eq!(object["missing"][0]["keys"][0], "cp");
    let settings = object["settings"].as_array().expect("a list");
    let of = |key: &str| {
        let found = settings.iter().find(|setting| setting["key"] == key);
        let setting = found.unwrap_or_else(|| panic!("{key}: {object}"));
        ["value", "origin", "overruled"].map(|field| setting[field].as_str().unwrap_or("none"))
    };
    assert_eq!(of("tp"), ["4", "read", "none"]);
    assert_eq!(of("kv"), ["32", "default", "none"]);
    assert_eq!(of("seq"), ["4096", "with", "8192"]);
    assert_eq!(of("gpus"), ["8", "read", "64"]);
    assert_eq!(of("gpu"), ["h100", "with", "none"]);
}

/// The parts of a plan that its framework refuses are in the report of `import`, as in that of
/// `estimate`.
#[test]
fn an_import_says_what_the_framework_refuses() {
    let refused = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&vp=2&gbs=12&seq=8192";
    let exported = shardwise(&["export", refused, "--to", "megatron"], "");
    let script = text(&exported.stdout);
    let import = ["import", "-", "--with", "#v=1&p=custom/h100x64"];
    let imported = shardwise(&import, &script);
    assert_eq!(imported.status.code(), Some(0));
    let account = text(&imported.stderr);
    let estimated = shardwise(&["estimate", "--json", refused], "");
    let estimated: serde_json::Value = serde_json::from_slice(&estimated.stdout).expect("JSON");
    let sentence = estimated["refusals"][0]["sentence"]
        .as_str()
        .expect("a refusal");
    assert!(account.contains(sentence), "{account}");
    let imported = shardwise(&[&import[..], &["--json"]].concat(), &script);
    let imported: serde_json::Value = serde_json::from_slice(&imported.stdout).expect("JSON");
    assert_eq!(imported["refusals"], estimated["refusals"]);
    let runs = shardwise(&["export", LINKS[0], "--to", "megatron"], "");
    let imported = shardwise(&[&import[..], &["--json"]].concat(), &text(&runs.stdout));
    let imported: serde_json::Value = serde_json::from_slice(&imported.stdout).expect("JSON");
    assert_eq!(imported["refusals"], serde_json::json!([]));
}

/// JSON has no comments: what it lacks goes to stderr.
#[test]
fn notes_of_a_file_without_comments_go_to_stderr() {
    let output = shardwise(&["export", LINKS[0], "--to", "deepspeed"], "");
    let errors = text(&output.stderr);
    assert!(
        errors.contains("PP 4") && errors.contains("deepspeed --num_nodes 8"),
        "{errors}"
    );
    assert!(text(&output.stdout).starts_with('{'));
}

/// A file that runs something else says what, and `--strict` does not write it.
#[test]
fn a_file_that_runs_something_else_says_so() {
    let link = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&sched=zbv";
    let runs = "This file runs another plan: Schedule 1F1B instead of ZB-V. A step takes ";
    let output = shardwise(&["export", link, "--to", "megatron"], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(
        text(&output.stderr).contains(runs),
        "{}",
        text(&output.stderr)
    );
    assert!(text(&output.stdout).contains("--pipeline-model-parallel-size 4"));
    let output = shardwise(&["export", link, "--to", "megatron", "--strict"], "");
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains(runs) && errors.contains("--strict"),
        "{errors}"
    );
    assert!(output.stdout.is_empty());
    let refused = "#v=1&p=llama3-8b/h100x64&zero=2&pp=4&recipe=deepspeed";
    let output = shardwise(&["export", refused, "--to", "deepspeed", "--strict"], "");
    let errors = text(&output.stderr);
    assert!(
        errors.contains("This file does not start: ZeRO stage 2 in a pipeline."),
        "{errors}"
    );
    let output = shardwise(&["export", LINKS[0], "--to", "megatron", "--strict"], "");
    assert_eq!(output.status.code(), Some(0));
}

/// A log longer than any text, from standard input and from a file.
#[test]
fn a_log_of_megabytes_is_read() {
    let line =
        " iteration 7/ 9 | elapsed time per iteration (ms): 5120.0 | learning rate: 1.0E-05 |\n";
    let log = line.repeat(4_000_000 / line.len());
    let with = "#v=1&p=llama3-8b/h100x8";
    let expected = [with, "&mstep=5.12\n"].concat();
    let file = std::env::temp_dir().join(format!("shardwise-log-{}", std::process::id()));
    std::fs::write(&file, &log).expect("a file");
    for name in ["-", file.to_str().expect("a name")] {
        let read = shardwise(&["import", name, "--with", with], &log);
        assert_eq!(text(&read.stdout), expected, "{}", text(&read.stderr));
    }
    std::fs::remove_file(&file).expect("the file");
    // Another format is not read at that length.
    let other = shardwise(&["import", "-", "--from", "deepspeed"], &log);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("the file has more than 128,000 bytes"));
}

#[test]
fn what_cannot_be_done_is_said_with_status_2() {
    let cases: [(&[&str], &str, &str); 8] = [
        (
            &["export", "#v=1&p=llama3-8b/h100x8&tp=5", "--to", "slurm"],
            "",
            "5",
        ),
        (&["export", LINKS[0], "--to", "colossal"], "", "colossal"),
        (
            &[
                "export",
                LINKS[0],
                "--to",
                "slurm",
                "--out",
                "no/such/folder",
            ],
            "",
            "cannot write",
        ),
        (&["import", "no such file"], "", "cannot read no such file"),
        (&["import", "-"], "{\"model_type\": \"rwkv\"}", "“rwkv”"),
        (
            &["import", "-"],
            "cargo build --release",
            "no option of Megatron-LM",
        ),
        (
            &["import", "-", "--from", "deepspeed"],
            "{}",
            "no option of DeepSpeed",
        ),
        (
            &["import", "-", "--from", "torchtitan"],
            "= 3",
            "cannot be parsed",
        ),
    ];
    for (arguments, input, said) in cases {
        let output = shardwise(arguments, input);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(said), "{arguments:?}: {errors}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

/// A file that a script sources is read if it is given with the script, by the path that it names.
#[test]
fn sourced_files_are_read_with_a_script() {
    let name = format!("shardwise-sourced-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(folder.join("models")).expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let script = write(
        "start.sh",
        "source $ROOT/models/m7b.sh\ntorchrun --nproc-per-node 8 pretrain_gpt.py $MODEL\n",
    );
    let model = write(
        "models/m7b.sh",
        "MODEL='--num-layers 24 --hidden-size 2048 --num-attention-heads 16'\n",
    );
    // The options stand in the other file.
    let alone = shardwise(&["import", &script], "");
    assert_eq!(alone.status.code(), Some(2));
    let read = shardwise(&["import", &script, &model], "");
    let notes = text(&read.stderr);
    assert!(
        read.status.success() && !notes.contains("m7b.sh"),
        "{notes}"
    );
    std::fs::remove_dir_all(&folder).expect("the folder");
    let link = text(&read.stdout);
    assert!(
        link.contains("layers=24") && link.contains("hidden=2048"),
        "{link}"
    );
}
