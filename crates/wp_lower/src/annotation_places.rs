//! Annotations of GPUVerify that take effect at another place than they stand: invariants at the heads of loops,
//! postconditions at exits, and function-wide invariants.
//!
//! GPUVerify allows such an annotation only at certain places. There it is checked exactly. Elsewhere it is rejected,
//! or becomes an assertion that is not modelled; it is never ignored.

use crate::ctx::Lowerer;
use crate::scan::any_node;
use crate::values::Value;
use crate::Annotations;
use wp_base::Span;
use wp_clang::{Node, NodeId};
use wp_decls::{strip, strip_casts, Decls};
use wp_kir::{AssertKind, Block, ExprKind, SpecOp, StmtKind, Type};

/// If a node is a call of a function of the prelude: the name of the function, and the call.
pub(crate) fn called_builtin<'n>(node: &'n Node, decls: &Decls<'_>) -> Option<(&'n str, &'n Node)> {
    let call = strip(node);
    if &*call.kind != "CallExpr" {
        return None;
    }
    let callee = strip_casts(call.inner.first()?).referenced.as_ref()?;
    decls.is_builtin(callee).then_some((&callee.name, call))
}

impl<'u> Lowerer<'u> {
    /// Notes the postconditions among the statements of a function's body, when its lowering begins.
    pub(crate) fn begin_contract(&mut self, code: &'u Node) {
        let ensures = code.inner.iter().filter_map(|s| called_builtin(s, self.decls));
        let ensures = ensures.filter(|(name, _)| matches!(*name, "__ensures" | "__global_ensures")).map(|(_, c)| c);
        let ensures = if self.options.annotations == Annotations::All { ensures.collect() } else { Vec::new() };
        self.postconditions.push(ensures);
    }

