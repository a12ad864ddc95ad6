//! Configuration of the inference.

use crate::Rule;

/// Something that refutes candidates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Engine {
    /// Concrete runs.
    Dyn,
    /// Base cases only.
    SBase,
    /// Step cases only.
    SStep,
    /// Bounded unrolling to this depth.
    Lu(u32),
    /// The greatest inductive set: both cases until nothing changes.
    Houdini,
}

impl Engine {
    /// Name as in options and tables.
    pub fn name(self) -> String {
        match self {
            Engine::Dyn => "DYN".to_owned(),
            Engine::SBase => "SBASE".to_owned(),
            Engine::SStep => "SSTEP".to_owned(),
            Engine::Lu(k) => format!("LU({k})"),
            Engine::Houdini => "H".to_owned(),
        }
    }
}

/// The schedule of the engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Schedule {
    /// One after the other.
    #[default]
    Sequential,
    /// All at once, with a shared pool of refuted candidates, until Houdini is done.
    Parallel,
}

/// Options of the inference.
#[derive(Clone, Debug)]
pub struct Config {
    /// Names or numbers of the rules that may suggest candidates; all when empty.
    pub rules: Vec<String>,
    /// Names or numbers of rules that are left out.
    pub omitted: Vec<String>,
    /// Refutation engines in order; Houdini is always last.
    pub engines: Vec<Engine>,
    /// The schedule of the engines.
    pub schedule: Schedule,
    /// Threads of a warp of this size run in lock-step.
    pub warp_sync: Option<u32>,
    /// Concrete launches that DYN tries.
    pub dyn_launches: u32,
    /// Loop iterations that DYN follows, per launch.
    pub dyn_iterations: u64,
    /// Tuples of observed accesses for which DYN evaluates a candidate.
    pub dyn_tuples: u32,
    /// The result is checked once more from scratch.
    pub recheck: bool,
}

impl Default for Config {
    /// All rules, the paper's limits for DYN, Houdini alone.
    fn default() -> Self {
        Config {
            rules: Vec::new(),
            omitted: Vec::new(),
            engines: vec![Engine::Houdini],
            schedule: Schedule::Sequential,
            warp_sync: None,
            dyn_launches: 5,
            dyn_iterations: 1000,
            dyn_tuples: 5,
            recheck: cfg!(debug_assertions),
        }
    }
}

impl Config {
    /// True if a rule may suggest candidates.
    pub fn allows(&self, rule: &Rule) -> bool {
        let listed = |names: &[String]| names.iter().any(|n| rule.is_called(n));
        (self.rules.is_empty() || listed(&self.rules)) && !listed(&self.omitted)
    }
}
