//! The pipeline schedules of the frameworks that have an option for them. Exports write it, imports
//! read it, and searches keep to it. Frameworks without an option run 1F1B, interleaved if there are
//! virtual stages ([`cost::plan::ScheduleFacts::is_1f1b`]), or one schedule alone.
//!
//! Tests: below, and `tests/all/import_exports.rs`.

use cost::plan::{Schedule, Word as _};

/// The one schedule of `MaxText`: its pipeline runs all micro-batches forward, then all backward.
pub(crate) const MAXTEXT: Schedule = Schedule::GPipe;

/// The names of a schedule in the files of frameworks; `None` where a framework does not run it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScheduleNames {
    /// `parallelism.pp_engine` of nanotron, commit 2411b022 (`parallel/pipeline_parallel/engine.py`).
    pub(crate) nanotron: Option<&'static str>,
    /// `parallelism.pipeline_parallel_schedule` of torchtitan.
    pub(crate) torchtitan: Option<TorchTitanSchedule>,
}

/// A schedule of PyTorch 2.15 (`torch/distributed/pipelining/schedules.py`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct TorchTitanSchedule {
    /// Name of its class, without `Schedule`.
    pub(crate) name: &'static str,
    /// Numbers of micro-batches that the class takes.
    pub(crate) micro_batches: MicroBatchRule,
}

/// Numbers of micro-batches that a schedule takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MicroBatchRule {
    /// Any number.
    Any,
    /// At least one micro-batch for each stage.
    EachStage,
    /// Groups of equal size, of at least as many micro-batches as ranks.
    WholeGroups,
}

/// The row of a schedule.
pub(crate) const fn names(schedule: Schedule) -> ScheduleNames {
    use MicroBatchRule::{Any, EachStage, WholeGroups};
    let (nanotron, torchtitan) = match schedule {
        Schedule::GPipe => (Some("afab"), Some(("GPipe", Any))),
        Schedule::OneFOneB => (Some("1f1b"), Some(("1F1B", EachStage))),
        Schedule::Interleaved => (None, Some(("Interleaved1F1B", WholeGroups))),
        Schedule::ZbV => (None, Some(("ZBVZeroBubble", Any))),
        Schedule::DualPipeV => (None, Some(("DualPipeV", EachStage))),
        Schedule::ZbH1 | Schedule::ZbH2 | Schedule::VHalf | Schedule::VMin | Schedule::DualPipe => {
            (None, None)
        }
    };
    let torchtitan = match torchtitan {
        Some((name, micro_batches)) => Some(TorchTitanSchedule {
            name,
            micro_batches,
        }),
        None => None,
    };
    ScheduleNames {
        nanotron,
        torchtitan,
    }
}

/// The schedule of a name of nanotron's.
pub(crate) fn nanotron(name: &str) -> Option<Schedule> {
    find(|names| names.nanotron == Some(name))
}

/// The schedule of a name of torchtitan's.
pub(crate) fn torchtitan(name: &str) -> Option<Schedule> {
    find(|names| names.torchtitan.is_some_and(|class| class.name == name))
}

/// The schedule of a name of PyTorch's, which takes it in any case (`get_schedule_class`), or of one
/// that torchtitan had before its release 0.1.
pub(crate) fn pytorch(name: &str) -> Option<Schedule> {
    let name = name.replace('_', "");
    find(|names| {
        let class = names.torchtitan;
        class.is_some_and(|class| class.name.eq_ignore_ascii_case(&name))
    })
}

fn find(is_it: impl Fn(ScheduleNames) -> bool) -> Option<Schedule> {
    let mut schedules = Schedule::ALL.iter().copied();
    schedules.find(|&schedule| is_it(names(schedule)))
}

#[cfg(test)]
mod tests {
    use super::{MAXTEXT, names, nanotron, pytorch, torchtitan};
    use cost::plan::{Schedule, Word as _};

    #[test]
    fn a_name_is_read_as_the_schedule_that_it_is_written_for() {
        for &schedule in Schedule::ALL {
            let row = names(schedule);
            if let Some(name) = row.nanotron {
                assert_eq!(nanotron(name), Some(schedule));
            }
            if let Some(class) = row.torchtitan {
                assert_eq!(torchtitan(class.name), Some(schedule));
            }
        }
        assert_eq!(nanotron("zbv"), None);
        assert_eq!(torchtitan("dualpipev"), None);
        assert_eq!(pytorch("dualpipev"), Some(Schedule::DualPipeV));
        assert_eq!(pytorch("interleaved_1f1b"), Some(Schedule::Interleaved));
    }

    /// The schedules of `docs/frameworks.md`.
    #[test]
    fn frameworks_have_their_schedules() {
        let those = |has: fn(Schedule) -> bool| {
            let schedules = Schedule::ALL.iter().filter(|&&schedule| has(schedule));
            schedules
                .map(|schedule| schedule.word())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            those(|schedule| names(schedule).nanotron.is_some()),
            ["gpipe", "1f1b"]
        );
        assert_eq!(
            those(|schedule| names(schedule).torchtitan.is_some()),
            ["gpipe", "1f1b", "int", "zbv", "dualpipev"]
        );
        assert_eq!(MAXTEXT.word(), "gpipe");
    }
}
