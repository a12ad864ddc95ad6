//! The number of iterations of a loop: bounds of the counter, monotone conditions, the reach predicate.

use crate::context::Context;
use crate::state::strip;
use crate::Axiom;
use rustc_hash::FxHashMap;
use wp_logic::{Class, Range, Sort, Term, TermId, Terms};

wp_base::limits! {
    /// Terms of the condition that no path leaves a loop; a larger one is left out.
    const MAX_NODES: usize = 100;
}

impl Context<'_> {
    /// Greatest number of completed iterations that the continue condition allows, from the ranges of its terms.
    ///
    /// A conjunct `a + b*k <= 0` with constant `b > 0` gives `k <= floor(-lo(a) / b)`, hence one more iteration at
    /// most.
    pub(super) fn trip_bound(&mut self, cond: TermId, k: TermId) -> Option<i128> {
        let mut best: Option<i128> = None;
        for c in self.terms.conjuncts(cond) {
            if let Some((a, 1)) = self.unit_disequality(c, k) {
                if let Term::Int(a) = *self.terms.kind(a) {
                    if a <= 0 {
                        best = Some(best.map_or(-a, |t: i128| t.min(-a)));
                    }
                }
            }
            let Some((a, b)) = linear_le(self.terms, c, k) else { continue };
            let (Term::Int(b), Some(lo)) = (self.terms.kind(b).clone(), self.terms.range(a).lo) else { continue };
            if b > 0 {
                let trips = lo.checked_neg().map_or(i128::MAX, |n| n.div_euclid(b)).saturating_add(1).max(0);
                if trips < 1 << 40 {
                    best = Some(best.map_or(trips, |t| t.min(trips)));
                }
            }
        }
        best
    }

    /// A conjunct `a + b*k != 0` with `b = 1` or `b = -1`; the sign is normalised so that `b = 1`.
    pub(super) fn unit_disequality(&mut self, c: TermId, k: TermId) -> Option<(TermId, i128)> {
        let Term::Not(eq) = *self.terms.kind(c) else { return None };
        let Term::Eq(l, r) = *self.terms.kind(eq) else { return None };
        if self.terms.sort(l) != Sort::Int {
            return None;
        }
        let le = self.terms.le(l, r);
        if let Some((a, b)) = linear_le(self.terms, le, k) {
            match *self.terms.kind(b) {
                Term::Int(1) => return Some((a, 1)),
                Term::Int(-1) => return Some((self.terms.neg(a), 1)),
                _ => {}
            }
        }
        None
    }

    /// The facts that follow from reaching iteration `k`: the condition held at `k - 1`, and a counter that starts at
    /// or below the value it must not have, and moves by one, has not jumped over it.
    pub(super) fn reach_axiom(&mut self, reach: TermId, k: TermId, cond_at_trial: TermId, trial_k: TermId) {
        if self.trial > 0 {
            return;
        }
        let Term::App(f, args) = self.terms.kind(reach).clone() else { return };
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let before = self.terms.sub(k, one);
        let first = self.terms.eq(k, zero);
        let at = |terms: &mut Terms, t: TermId, value: TermId| {
            let map: FxHashMap<TermId, TermId> = [(trial_k, value)].into_iter().collect();
            terms.substitute(t, &map)
        };
        let held = at(self.terms, cond_at_trial, before);
        let mut facts = vec![self.terms.or(&[first, held])];
        for c in self.terms.conjuncts(cond_at_trial) {
            if let Some((a, 1)) = self.unit_disequality(c, trial_k) {
                let here = self.terms.add(a, k);
                let below = self.terms.le(a, zero);
                let still_below = self.terms.le(here, zero);
                facts.push(self.terms.implies(below, still_below));
            }
        }
        let all = self.terms.and(&facts);
        let fact = self.terms.implies(reach, all);
        self.out.axioms.add(f, args.to_vec(), fact);
        let start = self.terms.implies(first, reach);
        self.out.axioms.add(f, args.to_vec(), start);
    }

    /// The facts that follow from completing iteration `k`: the continue condition held, and no path left the loop,
    /// where that is short.
    pub(super) fn completion(&mut self, reach: TermId, cond: TermId, end: TermId, head: TermId) {
        let Term::App(f, args) = self.terms.kind(reach).clone() else { return };
        let end = strip(self.terms, end, head);
        let fact = if self.terms.subterms(&[end], |_| false).len() > MAX_NODES.get() { cond } else { end };
        self.out.axioms.completions.insert(f, Axiom { formals: args.to_vec(), fact });
    }

    /// True if the condition at `k` implies it at every earlier iteration.
    pub(super) fn is_monotone(&mut self, cond: TermId, k: TermId) -> bool {
        self.terms.conjuncts(cond).into_iter().all(|c| {
            if !mentions(self.terms, c, k) {
                return true;
            }
            let Term::Le(l, r) = *self.terms.kind(c) else { return false };
            let difference = self.terms.sub(l, r);
            trend(self.terms, difference, k) == Some(Trend::Rises)
        })
    }

    /// A constant that the condition puts above a term: a conjunct `t + rest <= 0` gives `t <= -lo(rest)`.
    pub(super) fn upper_bound(&mut self, cond: TermId, t: TermId) -> Option<i128> {
        let mut best: Option<i128> = None;
        for c in self.terms.conjuncts(cond) {
            let Term::Le(a, b) = *self.terms.kind(c) else { continue };
            let difference = self.terms.sub(a, b);
            let rest = self.terms.sub(difference, t);
            if terms_mention_term(self.terms, rest, t) {
                continue;
            }
            if let Some(limit) = self.terms.range(rest).lo.and_then(i128::checked_neg) {
                best = Some(best.map_or(limit, |b| b.min(limit)));
            }
        }
        best
    }

    /// True if the condition shows that a non-negative term is at least `least`.
    pub(super) fn stays_above(&mut self, cond: TermId, t: TermId, least: i128) -> bool {
        let negated = self.terms.neg(t);
        if self.upper_bound(cond, negated).is_some_and(|limit| limit <= -least) {
            return true;
        }
        let zero = self.terms.int(0);
        let is_zero = self.terms.eq(t, zero);
        least == 1 && self.terms.conjuncts(cond).into_iter().any(|c| *self.terms.kind(c) == Term::Not(is_zero))
    }

    /// `r(outer counters, k)`: iteration `k` is reached. Downward closed in `k`, true at 0.
    pub(super) fn reach_predicate(&mut self, class: Class) -> TermId {
        let counters = self.counters.clone();
        let args = vec![Sort::Int; counters.len()];
        let f = self.terms.func("reached", &args, Sort::Bool, class, Range::ALL);
        self.out.functions.note_shared(f, class);
        if self.trial == 0 {
            self.out.functions.reaches.insert(f);
        }
        self.terms.app(f, &counters)
    }
}

