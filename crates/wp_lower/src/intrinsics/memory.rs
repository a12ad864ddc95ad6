//! Loads and stores by function: cached accesses, `vloadn`, `vstoren`, copies of known size.

use crate::calls::Call;
use crate::ctx::Lowerer;
use crate::values::{Place, Value};
use wp_clang::Node;
use wp_decls::CType;
use wp_kir::{BinOp, StmtKind, Type};

/// Copies of more bytes than this are not unrolled.
const MAX_COPY: i128 = 1024;

impl<'u> Lowerer<'u> {
    pub(crate) fn memory_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if call.object.is_some() {
            return None;
        }
        let span = call.span;
        match call.name.as_str() {
            "__ldg" | "__ldcg" | "__ldca" | "__ldcs" | "__ldlu" | "__ldcv" if self.cuda => {
                let pointer = self.expr(call.args.first()?);
                let ptr = self.only(&pointer, span);
                let mut place = self.deref(ptr, &pointer.ty);
                if let (Place::Mem { volatile, .. }, "__ldcv") = (&mut place, call.name.as_str()) {
                    *volatile = true;
                }
                Some(self.load(&place, span))
            }
            "__stwb" | "__stcg" | "__stcs" | "__stwt" if self.cuda && call.args.len() == 2 => {
                let values = self.arg_values(call);
                let ptr = self.only(&values[0].clone(), span);
                let mut place = self.deref(ptr, &values[0].ty);
                if let (Place::Mem { volatile, .. }, "__stwt") = (&mut place, call.name.as_str()) {
                    *volatile = true;
                }
                self.store(&place, &values[1], span);
                Some(Value { ty: CType::Void, leaves: Vec::new() })
            }
            "memcpy" | "memmove" | "__builtin_memcpy" | "__builtin_memmove" if call.args.len() == 3 => {
                Some(self.copy(call))
            }
            "memset" | "__builtin_memset" if call.args.len() == 3 => Some(self.fill(call)),
            name if !self.cuda => {
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
            return self.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        };
        let Some((elem, n)) = self.components(&call.ty) else {
            return self.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        };
        let stored = if half { Type::Float { bits: 16 } } else { elem };
        let index = self.only(&index.clone(), span);
        let ptr = self.only(&pointer.clone(), span);
        // `vloada_half3` reads at a distance of four components.
        let step = if call.name.starts_with("vloada") && n == 3 { 4 } else { n };
        let base = self.ptr_index(ptr, index, stored.size() * step as u64, span);
        let mut leaves = Vec::new();
        for i in 0..n {
            let at = self.ptr_offset(base, stored.size() * i as u64, span);
            let e = self.load_scalar(at, stored, false, span);
            leaves.push(self.convert(e, elem, span));
        }
        Value { ty: call.ty.clone(), leaves }
    }

