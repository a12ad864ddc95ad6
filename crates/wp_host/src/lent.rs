//! Variables that a function was given by address or reference, which it may keep.
//!
//! Such a variable is unknown after the call, and again wherever code may run that has its address: other calls, and
//! stores through pointers. In between it keeps its value, so that a condition on it holds at a launch behind the
//! condition (`read(n); if (n > 64) return;`). That no other thread of the host and no callback of the runtime changes
//! it is part of the assumption `launch-site`.
//!
//! Code also runs where the tree has no call (constructors and destructors of members, default arguments, operators of
//! elements), and references give variables second names. So only variables that hold numbers are followed in this way,
//! in functions that are made of listed forms alone: numbers, pointers, arrays, plain structures, calls, and objects of
//! the library that hold none of the program. In other functions, lent variables are unknown throughout.

use crate::callees::Callees;
use crate::forms::{asks_about_kernels, function_operand, is_plain};
use crate::state::{Flow, State};
use crate::uses::{address_of, assigned, is_dim3, types_of_pair, uses, variable, vector_of_call, Use};
use crate::value::Value;
use crate::vector_forms::is_vector;
use rustc_hash::FxHashSet;
use wp_clang::{Node, NodeId};
use wp_decls::{body, callee_name, is_function, is_launch, strip, strip_casts, CType};

/// The variables that calls in a tree are given by address or reference.
fn lent_in(known: &Callees, tree: &Node) -> FxHashSet<NodeId> {
    let mut lent = FxHashSet::default();
    uses(known, tree, &mut |v, u| {
        if u == Use::Lent {
            lent.insert(v);
        }
    });
    lent
}

pub(crate) fn is_call(node: &Node) -> bool {
    matches!(&*node.kind, "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr")
}

impl Flow<'_, '_> {
    /// Notes which variables of a function the analysis can follow, and how.
    pub(crate) fn note_uses(&mut self, function: &Node) {
        self.unreliable.extend(crate::uses::unreliable(&self.callees, function));
        let mut lent = lent_in(&self.callees, function);
        self.given_away(function, &mut lent);
        self.lent_to_library(function);
        let is_listed = body(function).is_some_and(|code| self.is_listed(code));
        for v in lent {
            let holds_numbers = self.decls.node(v).is_some_and(|node| self.is_of_numbers(node));
            let told = if is_listed && holds_numbers { &mut self.lent } else { &mut self.unreliable };
            told.insert(v);
        }
    }

    /// Functions of a library may have the device or another thread change what they are given.
    fn lent_to_library(&mut self, node: &Node) {
        if is_call(node) && self.is_library(node) {
            return self.unreliable.extend(lent_in(&self.callees, node));
        }
        node.inner.iter().for_each(|c| self.lent_to_library(c));
    }

    /// The variables that a tree may change, by their names or because a function has kept their address.
    pub(crate) fn changed_by(&self, st: &State, node: &Node) -> FxHashSet<NodeId> {
        self.changed_by_all(st, &[node])
    }

    /// The variables that several parts may change that are executed in any order, again and again.
    pub(crate) fn changed_by_all(&self, st: &State, parts: &[&Node]) -> FxHashSet<NodeId> {
        let mut changed: FxHashSet<NodeId> = parts.iter().flat_map(|part| assigned(&self.callees, part)).collect();
        let is_known = self.lent.iter().any(|v| st.vars.contains_key(v));
        if is_known && parts.iter().any(|part| self.may_run_others(st, part, &changed)) {
            changed.extend(&self.lent);
        }
        changed
    }

    pub(crate) fn forget_changed(&mut self, st: &mut State, node: &Node) {
        let changed = self.changed_by(st, node);
        self.forget(st, &changed);
    }

    /// Forgets what was lent if a node by itself, without its parts, may change it.
    pub(crate) fn forget_lent(&mut self, st: &mut State, node: &Node) {
        if !self.lent.is_empty() && self.may_change_lent(st, node, &FxHashSet::default()) {
            let lent = self.lent.clone();
            self.forget(st, &lent);
        }
    }

