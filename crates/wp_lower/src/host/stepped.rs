//! Variables of loops that only go one way: `for (i = 0; i < n; i++)`, `for (m = 1; m < n; m <<= 1)`.
//!
//! Over-approximate: of a variable that a loop only steps or scales is said at the head on which side of its first value it is;
//! and, where it starts as a power of two and is only doubled or halved, that `m & (m - 1)` is zero (halving ends at zero).
//! Signed overflow is taken not to happen, and a shift of the one into the sign, which C++ defines and C does not, counts as
//! such; of unsigned variables that grow nothing is said.

use crate::decls::constant_of;
use crate::host::flow::{Flow, State};
use crate::host::uses::{uses, variable, Use};
use crate::host::value::{Expr, Int, Kind, Value};
use crate::scan::{strip, strip_casts};
use wp_clang::{Node, NodeId};
use wp_kir::{BinOp, Type};

/// A variable before a loop that steps it.
pub(super) struct Stepped {
    variable: NodeId,
    /// Its value before the loop.
    first: Int,
    ways: Ways,
}

/// How a loop changes a variable.
#[derive(Clone, Copy, Default)]
struct Ways {
    steps: usize,
    /// By `++`, `--`, `+=` or `-=`.
    added: bool,
    /// By `<<=`, `>>=`, `*=` or `/=`.
    scaled: bool,
    up: bool,
    down: bool,
    /// By a factor that is no power of two.
    odd: bool,
}

impl Flow<'_, '_> {
    /// Variables that are only stepped in a loop of these parts.
    pub(super) fn stepped_variables(&self, st: &State, parts: &[&Node]) -> Vec<Stepped> {
        let stepped = st.vars.iter().filter_map(|(&variable, value)| {
            let Value::Int(first) = value else { return None };
            let (mut writes, mut ways) = (0, Ways::default());
            for part in parts {
                uses(part, &mut |v, u| writes += usize::from(v == variable && u != Use::Read));
                self.steps(part, variable, &mut ways);
            }
            (writes > 0 && writes == ways.steps).then(|| Stepped { variable, first: first.clone(), ways })
        });
        stepped.collect()
    }

    /// Adds every `v++`, `v += c`, `v <<= c`, `v *= c` (up) and `v--`, `v -= c`, `v >>= c`, `v /= c` (down) of a tree.
    fn steps(&self, node: &Node, v: NodeId, ways: &mut Ways) {
        let whole = |n: &Node| {
            let wide = self.type_of(n).is_some_and(|t| t.is_int() && t.size() >= 4);
            wide && &*strip(n).kind == "DeclRefExpr" && variable(n) == Some(v)
        };
        match (&*node.kind, node.opcode.as_deref().unwrap_or(""), &node.inner[..]) {
            ("UnaryOperator", op @ ("++" | "--"), [target]) if whole(target) => ways.add(op == "++", true),
            // What is computed in another type wraps where the variable's own would not: `i *= 2u`.
            ("CompoundAssignOperator", op, [left, right]) if whole(left) && self.computes_in_own_type(node, left) => {
                let by = constant_of(strip_casts(right), self.decls).unwrap_or(-1);
                match op {
                    "+=" | "-=" if (0..1 << 31).contains(&by) => ways.add(op == "+=", true),
                    "<<=" | ">>=" if (0..31).contains(&by) => ways.add(op == "<<=", false),
                    "*=" | "/=" if (1..1 << 31).contains(&by) => {
                        ways.add(op == "*=", false);
                        ways.odd |= by & (by - 1) != 0;
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        if &*node.kind != "UnaryExprOrTypeTraitExpr" {
            node.inner.iter().for_each(|c| self.steps(c, v, ways));
        }
    }

    fn computes_in_own_type(&self, node: &Node, left: &Node) -> bool {
        let computed = node.extra.get("computeLHSType").and_then(|t| self.decls.qtype(t).ty.scalar());
        computed.is_some() && computed == self.type_of(left)
    }

    /// States what is left of them at the head.
    pub(super) fn stepped_at_head(&mut self, st: &mut State, stepped: Vec<Stepped>) {
        for Stepped { variable, first, ways } in stepped {
            let Some(Value::Int(e)) = st.vars.get(&variable).cloned() else { continue };
            let Kind::Symbol(symbol) = &e.kind else { continue };
            if e.ty != first.ty {
                continue;
            }
            let power = is_power(st, &first);
            let signed = matches!(e.ty, Type::Int { signed: true, .. });
            let not_negative = !signed || power || first.constant().is_some_and(|c| c >= 0);
            let zero = Expr::int(0, e.ty);
            let facts = match (ways.up, ways.down) {
                (true, false) if signed && (not_negative || !ways.scaled) => {
                    [Expr::binary(BinOp::Le, &first, &e), None]
                }
                (false, true) if ways.added && signed && !ways.scaled => [Expr::binary(BinOp::Le, &e, &first), None],
                (false, true) if !ways.added && not_negative => {
                    let sign = if signed { Expr::binary(BinOp::Le, &zero, &e) } else { None };
                    [Expr::binary(BinOp::Le, &e, &first), sign]
                }
                (true, true) if !ways.added && not_negative && signed => [Expr::binary(BinOp::Le, &zero, &e), None],
                _ => [None, None],
            };
            st.guards.extend(facts.into_iter().flatten());
            if power && !ways.added && !ways.odd {
                st.powers.insert(symbol.id);
                let less = Expr::binary(BinOp::Sub, &e, &Expr::int(1, e.ty));
                let common = less.and_then(|less| Expr::binary(BinOp::And, &e, &less));
                st.guards.extend(common.and_then(|common| Expr::binary(BinOp::Eq, &common, &zero)));
            }
        }
    }
}

impl Ways {
    fn add(&mut self, up: bool, added: bool) {
        self.steps += 1;
        self.added |= added;
        self.scaled |= !added;
        self.up |= up;
        self.down |= !up;
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
