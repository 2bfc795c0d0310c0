//! Fits the cost model's constants to published runs.

mod fit;
mod free;
mod published;

use std::path::Path;
fn main() -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let rows = published::read(&root.join("tests/data/runs.json"))?;
    let all: Vec<_> = rows.iter().collect();
    let t = std::time::Instant::now();
    let found = fit::fit(&all, &fit::priors())?;
    println!("fit {:?}", t.elapsed());
    for ((f, v), d) in free::FREE.iter().zip(&found.values).zip(&found.deviations) {
        println!("{:24} {:>10.4} -> {:>10.4}  {:+.1} widths, sd {:.3} of {:.2}", f.name, f.prior, f.prior * (v * f.width).exp(), v, d, f.width);
    }
    let mut out: Vec<_> = rows.iter().filter_map(|r| {
        let p = fit::step_seconds(&r.plan, &found.calibration);
        Some((p / r.step? - 1.0, r))
    }).collect();
    out.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    for (e, r) in out.iter().take(70) {
        let legal = shardwise::cost::legal::Legal::check(&r.plan).unwrap().fitted_by(&found.calibration);
        let t = shardwise::cost::step::StepTime::of(&legal);
        println!("{:+6.1} % {:60.60} {:9.3} = c {:.3} r {:.3} tp {:.3} cp {:.3} ep {:.3} pp {:.3} dp {:.3} bub {:.3} opt {:.3}", e * 100.0, r.id, r.step.unwrap(), t.compute.0, t.recompute.0, t.tensor.0, t.context.0, t.expert.0, t.pipeline.0, t.data.0, t.bubble.0, t.optimizer.0);
    }
    let mut groups: std::collections::BTreeMap<String, Vec<f64>> = Default::default();
    for (e, r) in &out { 
        for key in ["all".to_string(), r.source_group.clone(), format!("moe {}", r.is_mixture())] { groups.entry(key).or_default().push(*e); }
    }
    for (k, mut v) in groups { let mut a: Vec<f64> = v.iter().map(|x| x.abs()).collect(); a.sort_by(f64::total_cmp); v.sort_by(f64::total_cmp); println!("{:18} n {:4} median {:5.1} p90 {:5.1} bias {:+5.1}", k, a.len(), a[a.len()/2]*100.0, a[a.len()*9/10]*100.0, v[v.len()/2]*100.0); }
    Ok(())
}
