//! A plan with its estimate as JSON.

use super::writer::{Job, Writer};
use crate::estimate;
use cost::convention::Counting;

pub(super) static WRITER: Writer = Writer {
    file_name: "plan.json",
    text,
    launch: |_| String::new(),
    lacks: &[],
};

fn text(job: &Job, _: &[String]) -> String {
    let plan = job.facts.plan;
    let counting = Counting::default();
    let object = estimate::object(plan, &cost::estimate(plan), &[], counting, &job.words.plan);
    [&object.text(), "\n"].concat()
}
