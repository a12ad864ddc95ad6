//! Variables that a function was given by address or reference, which it may keep.
//!
//! Such a variable is unknown from the call on, and again wherever code may run that has got hold of it: other calls,
//! constructors, stores through pointers. In between it is what it was, so that a condition on it says something of a
//! launch behind it (`read(n); if (n > 64) return;`). That no other thread of the host and no callback of the runtime
//! changes it is part of the assumption `launch-site`. Objects of classes of the file run destructors, for which the tree
//! has no node: in functions with such objects nothing is told of what was lent.

use crate::calls::is_library;
use crate::flow::{Flow, State};
use crate::uses::{address_of, assigned, is_copy, is_dim3, uses, variable, vector_of_call, Use};
use crate::value::Value;
use crate::vectors::is_vector;
use rustc_hash::FxHashSet;
use wp_clang::{Node, NodeId};
use wp_decls::{is_launch, strip, strip_casts, CType};

/// The variables that calls in a tree are given by address or reference.
fn lent_in(tree: &Node) -> FxHashSet<NodeId> {
    let mut lent = FxHashSet::default();
    uses(tree, &mut |v, u| {
        if u == Use::Lent {
            lent.insert(v);
        }
    });
    lent
}

impl Flow<'_, '_> {
    /// Notes what flow can tell of the variables of a function.
    pub(crate) fn note_uses(&mut self, function: &Node) {
        self.unreliable.extend(crate::uses::unreliable(function));
        let mut lent = lent_in(function);
        self.given_away(function, &mut lent);
        self.lent_to_library(function);
        match self.destroys(function) {
            true => self.unreliable.extend(lent),
            false => self.lent.extend(lent),
        }
    }

    /// Functions of a library may have the device or another thread change what they are given.
    fn lent_to_library(&mut self, node: &Node) {
        let is_call = matches!(&*node.kind, "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr");
        if is_call && is_library(self.decls, node) {
            return self.unreliable.extend(lent_in(node));
        }
        node.inner.iter().for_each(|c| self.lent_to_library(c));
    }

    /// The variables that a tree may change, by their names or because a function has kept their address.
    pub(crate) fn changed_by(&self, st: &State, node: &Node) -> FxHashSet<NodeId> {
        let mut changed = assigned(node);
        let is_known = self.lent.iter().any(|v| st.vars.contains_key(v));
        if is_known && self.may_run_others(st, node, &changed) {
            changed.extend(&self.lent);
        }
        changed
    }

    /// Forgets what was lent if a node by itself, without its parts, may change it.
    pub(crate) fn forget_lent(&mut self, st: &mut State, node: &Node) {
        if !self.lent.is_empty() && self.may_change_lent(st, node, &FxHashSet::default()) {
            let lent = self.lent.clone();
            self.forget(st, &lent);
        }
    }

    pub(crate) fn forget_changed(&mut self, st: &mut State, node: &Node) {
        let changed = self.changed_by(st, node);
        self.forget(st, &changed);
    }

    fn may_run_others(&self, st: &State, node: &Node, moved: &FxHashSet<NodeId>) -> bool {
        // The body of a lambda runs in calls.
        self.may_change_lent(st, node, moved)
            || &*node.kind != "LambdaExpr" && node.inner.iter().any(|c| self.may_run_others(st, c, moved))
    }

