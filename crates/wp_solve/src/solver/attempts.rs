//! Attempts at a question, from cases and slices to plain questions with floats as they are or lifted.

use super::asking::{Reply, Strategy};
use super::{float_operation, is_bitwise, satisfies, Open, FLOAT_SHARE, LEAF_SHARE, SLICE_SHARE};
use crate::account::Step;
use crate::answer::{Answer, Method, Model, UnknownCause};
use crate::divisions;
use crate::encode::{encode, Bits, Style};
use crate::simplify::Simplified;
use crate::slice;
use crate::split::Cases;
use wp_logic::{TermId, Terms};

impl super::Solver {
    /// The cases of a conjunction one after the other, up to the first that is not refuted; `None` when there is
    /// nothing to split.
    pub(super) fn refutes_cases(
        &mut self,
        terms: &mut Terms,
        conjuncts: &[TermId],
        share: u32,
    ) -> Option<Result<Option<Method>, UnknownCause>> {
        let mut cases = Cases::of(terms, conjuncts, self.config.digits)?;
        let before = self.account;
        self.account = before.after(Step::Split);
        let mut method = Method::Digits;
        while let Some(case) = cases.next_open(terms) {
            match self.ask_plainly(terms, &case, share) {
                Ok(Some(of_case)) => method = method.max(of_case),
                other => {
                    self.account = before;
                    return Some(other);
                }
            }
        }
        if method == Method::Digits {
            self.stats.digits += 1;
        }
        Some(Ok(Some(method)))
    }

    /// True if the solver refutes the part about numbers, with little effort.
    pub(super) fn refutes_slice(&mut self, terms: &mut Terms, conjuncts: &[TermId], share: u32) -> bool {
        let Some(slice) = slice::numbers(terms, conjuncts) else { return false };
        let slice = divisions::unify(terms, &slice);
        let script = encode(terms, &slice, Style::default());
        let refuted =
            matches!(self.ask(terms, &script, Strategy::Incremental, share * SLICE_SHARE.get()), Reply::Unsat);
        if refuted {
            self.account = self.account.after(Step::Slice);
        }
        self.stats.smt_unsat += u64::from(refuted);
        refuted
    }

    /// True if the solver refutes the cases that are open without it, one after the other, with little effort.
    pub(super) fn refutes_leaves(&mut self, terms: &mut Terms, open: &mut Open, share: u32) -> bool {
        let Some((first, mut others)) = open.leaves.take() else { return false };
        let before = self.account;
        let mut next = Some(first);
        while let Some(leaf) = next {
            let leaf = divisions::unify(terms, &leaf);
            let script = encode(terms, &leaf, Style::default());
            if !matches!(self.ask(terms, &script, Strategy::Incremental, share * LEAF_SHARE.get()), Reply::Unsat) {
                self.account = before;
                return false;
            }
            next = others.next_open(terms);
        }
        self.account = self.account.after(Step::Cases);
        self.stats.smt_unsat += 1;
        true
    }

    pub(super) fn ask_plainly(
        &mut self,
        terms: &mut Terms,
        conjuncts: &[TermId],
        share: u32,
    ) -> Result<Option<Method>, UnknownCause> {
        let conjuncts = self.with_shared_divisions(terms, conjuncts);
        let script = encode(terms, &conjuncts, Style::default());
        match self.ask(terms, &script, Strategy::Incremental, share) {
            Reply::Unsat => {
                self.stats.smt_unsat += 1;
                Ok(Some(Method::Smt))
            }
            Reply::Sat(_) => {
                self.stats.smt_sat += 1;
                Ok(None)
            }
            Reply::Unknown(cause) => {
                self.stats.unknown += 1;
                Err(cause)
            }
        }
    }

    pub(super) fn smt(
        &mut self,
        terms: &mut Terms,
        conjuncts: &[TermId],
        simplified: Option<&Simplified>,
        share: u32,
    ) -> Answer {
        let answer = match simplified {
            None => self.attempts(terms, conjuncts, share),
            Some(simplified) => self.lifted(terms, conjuncts, simplified, share),
        };
        match &answer {
            Answer::Unsat(_) => self.stats.smt_unsat += 1,
            Answer::Sat(_) => self.stats.smt_sat += 1,
            Answer::Unknown(_) => self.stats.unknown += 1,
        }
        answer
    }

    /// The attempts on the simplified conjuncts; a model is lifted to the original ones.
    fn lifted(&mut self, terms: &mut Terms, conjuncts: &[TermId], simplified: &Simplified, share: u32) -> Answer {
        let model = match self.attempts(terms, &simplified.conjuncts, share) {
            Answer::Sat(model) => model,
            other => return other,
        };
        let entries = simplified.lift(terms, conjuncts, |f, args| model.function(f, args));
        let lifted = Model::new(terms, entries, model.approximate);
        let floats = || terms.subterms(conjuncts, |_| false).into_iter().any(|t| float_operation(terms, t).0);
        if satisfies(terms, conjuncts, &lifted) || model.approximate || floats() {
            return Answer::Sat(lifted);
        }
        // Functions that were replaced in some of their applications only may have left no model; ask for one directly.
        self.attempts(terms, conjuncts, share)
    }

    /// The attempts in order: the incremental core, then the full strategy, both with facts for bitwise and float
    /// operators; where a model rests on such facts, once more with the operators themselves. Each may spend the effort
    /// for one query divided by `share`.
    pub(super) fn attempts(&mut self, terms: &mut Terms, conjuncts: &[TermId], share: u32) -> Answer {
        let conjuncts = &self.with_shared_divisions(terms, conjuncts)[..];
        let script = encode(terms, conjuncts, Style::default());
        let mut reply = self.ask(terms, &script, Strategy::Incremental, share);
        if matches!(reply, Reply::Unknown(UnknownCause::Incomplete | UnknownCause::Timeout)) && share == 1 {
            reply = self.ask(terms, &script, Strategy::Full, share);
        }
        let entries = match reply {
            Reply::Unsat => return Answer::Unsat(Method::Smt),
            Reply::Unknown(cause) => return Answer::Unknown(cause),
            Reply::Sat(values) => script.entries(values),
        };
        let nodes = terms.subterms(conjuncts, |_| false);
        let floats = nodes.iter().any(|&t| float_operation(terms, t).0);
        let known = nodes.iter().all(|&t| float_operation(terms, t).1);
        let bitwise = nodes.iter().any(|&t| is_bitwise(terms, t));
        let model = Model::new(terms, entries, floats);
        let confirmed = satisfies(terms, conjuncts, &model);
        if confirmed && !floats {
            return Answer::Sat(model);
        }
        let ieee = floats && self.config.exact_floats;
        if bitwise || ieee {
            let style = Style { bits: if bitwise { Bits::Vectors } else { Bits::Facts }, ieee };
            let script = encode(terms, conjuncts, style);
            let share = if ieee { share.max(FLOAT_SHARE.get()) } else { share };
            match self.ask(terms, &script, Strategy::Full, share) {
                // Also with floats: the values of undefined operations (conversions out of range) stay free in the
                // standard.
                Reply::Unsat if !ieee => return Answer::Unsat(Method::Smt),
                Reply::Sat(values) => {
                    let entries = script.entries(values);
                    // Float operations cannot be evaluated here; the solver's word is taken for those it knows.
                    let exact = Model::new(terms, entries, floats && !(ieee && known));
                    if satisfies(terms, conjuncts, &exact) {
                        return Answer::Sat(exact);
                    }
                }
                Reply::Unsat | Reply::Unknown(_) => {}
            }
        }
        let mut model = model;
        model.approximate = true;
        Answer::Sat(model)
    }
}
