//! Conversions: Clang's cast kinds to KIR casts. Exact; an unknown cast kind rejects the kernel.

use crate::builder::Builder;
use crate::lowerer::Lowerer;
use crate::source::Unit;
use crate::values::{Place, Value};
use std::rc::Rc;
use wp_base::Span;
use wp_clang::Node;
use wp_decls::{address_operand, strip, CType, LayoutResult, QType, RecordId};
use wp_kir::{BinOp, Type};

/// The construct that is rejected if only the base of an object is known and the cast needs the other members.
const BASE_ALONE: &str = "cast to a derived class of a base held by value";

impl Unit<'_> {
    /// The offset of a base in a class, in bytes, or why it is not known.
    fn base_offset(&self, derived: Option<&CType>, base: &CType) -> Result<u64, String> {
        let mut found = Vec::new();
        let unknown = || "unknown type".into();
        let why = match derived {
            Some(CType::Record(id)) => self.note_bases(*id, base, 0, &mut found).err(),
            _ => Some(unknown()),
        };
        match (why, found.as_slice()) {
            (None, [offset]) => Ok(*offset),
            (None, _) => Err("cast between base and derived class: several bases of this type".to_owned()),
            (Some(why), _) => Err(format!("cast between base and derived class: {why}")),
        }
    }

    /// Notes the offsets of all bases of a type in a class, which itself stands at an offset.
    fn note_bases(&self, class: RecordId, base: &CType, at: u64, found: &mut Vec<u64>) -> LayoutResult<()> {
        for field in self.layouts.record(self.decls, class)?.fields.iter().filter(|f| f.is_base) {
            let offset = at + field.offset;
            match &field.ty.ty {
                ty if ty == base => found.push(offset),
                CType::Record(inner) => self.note_bases(*inner, base, offset, found)?,
                _ => {}
            }
        }
        Ok(())
    }
}

impl Builder<'_> {
    /// True if a base is held by value, without the object that it is a part of.
    fn is_alone(&self, base: &Place) -> bool {
        match base {
            Place::Mem { .. } => false,
            Place::Vars { vars, .. } => vars.is_empty() || vars.iter().any(|v| self.storage().owner(*v).is_none()),
            _ => true,
        }
    }

    /// Converts each component of a value, keeping the numbers.
    pub(crate) fn convert_value(&mut self, value: Value, to: &CType, span: Span) -> Value {
        let target = match to {
            CType::Vector(t, _) => Some(*t),
            other => other.scalar(),
        };
        let Some(t) = target else {
            return self.unsupported_value("conversion to an aggregate", to, span);
        };
        let leaves = value.leaves.iter().map(|&e| self.convert(e, t, span)).collect();
        Value { ty: to.clone(), leaves }
    }

    /// A value with the same bits in another type (`as_uint4`, pointer casts, `__float_as_int`).
    pub(crate) fn reinterpret(&mut self, value: Value, to: &CType, span: Span) -> Value {
        if let (Some(Type::Ptr), [_]) = (to.scalar(), value.leaves.as_slice()) {
            let e = self.convert(value.leaves[0], Type::Ptr, span);
            return Value { ty: to.clone(), leaves: vec![e] };
        }
        let targets = self.leaves(to, span);
        if targets.len() == value.leaves.len() {
            let same = targets.iter().zip(&value.leaves).all(|(t, &e)| t.ty.size() == self.ty(e).size());
            if same {
                let leaves = targets.iter().zip(&value.leaves).map(|(t, &e)| self.bitcast(e, t.ty, span)).collect();
                return Value { ty: to.clone(), leaves };
            }
        }
        // OpenCL: `as_float3` of a four-component value takes the first three.
        if let (CType::Vector(t, 3), 4) = (to, value.leaves.len()) {
            if self.ty(value.leaves[0]).size() == t.size() {
                let t = *t;
                let leaves = value.leaves[..3].to_vec().iter().map(|&e| self.bitcast(e, t, span)).collect();
                return Value { ty: to.clone(), leaves };
            }
        }
        // Different component widths: through private memory, byte by byte.
        let size = self.size_of(&value.ty, span);
        if size != self.size_of(to, span) || self.in_specification() {
            return self.unsupported_value("reinterpretation with another size", to, span);
        }
        let memory = self.store_in_new_object(&Place::Value(value), span);
        let ptr = self.address(&memory, span);
        let place = self.deref(ptr, &CType::Pointer(Rc::new(QType::plain(to.clone()))));
        self.load(&place, span)
    }
}

