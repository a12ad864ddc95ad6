//! Operands whose order of evaluation the language leaves open: whether the order matters.
//!
//! Input: a kernel in which the statements of such operands stand in labelled blocks, one operand behind the other, and
//! the list of these operands ([`Orders`]). Output: the kernel without these blocks, with their statements in the order
//! in which they stood, and the places of expressions that may differ in another order. The front end rejects a kernel
//! with such a place; any other kernel has the behaviours of every order.
//!
//! If only scalar variables differ, these are unknown from the start of the expression on, and again around each
//! operand: then an operand reads any value, and the value of the expression is computed from any values.
//!
//! Over-approximate: a reported place may be harmless. `flow` follows pointers flow-sensitively. Different objects never
//! overlap; for two array parameters of a kernel that is the assumption `no-alias`. Two orders differ only if one operand
//! writes a location that another one reads or writes, if one operand synchronises and another one accesses memory that
//! other threads see, or if one operand leaves the expression.

mod effects;
mod flow;
mod points;
mod scopes;
mod state;
#[cfg(test)]
mod tests;

use crate::{Block, ExprId, Kernel, LabelId, Stmt, StmtKind, Type, VarId};
use effects::{Conflict, Effects};
use flow::{variables, Flow};
use scopes::Scopes;
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Span;

/// Why a variable is unknown.
const OPEN_ORDER: &str = "operands in an order that the language leaves open";

/// The operands in open order of a kernel, and the source arrays that its pointers lead into.
#[derive(Default, Debug)]
pub struct Orders {
    /// Expressions with such operands.
    pub open: Vec<OpenOrder>,
    /// Pointers to the first element of an array of the source.
    pub arrays: BTreeMap<ExprId, Array>,
    /// Pointers that are computed from such a pointer, and stay in its array.
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
    /// Expressions that the operand yields: the variables in them are read behind all operands.
    pub values: Vec<ExprId>,
}

/// An array of the source.
#[derive(Clone, Copy, Debug)]
pub struct Array {
    /// Its size.
    pub bytes: u64,
    /// Whether it is a variable or member, and not perhaps a row of an array with more dimensions.
    pub is_named: bool,
}

impl Orders {
    fn labels(&self) -> impl Iterator<Item = LabelId> + '_ {
        self.open.iter().flat_map(|o| &o.operands).flat_map(|o| &o.blocks).copied()
    }
}

/// Dissolves the blocks of operands; gives the places where the order of operands matters.
pub fn settle_orders(kernel: &mut Kernel, orders: &Orders) -> Vec<Span> {
    if orders.open.is_empty() {
        return Vec::new();
    }
    let body = std::mem::take(&mut kernel.body);
    let bodiless: &Kernel = kernel;
    let scopes = Scopes::of(bodiless, &body, orders);
    let flow = Flow::of(bodiless, &body, orders, &scopes);
    let mut found = Vec::new();
    let mut unknown = Unknown::default();
    for open in &orders.open {
        let conflict = flow.as_ref().map(|flow| conflict(bodiless, flow, open));
        match conflict {
            Some(c) if !c.is_other && c.vars.iter().all(|v| bodiless.vars[*v].ty != Type::Ptr) => {
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
    kernel.body = dissolved(body, &labels, &unknown);
    found
}

/// The variables that have an unknown value in front of a block and behind it.
#[derive(Default)]
struct Unknown {
    before: BTreeMap<LabelId, BTreeSet<VarId>>,
    behind: BTreeMap<LabelId, BTreeSet<VarId>>,
}

fn conflict(kernel: &Kernel, flow: &Flow, open: &OpenOrder) -> Conflict {
    let effects: Vec<Effects> = open.operands.iter().map(|o| effects_of(kernel, flow, o)).collect();
    let known = |object| flow.is_known_elsewhere(object);
    let shared = |object| flow.is_shared(object);
    let mut all = Conflict::default();
    for (i, one) in effects.iter().enumerate() {
        effects[..i].iter().for_each(|other| all.join(one.conflict(other, &known, &shared)));
    }
    all
}

fn effects_of(kernel: &Kernel, flow: &Flow, operand: &Operand) -> Effects {
    let mut all = Effects::default();
    for label in &operand.blocks {
        flow.effects.get(label).into_iter().for_each(|e| all.join(e, &|_| false));
    }
    all.reads_vars.extend(operand.values.iter().flat_map(|e| variables(kernel, *e)));
    all
}

/// A block with the statements of labelled blocks in their place.
fn dissolved(block: Block, labels: &BTreeSet<LabelId>, unknown: &Unknown) -> Block {
    let mut out = Vec::with_capacity(block.len());
    for mut stmt in block {
        for inner in stmt.kind.blocks_mut() {
            *inner = dissolved(std::mem::take(inner), labels, unknown);
        }
        match stmt.kind {
            StmtKind::Labelled { label, body } if labels.contains(&label) => {
                let forget = |var: &VarId| Stmt {
                    kind: StmtKind::Havoc { var: *var, reason: OPEN_ORDER.into() },
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
