//! Loads and stores of global memory by inline assembly, through a pointer that is an operand.
//!
//! Exact: an access reads or writes each of its lanes through the pointer, with the type of the operand that is loaded
//! or stored. What an access leaves open that its predicate suppresses is unknown.

use crate::builder::{Blocks, Builder};
use crate::values::{Place, Value};
use std::collections::BTreeMap;
use wp_base::Span;
use wp_decls::CType;
use wp_kir::{StmtKind, Type, VarId};

/// An access; operands are known by their number, outputs first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Access {
    pub is_store: bool,
    /// The operand that is the address.
    pub pointer: usize,
    /// Bytes behind the pointer.
    pub offset: u64,
    /// The operands that are loaded or stored, one behind the other.
    pub values: Vec<usize>,
    /// The bytes of each.
    pub bytes: u64,
    pub guard: Option<Guard>,
    /// True if the memory is said to be read-only while the kernel runs.
    pub is_read_only: bool,
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
    pub is_store: bool,
    pub lanes: usize,
    pub bytes: u64,
    pub is_read_only: bool,
}

impl Shape {
    /// The shape of a plain access to global memory. Accesses that order others (`volatile`, `acquire`) have none.
    pub fn of(opcode: &str) -> Option<Self> {
        // How a cache is used changes no value.
        const CACHE: [&str; 7] = ["ca", "cg", "cs", "lu", "nc", "wb", "L1"];
        let mut parts = opcode.split('.');
        let is_store = match parts.next()? {
            "ld" => false,
            "st" => true,
            _ => return None,
        };
        (parts.next()? == "global").then_some(())?;
        let is_read_only = !is_store && parts.clone().any(|part| part == "nc");
        let mut parts: Vec<&str> = parts.filter(|part| !CACHE.contains(part)).collect();
        let bytes = match parts.pop()?.strip_prefix(['b', 'f', 's', 'u'])? {
            "16" => 2,
            "32" => 4,
            "64" => 8,
            _ => return None,
        };
        let lanes = match parts[..] {
            [] => 1,
            ["v2"] => 2,
            ["v4"] => 4,
            _ => return None,
        };
        Some(Self { is_store, lanes, bytes, is_read_only })
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
    fn input(&self, number: usize) -> Option<&Value> {
        self.inputs.get(number.checked_sub(self.outputs.len())?)
    }
}

impl Builder<'_> {
    /// Makes an access.
    pub(super) fn access_by_assembly(
        &mut self,
        access: &Access,
        operands: &Operands<'_>,
        loads: &mut Loads,
        span: Span,
    ) {
        let Some(pointer) = operands.input(access.pointer).filter(|v| matches!(v.ty, CType::Pointer(_))) else {
            return self.unsupported("inline assembly with an address that is no pointer", span);
        };
        let pointer = pointer.clone();
        let pointer = self.only(&pointer, span);
        let guard = access.guard.map(|guard| {
            let value = operands.input(guard.operand).cloned();
            let value = match value {
                Some(value) => self.only(&value, span),
                None => self.bool(true, span),
            };
            let holds = self.truth(value, span);
            if guard.is_negated {
                self.not(holds, span)
            } else {
                holds
            }
        });
        if !access.is_store {
            for &operand in &access.values {
                let ty = operands.outputs.get(operand).and_then(|place| place.ty().scalar());
                let Some(ty) = ty.filter(|&ty| is_number(ty, access.bytes)) else {
                    return self.unsupported("inline assembly that loads no number of its width", span);
                };
                let var = self.temp(ty, span);
                if guard.is_some() {
                    let reason = "load by inline assembly that its predicate suppresses".into();
                    self.emit(StmtKind::Havoc { var, reason }, span);
                }
                loads.insert(operand, var);
            }
        }
        let loads = &*loads;
        let all = |ir: &mut Self| {
            for (lane, &operand) in access.values.iter().enumerate() {
                let at = ir.ptr_offset(pointer, access.offset + access.bytes * lane as u64, span);
                if access.is_store {
                    let value = operands.input(operand).cloned().map(|value| ir.only(&value, span));
                    let Some(value) = value.filter(|&value| is_number(ir.ty(value), access.bytes)) else {
                        return ir.unsupported("inline assembly that stores no number of its width", span);
                    };
                    let ty = ir.ty(value);
                    ir.emit(StmtKind::Store { ptr: at, value, ty, volatile: false }, span);
                } else {
                    let var = loads[&operand];
                    let ty = ir.kernel().vars[var].ty;
                    let value = ir.load_scalar(at, ty, false, span);
                    ir.emit(StmtKind::Assign { var, value }, span);
                }
            }
        };
        match guard {
            None => all(self),
            Some(guard) => self.branch(guard, span, all, |_| {}),
        }
    }
}

fn is_number(ty: Type, bytes: u64) -> bool {
    matches!(ty, Type::Int { .. } | Type::Float { .. }) && ty.size() == bytes
}
