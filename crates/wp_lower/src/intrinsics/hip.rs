//! Functions that HIP has and CUDA has not: builtins of the compiler for AMD's devices, and atomic functions on any
//! type.
//!
//! Over-approximate: what lanes read of each other by `readfirstlane`, permutations and DPP is unknown. `s_barrier`
//! fences no memory, and the wave barrier orders nothing, although fences around them may order accesses; so no run
//! behind one confirms an error. Builtins that are not listed here are rejected, because they may synchronise or access
//! memory ([`crate::external`]).

use crate::builder::Builder;
use crate::calls::Call;
use crate::intrinsics::atomics::Update;
use crate::lowerer::Lowerer;
use crate::strings::string_initialiser;
use crate::values::Value;
use wp_base::Span;
use wp_clang::string_units;
use wp_decls::{strip_casts, CType};
use wp_kir::{AtomicOp, Axis, BinOp, ExprId, MemScope, Special, StmtKind, Type, Unknown, WarpOp};

/// What the functions on a part of the lanes' mask see of a warp.
const LANES_OF_PART: u32 = 32;

impl Builder<'_> {
    /// Lanes of a warp, for code whose meaning depends on them.
    pub(crate) fn lanes(&mut self) -> u32 {
        if self.unit.is_hip() || !self.unit.cuda {
            self.rest_on(wp_kir::AssumeKind::WarpSize);
        }
        self.kernel().lanes
    }

    /// The number of lanes in a part of a warp that stand before the own one: `min(lane, 32)` in the first part of 32
    /// lanes, `max(lane - 32, 0)` in the second one.
    fn lanes_before(&mut self, in_first: bool, span: Span) -> ExprId {
        let lane = self.special(Special::LaneId, span);
        let part = self.int(i128::from(LANES_OF_PART), Type::U32, span);
        let in_part = self.bin(BinOp::Min, lane, part, span);
        match in_first {
            true => in_part,
            false => self.bin(BinOp::Sub, lane, in_part, span),
        }
    }

    /// Records that accesses may be ordered here in a way that no proof uses.
    fn may_be_ordered(&mut self, what: &str, span: Span) {
        let var = self.temp(Type::Bool, span);
        self.emit(StmtKind::Havoc { var, reason: what.into(), unknown: Unknown::Behaviour }, span);
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn hip_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if !self.unit.is_hip() || call.object.is_some() {
            return None;
        }
        let name = call.name.as_str();
        match name.strip_prefix("__builtin_amdgcn_") {
            Some(rest) => self.amdgcn_builtin(rest, call),
            None => match name {
                "__lane_id" => Some(self.number(call, |ir, span| ir.special(Special::LaneId, span))),
                "wall_clock64" | "__smid" | "__builtin_readcyclecounter" => {
                    Some(self.ir.havoc(&call.ty, format!("result of `{name}`"), call.span))
                }
                _ => self.atomic_of_hip(call),
            },
        }
    }

    fn number(&mut self, call: &Call<'u>, value: impl FnOnce(&mut Builder<'u>, Span) -> ExprId) -> Value {
        let e = value(&mut self.ir, call.span);
        let ty = call.ty.scalar().unwrap_or(Type::U32);
        let e = self.ir.convert(e, ty, call.span);
        Value { ty: call.ty.clone(), leaves: vec![e] }
    }

    fn amdgcn_builtin(&mut self, name: &str, call: &Call<'u>) -> Option<Value> {
        let span = call.span;
        if let Some(make) = position(name) {
            let axis = axis_of(name)?;
            return Some(self.number(call, |ir, span| ir.special(make(axis), span)));
        }
        Some(match name {
            "wavefrontsize" => self.number(call, |ir, span| {
                let lanes = ir.lanes();
                ir.int(i128::from(lanes), Type::U32, span)
            }),
            "mbcnt_lo" | "mbcnt_hi" => {
                let args = self.arg_scalars(call);
                let [mask, base] = args[..] else { return None };
                if self.ir.const_int(mask).map(|mask| mask as u32) != Some(u32::MAX) {
                    return Some(self.ir.havoc(&call.ty, format!("result of `{}`", call.name), span));
                }
                self.number(call, |ir, span| {
                    let before = ir.lanes_before(name == "mbcnt_lo", span);
                    ir.bin(BinOp::Add, before, base, span)
                })
            }
            "s_barrier" => {
                self.ir.barrier_without_fence(Vec::new(), span);
                self.ir.may_be_ordered("order by `__builtin_amdgcn_s_barrier` and fences", span);
                Value { ty: CType::Void, leaves: Vec::new() }
            }
            "wave_barrier" => {
                self.ir.may_be_ordered("order by `__builtin_amdgcn_wave_barrier` and fences", span);
                Value { ty: CType::Void, leaves: Vec::new() }
            }
            "fence" => {
                let scope = call.args.get(1).and_then(|scope| scope_named(scope));
                // It may order less than a fence of all memory. It has the widest scope where it is not known.
                self.ir.fence_at_most(scope.unwrap_or(MemScope::System), span);
                Value { ty: CType::Void, leaves: Vec::new() }
            }
            "sched_barrier" | "sched_group_barrier" | "s_sleep" | "s_waitcnt" | "s_setprio" | "iglp_opt" => {
                self.arg_values(call);
                Value { ty: CType::Void, leaves: Vec::new() }
            }
            "read_exec" => self.vote(WarpOp::ActiveMask, call),
            "ballot_w64" if self.ir.kernel().lanes > LANES_OF_PART => self.vote(WarpOp::Ballot, call),
            "ballot_w32" if self.ir.kernel().lanes <= LANES_OF_PART => self.vote(WarpOp::Ballot, call),
            _ if is_value(name) => {
                self.arg_values(call);
                self.ir.havoc(&call.ty, format!("result of `{}`", call.name), span)
            }
            _ => return None,
        })
    }

    fn vote(&mut self, op: WarpOp, call: &Call<'u>) -> Value {
        let args = self.arg_scalars(call);
        let predicate: Vec<ExprId> = args.first().map(|&e| self.ir.truth(e, call.span)).into_iter().collect();
        self.number(call, |ir, span| {
            let ty = ir.kernel().mask_type();
            ir.warp(op, predicate, None, None, ty, span)
        })
    }

    /// Atomic functions on any type.
    fn atomic_of_hip(&mut self, call: &Call<'u>) -> Option<Value> {
        let plain = |op| Update::of_device(op, 1);
        match call.name.as_str() {
            "unsafeAtomicAdd" | "safeAtomicAdd" | "atomicAddNoRet" => Some(self.atomic(call, plain(AtomicOp::Add))),
            "unsafeAtomicMin" => Some(self.atomic(call, plain(AtomicOp::Min))),
            "unsafeAtomicMax" => Some(self.atomic(call, plain(AtomicOp::Max))),
            _ => None,
        }
    }
}

