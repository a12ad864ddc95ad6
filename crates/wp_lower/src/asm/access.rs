//! Loads and stores of memory by inline assembly, at an address that is an operand.
//!
//! Exact: an access reads or writes each of its lanes at the address, with the type of the operand that is loaded or
//! stored; atomic operations are in `updates`. A load that its predicate suppresses has an unknown result. An
//! address in the window of shared memory is a number, one of the generic address space a pointer or a number.

use super::updates::Update;
use crate::builder::{Blocks, Builder};
use crate::values::{Place, Value};
use std::collections::BTreeMap;
use wp_base::Span;
use wp_kir::{AtomicOp, ExprId, MemOrder, MemScope, StmtKind, Type, Unknown, VarId};

/// The operations of `red` and `atom`.
const OPERATIONS: [(&str, AtomicOp); 10] = [
    ("add", AtomicOp::Add),
    ("and", AtomicOp::And),
    ("cas", AtomicOp::Cas),
    ("dec", AtomicOp::Dec),
    ("exch", AtomicOp::Exch),
    ("inc", AtomicOp::Inc),
    ("max", AtomicOp::Max),
    ("min", AtomicOp::Min),
    ("or", AtomicOp::Or),
    ("xor", AtomicOp::Xor),
];

/// What an instruction does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Load {
        is_volatile: bool,
    },
    Store {
        is_volatile: bool,
    },
    Atomic {
        op: AtomicOp,
        scope: MemScope,
        order: MemOrder,
        /// False if the compiler may move other accesses over it.
        is_exact: bool,
        /// It has a result.
        returns: bool,
    },
}

/// What the type of an instruction says of its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    Bits,
    Unsigned,
    Signed,
    Float,
}

impl Kind {
    /// True if outputs get what was in memory.
    pub fn loads(self) -> bool {
        matches!(self, Kind::Load { .. } | Kind::Atomic { returns: true, .. })
    }

    /// The number of values that each lane takes from inputs.
    pub fn inputs(self) -> usize {
        match self {
            Kind::Load { .. } | Kind::Atomic { op: AtomicOp::Load, .. } => 0,
            Kind::Atomic { op: AtomicOp::Cas, .. } => 2,
            _ => 1,
        }
    }
}

/// An access; operands are known by their number, outputs first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Access {
    pub kind: Kind,
    pub address: Address,
    /// The outputs that are loaded, one behind the other; `None` where the result is not kept.
    pub loaded: Vec<Option<usize>>,
    /// The inputs that are stored, one behind the other, or the operands of an atomic operation.
    pub stored: Vec<usize>,
    pub number: Number,
    /// The bytes of each.
    pub bytes: u64,
    pub guard: Option<Guard>,
    /// True if the memory is said to be read-only while the kernel runs.
    pub is_read_only: bool,
}

/// The address of an access, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Address {
    pub base: Base,
    /// Bytes behind the base.
    pub offset: u64,
}

/// What an address is computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Base {
    /// An operand: an address of the generic address space, which global memory is a part of.
    Generic(usize),
    /// An operand: an address in the window of shared memory.
    Shared(usize),
    /// The address in the window of shared memory of the pointer that an operand is.
    Converted(usize),
}

/// The condition of an access: an operand is other than zero, or it is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guard {
    pub operand: usize,
    pub is_negated: bool,
}

/// What the name of an instruction says of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub kind: Kind,
    pub lanes: usize,
    pub bytes: u64,
    pub number: Number,
    pub is_read_only: bool,
    /// True if the address is one in the window of shared memory.
    pub is_shared: bool,
}

