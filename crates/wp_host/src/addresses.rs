//! Buffers whose addresses are only in variables that the analysis follows, so that it sees every store to them.
//!
//! An address may leave these variables for good: as an argument of a function that is not followed, by a store to
//! memory, in a value that the analysis cannot represent, or where two paths with different values join. From then on
//! the contents of the buffer are unknown ([`crate::buffers`]). Over-approximate: an expression that may hold
//! an address in a way that the analysis does not follow counts as holding the address of every buffer that it
//! mentions.

use crate::state::{Flow, State};
use crate::uses::is_copy;
use crate::value::{Buffer, Value};
use wp_clang::Node;
use wp_decls::CType;
use wp_kir::Type;

impl Flow<'_, '_> {
    /// Notes that code which is not followed may have the address of a buffer from here on.
    pub(crate) fn expose(&mut self, st: &mut State, buffer: Buffer) {
        st.contents.remove(&buffer);
        self.buffers.expose(buffer);
    }

    /// Notes that kernels which run at any time may have the address of a buffer from here on.
    pub(crate) fn expose_to_kernels(&mut self, st: &mut State, buffer: Buffer) {
        st.contents.remove(&buffer);
        self.buffers.expose_to_kernels(buffer);
    }

    /// Notes that code which is not followed may have the addresses and lambdas in a value.
    pub(crate) fn expose_value(&mut self, st: &mut State, value: &Value) {
        self.note_lost(value);
        value.buffers().into_iter().for_each(|buffer| self.expose(st, buffer));
    }

    /// Notes that code which is not followed may have the addresses of all buffers that a tree mentions.
    pub(crate) fn expose_mentioned(&mut self, st: &mut State, node: &Node) {
        for buffer in mentioned(st, node) {
            self.expose(st, buffer);
        }
    }

    /// Calls [`Self::expose_mentioned`] for the operands that are not plain numbers.
    pub(crate) fn expose_operands<'n>(&mut self, st: &mut State, operands: impl Iterator<Item = &'n Node>) {
        let open: Vec<&Node> = operands.filter(|operand| !self.is_number(operand)).collect();
        open.into_iter().for_each(|operand| self.expose_mentioned(st, operand));
    }

    /// True if an expression is the value of a number.
    fn is_number(&self, node: &Node) -> bool {
        !node.flag("lvalue") && !node.flag("xvalue") && self.type_of(node).is_some_and(|ty| ty != Type::Ptr)
    }

    /// Notes what becomes of the addresses in an expression that has been evaluated.
    pub(crate) fn follow_addresses(&mut self, st: &mut State, node: &Node, value: &Value) {
        let is_passed_on = node.kind.ends_with("CastExpr")
            || matches!(&*node.kind, "ParenExpr" | "ExprWithCleanups" | "MaterializeTemporaryExpr" | "ConstantExpr");
        // A variable has the addresses that it was given, a member one of those of its structure.
        let is_name = &*node.kind == "DeclRefExpr" || &*node.kind == "MemberExpr" && !node.flag("isArrow");
        let is_copied = &*node.kind == "CXXConstructExpr" && is_copy(node) && matches!(value, Value::Record(_));
        match &*node.kind {
            _ if is_name || is_copied => {}
            "CXXMemberCallExpr" | "CXXOperatorCallExpr" => self.expose_operands(st, node.inner.iter()),
            "CXXBindTemporaryExpr" => self.note_object(st, node),
            // The evaluation of a call notes what becomes of its arguments.
            "CallExpr" | "CUDAKernelCallExpr" => {}
            _ if is_passed_on || self.is_represented(value) || self.is_float(node) || self.is_void(node) => {}
            _ => self.expose_mentioned(st, node),
        }
    }

    /// True if the analysis represents all addresses in a value.
    fn is_represented(&self, value: &Value) -> bool {
        match value {
            Value::Pointer(buffer, _) => self.buffers.is_allocated(*buffer),
            Value::Record(fields) => fields.values().all(|field| self.is_represented(field)),
            Value::Unknown | Value::Vector(_) | Value::Arguments(_) | Value::Closure(_) => false,
            _ => true,
        }
    }

    /// True if an expression is a number of floating point, known or not, or has the place of one.
    fn is_float(&self, node: &Node) -> bool {
        self.type_of(node).is_some_and(|ty| ty.is_float())
    }

    fn is_void(&self, node: &Node) -> bool {
        matches!(self.decls.qtype(node.type_str()).ty, CType::Void)
    }
}

/// The buffers whose addresses are in variables that a tree mentions.
pub(crate) fn mentioned(st: &State, node: &Node) -> Vec<Buffer> {
    fn buffers(st: &State, value: &Value, found: &mut Vec<Buffer>) {
        match value {
            Value::Record(fields) => fields.values().for_each(|field| buffers(st, field, found)),
            // The array has the addresses of variables, and it is no array of itself.
            Value::Arguments(list) => {
                let listed = list.iter().flatten();
                for v in listed.filter(|v| !matches!(st.vars.get(v), Some(Value::Arguments(_)))) {
                    st.vars.get(v).into_iter().for_each(|value| buffers(st, value, found));
                    found.extend(st.arrays.get(v));
                }
            }
            value => found.extend(value.buffers()),
        }
    }
    let mut found = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if let Some(target) = &node.referenced {
            st.vars.get(&target.id).into_iter().for_each(|value| buffers(st, value, &mut found));
            found.extend(st.arrays.get(&target.id));
        }
        open.extend(&node.inner);
    }
    found
}
