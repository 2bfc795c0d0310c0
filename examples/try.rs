use shardwise::search::best::*;
use shardwise::{cost, link};
use std::time::Instant;
fn main() {
    let links: Vec<String> = std::env::args().skip(1).collect();
    for l in links {
        let (plan, w) = link::decode(&l);
        assert!(w.is_empty(), "{w:?}");
        let mut freedom = Freedom::of(&plan); if let Ok(f) = std::env::var("FIX") { for f in f.split(' ') { freedom.restrict(f).unwrap(); } }
        let space = Space::of(&plan, &freedom);
        let q = Question::of(Goal::Fastest);
        let bar = Bar::default();
        let t = Instant::now();
        let mut part = Part::of(&space, &q);
        part.list(0, 1);
        let listed = t.elapsed();
        let mut n = 0;
        while part.advance(&bar) { n += 1; }
        println!("{l}\n list {listed:?} all {:?} shapes looked into {n} {:?}", t.elapsed(), part.counts);
        for f in part.best.found().iter().take(4) {
            let mut p = plan.clone();
            f.cut.write(&mut p);
            let e = cost::estimate(&p).unwrap();
            println!("  {:.4} s  {:.1} GiB mfu {:.3} {} {}", f.step.0, f.peak.gib(), e.utilisation.mfu, link::encode(&p), e.time.total().0);
        }
        let mut all = 0u64; let t = Instant::now();
        if std::env::var("ALL").is_ok() { space.layouts(|_| all += 1); println!("  layouts {all} in {:?}", t.elapsed()); }
    }
}
