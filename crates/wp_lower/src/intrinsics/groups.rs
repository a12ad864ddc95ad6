//! Cooperative groups. Thread blocks and grids are exact; of tiles, only those of at most a warp are supported. They
//! exchange data like the functions on masks of lanes, with the tile's lanes as mask and its size as width.
//!
//! Over-approximate: a coalesced group has an unknown number of lanes, a thread in it has an unknown rank, what its lanes
//! exchange is unknown, and its `sync` orders nothing.

use crate::builder::Builder;
use crate::calls::Call;
use crate::lowerer::Lowerer;
use crate::source::Unit;
use crate::values::Value;
use wp_base::Span;
use wp_decls::{strip_casts, CType};
use wp_kir::{Axis, BarrierScope, BinOp, ExprId, Fence, Special, StmtKind, Type, Unknown};

impl Unit<'_> {
    fn group_name(&self, ty: &CType) -> Option<String> {
        let ty = match ty {
            CType::Pointer(q) => q.ty.clone(),
            other => other.clone(),
        };
        if let CType::Opaque(name) = &ty {
            return name.strip_prefix("cooperative_groups::").map(str::to_owned);
        }
        let CType::Record(id) = ty else { return None };
        let class = self.decls.record_decl(id);
        let name = class.name.strip_prefix("cooperative_groups::").filter(|_| self.decls.is_prelude(class.node));
        name.map(str::to_owned)
    }
}

impl<'u> Builder<'u> {
    /// The lanes of the caller's tile.
    fn tile_mask(&mut self, group: &str, span: Span) -> Option<ExprId> {
        let size = self.tile_size(group)?;
        if size == self.kernel().lanes {
            return Some(self.mask_of_warp(span));
        }
        let ones = self.lane_mask((1 << size) - 1, span);
        let first = self.first_of_tile(size, span);
        Some(self.bin(BinOp::Shl, ones, first, span))
    }

    /// The first lane of the caller's tile.
    fn first_of_tile(&mut self, size: u32, span: Span) -> ExprId {
        let lane = self.special(Special::LaneId, span);
        let keep = self.int(i128::from(!(size - 1)), Type::U32, span);
        self.bin(BinOp::And, lane, keep, span)
    }

    /// `thread_block_tile<16, ..>`: 16, if a tile is not larger than a warp.
    fn tile_size(&self, group: &str) -> Option<u32> {
        let digits: String =
            group.strip_prefix("thread_block_tile<")?.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok().filter(|n: &u32| n.is_power_of_two() && *n <= self.kernel().lanes)
    }

    /// True if a tile is a part of the block, and not a part of another tile.
    fn is_part_of_block(&self, group: &str) -> bool {
        let parent = group.split_once(", ").map_or("", |(_, rest)| rest.trim_end_matches('>'));
        // The type of a tile of a tile names the outer tile as its parent.
        let of_block = matches!(parent, "" | "void" | "thread_block" | "cooperative_groups::thread_block");
        self.tile_size(group).is_some() && of_block
    }

    fn axes(&mut self, make: fn(Axis) -> Special, call: &Call<'u>, span: Span) -> Value {
        let leaves = Axis::ALL.iter().map(|&a| self.special(make(a), span)).collect();
        Value { ty: call.ty.clone(), leaves }
    }

    /// An operation of the lanes of a tile of this size. Ranks and bits of results count from the tile's first lane.
    fn tile_operation(&mut self, name: &str, args: Vec<Value>, group: &str, call: &Call<'u>) -> Value {
        use wp_kir::WarpOp;
        let span = call.span;
        let (Some(mask), Some(size)) = (self.tile_mask(group, span), self.tile_size(group)) else {
            return self.unsupported_value(format!("`{name}` of {group}"), &call.ty, span);
        };
        self.assert_lanes_arrive(mask, span);
        let is_part = size < self.kernel().lanes;
        let width = is_part.then(|| self.int(i128::from(size), Type::I32, span));
        let op = match name {
            "shfl" => WarpOp::Shfl,
            "shfl_up" => WarpOp::ShflUp,
            "shfl_down" => WarpOp::ShflDown,
            "shfl_xor" => WarpOp::ShflXor,
            "any" => WarpOp::Any,
            "all" => WarpOp::All,
            _ => WarpOp::Ballot,
        };
        match (op, args.as_slice()) {
            (WarpOp::Any | WarpOp::All | WarpOp::Ballot, [p]) => {
                let e = self.only(&p.clone(), span);
                let p = self.truth(e, span);
                let ty = if op == WarpOp::Ballot { self.kernel().mask_type() } else { Type::I32 };
                let mut e = self.warp(op, vec![p], Some(mask), None, ty, span);
                if op == WarpOp::Ballot && is_part {
                    let first = self.first_of_tile(size, span);
                    e = self.bin(BinOp::Shr, e, first, span);
                }
                self.value_of_u32(e, call, span)
            }
            (_, [value, lane]) => {
                let lane = self.only(&lane.clone(), span);
                let mut leaves = Vec::new();
                for &e in &value.leaves.clone() {
                    let ty = self.ty(e);
                    leaves.push(self.warp(op, vec![e, lane], Some(mask), width, ty, span));
                }
                Value { ty: value.ty.clone(), leaves }
            }
            _ => self.unsupported_value(format!("`{name}` of a tile"), &call.ty, span),
        }
    }

