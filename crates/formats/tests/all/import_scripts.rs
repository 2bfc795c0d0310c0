//! Launch scripts: files that they source, values that stay open, the work that they take, and any
//! text. `corpus.rs` has the values of many.

use std::fs;
use std::time::Duration;

use crate::corpus::word;
use crate::import_worker::check_reply;
use formats::import::{
    Format, ImportBase, Imported, LARGEST, ReadBudget, Sources, import, import_with, import_within,
};
use formats::link;
use proptest::prelude::*;
use proptest::sample::select;
use test_utils::ThreadClock;
use test_utils::corpus::kinds;

/// The scripts of the corpus.
fn scripts() -> impl Iterator<Item = &'static str> {
    let kinds = kinds(Format::Megatron).filter(|kind| kind.files[0].0 == "run.sh");
    kinds.map(|kind| kind.files[0].1.as_str())
}

/// Reads a script over a plan of which no value is usual.
fn read(text: &str) -> Imported {
    let (odd, warnings) = link::decode(
        "#v=1&p=gpt2-1.5b/a100-80x48&tp=3&pp=3&vp=2&cp=3&ep=3&etp=3&zero=2&ckpt=sel&seq=640&mbs=3\
         &gbs=99&dtype=fp32&opt=sgdm",
    );
    assert_eq!(warnings, []);
    import(text, None, &odd).unwrap_or_else(|why| panic!("{why:?}: {text}"))
}

fn value(read: &Imported, key: &str) -> String {
    match key {
        "gpus" => read.plan.cluster.gpus.to_string(),
        "gpu" => read.plan.cluster.gpu.preset.to_owned(),
        _ => link::value(&read.plan, key),
    }
}

/// A script that sources the file with its model is read with that file, or names it.
#[test]
fn sourced_files_are_read_or_named() {
    let script = "source \"$(dirname \"$0\")/models/m7b.sh\"\nprepare 4\n\
        torchrun --nproc_per_node 8 train.py --tensor-model-parallel-size ${TP:-1} \
        --seq-length 4096 --micro-batch-size 1 --global-batch-size 64 --bf16 ${MODEL[@]}";
    let model = "MODEL=(--num-layers 32 --hidden-size 4096 --num-attention-heads 32)\n\
        prepare() { TP=$1; }\nreturn 0\nTP=2";
    let base = ImportBase::filling(&formats::catalog::default_plan());
    let read = |sources: &Sources| {
        import_with(script, sources, None, &base, &ReadBudget::new()).expect("a script")
    };
    let files = vec![("work/models/m7b.sh".to_owned(), model.to_owned())];
    let given = read(&Sources::new(files));
    assert_eq!(value(&given, "layers"), "32");
    assert_eq!(value(&given, "tp"), "4");
    assert_eq!(given.notes, []);
    let alone = read(&Sources::default());
    let notes: Vec<String> = alone.notes.iter().map(word).collect();
    assert_eq!(notes, ["absent:models/m7b.sh", "may:MODEL"]);
}

/// A setting is open if one of the options that decide it is.
#[test]
fn settings_with_open_parts_are_open() {
    for (options, key) in [
        ("--multi-latent-attention --kv-lora-rank $RANK", "mla"),
        ("--fp8-format hybrid --fp8-recipe $RECIPE", "dtype"),
        ("--swiglu --ffn-hidden-size $WIDTH", "ffn"),
        ("--num-experts 8 --moe-ffn-hidden-size $WIDE", "moeffn"),
    ] {
        let read = read(&["python train.py --num-layers 2 --hidden-size 64 ", options].concat());
        let mut missing = read.missing.iter().flat_map(|what| what.keys());
        assert!(missing.any(|other| other == key), "{options}");
        let is_decided = read.settings.iter().any(|setting| setting.key == key);
        assert!(!is_decided, "{options}");
    }
}

/// An option without a value, or with another word than its own, is named.
#[test]
fn values_that_no_key_takes_are_named() {
    let read = read(
        "python train.py --num-layers 2 --hidden-size 64 --num-experts many --seq-length \
         --micro-batch-size 1 --attention-backend local --mtp-num-layers 1.5",
    );
    let unfit = ["--seq-length", "--num-experts", "--mtp-num-layers"];
    for option in unfit {
        assert!(
            read.unfit.iter().any(|(name, _)| name == option),
            "{option}"
        );
    }
    assert_eq!(read.unfit.len(), unfit.len(), "{:?}", read.unfit);
    assert_eq!(value(&read, "flash"), "0");
}

/// Each turn of a loop is evaluated, and the first training of a loop is read.
#[test]
fn loops_are_evaluated() {
    let options = "--num-layers 32 --hidden-size 4096 --tensor-model-parallel-size $TP";
    let read = |loops: &str| read(&[loops, "\npython train.py ", options].concat());
    let counted = read("TP=1; while [ $TP -lt 8 ]; do TP=$((TP*2)); done");
    assert_eq!(
        (value(&counted, "tp").as_str(), counted.notes.len()),
        ("8", 0)
    );
    let endless = read("TP=1; while :; do TP=$((TP+1)); done");
    let notes: Vec<String> = endless.notes.iter().map(word).collect();
    assert_eq!(notes, ["undecided:--tensor-model-parallel-size:while"]);
}

