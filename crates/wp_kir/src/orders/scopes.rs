//! Facts about variables that follow from the text of a kernel: which are mentioned only in one operand, and which are
//! assigned by only one statement.

use super::flow::variables;
use super::Orders;
use crate::{Kernel, LabelId, Stmt, StmtKind, VarId};
use std::collections::{BTreeMap, BTreeSet};
use wp_base::Id;

/// A range of positions of statements in the text: the first, and the position behind the last.
type Positions = (usize, usize);

/// The facts about the variables of a kernel.
pub(super) struct Scopes {
    /// The positions of the statements of each operand block.
    operands: BTreeMap<LabelId, Positions>,
    /// For each variable, the range of positions that mention it.
    mentions: Vec<Positions>,
    /// For each variable, the number of statements that assign it. A parameter counts as assigned twice.
    assignments: Vec<u32>,
    /// The position of the current statement, and the number of statements at the end.
    position: usize,
}

impl Scopes {
    pub fn of(kernel: &Kernel, body: &[Stmt], orders: &Orders) -> Self {
        let count = kernel.vars.len();
        let operands: BTreeSet<LabelId> = orders.labels().collect();
        let mut scopes = Self {
            operands: operands.into_iter().map(|label| (label, (usize::MAX, 0))).collect(),
            mentions: vec![(usize::MAX, 0); count],
            assignments: vec![0; count],
            position: 0,
        };
        for param in kernel.params.values() {
            scopes.assignments[param.var.index()] += 2;
        }
        scopes.block(kernel, body);
        // The values of operands are read by the expression around them.
        for value in orders.open.iter().flat_map(|o| &o.operands).flat_map(|o| &o.values) {
            for var in variables(kernel, *value) {
                scopes.mentions[var.index()] = (0, usize::MAX);
            }
        }
        scopes
    }

    fn block(&mut self, kernel: &Kernel, block: &[Stmt]) {
        for stmt in block {
            let start = self.position;
            self.position += 1;
            for e in stmt.kind.expressions() {
                variables(kernel, e).into_iter().for_each(|var| self.mention(var, start));
            }
            if let Some(var) = stmt.kind.target() {
                self.mention(var, start);
                self.assignments[var.index()] += 1;
            }
            stmt.kind.blocks().into_iter().for_each(|inner| self.block(kernel, inner));
            if let StmtKind::Labelled { label, .. } = &stmt.kind {
                let end = self.position;
                if let Some(operand) = self.operands.get_mut(label) {
                    *operand = (operand.0.min(start), operand.1.max(end));
                }
            }
        }
    }

    fn mention(&mut self, var: VarId, at: usize) {
        let (first, end) = &mut self.mentions[var.index()];
        (*first, *end) = ((*first).min(at), (*end).max(at + 1));
    }

    pub fn statements(&self) -> usize {
        self.position
    }

    pub fn is_operand(&self, label: LabelId) -> bool {
        self.operands.contains_key(&label)
    }

    /// True if no statement outside of an operand mentions a variable.
    pub fn is_local_to(&self, var: VarId, operand: LabelId) -> bool {
        let (first, end) = self.mentions[var.index()];
        self.operands.get(&operand).is_some_and(|(from, to)| *from <= first && end <= *to)
    }

    pub fn is_assigned_once(&self, var: VarId) -> bool {
        self.assignments[var.index()] <= 1
    }
}
