//! Lessons: faults of texts that are not lessons, and the glossary.

use lesson::{FORMAT, LARGEST, LessonFault, LessonRefusal, Term, Why};

use crate::{goal, imports, links, sentence};

messages!("lesson");

/// A term of the glossary with its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The term.
    pub name: &'static str,
    /// Definition of the term, in one or two sentences.
    pub what: &'static str,
}

/// Faults of a text that is not a lesson, a sentence each.
#[must_use]
pub fn refused(why: &LessonRefusal) -> Vec<String> {
    let fault = match why {
        LessonRefusal::File(why) => imports::refused(why),
        LessonRefusal::TooLarge => too_large(LARGEST as u64),
        LessonRefusal::NoLesson => no_lesson().to_owned(),
        LessonRefusal::Format { given } => other_format(given, FORMAT),
        LessonRefusal::Faults(faults) => return faults.iter().map(fault_of_place).collect(),
    };
    vec![sentence(&fault)]
}

fn fault_of_place(fault: &LessonFault) -> String {
    let why = self::why(&fault.why);
    if fault.path.is_empty() {
        sentence(&why)
    } else {
        fault_at(&fault.path, &why)
    }
}

fn why(why: &Why) -> String {
    let fault = match why {
        Why::Missing => missing(),
        Why::NoText => no_text(),
        Why::NoList => no_list(),
        Why::NoFields => no_fields(),
        Why::NoNumber([least, most]) => return no_number(*least, *most),
        Why::Unknown {
            nearest: Some(name),
        } => return unknown_field_but(name),
        Why::Unknown { nearest: None } => unknown_field(),
        Why::TooLong { most } => return too_long(*most as u64),
        Why::TooMany { most } => return too_many(*most as u64),
        Why::Empty => empty(),
        Why::NoName => no_name(),
        Why::Twice => twice(),
        Why::NoWord { given } => return no_word(given),
        Why::Link(warning) => {
            let warning = links::warning(warning);
            return link_in_doubt(warning.trim_end_matches('.'));
        }
        Why::NoLink => no_link(),
        Why::Goal { fault, text } => return goal::fault(fault, text),
        Why::Unclosed { sign } => return unclosed(sign),
        Why::NoTarget { given } => return no_target(given),
        Why::Live { fault, text } => return no_live_value(text, &goal::fault(fault, text)),
        Why::ParOfNothing => par_of_nothing(),
        Why::ChangeOfNothing | Why::PredictionOfNothing => change_of_nothing(),
        Why::NoFigure { given } => return no_figure(given),
        Why::Change { given } => return no_change(given),
        Why::OtherWay { by } => return other_way(by),
        Why::NoRange => no_range(),
    };
    fault.to_owned()
}

/// A term of the glossary with its definition.
#[must_use]
pub fn term(term: Term) -> Meaning {
    let (name, what) = match term {
        Term::DataParallelism => (term_data_parallelism(), term_data_parallelism_meaning()),
        Term::PipelineParallelism => (
            term_pipeline_parallelism(),
            term_pipeline_parallelism_meaning(),
        ),
        Term::TensorParallelism => (term_tensor_parallelism(), term_tensor_parallelism_meaning()),
        Term::SequenceParallelism => (
            term_sequence_parallelism(),
            term_sequence_parallelism_meaning(),
        ),
        Term::ContextParallelism => (
            term_context_parallelism(),
            term_context_parallelism_meaning(),
        ),
        Term::ExpertParallelism => (term_expert_parallelism(), term_expert_parallelism_meaning()),
        Term::Sharding => (term_sharding(), term_sharding_meaning()),
        Term::MicroBatch => (term_micro_batch(), term_micro_batch_meaning()),
        Term::ActivationCheckpointing => (
            term_activation_checkpointing(),
            term_activation_checkpointing_meaning(),
        ),
        Term::Bubble => (term_bubble(), term_bubble_meaning()),
        Term::AllReduce => (term_all_reduce(), term_all_reduce_meaning()),
        Term::AllGather => (term_all_gather(), term_all_gather_meaning()),
        Term::ReduceScatter => (term_reduce_scatter(), term_reduce_scatter_meaning()),
        Term::AllToAll => (term_all_to_all(), term_all_to_all_meaning()),
        Term::Mfu => (term_mfu(), term_mfu_meaning()),
        Term::Hbm => (term_hbm(), term_hbm_meaning()),
        Term::Roofline => (term_roofline(), term_roofline_meaning()),
        Term::MixedPrecision => (term_mixed_precision(), term_mixed_precision_meaning()),
        Term::Utilisation => (term_utilisation(), term_utilisation_meaning()),
    };
    Meaning { name, what }
}
