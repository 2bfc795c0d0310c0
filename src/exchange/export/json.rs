//! A plan with its estimate as JSON.

use super::{Job, Writer};
use crate::cost;
use crate::cost::convention::Counting;
use crate::exchange::estimate;

pub(super) static WRITER: Writer = Writer {
    file_name: "plan.json",
    text,
    launch: |_| String::new(),
    lacks: &[],
};

fn text(job: &Job, _: &[String]) -> String {
    let plan = job.facts.plan;
    let counting = Counting::default();
    let object = estimate::object(plan, &cost::estimate(plan), &[], counting, job.strings);
    [&object.text(), "\n"].concat()
}