    /// `vstore4(v, i, p)`
    fn vector_store(&mut self, call: &Call<'u>, rest: &str) -> Value {
        let span = call.span;
        let half = rest.contains("half");
        let values = self.arg_values(call);
        let (Some(value), Some(index), Some(pointer)) = (values.first(), values.get(1), values.get(2)) else {
            return self.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        };
        let n = value.leaves.len();
        let index = self.only(&index.clone(), span);
        let ptr = self.only(&pointer.clone(), span);
        let stored = match value.leaves.first() {
            Some(_) if half => Type::Float { bits: 16 },
            Some(&e) => self.kernel.ty(e),
            None => return self.unsupported_value(format!("`{}`", call.name), &call.ty, span),
        };
        let step = if call.name.starts_with("vstorea") && n == 3 { 4 } else { n };
        let base = self.ptr_index(ptr, index, stored.size() * step as u64, span);
        for (i, &e) in value.leaves.clone().iter().enumerate() {
            let at = self.ptr_offset(base, stored.size() * i as u64, span);
            let value = self.convert(e, stored, span);
            self.emit(StmtKind::Store { ptr: at, value, ty: stored, volatile: false }, span);
        }
        Value { ty: CType::Void, leaves: Vec::new() }
    }

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
            let t = match self.type_of_first_leaf(&elem) {
                t if t.size() <= unit.size() => t,
                _ => unit,
            };
            unit = Type::Int { bits: (t.size() * 8) as u8, signed: false };
        }
        unit
    }

    fn copy(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let unit = self.copy_unit(call, &[0, 1]);
        let values = self.arg_scalars(call);
        let bytes = self.const_int(values[2]);
        let size = i128::from(unit.size());
        match bytes {
            Some(n) if (0..=MAX_COPY).contains(&n) => {
                let unit = if n % size == 0 { unit } else { Type::Int { bits: 8, signed: false } };
                let mut loaded = Vec::new();
                for i in 0..(n as u64) / unit.size() {
                    let at = self.ptr_offset(values[1], i * unit.size(), span);
                    loaded.push(self.load_scalar(at, unit, false, span));
                }
                for (i, value) in loaded.into_iter().enumerate() {
                    let ptr = self.ptr_offset(values[0], i as u64 * unit.size(), span);
                    self.emit(StmtKind::Store { ptr, value, ty: unit, volatile: false }, span);
                }
                self.copied(call, values[0])
            }
            _ if call.name.contains("memcpy") => {
                // The order of the elements does not matter, because a copy to an overlapping array is undefined.
                let exact = bytes.is_some_and(|n| n % size == 0);
                let unit = if exact { unit } else { Type::Int { bits: 8, signed: false } };
                self.counted_loop(values[2], unit.size(), span, |s, at| {
                    let from = s.ptr_add(values[1], at, span);
                    let value = s.load_scalar(from, unit, false, span);
                    let ptr = s.ptr_add(values[0], at, span);
                    s.emit(StmtKind::Store { ptr, value, ty: unit, volatile: false }, span);
                });
                self.copied(call, values[0])
            }
            _ => self.unsupported_value(format!("`{}` of unknown or large size", call.name), &call.ty, span),
        }
    }

    /// `memcpy` and `memset` return their target.
    fn copied(&self, call: &Call<'u>, target: wp_kir::ExprId) -> Value {
        Value { ty: call.ty.clone(), leaves: if matches!(call.ty, CType::Void) { Vec::new() } else { vec![target] } }
    }

    /// `for (offset = 0; offset < end; offset += step)`
    pub(crate) fn counted_loop(
        &mut self,
        end: wp_kir::ExprId,
        step: u64,
        span: wp_base::Span,
        body: impl FnOnce(&mut Self, wp_kir::ExprId),
    ) {
        let end = self.convert(end, Type::I64, span);
        let end = self.freeze_expr(end, span);
        let counter = self.kernel.var("%offset", Type::I64, span);
        let zero = self.int(0, Type::I64, span);
        self.assign(counter, zero, span);
        let at = self.read(counter, span);
        let cond = self.bin(BinOp::Lt, at, end, span);
        let ((), body) = self.in_block(|s| body(s, at));
        let step = self.int(i128::from(step), Type::I64, span);
        let next = self.bin(BinOp::Add, at, step, span);
        let ((), step) = self.in_block(|s| s.assign(counter, next, span));
        let (id, label) = (self.loop_id(), self.label());
        self.emit(StmtKind::Loop { id, label, head: Vec::new(), cond, body, step, unroll_hint: false }, span);
    }

    fn fill(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let unit = self.copy_unit(call, &[0]);
        let values = self.arg_scalars(call);
        match (self.const_int(values[1]), self.const_int(values[2])) {
            (Some(v), Some(n)) if (0..=MAX_COPY).contains(&n) => {
                let size = i128::from(unit.size());
                let unit = if n % size == 0 { unit } else { Type::Int { bits: 8, signed: false } };
                let byte = v & 0xff;
                let pattern = (0..unit.size()).fold(0i128, |p, _| (p << 8) | byte);
                for i in 0..(n as u64) / unit.size() {
                    let ptr = self.ptr_offset(values[0], i * unit.size(), span);
                    let value = self.int(pattern, unit, span);
                    self.emit(StmtKind::Store { ptr, value, ty: unit, volatile: false }, span);
                }
                self.copied(call, values[0])
            }
            _ => {
                let unit = Type::Int { bits: 8, signed: false };
                let value = self.convert(values[1], unit, span);
                let value = self.freeze_expr(value, span);
                self.counted_loop(values[2], unit.size(), span, |s, at| {
                    let ptr = s.ptr_add(values[0], at, span);
                    s.emit(StmtKind::Store { ptr, value, ty: unit, volatile: false }, span);
                });
                self.copied(call, values[0])
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
                let ptr = self.only(&pointer, span);
                self.deref(ptr, &pointer.ty)
            }
        };
        let value = self.shape(value, &place.ty(), span);
        self.store(&place, &value, span);
    }

    /// `a + b * c` in one type, for index arithmetic.
    pub(crate) fn mul_add(
        &mut self,
        a: wp_kir::ExprId,
        b: wp_kir::ExprId,
        c: wp_kir::ExprId,
        span: wp_base::Span,
    ) -> wp_kir::ExprId {
        let product = self.bin(BinOp::Mul, b, c, span);
        self.bin(BinOp::Add, a, product, span)
    }
}
