//! Calls in host code: allocations, what frees them, assertions, what never returns.
//!
//! A function of the file, or one that is not declared, may do anything to what escapes to it; the functions of the prelude
//! do what their names say. That an allocation succeeds is part of the assumption `launch-site`.

use crate::decls::{is_function, Decls};
use crate::host::flow::{Flow, State};
use crate::host::uses::{address_of, assigned, callee_name, is_dim3, is_read_vector, variable, vector_of_call};
use crate::host::value::{Buffer, Expr, Value};
use crate::scan::{address_operand, strip, strip_casts};
use wp_clang::Node;
use wp_kir::{BinOp, Type};

impl Flow<'_, '_> {
    /// A call that launches no kernel.
    pub(crate) fn call(&mut self, st: &mut State, node: &Node) -> Value {
        let name = callee_name(node).to_owned();
        let args: Vec<&Node> = node.inner.iter().skip(1).collect();
        if &*node.kind == "CXXOperatorCallExpr" {
            if let ("operator=", true, [target, source]) = (name.as_str(), is_dim3(node), &args[..]) {
                let value = self.eval(st, source);
                self.assign(st, target, value.clone());
                return value;
            }
        }
        if let Some(value) = self.vector_call(st, node, &args) {
            return value;
        }
        if !is_library(self.decls, node) {
            return match self.computed(st, node, &args) {
                Some(value) => value,
                None => self.any_call(st, node, &args),
            };
        }
        match (name.as_str(), &args[..]) {
            (
                "cudaMalloc" | "cudaMallocManaged" | "cudaMallocHost" | "cudaMallocAsync" | "cudaHostAlloc",
                [pointer, bytes, rest @ ..],
            ) => {
                let bytes = self.int_value(st, bytes).cast(Type::U64);
                rest.iter().for_each(|a| drop(self.eval(st, a)));
                let buffer = self.allocation();
                let target = address_operand(strip_casts(pointer));
                match target.filter(|t| variable(t).is_some_and(|v| st.vars.contains_key(&v))) {
                    Some(target) => {
                        st.sizes.insert(buffer, bytes);
                        self.assign(st, target, Value::Pointer(buffer, Expr::int(0, Type::I64)));
                    }
                    None => drop(self.eval(st, pointer)),
                }
                self.unknown(node, "host")
            }
            ("malloc", [bytes]) => {
                let bytes = self.int_value(st, bytes).cast(Type::U64);
                let buffer = self.allocation();
                st.sizes.insert(buffer, bytes);
                Value::Pointer(buffer, Expr::int(0, Type::I64))
            }
            ("__wp_assert", [condition]) => {
                let c = self.eval(st, condition);
                self.assume(st, &c, true);
                Value::Unknown
            }
            ("exit" | "_exit" | "abort" | "quick_exit" | "terminate", _) => {
                args.iter().for_each(|a| drop(self.eval(st, a)));
                st.dead = true;
                Value::Unknown
            }
            ("swap", [a, b]) => {
                let whole = |n: &Node| variable(n).filter(|_| &*strip(n).kind == "DeclRefExpr");
                match (whole(a), whole(b)) {
                    (Some(a), Some(b)) if st.vars.contains_key(&a) && st.vars.contains_key(&b) && a != b => {
                        let (x, y) = (st.vars[&a].clone(), st.vars[&b].clone());
                        st.vars.insert(a, y);
                        st.vars.insert(b, x);
                    }
                    _ => {
                        self.any_call(st, node, &args);
                    }
                }
                Value::Unknown
            }
            // In which order arguments are evaluated is open.
            ("min" | "max", [a, b]) if assigned(a).is_empty() && assigned(b).is_empty() => {
                let op = if name == "min" { BinOp::Min } else { BinOp::Max };
                match (self.eval(st, a), self.eval(st, b)) {
                    (Value::Int(a), Value::Int(b)) => {
                        Expr::binary(op, &a, &b).map_or_else(|| self.unknown(node, "host"), Value::Int)
                    }
                    _ => self.unknown(node, "host"),
                }
            }
            _ => {
                for arg in &args {
                    let value = self.eval(st, arg);
                    if frees(&name) {
                        self.free(st, &value);
                    }
                }
                if name.contains("Reset") {
                    self.lose_all(st);
                }
                self.forget(st, &assigned(node));
                self.unknown(node, "host")
            }
        }
    }

    fn any_call(&mut self, st: &mut State, node: &Node, args: &[&Node]) -> Value {
        // The object of a member function is given to it.
        let object = node.inner.first().filter(|f| &*f.kind == "MemberExpr").and_then(|f| f.inner.first());
        for arg in object.into_iter().chain(node.inner.first()).chain(args.iter().copied()) {
            let value = self.eval(st, arg);
            self.escapes(st, &value);
        }
        self.forget(st, &assigned(node));
        self.unknown(node, "host")
    }

    /// A buffer that is no other.
    pub(crate) fn allocation(&mut self) -> Buffer {
        let buffer = self.buffer();
        self.allocated.insert(buffer);
        buffer
    }

    /// Memory is given back.
    pub(crate) fn free(&mut self, st: &mut State, value: &Value) {
        match value {
            Value::Pointer(buffer, _) if self.allocated.contains(buffer) => self.escapes(st, value),
            Value::Pointer(..) | Value::Unknown => self.lose_all(st),
            _ => {}
        }
    }

    /// Variables that a function of the file is given by address or reference: it may keep them, whatever its name.
    pub(crate) fn given_away(&mut self, node: &Node) {
        if matches!(&*node.kind, "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr")
            && !is_library(self.decls, node)
        {
            let given = |arg: &Node| if is_read_vector(arg) { None } else { address_of(arg).or_else(|| variable(arg)) };
            self.unreliable.extend(node.inner.iter().skip(1).filter_map(given));
        }
        node.inner.iter().for_each(|c| self.given_away(c));
    }

    /// Whether a tree holds something that may free memory.
    pub(crate) fn may_free(&self, node: &Node) -> bool {
        let here = match &*node.kind {
            "CXXDeleteExpr" | "RecoveryExpr" => true,
            _ if vector_of_call(node).is_some() => false,
            "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" => {
                let name = callee_name(node);
                !is_library(self.decls, node) || frees(name) || name.contains("Reset")
            }
            _ => false,
        };
        here || node.inner.iter().any(|c| self.may_free(c))
    }
}

/// Whether a call is one of a function of the prelude.
pub(super) fn is_library(decls: &Decls<'_>, call: &Node) -> bool {
    let target = call.inner.first().map(strip_casts).and_then(|c| c.referenced.as_ref());
    target.is_some_and(|t| is_function(&t.kind) && decls.is_builtin(t))
}

/// Functions that give memory back.
fn frees(name: &str) -> bool {
    ["free", "Free", "realloc"].iter().any(|word| name.contains(word))
}
