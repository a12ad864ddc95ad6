//! The statistics of refutation engines (Betts et al. 2017, section 5.2): what each refutes in what time, how much they
//! have in common, and what they bring Houdini.
//!
//! The kernels are those with candidates, in files that are expected to pass, for which all runs came to an end. An
//! engine that runs first works as if it ran alone, so what it refutes before Houdini is what it refutes in isolation.

use super::record::{KernelRecord, Record};
use super::store::{Header, Rows};
use super::variant::{Combination, Variant, COMBINATIONS};
use std::collections::BTreeSet;
use wp_infer::Engine;

/// A candidate: its kernel, and its position there.
type Candidate = (usize, usize);

/// Times within this share of one another break even, and so do those that differ by less than [`RESOLUTION`].
const NEAR: f64 = 0.05;
/// Seconds that a clock on a machine with other work can tell apart.
const RESOLUTION: f64 = 0.001;

/// The figures of tables 4 and 5 for an engine.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct EngineSum {
    /// The candidates that the engine refuted.
    pub refuted: BTreeSet<Candidate>,
    /// Wall seconds.
    pub seconds: f64,
}

impl EngineSum {
    /// Refutations per second.
    pub fn throughput(&self) -> f64 {
        self.refuted.len() as f64 / self.seconds
    }
}

/// The similarity of sets: 1 when they are equal, 0 when they share nothing; none for empty ones.
pub fn jaccard<T: Ord>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> Option<f64> {
    let union = a.union(b).count();
    (union > 0).then(|| a.intersection(b).count() as f64 / union as f64)
}

/// How many times faster than the baseline, or, negated, how many times slower; 1 is break-even.
pub fn speedup(baseline: f64, seconds: f64) -> f64 {
    let difference = (baseline - seconds).abs();
    if difference < RESOLUTION || difference <= NEAR * baseline.min(seconds) {
        1.0
    } else if seconds < baseline {
        baseline / seconds
    } else {
        -seconds / baseline
    }
}

/// The five intervals of figures 12 and 13.
pub const INTERVALS: [&str; 5] = ["(-∞,-2)", "[-2,-1)", "[1,1]", "(1,2]", "(2,∞)"];

/// The interval of a speedup.
pub fn interval(speedup: f64) -> usize {
    match speedup {
        s if s < -2.0 => 0,
        s if s < 0.0 => 1,
        s if s <= 1.0 => 2,
        s if s <= 2.0 => 3,
        _ => 4,
    }
}

/// The figures for a combination of engines.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// Wall seconds over all kernels.
    pub seconds: f64,
    /// Baseline over this.
    pub overall: f64,
    /// The greatest speedup of a kernel.
    pub best: f64,
    /// The least.
    pub worst: f64,
    /// Kernels that are fast without engines, by interval.
    pub fast: [usize; 5],
    /// Kernels that are slow without engines, by interval.
    pub slow: [usize; 5],
    /// Kernels whose inference the time limit ended early.
    pub cut_short: usize,
}

/// The rows of a study with questions to them.
pub struct EngineStudy<'a> {
    rows: &'a Rows,
    repeats: u32,
    /// The kernels, in the run of the baseline.
    subjects: Vec<(&'a Record, &'a KernelRecord)>,
    /// Files that are left out, and why.
    pub left_out: Vec<(&'a str, String)>,
}

impl<'a> EngineStudy<'a> {
    /// The study of these rows.
    pub fn new(header: &Header, rows: &'a Rows) -> Self {
        let mut study = Self { rows, repeats: header.repeats, subjects: Vec::new(), left_out: Vec::new() };
        let baseline = COMBINATIONS[0].name;
        for file in rows.rows().filter(|r| r.variant == baseline && r.repeat == 0) {
            match study.obstacle(file) {
                Some(why) => study.left_out.push((&file.file, why)),
                None => {
                    let inferred = file.kernels.iter().filter(|k| !k.candidates.is_empty());
                    study.subjects.extend(inferred.map(|k| (file, k)));
                }
            }
        }
        study
    }

