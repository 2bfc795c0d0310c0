//! Lessons, in English.

use super::goal::EN_GOAL;
use crate::{LessonText, Meaning, imports, sentence};
use formats::number::{grouped, plain};
use lesson::{FORMAT, LARGEST, LessonFault, LessonRefusal, Term, Why};

/// English, of lessons.
pub static EN_LESSON: LessonText = LessonText { refused, term };

fn refused(why: &LessonRefusal) -> Vec<String> {
    let said = match why {
        LessonRefusal::File(why) => imports::refused(why),
        LessonRefusal::TooLarge => {
            let most = grouped(LARGEST as u64);
            [
                "the file has more than ",
                &most,
                " bytes, the most that a lesson may have",
            ]
            .concat()
        }
        LessonRefusal::NoLesson => {
            String::from("the file is no lesson: it does not say “\"shardwise\": 1”")
        }
        LessonRefusal::Format { given } => {
            let known = grouped(FORMAT);
            let parts = [
                "the lesson is of format ",
                given,
                "; this planner reads format ",
                &known,
            ];
            parts.concat()
        }
        LessonRefusal::Faults(faults) => return faults.iter().map(fault).collect(),
    };
    vec![sentence(&said)]
}

fn fault(fault: &LessonFault) -> String {
    let what = self::why(&fault.why);
    if fault.path.is_empty() {
        return sentence(&what);
    }
    [&fault.path, ": ", &what, "."].concat()
}

fn why(why: &Why) -> String {
    let quoted = |text: &str| ["“", text, "”"].concat();
    match why {
        Why::Missing => "has to be there".to_owned(),
        Why::NoText => "should be a text".to_owned(),
        Why::NoList => "should be a list".to_owned(),
        Why::NoFields => "should be an object".to_owned(),
        Why::NoNumber([least, most]) => [
            "should be a number from ",
            &plain(*least),
            " to ",
            &plain(*most),
        ]
        .concat(),
        Why::Unknown {
            nearest: Some(name),
        } => ["there is no such field: did you mean ", &quoted(name), "?"].concat(),
        Why::Unknown { nearest: None } => "there is no such field".to_owned(),
        Why::TooLong { most } => ["has more than ", &grouped(*most as u64), " letters"].concat(),
        Why::TooMany { most } => ["has more than ", &grouped(*most as u64), " members"].concat(),
        Why::Empty => "is empty".to_owned(),
        Why::NoName => "may have small letters, digits and hyphens only".to_owned(),
        Why::Twice => "another step has this name".to_owned(),
        Why::NoWord { given } => [&quoted(given), " is none of the words for this place"].concat(),
        Why::Link(warning) => {
            let said = crate::links::warning(warning);
            ["the link is in doubt: ", said.trim_end_matches('.')].concat()
        }
        Why::NoLink => "should be the link of a plan, with its “p=”".to_owned(),
        Why::Goal { fault, text } => (EN_GOAL.fault)(fault, text),
        Why::Unclosed { sign } => [&quoted(sign), " is opened and not closed"].concat(),
        Why::NoTarget { given } => {
            let rule = ": only https, control:, view: and term: do";
            ["no link leads to ", &quoted(given), rule].concat()
        }
        Why::Live { fault, text } => {
            let said = (EN_GOAL.fault)(fault, text);
            [
                "the value ",
                &quoted(text),
                " cannot be worked out: ",
                &said,
            ]
            .concat()
        }
        Why::ParOfNothing => "needs a goal, and a plan to start from".to_owned(),
        Why::ChangeOfNothing => "needs a plan to start from".to_owned(),
    }
}

fn term(term: Term) -> Meaning {
    let (name, what) = match term {
        Term::DataParallelism => (
            "data parallelism",
            "Every group of GPUs holds a replica of the model and processes different samples; the gradients are summed.",
        ),
        Term::PipelineParallelism => (
            "pipeline parallelism",
            "The layers are divided into stages, one per GPU; micro-batches pass from stage to stage.",
        ),
        Term::TensorParallelism => (
            "tensor parallelism",
            "Matrices are split across GPUs: the first of a pair by columns, whose results need no sum, the second by rows, whose results are summed, twice a layer in the forward pass and twice in the backward pass.",
        ),
        Term::SequenceParallelism => (
            "sequence parallelism",
            "Inside a tensor-parallel group, norms and dropout are split along the sequence; all-gathers and reduce-scatters take the place of the all-reduces.",
        ),
        Term::ContextParallelism => (
            "context parallelism",
            "Each GPU holds a piece of every sequence in all layers; attention exchanges keys and values between the pieces.",
        ),
        Term::ExpertParallelism => (
            "expert parallelism",
            "The experts of a mixture are spread over GPUs, and each token is sent to its experts.",
        ),
        Term::Sharding => (
            "sharding",
            "Each GPU keeps only a shard of weights, gradients or optimizer state, and gathers the rest when needed.",
        ),
        Term::MicroBatch => (
            "micro-batch",
            "The sequences that go through the model at once; a step sums the gradients of several.",
        ),
        Term::ActivationCheckpointing => (
            "activation checkpointing",
            "Activations are discarded and computed again in the backward pass: less memory, more compute.",
        ),
        Term::Bubble => (
            "bubble",
            "The time in which pipeline stages are idle while the pipeline fills and drains. Under 1F1B early stages wait in the middle of a step, for their first gradients.",
        ),
        Term::AllReduce => (
            "all-reduce",
            "Every rank has a tensor; afterwards every rank has the sum of all.",
        ),
        Term::AllGather => (
            "all-gather",
            "Every rank has a part of a tensor; afterwards every rank has the whole tensor.",
        ),
        Term::ReduceScatter => (
            "reduce-scatter",
            "Every rank has a tensor; afterwards every rank has a part of the sum.",
        ),
        Term::AllToAll => (
            "all-to-all",
            "Every rank sends a different piece to every other rank, as tokens to their experts.",
        ),
        Term::Mfu => (
            "MFU",
            "Model FLOPs utilisation: the FLOPs that the model needs, as a share of what the GPUs could do in that time.",
        ),
        Term::Hbm => (
            "HBM",
            "High-bandwidth memory: the memory of a GPU, which holds all that it works on. A GPU sold with 80 GB has almost 80 GiB of 2³⁰ bytes, which are 85.5 GB of 10⁹ bytes.",
        ),
        Term::Roofline => (
            "roofline",
            "The upper limit of a kernel’s speed: memory bandwidth at low arithmetic intensity, peak compute above it.",
        ),
        Term::MixedPrecision => (
            "mixed precision",
            "Products in 16 or 8 bits, sums and the optimizer’s copies in 32.",
        ),
        Term::Utilisation => (
            "utilisation",
            "The share of the paid compute that does useful work.",
        ),
    };
    Meaning { name, what }
}
