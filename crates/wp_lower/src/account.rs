//! Accounting: checks each time a function is lowered that no node of its body was left out, and that no node has its
//! effect twice.
//!
//! Invariant: when the lowering of a function ends, each node of its body has been visited (a statement, expression or
//! declaration was lowered), lies in a covered part (an operand that is not evaluated, an annotation, a name that was
//! resolved, a side that a constant condition excludes), is a wrapper around such nodes, or is inert by the table in
//! [`crate::nodes`]. A node with an effect has its effect once. A node that is left over makes the kernel unsupported,
//! in dead code too. So if the lowering forgets a construct, the kernel has no verdict; there is never a verdict about
//! another program.
//!
//! Nodes are identified by their addresses, because Clang gives one id to the same node of several instances of a
//! template.

use crate::ctx::Lowerer;
use crate::nodes::{handling, Handling, Refused};
use rustc_hash::FxHashMap;
use wp_base::Span;
use wp_clang::Node;
use wp_kir::{Block, Stmt, StmtKind};

/// The state of a node in the lowering of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// The node was lowered; its children have marks of their own.
    Visited,
    /// The effect of the node was emitted, in the round with this number (see [`Lowerer::allow_repeat`]).
    Performed(u32),
    /// The node and everything below it are accounted for.
    Covered,
}

/// The marks of the nodes of one function that is being lowered.
#[derive(Default)]
pub(crate) struct Account {
    marks: FxHashMap<usize, Mark>,
    /// The nodes that were marked during a trial, in order, with the marks that they had before. It is used to undo the
    /// trial.
    journal: Vec<(usize, Option<Mark>)>,
    /// The number of nested trials.
    trials: u32,
    /// The number of the current round. A node may have its effect once in each round.
    round: u32,
    /// The number of rounds so far.
    rounds: u32,
}

/// The address of a node, which identifies it.
pub(crate) fn node_address(node: &Node) -> usize {
    std::ptr::from_ref(node) as usize
}

impl Account {
    fn set(&mut self, node: &Node, mark: Mark) {
        let before = self.marks.insert(node_address(node), mark);
        if self.trials > 0 {
            self.journal.push((node_address(node), before));
        }
    }

    /// The first node that is not accounted for.
    fn first_unaccounted<'u>(&self, node: &'u Node) -> Option<&'u Node> {
        if node.is_absent() {
            return None;
        }
        match (self.marks.get(&node_address(node)), handling(&node.kind)) {
            (Some(Mark::Covered), _) | (None, Some(Handling::Inert(_))) => None,
            (Some(_), _) | (None, Some(Handling::Wrapper)) => node.inner.iter().find_map(|c| self.first_unaccounted(c)),
            // A default argument that Clang leaves out.
            (None, _) if crate::scan::is_omitted(node) => None,
            // A conversion that changes qualifiers only.
            (None, _) if node.cast_kind.as_deref() == Some("NoOp") => {
                node.inner.iter().find_map(|c| self.first_unaccounted(c))
            }
            (None, _) => Some(node),
        }
    }
}

impl<'u> Lowerer<'u> {
    /// Notes that a node is being lowered.
    pub(crate) fn visit(&mut self, node: &'u Node) {
        let account = &mut self.frame().account;
        if !account.marks.contains_key(&node_address(node)) {
            account.set(node, Mark::Visited);
        }
    }

    /// True if a node, or the node below its casts and wrappers, was visited or covered.
    pub(crate) fn is_accounted(&mut self, node: &'u Node) -> bool {
        let inner = wp_decls::strip_casts(node);
        let account = &self.frame().account;
        crate::scan::is_omitted(node) || [node, inner].iter().any(|n| account.marks.contains_key(&node_address(n)))
    }

    /// Marks the wrappers and conversions from a node down to an operand as visited.
    pub(crate) fn visit_path(&mut self, from: &'u Node, to: &'u Node) {
        let mut at = from;
        while !std::ptr::eq(at, to) {
            self.visit(at);
            match at.inner.last() {
                Some(inner) => at = inner,
                None => return,
            }
        }
    }

