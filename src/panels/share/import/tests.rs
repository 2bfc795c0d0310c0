use super::super::event::{ImportAnswer, ImportEvent, ShareEvent};
use super::super::pane::Pane;
use super::super::reader::{ReaderEvent, ReaderUser};
use super::super::state::ShareDialog;
use super::state::ImportOutcome;
use super::update::number_of;
use crate::browser::file::ChosenFile;
use crate::browser::folder::ChosenFiles;
use crate::panels::testing::{Stand, outline, page};
use crate::store::Effect;
use cost::plan::{Plan, Recipe};
use formats::import::worker::ImportReply;
use formats::import::{ImportBase, LogStream};

const PLAN: &str = "#v=1&p=gpt2-1.5b/a100-80x16";
const CONFIG: &str = r#"{"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336,
    "vocab_size": 128256, "max_position_embeddings": 8192, "flavour": "sweet"}"#;

fn stand() -> Stand<ShareDialog> {
    let mut stand = Stand::new(ShareDialog::default(), page(PLAN));
    stand.update(ShareEvent::Open(Pane::Import, None));
    stand
}

/// Answers a question; returns whether that changes the plan.
fn answer(stand: &mut Stand<ShareDialog>, answer: ImportAnswer) -> bool {
    let event = stand.panel().import.answered(answer);
    let is_new = event.is_some();
    event.into_iter().for_each(|event| {
        stand.update(event);
    });
    is_new
}

fn paste(stand: &mut Stand<ShareDialog>, text: &str) -> String {
    let event = stand.panel().import.pasted(text.to_owned());
    event.into_iter().for_each(|event| {
        stand.update(event);
    });
    read_it(stand);
    stand.html()
}

/// The result of the reader of files, if a text waits for it.
fn read_it(stand: &mut Stand<ShareDialog>) {
    let replies = stand.panel().import.reader.replies();
    for reply in replies {
        stand.update(ShareEvent::Reader(ReaderUser::Import, reply));
    }
}

fn take(stand: &mut Stand<ShareDialog>) -> Vec<Effect> {
    stand.update(ShareEvent::Import(ImportEvent::Take))
}

#[test]
fn the_view_of_a_configuration() {
    let mut stand = stand();
    let html = paste(&mut stand, CONFIG);
    let from = html
        .find("<div aria-live=\"polite\" class=\"brought\"")
        .unwrap();
    let html = &html[from..];
    assert!(html.contains("A config.json of Hugging Face"));
    assert!(html.contains("on 16 × A100"));
    assert!(html.contains("data-key=\"gpus\""));
    assert!(html.contains("flavour"), "what is not understood is said");
    assert!(html.contains("id=\"bring-take\" class=\"chief\">"));
    insta::assert_snapshot!(outline(html));
}

#[test]
fn what_the_framework_refuses_is_said_at_once() {
    let mut stand = stand();
    let link = "#v=1&p=llama3-8b/h100x8&pp=2&recipe=deepspeed";
    let html = paste(&mut stand, &[link, "&zero=3"].concat());
    assert!(
        html.contains("DeepSpeed 0.19 refuses this plan for"),
        "{html}"
    );
    assert!(!paste(&mut stand, link).contains("refuses this plan"));
}

