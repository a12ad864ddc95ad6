//! Typed values, and the leaves and objects of types.

use super::Builder;
use crate::values::Value;
use std::sync::Arc;
use wp_base::Span;
use wp_clang::DeclRef;
use wp_decls::{CType, Leaf, QType};
use wp_kir::{
    input_function, ExprId, ExprKind, Init, Object, ObjectId, ObjectKind, Space, StmtKind, Type, Unknown, VarId,
};

impl Builder<'_> {
    /// Rejects the kernel at a construct that should have a value. The returned value is unknown.
    pub(crate) fn unsupported_value(&mut self, what: impl Into<Arc<str>>, ty: &CType, span: Span) -> Value {
        let what = what.into();
        self.unsupported(what.clone(), span);
        self.havoc(ty, what, span)
    }

    /// An unknown value.
    pub(crate) fn havoc(&mut self, ty: &CType, reason: impl Into<Arc<str>>, span: Span) -> Value {
        let reason = reason.into();
        let leaves = self.leaves(ty, span);
        let mut out = Vec::with_capacity(leaves.len());
        for leaf in leaves {
            let var = self.temp(leaf.ty, span);
            self.emit(StmtKind::Havoc { var, reason: reason.clone(), unknown: Unknown::Value }, span);
            out.push(self.read(var, span));
        }
        Value { ty: ty.clone(), leaves: out }
    }

    /// A value that comes from outside of the kernel and depends only on the arguments. Each leaf is an input function
    /// of them.
    pub(crate) fn input(&mut self, ty: &CType, what: &str, args: &[ExprId], span: Span) -> Value {
        self.function_of(ty, &input_function(what), args, span)
    }

    /// A value whose leaves are unknown pure functions of the arguments. Leaves other than the first have their number
    /// as a further argument.
    pub(crate) fn function_of(&mut self, ty: &CType, name: &str, args: &[ExprId], span: Span) -> Value {
        let leaves = self.leaves(ty, span);
        let mut out = Vec::with_capacity(leaves.len());
        for (number, leaf) in (0..).zip(leaves) {
            let mut args = args.to_vec();
            if number > 0 {
                args.push(self.int(number, Type::I32, span));
            }
            let value = self.call(name, args, leaf.ty, span);
            let var = self.temp(leaf.ty, span);
            self.emit(StmtKind::Assign { var, value }, span);
            out.push(self.read(var, span));
        }
        Value { ty: ty.clone(), leaves: out }
    }

    /// Fresh variables for the leaves of a type.
    pub(crate) fn split_vars(&mut self, name: &str, ty: &CType, span: Span) -> Vec<VarId> {
        let leaves = self.leaves(ty, span);
        leaves.iter().map(|l| self.kernel.var(&format!("{name}{}", l.path), l.ty, span)).collect()
    }

    /// The present value, as leaves that later assignments do not change ([`Self::freeze_expr`]).
    pub(crate) fn freeze_value(&mut self, value: Value, span: Span) -> Value {
        let leaves = value.leaves.iter().map(|&e| self.freeze_expr(e, span)).collect();
        Value { ty: value.ty, leaves }
    }

    /// The leaves of a type. A type that cannot be laid out rejects the kernel here.
    pub(crate) fn leaves(&mut self, ty: &CType, span: Span) -> Vec<Leaf> {
        match self.unit.layouts.leaves(self.unit.decls, ty) {
            Ok(leaves) => leaves,
            Err(why) => {
                self.unsupported(why.to_string(), span);
                Vec::new()
            }
        }
    }

    /// The size of a type in bytes. A type that cannot be laid out rejects the kernel here.
    pub(crate) fn size_of(&mut self, ty: &CType, span: Span) -> u64 {
        match self.unit.layouts.size(self.unit.decls, ty) {
            Ok(size) => size,
            Err(why) => {
                self.unsupported(why.to_string(), span);
                1
            }
        }
    }

    /// Adds an object for a declaration of type `ty`.
    pub(crate) fn object(&mut self, name: &str, space: Space, ty: &QType, init: Init, span: Span) -> ObjectId {
        let mut shape = Vec::new();
        let mut elem = &ty.ty;
        let mut known = true;
        while let CType::Array(inner, n) = elem {
            match n {
                Some(n) => shape.push(*n),
                None => known = false,
            }
            elem = &inner.ty;
        }
        let elem_ty = self.unit.type_of_first_leaf(elem);
        let size = if known { Some(self.size_of(&ty.ty, span)) } else { None };
        if size.is_none() {
            shape.clear();
        }
        // A type that cannot be laid out has rejected the kernel where its size was asked for. Scalars are aligned to
        // their size on devices, whatever the width of pointers.
        let align = self.unit.layouts.size_align(self.unit.decls, elem).map_or(1, |(_, align)| align);
        let align = align.max(elem_ty.size()).max(1);
        self.kernel.objects.push(Object {
            name: name.into(),
            symbol: None,
            space,
            kind: ObjectKind::Declared,
            elem: elem_ty,
            size,
            bytes: None,
            shape,
            align,
            init,
            is_reused: false,
            is_const: ty.is_const || space == Space::Constant,
            restrict: false,
            span,
        })
    }

    /// The address of an object as an expression.
    pub(crate) fn address_of_object(&mut self, object: ObjectId, span: Span) -> ExprId {
        self.kernel.expr(ExprKind::AddrOf(object), Type::Ptr, span)
    }

    pub(crate) fn scalar_value(&mut self, ty: CType, f: impl FnOnce(&mut Self) -> ExprId) -> Value {
        let e = f(self);
        Value { ty, leaves: vec![e] }
    }

    /// The only leaf of a scalar value.
    pub(crate) fn only(&mut self, value: &Value, span: Span) -> ExprId {
        match value.leaves.as_slice() {
            [e] => *e,
            _ => {
                self.unsupported("scalar expected", span);
                self.int(0, Type::I32, span)
            }
        }
    }

    /// All leaves zero.
    pub(crate) fn zero_value(&mut self, ty: &CType, span: Span) -> Value {
        let leaves = self.leaves(ty, span).iter().map(|l| self.zero(l.ty, span)).collect();
        Value { ty: ty.clone(), leaves }
    }

    /// The value of a pointer to a function: the address of an object which represents the function.
    pub(crate) fn function_address(&mut self, target: &DeclRef, span: Span) -> Value {
        let id = self.unit.decls.definition(target).map_or(target.id, |d| d.id);
        let object = match self.function_objects.get(&id) {
            Some(&object) => object,
            None => {
                let byte = QType::plain(CType::Scalar(Type::Int { bits: 8, signed: false }));
                let object = self.object(&target.name, Space::Constant, &byte, Init::Bytes([0u8].into()), span);
                self.function_objects.insert(id, object);
                object
            }
        };
        let ptr = self.address_of_object(object, span);
        Value { ty: CType::pointer_to(CType::Function), leaves: vec![ptr] }
    }
}