impl<'u> Lowerer<'u> {
    /// The value of a cast expression.
    pub(crate) fn cast(&mut self, node: &'u Node) -> Value {
        let span = node.span;
        let ty = self.stack.ctype(node);
        let Some(inner) = node.inner.iter().rev().find(|c| !c.is_absent()) else {
            return self.ir.unsupported_value("cast", &ty, span);
        };
        match node.cast_kind.as_deref().unwrap_or("") {
            "LValueToRValue" => {
                // The value of an assignment is known; to read the place again would be a second access.
                let sub = strip(inner);
                let assigns = matches!(&*sub.kind, "CompoundAssignOperator")
                    || (&*sub.kind == "BinaryOperator" && sub.opcode.as_deref() == Some("="))
                    || (&*sub.kind == "UnaryOperator" && matches!(sub.opcode.as_deref(), Some("++" | "--")));
                // A `?:` that is only read needs no place.
                if assigns || &*sub.kind == "ConditionalOperator" {
                    return self.expr(sub);
                }
                if let ("CompoundLiteralExpr", Some(init), true) =
                    (&*sub.kind, sub.inner.last(), self.unit.splittable(&ty))
                {
                    self.stack.visit(sub);
                    return self.init_value(init, &ty);
                }
                let mut place = if &*sub.kind == "CallExpr" { self.call_to_read(sub) } else { self.place(inner) };
                if let Place::Mem { volatile, .. } = &mut place {
                    *volatile |= self.stack.qtype(inner).is_volatile;
                }
                let value = self.ir.load(&place, span);
                // Clang prints the type of `auto *p = &m;` like that of an array of pointers, which is no value.
                let ty = if matches!(ty, CType::Array(..)) { value.ty } else { ty };
                self.function_read(inner, Value { ty, leaves: value.leaves }, span)
            }
            "NoOp" | "ConstructorConversion" | "UserDefinedConversion" | "Dependent" | "CPointerToObjCPointerCast" => {
                let value = self.expr(inner);
                // A qualification conversion changes only the qualifiers of the pointed-to type.
                Value { ty, leaves: value.leaves }
            }
            "ArrayToPointerDecay" => {
                let place = self.place(inner);
                let elem = match (&ty, place.ty()) {
                    (CType::Pointer(_), _) => ty.clone(),
                    (_, CType::Array(e, _)) => CType::Pointer(e),
                    _ => ty.clone(),
                };
                let ptr = self.address_of(inner, &place, span);
                self.ir.note_array(inner, &place, ptr);
                Value { ty: elem, leaves: vec![ptr] }
            }
            "FunctionToPointerDecay" if follows_pointer(inner) => {
                // `*f` of a pointer to a function is the pointer again.
                self.stack.visit(strip(inner));
                let pointer = strip(inner).inner.first();
                let leaves = pointer.map(|p| self.expr(p).leaves).unwrap_or_default();
                Value { ty, leaves }
            }
            "FunctionToPointerDecay" | "BuiltinFnToFnPtr" => {
                let value = self.expr(inner);
                Value { ty, leaves: value.leaves }
            }
            "NullToPointer" => {
                // The operand may be `(x = 1, nullptr)`.
                self.discard(inner);
                self.ir.scalar_value(ty, |s| s.zero(Type::Ptr, span))
            }
            "BitCast" | "AddressSpaceConversion" => {
                let value = self.expr(inner);
                self.ir.reinterpret(value, &ty, span)
            }
            "LValueBitCast" => {
                let place = self.cast_place(node);
                self.ir.load(&place, span)
            }
            "LValueToRValueBitCast" => {
                let place = self.place(inner);
                let value = self.ir.load(&place, span);
                self.ir.reinterpret(value, &ty, span)
            }
            "IntegralCast"
            | "IntegralToBoolean"
            | "IntegralToFloating"
            | "FloatingToIntegral"
            | "FloatingCast"
            | "FloatingToBoolean"
            | "PointerToBoolean"
            | "PointerToIntegral"
            | "IntegralToPointer"
            | "MemberPointerToBoolean" => {
                let value = self.expr(inner);
                self.ir.convert_value(value, &ty, span)
            }
            "BooleanToSignedIntegral" => {
                let e = self.scalar(inner);
                let t = ty.scalar().unwrap_or(Type::I32);
                let e = self.ir.truth(e, span);
                let e = self.ir.mask(e, t, span);
                Value { ty, leaves: vec![e] }
            }
            "VectorSplat" => {
                let e = self.scalar(inner);
                match ty {
                    CType::Vector(elem, n) => {
                        // OpenCL converts a truth value to all ones only for `bool` operands of vector operators;
                        // Clang writes that as BooleanToSignedIntegral below the splat.
                        let e = self.ir.convert(e, elem, span);
                        Value { ty, leaves: vec![e; n as usize] }
                    }
                    _ => self.ir.unsupported_value("vector splat", &ty, span),
                }
            }
            "ToVoid" => {
                self.discard(inner);
                Value { ty: CType::Void, leaves: Vec::new() }
            }
            "DerivedToBase" | "UncheckedDerivedToBase" | "BaseToDerived" => {
                if let CType::Pointer(target) = &ty {
                    return self.base_pointer(node, inner, &target.ty);
                }
                let place = self.cast_place(node);
                self.ir.load(&place, span)
            }
            "ZeroToOCLOpaqueType" | "IntToOCLSampler" => {
                self.expr(inner);
                self.ir.zero_value(&ty, span)
            }
            kind => {
                let what = format!("cast `{kind}`");
                self.ir.unsupported_value(what, &ty, span)
            }
        }
    }