/// Real scripts and configurations of models leave nearly all of the budget.
#[test]
fn real_files_take_little_of_the_budget() {
    let base = ImportBase::filling(&formats::catalog::default_plan());
    let folder = test_utils::root().join("tests/data/exchange/configs");
    let configs = fs::read_dir(folder).expect("the configurations");
    let configs = configs.map(|entry| entry.expect("a file").path());
    let configs = configs.map(|path| fs::read_to_string(path).expect("a configuration"));
    let scripts = scripts().map(str::to_owned);
    let mut most = 0;
    for text in configs.chain(scripts) {
        let budget = ReadBudget::new();
        let read = import_within(&text, None, &base, &budget);
        assert!(read.is_ok(), "{read:?}: {text}");
        most = most.max(budget.spent());
    }
    assert!(most > 0 && most < ReadBudget::MOST / 100, "{most} units");
}

/// Longest time of work on a file, without optimization.
const LONGEST: Duration = Duration::from_secs(5);

#[test]
fn hostile_scripts_end() {
    let units = [
        "$((",
        "${",
        "\"$(",
        "\"",
        "'",
        "`",
        "(",
        "{ ",
        "[",
        "A=$A$A$A;A=1$A;",
        "$A",
        "a\\\n",
        "if [ $X ]; then A=$A$A; fi\n",
        "f() { f; f; }; f\n",
        "A=(${A[@]} 1 ${A[@]});",
        "<<E\n",
        "for a in 1 2; do ",
        "case $x in a) ",
        "bash -c '",
        "eval eval ",
        "! ",
        "[ ! ",
        "$((-",
        "--a ",
        "${A:-",
        "#SBATCH -N 1\n",
        "a && ",
        "a | ",
        "while true; do ",
        "x=1\n",
        "[[ ( ",
        "if [ $X ]; then A+=(--num-layers 1); fi\n",
        "cat <<E | bash\n",
        "\u{1}",
        "`$(\"${",
        "while :; do while :; do A+=x; done; done\n",
        "for ((;;)); do ",
        "for i in {1..4000}; do A+=$i; done\n",
        "f() { g; g; }; g() { f; f; }; f\n",
        "printf -v A %s%s $A $A\n",
        "A=$(echo $A$A)\n",
        "{1..4000}",
        "a{1,2}",
        "read A <<< $A$A\n",
        "[[ aaaaaaaaaaaaaaaaaaaaaaaa =~ (a*)*b ]]\n",
        "A=${A//a/$A}\n",
        "source x.sh\n",
        "case a in a) ;& ",
        "((A=A+",
        "echo $A >> f; cat f\n",
        "$(case a in a) ",
    ];
    for unit in units {
        let most = LARGEST / 3 / unit.len();
        for start in ["--num-layers 2 ", "A=1\nB=(1 2)\n"] {
            let text = [start, &unit.repeat(most - 64)].concat();
            let since = ThreadClock::start();
            let _ = import(
                &text,
                Some(Format::Megatron),
                &formats::catalog::default_plan(),
            );
            assert!(since.elapsed() < LONGEST, "{unit}: {:?}", since.elapsed());
        }
    }
}

/// A script of the corpus with pieces of scripts at places of it.
fn mutated() -> impl Strategy<Value = String> {
    let scripts: Vec<String> = scripts().map(str::to_owned).collect();
    let pieces = vec![
        "\"",
        "'",
        "`",
        "$",
        "${",
        "$(",
        "$((",
        "}",
        ")",
        "(",
        "\\",
        "\n",
        "#",
        "<<EOF\n",
        "if ",
        "then",
        "fi\n",
        "[[ ",
        "]]",
        "case ",
        "esac",
        ";;",
        "&&",
        "|",
        "--",
        "=",
        "+=(",
        "[@]",
        ":-",
        "é",
        "\u{0}",
        "for x in a b; do",
        "done",
        "{",
        "exit\n",
        "eval ",
        "bash -c ",
    ];
    let changes = proptest::collection::vec((any::<prop::sample::Index>(), select(pieces)), 1..6);
    (select(scripts), changes).prop_map(|(mut script, changes)| {
        for (at, piece) in changes {
            let places: Vec<usize> = script.char_indices().map(|(place, _)| place).collect();
            let place = *at.get(&places);
            if piece == "}" {
                script.truncate(place.max(1));
            } else {
                script.insert_str(place, piece);
            }
        }
        script
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_text_is_read_or_refused(text in "[a-z0-9 \\n\"'`$(){}\\[\\]#;&|<>=+\\\\-]{0,400}") {
        let since = ThreadClock::start();
        let _ = import(&text, Some(Format::Megatron), &formats::catalog::default_plan());
        prop_assert!(since.elapsed() < LONGEST);
    }

    #[test]
    fn changed_scripts_are_read_or_refused(script in mutated()) {
        let since = ThreadClock::start();
        let read = import(&script, Some(Format::Megatron), &formats::catalog::default_plan());
        prop_assert!(since.elapsed() < LONGEST);
        check_reply(&script, &formats::catalog::default_plan());
        if let Ok(read) = read {
            let (_, warnings) = link::decode(&link::encode(&read.plan));
            prop_assert!(warnings.is_empty(), "{:?}", warnings);
            for note in &read.notes {
                let sentence = text::imports::note(note);
                prop_assert!(!sentence.chars().any(char::is_control), "{:?}", sentence);
            }
        }
    }
}
