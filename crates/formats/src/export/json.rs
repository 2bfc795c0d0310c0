//! A plan with its estimate as JSON.

use super::writer::{ExportInput, TargetWriter};
use crate::estimate;
use cost::convention::Conventions;

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "plan.json",
    text,
    launch: |_| String::new(),
};

fn text(job: &ExportInput, _: &[String]) -> String {
    let plan = job.facts.plan;
    let conventions = Conventions::default();
    let object = estimate::object(
        plan,
        &cost::estimate(plan),
        &[],
        conventions,
        &job.words.plan,
    );
    [&object.text(), "\n"].concat()
}
