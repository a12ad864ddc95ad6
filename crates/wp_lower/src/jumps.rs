//! Labels and `goto`.
//!
//! Exact. A `goto` forward to a label in a list of statements around it becomes a `break` of a labelled block. A `goto`
//! back to such a label becomes a `continue` of a loop around the rest of the list. Other jumps, which lead into
//! statements, make the kernel unsupported.

use crate::builder::Blocks;
use crate::lowerer::Lowerer;
use crate::scan::any_node;
use crate::state::Jump;
use std::sync::Arc;
use wp_clang::Node;
use wp_kir::{Block, StmtKind};

impl<'u> Lowerer<'u> {
    /// Lowers a list of statements with its labels and the specification comments between them.
    pub(crate) fn statements(&mut self, list: &'u [Node]) {
        self.statements_from(list, 0);
    }

    /// The same. The labels of the first `placed` statements have been handled.
    fn statements_from(&mut self, list: &'u [Node], placed: usize) {
        let is_label = |s: &&'u Node| &*s.kind == "LabelStmt";
        let labels = list.iter().enumerate().skip(placed);
        let back = labels.clone().find(|(i, s)| is_label(s) && list[*i..].iter().any(|t| jumps_to(t, s)));
        if let Some((at, label)) = back {
            self.before_label(&list[..at], label);
            return self.repeated_from_label(&list[at..], label);
        }
        match labels.clone().rfind(|(_, s)| is_label(s)) {
            Some((at, label)) => {
                self.before_label(&list[..at], label);
                self.statements_with_specs(&list[at..]);
            }
            None => self.statements_with_specs(list),
        }
    }

    /// Lowers the statements in front of a label, to which a `goto` in them may jump.
    fn before_label(&mut self, list: &'u [Node], label: &'u Node) {
        let end = self.ir.label();
        self.stack.frame().goto_targets.push((declared(label), Jump::Forward(end)));
        let ((), block) = self.in_block(|s| {
            s.statements(list);
            // A `goto` to the label skips the specifications in front of it.
            s.specs_after(list.last(), label);
        });
        self.stack.frame().goto_targets.pop();
        self.ir.emit_labelled(end, block, label.span);
    }

    /// Lowers the statements from a label to the end of its list as a loop, which a `goto` in them repeats.
    fn repeated_from_label(&mut self, list: &'u [Node], label: &'u Node) {
        let span = label.span;
        let (id, around) = (self.ir.loop_id(), self.ir.label());
        self.stack.frame().goto_targets.push((declared(label), Jump::Back(around)));
        let ((), body) = self.in_iteration(|s| {
            s.statements_from(list, 1);
            s.ir.emit(StmtKind::Break(around), span);
        });
        self.stack.frame().goto_targets.pop();
        let cond = self.ir.bool(true, span);
        let (head, step) = (Block::new(), Block::new());
        self.ir.emit(StmtKind::Loop { id, label: around, head, cond, body, step, unroll_hint: false }, span);
    }

    /// Lowers a `goto`.
    pub(crate) fn goto(&mut self, node: &'u Node) {
        let label = node.extra.get("targetLabelDeclId");
        let jump = self
            .stack
            .frame()
            .goto_targets
            .iter()
            .rev()
            .find(|(declared, _)| Some(declared) == label)
            .map(|(_, jump)| *jump);
        match jump {
            Some(Jump::Forward(label)) => self.ir.emit(StmtKind::Break(label), node.span),
            Some(Jump::Back(label)) => self.ir.emit(StmtKind::Continue(label), node.span),
            None => self.ir.unsupported("`goto` into statements", node.span),
        }
    }
}

/// The printed id of the declaration of a label.
fn declared(label: &Node) -> Arc<str> {
    label.extra.get("declId").cloned().unwrap_or_default()
}

/// True if a `goto` in a statement leads to a label.
fn jumps_to(statement: &Node, label: &Node) -> bool {
    any_node(statement, &|n| &*n.kind == "GotoStmt" && n.extra.get("targetLabelDeclId") == label.extra.get("declId"))
}
