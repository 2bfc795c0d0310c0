//! Options of the question of a search, for one plan or for many.

use clap::Args;
use clap::builder::PossibleValuesParser;
use cost::plan::Word;
use search::asked::{AskedSearch, Clause, GoalWord, Unasked};

/// Options of the question: objective, limits, restrictions of axes and memory margin.
#[derive(Args)]
pub(crate) struct AskedArguments {
    /// Objective of the search: fastest, the highest throughput; smallest, the least memory;
    /// fewest-gpus that can train the model, cheapest run (both within --days if given), soonest
    /// end for --dollars. The last three vary the number of GPUs, up to the plan's.
    #[arg(long, value_name = "GOAL", default_value = "fastest",
          value_parser = PossibleValuesParser::new(GoalWord::WORDS))]
    goal: String,
    /// Days from start to end that the run may take.
    #[arg(long, value_name = "DAYS")]
    days: Option<String>,
    /// Dollars that the run may cost.
    #[arg(long, value_name = "DOLLARS")]
    dollars: Option<String>,
    /// Restricts an axis, such as tp=8, tp=..8, mbs=1..4, ckpt=none,core, dtype=bf16,fp8 or
    /// off=any, or sets what no search varies, such as opt=muon or cpkind=a2a; may be given several
    /// times.
    #[arg(long, value_name = "AXIS=VALUES")]
    fix: Vec<String>,
    /// Framework that has to run the layouts, such as megatron or torchtitan@0.2; any for all
    /// layouts. Without, the framework of the plan's recipe.
    #[arg(long = "for", value_name = "FRAMEWORK[@VERSION]")]
    runs_in: Option<String>,
    /// Room that a layout must leave, in per cent of what it needs; without, as much as the model
    /// may err by.
    #[arg(long, value_name = "PERCENT")]
    margin: Option<String>,
}

impl AskedArguments {
    /// Reads the question from the options.
    pub(crate) fn asked(&self) -> Result<AskedSearch, Unasked> {
        let mut asked = AskedSearch {
            fix: self.fix.clone(),
            ..AskedSearch::default()
        };
        let options = [
            (Clause::Goal, Some(&self.goal)),
            (Clause::Days, self.days.as_ref()),
            (Clause::Dollars, self.dollars.as_ref()),
            (Clause::Margin, self.margin.as_ref()),
            (Clause::For, self.runs_in.as_ref()),
        ];
        for (clause, text) in options {
            if let Some(text) = text {
                asked.set(clause, text)?;
            }
        }
        Ok(asked)
    }
}
