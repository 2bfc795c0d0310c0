//! Each row of each table is written by some plan. Where it is the value of a key, a reader of the
//! row alone finds the plan's value again, unless the row's lacks say that the plan has another.

use super::setting::{ReadStep, Reading, Section, Takes, count_written, each_row};
use super::{
    accelerate, deepspeed, maxtext, megatron, megatron_bridge, nanotron, peft, swift, torchtitan,
    torchtune, trainer,
};
use crate::export::Facts;
use crate::export::document::{OptionTree, OptionValue, tree};
use crate::import::fields::Fields;
use crate::import::reading::ImportReader;
use crate::import::{ImportBase, ParsedValue};
use crate::link;
use cost::legal::Legal;
use cost::plan::Plan;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use test_utils::drawn::{any_legal, worded_plan};

/// The tables, with the recipe whose plans they write.
const TABLES: &[(&str, &[Section])] = &[
    ("megatron", megatron::table::TABLE),
    ("maxtext", maxtext::TABLE),
    ("megatron-bridge", megatron_bridge::TABLE),
    ("nanotron", nanotron::TABLE),
    ("torchtitan", torchtitan::TABLE),
    ("deepspeed", deepspeed::TABLE),
    ("accelerate", accelerate::TABLE),
    ("axolotl", trainer::axolotl::TABLE),
    ("llama-factory", trainer::llama_factory::TABLE),
    ("trl", trainer::arguments::TABLE),
    ("ms-swift", swift::TABLE),
    ("torchtune", torchtune::TABLE),
    ("peft", peft::TABLE),
];

fn plans() -> Vec<Plan> {
    let mut runner = TestRunner::deterministic();
    let legal = any_legal().prop_map(|drawn| drawn.0);
    let worded = worded_plan(|_| true);
    let mut plans = Vec::new();
    for _ in 0..400 {
        plans.push(legal.new_tree(&mut runner).unwrap().current());
        plans.push(worded.new_tree(&mut runner).unwrap().current());
    }
    // Words that hardly any drawn plan has.
    let moved = "#v=1&p=mixtral-8x7b/h100x64&ep=8&off=acts&offmod=norm,qkv,core,proj,fc1,act";
    plans.push(link::decode(moved).0);
    // No drawn plan moves parts of a layer to the host, and few move some layers of a single stage.
    plans.push(link::decode("#v=1&p=llama3-8b/h100x8&gbs=16&off=acts&offmod=core").0);
    plans.push(link::decode("#v=1&p=llama3-8b/h100x8&gbs=16&off=acts&offn=4").0);
    // Few drawn plans train all weights in 16 bits, or page moments.
    let half = "#v=1&p=llama3-8b/h100x8&gbs=16&recipe=hf&opt=adamwbf16&master=none&grads=16bit";
    plans.push(link::decode(half).0);
    plans.push(link::decode("#v=1&p=llama3-8b/h100x8&recipe=hf&opt=adamw8&off=paged").0);
    // Few drawn plans have adapters of some layers of a model with a name.
    let some = "#v=1&p=llama3-8b/h100x8&recipe=hf&ft=lora&trainends=head&frzfirst=4&frzlast=2";
    plans.push(link::decode(some).0);
    // torchtune has a plan of the matrices of Llama alone.
    plans.push(link::decode("#v=1&p=llama3-8b/h100x8&tp=2&gbs=16").0);
    plans.retain(|plan| Legal::check(plan).is_ok());
    assert!(plans.len() > 400, "{}", plans.len());
    plans
}

fn parsed(value: OptionValue) -> ParsedValue {
    match value {
        OptionValue::Flag => ParsedValue::Switch(true),
        OptionValue::Switch(is_on) => ParsedValue::Switch(is_on),
        OptionValue::Whole(number) => ParsedValue::Whole(number),
        OptionValue::Number(digits) => ParsedValue::Number(digits.into_owned()),
        OptionValue::Word(word) => ParsedValue::Text(word.to_owned()),
        OptionValue::Text(text) => ParsedValue::Text(text),
        OptionValue::Words(words) => {
            let words = words
                .into_iter()
                .map(|word| ParsedValue::Text(word.to_owned()));
            ParsedValue::List(words.collect())
        }
        OptionValue::Numbers(numbers) => {
            ParsedValue::List(numbers.into_iter().map(ParsedValue::Whole).collect())
        }
    }
}

fn document(branch: Vec<(&'static str, OptionTree)>) -> ParsedValue {
    let field = |(name, node): (&str, OptionTree)| {
        let value = match node {
            OptionTree::Leaf(value) => parsed(value),
            OptionTree::Branch(inner) => document(inner),
        };
        (name.to_owned(), value)
    };
    ParsedValue::Fields(branch.into_iter().map(field).collect())
}

#[test]
fn each_row_is_written_and_read_back() {
    let plans = plans();
    for (framework, table) in TABLES {
        // The file of an adapter has no batch and no layout.
        let fewest = if *framework == "peft" { 8 } else { 15 };
        assert!(count_written(table) > fewest, "{framework}");
        let mut faults = Vec::new();
        each_row(table, |row| {
            let mut written = 0;
            for plan in &plans {
                let legal = Legal::check(plan).unwrap();
                let facts = Facts::of(&legal);
                let written_row = row.written();
                let Some((option, value)) = written_row.and_then(|row| row.of(&facts)) else {
                    continue;
                };
                written += 1;
                let Reading::Key(key, ..) = row.reading() else {
                    continue;
                };
                let is_lacking = row.is_lacking(&facts);
                let file = document(tree(vec![(option, value)]));
                // The rest of the plan is there, but for the key.
                let mut base = plan.clone();
                let _ = link::set_value(&mut base, key, &other(plan, key));
                let mut reader = ImportReader::of(&ImportBase::filling(&base));
                let step = ReadStep::Row(row.names(), row.reading(), |_| true, Takes::One);
                step.read(&mut Fields {
                    value: &file,
                    reading: &mut reader,
                });
                let [was, is] = [plan, &reader.plan].map(|plan| link::value(plan, key));
                if was != is && !is_lacking {
                    faults.push(format!(
                        "{framework}, {option}: {key} {was} came back as {is}"
                    ));
                }
            }
            if written == 0 && row.is_written() {
                faults.push(format!("{framework}, {}: never written", row.names()));
            }
        });
        faults.sort();
        faults.dedup();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

/// Another value of a key, if it can have one.
fn other(plan: &Plan, key: &str) -> String {
    let was = link::value(plan, key);
    let mut changed = plan.clone();
    for value in ["1", "2", "0", "bf16", "fp32", "adamw", "sgdm"] {
        if value != was && link::set_value(&mut changed, key, value) {
            return value.to_owned();
        }
    }
    was
}
