//! stub
use anyhow::Result;
use crate::judged::Judged;
pub fn write(_: &[Judged], _: &[Judged]) -> Result<()> { Ok(()) }
