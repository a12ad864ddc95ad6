//! Least values of variables that a loop assigns from each other: `do { .. gap = size; size = 2 * size; } while (size <
//! n);`
//!
//! Over-approximate. The bound of a variable starts at its value in front of the loop, a constant that is not negative.
//! It is lowered until every assignment of the loop keeps it, provided that the bounds of all these variables hold
//! before the assignment. By induction over the assignments, it holds at each point of the loop and behind it. Signed
//! overflow is assumed not to happen; other types, and other forms of values, give no bound.

use crate::state::{Flow, State};
use crate::uses::{uses, variable};
use crate::value::{Expr, Value};
use std::collections::BTreeMap;
use wp_clang::{Node, NodeId};
use wp_decls::{constant_of, strip};
use wp_kir::{BinOp, Type};

wp_base::limits! {
    /// The most rounds in which bounds are lowered. If they do not suffice, there are no bounds.
    const ROUNDS: usize = 16;
}

/// Lower bounds by variable.
pub(crate) type Least = BTreeMap<NodeId, i128>;

/// A step, an assignment or a compound assignment of a loop, whose target is a variable.
struct Assignment<'n> {
    variable: NodeId,
    operator: &'n str,
    value: Option<&'n Node>,
}

impl Flow<'_, '_> {
    /// Lower bounds of the variables that a loop with these parts assigns. `entry` is the state in front of the loop.
    pub(crate) fn least(&self, entry: &State, parts: &[&Node]) -> Least {
        let mut assignments = Vec::new();
        parts.iter().for_each(|part| self.assignments(part, &mut assignments));
        let changed = self.changed_by_all(entry, parts);
        let mut least = Least::new();
        for (&v, value) in entry.vars.iter().filter(|(v, _)| changed.contains(v)) {
            let Value::Int(first) = value else { continue };
            let mut writes = 0;
            for part in parts {
                uses(&self.callees, part, &mut |w, used| writes += usize::from(w == v && used.may_change()));
            }
            let all = assignments.iter().filter(|a| a.variable == v).count() == writes && !self.lent.contains(&v);
            let first = first.constant().filter(|first| *first >= 0 && is_wide(value) && all);
            least.extend(first.map(|first| (v, first)));
        }
        let kept: Least = entry
            .vars
            .iter()
            .filter(|(v, value)| !changed.contains(v) && is_wide(value))
            .filter_map(|(v, value)| match value {
                Value::Int(e) => Some((*v, e.constant()?)),
                _ => None,
            })
            .collect();
        for _ in 0..ROUNDS.get() {
            let mut is_stable = true;
            for assignment in &assignments {
                let Some(&bound) = least.get(&assignment.variable) else { continue };
                let all: Least = kept.iter().chain(&least).map(|(v, bound)| (*v, *bound)).collect();
                let lowest = self.lowest_assigned(&all, assignment, bound).filter(|lowest| *lowest >= 0);
                match lowest {
                    Some(lowest) if lowest >= bound => continue,
                    Some(lowest) => _ = least.insert(assignment.variable, lowest),
                    None => _ = least.remove(&assignment.variable),
                }
                is_stable = false;
            }
            if is_stable {
                return least;
            }
        }
        Least::new()
    }

    /// Adds the bounds of variables with unknown values to the conditions that hold.
    pub(crate) fn state_least(&self, st: &mut State, least: &Least) {
        for (v, bound) in least {
            if let Some(Value::Int(e)) = st.vars.get(v).filter(|value| is_wide(value)) {
                let fact = Expr::binary(BinOp::Le, &Expr::int(*bound, e.ty), e);
                st.guards.extend(fact.filter(|fact| fact.constant().is_none()));
            }
        }
    }