    /// The place of a cast that is an lvalue.
    pub(crate) fn cast_place(&mut self, node: &'u Node) -> Place {
        let span = node.span;
        self.stack.visit(node);
        let Some(inner) = node.inner.last() else {
            return Place::Value(self.ir.unsupported_value("cast", &self.stack.ctype(node), span));
        };
        match node.cast_kind.as_deref().unwrap_or("") {
            "NoOp" | "ConstructorConversion" | "UserDefinedConversion" => {
                let place = self.place(inner);
                match place {
                    Place::Value(value) if !node.flag("lvalue") && !node.flag("xvalue") => {
                        Place::Value(Value { ty: self.stack.ctype(node), leaves: value.leaves })
                    }
                    other => other,
                }
            }
            "LValueBitCast" => {
                let place = self.place(inner);
                let ty = self.stack.qtype(node).referent().clone();
                let ptr = self.address_of(inner, &place, span);
                Place::Mem { ptr, ty: ty.ty, volatile: ty.is_volatile }
            }
            "DerivedToBase" | "UncheckedDerivedToBase" if !matches!(self.stack.ctype(node), CType::Pointer(_)) => {
                let place = self.place(inner);
                let ty = self.stack.qtype(node).referent().clone();
                if place.ty() == ty.ty {
                    return place;
                }
                let offset = match self.unit.base_offset(Some(&place.ty()), &ty.ty) {
                    Ok(offset) => offset,
                    Err(why) => return Place::Value(self.ir.unsupported_value(why, &ty.ty, span)),
                };
                // A base without data has no leaves in an object that is held by value, but a reference to the base may
                // be converted back to the object.
                if self.ir.leaves(&ty.ty, span).is_empty() {
                    let ptr = self.address_of(inner, &place, span);
                    let ptr = self.ir.ptr_offset(ptr, offset, span);
                    return Place::Mem { ptr, ty: ty.ty, volatile: ty.is_volatile };
                }
                self.ir.part(&place, offset, &ty, span)
            }
            "BaseToDerived" if !matches!(self.stack.ctype(node), CType::Pointer(_)) => {
                let ty = self.stack.qtype(node).referent().clone();
                let place = self.place(inner);
                let alone = self.ir.is_alone(&place).then(|| BASE_ALONE.to_owned());
                let offset = match alone.map_or_else(|| self.unit.base_offset(Some(&ty.ty), &place.ty()), Err) {
                    Ok(offset) => offset,
                    Err(why) => return Place::Value(self.ir.unsupported_value(why, &ty.ty, span)),
                };
                let ptr = self.address_of(inner, &place, span);
                let ptr = self.ir.ptr_back(ptr, offset, span);
                Place::Mem { ptr, ty: ty.ty, volatile: ty.is_volatile }
            }
            "FunctionToPointerDecay" | "BuiltinFnToFnPtr" => self.place(inner),
            _ => Place::Value(self.cast(node)),
        }
    }
}

