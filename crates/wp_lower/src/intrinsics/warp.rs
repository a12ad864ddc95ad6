//! Shuffles, votes, ballots and reductions of CUDA and HIP.

use crate::builder::Builder;
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::Value;
use wp_base::Span;
use wp_decls::CType;
use wp_kir::{AssertKind, BarrierScope, BinOp, Combination, ExprId, Fence, Kernel, Special, StmtKind, Type, WarpOp};

/// The mask that names all lanes of a warp.
fn all_lanes(kernel: &Kernel) -> u64 {
    match kernel.lanes {
        lanes @ 0..64 => (1 << lanes) - 1,
        _ => u64::MAX,
    }
}

impl Builder<'_> {
    /// The mask of all lanes of a warp.
    pub(crate) fn mask_of_warp(&mut self, span: Span) -> ExprId {
        self.lanes();
        let all = all_lanes(self.kernel());
        self.lane_mask(all, span)
    }

    /// A constant mask of lanes.
    pub(crate) fn lane_mask(&mut self, mask: u64, span: Span) -> ExprId {
        let ty = self.kernel().mask_type();
        self.int(i128::from(mask), ty, span)
    }

    /// A mask that the source gives.
    pub(crate) fn as_mask(&mut self, mask: ExprId, span: Span) -> ExprId {
        let ty = self.kernel().mask_type();
        self.convert(mask, ty, span)
    }

    /// A barrier of the lanes of a mask.
    pub(crate) fn warp_barrier(&mut self, mask: ExprId, span: Span) -> Value {
        self.lanes();
        let (scope, fence) = (BarrierScope::Warp { mask }, Fence::ALL);
        self.emit_void_call(StmtKind::Barrier { scope, fence, agree: Vec::new(), invariants: Vec::new() }, span)
    }

    /// Asserts that a mask contains the lane of the calling thread; otherwise the operation is undefined.
    pub(crate) fn assert_names_caller(&mut self, mask: ExprId, span: Span) {
        let lane = self.special(Special::LaneId, span);
        let cond = match self.const_int(mask) {
            Some(mask) => self.is_among(lane, mask as u64, span),
            None => {
                let shifted = self.bin(BinOp::Shr, mask, lane, span);
                let one = self.lane_mask(1, span);
                let bit = self.bin(BinOp::And, shifted, one, span);
                self.truth(bit, span)
            }
        };
        if self.const_int(cond) != Some(1) {
            self.emit(StmtKind::Assert { cond, kind: AssertKind::LaneOfMask }, span);
        }
    }

    /// Asserts that all lanes in a constant mask execute the operation. For other masks, the assumption `warp-sync`
    /// says so.
    pub(crate) fn assert_lanes_arrive(&mut self, mask: ExprId, span: Span) {
        if let Some(mask) = self.const_int(mask) {
            let lane = self.special(Special::LaneId, span);
            let cond = self.is_among(lane, mask as u64, span);
            self.emit(StmtKind::Assert { cond, kind: AssertKind::LanesArrive }, span);
        }
    }

    /// The condition that a constant mask contains a lane, as comparisons with the ends of each run of ones.
    fn is_among(&mut self, lane: ExprId, mask: u64, span: Span) -> ExprId {
        let all = all_lanes(self.kernel());
        if mask & all == all {
            return self.bool(true, span);
        }
        let mut among = self.bool(false, span);
        let mut rest = u128::from(mask & all);
        while rest != 0 {
            let start = rest.trailing_zeros();
            let end = start + (rest >> start).trailing_ones();
            let (least, bound) = [start, end].map(|at| self.int(i128::from(at), Type::U32, span)).into();
            let below = self.bin(BinOp::Lt, lane, bound, span);
            let inside = match start {
                0 => below,
                _ => {
                    let above = self.bin(BinOp::Le, least, lane, span);
                    self.bin(BinOp::And, above, below, span)
                }
            };
            among = self.bin(BinOp::Or, among, inside, span);
            rest &= !((1u128 << end) - 1);
        }
        among
    }

    /// Emits a warp operation and returns its result.
    pub(crate) fn warp(
        &mut self,
        op: WarpOp,
        operands: Vec<ExprId>,
        mask: Option<ExprId>,
        width: Option<ExprId>,
        ty: Type,
        span: Span,
    ) -> ExprId {
        self.lanes();
        let var = self.temp(ty, span);
        self.emit(StmtKind::Warp { result: Some(var), op, operands, mask, width }, span);
        self.read(var, span)
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn warp_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if !self.unit.cuda || call.object.is_some() {
            return None;
        }
        let span = call.span;
        let name = call.name.as_str();
        let (base, sync) = match name.strip_suffix("_sync") {
            Some(base) => (base, true),
            None => (name, false),
        };
        let op = match base {
            "__shfl" => WarpOp::Shfl,
            "__shfl_up" => WarpOp::ShflUp,
            "__shfl_down" => WarpOp::ShflDown,
            "__shfl_xor" => WarpOp::ShflXor,
            "__ballot" => WarpOp::Ballot,
            "__any" => WarpOp::Any,
            "__all" => WarpOp::All,
            "__activemask" => WarpOp::ActiveMask,
            "__reduce_add" => WarpOp::Reduce(Combination::Add),
            "__reduce_min" => WarpOp::Reduce(Combination::Min),
            "__reduce_max" => WarpOp::Reduce(Combination::Max),
            "__reduce_and" => WarpOp::Reduce(Combination::And),
            "__reduce_or" => WarpOp::Reduce(Combination::Or),
            "__reduce_xor" => WarpOp::Reduce(Combination::Xor),
            "__uni" | "__match_any" | "__match_all" => {
                let values = self.arg_values(call);
                if let Some(mask) = values.first().filter(|_| sync).cloned() {
                    let mask = self.ir.only(&mask, span);
                    let mask = self.ir.as_mask(mask, span);
                    self.ir.assert_names_caller(mask, span);
                    self.ir.assert_lanes_arrive(mask, span);
                }
                let writes = values.iter().any(|v| matches!(v.ty, CType::Pointer(_)));
                if writes {
                    return Some(self.ir.unsupported_value(format!("`{name}`"), &call.ty, span));
                }
                return Some(self.ir.havoc(&call.ty, format!("result of `{name}`"), span));
            }
            _ => return None,
        };
        let shuffle = matches!(op, WarpOp::Shfl | WarpOp::ShflUp | WarpOp::ShflDown | WarpOp::ShflXor);
        let mut args = call.args.clone();
        // An omitted width is the whole warp.
        while args.last().is_some_and(|a| &*a.kind == "CXXDefaultArgExpr") {
            args.pop();
        }
        let mut values = Vec::new();
        for arg in &args {
            let v = self.expr(arg);
            values.push(self.ir.freeze_value(v, span));
        }
        let mut values = values.into_iter();
        let mask = if sync {
            match values.next() {
                Some(v) => {
                    let e = self.ir.only(&v, span);
                    let mask = self.ir.as_mask(e, span);
                    self.ir.assert_names_caller(mask, span);
                    self.ir.assert_lanes_arrive(mask, span);
                    Some(mask)
                }
                None => return Some(self.ir.unsupported_value(format!("`{name}`"), &call.ty, span)),
            }
        } else {
            None
        };
        let rest: Vec<Value> = values.collect();
        if let WarpOp::Reduce(how) = op {
            let value = rest.first().map(|value| self.ir.only(value, span));
            let Some(value) = value.filter(|&value| how.takes(self.ir.ty(value))) else {
                return Some(self.ir.unsupported_value(format!("`{name}`"), &call.ty, span));
            };
            let ty = self.ir.ty(value);
            let e = self.ir.warp(op, vec![value], mask, None, ty, span);
            let e = call.ty.scalar().map_or(e, |ty| self.ir.convert(e, ty, span));
            return Some(Value { ty: call.ty.clone(), leaves: vec![e] });
        }
        if !shuffle {
            let mut operands = Vec::new();
            if let Some(v) = rest.first() {
                let e = self.ir.only(&v.clone(), span);
                operands.push(self.ir.truth(e, span));
            }
            let ty = if matches!(op, WarpOp::Any | WarpOp::All) { Type::I32 } else { self.ir.kernel().mask_type() };
            let e = self.ir.warp(op, operands, mask, None, ty, span);
            let e = match call.ty.scalar() {
                Some(t) => self.ir.convert(e, t, span),
                None => e,
            };
            return Some(Value { ty: call.ty.clone(), leaves: vec![e] });
        }
        let (Some(value), Some(lane)) = (rest.first(), rest.get(1)) else {
            return Some(self.ir.unsupported_value(format!("`{name}`"), &call.ty, span));
        };
        let lane = self.ir.only(&lane.clone(), span);
        let width = rest.get(2).map(|w| self.ir.only(&w.clone(), span));
        // A value of several leaves is one shuffle for each leaf, all with the same lane.
        let mut leaves = Vec::new();
        for &e in &value.leaves.clone() {
            let ty = self.ir.ty(e);
            leaves.push(self.ir.warp(op, vec![e, lane], mask, width, ty, span));
        }
        Some(Value { ty: value.ty.clone(), leaves })
    }
}
