//! The raw rows of a study: what one run said of the kernels of one file.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wp_engine::{Engine, Fate, FileReport, KernelReport};
use wp_report::Overall;

/// One run: a file under one variant.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Record {
    /// Path in the tree.
    pub file: String,
    /// Key of the variant.
    pub variant: String,
    /// The number of the repetition, from 0.
    pub repeat: u32,
    /// Wall seconds of the run.
    pub seconds: f64,
    /// Why there are no kernels: the file was rejected or its process ended early.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub error: Option<String>,
    /// The kernels, in source order.
    pub kernels: Vec<KernelRecord>,
}

/// One kernel in one run.
#[derive(Serialize, Deserialize, Clone, PartialEq, Default, Debug)]
pub struct KernelRecord {
    /// Name.
    pub name: String,
    /// The worst verdict of all properties.
    pub verdict: String,
    /// Loops after inlining.
    pub loops: usize,
    /// Loops around one another, at most.
    pub depth: usize,
    /// `__requires` on variables.
    pub preconditions: usize,
    /// Invariants and candidates in the source.
    pub invariants: usize,
    /// True if the time limit ended the inference early.
    pub cut_short: bool,
    /// Wall seconds of the front end: an equal share for each kernel of the file.
    pub front_s: f64,
    /// Wall seconds of the inference.
    pub inference_s: f64,
    /// Wall seconds of everything after the front end, the inference included.
    pub engine_s: f64,
    /// The candidates, in an order that depends on the kernel and the rules alone.
    pub candidates: Vec<CandidateRecord>,
    /// The engines that ran, in order.
    pub engines: Vec<EngineRecord>,
}

/// A candidate: the rule that suggested it, and `true` or the engine that refuted it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct CandidateRecord(pub String, pub String);

/// The entry for a candidate that was proved.
const TRUE: &str = "true";

impl CandidateRecord {
    /// The rule.
    pub fn rule(&self) -> &str {
        &self.0
    }

    /// True if the candidate was proved.
    pub fn is_true(&self) -> bool {
        self.1 == TRUE
    }
}

/// One engine of one inference: its name, the candidates that it refuted, its wall seconds.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct EngineRecord(pub String, pub Vec<usize>, pub f64);

impl Record {
    /// The record of a report; the caller names the variant.
    pub fn new(file: String, report: &FileReport, seconds: f64) -> Self {
        let error = report.errors.iter().find(|d| d.severity == wp_base::Severity::Error);
        let share = report.clang_seconds / report.kernels.len().max(1) as f64;
        Self {
            file,
            variant: String::new(),
            repeat: 0,
            seconds,
            error: error.map(|d| format!("{}: {}", d.code, d.message)),
            kernels: report.kernels.iter().map(|k| KernelRecord::new(k, share)).collect(),
        }
    }

    /// A run without a report.
    pub fn failed(file: String, error: String, seconds: f64) -> Self {
        Self { file, variant: String::new(), repeat: 0, seconds, error: Some(error), kernels: Vec::new() }
    }

    /// The rules that suggested something for a kernel of the file.
    pub fn triggered(&self) -> BTreeSet<String> {
        self.kernels.iter().flat_map(KernelRecord::triggered).map(str::to_owned).collect()
    }

    /// The kernel of that name.
    pub fn kernel(&self, name: &str) -> Option<&KernelRecord> {
        self.kernels.iter().find(|k| k.name == name)
    }
}

impl KernelRecord {
    fn new(report: &KernelReport, front_s: f64) -> Self {
        let inference = &report.inference;
        let fate = |fate: &Fate| match fate {
            Fate::Kept => TRUE.to_owned(),
            Fate::Refuted(engine) => engine.name(),
        };
        Self {
            name: report.name.clone(),
            verdict: Overall::of_kernel(report).name().to_owned(),
            loops: inference.shape.loops,
            depth: inference.shape.depth,
            preconditions: inference.shape.preconditions,
            invariants: inference.shape.invariants,
            cut_short: inference.cut_short,
            front_s,
            inference_s: inference.seconds,
            engine_s: report.times.engine,
            candidates: inference
                .candidates
                .iter()
                .map(|c| CandidateRecord(c.rule.to_owned(), fate(&c.fate)))
                .collect(),
            engines: inference
                .engines
                .iter()
                .map(|e| EngineRecord(Engine::name(e.engine), e.refuted.clone(), e.seconds))
                .collect(),
        }
    }

    /// True if everything is proved.
    pub fn is_verified(&self) -> bool {
        self.verdict == Overall::Proved.name()
    }

    /// Wall seconds in all.
    pub fn seconds(&self) -> f64 {
        self.front_s + self.engine_s
    }

    /// The rules that suggested something.
    pub fn triggered(&self) -> BTreeSet<&str> {
        self.candidates.iter().map(CandidateRecord::rule).collect()
    }

    /// True candidates and all candidates of a rule.
    pub fn hits(&self, rule: &str) -> (usize, usize) {
        let of_rule = self.candidates.iter().filter(|c| c.rule() == rule);
        of_rule.fold((0, 0), |(hits, all), c| (hits + usize::from(c.is_true()), all + 1))
    }
}
