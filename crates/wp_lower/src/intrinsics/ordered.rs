//! Atomic functions and fences with an order and a scope: NVIDIA's and HIP's built-in ones, those that the classes of
//! libcu++ are made of (`prelude/shadow/atomic.h`), and those of OpenCL 2.
//!
//! Exact, but for two things: a compare-and-swap that may fail without a reason (`weak`) fails only if the values
//! differ, as on the devices of today; and `consume` acquires, as in all compilers. An order that is no constant, and
//! the scope of a thread, sub-group, wavefront or cluster, is rejected.

use super::atomics::Update;
use crate::builder::{Blocks, Builder};
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::Value;
use wp_base::Span;
use wp_decls::CType;
use wp_kir::{AtomicOp, BinOp, ExprId, Fence, MemOrder, MemScope, StmtKind, Type};

/// What a function returns beside its update of memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// It returns the old value.
    Old,
    /// It returns nothing.
    Nothing,
    /// It compares with the value behind a pointer, stores the old one there if they differ, and tells whether they are
    /// equal.
    Compared,
}

/// A function with an order and a scope: its update, its operands behind the address, and its result.
#[derive(Clone, Copy)]
struct Function {
    op: AtomicOp,
    operands: usize,
    result: Outcome,
}

/// The function of a name without its prefix.
fn function(name: &str) -> Option<Function> {
    let (op, result) = match name {
        "load" | "load_n" => (AtomicOp::Load, Outcome::Old),
        "store" | "store_n" => (AtomicOp::Exch, Outcome::Nothing),
        "exchange" | "exchange_n" => (AtomicOp::Exch, Outcome::Old),
        "compare_and_swap" => (AtomicOp::Cas, Outcome::Old),
        "compare_exchange_strong" | "compare_exchange_weak" | "compare_exchange_n" => {
            (AtomicOp::Cas, Outcome::Compared)
        }
        _ => {
            let (rest, result) = match name.strip_prefix("fetch_") {
                Some(rest) => (rest, Outcome::Old),
                None => (name, Outcome::Nothing),
            };
            let op = match rest {
                "add" => AtomicOp::Add,
                "sub" => AtomicOp::Sub,
                "min" => AtomicOp::Min,
                "max" => AtomicOp::Max,
                "and" => AtomicOp::And,
                "or" => AtomicOp::Or,
                "xor" => AtomicOp::Xor,
                _ => return None,
            };
            (op, result)
        }
    };
    let operands = match op {
        AtomicOp::Load => 0,
        AtomicOp::Cas => 2,
        _ => 1,
    };
    Some(Function { op, operands, result })
}

/// The order that a constant names: `memory_order_*` of C++ and OpenCL, `__ATOMIC_*` of compilers.
fn order_of(number: i128) -> Option<MemOrder> {
    Some(match number {
        0 => MemOrder::Relaxed,
        1 | 2 => MemOrder::Acquire,
        3 => MemOrder::Release,
        4 => MemOrder::AcqRel,
        5 => MemOrder::SeqCst,
        _ => return None,
    })
}

impl<'u> Lowerer<'u> {
    /// The scope that a constant names. One that is narrower than a block orders lanes or threads alone, which is not
    /// modelled.
    fn scope_of(&self, number: i128) -> Option<MemScope> {
        let scopes = match (self.unit.cuda, self.unit.is_hip()) {
            // `memory_scope_work_group`, `_device`, `_all_svm_devices`
            (false, _) => [(1, MemScope::Block), (2, MemScope::Device), (3, MemScope::System)],
            // `__HIP_MEMORY_SCOPE_WORKGROUP`, `_AGENT`, `_SYSTEM`
            (_, true) => [(3, MemScope::Block), (4, MemScope::Device), (5, MemScope::System)],
            // `cuda::thread_scope_block`, `_device`, `_system`
            (_, false) => [(2, MemScope::Block), (1, MemScope::Device), (0, MemScope::System)],
        };
        scopes.into_iter().find(|(named, _)| *named == number).map(|(_, scope)| scope)
    }