    /// Why a file takes no part.
    fn obstacle(&self, file: &Record) -> Option<String> {
        if let Some(error) = &file.error {
            return Some(error.clone());
        }
        if file.triggered().is_empty() {
            return Some(NO_CANDIDATE.to_owned());
        }
        for (variant, repeat) in needed(self.repeats) {
            match self.rows.get(&file.file, &variant.key(), repeat) {
                None => return Some(format!("the run `{}` is missing", variant.key())),
                Some(run) if run.error.is_some() => {
                    return Some(format!("the run `{}` failed: {}", variant.key(), run.error.as_deref().unwrap_or("")))
                }
                Some(_) => {}
            }
        }
        None
    }

    /// Number of kernels.
    pub fn kernels(&self) -> usize {
        self.subjects.len()
    }

    /// Number of candidates.
    pub fn candidates(&self) -> usize {
        self.subjects.iter().map(|(_, k)| k.candidates.len()).sum()
    }

    fn runs(&self, (file, kernel): (&Record, &KernelRecord), combination: &Combination) -> Vec<&'a KernelRecord> {
        let run = |repeat| self.rows.get(&file.file, combination.name, repeat)?.kernel(&kernel.name);
        (0..self.repeats).filter_map(run).collect()
    }

    /// An engine in isolation: the first of this combination.
    pub fn engine(&self, combination: &Combination) -> EngineSum {
        let first = combination.engines.first().copied().unwrap_or(Engine::Houdini).name();
        let mut sum = EngineSum::default();
        for (i, &subject) in self.subjects.iter().enumerate() {
            let runs = self.runs(subject, combination);
            for (repeat, run) in runs.iter().enumerate() {
                for engine in run.engines.iter().filter(|e| e.0 == first) {
                    sum.seconds += engine.2 / runs.len() as f64;
                    if repeat == 0 {
                        sum.refuted.extend(engine.1.iter().map(|&c| (i, c)));
                    }
                }
            }
        }
        sum
    }

    /// Mean seconds of the inference, and whether it was ever cut short.
    fn time(&self, subject: (&Record, &KernelRecord), combination: &Combination) -> (f64, bool) {
        let runs = self.runs(subject, combination);
        let sum: f64 = runs.iter().map(|r| r.inference_s).sum();
        (sum / runs.len().max(1) as f64, runs.iter().any(|r| r.cut_short))
    }

    /// A combination against Houdini alone. A kernel is slow when Houdini alone takes more than these seconds.
    pub fn effect(&self, combination: &Combination, slow: f64) -> Effect {
        let mut effect = Effect {
            seconds: 0.0,
            overall: 1.0,
            best: f64::NEG_INFINITY,
            worst: f64::INFINITY,
            fast: [0; 5],
            slow: [0; 5],
            cut_short: 0,
        };
        let mut all = 0.0;
        for &subject in &self.subjects {
            let (baseline, _) = self.time(subject, &COMBINATIONS[0]);
            let (seconds, cut) = self.time(subject, combination);
            let speedup = speedup(baseline, seconds);
            all += baseline;
            effect.seconds += seconds;
            effect.best = effect.best.max(speedup);
            effect.worst = effect.worst.min(speedup);
            effect.cut_short += usize::from(cut);
            let counts = if baseline > slow { &mut effect.slow } else { &mut effect.fast };
            counts[interval(speedup)] += 1;
        }
        effect.overall = all / effect.seconds;
        effect
    }
}

/// Why a file takes no part when nothing was to be inferred.
pub const NO_CANDIDATE: &str = "no candidate";

/// All runs that a file with candidates needs.
pub fn needed(repeats: u32) -> Vec<(Variant, u32)> {
    let combinations = COMBINATIONS.iter().flat_map(|c| (0..repeats).map(move |r| (Variant::Engines(c), r)));
    combinations.collect()
}