    /// The postconditions of the function whose lowering ends.
    pub(crate) fn end_contract(&mut self) -> Vec<&'u Node> {
        self.postconditions.pop().unwrap_or_default()
    }

    /// Notes the annotations at the top level of a kernel's body that every thread executes, and the function-wide
    /// invariants at its end.
    pub(crate) fn kernel_annotations(&mut self, code: &'u Node) {
        if self.options.annotations != Annotations::All {
            return;
        }
        if self.frame().facts.returns == 0 {
            let top: Vec<NodeId> =
                code.inner.iter().filter_map(|s| called_builtin(s, self.decls)).map(|(_, call)| call.id).collect();
            self.calls_of_every_thread.extend(top);
        }
        // The end of the kernel may be the end of nested blocks.
        let mut block = Some(code);
        while let Some(list) = block.take() {
            for statement in list.inner.iter().rev() {
                match called_builtin(statement, self.decls) {
                    Some(("__function_wide_invariant", call)) => self.function_wide.push(call),
                    Some(("__function_wide_candidate_invariant", _)) => {}
                    _ if matches!(&*statement.kind, "ReturnStmt" | "NullStmt") => {}
                    _ => {
                        block = (&*statement.kind == "CompoundStmt").then_some(statement);
                        break;
                    }
                }
            }
        }
        self.function_wide.reverse();
    }

    /// Checks the postconditions of a function at an exit. `result` is the value of `__return_val`; `device` is true
    /// for a device function.
    pub(crate) fn check_ensures(&mut self, ensures: &[&'u Node], result: Option<Value>, device: bool) {
        let saved = std::mem::replace(&mut self.return_value, result);
        let was_at_exit = std::mem::replace(&mut self.at_exit, true);
        for call in ensures {
            let Some(condition) = call.inner.get(1) else { continue };
            let assigned = any_node(condition, &|n| {
                n.referenced.as_ref().is_some_and(|r| {
                    matches!(&*r.kind, "ParmVarDecl" | "VarDecl")
                        && self.function_facts.values().any(|f| f.written.contains(&r.id))
                })
            });
            if assigned {
                self.unmodelled("postcondition over a variable that is assigned", AssertKind::Ensures, call.span);
            } else {
                self.spec_assert(condition, AssertKind::Ensures, call.span);
            }
            if device && called_builtin(call, self.decls).is_some_and(|(name, _)| name == "__global_ensures") {
                self.unmodelled(
                    "__global_ensures in threads that do not make the call",
                    AssertKind::Ensures,
                    call.span,
                );
            }
        }
        self.return_value = saved;
        self.at_exit = was_at_exit;
    }

    /// Checks the kernel's own postconditions.
    pub(crate) fn check_kernel_ensures(&mut self) {
        let ensures = self.postconditions.first().cloned().unwrap_or_default();
        self.check_ensures(&ensures, None, false);
    }

    /// Emits an assertion that is not modelled, so that it is neither proved nor refuted.
    pub(crate) fn unmodelled(&mut self, what: &str, kind: AssertKind, span: Span) {
        let cond = self.kernel.expr(ExprKind::Spec(SpecOp::Unmodelled(what.into()), Vec::new()), Type::Bool, span);
        self.emit(StmtKind::Assert { cond, kind }, span);
    }

    /// Notes the annotation calls in front of a loop condition (`__invariant(e), i < n`): they stand at the head of the
    /// loop.
    pub(crate) fn note_head_in_condition(&mut self, cond: &'u Node) {
        let mut rest = strip(cond);
        while &*rest.kind == "BinaryOperator" && rest.opcode.as_deref() == Some(",") {
            let [left, right] = rest.inner.as_slice() else { return };
            if let Some((_, call)) = called_builtin(right, self.decls) {
                self.head_calls.insert(call.id);
            }
            rest = strip(left);
        }
        if let Some((_, call)) = called_builtin(rest, self.decls) {
            self.head_calls.insert(call.id);
        }
    }

    /// Notes the annotation calls at the start of a loop's body. The caller has checked that no condition is evaluated
    /// in front of the body, so that these calls stand at the head of the loop.
    pub(crate) fn note_head_in_body(&mut self, body: &'u Node) {
        let list = if &*body.kind == "CompoundStmt" { body.inner.as_slice() } else { std::slice::from_ref(body) };
        for (_, call) in list.iter().map_while(|s| called_builtin(s, self.decls)) {
            self.head_calls.insert(call.id);
        }
    }

    /// Checks a loop invariant.
    pub(crate) fn invariant(&mut self, id: NodeId, condition: &'u Node, span: Span) {
        if !self.head_calls.contains(&id) {
            return self.unsupported("loop invariant that does not stand at the head of a loop", span);
        }
        let branches = |n: &Node| {
            &*n.kind == "ConditionalOperator"
                || &*n.kind == "BinaryOperator" && matches!(n.opcode.as_deref(), Some("&&" | "||"))
        };
        if self.options.gpuverify_rules && any_node(condition, &branches) {
            let what = "loop invariant with a short circuit, which GPUVerify's rules exclude: use `&`, `|` or `__ite`";
            return self.unsupported(what, span);
        }
        self.spec_assert(condition, self.invariant_kind(), span);
    }

    fn invariant_kind(&self) -> AssertKind {
        if self.options.invariants_as_candidates {
            AssertKind::Candidate
        } else {
            AssertKind::Invariant
        }
    }

    /// Rejects a function-wide invariant at its place if it is not allowed. Otherwise it is checked at the heads of
    /// loops.
    pub(crate) fn function_wide_call(&mut self, id: NodeId, condition: &'u Node, span: Span) {
        if self.is_inlined() || !self.function_wide.iter().any(|c| c.id == id) {
            return self.unsupported("function-wide invariant that does not stand at the end of a kernel", span);
        }
        let facts = self.frame().facts.clone();
        let assigned = any_node(condition, &|n| {
            n.referenced.as_ref().is_some_and(|r| facts.written.contains(&r.id) && r.kind.ends_with("VarDecl"))
        });
        if assigned {
            return self.unsupported("function-wide invariant over a variable that is assigned", span);
        }
        let calls = any_node(condition, &|n| {
            n.referenced.as_ref().and_then(|r| self.decls.definition(r)).is_some_and(|d| self.decls.is_own(d.id))
        });
        if calls {
            self.unsupported("function-wide invariant that calls a function of the file", span);
        }
    }

    /// The head of a loop with the function-wide invariants in front.
    pub(crate) fn with_function_wide_invariants(&mut self, head: Block) -> Block {
        if self.function_wide.is_empty() {
            return head;
        }
        let ((), mut block) = self.in_block(|s| {
            for call in s.function_wide.clone() {
                let Some(condition) = call.inner.get(1) else { continue };
                let unbound = any_node(condition, &|n| {
                    n.referenced.as_ref().is_some_and(|r| {
                        matches!(&*r.kind, "ParmVarDecl" | "VarDecl")
                            && !s.env.contains_key(&r.id)
                            && s.decls.node(r.id).is_some()
                            && s.decls.global(r).is_none()
                    })
                });
                if unbound {
                    s.unsupported("function-wide invariant over a variable that is declared after a loop", call.span);
                } else {
                    s.spec_assert(condition, s.invariant_kind(), call.span);
                }
            }
        });
        block.extend(head);
        block
    }
}