/// The scope that a string literal names.
fn scope_named(node: &wp_clang::Node) -> Option<MemScope> {
    let units = string_units(string_initialiser(strip_casts(node))?.value.as_deref()?)?;
    let name: String = units.iter().filter_map(|&unit| char::from_u32(unit)).filter(|c| *c != '\0').collect();
    Some(match name.as_str() {
        "wavefront" | "workgroup" | "singlethread" => MemScope::Block,
        "agent" => MemScope::Device,
        _ => MemScope::System,
    })
}

/// The built-in value that a builtin reads, but for the axis.
fn position(name: &str) -> Option<fn(Axis) -> Special> {
    Some(match name.get(..name.len().checked_sub(2)?)? {
        "workitem_id" => Special::ThreadIdx,
        "workgroup_id" => Special::BlockIdx,
        "workgroup_size" => Special::BlockDim,
        _ => return None,
    })
}

fn axis_of(name: &str) -> Option<Axis> {
    Axis::ALL.into_iter().find(|axis| name.ends_with(&format!("_{}", axis.letter())))
}

/// True for a builtin that computes a value from values, of its own thread or of other lanes, or reads a register.
fn is_value(name: &str) -> bool {
    let starts = [
        "readfirstlane",
        "readlane",
        "ds_bpermute",
        "ds_permute",
        "ds_swizzle",
        "mov_dpp",
        "update_dpp",
        "s_memtime",
        "s_memrealtime",
        "s_getreg",
        "rcp",
        "rsq",
        "exp2",
        "log",
        "sin",
        "cos",
        "fmed3",
        "fract",
        "frexp",
        "ldexp",
        "perm",
        "alignbit",
        "alignbyte",
        "ubfe",
        "sbfe",
        "cvt_",
        "sad_",
        "mul_i24",
        "mul_u24",
        "mfma_",
        "wmma_",
        "dot",
        "fdot",
        "sdot",
        "udot",
    ];
    starts.iter().any(|start| name.starts_with(start))
}
