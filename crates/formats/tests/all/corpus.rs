//! Kinds of real files (`test_utils::corpus`): each value that a file sets comes out, or is said not
//! to be understood.
//!
//! Every file is read over a plan of which no value is usual, so a value that was not read cannot be
//! right by chance.

use std::collections::BTreeSet;
use std::fmt::Debug;

use crate::import_worker::check_reply;
use cost::plan::{Plan, Word as _};
use formats::import::{
    ImportBase, ImportNote, ImportRefusal, Imported, NamedFile, ParsedValue, ReadBudget,
    SettingOrigin, import, import_several, json, toml, yaml,
};
use formats::link;
use test_utils::corpus::{Corpus, Kind, corpus};

/// Keys of the layout and the batch.
const LAYOUT: &str = "gpus tp pp cp ep etp sp vp sched split ends cpkind zero hsdp seq mbs gbs \
    dtype opt master grads ckpt ckptn ckptmod off";

/// Options of launchers and of scripts themselves, which change no figure of a plan, or whose
/// product is the number of GPUs.
const LAUNCHER: &str = "nnodes nproc_per_node node_rank master_addr master_port rdzv_backend \
    rdzv_endpoint rdzv_id rdzv_conf standalone num_processes num_machines machine_rank \
    main_process_ip main_process_port num_gpus num_nodes hostfile include no_python module \
    log_dir max_restarts tee redirects monitor_interval config config_file nodes gpus_per_node \
    ntasks_per_node gres partition time job_name output error exclusive container_image \
    container_mounts mpi m c u x e f o lc np n N J p t w rm gpus command topology cpus_per_task";

/// The plan over which files are read.
fn odd() -> Plan {
    test_utils::plan(
        "#v=1&p=gpt2-1.5b/a100-80x48&tp=3&pp=3&vp=2&cp=3&ep=3&etp=3&zero=2&ckpt=sel&seq=640&mbs=3\
         &gbs=99&dtype=fp32&opt=sgdm",
    )
}

/// The plan of a kind's files.
fn read(kind: &Kind, base: &Plan) -> Result<Imported, ImportRefusal> {
    match kind.files.as_slice() {
        [(_, text)] => {
            check_reply(text, base);
            import(text, None, base)
        }
        files => {
            let named =
                |(path, text): &(String, String)| NamedFile::of(path, text.as_bytes().to_vec());
            let files: Vec<NamedFile> = files.iter().map(named).collect();
            import_several(&files, None, &ImportBase::filling(base), &ReadBudget::new())
        }
    }
}

/// A value as Rust writes it, in one word.
fn debug(what: &dyn Debug) -> String {
    format!("{what:?}").replace(char::is_whitespace, "")
}

fn value(read: &Imported, key: &str) -> String {
    match key {
        "gpus" => read.plan.cluster.gpus.to_string(),
        "gpu" => read.plan.cluster.gpu.preset.to_owned(),
        // A file may change a named model.
        "model" => {
            let mut settings = read.settings.iter();
            let named = settings.find(|setting| setting.key == "model");
            named.map_or_else(String::new, |setting| setting.value.clone())
        }
        key => link::value(&read.plan, key),
    }
}

/// A note in one word.
pub(crate) fn word(note: &ImportNote) -> String {
    let word = match note {
        ImportNote::Undefined { option, variable } => format!("undefined:{option}:{variable}"),
        ImportNote::Undecided { option, variable } => format!("undecided:{option}:{variable}"),
        ImportNote::UndecidedCommand(variable) => format!("command:{variable}"),
        ImportNote::MayAdd(variable) => format!("may:{variable}"),
        ImportNote::TakenUnset(variable) => format!("unset:{variable}"),
        ImportNote::FirstTurn(variable) => format!("turn:{variable}"),
        ImportNote::NotGiven(file) => format!("absent:{file}"),
        ImportNote::SeveralCommands(count) => format!("commands:{count}"),
        ImportNote::Nearest { option, .. } => format!("nearest:{option}"),
        ImportNote::Alone { option, .. } => format!("alone:{option}"),
        ImportNote::LaterDefault(option) => format!("later:{option}"),
        ImportNote::FilesDiffer { setting, other, .. } => format!("differ:{setting}:{other}"),
        other => format!("{other:?}"),
    };
    word.replace(char::is_whitespace, "")
}

/// The name of an option as it is compared: without the signs before it, and with one kind of line.
fn plain(name: &str) -> String {
    name.trim_start_matches(['-', '+', '~']).replace('-', "_")
}

/// The options that a file sets.
fn options(path: &str, text: &str, found: &mut BTreeSet<String>) {
    let parsed = match path.rsplit_once('.').map(|(_, end)| end) {
        Some("yaml" | "yml") => yaml(text),
        Some("json") => json(text),
        Some("toml") => toml(text),
        Some("log") => return,
        Some("args") => {
            let names = text.lines().filter_map(|line| line.split_once(" ..."));
            let names = names.filter_map(|(name, _)| name.split_whitespace().next_back());
            found.extend(names.map(plain));
            return;
        }
        _ => return words(text, found),
    };
    leaves(&parsed.expect(path), "", found);
}

