//! The number and kind of GPUs, by a launcher's options and the headers of Slurm.

use super::launch::Launch;
use super::mark::Mark;
use super::script::Script;
use super::slurm::{headers, option};
use crate::catalog;
use crate::import::budget::ReadBudget;
use cost::plan::Gpu;

/// Programs that start one process for each GPU on every node.
const STARTERS: &[&str] = &["torchrun", "torch.distributed", "ft_launcher", "launch.py"];

/// The GPUs that a script names.
#[derive(Debug, Default)]
pub(crate) struct ScriptGpus {
    /// The number, with the option that gives it.
    pub(crate) number: Option<(String, u64)>,
    /// The kind, with the option that gives it.
    pub(crate) kind: Option<(String, Gpu)>,
    /// The option whose value is open, with the variable.
    pub(crate) open: Option<(String, Mark)>,
}

/// Number of options that are searched among the words.
const LOOKED_FOR: usize = 16;

/// Reads the GPUs of a launch; `None` if the budget is too small.
pub(crate) fn gpus(
    text: &str,
    script: &Script,
    launch: &Launch,
    budget: &ReadBudget,
) -> ScriptGpus {
    let around = [launch.outer.as_slice(), launch.launcher()].concat();
    let headers = headers(text);
    let words = || around.iter().chain(&headers);
    let letters: usize = words().map(String::len).sum();
    let items = words().count() * LOOKED_FOR / 4;
    if !budget.take_items(items, letters.saturating_mul(LOOKED_FOR)) {
        return ScriptGpus::default();
    }
    let mut gpus = ScriptGpus {
        kind: kind(&around, &headers),
        ..ScriptGpus::default()
    };
    let found = by_variables(launch, &around)
        .or_else(|| by_starter(&around, &headers))
        .or_else(|| by_tasks(&around, &headers));
    if let Some(found) = found {
        gpus.take(found);
        return gpus;
    }
    if let Some(world) = &script.world {
        gpus.take(Ok((String::from("WORLD_SIZE"), world.clone(), None)));
    }
    gpus
}

/// An option with one or two factors, or the option that is open.
type Found = Result<(String, String, Option<String>), (String, Mark)>;

impl ScriptGpus {
    fn take(&mut self, found: Found) {
        match found {
            Err(open) => self.open = Some(open),
            Ok((name, one, other)) => {
                let other = other.unwrap_or_else(|| String::from("1"));
                for factor in [&one, &other] {
                    if let Some(mark) = Mark::first(factor) {
                        self.open = Some((name, mark));
                        return;
                    }
                }
                let numbers = (one.parse::<u64>(), other.parse::<u64>());
                if let (Ok(one), Ok(other)) = numbers {
                    self.number = one.checked_mul(other).map(|number| (name, number));
                }
            }
        }
    }
}

/// Processes of a node times nodes, by the variables that the commands of ms-swift and LLaMA-Factory
/// and torchtitan's script read.
fn by_variables(launch: &Launch, around: &[String]) -> Option<Found> {
    if let Some(gpus) = launch.torchtitan[0]
        .clone()
        .filter(|_| has(around, "run_train.sh"))
    {
        return Some(Ok((
            String::from("NGPU"),
            gpus,
            launch.processes[1].clone(),
        )));
    }
    let programs = ["megatron", "swift", "llamafactory-cli"];
    if !programs.iter().any(|program| has(around, program)) {
        return None;
    }
    let [processes, nodes] = &launch.processes;
    let processes = processes.clone()?;
    Some(Ok((
        String::from("NPROC_PER_NODE"),
        processes,
        nodes.clone(),
    )))
}

/// Nodes of a starter times processes of a node.
fn by_starter(around: &[String], headers: &[String]) -> Option<Found> {
    let is_starter = |word: &String| STARTERS.iter().any(|starter| word.contains(starter));
    if let Some(each) = option(around, &["--num_gpus"]).filter(|_| has(around, "deepspeed")) {
        let nodes = option(around, &["--num_nodes"]);
        return Some(Ok((String::from("--num_gpus"), each, nodes)));
    }
    if has(around, "accelerate") {
        let all = option(around, &["--num_processes"])?;
        return Some(Ok((String::from("--num_processes"), all, None)));
    }
    let names = ["--nproc-per-node"];
    let each = option(around, &names).filter(|_| {
        around.iter().any(is_starter) || around.iter().any(|word| word.starts_with("--nproc"))
    })?;
    let each = if each.parse::<u64>().is_ok() || Mark::first(&each).is_some() {
        each
    } else {
        // `gpu` or `auto` stands for all GPUs of the node.
        node(headers)?
    };
    let nodes = option(around, &["--nnodes"]).unwrap_or_else(|| String::from("1"));
    // The largest number of a range of nodes.
    let nodes = nodes.rsplit(':').next().unwrap_or_default().to_owned();
    Some(Ok((String::from("--nproc-per-node"), each, Some(nodes))))
}

/// Nodes times tasks or GPUs of a node, by srun or a header.
fn by_tasks(around: &[String], headers: &[String]) -> Option<Found> {
    let all = [headers, around].concat();
    let nodes = option(&all, &["--nodes", "-N"]);
    let nodes = nodes.map(|nodes| nodes.rsplit('-').next().unwrap_or_default().to_owned());
    if let (Some(nodes), Some(each)) = (&nodes, node(&all)) {
        return Some(Ok((String::from("--nodes"), each, Some(nodes.clone()))));
    }
    let each = option(&all, &["--ntasks-per-node"]);
    if let (Some(nodes), Some(each)) = (nodes, each) {
        return Some(Ok((String::from("--ntasks-per-node"), each, Some(nodes))));
    }
    let gpus = option(&all, &["--gpus", "-G"]);
    if let Some(gpus) = gpus {
        let number = gpus.rsplit(':').next().unwrap_or_default().to_owned();
        return Some(Ok((String::from("--gpus"), number, None)));
    }
    None
}

/// GPUs of a node: the last part of `gpu:h100:8`.
fn node(words: &[String]) -> Option<String> {
    let stated = option(words, &["--gpus-per-node"])
        .or_else(|| option(words, &["--gres"]).filter(|stated| stated.starts_with("gpu:")))?;
    Some(stated.rsplit(':').next().unwrap_or_default().to_owned())
}

fn has(words: &[String], name: &str) -> bool {
    words
        .iter()
        .any(|word| word.rsplit('/').next() == Some(name))
}

/// The kind of GPU that a resource or a constraint names.
fn kind(around: &[String], headers: &[String]) -> Option<(String, Gpu)> {
    let all = [headers, around].concat();
    ["--gres", "--gpus-per-node", "--gpus", "--constraint", "-C"]
        .into_iter()
        .find_map(|name| {
            let stated = option(&all, &[name])?.to_lowercase();
            let mut parts = stated.split([':', ',', '&', '|', '[', ']']);
            let gpu = parts.find_map(catalog::gpu)?;
            (gpu.preset != catalog::CUSTOM).then(|| (name.to_owned(), gpu))
        })
}
