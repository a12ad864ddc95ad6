//! Finds out whether the order matters in which operands are evaluated, where the language does not specify it.
//!
//! Input: a kernel in which the statements of such operands stand in labelled blocks, one operand after the other, and
//! the list of these operands ([`Orders`]). Output: the kernel with these blocks replaced by their statements, in the
//! same order, and the places of the expressions in which another order may have another effect. The front end rejects
//! a kernel with such a place. Any other kernel has the behaviours of every order.
//!
//! If two orders differ only in the values of scalar variables, the place is not reported. Instead these variables get
//! unknown values at the start of the expression, and again in front of and behind each operand. So every operand may
//! read any value of them, and so may the rest of the expression.
//!
//! Two orders can differ only in these cases: one operand writes a location that another one reads or writes; one
//! operand synchronises, and another one synchronises or accesses memory of other threads; one operand leaves the
//! expression, and another one leaves it too or has an effect. The store of an assignment may be an operand, too: the
//! values of the others precede it, but their stores do not (C11 6.5.16), so it conflicts with these only.
//!
//! Over-approximate: the order may not matter at a reported place. `flow` is a flow-sensitive points-to analysis.
//! Different objects never overlap; for two array parameters of a kernel, this is the assumption `no-alias`.
//!
//! # Modules
//!
//! - `points`: sets of places that a value may point to.
//! - `state`: the places that each variable, and each part of private memory, may point to at one statement.
//! - `flow`: the analysis, which computes the effects of each operand.
//! - `effects`: the locations that an operand reads and writes, and the test whether two operands conflict.
//! - `scopes`: the variables that only one operand mentions, and those that only one statement assigns.

mod effects;
mod flow;
mod points;
mod scopes;
mod state;
#[cfg(test)]
mod tests;

use crate::{Block, ExprId, Kernel, LabelId, Stmt, StmtKind, Type, Unknown, VarId};
use effects::{Conflict, Effects};
use flow::{variables, Flow};
use scopes::Scopes;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Span;

/// The reason of a `Havoc` of a variable.
const OPEN_ORDER: &str = "operands in an order that the language leaves open";

/// The operands of a kernel whose order of evaluation is unspecified, and the source arrays that its pointers point
/// into.
#[derive(Default, Debug)]
pub struct Orders {
    /// The expressions with such operands.
    pub open: Vec<OpenOrder>,
    /// Pointers to the first element of an array of the source.
    pub arrays: BTreeMap<ExprId, Array>,
    /// From a pointer that was computed from such a pointer, and points into the same array, to the latter.
    pub derived: BTreeMap<ExprId, ExprId>,
}

/// An expression whose operands may be evaluated in any order.
#[derive(Clone, Debug)]
pub struct OpenOrder {
    /// Where it stands in the source.
    pub span: Span,
    /// The labelled block with all statements of the expression.
    pub whole: LabelId,
    /// The operands.
    pub operands: Vec<Operand>,
}

/// One of the operands.
#[derive(Clone, Default, Debug)]
pub struct Operand {
    /// The labelled blocks with its statements.
    pub blocks: Vec<LabelId>,
    /// The expressions in the value of the operand. The variables in them are read after all operands.
    pub values: Vec<ExprId>,
    /// True for the store of an assignment.
    pub is_store: bool,
}

/// An array of the source.
#[derive(Clone, Copy, Debug)]
pub struct Array {
    /// Its size in bytes.
    pub bytes: u64,
    /// True if the array is a variable or member; false if it may be a row of an array with more dimensions.
    pub is_named: bool,
}

impl Orders {
    /// The labels of the blocks of all operands.
    fn labels(&self) -> impl Iterator<Item = LabelId> + '_ {
        self.open.iter().flat_map(|o| &o.operands).flat_map(|o| &o.blocks).copied()
    }
}

