//! The configurations under which a study runs a file, and which of them a file needs.
//!
//! Runs that cannot differ are one run. Candidates of different rules are guessed independently, and from the kernel
//! alone where every loop is left to inference (`--no-acceleration`): there a set of rules counts as those of its rules
//! that suggest something. With closed forms a second attempt may follow that asks the rules again, so only the rules
//! that suggested nothing in the run with ALL rules can be left out without a run.

use super::record::Record;
use crate::inference::InferenceArgs;
use std::collections::BTreeSet;
use wp_infer::Engine;

/// A configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Variant {
    /// All rules, Houdini alone.
    All,
    /// No inference, and the invariants of the source are not used either.
    Bare,
    /// Only these rules.
    Rules(BTreeSet<String>),
    /// All rules with these engines.
    Engines(&'static Combination),
}

/// Refutation engines together with Houdini.
#[derive(PartialEq, Eq, Debug)]
pub struct Combination {
    /// Name in tables.
    pub name: &'static str,
    /// Name in file names.
    pub stem: &'static str,
    /// The engines before Houdini.
    pub engines: &'static [Engine],
    /// True if they run side by side.
    pub parallel: bool,
}

/// The combinations of Betts et al. 2017, section 5.2.4; Houdini alone, the baseline, comes first.
pub const COMBINATIONS: [Combination; 6] = [
    Combination { name: "H", stem: "h", engines: &[], parallel: false },
    Combination { name: "DYN;H", stem: "dyn", engines: &[Engine::Dyn], parallel: false },
    Combination { name: "SBASE;H", stem: "sbase", engines: &[Engine::SBase], parallel: false },
    Combination { name: "SSTEP;H", stem: "sstep", engines: &[Engine::SStep], parallel: false },
    Combination { name: "LU(1);H", stem: "lu1", engines: &[Engine::Lu(1)], parallel: false },
    Combination { name: "DYN||SBASE||H", stem: "parallel", engines: &[Engine::Dyn, Engine::SBase], parallel: true },
];

impl Variant {
    /// The key in the raw rows.
    pub fn key(&self) -> String {
        match self {
            Variant::All => "all".to_owned(),
            Variant::Bare => "bare".to_owned(),
            Variant::Rules(rules) => format!("rules:{}", rules.iter().cloned().collect::<Vec<_>>().join("+")),
            Variant::Engines(combination) => combination.name.to_owned(),
        }
    }

    /// The options of the variant.
    pub fn arguments(&self, base: &InferenceArgs) -> InferenceArgs {
        let mut args = base.clone();
        args.engines = vec![Engine::Houdini];
        match self {
            Variant::All => {}
            Variant::Bare => args.no_inference = true,
            Variant::Rules(rules) if rules.is_empty() => {
                args.omitted = wp_infer::RULES.iter().map(|r| r.name.to_owned()).collect();
            }
            Variant::Rules(rules) => args.rules = rules.iter().cloned().collect(),
            Variant::Engines(combination) => {
                args.engines = combination.engines.iter().copied().chain([Engine::Houdini]).collect();
                args.parallel_engines = combination.parallel;
            }
        }
        args
    }
}

/// The rule that takes over the invariants of the source.
pub const USER: &str = "user";

/// The experiments on rules: which run answers a question about a file.
pub struct RulePlan<'a> {
    /// All rules, in the order in which they are added; the invariants of the source come first.
    pub order: &'a [String],
    /// True if every loop is left to inference.
    pub no_acceleration: bool,
}

impl RulePlan<'_> {
    /// The run without invariants of any kind.
    pub fn bare(&self, all: &Record) -> Variant {
        let inferred = all.kernels.iter().any(|k| !k.engines.is_empty());
        if !inferred && !has_invariants(all) {
            Variant::All
        } else {
            Variant::Bare
        }
    }

    /// The run without a rule.
    pub fn without(&self, all: &Record, rule: &str) -> Variant {
        if !all.triggered().contains(rule) {
            return Variant::All;
        }
        self.canonical(all, self.order.iter().filter(|r| *r != rule))
    }

    /// The run with the first rules only.
    pub fn first(&self, all: &Record, count: usize) -> Variant {
        self.canonical(all, self.order.iter().take(count))
    }

    fn canonical<'r>(&self, all: &Record, rules: impl Iterator<Item = &'r String>) -> Variant {
        let triggered = all.triggered();
        let mut chosen: BTreeSet<String> = rules.cloned().collect();
        if triggered.is_empty() || triggered.is_subset(&chosen) {
            return Variant::All;
        }
        if self.no_acceleration {
            chosen.retain(|r| triggered.contains(r));
        }
        if !has_invariants(all) {
            chosen.remove(USER);
        }
        Variant::Rules(chosen)
    }

    /// All runs that a file needs after the one with all rules.
    pub fn needed(&self, all: &Record) -> Vec<Variant> {
        let mut needed: Vec<Variant> = Vec::new();
        let omitted = self.order.iter().map(|rule| self.without(all, rule));
        let prefixes = (1..self.order.len()).map(|count| self.first(all, count));
        for variant in std::iter::once(self.bare(all)).chain(omitted).chain(prefixes) {
            if variant != Variant::All && !needed.contains(&variant) {
                needed.push(variant);
            }
        }
        needed
    }
}

fn has_invariants(all: &Record) -> bool {
    all.kernels.iter().any(|k| k.invariants > 0)
}
