//! The finite range over which a quantifier is decided.
//!
//! Outside of the range a comparison with the variable decides the body (Kojima, Imanishi and Igarashi, section 4.3,
//! step I): the body of `\forall` is true there, that of `\exists` false. Variables of inner quantifiers are confined
//! to their own ranges. Over-approximate. A variable of `\forall` that no comparison bounds ranges over the elements of
//! the arrays that it indexes, if their number is known.

use crate::eval::{Eval, State};
use crate::term::{BinOp, Quantifier, Relation, Term, TermKind, Var};
use std::collections::BTreeMap;

/// Integers from the first to the second, unbounded where absent; empty when the first is greater.
pub type Interval = (Option<i128>, Option<i128>);

const EVERYWHERE: Interval = (None, None);
const NOWHERE: Interval = (Some(1), Some(0));
wp_base::limits! {
    /// Rounds in which ranges of variables confine each other.
    const ROUNDS: usize = 3;
}

/// The range over which a quantifier over `var` is decided, where the variables around it have the values `bound`.
pub fn range(
    (quantifier, var, body): (Quantifier, Var, &Term),
    bound: &BTreeMap<Var, i128>,
    state: &dyn State,
) -> Interval {
    let mut eval = Eval::new(state);
    eval.bound.clone_from(bound);
    eval.range(quantifier, var, body)
}

impl<'a> Eval<'a> {
    /// The range over which a quantifier over `var` is decided.
    pub(crate) fn range(&mut self, quantifier: Quantifier, var: Var, body: &'a Term) -> Interval {
        let wanted = quantifier == Quantifier::Exists;
        let outer = std::mem::take(&mut self.confined);
        let mut inside = vec![var];
        variables(body, quantifier, &mut inside);
        for _ in 0..if inside.len() > 1 { ROUNDS.get() } else { 1 } {
            for &v in inside.iter().rev() {
                let range = self.possible(body, v, wanted);
                let before = self.confined.get(&v).copied().unwrap_or(EVERYWHERE);
                self.confined.insert(v, meet(before, range));
            }
        }
        let mut range = self.confined.get(&var).copied().unwrap_or(EVERYWHERE);
        if quantifier == Quantifier::Forall && (range.0.is_none() || range.1.is_none()) {
            range = meet(range, self.existing(body, var).unwrap_or(EVERYWHERE));
        }
        self.confined = outer;
        range
    }

    /// Where all elements exist that have the variable, and nothing else without a value, in their index; `None` when
    /// there are none.
    fn existing(&mut self, t: &'a Term, var: Var) -> Option<Interval> {
        let mut all: Option<Interval> = None;
        if let TermKind::Element { array, elem, index, .. } = &t.kind {
            let extent = self.state.extent(*array, *elem);
            if let (Some(extent), Some((Some(lo), Some(hi)))) = (extent, self.besides(index, var)) {
                if lo == hi {
                    all = Some((lo.checked_neg(), extent.checked_sub(lo).and_then(|n| n.checked_sub(1))));
                }
            }
        }
        for child in t.kind.children() {
            if let Some(range) = self.existing(child, var) {
                all = Some(all.map_or(range, |all| meet(all, range)));
            }
        }
        all
    }

    /// The range in which a condition can have the given value, over-approximated.
    fn possible(&mut self, t: &'a Term, var: Var, wanted: bool) -> Interval {
        match &t.kind {
            TermKind::Bool(b) if *b != wanted => NOWHERE,
            TermKind::Not(a) => self.possible(a, var, !wanted),
            TermKind::Binary(op @ (BinOp::And | BinOp::Or | BinOp::Implies), a, b) => {
                let first = if *op == BinOp::Implies { !wanted } else { wanted };
                let (x, y) = (self.possible(a, var, first), self.possible(b, var, wanted));
                if wanted == (*op == BinOp::And) {
                    meet(x, y)
                } else {
                    hull(x, y)
                }
            }
            TermKind::Quantified(_, _, _, body) => self.possible(body, var, wanted),
            TermKind::Compare(relation, a, b) => {
                let (relation, offset, other) = match (self.besides(a, var), self.besides(b, var)) {
                    (Some(offset), None) => (*relation, offset, b),
                    (None, Some(offset)) => (mirrored(*relation), offset, a),
                    _ => return EVERYWHERE,
                };
                // The variable compares so with the difference.
                let (lo, hi) = plus(self.confines(other), negative(offset));
                match if wanted { relation } else { negated(relation) } {
                    Relation::Lt => (None, hi.and_then(|n| n.checked_sub(1))),
                    Relation::Le => (None, hi),
                    Relation::Eq => (lo, hi),
                    Relation::Ge => (lo, None),
                    Relation::Gt => (lo.and_then(|n| n.checked_add(1)), None),
                    Relation::Ne => EVERYWHERE,
                }
            }
            _ => EVERYWHERE,
        }
    }