/// Replaces the blocks of operands by their statements, and returns the places where the order of operands may matter.
pub fn settle_orders(kernel: &mut Kernel, orders: &Orders) -> Vec<Span> {
    if orders.open.is_empty() {
        return Vec::new();
    }
    let body = std::mem::take(&mut kernel.body);
    let bodiless: &Kernel = kernel;
    let scopes = Scopes::of(bodiless, &body, orders);
    let flow = Flow::of(bodiless, &body, orders, &scopes);
    let mut found = Vec::new();
    let mut unknown = UnknownVars::default();
    for open in &orders.open {
        let conflict = flow.as_ref().map(|flow| conflict(bodiless, flow, open));
        match conflict {
            Some(c) if !c.beyond_variables && c.vars.iter().all(|v| bodiless.vars[*v].ty != Type::Ptr) => {
                unknown.before.entry(open.whole).or_default().extend(&c.vars);
                for label in open.operands.iter().flat_map(|o| &o.blocks) {
                    unknown.before.entry(*label).or_default().extend(&c.vars);
                    unknown.behind.entry(*label).or_default().extend(&c.vars);
                }
            }
            _ => found.push(open.span),
        }
    }
    let labels: BTreeSet<LabelId> = orders.labels().chain(orders.open.iter().map(|o| o.whole)).collect();
    kernel.body = without_blocks(body, &labels, &unknown);
    found
}

/// The variables that get an unknown value in front of a block, and those that get one behind it.
#[derive(Default)]
struct UnknownVars {
    before: BTreeMap<LabelId, BTreeSet<VarId>>,
    behind: BTreeMap<LabelId, BTreeSet<VarId>>,
}

/// The conflicts between any two operands of an expression.
fn conflict(kernel: &Kernel, flow: &Flow, open: &OpenOrder) -> Conflict {
    let effects: Vec<Effects> = open.operands.iter().map(|o| effects_of(kernel, flow, o)).collect();
    let has_store = open.operands.iter().any(|o| o.is_store);
    let writes: Vec<Effects> = effects.iter().filter(|_| has_store).map(Effects::writes_alone).collect();
    let known = |object| flow.is_known_elsewhere(object);
    let shared = |object| flow.is_shared(object);
    let mut all = Conflict::default();
    for (i, one) in effects.iter().enumerate() {
        for (j, other) in effects[..i].iter().enumerate() {
            let (one, other) = match open.operands[i].is_store || open.operands[j].is_store {
                true => (&writes[i], &writes[j]),
                false => (one, other),
            };
            all.join(one.conflict(other, &known, &shared));
        }
    }
    all
}

/// The effects of the statements and the value of an operand.
fn effects_of(kernel: &Kernel, flow: &Flow, operand: &Operand) -> Effects {
    let mut all = Effects::default();
    for label in &operand.blocks {
        flow.effects.get(label).into_iter().for_each(|e| all.join(e, &|_| false));
    }
    all.reads_vars.extend(operand.values.iter().flat_map(|e| variables(kernel, *e)));
    all
}

/// A block in which the blocks with the given labels are replaced by their statements.
fn without_blocks(block: Block, labels: &BTreeSet<LabelId>, unknown: &UnknownVars) -> Block {
    let mut out = Vec::with_capacity(block.len());
    for mut stmt in block {
        for inner in stmt.kind.blocks_mut() {
            *inner = without_blocks(std::mem::take(inner), labels, unknown);
        }
        match stmt.kind {
            StmtKind::Labelled { label, body } if labels.contains(&label) => {
                let forget = |var: &VarId| Stmt {
                    kind: StmtKind::Havoc { var: *var, reason: OPEN_ORDER.into(), unknown: Unknown::Value },
                    span: stmt.span,
                };
                out.extend(unknown.before.get(&label).into_iter().flatten().map(forget));
                out.extend(body);
                out.extend(unknown.behind.get(&label).into_iter().flatten().map(forget));
            }
            kind => out.push(Stmt { kind, span: stmt.span }),
        }
    }
    out
}
