//! Labels and `goto`: structured jumps only.
//!
//! Exact. A `goto` that leaves statements forward is a `break` of a labelled block; one that goes back to a label of a
//! list of statements around it is a `continue` of a loop over the rest of the list. Other jumps make the kernel
//! unsupported.

use crate::ctx::Lowerer;
use crate::scan::any_node;
use crate::state::Jump;
use std::sync::Arc;
use wp_base::Span;
use wp_clang::Node;
use wp_kir::{any_stmt, Block, LabelId, StmtKind};

impl<'u> Lowerer<'u> {
    /// A list of statements with the specifications between them.
    pub(crate) fn statements(&mut self, list: &'u [Node]) {
        self.statements_from(list, 0);
    }

    /// The same where the labels of the first `placed` statements are in place.
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
                self.in_order(&list[at..]);
            }
            None => self.in_order(list),
        }
    }

    /// The statements in front of a label, which a `goto` among them leaves.
    fn before_label(&mut self, list: &'u [Node], label: &'u Node) {
        let end = self.label();
        self.gotos.push((declared(label), Jump::Forward(end)));
        let ((), block) = self.in_block(|s| {
            s.statements(list);
            // Only what falls through meets them.
            s.specs_after(list.last(), label);
        });
        self.gotos.pop();
        self.emit_labelled(end, block, label.span);
    }

    /// The statements from a label to the end of its list, which a `goto` among them begins again.
    fn repeated_from_label(&mut self, list: &'u [Node], label: &'u Node) {
        let span = label.span;
        let (id, around) = (self.loop_id(), self.label());
        self.gotos.push((declared(label), Jump::Back(around)));
        let ((), body) = self.in_iteration(|s| {
            s.statements_from(list, 1);
            s.emit(StmtKind::Break(around), span);
        });
        self.gotos.pop();
        let cond = self.bool(true, span);
        let (head, step) = (Block::new(), Block::new());
        self.emit(StmtKind::Loop { id, label: around, head, cond, body, step, unroll_hint: false }, span);
    }

    pub(crate) fn goto(&mut self, node: &'u Node) {
        let label = node.extra.get("targetLabelDeclId");
        let jump = self.gotos.iter().rev().find(|(declared, _)| Some(declared) == label).map(|(_, jump)| *jump);
        match jump {
            Some(Jump::Forward(label)) => self.emit(StmtKind::Break(label), node.span),
            Some(Jump::Back(label)) => self.emit(StmtKind::Continue(label), node.span),
            None => self.unsupported("`goto` into statements", node.span),
        }
    }

    /// A labelled block, or just its statements when nothing breaks out of it.
    pub(crate) fn emit_labelled(&mut self, label: LabelId, mut block: Block, span: Span) {
        if breaks_to(&block, label) {
            self.emit(StmtKind::Labelled { label, body: block }, span);
        } else {
            self.cur.append(&mut block);
        }
    }
}

/// The declaration of a label, as Clang prints its id.
fn declared(label: &Node) -> Arc<str> {
    label.extra.get("declId").cloned().unwrap_or_default()
}

/// True if a `goto` in a statement leads to a label.
fn jumps_to(statement: &Node, label: &Node) -> bool {
    any_node(statement, &|n| &*n.kind == "GotoStmt" && n.extra.get("targetLabelDeclId") == label.extra.get("declId"))
}

/// True if a block leaves or continues the statement of a label.
pub(crate) fn breaks_to(block: &Block, label: LabelId) -> bool {
    any_stmt(block, &|stmt| matches!(stmt, StmtKind::Break(l) | StmtKind::Continue(l) if *l == label))
}