    /// Notes that the effect of a node is emitted. To emit it twice in one execution of the function is an error of the
    /// lowering.
    pub(crate) fn note_effect(&mut self, node: &'u Node) {
        if self.spec_depth > 0 {
            return self.visit(node);
        }
        let account = &mut self.frame().account;
        let mark = Mark::Performed(account.round);
        if account.marks.get(&node_address(node)) == Some(&mark) {
            self.refuse(Refused { what: format!("effect of `{}` that is lowered twice", node.kind), span: node.span });
            return;
        }
        account.set(node, mark);
    }

    /// Lowers something that one execution repeats, or of which it executes one of several copies. In it the effects of
    /// nodes may be emitted once more.
    pub(crate) fn allow_repeat<R>(&mut self, lower: impl FnOnce(&mut Self) -> R) -> R {
        let account = &mut self.frame().account;
        account.rounds += 1;
        let outer = std::mem::replace(&mut account.round, account.rounds);
        let result = lower(self);
        self.frame().account.round = outer;
        result
    }

    /// Notes that a node with everything below it is accounted for by the construct around it.
    pub(crate) fn cover(&mut self, node: &'u Node) {
        self.frame().account.set(node, Mark::Covered);
    }

    /// Notes that a part of the function is never executed, because a constant condition excludes it. A case label in
    /// it that belongs to a `switch` around it makes the kernel unsupported. A `goto` from outside to a label in it is
    /// rejected where the `goto` stands.
    pub(crate) fn exclude(&mut self, node: &'u Node) {
        if let Some(label) = outer_case_label(node, false) {
            self.refuse(Refused {
                what: "label of a case in a branch that a constant condition excludes".to_owned(),
                span: label,
            });
        }
        self.cover(node);
    }

    /// The operand that `__builtin_choose_expr` or `_Generic` selects. Covers the other operands, which are not
    /// evaluated.
    pub(crate) fn visit_selected_operand(&mut self, node: &'u Node) -> Option<&'u Node> {
        let found = crate::scan::selected_operand(node, self.decls)?;
        for child in &node.inner {
            if &*child.kind == "GenericAssociation" && child.flag("selected") {
                self.visit(child);
                child.inner.iter().filter(|c| !std::ptr::eq(*c, found)).for_each(|c| self.cover(c));
            } else if !std::ptr::eq(child, found) {
                self.cover(child);
            }
        }
        Some(found)
    }

    /// Lowers something on trial: if `keep` rejects the result, the statements, marks and refusals are undone and the
    /// result is `None`.
    pub(crate) fn try_lowering<R>(
        &mut self,
        lower: impl FnOnce(&mut Self) -> R,
        keep: impl FnOnce(&mut Self, &R, &Block) -> bool,
    ) -> Option<(R, Block)> {
        self.frame().account.trials += 1;
        let start = self.frame().account.journal.len();
        let refused = self.refused.len();
        let (result, block) = self.in_block(lower);
        let kept = keep(self, &result, &block);
        let account = &mut self.frame().account;
        account.trials -= 1;
        if !kept {
            while account.journal.len() > start {
                match account.journal.pop() {
                    Some((key, Some(mark))) => account.marks.insert(key, mark),
                    Some((key, None)) => account.marks.remove(&key),
                    None => None,
                };
            }
        }
        if account.trials == 0 {
            account.journal.clear();
        }
        if !kept {
            self.refused.truncate(refused);
        }
        kept.then_some((result, block))
    }

    /// Makes the kernel unsupported, even if the construct is in dead code.
    pub(crate) fn refuse(&mut self, refused: Refused) {
        self.refused.push(refused);
    }

    /// Checks at the end of a function that every node of these parts of it is accounted for.
    pub(crate) fn check_accounted(&mut self, parts: impl IntoIterator<Item = &'u Node>) {
        let account = std::mem::take(&mut self.frame().account);
        for part in parts {
            if let Some(node) = account.first_unaccounted(part) {
                let what = format!("`{}` that the lowering leaves out", node.kind);
                self.refuse(Refused { what, span: node.span });
            }
        }
    }

    /// Puts an `Unsupported` statement for the first refused construct in front of the kernel's body, where every
    /// execution reaches it. A construct in dead code counts too, because the code is dead only if the lowering has
    /// read the source correctly.
    pub(crate) fn report_refused(&mut self) {
        let Some(first) = self.refused.first() else { return };
        let mark = Stmt { kind: StmtKind::Unsupported { what: first.what.as_str().into() }, span: first.span };
        self.kernel.body.insert(0, mark);
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