    /// True if an operand of an expression changes a variable that another one mentions, in an order that is open.
    pub(crate) fn is_order_open(&self, st: &State, node: &Node) -> bool {
        let operands = match &*node.kind {
            "BinaryOperator" if !matches!(node.opcode.as_deref(), Some("=" | "," | "&&" | "||")) => &node.inner[..],
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" => &node.inner[..],
            _ if is_call(node) && !is_launch(node) => &node.inner[..],
            _ => return false,
        };
        let is_bare = |operand: &Node| {
            variable(operand).or_else(|| address_of(operand)).is_some() || self.callees.is_given(operand)
        };
        operands.len() > 1
            && operands.iter().enumerate().filter(|(_, operand)| !is_bare(operand)).any(|(i, operand)| {
                let changed = self.changed_by(st, operand);
                let mut is_mentioned = false;
                // A stream is given its operand by reference: when the operand is evaluated does not matter.
                let is_target = |j: usize, other: &Node| j == 2 && is_bare(other) && callee_name(node) == "operator>>";
                let is_other = |(j, other): &(usize, &Node)| *j != i && !changed.is_empty() && !is_target(*j, other);
                for (_, other) in operands.iter().enumerate().filter(is_other) {
                    uses(&self.callees, other, &mut |v, _| is_mentioned |= changed.contains(&v));
                }
                is_mentioned
            })
    }

    fn may_run_others(&self, st: &State, node: &Node, moved: &FxHashSet<NodeId>) -> bool {
        self.may_change_lent(st, node, moved) || node.inner.iter().any(|c| self.may_run_others(st, c, moved))
    }

    /// True if a node of a listed form may change a lent variable. `moved` are pointers that may lead elsewhere by
    /// then.
    fn may_change_lent(&self, st: &State, node: &Node, moved: &FxHashSet<NodeId>) -> bool {
        let op = node.opcode.as_deref().unwrap_or("");
        match &*node.kind {
            _ if is_call(node) => {
                let is_quiet = is_launch(node) || self.callees.is_forward(node) || vector_of_call(node).is_some();
                !is_quiet
                    && (!self.is_library(node)
                        || node.inner.iter().skip(1).any(|a| self.is_open_argument(st, a, moved)))
            }
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
            return !self.is_own_storage(v);
        }
        match (&*target.kind, target.inner.first()) {
            ("ArraySubscriptExpr", Some(base)) => self.is_open_base(st, base, moved),
            ("UnaryOperator", Some(base)) if target.opcode.as_deref() == Some("*") => {
                self.is_open_base(st, base, moved)
            }
            ("CXXOperatorCallExpr", _) => vector_of_call(target).is_none_or(|v| !self.is_own_storage(v)),
            _ => true,
        }
    }

    /// True if a pointer may lead to a variable that was lent: it is no array with a name and no pointer into a buffer.
    fn is_open_base(&self, st: &State, base: &Node, moved: &FxHashSet<NodeId>) -> bool {
        let base = strip_casts(base);
        let Some(v) = variable(base).filter(|v| self.is_own_storage(*v)) else { return true };
        if matches!(self.decls.qtype(base.type_str()).ty, CType::Array(..)) {
            return false;
        }
        match st.vars.get(&v) {
            Some(Value::Pointer(buffer, _)) => moved.contains(&v) || !self.buffers.is_allocated(*buffer),
            _ => true,
        }
    }

    /// True if a function of a library may store to a variable that was lent by this argument.
    fn is_open_argument(&self, st: &State, argument: &Node, moved: &FxHashSet<NodeId>) -> bool {
        let ty = self.decls.qtype(argument.type_str());
        if argument.flag("lvalue") {
            let is_data = self.is_storage(&ty.ty) || !self.is_library_object(argument);
            return !ty.is_const && is_data && self.is_open_target(st, argument, moved);
        }
        let CType::Pointer(to) = ty.ty else { return false };
        let given = address_of(argument);
        // What a structure points to may be stored to as well.
        if given.and_then(|v| self.decls.node(v)).is_some_and(|node| self.holds_pointers(node)) {
            return true;
        }
        if matches!(to.ty, CType::Function) {
            return self.is_code(argument);
        }
        if to.is_const {
            return false;
        }
        match given {
            Some(v) => !self.is_own_storage(v),
            None if matches!(to.ty, CType::Record(_)) => false,
            None => self.is_open_base(st, argument, moved),
        }
    }

    /// True if a variable is an object of its own: no reference, and no structure that may hold one.
    fn is_own_storage(&self, v: NodeId) -> bool {
        self.decls.node(v).is_some_and(|node| {
            let ty = self.decls.qtype(node.type_str()).ty;
            !node.type_str().contains('&')
                && (!matches!(ty, CType::Record(_)) || self.is_storage(&ty) || is_vector(node))
        })
    }

