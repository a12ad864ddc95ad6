//! Sub-groups of OpenCL: sizes and positions, barriers, votes, reductions, scans, broadcasts, shuffles and accesses of
//! blocks of memory (OpenCL C 3.0, 6.15.19; cl_khr_subgroup_*, cl_intel_subgroups, cl_qcom_subgroup_shuffle).
//!
//! A sub-group is a warp of KIR: so many consecutive work-items of the work-group by linear local id, the last ones of
//! a work-group perhaps fewer (assumption `warp-size`). Its work-items do not run in lock-step.
//!
//! A function that all work-items of the sub-group have to reach is a barrier of the sub-group that orders no memory,
//! where they agree on what has to be the same for all, and the operation behind it. Other functions concern the
//! work-items that are there.
//!
//! Over-approximate: what the language leaves undefined is unknown, as are the results of `sub_group_broadcast_first`,
//! `sub_group_non_uniform_all_equal` and of functions on ballots that count or search.

use crate::builder::Builder;
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::values::Value;
use wp_base::Span;
use wp_decls::CType;
use wp_kir::{AssumeKind, BarrierScope, BinOp, Combination, ExprId, Fence, Special, StmtKind, Type, UnOp, WarpOp};

/// `memory_scope_work_item`: the barrier orders no accesses of different work-items.
const SCOPE_OF_ITEM: i128 = 0;
/// Lanes of which a ballot has bits that masks of KIR have too.
const MOST_IN_BALLOT: u32 = 64;
const UNDEFINED: &str = "value of a work-item outside of the sub-group";

/// The work-item from which a value comes: its id in the sub-group, and the condition that there is one with this id.
#[derive(Clone, Copy)]
struct Source {
    lane: ExprId,
    exists: ExprId,
    /// The mask of an operation that all work-items of the sub-group reach.
    mask: Option<ExprId>,
}