    /// Collects the assignments at and below a node whose target is a whole variable, if they compute in its type.
    fn assignments<'n>(&self, node: &'n Node, found: &mut Vec<Assignment<'n>>) {
        let operator = node.opcode.as_deref().unwrap_or("");
        let whole = node.inner.first().filter(|n| &*strip(n).kind == "DeclRefExpr").and_then(variable);
        let is_assignment = match &*node.kind {
            "BinaryOperator" => operator == "=",
            "CompoundAssignOperator" => {
                let computed = node.extra.get("computeLHSType").and_then(|ty| self.decls.qtype(ty).ty.scalar());
                computed.is_some() && computed == node.inner.first().and_then(|target| self.type_of(target))
            }
            "UnaryOperator" => matches!(operator, "++" | "--"),
            _ => false,
        };
        if let Some(variable) = whole.filter(|_| is_assignment) {
            found.push(Assignment { variable, operator, value: node.inner.get(1) });
        }
        if &*node.kind != "UnaryExprOrTypeTraitExpr" {
            node.inner.iter().for_each(|c| self.assignments(c, found));
        }
    }

    /// A lower bound of the value that an assignment gives its variable, which is at least `bound` before it.
    fn lowest_assigned(&self, known: &Least, assignment: &Assignment<'_>, bound: i128) -> Option<i128> {
        match (assignment.operator, assignment.value) {
            ("++", _) => Some(bound),
            ("=", Some(value)) => self.lowest(known, value),
            (operator, Some(value)) => lowest_of(operator.strip_suffix('=')?, bound, self.lowest(known, value)?),
            _ => None,
        }
    }

    /// A lower bound of the value of an expression, if its type is signed and has at least 32 bits.
    fn lowest(&self, known: &Least, node: &Node) -> Option<i128> {
        let node = strip(node);
        let ty = self.type_of(node).filter(|ty| matches!(ty, Type::Int { signed: true, bits } if *bits >= 32))?;
        if let Some(constant) = constant_of(node, self.decls) {
            return Some(constant);
        }
        match (&*node.kind, &node.inner[..]) {
            ("ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr", [.., inner]) => {
                match node.cast_kind.as_deref() {
                    Some("LValueToRValue") => known.get(&variable(inner).filter(|_| is_name(inner))?).copied(),
                    Some("IntegralCast") if self.type_of(inner).is_some_and(|from| from.size() <= ty.size()) => {
                        self.lowest(known, inner)
                    }
                    _ => None,
                }
            }
            ("ConditionalOperator", [_, a, b]) => Some(self.lowest(known, a)?.min(self.lowest(known, b)?)),
            ("BinaryOperator", [a, b]) => {
                lowest_of(node.opcode.as_deref()?, self.lowest(known, a)?, self.lowest(known, b)?)
            }
            _ => None,
        }
    }
}

fn is_name(node: &Node) -> bool {
    &*strip(node).kind == "DeclRefExpr"
}

/// True for a value of a signed type of at least 32 bits, in which arithmetic is assumed not to overflow.
fn is_wide(value: &Value) -> bool {
    matches!(value, Value::Int(e) if matches!(e.ty, Type::Int { signed: true, bits } if bits >= 32))
}

/// A lower bound of the result of an operator whose operands are at least `a` and `b`.
fn lowest_of(operator: &str, a: i128, b: i128) -> Option<i128> {
    match operator {
        "+" => a.checked_add(b),
        "*" if a >= 0 && b >= 0 => a.checked_mul(b),
        "/" if a >= 0 && b >= 1 => Some(0),
        "%" | ">>" if a >= 0 => Some(0),
        "<<" if a >= 0 => Some(a),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_bounded_by_their_operands() {
        assert_eq!(lowest_of("+", -3, 5), Some(2));
        assert_eq!(lowest_of("*", 2, 3), Some(6));
        assert_eq!(lowest_of("*", -1, 3), None);
        assert_eq!(lowest_of("/", 7, 1), Some(0));
        assert_eq!(lowest_of("/", 7, 0), None);
        assert_eq!(lowest_of("-", 7, 1), None);
        assert_eq!(lowest_of("<<", 4, 0), Some(4));
    }
}