    /// True if a variable is a structure with pointers in it.
    fn holds_pointers(&self, node: &Node) -> bool {
        let ty = self.decls.qtype(node.type_str()).ty;
        matches!(ty, CType::Record(_)) && !self.is_of_numbers(node)
    }

    /// True if a variable or the value of an expression consists of numbers and nothing else.
    pub(crate) fn is_of_numbers(&self, node: &Node) -> bool {
        match types_of_pair(node) {
            Some(types) => types.into_iter().all(|ty| self.are_numbers(&self.decls.qtype(ty).ty)),
            None => is_dim3(node) || self.are_numbers(&self.decls.qtype(node.type_str()).ty),
        }
    }

    /// True if the values of a type consist of numbers and nothing else.
    pub(crate) fn are_numbers(&self, ty: &CType) -> bool {
        match ty {
            CType::Scalar(scalar) => *scalar != wp_kir::Type::Ptr,
            _ if self.is_extents(ty) => true,
            CType::Record(_) => {
                self.plain_record(ty).is_some_and(|fields| fields.iter().all(|(_, ty)| self.are_numbers(ty)))
            }
            _ => false,
        }
    }

    /// True if objects of a type are made, copied and destroyed without running code of the program, and hold no
    /// references.
    pub(crate) fn is_storage(&self, ty: &CType) -> bool {
        match ty {
            CType::Scalar(_) | CType::Vector(..) | CType::Pointer(_) => true,
            CType::Array(of, _) => self.is_storage(&of.ty),
            CType::Record(_) => {
                self.is_extents(ty)
                    || self.plain_record(ty).is_some_and(|fields| fields.iter().all(|(_, ty)| self.is_storage(ty)))
            }
            _ => false,
        }
    }

    /// True if an expression or variable is an object of the library that holds no object of a class of the program.
    pub(crate) fn is_library_object(&self, node: &Node) -> bool {
        if types_of_pair(node).is_some() {
            return self.is_of_numbers(node);
        }
        let of_vector = || {
            let (_, element) = node.type_str().split_once('<')?;
            let ty = self.decls.qtype(element.trim_end_matches(['&', ' ']).strip_suffix('>')?).ty;
            Some(matches!(ty, CType::Scalar(_) | CType::Pointer(_)))
        };
        match self.decls.qtype(node.type_str().trim_end_matches(['&', ' '])).ty {
            CType::Record(id) if self.decls.is_prelude(self.decls.record_decl(id).node) => {
                !node.type_str().contains('<') || is_vector(node) && of_vector() == Some(true)
            }
            _ => false,
        }
    }

