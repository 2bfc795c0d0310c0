//! Exit statuses: one table in the help and in `docs/command.md`, and every entry of it happens.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cli::exit_status;
use text::exit::STATUSES;

use crate::lesson_command::FAULTS;
use crate::run;

fn shardwise(arguments: &[&str]) -> (i32, String) {
    let output = run::shardwise(arguments);
    let out = [output.stdout, output.stderr].concat();
    let status = output.status.code().expect("an exit status");
    (status, String::from_utf8_lossy(&out).into_owned())
}

fn file(name: &str, text: &str) -> String {
    let file: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, text).expect("a file");
    file.display().to_string()
}

#[test]
fn every_status_of_the_table_happens() {
    let sheet = |name: &str, gpus: &str| {
        let rows = format!("model,gpu,gpus,gbs,fix\nllama3-8b,h100,{gpus},16,cp=1 pp=1 tp=8\n");
        file(name, &rows)
    };
    let [all, some] = [sheet("all.csv", "8"), sheet("some.csv", "many")];
    let tour = test_utils::root()
        .join("lessons/tour.json")
        .display()
        .to_string();
    let wrong = file("wrong.json", FAULTS);
    let config = file(
        "config.json",
        r#"{"model_type": "llama", "hidden_size": 4096,
        "num_hidden_layers": 32, "num_attention_heads": 32, "vocab_size": 32000}"#,
    );
    let lossy = file(
        "lossy.sh",
        "python pretrain_gpt.py --num-layers 2 --hidden-size 64 --activation-zip 3",
    );
    let runs = test_utils::root().join("tests/data/sample.json");
    let runs = runs.display().to_string();
    let cases: [(&str, i32, &[&str]); 36] = [
        (
            "compare",
            0,
            &["compare", "llama3-8b/h100x8", "--for", "megatron"],
        ),
        ("compare", 1, &["compare", "llama3-8b/h100x8", "tp=3"]),
        (
            "compare",
            2,
            &["compare", "llama3-8b/h100x8", "--for", "fairseq"],
        ),
        ("estimate", 0, &["estimate", "llama3-8b/h100x8"]),
        ("estimate", 2, &["estimate", "llama3-8b/h100x8", "tp=3"]),
        (
            "estimate --goal",
            0,
            &["estimate", "llama3-8b/h100x8", "--goal", "gpus = 8"],
        ),
        (
            "estimate --goal",
            1,
            &["estimate", "llama3-8b/h100x8", "--goal", "gpus = 9"],
        ),
        (
            "estimate --goal",
            2,
            &["estimate", "llama3-8b/h100x8", "--goal", "gpus ="],
        ),
        (
            "search",
            0,
            &["search", "llama3-8b/h100x8", "gbs=16", "--fix", "tp=8"],
        ),
        (
            "search",
            1,
            &["search", "llama3-405b/h100x8", "gbs=16", "--fix", "tp=8"],
        ),
        (
            "search",
            2,
            &["search", "llama3-8b/h100x8", "--fix", "tp=many"],
        ),
        ("fits", 0, &["fits", "llama3-8b/h200x8", "zero=3"]),
        ("fits", 1, &["fits", "llama3-405b/h100x8", "--longest"]),
        ("fits", 2, &["fits", "llama3-8b/h100x8", "tp=3"]),
        ("fleet", 0, &["fleet", &all]),
        ("fleet", 1, &["fleet", &some]),
        ("fleet", 2, &["fleet", "no such file"]),
        (
            "export",
            0,
            &["export", "llama3-8b/h100x8", "--to", "slurm"],
        ),
        (
            "export",
            1,
            &[
                "export",
                "llama3-70b/h100x64",
                "tp=8",
                "pp=4",
                "sched=zbv",
                "--to",
                "megatron",
                "--strict",
            ],
        ),
        (
            "export",
            2,
            &["export", "llama3-8b/h100x8", "tp=3", "--to", "slurm"],
        ),
        (
            "export",
            3,
            &[
                "export",
                "llama3-8b/h100x8",
                "pp=2",
                "zero=3",
                "recipe=deepspeed",
                "--to",
                "deepspeed",
            ],
        ),
        ("import", 0, &["import", &config]),
        ("import", 2, &["import", &all]),
        ("import", 3, &["import", &lossy, "--strict"]),
        ("lesson", 0, &["lesson", "check", &tour]),
        ("lesson", 1, &["lesson", "check", &wrong]),
        ("lesson", 2, &["lesson", "check", &all]),
        ("list", 0, &["list", "gpus"]),
        (
            "trace",
            0,
            &["trace", "llama3-8b/h100x8", "tp=2", "--scene", "tp"],
        ),
        ("trace", 1, &["trace", "llama3-8b/h100x8", "--scene", "tp"]),
        ("trace", 2, &["trace", "llama3-8b"]),
        ("validate", 0, &["validate", "--runs", &runs]),
        ("validate", 2, &["validate", "--runs", "no such file"]),
        (
            "why",
            0,
            &["why", "llama3-8b/h100x8", "tp=2", "time.tensor"],
        ),
        ("why", 1, &["why", "llama3-8b/h100x8", "time.tensor"]),
        ("why", 2, &["why", "llama3-8b/h100x8", "tp=3", "mfu"]),
    ];
    for (_, expected, arguments) in &cases {
        let (status, out) = shardwise(arguments);
        assert_eq!(status, *expected, "{arguments:?}: {out}");
    }
    let tried: BTreeSet<(&str, i32)> = cases.iter().map(|case| (case.0, case.1)).collect();
    let rows = STATUSES.iter().flat_map(|(form, meanings)| {
        let has = (0..4).filter(|status| meanings[*status as usize].is_some());
        has.map(|status| (*form, status))
    });
    assert_eq!(tried, rows.collect());
}

#[test]
fn one_table_stands_in_the_help_and_in_the_docs() {
    let docs = fs::read_to_string(test_utils::root().join("docs/command.md")).expect("docs");
    let table = exit_status::markdown();
    assert!(
        docs.contains(&table),
        "docs/command.md lacks this table:\n{table}"
    );
    let (_, all) = shardwise(&["--help"]);
    for (form, meanings) in &STATUSES {
        let subcommand = form.split(' ').next().expect("a subcommand");
        let (_, own) = shardwise(&[subcommand, "--help"]);
        for meaning in meanings.iter().flatten() {
            assert!(all.contains(meaning()), "{form}: {}", meaning());
            assert!(own.contains(meaning()), "{form}: {own}");
        }
    }
}