impl Builder<'_> {
    fn u32(&mut self, value: u32, span: Span) -> ExprId {
        self.int(i128::from(value), Type::U32, span)
    }

    fn own_lane(&mut self, span: Span) -> ExprId {
        self.special(Special::LaneId, span)
    }

    /// The number of work-items in the own sub-group.
    fn sub_group_size(&mut self, span: Span) -> ExprId {
        let (own, lane) = (self.linear_thread(span), self.own_lane(span));
        let first = self.bin(BinOp::Sub, own, lane, span);
        let all = self.block_size(span);
        let rest = self.bin(BinOp::Sub, all, first, span);
        let most = self.lanes();
        let most = self.u32(most, span);
        self.bin(BinOp::Min, rest, most, span)
    }

    fn number_of_sub_groups(&mut self, span: Span) -> ExprId {
        let lanes = self.lanes();
        let (all, more) = (self.block_size(span), self.u32(lanes - 1, span));
        let up = self.bin(BinOp::Add, all, more, span);
        let lanes = self.u32(lanes, span);
        self.bin(BinOp::Div, up, lanes, span)
    }

    fn own_sub_group(&mut self, span: Span) -> ExprId {
        let own = self.linear_thread(span);
        let lanes = self.lanes();
        let lanes = self.u32(lanes, span);
        self.bin(BinOp::Div, own, lanes, span)
    }

    /// A barrier of the sub-group.
    fn sub_group_barrier(&mut self, fence: Fence, agree: Vec<ExprId>, span: Span) -> Value {
        self.lanes();
        let scope = BarrierScope::Warp { mask: self.mask_of_warp(span) };
        self.emit_void_call(StmtKind::Barrier { scope, fence, agree, invariants: Vec::new() }, span)
    }

    /// The mask of an operation that all work-items of the sub-group have to reach.
    fn all_arrive(&mut self, agree: Vec<ExprId>, span: Span) -> ExprId {
        self.sub_group_barrier(Fence::NONE, agree, span);
        self.mask_of_warp(span)
    }

    /// The work-item with this id in the sub-group.
    fn source(&mut self, lane: ExprId, span: Span) -> Source {
        let size = self.sub_group_size(span);
        Source { lane, exists: self.bin(BinOp::Lt, lane, size, span), mask: None }
    }

    /// The work-item whose id is greater by `delta`; the sum may wrap around.
    fn source_above(&mut self, delta: ExprId, span: Span) -> Source {
        let (own, size) = (self.own_lane(span), self.sub_group_size(span));
        let above = self.bin(BinOp::Sub, size, own, span);
        let (lane, exists) = (self.bin(BinOp::Add, own, delta, span), self.bin(BinOp::Lt, delta, above, span));
        Source { lane, exists, mask: None }
    }

    fn source_below(&mut self, delta: ExprId, span: Span) -> Source {
        let own = self.own_lane(span);
        let (lane, exists) = (self.bin(BinOp::Sub, own, delta, span), self.bin(BinOp::Le, delta, own, span));
        Source { lane, exists, mask: None }
    }

    fn source_xor(&mut self, mask: ExprId, span: Span) -> Source {
        let own = self.own_lane(span);
        let lane = self.bin(BinOp::Xor, own, mask, span);
        self.source(lane, span)
    }

    /// The work-item whose id is greater by `delta`, around the end of a segment.
    fn source_around(&mut self, delta: ExprId, segment: u32, span: Span) -> Source {
        let own = self.own_lane(span);
        let delta = self.convert(delta, Type::U32, span);
        let sum = self.bin(BinOp::Add, own, delta, span);
        let (low, high) = (self.u32(segment - 1, span), self.u32(!(segment - 1), span));
        let within = self.bin(BinOp::And, sum, low, span);
        let first = self.bin(BinOp::And, own, high, span);
        let lane = self.bin(BinOp::Or, first, within, span);
        self.source(lane, span)
    }

    /// The value of another work-item of the sub-group, or `otherwise` if there is none; every leaf is one shuffle.
    fn value_from(&mut self, value: &Value, from: Source, otherwise: &Value, span: Span) -> Value {
        let own = self.own_lane(span);
        // The operation itself reads lanes that exist.
        let lane = self.select(from.exists, from.lane, own, span);
        let mut leaves = Vec::with_capacity(value.leaves.len());
        for (&leaf, &other) in value.leaves.iter().zip(&otherwise.leaves) {
            let ty = self.ty(leaf);
            let read = self.warp(WarpOp::Shfl, vec![leaf, lane], from.mask, None, ty, span);
            leaves.push(self.select(from.exists, read, other, span));
        }
        Value { ty: value.ty.clone(), leaves }
    }

    /// True where the bit of a work-item is set in a ballot.
    fn bit_of_ballot(&mut self, ballot: &Value, lane: ExprId, span: Span) -> Option<ExprId> {
        let [low, high, ..] = ballot.leaves[..] else { return None };
        let (low, high) = (self.convert(low, Type::U64, span), self.convert(high, Type::U64, span));
        let half = self.u32(32, span);
        let high = self.bin(BinOp::Shl, high, half, span);
        let bits = self.bin(BinOp::Or, low, high, span);
        let shifted = self.bin(BinOp::Shr, bits, lane, span);
        let one = self.int(1, Type::U64, span);
        let bit = self.bin(BinOp::And, shifted, one, span);
        Some(self.truth(bit, span))
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn sub_group_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if self.unit.cuda || call.object.is_some() || !call.name.contains("sub_group") {
            return None;
        }
        // From OpenCL 2.0 on, the last work-group may be smaller than the others; the model assumes that it is not.
        if self.unit.decls.unit.opencl_version >= 200 {
            self.ir.rest_on(AssumeKind::UniformGroups);
        }
        let span = call.span;
        let name = call.name.as_str();
        if let Some(e) = self.sub_group_position(name, span) {
            return Some(self.as_result(e, call));
        }
        if name == "sub_group_barrier" {
            return Some(self.barrier_of_sub_group(call));
        }
        if let Some(rest) = name.strip_prefix("intel_sub_group_") {
            return Some(match rest.strip_prefix("block_") {
                Some(block) => self.block_access(block, call),
                None => self.intel_shuffle(rest, call),
            });
        }
        if let Some(rest) = name.strip_prefix("qcom_sub_group_shuffle_") {
            return Some(self.qcom_shuffle(rest, call));
        }
        let rest = name.strip_prefix("sub_group_")?;
        let value = self
            .sub_group_vote(rest, call)
            .or_else(|| self.sub_group_combination(rest, call))
            .or_else(|| self.sub_group_exchange(rest, call));
        Some(value.unwrap_or_else(|| self.ir.unsupported_value(format!("`{name}`"), &call.ty, span)))
    }

    fn as_result(&mut self, e: ExprId, call: &Call<'u>) -> Value {
        let e = match call.ty.scalar() {
            Some(ty) => self.ir.convert(e, ty, call.span),
            None => e,
        };
        Value { ty: call.ty.clone(), leaves: vec![e] }
    }

    fn sub_group_position(&mut self, name: &str, span: Span) -> Option<ExprId> {
        Some(match name {
            "get_sub_group_size" => self.ir.sub_group_size(span),
            "get_max_sub_group_size" => {
                let lanes = self.ir.lanes();
                self.ir.u32(lanes, span)
            }
            "get_num_sub_groups" | "get_enqueued_num_sub_groups" => self.ir.number_of_sub_groups(span),
            "get_sub_group_id" => self.ir.own_sub_group(span),
            "get_sub_group_local_id" => self.ir.own_lane(span),
            _ => return None,
        })
    }

    fn barrier_of_sub_group(&mut self, call: &Call<'u>) -> Value {
        let span = call.span;
        let arguments = self.arg_scalars(call);
        let numbers: Vec<Option<i128>> = arguments.iter().map(|&e| self.ir.const_int(e)).collect();
        match numbers[..] {
            [Some(_), Some(SCOPE_OF_ITEM)] => self.ir.sub_group_barrier(Fence::NONE, Vec::new(), span),
            [Some(flags)] | [Some(flags), Some(_)] => {
                let fence = self.fence_of_flags(flags);
                self.ir.sub_group_barrier(fence, Vec::new(), span)
            }
            _ => self.ir.unsupported_value("sub-group barrier with flags that are no constant", &call.ty, span),
        }
    }

    fn sub_group_vote(&mut self, name: &str, call: &Call<'u>) -> Option<Value> {
        let span = call.span;
        let (op, is_uniform) = match name {
            "all" => (WarpOp::All, true),
            "any" => (WarpOp::Any, true),
            "non_uniform_all" => (WarpOp::All, false),
            "non_uniform_any" => (WarpOp::Any, false),
            "elect" => {
                // The first one of those that are there.
                let yes = self.ir.bool(true, span);
                let before = WarpOp::ScanExclusive(Combination::Or);
                let others = self.ir.warp(before, vec![yes], None, None, Type::Bool, span);
                let first = self.ir.un(UnOp::Not, others, span);
                return Some(self.as_result(first, call));
            }
            _ => return self.ballot(name, call),
        };
        let predicate = self.arg_scalars(call).first().copied()?;
        let predicate = self.ir.truth(predicate, span);
        let mask = is_uniform.then(|| self.ir.all_arrive(Vec::new(), span));
        let e = self.ir.warp(op, vec![predicate], mask, None, Type::I32, span);
        Some(self.as_result(e, call))
    }

    fn ballot(&mut self, name: &str, call: &Call<'u>) -> Option<Value> {
        let span = call.span;
        match name {
            "ballot" | "inverse_ballot" | "ballot_bit_extract" => {}
            "ballot_bit_count"
            | "ballot_inclusive_scan"
            | "ballot_exclusive_scan"
            | "ballot_find_lsb"
            | "ballot_find_msb"
            | "non_uniform_all_equal"
            | "broadcast_first" => {
                self.arg_values(call);
                return Some(self.ir.havoc(&call.ty, format!("result of `{}`", call.name), span));
            }
            _ => return None,
        }
        if self.ir.lanes() > MOST_IN_BALLOT {
            let what = format!("`{}` of sub-groups of more than {MOST_IN_BALLOT} work-items", call.name);
            return Some(self.ir.unsupported_value(what, &call.ty, span));
        }
        let values = self.arg_values(call);
        if name != "ballot" {
            let lane = match values.get(1) {
                Some(lane) => self.ir.only(lane, span),
                None => self.ir.own_lane(span),
            };
            let bit = self.ir.bit_of_ballot(values.first()?, lane, span)?;
            return Some(self.as_result(bit, call));
        }
        let predicate = self.ir.only(values.first()?, span);
        let predicate = self.ir.truth(predicate, span);
        let ty = self.ir.kernel().mask_type();
        let bits = self.ir.warp(WarpOp::Ballot, vec![predicate], None, None, ty, span);
        let bits = self.ir.convert(bits, Type::U64, span);
        let half = self.ir.u32(32, span);
        let high = self.ir.bin(BinOp::Shr, bits, half, span);
        let (low, high) = (self.ir.convert(bits, Type::U32, span), self.ir.convert(high, Type::U32, span));
        let none = self.ir.u32(0, span);
        Some(Value { ty: call.ty.clone(), leaves: vec![low, high, none, none] })
    }

    /// Reductions and scans.
    fn sub_group_combination(&mut self, name: &str, call: &Call<'u>) -> Option<Value> {
        let span = call.span;
        let non_uniform = name.strip_prefix("non_uniform_");
        let clustered = name.strip_prefix("clustered_");
        let what = non_uniform.or(clustered).unwrap_or(name);
        let starts = ["reduce_", "scan_inclusive_", "scan_exclusive_"];
        let (start, how) = starts.iter().find_map(|start| Some((*start, what.strip_prefix(start)?)))?;
        let logical = how.strip_prefix("logical_");
        let how = match logical.unwrap_or(how) {
            "add" => Combination::Add,
            "mul" => Combination::Mul,
            "min" => Combination::Min,
            "max" => Combination::Max,
            "and" => Combination::And,
            "or" => Combination::Or,
            "xor" => Combination::Xor,
            _ => return None,
        };
        let values = self.arg_scalars(call);
        let width = match values.get(1).filter(|_| clustered.is_some()) {
            None => None,
            Some(&size) => match self.segment(size) {
                Some(size) => Some(self.ir.u32(size, span)),
                None => return Some(self.other_segment(call)),
            },
        };
        let value = match logical {
            Some(_) => self.ir.truth(*values.first()?, span),
            None => *values.first()?,
        };
        let ty = self.ir.ty(value);
        if !how.takes(ty) {
            return Some(self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span));
        }
        let op = match start {
            "reduce_" => WarpOp::Reduce(how),
            "scan_inclusive_" => WarpOp::ScanInclusive(how),
            _ => WarpOp::ScanExclusive(how),
        };
        let is_uniform = non_uniform.is_none() && clustered.is_none();
        let mask = is_uniform.then(|| self.ir.all_arrive(Vec::new(), span));
        let e = self.ir.warp(op, vec![value], mask, width, ty, span);
        Some(self.as_result(e, call))
    }

    /// The size of a segment of a sub-group.
    fn segment(&mut self, size: ExprId) -> Option<u32> {
        let size = self.ir.const_int(size).and_then(|size| u32::try_from(size).ok())?;
        (size.is_power_of_two() && size <= self.ir.lanes()).then_some(size)
    }

    fn other_segment(&mut self, call: &Call<'u>) -> Value {
        let what = format!("`{}` of clusters of a size that is no constant or greater than a sub-group", call.name);
        self.ir.unsupported_value(what, &call.ty, call.span)
    }

    /// Broadcasts, shuffles and rotations.
    fn sub_group_exchange(&mut self, name: &str, call: &Call<'u>) -> Option<Value> {
        let span = call.span;
        let known = ["broadcast", "non_uniform_broadcast", "shuffle", "shuffle_xor", "shuffle_up", "shuffle_down"];
        if !known.contains(&name) && !["rotate", "clustered_rotate"].contains(&name) {
            return None;
        }
        let values = self.arg_values(call);
        let numbers: Vec<ExprId> = values.iter().skip(1).map(|v| self.ir.only(v, span)).collect();
        let (value, &by) = (values.first()?, numbers.first()?);
        let mut from = match name {
            "broadcast" | "non_uniform_broadcast" | "shuffle" => self.ir.source(by, span),
            "shuffle_xor" => self.ir.source_xor(by, span),
            "shuffle_up" => self.ir.source_below(by, span),
            "shuffle_down" => self.ir.source_above(by, span),
            "rotate" => {
                let lanes = self.ir.lanes();
                self.ir.source_around(by, lanes, span)
            }
            _ => match numbers.get(1).and_then(|&size| self.segment(size)) {
                Some(size) => self.ir.source_around(by, size, span),
                None => return Some(self.other_segment(call)),
            },
        };
        from.mask = (name == "broadcast").then(|| self.ir.all_arrive(vec![by], span));
        let otherwise = self.ir.havoc(&value.ty, UNDEFINED, span);
        Some(self.ir.value_from(value, from, &otherwise, span))
    }

    /// `intel_sub_group_shuffle*`. Up and down shift the values of two variables, one behind the other.
    fn intel_shuffle(&mut self, name: &str, call: &Call<'u>) -> Value {
        let span = call.span;
        let values = self.arg_values(call);
        let (Some((by, values)), false) = (values.split_last(), values.len() < 2) else {
            return self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span);
        };
        let by = self.ir.only(by, span);
        let lanes = self.ir.lanes();
        let most = self.ir.u32(lanes, span);
        let own = self.ir.own_lane(span);
        let unknown = self.ir.havoc(&call.ty, UNDEFINED, span);
        match (name, values) {
            ("shuffle", [value]) => {
                let from = self.ir.source(by, span);
                self.ir.value_from(value, from, &unknown, span)
            }
            ("shuffle_xor", [value]) => {
                let from = self.ir.source_xor(by, span);
                self.ir.value_from(value, from, &unknown, span)
            }
            ("shuffle_down", [value, after]) => {
                let left = self.ir.bin(BinOp::Sub, most, own, span);
                let beyond = self.ir.bin(BinOp::Sub, by, left, span);
                let mut second = self.ir.source(beyond, span);
                let is_beyond = self.ir.bin(BinOp::Le, left, by, span);
                second.exists = self.ir.bin(BinOp::And, is_beyond, second.exists, span);
                let otherwise = self.ir.value_from(after, second, &unknown, span);
                let first = self.ir.source_above(by, span);
                self.ir.value_from(value, first, &otherwise, span)
            }
            ("shuffle_up", [before, value]) => {
                let missing = self.ir.bin(BinOp::Sub, by, own, span);
                let lane = self.ir.bin(BinOp::Sub, most, missing, span);
                let mut second = self.ir.source(lane, span);
                // Where `missing` wraps around, the first variable has the value.
                let is_within = self.ir.bin(BinOp::Le, missing, most, span);
                second.exists = self.ir.bin(BinOp::And, is_within, second.exists, span);
                let otherwise = self.ir.value_from(before, second, &unknown, span);
                let first = self.ir.source_below(by, span);
                self.ir.value_from(value, first, &otherwise, span)
            }
            _ => self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span),
        }
    }

    /// `qcom_sub_group_shuffle_*` of whole sub-groups. What a work-item gets for one outside of the sub-group is unknown
    /// here.
    fn qcom_shuffle(&mut self, name: &str, call: &Call<'u>) -> Value {
        let span = call.span;
        let values = self.arg_values(call);
        if let [value, by, width, _] = &values[..] {
            let (by, width) = (self.ir.only(by, span), self.ir.only(width, span));
            let from = match (name, self.ir.const_int(width)) {
                ("up", Some(0)) => Some(self.ir.source_below(by, span)),
                ("down", Some(0)) => Some(self.ir.source_above(by, span)),
                ("xor", Some(0)) => Some(self.ir.source_xor(by, span)),
                _ => None,
            };
            if let Some(from) = from {
                let unknown = self.ir.havoc(&call.ty, UNDEFINED, span);
                return self.ir.value_from(value, from, &unknown, span);
            }
        }
        self.ir.unsupported_value(format!("`{}`", call.name), &call.ty, span)
    }

    /// `intel_sub_group_block_read*` and `_write*` of buffers: component `i` of the work-item with id `lane` in its
    /// sub-group is element `lane + i * get_max_sub_group_size()` behind the pointer, which is the same for all.
    fn block_access(&mut self, name: &str, call: &Call<'u>) -> Value {
        let span = call.span;
        let values = self.arg_values(call);
        let pointer = values.first().map(|p| self.ir.only(p, span)).filter(|&p| self.ir.ty(p) == Type::Ptr);
        let data = if name.starts_with("write") { values.get(1).map(|v| &v.ty) } else { Some(&call.ty) };
        let shape = data.and_then(super::components);
        let (Some(pointer), Some((elem, count))) = (pointer, shape) else {
            return self.ir.unsupported_value(format!("`{}` of an image", call.name), &call.ty, span);
        };
        self.ir.all_arrive(vec![pointer], span);
        let lanes = i128::from(self.ir.lanes());
        let mut leaves = Vec::with_capacity(count);
        for i in 0..count {
            let lane = self.ir.own_lane(span);
            let lane = self.ir.convert(lane, Type::I64, span);
            let first = self.ir.int(i as i128 * lanes, Type::I64, span);
            let index = self.ir.bin(BinOp::Add, lane, first, span);
            let size = self.ir.int(i128::from(elem.size()), Type::I64, span);
            let offset = self.ir.bin(BinOp::Mul, index, size, span);
            let ptr = self.ir.ptr_add(pointer, offset, span);
            match values.get(1).and_then(|value| value.leaves.get(i)) {
                Some(&value) => self.ir.emit(StmtKind::Store { ptr, value, ty: elem, volatile: false }, span),
                None => {
                    let var = self.ir.temp(elem, span);
                    self.ir.emit(StmtKind::Load { var, ty: elem, ptr, volatile: false }, span);
                    leaves.push(self.ir.read(var, span));
                }
            }
        }
        match &call.ty {
            CType::Void => Value { ty: CType::Void, leaves: Vec::new() },
            ty => Value { ty: ty.clone(), leaves },
        }
    }
}