fn leaves(value: &ParsedValue, path: &str, found: &mut BTreeSet<String>) {
    match value {
        ParsedValue::Fields(fields) => {
            for (name, value) in fields {
                let path = match path {
                    "" => plain(name),
                    path => [path, ".", &plain(name)].concat(),
                };
                leaves(value, &path, found);
            }
        }
        _ => drop(found.insert(path.to_owned())),
    }
}

/// The options among the words of a script.
fn words(text: &str, found: &mut BTreeSet<String>) {
    let text = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    let text: String = text.flat_map(|line| [line, "\n"]).collect();
    let signs = |sign: char| sign.is_whitespace() || "\"'()`;|<>".contains(sign);
    for word in text.split(signs) {
        let name = word.split_once('=').map_or(word, |(name, _)| name);
        let is_flag = name.starts_with('-');
        let begins = plain(name).starts_with(|first: char| first.is_ascii_lowercase());
        let is_name = name
            .chars()
            .all(|sign| sign.is_ascii_alphanumeric() || "-_.+~".contains(sign));
        if begins && is_name && (is_flag || word.contains('=')) {
            found.insert(plain(name));
        }
    }
}

/// Outcomes of the values of a kind.
#[derive(Default)]
struct Count {
    expected: usize,
    read: usize,
    said: usize,
    silent: usize,
    contradicted: usize,
    layout: usize,
    layout_read: usize,
    faults: Vec<String>,
}

impl Count {
    /// Counts the values that a kind sets, and those that its framework adds.
    fn values(&mut self, kind: &Kind, read: &Imported) {
        let origin = |key: &str| {
            let mut settings = read.settings.iter();
            let setting = settings.find(|setting| setting.key == key);
            setting.map(|setting| setting.origin)
        };
        let missing: Vec<&str> = read.missing.iter().flat_map(|what| what.keys()).collect();
        let given = kind.values("gives").into_iter();
        let given = given.map(|(key, value)| (key, Some(value)));
        let open = kind.words("open").into_iter().map(|key| (key, None));
        let mut known = BTreeSet::new();
        for (key, expected) in given.chain(open) {
            known.insert(key);
            let now = value(read, key);
            let is_layout = LAYOUT.split_whitespace().any(|layout| layout == key);
            let is_read =
                expected == Some(now.as_str()) && origin(key) == Some(SettingOrigin::Read);
            let is_said = missing.contains(&key) || !kind.words("unfit").is_empty();
            self.expected += 1;
            self.layout += usize::from(is_layout);
            if is_read {
                self.read += 1;
                self.layout_read += usize::from(is_layout);
            } else if origin(key).is_some() {
                self.contradicted += 1;
                self.faults
                    .push(format!("{key} is {now} by {:?}", origin(key)));
            } else if is_said {
                self.said += 1;
            } else {
                self.silent += 1;
                self.faults.push(format!("{key} is silent"));
            }
        }
        for (key, expected) in kind.values("usual") {
            let now = value(read, key);
            if now != expected || origin(key) != Some(SettingOrigin::Default) {
                self.faults
                    .push(format!("{key} is {now} by {:?}", origin(key)));
            }
        }
        for setting in &read.settings {
            if setting.origin == SettingOrigin::Read && !known.contains(setting.key) {
                self.faults.push(format!(
                    "{}={} by {}",
                    setting.key, setting.value, setting.option
                ));
            }
        }
    }

    /// Counts the options of a kind of which neither a value nor a remark tells.
    fn options(
        &mut self,
        corpus: &Corpus,
        kind: &Kind,
        read: &Imported,
        used: &mut BTreeSet<String>,
    ) {
        let mut found = BTreeSet::new();
        for (path, text) in &kind.files {
            options(path, text, &mut found);
        }
        let settings = read.settings.iter().map(|setting| setting.option.as_str());
        let unfit = read.unfit.iter().map(|(option, _)| option.as_str());
        let unknown = read.unknown.iter().map(String::as_str);
        let named = settings.chain(unfit).chain(unknown);
        let named = named.flat_map(|names| names.split([' ', ','])).map(plain);
        let named: Vec<String> = named.filter(|name| !name.is_empty()).collect();
        let notes: Vec<String> = read.notes.iter().map(|note| plain(&word(note))).collect();
        let missing = plain(&debug(&read.missing));
        let keys = kind.values("gives").into_iter().chain(kind.values("usual"));
        let keys = keys.map(|(key, _)| key).chain(kind.words("open"));
        let keys: Vec<&str> = keys.collect();
        for option in found {
            let is_named = named.iter().any(|name| is_part(&option, name));
            let is_said = notes.iter().any(|note| note.contains(last(&option)))
                || missing.contains(&format!("\"{option}\""));
            let is_launcher = LAUNCHER.split_whitespace().any(|name| name == option);
            let idle = corpus.idle.iter().find(|idle| covers(idle, &option));
            let beside = corpus
                .beside
                .iter()
                .find(|(other, _)| covers(other, &option));
            used.extend(idle.cloned());
            used.extend(beside.map(|(option, _)| option.clone()));
            let is_beside = beside
                .is_some_and(|(_, others)| others.iter().any(|key| keys.contains(&key.as_str())));
            if !(is_named || is_said || is_launcher || idle.is_some() || is_beside) {
                self.silent += 1;
                self.faults.push(format!("option {option} is silent"));
            }
        }
    }

