//! Searches for errors by runs alone, after the attempts: what they do not find is not reported.

use super::Progress;
use crate::configuration::configuration;
use crate::findings::{finding_of, Replay};
use crate::question::Question;
use crate::widths;
use wp_check::Context;
use wp_solve::Solver;

impl Progress<'_> {
    /// Runs the kernel for reads of elements that nothing wrote, unless something is refuted already.
    pub fn look_for_unwritten(&mut self, solver: &mut Solver) {
        let Some(question) = self.questions.last_mut().filter(|_| self.findings.is_empty()) else { return };
        let rules = configuration(self.kernel, self.options).rules;
        let Question { terms, summary, .. } = question;
        let ctx = Context::new(self.kernel, summary, terms, solver, rules, self.limits);
        let ctx = Context { requires: self.given.requires, ..ctx };
        for (suspect, run) in wp_check::initialised::errors(&ctx, &self.options.launch) {
            let replay = Replay::Confirmed(&run);
            self.findings.push(finding_of(self.kernel, &suspect, replay, self.options.witness_details));
        }
    }

    /// Looks for launches in which 32-bit arithmetic of an index exceeds its type.
    pub fn look_for_widths(&mut self, solver: &mut Solver) {
        let Some(question) = self.questions.last_mut() else { return };
        let rules = configuration(self.kernel, self.options).rules;
        let Question { terms, summary, .. } = question;
        let ctx = Context::new(self.kernel, summary, terms, solver, rules, self.limits);
        let ctx = Context { requires: self.given.requires, ..ctx };
        for found in wp_check::index_width::errors(&ctx) {
            self.findings.push(widths::finding(self.kernel, &found, self.options.device_memory));
        }
    }
}