impl Shape {
    /// The shape of an access to shared memory, or to global memory or by a generic address.
    pub fn of(opcode: &str) -> Option<Self> {
        // How a cache is used changes no value (`nc`: if the kernel does not write the memory).
        const CACHE: [&str; 7] = ["ca", "cg", "cs", "lu", "nc", "wb", "L1"];
        let (base, rest) = opcode.split_once('.')?;
        let is_read_only = base == "ld" && rest.split('.').any(|part| part == "nc");
        let mut parts: Vec<&str> = rest.split('.').filter(|part| !CACHE.contains(part)).collect();
        let mut take = |wanted: &[&'static str]| {
            let taken = parts.first().and_then(|part| wanted.iter().find(|known| *known == part).copied())?;
            parts.remove(0);
            Some(taken)
        };
        let is_volatile = take(&["volatile"]).is_some();
        let order = match take(&["relaxed", "acquire", "release", "acq_rel"]) {
            Some("relaxed") => Some(MemOrder::Relaxed),
            Some("acquire") => Some(MemOrder::Acquire),
            Some("release") => Some(MemOrder::Release),
            Some(_) => Some(MemOrder::AcqRel),
            None => None,
        };
        // A scope of a cluster has no counterpart: a wider one would exclude races.
        let scope = match take(&["cta", "gpu", "sys"]) {
            Some("cta") => Some(MemScope::Block),
            Some("sys") => Some(MemScope::System),
            Some(_) => Some(MemScope::Device),
            None => None,
        };
        let is_shared = take(&["global", "shared", "shared::cta"]).is_some_and(|space| space != "global");
        let lanes = match take(&["v2", "v4"]) {
            Some("v2") => 2,
            Some(_) => 4,
            None => 1,
        };
        let atomic = |op: AtomicOp, scope: Option<MemScope>| Kind::Atomic {
            op,
            scope: scope.unwrap_or(MemScope::Device),
            order: order.unwrap_or(MemOrder::Unstated),
            is_exact: true,
            returns: matches!(base, "ld" | "atom"),
        };
        let kind = match (base, order, scope) {
            ("ld" | "st", Some(_), Some(scope)) if !is_volatile && lanes == 1 => {
                atomic(if base == "ld" { AtomicOp::Load } else { AtomicOp::Exch }, Some(scope))
            }
            ("ld", None, None) => Kind::Load { is_volatile },
            ("st", None, None) => Kind::Store { is_volatile },
            ("red" | "atom", _, scope) if !is_volatile && lanes == 1 => {
                let (name, behind) = parts.split_first()?;
                let op = OPERATIONS.iter().find(|(known, _)| known == name)?.1;
                parts = behind.to_vec();
                atomic(op, scope)
            }
            _ => return None,
        };
        let [ty] = parts[..] else { return None };
        let bytes = match ty.strip_prefix(['b', 'f', 's', 'u'])? {
            "16" if !matches!(kind, Kind::Atomic { .. }) => 2,
            "32" => 4,
            "64" => 8,
            _ => return None,
        };
        let number = match ty.as_bytes().first()? {
            b'f' => Number::Float,
            b's' => Number::Signed,
            b'u' => Number::Unsigned,
            _ => Number::Bits,
        };
        Some(Self { kind, lanes, bytes, number, is_read_only, is_shared })
    }

    /// The constraints of operands that are as wide as a lane. A narrower value would be extended.
    pub fn letters(self) -> impl Iterator<Item = char> {
        let letters = match self.bytes {
            2 => "h",
            4 => "rf",
            _ => "ld",
        };
        letters.chars()
    }
}

/// The operands of a statement.
pub(super) struct Operands<'o> {
    pub outputs: &'o [Place],
    pub inputs: &'o [Value],
}

/// What was loaded last for each output. Outputs are written behind the whole statement.
pub(super) type Loads = BTreeMap<usize, VarId>;

impl Operands<'_> {
    pub fn input(&self, number: usize) -> Option<&Value> {
        self.inputs.get(number.checked_sub(self.outputs.len())?)
    }
}

