//! Operations on places: loads, stores, addresses, fields and components.
//!
//! A load or store of an aggregate is one access per leaf, in offset order. All of these accesses have the span of the
//! expression.

use super::{Builder, NO_STORAGE};
use crate::source::Unit;
use crate::values::{Place, Value};
use wp_base::Span;
use wp_clang::{Node, NodeId};
use wp_decls::{CType, Field, Leaf, QType};
use wp_kir::{ExprId, ExprKind, Init, Space, SpecOp, StmtKind, Type};

impl Builder<'_> {
    /// A place for a temporary: new variables with the value, or the value itself if it is constant.
    pub(crate) fn temporary(&mut self, value: Value, span: Span) -> Place {
        let stable = self.spec_depth > 0 && !value.leaves.iter().any(|&e| self.mentions_mutable(e));
        if stable || value.leaves.iter().all(|&e| self.is_const(e)) && value.leaves.len() <= 1 {
            return Place::Value(value);
        }
        let vars = self.split_vars("%tmp", &value.ty, span);
        if let CType::Scalar(_) | CType::Pointer(_) = value.ty {
            self.assigned_once.extend(vars.iter().copied());
        }
        let place = Place::Vars { vars, ty: value.ty.clone() };
        self.store(&place, &value, span);
        place
    }

    /// Reads a place.
    pub(crate) fn load(&mut self, place: &Place, span: Span) -> Value {
        match place {
            Place::Vars { vars, ty } => {
                let leaves = vars.iter().map(|&v| self.read(v, span)).collect();
                Value { ty: ty.clone(), leaves }
            }
            Place::Value(v) => v.clone(),
            Place::Mem { ptr, ty, volatile } => {
                let mut out = Vec::new();
                let leaves = self.leaves(ty, span);
                self.note_request(ty, &leaves, span);
                for leaf in leaves {
                    let at = self.ptr_offset(*ptr, leaf.offset, span);
                    out.push(self.load_scalar(at, leaf.ty, *volatile, span));
                }
                Value { ty: ty.clone(), leaves: out }
            }
            Place::Bits { ptr, field, ty, volatile } => self.load_bits(*ptr, *field, ty, *volatile, span),
            Place::Swizzle { base, lanes, ty } => {
                // Only the named components are accessed.
                let mut leaves = Vec::new();
                for &lane in lanes {
                    let part = self.lane(base, lane, span);
                    leaves.extend(self.load(&part, span).leaves);
                }
                Value { ty: ty.clone(), leaves }
            }
            Place::Function(f) => self.function_address(&f.clone(), span),
        }
    }

    /// Notes for the analysis of performance how many bytes of an aggregate one instruction moves. An aggregate of 2,
    /// 4, 8 or 16 bytes that is aligned to its size is moved by one instruction (CUDA C++ Programming Guide, "Device
    /// Memory Accesses"). An aggregate with the alignment of its scalars is moved scalar by scalar. Otherwise the
    /// number is 0.
    fn note_request(&mut self, ty: &CType, leaves: &[Leaf], span: Span) {
        let (Some(first), true) = (leaves.first(), leaves.len() > 1) else { return };
        let part = first.ty.size();
        let uniform = leaves.iter().all(|l| l.ty.size() == part);
        let bytes = match self.unit.layouts.size_align(self.unit.decls, ty) {
            Ok((size @ (2 | 4 | 8 | 16), align)) if uniform && align == size && part * leaves.len() as u64 == size => {
                size
            }
            Ok((_, align)) if uniform && align <= part => part,
            _ => 0,
        };
        self.request(bytes, span);
    }

    /// Notes the bytes that one instruction moves; its address must be a multiple of them.
    pub(crate) fn request(&mut self, bytes: u64, span: Span) {
        let known = self.kernel.requests.entry(span).or_insert(bytes);
        if *known != bytes {
            *known = 0;
        }
    }

    /// Loads a scalar, by a specification operation in specification context.
    pub(crate) fn load_scalar(&mut self, ptr: ExprId, ty: Type, volatile: bool, span: Span) -> ExprId {
        if self.spec_depth > 0 {
            return self.kernel.expr(ExprKind::Spec(SpecOp::Load, vec![ptr]), ty, span);
        }
        let var = self.temp(ty, span);
        self.emit(StmtKind::Load { var, ty, ptr, volatile }, span);
        self.read(var, span)
    }

    /// Writes a place. The value's leaves must have the types of the place's leaves.
    pub(crate) fn store(&mut self, place: &Place, value: &Value, span: Span) {
        match place {
            Place::Vars { vars, .. } => {
                let mut leaves = value.leaves.clone();
                if vars.len() > 1 {
                    // Parallel assignment: `a = a.yxzw`.
                    let own = vars.clone();
                    for (i, leaf) in leaves.iter_mut().enumerate() {
                        let reads_other = self.any_var(*leaf, &|v| own.get(i) != Some(&v) && own.contains(&v));
                        if reads_other {
                            *leaf = self.freeze_expr(*leaf, span);
                        }
                    }
                }
                if vars.len() != leaves.len() {
                    self.unsupported("assignment between different shapes", span);
                    return;
                }
                for (&var, &leaf) in vars.iter().zip(&leaves) {
                    let leaf = self.convert_to_stored_type(leaf, self.kernel.vars[var].ty, span);
                    self.assign(var, leaf, span);
                }
            }
            Place::Mem { ptr, ty, volatile } => {
                let leaves = self.leaves(ty, span);
                if leaves.len() != value.leaves.len() {
                    self.unsupported("assignment between different shapes", span);
                    return;
                }
                self.note_request(ty, &leaves, span);
                for (leaf, &e) in leaves.iter().zip(&value.leaves) {
                    let at = self.ptr_offset(*ptr, leaf.offset, span);
                    let value = self.convert_to_stored_type(e, leaf.ty, span);
                    self.emit(StmtKind::Store { ptr: at, value, ty: leaf.ty, volatile: *volatile }, span);
                }
            }
            Place::Swizzle { base, lanes, .. } => {
                let leaves: Vec<ExprId> = value.leaves.iter().map(|&e| self.freeze_expr(e, span)).collect();
                if leaves.len() != lanes.len() {
                    self.unsupported("assignment between different shapes", span);
                    return;
                }
                for (&lane, &e) in lanes.iter().zip(&leaves) {
                    let part = self.lane(base, lane, span);
                    let ty = part.ty();
                    self.store(&part, &Value { ty, leaves: vec![e] }, span);
                }
            }
            Place::Bits { ptr, field, ty, volatile } => match value.leaves.as_slice() {
                [value] => self.store_bits(*ptr, *field, ty, *volatile, *value, span),
                _ => self.unsupported("assignment between different shapes", span),
            },
            Place::Value(v) if v.leaves.is_empty() => {}
            Place::Value(_) => self.unsupported("assignment to a value without storage", span),
            Place::Function(_) => self.unsupported("assignment to a function", span),
        }
    }

    /// A value converted to the type of the variable or memory that it is stored to. Clang has made the types equal
    /// except where C allows different ones.
    pub(crate) fn convert_to_stored_type(&mut self, e: ExprId, ty: Type, span: Span) -> ExprId {
        self.convert(e, ty, span)
    }

    /// The `i`-th component of a vector.
    pub(crate) fn lane(&mut self, place: &Place, i: u32, span: Span) -> Place {
        let CType::Vector(elem, _) = place.ty() else {
            return place.clone(); // a scalar is its own only component
        };
        let ty = CType::Scalar(elem);
        match place {
            Place::Vars { vars, .. } => match vars.get(i as usize) {
                Some(&v) => Place::Vars { vars: vec![v], ty },
                None => Place::Value(self.unsupported_value("vector component out of range", &ty, span)),
            },
            Place::Value(v) => match v.leaves.get(i as usize) {
                Some(&e) => Place::Value(Value { ty, leaves: vec![e] }),
                None => Place::Value(self.unsupported_value("vector component out of range", &ty, span)),
            },
            Place::Mem { ptr, volatile, .. } => {
                let ptr = self.ptr_offset(*ptr, elem.size() * u64::from(i), span);
                Place::Mem { ptr, ty, volatile: *volatile }
            }
            Place::Swizzle { base, lanes, .. } => match lanes.get(i as usize) {
                Some(&j) => {
                    let base = base.clone();
                    self.lane(&base, j, span)
                }
                None => Place::Value(self.unsupported_value("vector component out of range", &ty, span)),
            },
            Place::Function(_) | Place::Bits { .. } => place.clone(),
        }
    }

    /// A field of a record, by node id or (for records of the prelude) by name.
    pub(crate) fn field(&mut self, place: &Place, id: Option<NodeId>, name: &str, span: Span) -> Place {
        let ty = place.ty();
        let CType::Record(record) = ty else {
            return Place::Value(self.unsupported_value(
                format!("member `{name}` of an unknown type"),
                &CType::Void,
                span,
            ));
        };
        let layout = match self.unit.layouts.record(self.unit.decls, record) {
            Ok(layout) => layout,
            Err(why) => return Place::Value(self.unsupported_value(why.to_string(), &CType::Void, span)),
        };
        let found = layout
            .fields
            .iter()
            .find(|f| !f.is_base && Some(f.id) == id)
            .or_else(|| layout.fields.iter().find(|f| !name.is_empty() && f.name == name && !f.is_base));
        if let Some(field) = found {
            let field = field.clone();
            return self.part_of_record(place, &field, span);
        }
        // A member of a base class, or of an anonymous member.
        for f in layout.fields.iter().filter(|f| f.is_base || f.name.is_empty()) {
            if self.unit.has_field(&f.ty.ty, id, name) {
                let f = f.clone();
                let base = self.part(place, f.offset, &f.ty, span);
                return self.field(&base, id, name, span);
            }
        }
        Place::Value(self.unsupported_value(format!("member `{name}` not found"), &CType::Void, span))
    }

    /// The place of a field of a record.
    pub(crate) fn part_of_record(&mut self, place: &Place, field: &Field, span: Span) -> Place {
        let Some(bits) = field.bits else { return self.part(place, field.offset, &field.ty, span) };
        match place {
            Place::Mem { ptr, volatile, .. } => {
                let volatile = *volatile || field.ty.is_volatile;
                Place::Bits { ptr: *ptr, field: bits, ty: field.ty.ty.clone(), volatile }
            }
            Place::Value(_) => {
                let memory = self.store_in_new_object(place, span);
                self.part_of_record(&memory, field, span)
            }
            _ => Place::Value(self.unsupported_value("bit-field", &field.ty.ty, span)),
        }
    }

    /// The place of the part of type `ty` at a byte offset.
    pub(crate) fn part(&mut self, place: &Place, offset: u64, ty: &QType, span: Span) -> Place {
        let whole = place.ty();
        let result = match place {
            Place::Mem { ptr, volatile, .. } => {
                let ptr = self.ptr_offset(*ptr, offset, span);
                Place::Mem { ptr, ty: ty.ty.clone(), volatile: *volatile || ty.is_volatile }
            }
            Place::Vars { .. } | Place::Value(_) => {
                let leaves = self.leaves(&whole, span);
                let wanted = self.leaves(&ty.ty, span);
                // Other members may lie in the padding of a base.
                let at = |w: &Leaf| leaves.iter().position(|l| l.offset == offset + w.offset && l.ty == w.ty);
                let picked: Vec<usize> = wanted.iter().filter_map(at).collect();
                let same = picked.len() == wanted.len();
                if !same {
                    // The part does not consist of whole leaves, as with another member of a union. It is read through
                    // memory.
                    let memory = self.store_in_new_object(place, span);
                    return self.part(&memory, offset, ty, span);
                }
                match place {
                    Place::Vars { vars, .. } => {
                        Place::Vars { vars: picked.iter().map(|&i| vars[i]).collect(), ty: ty.ty.clone() }
                    }
                    Place::Value(v) => Place::Value(Value {
                        ty: ty.ty.clone(),
                        leaves: picked.iter().filter_map(|&i| v.leaves.get(i).copied()).collect(),
                    }),
                    _ => Place::Value(Value { ty: ty.ty.clone(), leaves: Vec::new() }),
                }
            }
            Place::Swizzle { .. } | Place::Function(_) | Place::Bits { .. } => {
                Place::Value(self.unsupported_value("member of a vector selection", &ty.ty, span))
            }
        };
        // The place of a field of reference type is that of the object which it refers to.
        if let CType::Reference(target) = &ty.ty {
            let ptr = self.load(&result, span);
            return match ptr.leaves.first() {
                Some(&ptr) => Place::Mem { ptr, ty: target.ty.clone(), volatile: target.is_volatile },
                None => result,
            };
        }
        result
    }

    /// Stores a value to a new private object.
    pub(crate) fn store_in_new_object(&mut self, place: &Place, span: Span) -> Place {
        let ty = place.ty();
        let name = format!("%tmp{}", self.kernel.objects.len());
        let object = self.object(&name, Space::Private, &QType::plain(ty.clone()), Init::Undefined, span);
        let ptr = self.address_of_object(object, span);
        let memory = Place::Mem { ptr, ty, volatile: false };
        let value = self.load(place, span);
        if self.spec_depth > 0 {
            return memory;
        }
        self.store(&memory, &value, span);
        memory
    }

    /// The address of a place.
    pub(crate) fn address(&mut self, place: &Place, span: Span) -> ExprId {
        match place {
            Place::Mem { ptr, .. } => *ptr,
            Place::Swizzle { base, lanes, .. } if lanes.windows(2).all(|w| w[0] + 1 == w[1]) && !lanes.is_empty() => {
                let first = self.lane(base, lanes[0], span);
                self.address(&first, span)
            }
            Place::Bits { .. } => {
                self.unsupported("address of a bit-field", span);
                self.zero(Type::Ptr, span)
            }
            Place::Value(_) => {
                let memory = self.store_in_new_object(place, span);
                self.address(&memory, span)
            }
            Place::Vars { vars, .. }
                if vars.iter().all(|v| self.assigned_once.contains(v) && self.storage.owner(*v).is_none()) =>
            {
                // A materialised temporary has no other name, so a copy has the same effect.
                let memory = self.store_in_new_object(place, span);
                self.address(&memory, span)
            }
            _ => {
                if let Place::Vars { vars, .. } = place {
                    // The kernel is lowered again with the variable in memory.
                    let owners: Vec<NodeId> = vars.iter().filter_map(|v| self.storage.owner(*v)).collect();
                    owners.into_iter().for_each(|owner| self.storage.force(owner));
                }
                self.unsupported(NO_STORAGE, span);
                self.zero(Type::Ptr, span)
            }
        }
    }

    /// The same place with an address, or a value, that later assignments of variables do not change.
    pub(crate) fn freeze_place(&mut self, place: Place, span: Span) -> Place {
        match place {
            Place::Mem { ptr, ty, volatile } => {
                let ptr = self.freeze_expr(ptr, span);
                Place::Mem { ptr, ty, volatile }
            }
            Place::Bits { ptr, field, ty, volatile } => {
                let ptr = self.freeze_expr(ptr, span);
                Place::Bits { ptr, field, ty, volatile }
            }
            Place::Swizzle { base, lanes, ty } => {
                let base = self.freeze_place(*base, span);
                Place::Swizzle { base: Box::new(base), lanes, ty }
            }
            Place::Value(v) => Place::Value(self.freeze_value(v, span)),
            other => other,
        }
    }

    /// The place that a pointer value points to.
    pub(crate) fn deref(&mut self, ptr: ExprId, pointer: &CType) -> Place {
        match pointer.pointee() {
            Some(q) => {
                let volatile = q.is_volatile;
                match &q.ty {
                    CType::Array(e, _) => Place::Mem { ptr, ty: q.ty.clone(), volatile: volatile || e.is_volatile },
                    _ => Place::Mem { ptr, ty: q.ty.clone(), volatile },
                }
            }
            None => Place::Mem { ptr, ty: CType::Unknown("dereferenced value".into()), volatile: false },
        }
    }

    /// The place of a new local variable: split variables, or an object if `in_memory` or if the type cannot be split.
    pub(crate) fn local(&mut self, name: &str, ty: &QType, in_memory: bool, span: Span) -> Place {
        if !in_memory && self.unit.splittable(&ty.ty) {
            let vars = self.split_vars(name, &ty.ty, span);
            return Place::Vars { vars, ty: ty.ty.clone() };
        }
        let mut plain = ty.clone();
        plain.is_const = false;
        let object = self.object(name, Space::Private, &plain, Init::Undefined, span);
        let ptr = self.address_of_object(object, span);
        Place::Mem { ptr, ty: ty.ty.clone(), volatile: ty.is_volatile }
    }
}