    pub(crate) fn ordered_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if call.object.is_some() {
            return None;
        }
        let name = call.name.as_str();
        if !self.unit.cuda {
            return self.opencl_ordered(call);
        }
        if matches!(name, "__wp_thread_fence" | "__nv_atomic_thread_fence") {
            let numbers = self.arg_scalars(call);
            return Some(self.thread_fence(call, &numbers, Fence::ALL));
        }
        let rest = name.strip_prefix("__wp_atomic_").or_else(|| name.strip_prefix("__nv_atomic_"))?;
        // NVIDIA's functions of these names take the operands and give the result by pointers.
        let by_pointers = name.starts_with("__nv") && matches!(rest, "load" | "store" | "exchange");
        let Some(function) = function(rest).filter(|_| !by_pointers) else {
            return Some(self.ir.unsupported_value(format!("`{name}`"), &call.ty, call.span));
        };
        let mut values = self.arg_values(call);
        let is_exchange = rest == "compare_exchange_n";
        if is_exchange && values.len() > 3 {
            // Whether it may fail without a reason.
            values.remove(3);
        }
        let first = 1 + function.operands;
        // The order of a failure stands behind that of a success.
        let scope = first + 1 + usize::from(function.op == AtomicOp::Cas);
        let numbers = [values.get(first), values.get(scope)].map(|value| self.constant_of_value(value));
        let scope = match numbers[1] {
            // `__nv_atomic_*` without a scope.
            None if values.len() == scope => Some(MemScope::System),
            number => number.and_then(|number| self.scope_of(number)),
        };
        let order = numbers[0].and_then(order_of);
        Some(self.ordered(call, &values, function, (order, scope)))
    }

    /// The functions of OpenCL 2. Without `_explicit` they are sequentially consistent, and without a scope they have
    /// that of the device.
    fn opencl_ordered(&mut self, call: &Call<'u>) -> Option<Value> {
        let span = call.span;
        if call.name == "atomic_work_item_fence" {
            let numbers = self.arg_scalars(call);
            let flags = numbers.first().and_then(|&e| self.ir.const_int(e));
            let spaces =
                flags.map_or(Fence::NONE, |f| Fence { shared: f & 1 != 0, global: f & 2 != 0, image: f & 4 != 0 });
            return Some(self.thread_fence(call, numbers.get(1..).unwrap_or_default(), spaces));
        }
        let rest = call.name.strip_prefix("atomic_")?;
        let name = rest.strip_suffix("_explicit").unwrap_or(rest);
        let function = match name {
            "flag_test_and_set" => Function { op: AtomicOp::Exch, operands: 0, result: Outcome::Old },
            "flag_clear" => Function { op: AtomicOp::Exch, operands: 0, result: Outcome::Nothing },
            "init" => Function { op: AtomicOp::Exch, operands: 1, result: Outcome::Nothing },
            // Functions of OpenCL 1 have such names.
            "add" | "sub" | "min" | "max" | "and" | "or" | "xor" => return None,
            _ => function(name)?,
        };
        let mut values = self.arg_values(call);
        let first = 1 + function.operands;
        let scope = first + 1 + usize::from(function.op == AtomicOp::Cas);
        let (order, scope) = if name == rest {
            (Some(MemOrder::SeqCst), Some(MemScope::Device))
        } else {
            let number = self.constant_of_value(values.get(first));
            let order = number.and_then(order_of);
            let scope = match values.get(scope) {
                None => Some(MemScope::Device),
                value => self.constant_of_value(value).and_then(|number| self.scope_of(number)),
            };
            (order, scope)
        };
        if let (true, Some(flag)) = (name.starts_with("flag_"), values.first()) {
            let Some(ty) = flag.ty.pointee().and_then(|q| q.ty.scalar()).filter(|ty| ty.is_int()) else {
                return Some(self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span));
            };
            let set = self.ir.int(i128::from(name == "flag_test_and_set"), ty, span);
            values.insert(1, Value { ty: CType::Scalar(ty), leaves: vec![set] });
            let function = Function { operands: 1, ..function };
            let old = self.ordered(call, &values, function, (order, scope));
            if function.result == Outcome::Nothing || call.ty.scalar().is_none() || old.leaves.is_empty() {
                return Some(old);
            }
            let old = self.ir.only(&old, span);
            let truth = self.ir.truth(old, span);
            let leaf = self.ir.convert(truth, call.ty.scalar().unwrap_or(Type::Bool), span);
            return Some(Value { ty: call.ty.clone(), leaves: vec![leaf] });
        }
        if let ("init", [object, value, ..]) = (name, values.as_slice()) {
            // It is no atomic access.
            let (object, value) = (object.clone(), value.clone());
            let ptr = self.ir.only(&object, span);
            let place = self.ir.deref(ptr, &object.ty);
            let value = self.ir.shape(value, &place.ty().clone(), span);
            self.ir.store(&place, &value, span);
            return Some(Value { ty: CType::Void, leaves: Vec::new() });
        }
        Some(self.ordered(call, &values, function, (order, scope)))
    }

    fn constant_of_value(&self, value: Option<&Value>) -> Option<i128> {
        match value?.leaves.as_slice() {
            &[leaf] => self.ir.const_int(leaf),
            _ => None,
        }
    }

    /// A fence with an order and a scope, which is that of the system if it is left out.
    fn thread_fence(&mut self, call: &Call<'u>, numbers: &[ExprId], spaces: Fence) -> Value {
        let constant = |n: usize| numbers.get(n).and_then(|&e| self.ir.const_int(e));
        let scope = match (constant(1), numbers.len()) {
            (None, 1) => Some(MemScope::System),
            (number, _) => number.and_then(|number| self.scope_of(number)),
        };
        match (constant(0).and_then(order_of), scope) {
            (Some(MemOrder::Relaxed), _) => Value { ty: CType::Void, leaves: Vec::new() },
            (Some(order), Some(scope)) if spaces != Fence::NONE => {
                self.ir.fence(scope, (order, spaces), call.span);
                Value { ty: CType::Void, leaves: Vec::new() }
            }
            // It orders at most as much as this.
            (_, scope) => {
                let scope = scope.unwrap_or(MemScope::System);
                self.ir.fence_at_most(scope, call.span);
                Value { ty: CType::Void, leaves: Vec::new() }
            }
        }
    }

    /// An update with an order and a scope, if they are known.
    fn ordered(
        &mut self,
        call: &Call<'u>,
        values: &[Value],
        function: Function,
        (order, scope): (Option<MemOrder>, Option<MemScope>),
    ) -> Value {
        let span = call.span;
        let Some(order) = order else {
            let what = format!("`{}` with an order that is no constant", call.name);
            return self.ir.unsupported_value(what, &call.ty, span);
        };
        let Some(scope) = scope else {
            let what = format!("`{}` with a scope that is not that of a block, the device or the system", call.name);
            return self.ir.unsupported_value(what, &call.ty, span);
        };
        let Function { op, operands, result } = function;
        // A load does not release, a store does not acquire.
        let order = match (op, result, order) {
            (AtomicOp::Load, _, MemOrder::SeqCst) => MemOrder::Acquire,
            (AtomicOp::Exch, Outcome::Nothing, MemOrder::SeqCst) => MemOrder::Release,
            (_, _, order) => order,
        };
        let update = Update { op, operands, scope, order };
        match result {
            Outcome::Old => self.update(call, values, update),
            Outcome::Nothing => {
                self.update(call, values, update);
                Value { ty: CType::Void, leaves: Vec::new() }
            }
            Outcome::Compared => {
                let Some(expected) = values.get(1).cloned() else {
                    return self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span);
                };
                let ptr = self.ir.only(&expected, span);
                let ptr = self.ir.freeze_expr(ptr, span);
                let place = self.ir.deref(ptr, &expected.ty);
                let compared = self.ir.load(&place, span);
                let compared = self.ir.freeze_value(compared, span);
                let mut values = values.to_vec();
                values[1] = compared.clone();
                let old = self.update(call, &values, update);
                let old = self.ir.shape(old, &compared.ty, span);
                let [a, b] = [&old, &compared].map(|value| self.ir.only(&value.clone(), span));
                let equal = self.ir.bin(BinOp::Eq, a, b, span);
                let equal = self.ir.freeze_expr(equal, span);
                self.ir.branch(equal, span, |_| {}, |ir| ir.store(&place, &old, span));
                let ty = call.ty.scalar().unwrap_or(Type::Bool);
                Value { ty: call.ty.clone(), leaves: vec![self.ir.convert(equal, ty, span)] }
            }
        }
    }
}

impl Builder<'_> {
    /// A fence that proofs use.
    pub(crate) fn fence(&mut self, scope: MemScope, (order, spaces): (MemOrder, Fence), span: Span) {
        self.emit(StmtKind::MemFence { scope, order, spaces, is_exact: true }, span);
    }

    /// A fence that may order less than a sequentially consistent one: simulations take it for one, proofs do not use
    /// it.
    pub(crate) fn fence_at_most(&mut self, scope: MemScope, span: Span) {
        let (order, spaces) = (MemOrder::SeqCst, Fence::ALL);
        self.emit(StmtKind::MemFence { scope, order, spaces, is_exact: false }, span);
    }
}