    /// `moved`: pointers that may lead elsewhere by then.
    fn may_change_lent(&self, st: &State, node: &Node, moved: &FxHashSet<NodeId>) -> bool {
        let op = node.opcode.as_deref().unwrap_or("");
        match &*node.kind {
            "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" => {
                let is_quiet = is_launch(node) || vector_of_call(node).is_some();
                !is_quiet
                    && (!is_library(self.decls, node)
                        || node.inner.iter().skip(1).any(|a| self.is_open_pointer(st, a, moved)))
            }
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" => {
                let is_plain = is_copy(node) || node.inner.is_empty();
                let is_quiet = is_dim3(node) || is_vector(node) || is_plain && self.is_plain_record(node);
                !is_quiet
            }
            "CXXDeleteExpr" => {
                !node.inner.first().is_some_and(|p| match self.decls.qtype(strip_casts(p).type_str()).ty {
                    CType::Pointer(to) => to.ty.scalar().is_some(),
                    _ => false,
                })
            }
            "RecoveryExpr" | "GotoStmt" | "IndirectGotoStmt" | "GCCAsmStmt" | "CXXForRangeStmt" => true,
            "BinaryOperator" if op == "=" => self.is_open_target(st, &node.inner[0], moved),
            "CompoundAssignOperator" => self.is_open_target(st, &node.inner[0], moved),
            "UnaryOperator" if matches!(op, "++" | "--") => self.is_open_target(st, &node.inner[0], moved),
            _ => false,
        }
    }

    /// True if a store may be one to a variable that was lent.
    fn is_open_target(&self, st: &State, target: &Node, moved: &FxHashSet<NodeId>) -> bool {
        let target = strip(target);
        if let Some(v) = variable(target) {
            // A reference may be to any variable.
            return self.unreliable.contains(&v);
        }
        match (&*target.kind, target.inner.first()) {
            ("ArraySubscriptExpr", Some(base)) => self.is_open_base(st, base, moved),
            ("UnaryOperator", Some(base)) if target.opcode.as_deref() == Some("*") => {
                self.is_open_base(st, base, moved)
            }
            ("MemberExpr", Some(base)) if target.flag("isArrow") => self.is_open_base(st, base, moved),
            ("MemberExpr", Some(base)) => self.is_open_target(st, base, moved),
            ("CXXOperatorCallExpr", _) => vector_of_call(target).is_none(),
            _ => true,
        }
    }

    /// True if a pointer may lead to a variable that was lent: it is no array with a name and no pointer into a buffer.
    fn is_open_base(&self, st: &State, base: &Node, moved: &FxHashSet<NodeId>) -> bool {
        let base = strip_casts(base);
        let Some(v) = variable(base) else { return true };
        if matches!(self.decls.qtype(base.type_str()).ty, CType::Array(..)) {
            return false;
        }
        match st.vars.get(&v) {
            Some(Value::Pointer(buffer, _)) => moved.contains(&v) || !self.allocated.contains(buffer),
            _ => true,
        }
    }

    /// True if a function of a library may store to a variable that was lent by this argument.
    fn is_open_pointer(&self, st: &State, argument: &Node, moved: &FxHashSet<NodeId>) -> bool {
        let ty = self.decls.qtype(argument.type_str());
        if argument.flag("lvalue") {
            let is_data = ty.ty.scalar().is_some() || self.is_own_record(&ty.ty) || is_dim3(argument);
            return is_data && !ty.is_const && self.is_open_target(st, argument, moved);
        }
        let CType::Pointer(to) = ty.ty else { return false };
        let is_data = to.ty.scalar().is_some() || matches!(to.ty, CType::Void);
        is_data && !to.is_const && address_of(argument).is_none() && self.is_open_base(st, argument, moved)
    }

    /// True if a type is a class that the file declares.
    fn is_own_record(&self, ty: &CType) -> bool {
        matches!(ty, CType::Record(id) if !self.decls.is_prelude(self.decls.record_decl(*id).node))
    }

    fn is_plain_record(&self, node: &Node) -> bool {
        self.plain_record(&self.decls.qtype(node.type_str()).ty).is_some()
    }

    /// True if a function has objects of a class of the file that may have a destructor.
    fn destroys(&self, function: &Node) -> bool {
        let is_object =
            matches!(&*function.kind, "CXXConstructExpr" | "CXXTemporaryObjectExpr" | "CXXBindTemporaryExpr");
        let ty = self.decls.qtype(function.type_str()).ty;
        is_object && self.is_own_record(&ty) && self.plain_record(&ty).is_none()
            || function.inner.iter().any(|c| self.destroys(c))
    }
}