    /// Compares what is said of a kind.
    fn said(&mut self, kind: &Kind, read: &Imported) {
        let unfit = read.unfit.iter().map(|(option, _)| option.clone());
        let all: [(&str, Vec<String>); 5] = [
            ("unknown", read.unknown.clone()),
            ("unfit", unfit.collect()),
            (
                "missing",
                read.missing.iter().map(|what| debug(what)).collect(),
            ),
            ("notes", read.notes.iter().map(word).collect()),
            (
                "unsaid",
                read.unsaid.iter().map(|what| debug(what)).collect(),
            ),
        ];
        for (heading, mut found) in all {
            let mut expected = kind.words(heading);
            expected.sort_unstable();
            found.sort_unstable();
            if found != expected {
                self.faults.push(format!("{heading}: {}", found.join(" ")));
            }
        }
    }
}

/// The last part of the path of an option.
fn last(option: &str) -> &str {
    option.rsplit_once('.').map_or(option, |(_, last)| last)
}

/// True if a name stands for an option: with the path to it or without, or as the table around it.
fn is_part(option: &str, name: &str) -> bool {
    let ends = |whole: &str, end: &str| {
        let before = whole.strip_suffix(end);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    let is_inside = option
        .strip_prefix(name)
        .is_some_and(|rest| rest.starts_with('.'));
    ends(option, name) || ends(name, option) || is_inside
}

/// True if a name of a list, or all names that begin as it does up to its star, stand for an option.
fn covers(name: &str, option: &str) -> bool {
    match name.strip_suffix('*') {
        Some(begin) => option.starts_with(begin),
        None => is_part(option, name),
    }
}

#[test]
fn each_value_of_each_kind_is_read_or_said() {
    let base = odd();
    let mut total = Count::default();
    let mut kinds = 0;
    for corpus in corpus() {
        let mut names = BTreeSet::new();
        let mut used = BTreeSet::new();
        for kind in &corpus.kinds {
            assert!(names.insert(&kind.name), "{} stands twice", kind.name);
            let source = kind.words("source");
            assert!(!source.is_empty(), "{} has no source", kind.name);
            // Ways of writing that no file of somebody else shows, are not counted.
            kinds += usize::from(source != ["own"]);
            let before = total.faults.len();
            let refused = kind.words("refused");
            let read = match read(kind, &base) {
                Ok(read) if refused.is_empty() => read,
                Err(why) if refused == [debug(&why)] => continue,
                other => {
                    let name = &kind.name;
                    total
                        .faults
                        .push(format!("{name}: {:?}", other.map(|read| read.format)));
                    continue;
                }
            };
            if read.format != kind.format {
                total.faults.push(format!("read as {:?}", read.format));
            }
            total.values(kind, &read);
            total.options(corpus, kind, &read, &mut used);
            total.said(kind, &read);
            let name = format!("{}, {}: ", kind.format.word(), kind.name);
            for fault in &mut total.faults[before..] {
                fault.insert_str(0, &name);
            }
            for what in &read.missing {
                let sentence = text::imports::missing(*what, &read.plan);
                assert!(sentence.ends_with('.'), "{sentence}");
            }
            for note in &read.notes {
                let sentence = text::imports::note(note);
                assert!(sentence.ends_with('.'), "{sentence}");
            }
        }
        let listed = corpus
            .beside
            .iter()
            .map(|(option, _)| option)
            .chain(&corpus.idle);
        for option in listed.filter(|option| !used.contains(*option)) {
            let name = corpus.format.word();
            total.faults.push(format!("{name}: {option} is in no kind"));
        }
    }
    let share = 100.0 * total.layout_read as f64 / total.layout as f64;
    eprintln!(
        "{kinds} kinds, {} values: {} read, {} said not to be understood, {} silent, {} contradicted; \
         {share:.1} % of {} layout values read",
        total.expected, total.read, total.said, total.silent, total.contradicted, total.layout
    );
    assert!(total.faults.is_empty(), "{}", total.faults.join("\n"));
    assert_eq!((total.silent, total.contradicted), (0, 0));
    assert!(kinds >= 120, "{kinds}");
    assert!(share >= 95.0, "{share}");
}