impl<'u> Lowerer<'u> {
    /// A pointer to a base made of a pointer to the derived class, or the reverse. A null pointer stays one.
    fn base_pointer(&mut self, node: &'u Node, inner: &'u Node, target: &CType) -> Value {
        let span = node.span;
        let ty = self.stack.ctype(node);
        let up = node.cast_kind.as_deref() != Some("BaseToDerived");
        let source = self.stack.ctype(inner).pointee().map(|q| q.ty.clone());
        let of_this = &*strip(inner).kind == "CXXThisExpr";
        let alone = !up && of_this && self.stack.frame().this.clone().is_some_and(|p| self.ir.is_alone(&p));
        let offset = match (up, source) {
            _ if alone => Err(BASE_ALONE.to_owned()),
            (true, source) => self.unit.base_offset(source.as_ref(), target),
            (false, Some(base)) => self.unit.base_offset(Some(target), &base),
            (false, None) => Err("cast of an unknown type".to_owned()),
        };
        let offset = match offset {
            Ok(offset) => offset,
            Err(why) => return self.ir.unsupported_value(why, &ty, span),
        };
        let value = self.expr(inner);
        if offset == 0 {
            return Value { ty, leaves: value.leaves };
        }
        let ptr = self.ir.only(&value, span);
        let ptr = self.ir.freeze_expr(ptr, span);
        let moved = match up {
            true => self.ir.ptr_offset(ptr, offset, span),
            false => self.ir.ptr_back(ptr, offset, span),
        };
        let is_object = of_this || address_operand(inner).is_some();
        let ptr = if is_object {
            moved
        } else {
            let null = self.ir.zero(Type::Ptr, span);
            let is_null = self.ir.bin(BinOp::Eq, ptr, null, span);
            self.ir.select(is_null, null, moved, span)
        };
        Value { ty, leaves: vec![ptr] }
    }

    /// The place of the direct base of this type in an object.
    pub(crate) fn base_place(&mut self, object: &Place, base: &QType, span: Span) -> Option<Place> {
        let CType::Record(id) = object.ty() else { return None };
        let layout = self.unit.layouts.record(self.unit.decls, id).ok()?;
        let offset = layout.fields.iter().find(|f| f.is_base && f.ty.ty == base.ty)?.offset;
        Some(self.ir.part(object, offset, base, span))
    }
}

/// True if an expression is `*e`.
fn follows_pointer(node: &Node) -> bool {
    let node = strip(node);
    &*node.kind == "UnaryOperator" && node.opcode.as_deref() == Some("*")
}
