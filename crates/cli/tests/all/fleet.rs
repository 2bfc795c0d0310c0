//! `shardwise fleet`: rows and their answers, alternatives, bad rows, bad files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cost::plan::Recipe;
use fleet::{ANSWERS, MOST_ROWS, Sheet, UnreadableSheet};
use test_utils::estimated;

/// A file of this test binary with this in it.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("the file can be written");
    path
}

fn fleet(path: &Path, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .arg("fleet")
        .arg(path)
        .args(options)
        .output()
        .expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// A table as it was read back.
struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn of(bytes: &[u8]) -> Self {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(bytes);
        let lines = reader
            .records()
            .map(|line| line.expect("rows of one length"));
        let mut rows: Vec<Vec<String>> = lines
            .map(|line| line.iter().map(str::to_owned).collect())
            .collect();
        Self {
            header: rows.remove(0),
            rows,
        }
    }

    /// A column by its name.
    fn column(&self, name: &str) -> Vec<&str> {
        let place = self.header.iter().position(|known| known == name);
        let place = place.unwrap_or_else(|| panic!("a column {name}"));
        self.rows.iter().map(|row| row[place].as_str()).collect()
    }
}

/// The table for a file that has an answer for every row.
fn answered(name: &str, bytes: &str, options: &[&str]) -> Table {
    let output = fleet(&file(name, bytes), options);
    let errors = text(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{errors}\n{}",
        text(&output.stdout)
    );
    assert_eq!(errors, "");
    Table::of(&output.stdout)
}

#[test]
fn every_row_has_its_answer_in_order() {
    let table = answered(
        "happy.csv",
        "who,gpus,model,gpu,gbs,fix\n\
         \"Ada, \"\"us\"\"\",8,llama3-8b,H100,16,cp=1 pp=1\n\
         ,16,llama3-8b,b200,32,cp=1; pp=1\n",
        &[],
    );
    let own = ["who", "gpus", "model", "gpu", "gbs", "fix"];
    assert_eq!(table.header, [&own[..], &ANSWERS].concat());
    assert_eq!(table.column("who"), ["Ada, \"us\"", ""]);
    assert_eq!(table.column("gpu"), ["H100", "b200"]);
    assert_eq!(table.column("error"), ["", ""]);
    assert_eq!(table.column("best_gpus"), ["8", "16"]);
    for (index, link) in table.column("best_link").into_iter().enumerate() {
        let (plan, estimate) = estimated(link);
        let figure = |name: &str| -> f64 {
            let cell = table.column(name)[index];
            cell.parse().unwrap_or_else(|_| panic!("{name}: {cell}"))
        };
        let close = |name: &str, value: f64| test_utils::close(name, figure(name), value, 1e-5);
        let step = estimate.time.total().0;
        let tokens = (plan.sequence() * plan.global_batch()) as f64;
        close("step_s", step);
        close("tokens_per_s", tokens / step);
        close("mfu", estimate.utilisation.mfu);
        close("peak_gib", estimate.memory.peak().gib());
        close("run_days", estimate.run.days);
        close("cost_usd", estimate.run.cost_usd);
        assert_eq!(table.column("verdict")[index], "fits");
        assert!(figure("tied") >= 1.0 && figure("tied") <= 100.0);
        assert!(figure("considered") > figure("estimated") && figure("estimated") > 0.0);
        assert!(
            (plan.layout.context, plan.layout.pipeline) == (1, 1),
            "{link}"
        );
        assert!([16, 32].contains(&plan.global_batch()), "{link}");
    }
}

