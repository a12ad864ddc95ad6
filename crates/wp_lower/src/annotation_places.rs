//! Annotations of GPUVerify that take effect at another place than they stand: invariants at the heads of loops,
//! postconditions at exits, and function-wide invariants.
//!
//! GPUVerify allows such an annotation only at certain places. There it is checked exactly. Elsewhere it is rejected,
//! or becomes an assertion that is not modelled; it is never ignored.

use crate::builder::Blocks;
use crate::lowerer::Lowerer;
use crate::scan::any_node;
use crate::source::Unit;
use crate::values::Value;
use crate::Annotations;
use wp_base::Span;
use wp_clang::{Node, NodeId};
use wp_decls::{strip, strip_casts, Decls};
use wp_kir::{AssertKind, Block};

/// If a node is a call of a function of the prelude: the name of the function, and the call.
pub(crate) fn called_builtin<'n>(node: &'n Node, decls: &Decls<'_>) -> Option<(&'n str, &'n Node)> {
    let call = strip(node);
    if &*call.kind != "CallExpr" {
        return None;
    }
    let callee = strip_casts(call.inner.first()?).referenced.as_ref()?;
    decls.is_builtin(callee).then_some((&callee.name, call))
}

impl Unit<'_> {
    fn invariant_kind(&self) -> AssertKind {
        if self.options.invariants_as_candidates {
            AssertKind::Candidate
        } else {
            AssertKind::Invariant
        }
    }
}

impl<'u> Lowerer<'u> {
    /// Notes the postconditions among the statements of a function's body, when its lowering begins.
    pub(crate) fn begin_contract(&mut self, code: &'u Node) {
        let ensures = code.inner.iter().filter_map(|s| called_builtin(s, self.unit.decls));
        let ensures = ensures.filter(|(name, _)| matches!(*name, "__ensures" | "__global_ensures")).map(|(_, c)| c);
        let ensures = if self.unit.options.annotations == Annotations::All { ensures.collect() } else { Vec::new() };
        self.annotations.begin_function(ensures);
    }

