//! Loads and stores by function: cached accesses, `vloadn`, `vstoren`, copies of known size.

use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::state::CallStack;
use crate::values::{Place, Value};
use wp_clang::Node;
use wp_decls::CType;
use wp_kir::{StmtKind, Type};

wp_base::limits! {
    /// Copies of more bytes than this are not unrolled.
    const MAX_COPY: i128 = 1024;
}

impl<'u> CallStack<'u> {
    /// The type of the scalars that a copy moves: the element type of the pointers before their conversion to `void*`,
    /// of the narrower one if they differ.
    fn copy_unit(&self, call: &Call<'u>, args: &[usize]) -> Type {
        let mut unit = Type::U64;
        for &i in args {
            let source = call.args.get(i).map(|a| wp_decls::strip_casts(a));
            let ty = source.map(|s| self.ctype(s));
            let elem = match ty {
                Some(CType::Pointer(q)) | Some(CType::Array(q, _)) => q.ty.clone(),
                Some(other) => other,
                None => CType::Void,
            };
            let t = match self.unit.type_of_first_leaf(&elem) {
                t if t.size() <= unit.size() => t,
                _ => unit,
            };
            unit = Type::Int { bits: (t.size() * 8) as u8, signed: false };
        }
        unit
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn memory_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if call.object.is_some() {
            return None;
        }
        let span = call.span;
        match call.name.as_str() {
            "__ldg" | "__ldcg" | "__ldca" | "__ldcs" | "__ldlu" | "__ldcv" if self.unit.cuda => {
                let pointer = self.expr(call.args.first()?);
                let ptr = self.ir.only(&pointer, span);
                let mut place = self.ir.deref(ptr, &pointer.ty);
                if let (Place::Mem { volatile, .. }, "__ldcv") = (&mut place, call.name.as_str()) {
                    *volatile = true;
                }
                Some(self.ir.load(&place, span))
            }
            "__stwb" | "__stcg" | "__stcs" | "__stwt" if self.unit.cuda && call.args.len() == 2 => {
                let values = self.arg_values(call);
                let ptr = self.ir.only(&values[0].clone(), span);
                let mut place = self.ir.deref(ptr, &values[0].ty);
                if let (Place::Mem { volatile, .. }, "__stwt") = (&mut place, call.name.as_str()) {
                    *volatile = true;
                }
                self.ir.store(&place, &values[1], span);
                Some(Value { ty: CType::Void, leaves: Vec::new() })
            }
            "memcpy" | "memmove" | "__builtin_memcpy" | "__builtin_memmove" if call.args.len() == 3 => {
                Some(self.copy(call))
            }
            "memset" | "__builtin_memset" if call.args.len() == 3 => Some(self.fill(call)),
            name if !self.unit.cuda => {
                let load = name.strip_prefix("vload").or_else(|| name.strip_prefix("vloada"));
                if let Some(rest) = load {
                    return Some(self.vector_load(call, rest));
                }
                let store = name.strip_prefix("vstore").or_else(|| name.strip_prefix("vstorea"));
                store.map(|rest| self.vector_store(call, rest))
            }
            _ => None,
        }
    }

    /// `vload4(i, p)`: the components `p[4*i] ..`; `vload_half4` converts from half.
    fn vector_load(&mut self, call: &Call<'u>, rest: &str) -> Value {
        let span = call.span;
        let half = rest.contains("half");
        let values = self.arg_values(call);
        let (Some(index), Some(pointer)) = (values.first(), values.get(1)) else {
            return self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        };
        let Some((elem, n)) = super::components(&call.ty) else {
            return self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        };
        let stored = if half { Type::Float { bits: 16 } } else { elem };
        let index = self.ir.only(&index.clone(), span);
        let ptr = self.ir.only(&pointer.clone(), span);
        // `vloada_half3` reads at a distance of four components.
        let step = if call.name.starts_with("vloada") && n == 3 { 4 } else { n };
        let base = self.ir.ptr_index(ptr, index, stored.size() * step as u64, span);
        let mut leaves = Vec::new();
        for i in 0..n {
            let at = self.ir.ptr_offset(base, stored.size() * i as u64, span);
            let e = self.ir.load_scalar(at, stored, false, span);
            leaves.push(self.ir.convert(e, elem, span));
        }
        Value { ty: call.ty.clone(), leaves }
    }