/// Options fill the cells that a row leaves empty; the row's own values take precedence.
#[test]
fn options_fill_empty_cells() {
    let table = answered(
        "options.csv",
        "model,gpu,gpus,gbs,fix,goal\n\
         llama3-8b,h100,8,16,,\n\
         llama3-8b,h100,8,16,tp=4 cp=1 pp=1,\n\
         llama3-8b,h100,8,16,,smallest\n",
        &["--fix", "tp=8", "--fix", "cp=1", "--fix", "pp=1"],
    );
    let degree = |link: &str| test_utils::plan(link).layout.tensor;
    let links = table.column("best_link");
    let degrees: Vec<u64> = links.iter().map(|link| degree(link)).collect();
    assert_eq!(degrees, [8, 4, 8]);
    let peaks = table.column("peak_gib");
    let [fast, _, small] = peaks[..] else {
        panic!("{peaks:?}")
    };
    assert!(
        small.parse::<f64>().ok() < fast.parse::<f64>().ok(),
        "{peaks:?}"
    );
}

#[test]
fn a_link_stands_for_its_plan() {
    let table = answered(
        "links.csv",
        "link,mbs,margin\n\
         #v=1&p=llama3-8b/h100x8&gbs=16&seq=4096,,\n\
         https://example.org/?embed=1#v=1&p=llama3-8b/h100x8&gbs=32,2,0\n",
        &["--fix", "cp=1", "--fix", "pp=1"],
    );
    let plans: Vec<_> = table
        .column("best_link")
        .into_iter()
        .map(test_utils::plan)
        .collect();
    assert_eq!((plans[0].global_batch(), plans[0].sequence()), (16, 4_096));
    assert_eq!(plans[1].global_batch(), 32);
}

#[test]
fn a_row_has_a_framework_that_runs_on_its_gpu() {
    let table = answered(
        "cards.csv",
        "model,gpu,gpus,gbs,recipe\n\
         llama3-8b,h100,16,32,\n\
         llama3-8b,tpu-v5p,16,32,\n\
         llama3-8b,h100,16,32,torchtitan\n",
        &["--fix", "tp=1", "--fix", "cp=1", "--fix", "pp=1"],
    );
    let links = table.column("best_link").into_iter();
    let recipes: Vec<Recipe> = links
        .map(|link| test_utils::plan(link).stack.recipe)
        .collect();
    let expected = [Recipe::Megatron, Recipe::MaxText, Recipe::TorchTitan];
    assert_eq!(recipes, expected);
}

#[test]
fn alternatives_are_a_row_each() {
    let table = answered(
        "alternatives.csv",
        "model,gpu,gpus,gbs,note,fix\n\
         llama3-8b,h100 | b200,8,16|32|,a|b,tp=8 cp=1 pp=1\n\
         llama3-8b,h100,8|16,16,,tp=8 cp=1 pp=1\n",
        &[],
    );
    let gpu: Vec<&str> = table.column("gpu").into_iter().map(str::trim).collect();
    assert_eq!(gpu, ["h100", "h100", "b200", "b200", "h100", "h100"]);
    assert_eq!(table.column("gbs"), ["16", "32", "16", "32", "16", "16"]);
    assert_eq!(table.column("gpus"), ["8", "8", "8", "8", "8", "16"]);
    assert_eq!(table.column("note"), ["a|b", "a|b", "a|b", "a|b", "", ""]);
    let links = table.column("best_link");
    let cards: Vec<_> = links
        .into_iter()
        .map(|link| test_utils::plan(link).cluster)
        .collect();
    assert_eq!(cards[2].gpu.preset, "b200");
    assert_eq!(cards[5].gpus, 16);
}

