//! Lowers parts of a function that are repeated, excluded or tried, and checks at its end that each node is accounted
//! for (`state::account`).

use crate::builder::Blocks;
use crate::lowerer::Lowerer;
use crate::nodes::Refused;
use wp_base::Span;
use wp_clang::Node;
use wp_kir::Block;

impl<'u> Lowerer<'u> {
    /// Notes that the effect of a node is emitted. To emit it twice in one execution of the function is an error of the
    /// lowering.
    pub(crate) fn note_effect(&mut self, node: &'u Node) {
        if self.ir.in_specification() {
            return self.stack.visit(node);
        }
        if !self.stack.frame().account.perform(node) {
            let what = format!("effect of `{}` that is lowered twice", node.kind);
            self.ir.refuse(Refused { what, span: node.span });
        }
    }

    /// Lowers something that one execution repeats, or of which it executes one of several copies. In it the effects of
    /// nodes may be emitted once more.
    pub(crate) fn allow_repeat<R>(&mut self, lower: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.stack.frame().account.begin_round();
        let result = lower(self);
        self.stack.frame().account.end_round(outer);
        result
    }

    /// Notes that a part of the function is never executed, because a constant condition excludes it. A case label in
    /// it that belongs to a `switch` around it makes the kernel unsupported. A `goto` from outside to a label in it is
    /// rejected where the `goto` stands.
    pub(crate) fn exclude(&mut self, node: &'u Node) {
        if let Some(label) = outer_case_label(node, false) {
            self.ir.refuse(Refused {
                what: "label of a case in a branch that a constant condition excludes".to_owned(),
                span: label,
            });
        }
        self.stack.cover(node);
    }

    /// Lowers something on trial: if `keep` rejects the result, the statements, marks and refusals are undone and the
    /// result is `None`.
    pub(crate) fn try_lowering<R>(
        &mut self,
        lower: impl FnOnce(&mut Self) -> R,
        keep: impl FnOnce(&mut Self, &R, &Block) -> bool,
    ) -> Option<(R, Block)> {
        let start = self.stack.frame().account.begin_trial();
        let refused = self.ir.refusals();
        let (result, block) = self.in_block(lower);
        let kept = keep(self, &result, &block);
        self.stack.frame().account.end_trial(start, kept);
        if !kept {
            self.ir.forget_refusals(refused);
        }
        kept.then_some((result, block))
    }

    /// Checks at the end of a function that every node of these parts of it is accounted for.
    pub(crate) fn check_accounted(&mut self, parts: impl IntoIterator<Item = &'u Node>) {
        let account = std::mem::take(&mut self.stack.frame().account);
        for part in parts {
            if let Some(node) = account.first_unaccounted(part) {
                let what = format!("`{}` that the lowering leaves out", node.kind);
                self.ir.refuse(Refused { what, span: node.span });
            }
        }
    }
}

/// The place of a case label below `node` that belongs to a `switch` around the excluded part. `in_switch` says that
/// there is a `switch` between the part and `node`, to which the labels belong.
fn outer_case_label(node: &Node, in_switch: bool) -> Option<Span> {
    match &*node.kind {
        "CaseStmt" | "DefaultStmt" if !in_switch => Some(node.span),
        // The bodies of lambdas have labels of their own.
        "LambdaExpr" => None,
        "SwitchStmt" => node.inner.iter().find_map(|c| outer_case_label(c, true)),
        _ => node.inner.iter().find_map(|c| outer_case_label(c, in_switch)),
    }
}