impl Builder<'_> {
    /// The pointer that an address is.
    pub(super) fn pointer_of_assembly(
        &mut self,
        address: Address,
        operands: &Operands<'_>,
        span: Span,
    ) -> Option<ExprId> {
        let (Base::Generic(number) | Base::Shared(number) | Base::Converted(number)) = address.base;
        let value = operands.input(number)?.clone();
        let given = self.only(&value, span);
        let pointer = match (address.base, self.ty(given)) {
            (Base::Generic(_) | Base::Converted(_), Type::Ptr) => given,
            (Base::Generic(_), Type::Int { bits: 64, .. }) => self.convert(given, Type::Ptr, span),
            (Base::Shared(_), Type::Int { bits: 32 | 64, .. }) => self.shared_pointer(given, span),
            _ => return None,
        };
        Some(self.ptr_offset(pointer, address.offset, span))
    }

    /// The truth value of a condition.
    pub(super) fn guard_of_assembly(&mut self, guard: Guard, operands: &Operands<'_>, span: Span) -> ExprId {
        let value = match operands.input(guard.operand).cloned() {
            Some(value) => self.only(&value, span),
            None => self.bool(true, span),
        };
        let holds = self.truth(value, span);
        if guard.is_negated {
            self.not(holds, span)
        } else {
            holds
        }
    }

    /// Makes an access.
    pub(super) fn access_by_assembly(
        &mut self,
        access: &Access,
        operands: &Operands<'_>,
        loads: &mut Loads,
        span: Span,
    ) {
        let Some(pointer) = self.pointer_of_assembly(access.address, operands, span) else {
            return self.unsupported("inline assembly with an address that is neither a pointer nor a number", span);
        };
        let lanes = access.loaded.len().max(access.stored.len());
        if lanes > 1 && !matches!(access.kind, Kind::Atomic { .. }) {
            self.request(access.bytes * lanes as u64, span);
        }
        let guard = access.guard.map(|guard| self.guard_of_assembly(guard, operands, span));
        for &output in access.loaded.iter().flatten() {
            let ty = operands.outputs.get(output).and_then(|place| place.ty().scalar());
            let Some(ty) = ty.filter(|&ty| is_number(ty, access.bytes)) else {
                return self.unsupported("inline assembly that loads no number of its width", span);
            };
            let var = self.temp(ty, span);
            if guard.is_some() {
                let reason = "load by inline assembly that its predicate suppresses".into();
                self.emit(StmtKind::Havoc { var, reason, unknown: Unknown::Value }, span);
            }
            loads.insert(output, var);
        }
        let loads = &*loads;
        let all = |ir: &mut Self| match access.kind {
            Kind::Load { is_volatile } => {
                for (lane, &output) in access.loaded.iter().enumerate() {
                    let at = ir.ptr_offset(pointer, access.bytes * lane as u64, span);
                    let Some(&var) = output.and_then(|output| loads.get(&output)) else {
                        return ir.unsupported("inline assembly whose operands are not understood", span);
                    };
                    let ty = ir.kernel().vars[var].ty;
                    let value = ir.load_scalar(at, ty, is_volatile, span);
                    ir.emit(StmtKind::Assign { var, value }, span);
                }
            }
            Kind::Store { is_volatile } => {
                for (lane, &input) in access.stored.iter().enumerate() {
                    let at = ir.ptr_offset(pointer, access.bytes * lane as u64, span);
                    let value = operands.input(input).cloned().map(|value| ir.only(&value, span));
                    let Some(value) = value.filter(|&value| is_number(ir.ty(value), access.bytes)) else {
                        return ir.unsupported("inline assembly that stores no number of its width", span);
                    };
                    let ty = ir.ty(value);
                    ir.emit(StmtKind::Store { ptr: at, value, ty, volatile: is_volatile }, span);
                }
            }
            Kind::Atomic { op, scope, order, is_exact, .. } => {
                let result = access.loaded.first().copied().flatten().and_then(|output| loads.get(&output)).copied();
                let update = Update { op, scope, order, is_exact, at: pointer, result };
                ir.update_by_assembly(access, operands, &update, span);
            }
        };
        match guard {
            None => all(self),
            Some(guard) => self.branch(guard, span, all, |_| {}),
        }
    }
}

/// True for a number of so many bytes.
pub(super) fn is_number(ty: Type, bytes: u64) -> bool {
    matches!(ty, Type::Int { .. } | Type::Float { .. }) && ty.size() == bytes
}
