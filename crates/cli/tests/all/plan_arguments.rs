//! Plans as arguments of every subcommand: words, links, faults, and `--lenient`.

use crate::run::fed as shardwise;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// Subcommands that take a plan, with their other arguments.
const SUBCOMMANDS: [&[&str]; 4] = [
    &["estimate"],
    &["search", "--top", "1", "--fix", "tp=8", "--fix", "cp=1"],
    &["export", "--to", "megatron"],
    &["trace"],
];

const CONFIG: &str = r#"{"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "intermediate_size": 14336, "num_key_value_heads": 8,
    "vocab_size": 128256, "max_position_embeddings": 8192}"#;

#[test]
fn words_make_the_plan_of_the_link() {
    for subcommand in SUBCOMMANDS {
        let of = |words: &[&str]| {
            let output = shardwise(&[subcommand, words].concat(), "");
            assert_eq!(
                output.status.code(),
                Some(0),
                "{words:?}: {}",
                text(&output.stderr)
            );
            // The number of layouts estimated depends on the order of threads.
            let lines = text(&output.stdout);
            let lines = lines.lines().filter(|line| !line.contains("estimated"));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        let link = of(&["#v=1&p=llama3-8b/h100x16&tp=8&gbs=64"]);
        assert_eq!(of(&["llama3-8b/h100x16", "tp=8", "gbs=64"]), link);
        assert_eq!(
            of(&["meta-llama/Llama-3.1-8B/H100x16", "tp=8", "gbs=64"]),
            link
        );
    }
}

/// All faults at once, nothing on standard output; with `--lenient` warnings, and the plan of the
/// page.
#[test]
fn what_is_not_understood_is_refused_by_every_subcommand() {
    let words = [
        "llama3-8b/h100x16",
        "tpp=4",
        "tp=banana",
        "gbs=64",
        "ckpt=ful",
    ];
    let faults = [
        "shardwise: There is no key “tpp”. The nearest: tp, ",
        "shardwise: “banana” is not a value of tp, which takes 1 to 1,048,576.",
        "shardwise: “ful” is not a value of ckpt, which takes none, ",
        "The nearest: full",
    ];
    for subcommand in SUBCOMMANDS {
        let output = shardwise(&[subcommand, &words].concat(), "");
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{subcommand:?}: {errors}");
        assert!(output.stdout.is_empty(), "{subcommand:?}");
        assert_eq!(errors.lines().count(), 3, "{errors}");
        for fault in faults {
            assert!(errors.contains(fault), "{subcommand:?}: {errors}");
        }
        let output = shardwise(&[subcommand, &words, &["--lenient"]].concat(), "");
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{subcommand:?}: {errors}");
        let both = [errors, text(&output.stdout)].concat();
        assert!(
            both.contains("There is no setting called “tpp”"),
            "{subcommand:?}: {both}"
        );
    }
}

#[test]
fn a_plan_that_lacks_a_part_is_refused() {
    for (words, sentence) in [
        (
            "",
            "The text names no plan: a model with its GPUs and settings, such as llama3-70b/h100x64",
        ),
        ("tp=8", "The text names no plan"),
        ("#v=1", "The text names no plan"),
        (
            "llama3-70b",
            "The plan names no GPUs; llama3-70b/h100x64 names 64 H100.",
        ),
        (
            "llama3-70b/h100",
            "The plan names no number of GPUs; h100x64 names 64.",
        ),
        (
            "h100x64",
            "The plan names no model; llama3-70b/h100x64 names both.",
        ),
        (
            "llama3-71b/h100x64",
            "There is no model “llama3-71b” in the catalogue. The nearest: llama3-70b, ",
        ),
        (
            "llama3-70b/h1000x64",
            "There is no GPU “h1000” in the catalogue. The nearest: h100, ",
        ),
        (
            "llama3-70b/h100xmany",
            "“many” is not a number of GPUs, which is 1 to 1,048,576.",
        ),
    ] {
        for subcommand in SUBCOMMANDS {
            let output = shardwise(&[subcommand, &[words]].concat(), "");
            let errors = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{words}: {errors}");
            assert!(errors.contains(sentence), "{words}: {errors}");
            assert!(output.stdout.is_empty(), "{words}");
        }
    }
    // The page opens these.
    for words in ["", "nonsense", "https://example.org/#tp=2"] {
        let output = shardwise(&["estimate", words, "--lenient"], "");
        assert_eq!(
            output.status.code(),
            Some(0),
            "{words}: {}",
            text(&output.stderr)
        );
    }
}

/// The plan of `--with` may be a part of one, and is read as strictly.
#[test]
fn the_plan_of_an_import_is_read_the_same() {
    let import = |with: &str, more: &[&str]| {
        let output = shardwise(&[&["import", "-", "--with", with], more].concat(), CONFIG);
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    let expected = "#v=1&p=llama3-8b/b200x64&gbs=256\n";
    for with in [
        "b200x64 gbs=256",
        "gpu=B200 gpus=64 gbs=256",
        "#v=1&p=custom/b200x64&gbs=256",
    ] {
        let (status, out, errors) = import(with, &[]);
        assert_eq!((status, &*out), (Some(0), expected), "{with}: {errors}");
    }
    let (status, out, errors) = import("b200x64 gbs=256 colour=red", &[]);
    assert_eq!((status, &*out), (Some(2), ""), "{errors}");
    assert!(errors.contains("There is no key “colour”"), "{errors}");
    let (status, out, errors) = import("b200x64 gbs=256 colour=red", &["--lenient"]);
    assert_eq!((status, &*out), (Some(0), expected), "{errors}");
    assert!(errors.contains("There is no key “colour”"), "{errors}");
    assert_eq!(import("", &[]).0, Some(2));
}

/// A name that the catalogue lacks is no other model.
#[test]
fn a_file_of_an_unknown_model_is_refused() {
    let file =
        |name: &str| format!("base_model: {name}\nmicro_batch_size: 1\nsequence_len: 4096\n");
    let import = |name: &str, more: &[&str]| {
        let arguments = [&["import", "-", "--from", "axolotl"], more].concat();
        let output = shardwise(&arguments, &file(name));
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    for more in [&[][..], &["--json"], &["--with", "h100x8"]] {
        let (status, out, errors) = import("foo/qwen2.5-9b", more);
        assert_eq!((status, &*out), (Some(2), ""), "{errors}");
        for part in [
            "“foo/qwen2.5-9b” (base_model)",
            "The nearest: qwen2.5-",
            "--with",
            "config.json",
        ] {
            assert!(errors.contains(part), "{part}: {errors}");
        }
    }
    let (status, out, errors) = import("foo/qwen2.5-9b", &["--with", "llama3-8b/h100x8"]);
    assert_eq!(status, Some(0), "{errors}");
    assert!(out.starts_with("#v=1&p=llama3-8b/h100x8"), "{out}");
    let shape = "custom/h100x8 layers=40 hidden=4096 heads=32 kv=8 ffn=14336 vocab=64000";
    let (status, out, errors) = import("foo/bar-9b", &["--with", shape]);
    assert_eq!(status, Some(0), "{errors}");
    assert!(out.contains("p=custom/h100x8&layers=40"), "{out}");
    let (status, out, errors) = import("/data/Qwen2.5-7B-Instruct", &[]);
    assert_eq!(status, Some(0), "{errors}");
    assert!(out.starts_with("#v=1&p=qwen2.5-7b/"), "{out}");
}

/// A plan that cannot exist says why, and on how many GPUs it can.
#[test]
fn an_import_names_the_fewest_gpus() {
    let arguments = |tensor: u64| {
        format!(
            "--num-layers 32 --hidden-size 4096 --num-attention-heads 32 --vocab-size 32000 \
             --seq-length 4096 --micro-batch-size 1 --global-batch-size 64 \
             --tensor-model-parallel-size {tensor} --pipeline-model-parallel-size 4"
        )
    };
    let import = |tensor: u64, more: &[&str]| {
        let output = shardwise(&[&["import", "-"], more].concat(), &arguments(tensor));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (_, errors) = import(8, &["--with", "h100x24"]);
    assert!(errors.contains("The plan cannot exist: "), "{errors}");
    assert!(
        errors.contains("The smallest number of GPUs on which it can is 32."),
        "{errors}"
    );
    let (_, errors) = import(8, &["--with", "h100x32"]);
    assert!(!errors.contains("cannot exist"), "{errors}");
    let (_, errors) = import(3, &["--with", "h100x32"]);
    assert!(errors.contains("It can on no number of GPUs."), "{errors}");
    let (out, _) = import(8, &["--with", "h100x24", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(object["least_gpus"], 32);
    assert!(
        object["reasons"]
            .as_array()
            .is_some_and(|reasons| !reasons.is_empty()),
        "{object}"
    );
}

/// Misspelt words of every option name the nearest ones.
#[test]
fn misspelt_options_name_the_nearest() {
    let plan = "llama3-8b/h100x8";
    let cases: [(&[&str], &str); 13] = [
        (&["estimat", plan], "'estimate'"),
        (&["estimate", plan, "--jsn"], "'--json'"),
        (&["estimate", plan, "--mfu", "nocausal"], "'noncausal'"),
        (&["estimate", plan, "--memory", "reservd"], "'reserved'"),
        (&["estimate", plan, "--units", "gibb"], "'gib'"),
        (
            &["estimate", plan, "--goal", "mfa > 40%"],
            "did you mean “mfu”",
        ),
        (&["search", plan, "--goal", "fastst"], "'fastest'"),
        (
            &["search", plan, "--for", "megatrn"],
            "the nearest: megatron",
        ),
        (&["search", plan, "--fix", "tpp=8"], "the nearest: tp"),
        (&["search", plan, "--fix", "ckpt=ful"], "the nearest: full"),
        (&["export", plan, "--to", "megatrn"], "'megatron'"),
        (&["trace", plan, "--scene", "pipline"], "'pipeline'"),
        (&["list", "modls"], "'models'"),
    ];
    for (arguments, near) in cases {
        let output = shardwise(arguments, "");
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(near), "{arguments:?}: {errors}");
    }
}
