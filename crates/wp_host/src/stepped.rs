//! Variables that a loop changes in one direction: `for (i = 0; i < n; i++)`, `for (m = 1; m < n; m <<= 1)`.
//!
//! Over-approximate: a variable that a loop only steps or scales is known at the head to be on one side of its first
//! value (for `t += step` with a loop-invariant `step`, the sign decides the side). If it starts at a constant and only
//! one constant is added, its remainder by that constant is known. If it starts as a power of two and is only doubled
//! or halved, `m & (m - 1)` is zero (halving ends at zero). Signed overflow is assumed not to happen, including a shift
//! of a one into the sign, which C++ defines and C does not. Nothing is known of unsigned variables that grow.

use crate::state::{Flow, State};
use crate::uses::{uses, variable};
use crate::value::{Expr, Int, Kind, Value};
use wp_clang::{Node, NodeId};
use wp_decls::{constant_of, strip};
use wp_kir::{BinOp, Type};

/// A variable before a loop that steps it.
pub(super) struct Stepped {
    variable: NodeId,
    /// Its value before the loop.
    first: Int,
    ways: Ways,
    /// Instead of `ways`.
    stride: Option<Stride>,
}

/// The change of a variable by a loop.
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
    /// The constant that all steps add; 0 where they add several.
    step: Option<i128>,
}

/// The summand, other than a constant, by which one statement of a loop changes a variable.
#[derive(Clone)]
struct Stride {
    by: Int,
    up: bool,
}

impl Flow<'_, '_> {
    /// Variables that a loop with these parts only steps or scales.
    pub(super) fn stepped_variables(&mut self, st: &State, parts: &[&Node]) -> Vec<Stepped> {
        let mut stepped = Vec::new();
        for (&variable, value) in &st.vars {
            let Value::Int(first) = value else { continue };
            if self.lent.contains(&variable) {
                continue;
            }
            let (mut writes, mut ways) = (0, Ways::default());
            for part in parts {
                uses(&self.callees, part, &mut |v, u| writes += usize::from(v == variable && u.may_change()));
                self.steps(part, variable, &mut ways);
            }
            let stride = if writes == 1 && ways.steps == 0 { self.stride(st, parts, variable) } else { None };
            if writes > 0 && writes == ways.steps || stride.is_some() {
                stepped.push(Stepped { variable, first: first.clone(), ways, stride });
            }
        }
        stepped
    }

    /// `v += e`, `v -= e`, where it stands in a loop of these parts and the loop does not change `e`.
    fn stride(&mut self, st: &State, parts: &[&Node], v: NodeId) -> Option<Stride> {
        let mut todo: Vec<&Node> = parts.to_vec();
        while let Some(node) = todo.pop() {
            if let ("CompoundAssignOperator", Some(op @ ("+=" | "-=")), [left, right]) =
                (&*node.kind, node.opcode.as_deref(), &node.inner[..])
            {
                let ty = self.type_of(left)?;
                let wide = matches!(ty, Type::Int { signed: true, bits } if bits >= 32);
                let whole = &*strip(left).kind == "DeclRefExpr" && variable(left) == Some(v);
                if whole && wide && self.computes_in_own_type(node, left) && self.is_kept(st, parts, right) {
                    return match self.eval(&mut st.clone(), right) {
                        Value::Int(by) if by.ty == ty => Some(Stride { by, up: op == "+=" }),
                        _ => None,
                    };
                }
            }
            todo.extend(&node.inner);
        }
        None
    }

    /// True if an expression computes with constants and variables that a loop of these parts leaves as they are.
    fn is_kept(&self, st: &State, parts: &[&Node], node: &Node) -> bool {
        let here = match &*node.kind {
            "DeclRefExpr" => node.referenced.as_ref().is_some_and(|target| {
                let mut written = false;
                for part in parts {
                    uses(&self.callees, part, &mut |v, u| written |= v == target.id && u.may_change());
                }
                st.vars.contains_key(&target.id) && !written && !self.lent.contains(&target.id)
                    || &*target.kind == "EnumConstantDecl"
            }),
            "ParenExpr" | "ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr" | "IntegerLiteral" => true,
            "ConstantExpr" | "SubstNonTypeTemplateParmExpr" => true,
            "BinaryOperator" => matches!(node.opcode.as_deref(), Some("+" | "-" | "*" | "/" | "%")),
            _ => false,
        };
        here && node.inner.iter().all(|c| self.is_kept(st, parts, c))
    }