#[test]
fn a_log_fills_the_measurements_of_the_present_plan() {
    let mut stand = stand();
    let log = "using world size: 8, data-parallel size: 8\n\
        iteration 1/ 9 | elapsed time per iteration (ms): 9000.0 |\n\
        iteration 2/ 9 | elapsed time per iteration (ms): 5120.0 |\n\
        [Rank 0] (after 2 iterations) memory (MB) | max reserved: 53248.00\n";
    let html = paste(&mut stand, log);
    for part in [
        "The log of a run: GPT-2 1.5B on 16",
        "<h3>Measured</h3>",
        "A step of 5.12",
        "a peak of 52.0",
        "the median of 1 logged iteration;",
        "it has 8 GPUs, the plan 16",
        "Missing: the plan of the run",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    let left = html.find("Not understood").expect("the list");
    assert!(!html[left..].contains("median"), "it is understood");
    take(&mut stand);
    assert_eq!(stand.page.link(), [PLAN, "&mstep=5.12&mmem=52"].concat());
    assert!(paste(&mut stand, "elapsed time per iteration (ms): nan").contains("known formats"));
}

#[test]
fn what_is_left_open_is_answered() {
    let mut stand = stand();
    paste(&mut stand, CONFIG);
    let gpus = |number| ImportAnswer::Number("gpus", number);
    let card = |preset: &str| ImportAnswer::Gpu(preset.to_owned());
    assert!(answer(&mut stand, gpus(128.0)));
    assert!(answer(&mut stand, card("h100")));
    assert!(stand.html().contains("on 128 × H100"));
    // The file names no framework: it follows the GPU, and back.
    let recipe = |stand: &Stand<ShareDialog>| {
        let panel = stand.panel();
        panel.import.plan().map(|plan| plan.stack.recipe)
    };
    assert!(answer(&mut stand, card("tpu-v5p")));
    assert_eq!(recipe(&stand), Some(Recipe::MaxText));
    assert!(answer(&mut stand, card("h100")));
    assert_eq!(recipe(&stand), Some(Recipe::Megatron));
    // No event for illegal numbers, unknown GPUs, or unchanged values.
    for same in [
        gpus(0.0),
        gpus(-1.0),
        gpus(f64::NAN),
        card("abacus"),
        gpus(128.0),
    ] {
        assert!(!answer(&mut stand, same.clone()), "{same:?}");
    }
    assert!(stand.html().contains("on 128 × H100"));
    // The number that a field shows again when it is left.
    let shown = stand
        .panel()
        .import
        .plan()
        .map(|plan| number_of("gpus", plan));
    assert_eq!(shown, Some(128.0));
    take(&mut stand);
    assert_eq!(stand.page.draft.cluster.gpus, 128);
    assert_eq!(stand.page.draft.model.layers, 32);
}

#[test]
fn sequences_of_a_step_follow_the_answered_gpus_until_they_are_answered() {
    let mut stand = stand();
    let file = "base_model: meta-llama/Meta-Llama-3-8B\nmicro_batch_size: 2\n\
        gradient_accumulation_steps: 4\nsequence_len: 8192\ndatasets:\n  - path: x\n";
    let html = paste(&mut stand, file);
    assert!(
        html.contains("follow from the number of GPUs: 128 on 16."),
        "{html}"
    );
    let answer = |stand: &mut _, key, number| {
        assert!(answer(stand, ImportAnswer::Number(key, number)), "{key}");
        stand.panel().import.plan().map(Plan::global_batch)
    };
    assert_eq!(answer(&mut stand, "gpus", 32.0), Some(2 * 4 * 32));
    assert_eq!(answer(&mut stand, "mbs", 1.0), Some(4 * 32));
    assert_eq!(answer(&mut stand, "gbs", 512.0), Some(512));
    assert_eq!(answer(&mut stand, "gpus", 64.0), Some(512));
}

#[test]
fn the_preview_of_a_link_says_what_it_leaves_open() {
    let mut stand = stand();
    let says = |html: &str| html.contains("default");
    assert!(says(&paste(&mut stand, "#v=1&p=llama3-8b/h100x8")));
    assert!(says(&paste(&mut stand, "#v=1&p=llama3-8b/h100x8&gbs=64")));
    assert!(!says(&paste(
        &mut stand,
        "#v=1&p=llama3-8b/h100x8&gbs=64&seq=4096"
    )));
}

#[test]
fn a_plan_that_is_taken_over_closes_the_dialog() {
    let mut stand = stand();
    let html = paste(
        &mut stand,
        "https://x.example/#v=1&p=mixtral-8x7b/h100x128&tp=4",
    );
    assert!(html.contains("A link to a plan: Mixtral 8x7B on 128"));
    let before = stand.page.link();
    let effects = take(&mut stand);
    assert_eq!(stand.page.link(), "#v=1&p=mixtral-8x7b/h100x128&tp=4");
    assert!(!stand.panel().is_open);
    let mut pushed = effects.iter();
    assert!(pushed.any(|effect| matches!(effect, Effect::ReplaceAddress(old) if *old == before)));
    let mut focused = effects.iter();
    assert!(focused.any(|effect| match effect {
        Effect::Focus(id) => id == crate::panels::FIGURES,
        _ => false,
    }));
}

#[test]
fn what_cannot_be_read_gets_a_sentence_and_no_plan() {
    let mut stand = stand();
    for text in [
        "{",
        "[a]\nb = ",
        "no plan at all",
        "{\"model_type\": \"<img src=x>\"}",
    ] {
        let html = paste(&mut stand, text);
        assert!(
            matches!(stand.panel().import.outcome, ImportOutcome::Refused(_)),
            "{text}"
        );
        assert!(html.contains("id=\"bring-take\" hidden") && !html.contains("<img"));
        let effects = take(&mut stand);
        assert!(effects.is_empty() && stand.panel().is_open);
    }
    stand.update(ShareEvent::Import(ImportEvent::Read(None)));
    assert!(stand.html().contains("cannot be read as text"));
    let html = paste(&mut stand, "  \n");
    assert!(html.contains("<div aria-live=\"polite\" class=\"brought\">\n</div>"));
}

#[test]
fn a_link_to_a_plan_that_cannot_exist_says_why() {
    let mut stand = stand();
    let html = paste(&mut stand, "#v=1&p=llama3-8b/h100x8&tp=3&what=1");
    assert!(html.contains("cannot exist"));
    assert!(html.contains("what"), "what was left out is said");
}

#[test]
fn the_same_text_is_not_read_twice() {
    let mut stand = stand();
    paste(&mut stand, CONFIG);
    assert!(stand.panel().import.pasted(CONFIG.to_owned()).is_none());
}

#[test]
fn a_chosen_file_is_read() {
    let mut stand = stand();
    let html = stand.html();
    let inputs: Vec<&str> = html.split("<input ").skip(1).collect();
    let is_chooser = |id: &str| {
        let has =
            |input: &&str, part: &str| input.split('>').next().is_some_and(|it| it.contains(part));
        let mut inputs = inputs.iter();
        inputs.any(|input| has(input, "type=\"file\"") && has(input, id))
    };
    assert!(
        is_chooser("id=\"bring-file\"") && is_chooser("id=\"bring-folder\""),
        "{html}"
    );
    let choose = ImportEvent::ChooseFiles(ChosenFiles::unread());
    let effects = stand.update(ShareEvent::Import(choose));
    assert!(matches!(effects[..], [Effect::Run(_)]));
    let effects = stand.update(ShareEvent::Import(ImportEvent::Read(Some(
        CONFIG.to_owned(),
    ))));
    assert!(matches!(effects[..], [Effect::After(..), Effect::Run(_)]));
    read_it(&mut stand);
    assert!(stand.html().contains("A config.json"));
}

/// Pastes a text, which the reader has not read yet.
fn begin(stand: &mut Stand<ShareDialog>, text: &str) -> Vec<Effect> {
    let event = stand.panel().import.pasted(text.to_owned());
    stand.update(event.expect("another text"))
}

/// An event of the reader.
fn reader(stand: &mut Stand<ShareDialog>, event: ReaderEvent) -> Vec<Effect> {
    stand.update(ShareEvent::Reader(ReaderUser::Import, event))
}

/// The worker says that it has started, so that it reads the present text.
fn start(stand: &mut Stand<ShareDialog>) -> Vec<Effect> {
    let started = stand.panel().import.reader.replies().remove(0);
    reader(stand, started)
}

/// The calls of the browser among effects: the start, a request and the end of a worker.
fn calls(effects: &[Effect]) -> usize {
    let calls = effects.iter();
    calls
        .filter(|effect| matches!(effect, Effect::Run(_)))
        .count()
}

const ENDED: &str = "so it was ended";

#[test]
fn only_the_present_text_is_read_and_a_reader_that_is_late_or_fails_is_said() {
    let mut stand = stand();
    let effects = begin(&mut stand, "{");
    assert!(matches!(effects[..], [Effect::After(..), Effect::Run(_)]));
    let early = stand.panel().import.reader.replies();
    assert_eq!(calls(&begin(&mut stand, CONFIG)), 0, "one worker is enough");
    reader(&mut stand, ReaderEvent::Late(1));
    assert!(
        stand
            .html()
            .contains("The reader of files is still loading.")
    );
    // Later messages of the late worker do not count.
    stand.update(ShareEvent::Import(ImportEvent::Again));
    for reply in early {
        reader(&mut stand, reply);
    }
    reader(&mut stand, ReaderEvent::Failed(1));
    reader(&mut stand, ReaderEvent::Late(1));
    assert!(!stand.html().contains("The reader of files"));
    reader(&mut stand, ReaderEvent::Failed(2));
    assert!(stand.html().contains("The reader of files did not load."));
    assert!(stand.panel().import.plan().is_none());
    stand.update(ShareEvent::Import(ImportEvent::Again));
    read_it(&mut stand);
    assert!(stand.html().contains("A config.json"));
    // A text that is emptied while it is read has no outcome.
    begin(&mut stand, "{");
    let replies = stand.panel().import.reader.replies();
    begin(&mut stand, "");
    replies.into_iter().for_each(|reply| {
        reader(&mut stand, reply);
    });
    let html = stand.html();
    assert!(html.contains("<div aria-live=\"polite\" class=\"brought\">\n</div>"));
}

#[test]
fn reading_that_does_not_end_is_ended_and_the_next_text_is_read() {
    let mut stand = stand();
    begin(&mut stand, CONFIG);
    // The time of loading does not count.
    for _ in 0..9 {
        reader(&mut stand, ReaderEvent::Waited(1));
    }
    let effects = start(&mut stand);
    assert!(matches!(effects[..], [Effect::Run(_), Effect::After(..)]));
    for _ in 0..3 {
        let effects = reader(&mut stand, ReaderEvent::Waited(1));
        assert!(matches!(effects[..], [Effect::After(..)]));
    }
    assert!(!stand.html().contains(ENDED));
    assert_eq!(calls(&reader(&mut stand, ReaderEvent::Waited(1))), 1);
    assert!(stand.html().contains(ENDED));
    let effects = begin(&mut stand, "{");
    assert!(matches!(effects[..], [Effect::After(..), Effect::Run(_)]));
    read_it(&mut stand);
    assert!(!stand.html().contains(ENDED));
    // A text that waits behind one without an end is not ended with it.
    begin(&mut stand, "[");
    assert_eq!(calls(&begin(&mut stand, CONFIG)), 0);
    for _ in 0..3 {
        reader(&mut stand, ReaderEvent::Waited(3));
    }
    let effects = reader(&mut stand, ReaderEvent::Waited(3));
    assert_eq!(calls(&effects), 2, "the end of a worker, and the start");
    read_it(&mut stand);
    assert!(stand.html().contains("A config.json"));
}

#[test]
fn reading_that_fails_is_ended_and_a_browser_without_workers_says_so() {
    let mut stand = stand();
    begin(&mut stand, CONFIG);
    start(&mut stand);
    assert_eq!(calls(&reader(&mut stand, ReaderEvent::Failed(1))), 1);
    assert!(stand.html().contains(ENDED));
    begin(&mut stand, "{");
    reader(&mut stand, ReaderEvent::Refused(1));
    assert!(!stand.html().contains("starts no workers"));
    reader(&mut stand, ReaderEvent::Refused(2));
    assert!(stand.html().contains("starts no workers"));
    begin(&mut stand, CONFIG);
    read_it(&mut stand);
    assert!(stand.html().contains("A config.json"));
}

/// A file longer than any text: slices go to the worker one after the other, and time counts for each.
#[test]
fn a_long_log_is_read_in_slices() {
    let mut stand = stand();
    let open = || ShareEvent::Import(ImportEvent::ReadLog(ChosenFile::UNREAD));
    let effects = stand.update(open());
    assert!(matches!(effects[..], [Effect::After(..), Effect::Run(_)]));
    let effects = start(&mut stand);
    assert!(matches!(effects[..], [Effect::Run(_), Effect::After(..)]));
    let line = "iteration 7/ 9 | elapsed time per iteration (ms): 5120.0 |\n";
    let mut log = LogStream::default();
    let slice = |bytes: &[u8]| ReaderEvent::Slice(1, Some(bytes.to_vec()));
    let reply = |reply| ReaderEvent::Reply(1, Box::new(reply));
    for part in line.as_bytes().chunks(20) {
        log.take(part);
        assert_eq!(calls(&reader(&mut stand, slice(part))), 1, "to the worker");
        for _ in 0..3 {
            assert_eq!(calls(&reader(&mut stand, ReaderEvent::Waited(1))), 0);
        }
        let taken = reply(ImportReply::Taken(1));
        assert_eq!(calls(&reader(&mut stand, taken)), 1, "the next slice");
    }
    assert_eq!(calls(&reader(&mut stand, slice(&[]))), 1, "its end");
    let base = ImportBase::filling(&stand.page.draft);
    let read = Box::new(log.done(&base));
    reader(&mut stand, reply(ImportReply::Read { number: 1, read }));
    assert!(stand.html().contains("A step of 5.12"), "{}", stand.html());

    // A file that the browser cannot read, and a text in place of a log.
    stand.update(open());
    reader(&mut stand, ReaderEvent::Slice(2, None));
    assert!(stand.html().contains("cannot be read as text"));
    stand.update(open());
    assert_eq!(calls(&begin(&mut stand, CONFIG)), 0, "the worker is busy");
    let left = ReaderEvent::Slice(3, Some(line.into()));
    assert_eq!(calls(&reader(&mut stand, left)), 1, "the text goes instead");
    read_it(&mut stand);
    assert!(stand.html().contains("A config.json"));
}