    /// The range of the difference of a term and the variable, if the term is the variable plus another term.
    fn besides(&mut self, t: &'a Term, var: Var) -> Option<Interval> {
        match &t.kind {
            TermKind::Bound(v, _) if *v == var => Some((Some(0), Some(0))),
            TermKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let (inside, other) = match (mentions(a, var), mentions(b, var)) {
                    (true, false) => (a, b),
                    (false, true) if *op == BinOp::Add => (b, a),
                    _ => return None,
                };
                let rest = self.confines(other);
                let rest = if *op == BinOp::Sub { negative(rest) } else { rest };
                Some(plus(self.besides(inside, var)?, rest))
            }
            _ => None,
        }
    }

    /// The range of a term's value.
    fn confines(&mut self, t: &'a Term) -> Interval {
        if let TermKind::Bound(var, _) = &t.kind {
            if let (None, Some(&range)) = (self.bound.get(var), self.confined.get(var)) {
                return range;
            }
        }
        if let TermKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) = &t.kind {
            let (a, b) = (self.confines(a), self.confines(b));
            return plus(a, if *op == BinOp::Sub { negative(b) } else { b });
        }
        self.int(t).map_or(EVERYWHERE, |n| (Some(n), Some(n)))
    }
}

/// Variables of quantifiers of the same kind inside another one, if their values decide in the same way.
fn variables(t: &Term, quantifier: Quantifier, found: &mut Vec<Var>) {
    match &t.kind {
        TermKind::Quantified(q, var, _, body) if *q == quantifier => {
            found.push(*var);
            variables(body, quantifier, found);
        }
        TermKind::Binary(BinOp::Implies, _, b) if quantifier == Quantifier::Forall => variables(b, quantifier, found),
        TermKind::Binary(BinOp::And, a, b) if quantifier == Quantifier::Exists => {
            variables(a, quantifier, found);
            variables(b, quantifier, found);
        }
        _ => {}
    }
}

fn mentions(t: &Term, var: Var) -> bool {
    t.any(&|t| matches!(t.kind, TermKind::Bound(v, _) if v == var))
}

fn plus(a: Interval, b: Interval) -> Interval {
    let sum = |a: Option<i128>, b: Option<i128>| a.zip(b).and_then(|(a, b)| a.checked_add(b));
    (sum(a.0, b.0), sum(a.1, b.1))
}

fn negative(a: Interval) -> Interval {
    (a.1.and_then(i128::checked_neg), a.0.and_then(i128::checked_neg))
}

fn meet(a: Interval, b: Interval) -> Interval {
    let pick = |x: Option<i128>, y: Option<i128>, f: fn(i128, i128) -> i128| match (x, y) {
        (Some(x), Some(y)) => Some(f(x, y)),
        (x, y) => x.or(y),
    };
    (pick(a.0, b.0, i128::max), pick(a.1, b.1, i128::min))
}

fn hull(a: Interval, b: Interval) -> Interval {
    let empty = |i: Interval| matches!(i, (Some(lo), Some(hi)) if lo > hi);
    if empty(a) {
        return b;
    }
    if empty(b) {
        return a;
    }
    (a.0.zip(b.0).map(|(x, y)| x.min(y)), a.1.zip(b.1).map(|(x, y)| x.max(y)))
}

fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::Lt => Relation::Gt,
        Relation::Le => Relation::Ge,
        Relation::Ge => Relation::Le,
        Relation::Gt => Relation::Lt,
        same => same,
    }
}

fn negated(relation: Relation) -> Relation {
    match relation {
        Relation::Lt => Relation::Ge,
        Relation::Le => Relation::Gt,
        Relation::Eq => Relation::Ne,
        Relation::Ne => Relation::Eq,
        Relation::Ge => Relation::Lt,
        Relation::Gt => Relation::Le,
    }
}