    /// Adds every `v++`, `v += c`, `v <<= c`, `v *= c` (up) and `v--`, `v -= c`, `v >>= c`, `v /= c` (down) of a tree.
    fn steps(&self, node: &Node, v: NodeId, ways: &mut Ways) {
        let whole = |n: &Node| {
            let wide = self.type_of(n).is_some_and(|t| t.is_int() && t.size() >= 4);
            wide && &*strip(n).kind == "DeclRefExpr" && variable(n) == Some(v)
        };
        match (&*node.kind, node.opcode.as_deref().unwrap_or(""), &node.inner[..]) {
            ("UnaryOperator", op @ ("++" | "--"), [target]) if whole(target) => ways.add(op == "++", 1),
            // A result that is computed in another type wraps where the variable's own would not: `i *= 2u`.
            ("CompoundAssignOperator", op, [left, right]) if whole(left) && self.computes_in_own_type(node, left) => {
                let by = constant_of(right, self.decls).unwrap_or(-1);
                match op {
                    "+=" | "-=" if (0..1 << 31).contains(&by) => ways.add(op == "+=", by),
                    "<<=" | ">>=" if (0..31).contains(&by) => ways.scale(op == "<<="),
                    "*=" | "/=" if (1..1 << 31).contains(&by) => {
                        ways.scale(op == "*=");
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

    /// States the facts about stepped variables at the head of the loop.
    pub(super) fn stepped_at_head(&mut self, st: &mut State, stepped: Vec<Stepped>) {
        for Stepped { variable, first, ways, stride } in stepped {
            let Some(Value::Int(e)) = st.vars.get(&variable).cloned() else { continue };
            let Kind::Symbol(symbol) = &e.kind else { continue };
            if e.ty != first.ty {
                continue;
            }
            if let Some(Stride { by, up }) = stride {
                let rises = Expr::binary(BinOp::Le, &Expr::int(0, by.ty), &by);
                let (above, below) = (Expr::binary(BinOp::Le, &first, &e), Expr::binary(BinOp::Le, &e, &first));
                let (grows, falls) = if up { (above, below) } else { (below, above) };
                let fact = |(rises, grows, falls): (Int, Int, Int)| Expr::select(&rises, &grows, &falls);
                st.guards.extend(rises.zip(grows).zip(falls).and_then(|((r, g), f)| fact((r, g, f))));
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
            st.guards.extend(remainder(&e, &first, ways));
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
    fn add(&mut self, up: bool, by: i128) {
        self.added = true;
        self.step = Some(if self.step.is_none_or(|step| step == by) { by } else { 0 });
        self.change(up);
    }

    fn scale(&mut self, up: bool) {
        self.scaled = true;
        self.change(up);
    }

    fn change(&mut self, up: bool) {
        self.steps += 1;
        self.up |= up;
        self.down |= !up;
    }
}

/// The remainder of a variable that grows from a constant by one constant only. Such a variable is not negative, so
/// that the remainder of C is that of numbers; an unsigned variable that wraps around would have another one.
fn remainder(e: &Int, first: &Int, ways: Ways) -> Option<Int> {
    let signed = matches!(e.ty, Type::Int { signed: true, .. });
    let grows = signed && ways.up && !ways.down && !ways.scaled;
    let step = ways.step.filter(|step| grows && *step > 1)?;
    let start = first.constant().filter(|start| *start >= 0)?;
    let rest = Expr::binary(BinOp::Rem, e, &Expr::int(step, e.ty))?;
    Expr::binary(BinOp::Eq, &rest, &Expr::int(start % step, e.ty))
}

/// True if a value that is not negative is known to be zero or a power of two.
fn is_power(st: &State, e: &Int) -> bool {
    match &e.kind {
        Kind::Int(v) => *v > 0 && v & (v - 1) == 0,
        Kind::Symbol(s) => st.powers.contains(&s.id),
        Kind::Binary(BinOp::Div | BinOp::Mul, a, b) => is_power(st, a) && b.constant().is_some_and(|_| is_power(st, b)),
        Kind::Binary(BinOp::Shr | BinOp::Shl, a, b) => is_power(st, a) && b.constant().is_some(),
        _ => false,
    }
}