    /// The postconditions of the function whose lowering ends.
    pub(crate) fn end_contract(&mut self) -> Vec<&'u Node> {
        self.annotations.end_function()
    }

    /// Notes the annotations at the top level of a kernel's body that every thread executes, and the function-wide
    /// invariants at its end.
    pub(crate) fn kernel_annotations(&mut self, code: &'u Node) {
        if self.unit.options.annotations != Annotations::All {
            return;
        }
        if self.stack.frame().facts.returns == 0 {
            let top: Vec<NodeId> =
                code.inner.iter().filter_map(|s| called_builtin(s, self.unit.decls)).map(|(_, call)| call.id).collect();
            self.annotations.set_of_every_thread(top);
        }
        let mut function_wide = Vec::new();
        // The end of the kernel may be the end of nested blocks.
        let mut block = Some(code);
        while let Some(list) = block.take() {
            for statement in list.inner.iter().rev() {
                match called_builtin(statement, self.unit.decls) {
                    Some(("__function_wide_invariant", call)) => function_wide.push(call),
                    Some(("__function_wide_candidate_invariant", _)) => {}
                    _ if matches!(&*statement.kind, "ReturnStmt" | "NullStmt") => {}
                    _ => {
                        block = (&*statement.kind == "CompoundStmt").then_some(statement);
                        break;
                    }
                }
            }
        }
        function_wide.reverse();
        self.annotations.set_function_wide(function_wide);
    }

    /// Checks the postconditions of a function at an exit. `result` is the value of `__return_val`; `device` is true
    /// for a device function.
    pub(crate) fn check_ensures(&mut self, ensures: &[&'u Node], result: Option<Value>, device: bool) {
        let outer = self.annotations.enter_exit(result);
        for call in ensures {
            let Some(condition) = call.inner.get(1) else { continue };
            let assigned = any_node(condition, &|n| {
                n.referenced.as_ref().is_some_and(|r| {
                    matches!(&*r.kind, "ParmVarDecl" | "VarDecl") && self.stack.is_written_somewhere(r.id)
                })
            });
            if assigned {
                self.ir.unmodelled("postcondition over a variable that is assigned", AssertKind::Ensures, call.span);
            } else {
                self.spec_assert(condition, AssertKind::Ensures, call.span);
            }
            if device && called_builtin(call, self.unit.decls).is_some_and(|(name, _)| name == "__global_ensures") {
                self.ir.unmodelled(
                    "__global_ensures in threads that do not make the call",
                    AssertKind::Ensures,
                    call.span,
                );
            }
        }
        self.annotations.leave_exit(outer);
    }

    /// Checks the kernel's own postconditions.
    pub(crate) fn check_kernel_ensures(&mut self) {
        let ensures = self.annotations.postconditions_of_kernel();
        self.check_ensures(&ensures, None, false);
    }

    /// Notes the annotation calls in front of a loop condition (`__invariant(e), i < n`): they stand at the head of the
    /// loop.
    pub(crate) fn note_head_in_condition(&mut self, cond: &'u Node) {
        let mut rest = strip(cond);
        while &*rest.kind == "BinaryOperator" && rest.opcode.as_deref() == Some(",") {
            let [left, right] = rest.inner.as_slice() else { return };
            if let Some((_, call)) = called_builtin(right, self.unit.decls) {
                self.annotations.set_at_head(call.id);
            }
            rest = strip(left);
        }
        if let Some((_, call)) = called_builtin(rest, self.unit.decls) {
            self.annotations.set_at_head(call.id);
        }
    }

    /// Notes the annotation calls at the start of a loop's body. The caller has checked that no condition is evaluated
    /// in front of the body, so that these calls stand at the head of the loop.
    pub(crate) fn note_head_in_body(&mut self, body: &'u Node) {
        let list = if &*body.kind == "CompoundStmt" { body.inner.as_slice() } else { std::slice::from_ref(body) };
        for (_, call) in list.iter().map_while(|s| called_builtin(s, self.unit.decls)) {
            self.annotations.set_at_head(call.id);
        }
    }

    /// Checks a loop invariant.
    pub(crate) fn invariant(&mut self, id: NodeId, condition: &'u Node, span: Span) {
        if !self.annotations.is_at_head(id) {
            return self.ir.unsupported("loop invariant that does not stand at the head of a loop", span);
        }
        let branches = |n: &Node| {
            &*n.kind == "ConditionalOperator"
                || &*n.kind == "BinaryOperator" && matches!(n.opcode.as_deref(), Some("&&" | "||"))
        };
        if self.unit.options.gpuverify_rules && any_node(condition, &branches) {
            let what = "loop invariant with a short circuit, which GPUVerify's rules exclude: use `&`, `|` or `__ite`";
            return self.ir.unsupported(what, span);
        }
        self.spec_assert(condition, self.unit.invariant_kind(), span);
    }

    /// Rejects a function-wide invariant at its place if it is not allowed. Otherwise it is checked at the heads of
    /// loops.
    pub(crate) fn function_wide_call(&mut self, id: NodeId, condition: &'u Node, span: Span) {
        if self.stack.is_inlined() || !self.annotations.function_wide().iter().any(|c| c.id == id) {
            return self.ir.unsupported("function-wide invariant that does not stand at the end of a kernel", span);
        }
        let facts = self.stack.frame().facts.clone();
        let assigned = any_node(condition, &|n| {
            n.referenced.as_ref().is_some_and(|r| facts.written.contains(&r.id) && r.kind.ends_with("VarDecl"))
        });
        if assigned {
            return self.ir.unsupported("function-wide invariant over a variable that is assigned", span);
        }
        let calls = any_node(condition, &|n| {
            n.referenced
                .as_ref()
                .and_then(|r| self.unit.decls.definition(r))
                .is_some_and(|d| self.unit.decls.is_own(d.id))
        });
        if calls {
            self.ir.unsupported("function-wide invariant that calls a function of the file", span);
        }
    }

    /// The head of a loop with the function-wide invariants in front.
    pub(crate) fn with_function_wide_invariants(&mut self, head: Block) -> Block {
        if self.annotations.function_wide().is_empty() {
            return head;
        }
        let ((), mut block) = self.in_block(|s| {
            for call in s.annotations.function_wide().to_vec() {
                let Some(condition) = call.inner.get(1) else { continue };
                let unbound = any_node(condition, &|n| {
                    n.referenced.as_ref().is_some_and(|r| {
                        matches!(&*r.kind, "ParmVarDecl" | "VarDecl")
                            && s.scope.place(r.id).is_none()
                            && s.unit.decls.node(r.id).is_some()
                            && s.unit.decls.global(r).is_none()
                    })
                });
                if unbound {
                    s.ir.unsupported(
                        "function-wide invariant over a variable that is declared after a loop",
                        call.span,
                    );
                } else {
                    s.spec_assert(condition, s.unit.invariant_kind(), call.span);
                }
            }
        });
        block.extend(head);
        block
    }
}