    /// `vstore4(v, i, p)`
    fn vector_store(&mut self, call: &Call<'u>, rest: &str) -> Value {
        let span = call.span;
        let half = rest.contains("half");
        let values = self.arg_values(call);
        let (Some(value), Some(index), Some(pointer)) = (values.first(), values.get(1), values.get(2)) else {
            return self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        };
        let n = value.leaves.len();
        let index = self.ir.only(&index.clone(), span);
        let ptr = self.ir.only(&pointer.clone(), span);
        let stored = match value.leaves.first() {
            Some(_) if half => Type::Float { bits: 16 },
            Some(&e) => self.ir.ty(e),
            None => return self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span),
        };
        let step = if call.name.starts_with("vstorea") && n == 3 { 4 } else { n };
        let base = self.ir.ptr_index(ptr, index, stored.size() * step as u64, span);
        for (i, &e) in value.leaves.clone().iter().enumerate() {
            let at = self.ir.ptr_offset(base, stored.size() * i as u64, span);
            let value = self.ir.convert(e, stored, span);
            self.ir.emit(StmtKind::Store { ptr: at, value, ty: stored, volatile: false }, span);
        }
        Value { ty: CType::Void, leaves: Vec::new() }
    }

    fn copy(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let unit = self.stack.copy_unit(call, &[0, 1]);
        let values = self.arg_scalars(call);
        let bytes = self.ir.const_int(values[2]);
        let size = i128::from(unit.size());
        match bytes {
            Some(n) if (0..=MAX_COPY.get()).contains(&n) => {
                let unit = if n % size == 0 { unit } else { Type::Int { bits: 8, signed: false } };
                let mut loaded = Vec::new();
                for i in 0..(n as u64) / unit.size() {
                    let at = self.ir.ptr_offset(values[1], i * unit.size(), span);
                    loaded.push(self.ir.load_scalar(at, unit, false, span));
                }
                for (i, value) in loaded.into_iter().enumerate() {
                    let ptr = self.ir.ptr_offset(values[0], i as u64 * unit.size(), span);
                    self.ir.emit(StmtKind::Store { ptr, value, ty: unit, volatile: false }, span);
                }
                copied(call, values[0])
            }
            _ if call.name.contains("memcpy") => {
                // The order of the elements does not matter, because a copy to an overlapping array is undefined.
                let exact = bytes.is_some_and(|n| n % size == 0);
                let unit = if exact { unit } else { Type::Int { bits: 8, signed: false } };
                self.ir.counted_loop(values[2], unit.size(), span, |s, at| {
                    let from = s.ptr_add(values[1], at, span);
                    let value = s.load_scalar(from, unit, false, span);
                    let ptr = s.ptr_add(values[0], at, span);
                    s.emit(StmtKind::Store { ptr, value, ty: unit, volatile: false }, span);
                });
                copied(call, values[0])
            }
            _ => self.ir.unsupported_value(format!("`{}` of unknown or large size", call.name), &call.ty, span),
        }
    }

    fn fill(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let unit = self.stack.copy_unit(call, &[0]);
        let values = self.arg_scalars(call);
        match (self.ir.const_int(values[1]), self.ir.const_int(values[2])) {
            (Some(v), Some(n)) if (0..=MAX_COPY.get()).contains(&n) => {
                let size = i128::from(unit.size());
                let unit = if n % size == 0 { unit } else { Type::Int { bits: 8, signed: false } };
                let byte = v & 0xff;
                let pattern = (0..unit.size()).fold(0i128, |p, _| (p << 8) | byte);
                for i in 0..(n as u64) / unit.size() {
                    let ptr = self.ir.ptr_offset(values[0], i * unit.size(), span);
                    let value = self.ir.int(pattern, unit, span);
                    self.ir.emit(StmtKind::Store { ptr, value, ty: unit, volatile: false }, span);
                }
                copied(call, values[0])
            }
            _ => {
                let unit = Type::Int { bits: 8, signed: false };
                let value = self.ir.convert(values[1], unit, span);
                let value = self.ir.freeze_expr(value, span);
                self.ir.counted_loop(values[2], unit.size(), span, |s, at| {
                    let ptr = s.ptr_add(values[0], at, span);
                    s.emit(StmtKind::Store { ptr, value, ty: unit, volatile: false }, span);
                });
                copied(call, values[0])
            }
        }
    }

    /// Stores a value through a pointer argument (`sincos`, `fract`, `modf`).
    ///
    /// `&x` as the argument names the place itself, so that `x` need not live in memory.
    pub(crate) fn store_through(&mut self, pointer: &'u Node, value: Value, span: wp_base::Span) {
        let place = match wp_decls::address_operand(pointer) {
            Some(operand) => self.place(operand),
            None => {
                let pointer = self.expr(pointer);
                let ptr = self.ir.only(&pointer, span);
                self.ir.deref(ptr, &pointer.ty)
            }
        };
        let value = self.ir.shape(value, &place.ty(), span);
        self.ir.store(&place, &value, span);
    }
}

/// `memcpy` and `memset` return their target.
fn copied(call: &Call<'_>, target: wp_kir::ExprId) -> Value {
    Value { ty: call.ty.clone(), leaves: if matches!(call.ty, CType::Void) { Vec::new() } else { vec![target] } }
}