    /// True if a tree is made of listed forms alone.
    fn is_listed(&self, node: &Node) -> bool {
        let ty = || self.decls.qtype(node.type_str()).ty;
        let is_object = || self.is_storage(&ty()) || self.is_library_object(node);
        let here = match &*node.kind {
            kind if is_plain(kind) => true,
            "ExprWithCleanups" | "BinaryOperator" | "CompoundAssignOperator" | "UnaryOperator" => true,
            "ArraySubscriptExpr" | "CXXNullPtrLiteralExpr" | "GNUNullExpr" | "CUDAKernelCallExpr" => true,
            "ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr" | "CXXFunctionalCastExpr" => {
                node.cast_kind.as_deref() != Some("LValueBitCast")
            }
            "DeclRefExpr" | "MemberExpr" if self.runs_initialiser(node) => false,
            "DeclRefExpr" => node.referenced.is_some(),
            "MemberExpr" => node.flag("isArrow") || node.inner.first().is_some_and(|base| self.is_part(base)),
            "VarDecl" => !node.type_str().contains('&') && is_object(),
            "InitListExpr" | "ImplicitValueInitExpr" | "MaterializeTemporaryExpr" | "CXXBindTemporaryExpr" => {
                is_object()
            }
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" => {
                let is_plain = |c: &Node| self.is_listed(c) && !self.is_code(c);
                return is_object() && node.inner.iter().all(|c| &*c.kind == "CXXDefaultArgExpr" || is_plain(c));
            }
            "CallExpr" if self.is_library(node) => {
                return node.inner.iter().skip(1).all(|a| {
                    let is_data = || !self.holds_program(a) && !self.may_call_back(node, a);
                    &*a.kind == "CXXDefaultArgExpr" || self.is_listed(a) && is_data()
                });
            }
            "CXXOperatorCallExpr" | "CXXMemberCallExpr" if self.is_library(node) || vector_of_call(node).is_some() => {
                let is_plain = |a: &Node| {
                    &*a.kind == "CXXDefaultArgExpr"
                        || self.is_listed(a) && !self.holds_program(a)
                        || self.is_function_of_library(a)
                };
                let calls_back = node.inner.iter().skip(1).any(|a| self.may_call_back(node, a));
                return !calls_back && node.inner.iter().all(is_plain);
            }
            "CallExpr" => true,
            "CXXNewExpr" => {
                let makes_numbers = matches!(ty(), CType::Pointer(to) if to.ty.scalar().is_some());
                makes_numbers && !node.flag("isPlacement") && !self.unseen.own_new
            }
            "CXXDeleteExpr" => {
                let of = node.inner.first().map(|p| self.decls.qtype(strip_casts(p).type_str()).ty);
                matches!(of, Some(CType::Pointer(to)) if to.ty.scalar().is_some())
                    && !self.decls.defines_named("operator delete[]")
                    && !self.decls.defines_named("operator delete")
            }
            _ => false,
        };
        here && node.inner.iter().all(|c| self.is_listed(c))
    }

    /// True if an operand is a member function or an object whose members are only storage or the library's.
    fn is_part(&self, base: &Node) -> bool {
        let ty = self.decls.qtype(base.type_str()).ty;
        self.is_storage(&ty) || self.is_library_object(base)
    }

    /// True if an argument is an object of a class of the program, or one of the library that may hold such objects.
    fn holds_program(&self, argument: &Node) -> bool {
        let ty = self.decls.qtype(argument.type_str()).ty;
        let is_object = matches!(ty, CType::Record(_) | CType::Unknown(_) | CType::Opaque(_));
        is_object && !self.is_library_object(argument) && !self.is_storage(&ty)
    }

    /// True if a function of the library may run code of the program by this argument.
    fn may_call_back(&self, call: &Node, argument: &Node) -> bool {
        self.is_code(argument) || self.has_operators(call, argument)
    }

    /// True if a function of the library that stores nothing itself may run code of the program by this argument. What
    /// asks about a kernel does not run it.
    pub(crate) fn calls_program(&self, call: &Node, argument: &Node) -> bool {
        let only_asks =
            asks_about_kernels(callee_name(call)) && self.kernel_named(function_operand(argument)).is_some();
        !only_asks && (self.may_call_back(call, argument) || self.holds_program(argument))
    }

    /// True if an argument is the address of a function, other than by the name of one of the library.
    pub(crate) fn is_code(&self, argument: &Node) -> bool {
        let is_address = |node: &Node| match self.decls.qtype(node.type_str()).ty {
            CType::Function => true,
            CType::Pointer(to) | CType::Reference(to) => matches!(to.ty, CType::Function),
            // A pointer to a member function.
            CType::Unknown(text) => text.contains("::*"),
            _ => false,
        };
        let mut node = Some(argument);
        while let Some(here) = node {
            if is_address(here) {
                return !self.is_function_of_library(argument);
            }
            node = converted(here);
        }
        false
    }

    /// True if an argument is an object of a class of the program, or points to one, and the called function of the
    /// library is an instance for this class, so that it may use the operators of the class.
    pub(crate) fn has_operators(&self, call: &Node, argument: &Node) -> bool {
        let id = match self.decls.qtype(argument.type_str()).ty {
            CType::Record(id) => id,
            CType::Pointer(to) | CType::Reference(to) => match to.ty {
                CType::Record(id) => id,
                _ => return false,
            },
            _ => return false,
        };
        let class = self.decls.record_decl(id).node;
        let callee = call.inner.first().map(strip_casts).and_then(|callee| callee.referenced.as_ref());
        let names_class = match (callee, &class.name) {
            (Some(callee), Some(name)) if !callee.ty.is_empty() => callee.ty.contains(&**name),
            _ => true,
        };
        !self.decls.is_prelude(class) && names_class && !callee_name(call).starts_with("cuda")
    }

    fn is_function_of_library(&self, argument: &Node) -> bool {
        let target = strip_casts(argument).referenced.as_ref();
        target.is_some_and(|t| is_function(&t.kind) && self.decls.is_builtin(t))
    }
}

/// The expression below one conversion or pair of parentheses.
fn converted(node: &Node) -> Option<&Node> {
    let is_wrapper = node.kind.ends_with("CastExpr") || matches!(&*node.kind, "ParenExpr" | "ConstantExpr");
    node.inner.last().filter(|_| is_wrapper)
}