#[test]
fn a_bad_row_spoils_no_other() {
    let good = "llama3-8b,h100,8,16,cp=1 pp=1 tp=8,,,,";
    let bad: [(&[u8], &str); 17] = [
        (
            b"lama,h100,8,16,,,,,",
            "There is no model “lama” in the catalogue.",
        ),
        (
            b"llama3-8b,h1,8,16,,,,,",
            "There is no GPU “h1” in the catalogue.",
        ),
        (
            b"llama3-8b,h100,8.5,16,,,,,",
            "“8.5” is not a number of GPUs, which is 1 to",
        ),
        (
            b"llama3-8b,h100,0,16,,,,,",
            "“0” is not a number of GPUs, which is 1 to",
        ),
        (b"llama3-8b,h100,,16,,,,,", "The column gpus is empty."),
        (b",,,,,,,,", "The column model is empty."),
        (
            b"llama3-8b,h100,8,many,,,,,",
            "“many” is not a value of gbs, which takes 1 to",
        ),
        (
            b"llama3-8b,h100,8,1&tp=2,,,,,",
            "“1&tp=2” is not a value of gbs, which takes 1 to",
        ),
        (b"llama3-8b,h100,8,16,tp=x,,,,", "“x” does not restrict tp"),
        (
            b"llama3-8b,h100,8,16,colour=red,,,,",
            "There is no axis “colour” to restrict",
        ),
        (b"llama3-8b,h100,8,16,,best,,,", "There is no goal “best”"),
        (
            b"llama3-8b,h100,8,16,,soonest,,,",
            "needs a limit of dollars",
        ),
        (
            b"llama3-8b,h100,8,16,,cheapest,soon,,",
            "“soon” is not a number of days",
        ),
        (b"llama3-8b,h100,8,16,,,,-5,", "“-5” is not a margin"),
        (
            b"llama3-8b,h100,8,16,,,,,#v=1",
            "names both a link and a model",
        ),
        (
            b"llama3-8b,h100,8",
            "Cells of the row: 3; of the header: 9.",
        ),
        (b"llama3-8b,h100,8,\xff,,,,,", "The row is not UTF-8."),
    ];
    let mut bytes = b"model,gpu,gpus,gbs,fix,goal,days,margin,link\n".to_vec();
    for (row, _) in bad {
        for line in [good.as_bytes(), row] {
            bytes.extend([line, b"\n"].concat());
        }
    }
    let output = fleet(&file("bad.csv", &bytes), &[]);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(
        errors.starts_with("shardwise: 17 of 34 rows have no answer"),
        "{errors}"
    );
    let table = Table::of(String::from_utf8_lossy(&output.stdout).as_bytes());
    assert_eq!(table.rows.len(), 2 * bad.len());
    let (links, sentences) = (table.column("best_link"), table.column("error"));
    for (index, (_, sentence)) in bad.iter().enumerate() {
        assert_eq!((sentences[2 * index], links[2 * index]), ("", links[0]));
        assert_eq!(links[2 * index + 1], "");
        let found = sentences[2 * index + 1];
        assert!(found.contains(sentence), "{found} instead of {sentence}");
        assert!(found.ends_with('.'), "{found}");
    }
}

#[test]
fn a_row_without_a_layout_says_so() {
    let rows = "model,gpu,gpus,gbs,goal,days,fix\n\
                llama3-405b,h100,8,16,,,cp=1 pp=1\n\
                llama3-8b,h100,8,16,cheapest,1,cp=1 pp=1\n\
                llama3-8b,h100,8,16,,,tp=3\n";
    let output = fleet(&file("nothing.csv", rows), &[]);
    assert_eq!(output.status.code(), Some(1));
    let table = Table::of(&output.stdout);
    let expected = [
        "No layout fits on these GPUs.",
        "No layout fits on these GPUs and is done within 1 days.",
        "No legal layout is among those allowed.",
    ];
    assert_eq!(table.column("error"), expected);
    let considered = table.column("considered");
    assert!(considered[0].parse::<u64>().is_ok_and(|count| count > 0));
    assert_eq!(considered[2], "0");
}

