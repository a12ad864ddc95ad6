//! Wall clock of each stage of a check on fixed kernels: `cargo bench -p xtask`.

use criterion::Criterion;
use xtask::stages::{Stage, Subjects};

fn main() -> anyhow::Result<()> {
    let subjects = Subjects::read()?;
    let mut criterion = Criterion::default().configure_from_args();
    for stage in Stage::ALL {
        // A stage that fails is quick, so that its time would look like a gain.
        subjects.run(stage)?;
        criterion.bench_function(stage.name(), |bencher| bencher.iter(|| subjects.run(stage)));
    }
    criterion.final_summary();
    Ok(())
}
