//! Ranges under a condition: the values of variables and of the indices of the threads where it is true, or false.
//!
//! Over-approximate: a condition in another form restricts nothing.

use super::{Held, State, Thread};
use crate::index_width::number::Number;
use wp_base::Id;
use wp_kir::{BinOp, CastKind, ExprId, ExprKind, Special, Type, UnOp};

/// Nesting of expressions in which a condition is used.
const DEEPEST: u32 = 8;

impl Thread<'_, '_> {
    /// The state in which a condition has a truth value; `None` if it cannot.
    pub(super) fn given(&mut self, mut state: State, cond: ExprId, truth: bool, depth: u32) -> Option<State> {
        if depth > DEEPEST {
            return Some(state);
        }
        let kernel = self.code.kernel;
        match (&kernel.exprs[cond].kind, truth) {
            (ExprKind::Unary(UnOp::Not, a), _) => return self.given(state, *a, !truth, depth + 1),
            (ExprKind::Binary(BinOp::And, a, b), true) | (ExprKind::Binary(BinOp::Or, a, b), false)
                if kernel.ty(*a) == Type::Bool =>
            {
                let state = self.given(state, *a, truth, depth + 1)?;
                return self.given(state, *b, truth, depth + 1);
            }
            (ExprKind::Var(var), _) if kernel.ty(cond) == Type::Bool => {
                state.vars[var.index()] = Held::Number(Number { device: None, ..Number::between(0, 1) });
                if let Some(&value) = self.code.once.get(var) {
                    return self.given(state, value, truth, depth + 1);
                }
                return Some(state);
            }
            (ExprKind::Binary(op, a, b), _) if kernel.ty(*a).is_int() => {
                let (x, y) = (self.number(&state, *a), self.number(&state, *b));
                let (least, most) = (i128::MIN, i128::MAX);
                let [of_a, of_b] = match (op, truth) {
                    (BinOp::Lt, true) => [(least, y.hi.saturating_sub(1)), (x.lo.saturating_add(1), most)],
                    (BinOp::Le, true) => [(least, y.hi), (x.lo, most)],
                    (BinOp::Lt, false) => [(y.lo, most), (least, x.hi)],
                    (BinOp::Le, false) => [(y.lo.saturating_add(1), most), (least, x.hi.saturating_sub(1))],
                    (BinOp::Eq, true) | (BinOp::Ne, false) => [(y.lo, y.hi), (x.lo, x.hi)],
                    _ => return Some(state),
                };
                let is_possible =
                    self.bound(&mut state, *a, of_a, depth + 1) && self.bound(&mut state, *b, of_b, depth + 1);
                return is_possible.then_some(state);
            }
            _ => {}
        }
        Some(state)
    }

    /// Restricts an expression to a range; false if it has no value there.
    fn bound(&mut self, state: &mut State, e: ExprId, (least, most): (i128, i128), depth: u32) -> bool {
        if depth > DEEPEST || (least, most) == (i128::MIN, i128::MAX) {
            return true;
        }
        let kernel = self.code.kernel;
        let ty = kernel.ty(e);
        match kernel.exprs[e].kind {
            ExprKind::Var(var) => {
                let Held::Number(n) = state.vars[var.index()] else { return true };
                let Some(n) = n.within(least, most, ty) else { return false };
                state.vars[var.index()] = Held::Number(n);
                match self.code.once.get(&var) {
                    Some(&value) => self.bound(state, value, (least, most), depth + 1),
                    None => true,
                }
            }
            ExprKind::Special(Special::ThreadIdx(axis)) => {
                let n = state.tid[axis.index()].within(least, most, ty);
                n.map(|n| state.tid[axis.index()] = n).is_some()
            }
            ExprKind::Special(Special::BlockIdx(axis)) => {
                let n = state.bid[axis.index()].within(least, most, ty);
                n.map(|n| state.bid[axis.index()] = n).is_some()
            }
            ExprKind::Cast(CastKind::IntToInt, a) if matches!(ty, Type::Int { bits: 32 | 64, .. }) => {
                // What is below zero wraps around to great numbers.
                kernel.ty(a) == Type::Bool || self.bound(state, a, (least, most), depth + 1)
            }
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
                let (x, y) = (self.number(state, a), self.number(state, b));
                let (of_a, of_b) = match op {
                    BinOp::Add => (
                        (least.saturating_sub(y.hi), most.saturating_sub(y.lo)),
                        (least.saturating_sub(x.hi), most.saturating_sub(x.lo)),
                    ),
                    BinOp::Sub => (
                        (least.saturating_add(y.lo), most.saturating_add(y.hi)),
                        (x.lo.saturating_sub(most), x.hi.saturating_sub(least)),
                    ),
                    _ => (quotients((least, most), y), quotients((least, most), x)),
                };
                self.bound(state, a, of_a, depth + 1) && self.bound(state, b, of_b, depth + 1)
            }
            _ => true,
        }
    }
}

/// The range of a factor whose product with the other one is in a range.
fn quotients((least, most): (i128, i128), other: Number) -> (i128, i128) {
    match other.values() {
        Some((factor @ 1.., _)) => {
            let up = |n: i128| n.div_euclid(factor) + i128::from(n.rem_euclid(factor) != 0);
            let least = if least == i128::MIN { least } else { up(least) };
            (least, if most == i128::MAX { most } else { most.div_euclid(factor) })
        }
        _ => (i128::MIN, i128::MAX),
    }
}