#[test]
fn a_file_that_cannot_be_read_is_two() {
    let many = ["1|"; 47].concat();
    let huge = format!("model,gpu,gpus\n{many}2,{many}2,{many}2\n");
    let cases: [(&str, &[u8], &str); 8] = [
        ("empty.csv", b"", "is empty"),
        ("blank.csv", b"\n\n\n", "is empty"),
        (
            "headless.csv",
            b"llama3-8b,h100,8\n",
            "name a column link, or columns model, gpu and gpus",
        ),
        (
            "semicolons.csv",
            b"model;gpu;gpus\nllama3-8b;h100;8\n",
            "with commas between them",
        ),
        (
            "half.csv",
            b"model,gpu\nllama3-8b,h100\n",
            "columns model, gpu and gpus",
        ),
        ("twice.csv", b"model,gpu,gpus,gbs,gbs\n", "are called “gbs”"),
        ("latin.csv", b"model,gpu,gpus,pr\xe9cis\n", "is not UTF-8"),
        (
            "huge.csv",
            huge.as_bytes(),
            "stands for more than 100,000 plans",
        ),
    ];
    let mut paths: Vec<(PathBuf, &str)> = Vec::new();
    for (name, bytes, sentence) in cases {
        paths.push((file(name, bytes), sentence));
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    paths.push((folder.join("no such file.csv"), "cannot read"));
    paths.push((folder.to_owned(), "cannot read"));
    for (path, sentence) in paths {
        let output = fleet(&path, &[]);
        let errors = text(&output.stderr);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{}: {errors}",
            path.display()
        );
        assert!(output.stdout.is_empty(), "{}", path.display());
        assert!(
            errors.starts_with("shardwise: ") && errors.ends_with(".\n"),
            "{errors}"
        );
        assert!(errors.contains(sentence), "{errors} instead of {sentence}");
    }
    // Faults of the options that no row could fix are reported before the file is read.
    for options in [["--fix", "tp=x"], ["--margin", "nan"], ["--days", "0"]] {
        let output = fleet(&folder.join("no such file.csv"), &options);
        assert_eq!(output.status.code(), Some(2));
        assert!(!text(&output.stderr).contains("cannot read"), "{options:?}");
    }
}

/// A sheet with the largest allowed number of plans, and one with one plan more.
#[test]
fn plans_are_counted_before_they_are_made() {
    let of = |rows: usize| {
        let all = vec!["8"; rows].join("|");
        Sheet::read(format!("model,gpu,gpus\nllama3-8b,h100,{all}\n").as_bytes())
    };
    assert_eq!(of(MOST_ROWS).expect("a sheet").len(), MOST_ROWS);
    assert!(matches!(of(MOST_ROWS + 1), Err(UnreadableSheet::TooMany)));
    assert!(of(3).expect("a sheet").row(3).is_none());
}

#[test]
fn answers_go_where_they_are_told_and_come_back_the_same() {
    let rows = "\u{feff}model,gpu,gpus,gbs,fix,note\r\n\
                llama3-8b,h100,8,16|32,cp=1 pp=1 tp=8,\"two\r\nlines\"\r\n";
    let path = file("again.csv", rows);
    let out = file("again-out.csv", "old");
    let out_text = out.to_str().expect("a path in UTF-8");
    let output = fleet(&path, &["--out", out_text]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(output.stdout.is_empty());
    let written = fs::read(&out).expect("the answers");
    let table = Table::of(&written);
    assert_eq!(table.column("note"), ["two\r\nlines"; 2]);
    assert_eq!(table.column("gbs"), ["16", "32"]);
    // Answers are no part of a plan: answered again, they are replaced by the same.
    let again = fleet(&out, &[]);
    assert_eq!(text(&again.stdout), text(&written));
    assert!(text(&again.stderr).contains("replaced by new answers: best_link"));

    let output = fleet(&path, &["--out", path.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).expect("the plans"), rows);
    let output = fleet(&path, &["--out", "/no/such/folder/out.csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot write"));
}

#[test]
fn a_header_alone_has_no_answers() {
    let table = answered("header.csv", "model,gpu,gpus\n", &[]);
    assert_eq!(table.header[3..], ANSWERS.map(str::to_owned));
    assert!(table.rows.is_empty());
}

#[test]
fn the_sample_can_be_read() {
    let path = test_utils::root().join("docs/fleet.csv");
    let sheet = Sheet::read_file(&path).expect("a sheet");
    assert_eq!(sheet.len(), 10);
    for place in 0..sheet.len() {
        let row = sheet.row(place).expect("a row");
        assert!(row.texts().is_ok(), "row {place}");
    }
}
