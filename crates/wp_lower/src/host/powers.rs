//! Variables of loops that stay powers of two: `for (m = 1; m < n; m <<= 1)`.
//!
//! Over-approximate: of a variable that starts as a power of two and that the loop only doubles or halves is said at the head that
//! `m & (m - 1)` is zero (halving ends at zero), and what sign it has. Signed overflow is taken not to happen, and a shift of the
//! one into the sign, which C++ defines and C does not, counts as such.

use crate::decls::constant_of;
use crate::host::flow::{Flow, State};
use crate::host::uses::{uses, variable, Use};
use crate::host::value::{Expr, Int, Kind, Value};
use wp_clang::{Node, NodeId};
use wp_kir::{BinOp, Type};

/// A variable before a loop that scales it.
pub(super) struct Scaled {
    variable: NodeId,
    /// Whether it starts above zero and is never halved.
    grows: bool,
}

impl Flow<'_, '_> {
    /// Variables that hold powers of two before a loop of these parts, and are only scaled in it.
    pub(super) fn scaled_variables(&self, st: &State, parts: &[&Node]) -> Vec<Scaled> {
        let powers = st.vars.iter().filter(|(_, value)| matches!(value, Value::Int(e) if is_power(st, e)));
        let scaled = powers.filter_map(|(&variable, value)| {
            let mut grows = matches!(value, Value::Int(e) if e.constant().is_some());
            let (mut writes, mut scalings) = (0, 0);
            for part in parts {
                uses(part, &mut |v, u| writes += usize::from(v == variable && u != Use::Read));
                self.scalings(part, variable, &mut |doubling| {
                    scalings += 1;
                    grows &= doubling;
                });
            }
            (writes > 0 && writes == scalings).then_some(Scaled { variable, grows })
        });
        scaled.collect()
    }

    /// Calls `f` for every `v <<= c`, `v *= 2^c` (doubling), `v >>= c` and `v /= 2^c`.
    fn scalings(&self, node: &Node, v: NodeId, f: &mut dyn FnMut(bool)) {
        if let ("CompoundAssignOperator", [left, right]) = (&*node.kind, &node.inner[..]) {
            let by = constant_of(crate::scan::strip_casts(right), self.decls).unwrap_or(-1);
            let (fits, doubling) = match node.opcode.as_deref() {
                Some("<<=") => ((0..31).contains(&by), true),
                Some(">>=") => ((0..31).contains(&by), false),
                Some("*=") => (by > 0 && by & (by - 1) == 0, true),
                Some("/=") => (by > 0 && by & (by - 1) == 0, false),
                _ => (false, false),
            };
            let whole = &*crate::scan::strip(left).kind == "DeclRefExpr" && variable(left) == Some(v);
            let wide = self.type_of(left).is_some_and(|t| t.is_int() && t.size() >= 4);
            if fits && whole && wide {
                f(doubling);
            }
        }
        node.inner.iter().for_each(|c| self.scalings(c, v, f));
    }

    /// States what is left of them at the head.
    pub(super) fn powers_at_head(&mut self, st: &mut State, scaled: Vec<Scaled>) {
        for Scaled { variable, grows } in scaled {
            let Some(Value::Int(e)) = st.vars.get(&variable).cloned() else { continue };
            let Kind::Symbol(symbol) = &e.kind else { continue };
            st.powers.insert(symbol.id);
            let (zero, one) = (Expr::int(0, e.ty), Expr::int(1, e.ty));
            let signed = matches!(e.ty, Type::Int { signed: true, .. });
            let sign = match (signed, grows) {
                (false, _) => None,
                (true, true) => Expr::binary(BinOp::Lt, &zero, &e),
                (true, false) => Expr::binary(BinOp::Le, &zero, &e),
            };
            let less = Expr::binary(BinOp::Sub, &e, &one);
            let common = less.and_then(|less| Expr::binary(BinOp::And, &e, &less));
            let power = common.and_then(|common| Expr::binary(BinOp::Eq, &common, &zero));
            st.guards.extend(sign.into_iter().chain(power));
        }
    }
}

/// Whether a value that is not negative is known to be zero or a power of two.
fn is_power(st: &State, e: &Int) -> bool {
    match &e.kind {
        Kind::Int(v) => *v > 0 && v & (v - 1) == 0,
        Kind::Symbol(s) => st.powers.contains(&s.id),
        Kind::Binary(BinOp::Div | BinOp::Mul, a, b) => is_power(st, a) && b.constant().is_some_and(|_| is_power(st, b)),
        Kind::Binary(BinOp::Shr | BinOp::Shl, a, b) => is_power(st, a) && b.constant().is_some(),
        _ => false,
    }
}