    /// An operation of the lanes that happen to be in a coalesced group.
    fn coalesced_operation(&mut self, name: &str, call: &Call<'u>) -> Value {
        let span = call.span;
        let what = format!("`{name}` of a coalesced group");
        match name {
            "size" | "num_threads" | "thread_rank" => {
                let number = self.havoc(&CType::Scalar(Type::U32), what, span);
                let number = self.only(&number, span);
                let lanes = self.lanes();
                let mask = self.int(i128::from(lanes - 1), Type::U32, span);
                let rank = self.bin(BinOp::And, number, mask, span);
                let one = self.int(i128::from(name != "thread_rank"), Type::U32, span);
                let e = self.bin(BinOp::Add, rank, one, span);
                self.value_of_u32(e, call, span)
            }
            "sync" => {
                let var = self.temp(Type::Bool, span);
                let unknown = Unknown::Behaviour;
                self.emit_void_call(StmtKind::Havoc { var, reason: what.into(), unknown }, span)
            }
            _ => self.havoc(&call.ty, what, span),
        }
    }

    fn value_of_u32(&mut self, e: ExprId, call: &Call<'u>, span: Span) -> Value {
        let e = match call.ty.scalar() {
            Some(t) => self.convert(e, t, span),
            None => e,
        };
        Value { ty: call.ty.clone(), leaves: vec![e] }
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn group_intrinsic(&mut self, call: &Call<'u>) -> Option<Value> {
        if !self.unit.cuda {
            return None;
        }
        let span = call.span;
        match call.name.as_str() {
            // Handles of groups contain no data.
            "this_thread_block" | "this_grid" | "coalesced_threads" | "this_multi_grid" | "tiled_partition"
            | "binary_partition" | "labeled_partition"
                if call.object.is_none() && matches!(call.ty, CType::Record(_) | CType::Opaque(_)) =>
            {
                return Some(self.ir.zero_value(&call.ty, span));
            }
            _ => {}
        }
        let (object, member) = match call.object {
            Some(object) => (object, true),
            None => (*call.args.first()?, false),
        };
        // The type of the group is that below the conversion to the base class which declares the member.
        let group = self.unit.group_name(&self.stack.ctype(strip_casts(object)))?;
        let name = match (call.name.as_str(), member) {
            ("sync" | "synchronize", false) => "sync",
            ("sync" | "barrier_wait" | "barrier_arrive", true) => call.name.as_str(),
            (name, true) => name,
            ("group_size", false) => "size",
            ("thread_rank", false) => "thread_rank",
            (name, false) => {
                let combines = matches!(name, "reduce" | "inclusive_scan" | "exclusive_scan");
                if combines && call.ty.scalar().is_some_and(|t| t != Type::Ptr) {
                    // The result depends on values of other threads, and the call orders no accesses, like a shuffle.
                    // An operation that the file defines is rejected, because it may have effects.
                    let operation = call.args.get(2).map(|op| self.unit.group_name(&self.stack.ctype(strip_casts(op))));
                    let effects = call.args.iter().enumerate().any(|(i, arg)| i != 1 && self.effects(arg));
                    if operation == Some(None) || call.args.len() < 2 || effects {
                        return Some(self.ir.unsupported_value(format!("cooperative groups `{name}`"), &call.ty, span));
                    }
                    // Handles and operations contain no data.
                    call.args.iter().enumerate().filter(|(i, _)| *i != 1).for_each(|(_, arg)| self.stack.cover(arg));
                    self.expr(call.args[1]);
                    return Some(self.ir.havoc(&call.ty, format!("result of cooperative groups `{name}`"), span));
                }
                let known = combines || matches!(name, "memcpy_async" | "wait" | "wait_prior");
                return known
                    .then(|| self.ir.unsupported_value(format!("cooperative groups `{name}`"), &call.ty, span));
            }
        };
        let block = group == "thread_block";
        let grid = group == "grid_group";
        let tile = self.ir.tile_size(&group);
        Some(match name {
            "sync" | "size" | "num_threads" | "thread_rank" | "shfl" | "shfl_up" | "shfl_down" | "any" | "all"
            | "ballot" | "match_any"
                if group == "coalesced_group" =>
            {
                if member {
                    self.arg_values(call);
                }
                self.ir.coalesced_operation(name, call)
            }
            "sync" if block => self.ir.block_barrier(Fence::ALL, span),
            "sync" if grid => self.ir.emit_void_call(
                StmtKind::Barrier {
                    scope: BarrierScope::Grid,
                    fence: Fence::ALL,
                    agree: Vec::new(),
                    invariants: Vec::new(),
                },
                span,
            ),
            "sync" if group.starts_with("thread_block_tile<") => {
                // A tile is an aligned segment of a warp.
                match self.ir.tile_mask(&group, span) {
                    Some(mask) => self.ir.warp_barrier(mask, span),
                    None => self.ir.unsupported_value(format!("`sync` of {group}"), &call.ty, span),
                }
            }
            "thread_rank" if block => {
                let e = self.ir.linear_thread(span);
                self.ir.value_of_u32(e, call, span)
            }
            "thread_rank" if tile == Some(self.ir.kernel().lanes) => {
                let e = self.ir.special(Special::LaneId, span);
                self.ir.value_of_u32(e, call, span)
            }
            "thread_rank" if group.starts_with("thread_block_tile<") => match tile {
                Some(size) => {
                    let lane = self.ir.special(Special::LaneId, span);
                    let mask = self.ir.int(i128::from(size - 1), Type::U32, span);
                    let e = self.ir.bin(BinOp::And, lane, mask, span);
                    self.ir.value_of_u32(e, call, span)
                }
                None => self.ir.unsupported_value(format!("`{name}` of {group}"), &call.ty, span),
            },
            "thread_rank" if grid => {
                let block = self.ir.linear_block(span);
                let size = self.ir.block_size(span);
                let own = self.ir.linear_thread(span);
                let ty = call.ty.scalar().unwrap_or(Type::U64);
                let (block, size, own) =
                    (self.ir.convert(block, ty, span), self.ir.convert(size, ty, span), self.ir.convert(own, ty, span));
                let base = self.ir.bin(BinOp::Mul, block, size, span);
                let e = self.ir.bin(BinOp::Add, base, own, span);
                Value { ty: call.ty.clone(), leaves: vec![e] }
            }
            "size" | "num_threads" if grid => {
                let ty = call.ty.scalar().unwrap_or(Type::U64);
                let threads = self.ir.block_size(span);
                let mut size = self.ir.convert(threads, ty, span);
                for axis in Axis::ALL {
                    let blocks = self.ir.wide(Special::GridDim(axis), ty, span);
                    size = self.ir.bin(BinOp::Mul, size, blocks, span);
                }
                Value { ty: call.ty.clone(), leaves: vec![size] }
            }
            "size" | "num_threads" if block => {
                let e = self.ir.block_size(span);
                self.ir.value_of_u32(e, call, span)
            }
            "size" | "num_threads" if tile.is_some() => {
                let e = self.ir.int(i128::from(tile.unwrap_or(1)), Type::U32, span);
                self.ir.value_of_u32(e, call, span)
            }
            "group_index" | "block_index" => self.ir.axes(Special::BlockIdx, call, span),
            "thread_index" => self.ir.axes(Special::ThreadIdx, call, span),
            "group_dim" | "dim_threads" if block => self.ir.axes(Special::BlockDim, call, span),
            "dim_blocks" | "group_dim" if grid => self.ir.axes(Special::GridDim, call, span),
            // It is false in launches that are not cooperative. The kernel does not show which kind of launch this is.
            "is_valid" if grid => self.ir.function_of(&call.ty.clone(), "grid_group::is_valid", &[], span),
            "meta_group_rank" if self.ir.is_part_of_block(&group) => {
                let own = self.ir.linear_thread(span);
                let size = self.ir.int(i128::from(tile.unwrap_or(1)), Type::U32, span);
                let e = self.ir.bin(BinOp::Div, own, size, span);
                self.ir.value_of_u32(e, call, span)
            }
            "meta_group_size" if self.ir.is_part_of_block(&group) => {
                let size = tile.unwrap_or(1);
                let threads = self.ir.block_size(span);
                let rest = self.ir.int(i128::from(size - 1), Type::U32, span);
                let size = self.ir.int(i128::from(size), Type::U32, span);
                let up = self.ir.bin(BinOp::Add, threads, rest, span);
                let e = self.ir.bin(BinOp::Div, up, size, span);
                self.ir.value_of_u32(e, call, span)
            }
            "shfl" | "shfl_up" | "shfl_down" | "shfl_xor" | "any" | "all" | "ballot" if tile.is_some() => {
                let args = self.arg_values(call);
                self.ir.tile_operation(name, args, &group, call)
            }
            _ => {
                self.arg_values(call);
                self.ir.unsupported_value(format!("`{name}` of {group}"), &call.ty, span)
            }
        })
    }
}
