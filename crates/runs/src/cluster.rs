//! The machines of a row.

use super::fields::MissingField;
use super::notes::Notes;
use super::row::RunRecord;
use cost::plan::{Cluster, Gpu};
use formats::catalog::{self, CUSTOM_GPU, GPUS};

/// The GPUs that a row states, and their nodes and domains.
pub(super) fn cluster(row: &RunRecord, notes: &mut Notes) -> Result<Cluster, MissingField> {
    let stated = &row.cluster;
    let memory = stated.gpu_mem_gib.or(row.memory_cap_gib);
    let name = stated.gpu.as_deref().ok_or(MissingField("cluster.gpu"))?;
    let gpus = stated.n_gpus.ok_or(MissingField("cluster.n_gpus"))?;
    let mut gpu = catalog::gpu(name).unwrap_or_else(|| {
        let instead = nearest(name, memory);
        notes.unknown("cluster.gpu", name, instead.preset);
        instead
    });
    let positive = |figure: Option<f64>| figure.filter(|figure| *figure > 0.0);
    if let Some(gib) = positive(memory) {
        gpu.hbm_gib = gib;
    }
    if let Some(node) = stated.gpus_per_node.filter(|&node| node > 0) {
        gpu.node = node;
        // The cards of a node reach each other, unless the row states the size of the NVLink
        // domain.
        gpu.domain = gpu.domain.max(node);
    }
    // A torus has no NVLink: its domain is the slice.
    let domain = stated.nvlink_domain.filter(|_| gpu.torus == 0);
    if let Some(domain) = domain.filter(|&domain| domain > 0) {
        gpu.domain = domain;
    }
    if let Some(nic) = positive(row.habits.nic_gb_per_s) {
        gpu.nic_gb_s = nic;
    }
    if let Some(watts) = positive(row.habits.gpu_watts) {
        gpu.watts = watts;
    }
    Ok(Cluster::new(gpu, gpus))
}

/// The GPU of the catalogue whose memory is nearest, among those with a like name if there are any;
/// an H100 if the row states no memory.
fn nearest(name: &str, gib: Option<f64>) -> Gpu {
    let wanted = gib.unwrap_or(CUSTOM_GPU.hbm_gib);
    let distance = |gpu: &Gpu| (gpu.hbm_gib - wanted).abs();
    let cards = || GPUS.iter().map(|entry| entry.gpu);
    // `a100` has two sizes of memory; `v100-32` is a V100.
    let is_alike = |gpu: &Gpu| gpu.preset.starts_with(name) || name.starts_with(gpu.preset);
    let alike = cards().filter(|gpu| !name.is_empty() && is_alike(gpu));
    let nearer = |a: &Gpu, b: &Gpu| distance(a).total_cmp(&distance(b));
    if let Some(gpu) = alike.min_by(nearer) {
        return gpu;
    }
    // Of cards with equal memory the newest is last in the catalogue, but an H100 is likelier than
    // a card of another vendor.
    let h100 = catalog::gpu("h100").unwrap_or(CUSTOM_GPU);
    cards().fold(h100, |best, gpu| {
        if distance(&gpu) < distance(&best) {
            gpu
        } else {
            best
        }
    })
}
