//! The expressions of a kernel that may influence its behaviour.
//!
//! Input: a well-formed kernel. Output: its expressions without those that are only computed for variables that nothing
//! reads, directly or through other such variables. Conditions, addresses, stored values, operands of barriers and
//! warps, and claims have influence, and so has every value assigned to a variable that they read, wherever in the
//! kernel. Expressions outside of statements have influence too: clauses name objects and variables by them, and the
//! operands of a construct with an unknown result are such expressions. Over-approximate: an expression that stays may
//! have no influence.

use crate::{visit, ExprId, ExprKind, Kernel, StmtKind, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The expressions that may influence the kernel's behaviour.
pub fn influential(kernel: &Kernel) -> BTreeSet<ExprId> {
    let Uses { assigned, effects, conditions } = uses(kernel);
    closure(kernel, [effects, conditions].concat(), &assigned)
}

/// The variables whose values reach nothing but conditions of branches and loops: they decide where a thread goes, and are
/// no part of what it stores, of an address, or of a claim.
pub fn deciding_only(kernel: &Kernel) -> BTreeSet<VarId> {
    let Uses { assigned, effects, .. } = uses(kernel);
    let mut variables: BTreeSet<VarId> = kernel.vars.ids().collect();
    for expr in closure(kernel, effects, &assigned) {
        if let ExprKind::Var(var) = &kernel.exprs[expr].kind {
            variables.remove(var);
        }
    }
    variables
}

/// The expressions of a kernel by what they are for.
struct Uses {
    /// The values assigned to each variable.
    assigned: BTreeMap<VarId, Vec<ExprId>>,
    /// Operands of statements with an effect, and expressions outside of statements.
    effects: Vec<ExprId>,
    /// Conditions of branches and loops.
    conditions: Vec<ExprId>,
}

fn uses(kernel: &Kernel) -> Uses {
    let mut uses = Uses { assigned: BTreeMap::new(), effects: Vec::new(), conditions: Vec::new() };
    visit(&kernel.body, &mut |s| match &s.kind {
        StmtKind::Assign { var, value } => uses.assigned.entry(*var).or_default().push(*value),
        StmtKind::If { cond, .. } | StmtKind::Loop { cond, .. } => uses.conditions.push(*cond),
        other => uses.effects.extend(other.expressions()),
    });
    let in_statements =
        uses.assigned.values().flatten().chain(&uses.effects).chain(&uses.conditions).copied().collect();
    let in_statements = closure(kernel, in_statements, &BTreeMap::new());
    uses.effects.extend(kernel.exprs.ids().filter(|e| !in_statements.contains(e)));
    uses
}

/// The expressions with their operands, and with the values assigned to the variables that they read.
fn closure(kernel: &Kernel, mut open: Vec<ExprId>, assigned: &BTreeMap<VarId, Vec<ExprId>>) -> BTreeSet<ExprId> {
    let mut found = BTreeSet::new();
    while let Some(expr) = open.pop() {
        if !found.insert(expr) {
            continue;
        }
        let kind = &kernel.exprs[expr].kind;
        open.extend(kind.children());
        if let ExprKind::Var(var) = kind {
            open.extend(assigned.get(var).into_iter().flatten());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse_kernel, Special};
    use wp_base::Id;

    /// A kernel with the variables `v0` and `v1` and the pointer `v2`.
    fn kernel(body: &str) -> Kernel {
        let text = format!(
            "kernel \"k\" cuda {{ loops 1; labels 1; param p0 \"p\": ptr = v2 -> o0;
             object o0 \"p\" global param p0 elem u32 init input;
             var v0 \"x\": u32; var v1 \"y\": u32; var v2 \"p\": ptr; body {{ {body} }} }}"
        );
        parse_kernel(&text).unwrap_or_else(|e| panic!("{e} in {text}"))
    }

    /// The axes of `threadIdx` that count in a body.
    fn counted(body: &str) -> String {
        let kernel = kernel(body);
        let letter = |e: ExprId| match &kernel.exprs[e].kind {
            ExprKind::Special(Special::ThreadIdx(axis)) => Some(axis.letter()),
            _ => None,
        };
        influential(&kernel).into_iter().filter_map(letter).collect()
    }

    #[test]
    fn what_nothing_reads_has_no_influence() {
        assert_eq!(counted("v0 = threadIdx.z; v1 = threadIdx.y; store u32 [v2] = v1;"), "y");
        assert_eq!(counted("v0 = threadIdx.z; v1 = (v0 + threadIdx.y);"), "");
        assert_eq!(counted("loop loop0 L0 while true { v0 = (v0 + threadIdx.z); break L0; }"), "");
    }

    #[test]
    fn a_variable_that_reaches_a_store_does_not_only_decide() {
        let deciding = |body: &str| deciding_only(&kernel(body)).contains(&VarId::from_index(0));
        assert!(deciding("v0 = threadIdx.z; if (v0 < 4:u32) { return; }"));
        assert!(!deciding("v0 = threadIdx.z; v1 = v0; if (v1 < 4:u32) { store u32 [v2] = v1; }"));
        assert!(!deciding("v0 = threadIdx.z; v1 = atomic add u32 device [v2] (v0);"));
    }

    #[test]
    fn what_is_read_anywhere_has_influence() {
        assert_eq!(counted("v0 = threadIdx.z; if (v0 < 4:u32) { return; }"), "z");
        // By way of another variable, and in an earlier iteration.
        assert_eq!(counted("loop loop0 L0 while true { store u32 [v2] = v1; v1 = v0; v0 = threadIdx.z; }"), "z");
    }
}