fn mentions(terms: &Terms, t: TermId, k: TermId) -> bool {
    terms.apps(&[t]).contains(&k)
}

fn terms_mention_term(terms: &Terms, t: TermId, what: TermId) -> bool {
    let inside = terms.apps(&[what]);
    let of_t = terms.apps(&[t]);
    inside.iter().any(|a| of_t.contains(a))
}

/// A conjunct `a + b*k <= 0` with `a`, `b` free of `k`.
pub(super) fn linear_le(terms: &mut Terms, c: TermId, k: TermId) -> Option<(TermId, TermId)> {
    let Term::Le(l, r) = *terms.kind(c) else { return None };
    let d = terms.sub(l, r);
    let at = |terms: &mut Terms, n: i128| {
        let value = terms.int(n);
        let map: FxHashMap<TermId, TermId> = [(k, value)].into_iter().collect();
        terms.substitute(d, &map)
    };
    let (d0, d1) = (at(terms, 0), at(terms, 1));
    let b = terms.sub(d1, d0);
    let bk = terms.mul(b, k);
    let rebuilt = terms.add(d0, bk);
    (rebuilt == d && !mentions(terms, d0, k) && !mentions(terms, b, k)).then_some((d0, b))
}

/// The change of a term when the counter grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trend {
    Constant,
    /// Never falls.
    Rises,
    /// Never rises.
    Falls,
}

impl Trend {
    fn flipped(self) -> Self {
        match self {
            Trend::Constant => Trend::Constant,
            Trend::Rises => Trend::Falls,
            Trend::Falls => Trend::Rises,
        }
    }
    fn and(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Trend::Constant, t) | (t, Trend::Constant) => Some(t),
            (a, b) => (a == b).then_some(a),
        }
    }
}

/// The trend of a term in the counter, when it is easily seen.
fn trend(terms: &Terms, t: TermId, k: TermId) -> Option<Trend> {
    if t == k {
        return Some(Trend::Rises);
    }
    if !mentions(terms, t, k) {
        return Some(Trend::Constant);
    }
    let non_negative = |t: TermId| terms.range(t).lo.is_some_and(|lo| lo >= 0);
    match terms.kind(t) {
        Term::Sum { items, .. } => {
            let mut all = Trend::Constant;
            for (c, item) in items.iter() {
                let of_item = trend(terms, *item, k)?;
                all = all.and(if *c < 0 { of_item.flipped() } else { of_item })?;
            }
            Some(all)
        }
        Term::Prod(factors) => {
            let mut moving = factors.iter().filter(|&&f| mentions(terms, f, k));
            let (first, second) = (moving.next()?, moving.next());
            let others_ok = factors.iter().all(|f| f == first || non_negative(*f));
            (second.is_none() && others_ok).then(|| trend(terms, *first, k)).flatten()
        }
        Term::Pow2(e) => trend(terms, *e, k),
        Term::Div(a, b) => match (trend(terms, *a, k)?, trend(terms, *b, k)?) {
            (of_a, Trend::Constant) if terms.range(*b).lo.is_some_and(|lo| lo > 0) => Some(of_a),
            (Trend::Constant, of_b) if non_negative(*a) && terms.range(*b).lo.is_some_and(|lo| lo > 0) => {
                Some(of_b.flipped())
            }
            _ => None,
        },
        _ => None,
    }
}