impl Unit<'_> {
    /// How many members of an object a name may mean, fields of bases and of anonymous members included. A member of a
    /// class hides those of its bases. Another member than a field counts as several fields.
    pub(crate) fn members_named(&self, ty: &CType, name: &str) -> usize {
        let CType::Record(record) = ty else { return 0 };
        let Ok(layout) = self.layouts.record(self.decls, *record) else { return 0 };
        let is_named = |c: &Node| c.name.as_deref().is_some_and(|n| n.rsplit("::").next() == Some(name));
        let class = self.decls.record_decl(*record).node;
        let enumerators = class.inner.iter().filter(|c| &*c.kind == "EnumDecl").flat_map(|e| &e.inner);
        let others = class.inner.iter().filter(|c| &*c.kind != "FieldDecl" && &*c.kind != "IndirectFieldDecl");
        if others.chain(enumerators).any(is_named) {
            return 2;
        }
        if layout.fields.iter().any(|f| !f.is_base && f.name == name) {
            return 1;
        }
        let parts = layout.fields.iter().filter(|f| f.is_base || f.name.is_empty());
        parts.map(|f| self.members_named(&f.ty.ty, name)).sum()
    }

    /// True if a type has a field, in it or in a base or anonymous member.
    fn has_field(&self, ty: &CType, id: Option<NodeId>, name: &str) -> bool {
        let CType::Record(record) = ty else { return false };
        self.layouts.record(self.decls, *record).is_ok_and(|layout| {
            layout.fields.iter().any(|f| {
                (!f.is_base && (Some(f.id) == id || (!name.is_empty() && f.name == name)))
                    || ((f.is_base || f.name.is_empty()) && self.has_field(&f.ty.ty, id, name))
            })
        })
    }
}
