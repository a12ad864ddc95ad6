//! Usual conditions that host code in sight breaks with ordinary values of its own: `k<<<2, n / 3>>>(..)`,
//! `for (b = 16; b <= 64; b += 16) k<<<2, b>>>(..)`. An error that such a launch shows is not due to an unusual launch,
//! so the condition is dropped.
//!
//! Host code determines a quantity where it computes it, and where it bounds it: an extent from above, an argument from
//! below. A bound of a block that the device has anyway (1024 threads) determines nothing: what a user may type is not
//! what the program does. Ordinary values are those from 1 to 2^30, and whatever lies above a bound that host code
//! states. The solver decides whether they lead out of a condition; where it does not decide, the condition stays.
//! Upper bounds that exclude wrap-around are no reason to drop a condition, unless host code chooses among constants
//! (`few ? 256 : 1u << 31`).

use super::expressions::{constant, quantity};
use super::fitting::WRAPS;
use super::usual::GREATEST;
use crate::condition::{Condition, Quantity, Usual};
use crate::question::Question;
use std::collections::{BTreeMap, BTreeSet};
use wp_check::sizes::is_choice_of_constants;
use wp_kir::device::MAX_BLOCK_THREADS;
use wp_kir::{AssumeKind, BinOp, ExprId, ExprKind, Kernel, ParamId, StmtKind, Type, UnOp};
use wp_logic::{Term, TermId};
use wp_solve::{Answer, Solver};

wp_base::limits! {
    /// The part of the effort for one query.
    const SHARE: u32 = 4;
}

/// True if a launch in sight breaks the conditions with ordinary values.
pub(super) fn is_reached(kernel: &Kernel, usual: &Usual, questions: &mut [Question], solver: &mut Solver) -> bool {
    let host = Host::of(kernel);
    let about_wraps = |c: &Condition| matches!(c, Condition::Le(_, most) if most.is_at_least(WRAPS.get()));
    let is_asked = |c: &Condition| !about_wraps(c) && c.quantities().any(|q| host.determines(q));
    usual.conditions.iter().any(|c| {
        let mut asked = questions.iter_mut().filter(|question| is_asked(c) || chooses_constants(question, c));
        asked.any(|question| host.reaches(kernel, c, question, solver))
    })
}

/// True if host code gives each quantity of a condition one of several constants.
fn chooses_constants(question: &Question, condition: &Condition) -> bool {
    let facts: Vec<TermId> = question.summary.facts.iter().filter(|f| f.loops.is_empty()).map(|f| f.term).collect();
    let term = |q| question.symbols.get(&q).or_else(|| question.wide.get(&q));
    let is_chosen = |q| term(q).is_some_and(|&t| is_choice_of_constants(&question.terms, t, &facts));
    let mut quantities = condition.quantities().peekable();
    quantities.peek().is_some() && quantities.all(is_chosen)
}

/// The single quantities that the facts of a launch determine or bound.
#[derive(Default)]
struct Host {
    /// Quantities that are equal to an expression.
    computed: BTreeSet<Quantity>,
    /// Quantities that are equal to a parameter for a host value.
    equal: BTreeMap<Quantity, Quantity>,
    /// Quantities with a constant bound.
    from_below: BTreeSet<Quantity>,
    from_above: BTreeMap<Quantity, i128>,
}

impl Host {
    fn of(kernel: &Kernel) -> Self {
        let mut host = Self::default();
        for statement in &kernel.body {
            if let StmtKind::Assume { cond, kind: AssumeKind::Launch } = statement.kind {
                host.learn(kernel, cond, true);
            }
        }
        host
    }

    fn learn(&mut self, kernel: &Kernel, cond: ExprId, holds: bool) {
        match kernel.exprs[cond].kind {
            ExprKind::Unary(UnOp::Not, inner) => self.learn(kernel, inner, !holds),
            ExprKind::Binary(BinOp::Eq, a, b) if holds => match (quantity(kernel, a), quantity(kernel, b)) {
                (Some(a), Some(b)) => drop(self.equal.insert(a, b)),
                (Some(a), None) => drop(self.computed.insert(a)),
                _ => {}
            },
            ExprKind::Binary(BinOp::Lt | BinOp::Le, a, b) => {
                let (a, b) = if holds { (a, b) } else { (b, a) };
                if constant(kernel, a).is_some() {
                    self.from_below.extend(quantity(kernel, b));
                }
                if let (Some(bound), Some(q)) = (constant(kernel, b), quantity(kernel, a)) {
                    let least = self.from_above.entry(q).or_insert(bound);
                    *least = bound.min(*least);
                }
            }
            _ => {}
        }
    }

    fn determines(&self, q: Quantity) -> bool {
        let of_device = match q {
            Quantity::BlockDim(_) => i128::from(MAX_BLOCK_THREADS),
            Quantity::GridDim(_) | Quantity::Param(_) => i128::MAX,
        };
        let is_bounded = |same: &Quantity| match q.is_extent() {
            true => self.from_above.get(same).is_some_and(|bound| *bound < of_device),
            false => self.from_below.contains(same),
        };
        self.computed.contains(&q) || [Some(&q), self.equal.get(&q)].into_iter().flatten().any(is_bounded)
    }

    fn reaches(&self, kernel: &Kernel, c: &Condition, question: &mut Question, solver: &mut Solver) -> bool {
        let symbols = question.symbols.iter().chain(&question.wide).map(|(&q, &t)| (q, t)).collect();
        let terms = &mut question.terms;
        let Some(inside) = c.term(terms, &symbols) else { return false };
        let facts = question.summary.facts.iter().filter(|f| f.loops.is_empty()).map(|f| f.term);
        let mut conjuncts: Vec<TermId> = facts.collect();
        let count = conjuncts.len();
        conjuncts.push(terms.not(inside));
        let sizes: BTreeSet<ParamId> = kernel.objects.values().filter_map(|o| o.bytes).collect();
        let (one, most) = (terms.int(1), terms.int(GREATEST));
        for (&id, &t) in &question.summary.params {
            let is_number = matches!(kernel.params[id].ty, Type::Int { .. }) && matches!(terms.kind(t), Term::App(..));
            let q = Quantity::Param(id);
            let follows = self.computed.contains(&q)
                || self.equal.contains_key(&q)
                || is_choice_of_constants(terms, t, &conjuncts[..count]);
            if is_number && !follows && !sizes.contains(&id) {
                conjuncts.push(terms.le(t, most));
                if !self.from_below.contains(&q) {
                    conjuncts.push(terms.le(one, t));
                }
            }
        }
        matches!(solver.check_within(terms, &conjuncts, SHARE.get()), Answer::Sat(_))
    }
}
