//! The statistics of rules (Betts et al. 2017, sections 3 and 4.3): how often a rule suggests something, how often that
//! is true, for how many kernels it makes the difference, and which other rules need it.
//!
//! The kernels are those with a loop, in files that are expected to pass, for which all runs came to an end. A
//! candidate counts as true when it is in the greatest inductive set.

use super::record::{KernelRecord, Record};
use super::store::{Header, Rows, RuleName};
use super::variant::{RulePlan, Variant, USER};

/// All rules of the registry, in the order in which they are added: first the invariants of the source, then by
/// registry.
pub fn order() -> Vec<RuleName> {
    let name = |r: &wp_infer::Rule| RuleName { name: r.name.to_owned(), label: r.label() };
    let user = wp_infer::RULES.iter().filter(|r| r.name == USER);
    user.chain(wp_infer::RULES.iter().filter(|r| r.name != USER)).map(name).collect()
}

/// A kernel of the study.
pub struct Subject<'a> {
    /// The run of its file with all rules.
    pub file: &'a Record,
    /// The kernel in that run.
    pub all: &'a KernelRecord,
    /// True if the kernel verifies without any invariant.
    pub trivial: bool,
}

/// The figures of table 3 for a rule.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RuleRow {
    /// Non-trivial kernels for which it suggests something.
    pub non_trivial: usize,
    /// Trivial ones.
    pub trivial: usize,
    /// Candidates.
    pub candidates: usize,
    /// Candidates that are true.
    pub hits: usize,
    /// Kernels that verify with all rules and not without this one.
    pub essential: usize,
}

/// Kernels for which leaving out one rule changes the hit rate of another.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Influence {
    /// The hit rate falls.
    pub falls: usize,
    /// The hit rate rises. The greatest inductive set does not allow that, so the solver gave another answer within its
    /// limits.
    pub rises: usize,
}

/// Verified kernels and wall seconds.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Sum {
    /// Kernels that verify.
    pub verified: usize,
    /// Wall seconds.
    pub seconds: f64,
}

/// The rows of a study with questions to them.
pub struct RuleStudy<'a> {
    rows: &'a Rows,
    /// The rules, in the order in which they are added.
    pub rules: &'a [RuleName],
    names: Vec<String>,
    no_acceleration: bool,
    /// The kernels.
    pub subjects: Vec<Subject<'a>>,
    /// Files that are left out: a run did not come to an end, or there is no loop.
    pub left_out: Vec<(&'a str, String)>,
}

impl<'a> RuleStudy<'a> {
    /// The study of these rows.
    pub fn new(header: &'a Header, rows: &'a Rows) -> Self {
        let names = header.rules.iter().map(|r| r.name.clone()).collect();
        let no_acceleration = header.no_acceleration;
        let mut study =
            Self { rows, rules: &header.rules, names, no_acceleration, subjects: Vec::new(), left_out: Vec::new() };
        let key = Variant::All.key();
        let files: Vec<&Record> = rows.rows().filter(|r| r.variant == key && r.repeat == 0).collect();
        for file in files {
            match study.obstacle(file) {
                Some(why) => study.left_out.push((&file.file, why)),
                None => study.take(file),
            }
        }
        study
    }

    fn plan(&self) -> RulePlan<'_> {
        RulePlan { order: &self.names, no_acceleration: self.no_acceleration }
    }

    /// Why a file takes no part.
    fn obstacle(&self, file: &Record) -> Option<String> {
        if let Some(error) = &file.error {
            return Some(error.clone());
        }
        let plan = self.plan();
        if file.kernels.iter().all(|k| k.loops == 0) {
            return Some(NO_LOOP.to_owned());
        }
        let missing = plan.needed(file).into_iter().find(|v| self.rows.get(&file.file, &v.key(), 0).is_none());
        missing.map(|v| format!("the run `{}` is missing", v.key()))
    }

    fn take(&mut self, file: &'a Record) {
        let bare = self.plan().bare(file);
        for all in file.kernels.iter().filter(|k| k.loops > 0) {
            let trivial = self.verifies(file, all, &bare);
            self.subjects.push(Subject { file, all, trivial });
        }
    }

    fn run(&self, file: &'a Record, variant: &Variant) -> Option<&'a Record> {
        match variant {
            Variant::All => Some(file),
            _ => self.rows.get(&file.file, &variant.key(), 0),
        }
    }

    fn verifies(&self, file: &'a Record, kernel: &KernelRecord, variant: &Variant) -> bool {
        let run = self.run(file, variant).and_then(|r| r.kernel(&kernel.name));
        run.is_some_and(KernelRecord::is_verified)
    }

    /// Table 3.
    pub fn rule(&self, rule: &str) -> RuleRow {
        let mut row = RuleRow::default();
        for s in &self.subjects {
            let (hits, candidates) = s.all.hits(rule);
            if candidates == 0 {
                continue;
            }
            if s.trivial {
                row.trivial += 1;
            } else {
                row.non_trivial += 1;
            }
            if !s.all.cut_short {
                row.hits += hits;
                row.candidates += candidates;
            }
            let without = self.plan().without(s.file, rule);
            row.essential += usize::from(s.all.is_verified() && !self.verifies(s.file, s.all, &without));
        }
        row
    }

    /// Figure 6: kernels for which the hit rate of `of` changes when `omitted` is left out.
    pub fn influence(&self, omitted: &str, of: &str) -> Influence {
        let mut influence = Influence::default();
        if omitted == of {
            return influence;
        }
        for s in &self.subjects {
            let without = self.plan().without(s.file, omitted);
            let Some(then) = self.run(s.file, &without).and_then(|r| r.kernel(&s.all.name)) else { continue };
            if s.all.cut_short || then.cut_short {
                continue;
            }
            let ((hits, all), (hits_then, all_then)) = (s.all.hits(of), then.hits(of));
            if all > 0 && all_then > 0 {
                // hits / all against hits_then / all_then
                influence.falls += usize::from(hits_then * all < hits * all_then);
                influence.rises += usize::from(hits_then * all > hits * all_then);
            }
        }
        influence
    }

    /// Figures 7 and 8: trivial and non-trivial kernels with the first rules only.
    pub fn evolution(&self, count: usize) -> (Sum, Sum) {
        self.sums(|s| self.plan().first(s.file, count))
    }

    /// Trivial and non-trivial kernels without invariants of any kind.
    pub fn bare(&self) -> (Sum, Sum) {
        self.sums(|s| self.plan().bare(s.file))
    }

    fn sums(&self, variant: impl Fn(&Subject<'a>) -> Variant) -> (Sum, Sum) {
        let (mut trivial, mut non_trivial) = (Sum::default(), Sum::default());
        for s in &self.subjects {
            let sum = if s.trivial { &mut trivial } else { &mut non_trivial };
            let variant = variant(s);
            sum.verified += usize::from(self.verifies(s.file, s.all, &variant));
            let Some(run) = self.run(s.file, &variant) else { continue };
            // A process that ended early took its time for all kernels of the file.
            let share = run.seconds / s.file.kernels.len().max(1) as f64;
            sum.seconds += run.kernel(&s.all.name).map_or(share, KernelRecord::seconds);
        }
        (trivial, non_trivial)
    }
}

/// Why a file without loops is left out.
pub const NO_LOOP: &str = "no loop";
