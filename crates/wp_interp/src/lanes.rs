//! Results of the operations among the lanes of a warp.
//!
//! Exact for the lanes that meet. A result that the language leaves undefined, because a lane that gives a value does
//! not take part, is noted as [`NoteKind::MissingLane`].

use crate::api::NoteKind;
use crate::code::WarpCode;
use crate::float::{from_f64, to_f64};
use crate::ops;
use crate::state::{BlockState, Env};
use crate::value::Ty;
use wp_kir::{BinOp, Combination, Dialect, WarpOp};

/// One operation and the lanes that carry it out together.
pub struct Exchange<'a> {
    /// The operation.
    pub op: &'a WarpCode,
    /// The positions of their threads in the block, in the order of lanes.
    pub members: &'a [usize],
    /// The lanes that the operation names.
    pub mask: u128,
}

impl Exchange<'_> {
    fn operand(&self, block: &BlockState, pos: usize, i: usize) -> u64 {
        block.threads[pos].regs[self.op.operands[i] as usize]
    }

    /// The result for the lane of the thread at a position.
    pub fn result(&self, block: &BlockState, env: &mut Env<'_>, pos: usize) -> u64 {
        let Exchange { op, members, mask } = *self;
        let lane_of = |p: usize| block.threads[p].linear % block.lanes;
        let active = members.iter().fold(0u128, |m, &p| m | 1 << lane_of(p)) & mask;
        if active >> lane_of(pos) & 1 == 0 {
            env.log.note(NoteKind::MissingLane, op.span);
        }
        let votes = || {
            let of_members = members.iter().filter(|&&p| self.operand(block, p, 0) != 0);
            of_members.fold(0u128, |m, &p| m | 1 << lane_of(p)) & active
        };
        match op.op {
            WarpOp::Ballot => votes() as u64,
            WarpOp::Any => u64::from(votes() != 0),
            WarpOp::All => u64::from(votes() == active),
            WarpOp::ActiveMask => active as u64,
            WarpOp::Shfl | WarpOp::ShflUp | WarpOp::ShflDown | WarpOp::ShflXor => self.shuffled(block, env, pos),
            WarpOp::Reduce(how) => self.combined(block, env, pos, how, |_, _| true),
            WarpOp::ScanInclusive(how) => self.combined(block, env, pos, how, |other, own| other <= own),
            WarpOp::ScanExclusive(how) => self.combined(block, env, pos, how, |other, own| other < own),
        }
    }

    /// The lanes of a segment; `None` where the language gives the number no meaning.
    fn width(&self, block: &BlockState, pos: usize) -> Option<u32> {
        let width = self.op.width.map_or(block.lanes, |r| block.threads[pos].regs[r as usize] as u32);
        Some(width).filter(|width| width.is_power_of_two() && *width <= block.lanes)
    }

    fn shuffled(&self, block: &BlockState, env: &mut Env<'_>, pos: usize) -> u64 {
        let lane = block.threads[pos].linear % block.lanes;
        let amount = self.operand(block, pos, 1) as u32;
        let is_beyond = amount >= block.lanes && env.dialect == Dialect::Hip;
        let Some(width) = self.width(block, pos).filter(|_| !is_beyond) else {
            env.log.note(NoteKind::MissingLane, self.op.span);
            return self.operand(block, pos, 0);
        };
        // CUDA's devices take five bits of the lane, offset or mask (PTX ISA, `shfl.sync`).
        let amount = amount % block.lanes;
        let base = lane & !(width - 1);
        let source = match self.op.op {
            WarpOp::Shfl => base + (amount & (width - 1)),
            WarpOp::ShflUp => lane.checked_sub(amount).filter(|&s| s >= base).unwrap_or(lane),
            WarpOp::ShflDown => {
                let to = u64::from(lane) + u64::from(amount);
                if to < u64::from(base + width) {
                    to as u32
                } else {
                    lane
                }
            }
            _ => Some(lane ^ amount).filter(|&s| s < base + width).unwrap_or(lane),
        };
        match self.members.iter().find(|&&p| block.threads[p].linear % block.lanes == source) {
            Some(&from) => self.operand(block, from, 0),
            None => {
                env.log.note(NoteKind::MissingLane, self.op.span);
                self.operand(block, pos, 0)
            }
        }
    }

    /// The combination of the values of those lanes of the segment that count for the own one.
    fn combined(
        &self,
        block: &BlockState,
        env: &mut Env<'_>,
        pos: usize,
        how: Combination,
        counts: impl Fn(u32, u32) -> bool,
    ) -> u64 {
        let Some(width) = self.width(block, pos) else {
            env.log.note(NoteKind::MissingLane, self.op.span);
            return self.operand(block, pos, 0);
        };
        let own = block.threads[pos].linear;
        let of_segment = self.members.iter().filter(|&&p| {
            let other = block.threads[p].linear;
            other / width == own / width && counts(other, own)
        });
        let values = of_segment.map(|&p| self.operand(block, p, 0));
        let masked = env.dialect == Dialect::OpenCl;
        let mut overflow = None;
        let combined = values.reduce(|a, b| {
            let (value, raised) = ops::binary(how.op(), self.op.ty, a, b, masked);
            overflow = overflow.or(raised);
            value
        });
        if let Some(note) = overflow {
            env.log.note(note, self.op.span);
        }
        combined.unwrap_or_else(|| neutral(how, self.op.ty))
    }

    /// True if the result depends on which values are combined first: a sum or product of floats, unless it is one of
    /// integers that are so small that every order gives the same.
    pub fn depends_on_order(&self, block: &BlockState) -> bool {
        let (WarpOp::Reduce(how) | WarpOp::ScanInclusive(how) | WarpOp::ScanExclusive(how)) = self.op.op else {
            return false;
        };
        let ty = self.op.ty;
        let digits = match ty {
            Ty::F16 => 11,
            Ty::F32 => 24,
            _ => 53,
        };
        let numbers = || self.members.iter().map(|&p| to_f64(ty, self.operand(block, p, 0)));
        let sum: f64 = numbers().map(f64::abs).sum();
        let is_exact =
            how == Combination::Add && sum <= f64::from(2).powi(digits) && numbers().all(|x| x.fract() == 0.0);
        ty.is_float() && matches!(how.op(), BinOp::Add | BinOp::Mul) && !is_exact
    }
}

/// The value that changes no other one.
fn neutral(how: Combination, ty: Ty) -> u64 {
    let (bits, signed) = (ty.bits(), ty.signed());
    let ones = u64::MAX >> (64 - bits);
    match (how, ty.is_float()) {
        (Combination::Add | Combination::Or | Combination::Xor, _) => 0,
        (Combination::Mul, true) => from_f64(ty, 1.0),
        (Combination::Mul, false) => 1,
        (Combination::Min, true) => from_f64(ty, f64::INFINITY),
        (Combination::Max, true) => from_f64(ty, f64::NEG_INFINITY),
        // Cells hold signed numbers in 64 bits.
        (Combination::Min, false) if signed => ones >> 1,
        (Combination::Max, false) if signed => !(ones >> 1),
        (Combination::And, _) if signed => u64::MAX,
        (Combination::Min | Combination::And, _) => ones,
        (Combination::Max, false) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neutral_values_change_nothing() {
        let all = [
            Combination::Add,
            Combination::Mul,
            Combination::Min,
            Combination::Max,
            Combination::And,
            Combination::Or,
            Combination::Xor,
        ];
        let types = [Ty::Bool, Ty::I8, Ty::U8, Ty::I32, Ty::U32, Ty::I64, Ty::U64];
        for (how, ty) in all.into_iter().flat_map(|how| types.map(|ty| (how, ty))) {
            for cell in [0, 1, ops::wrap(ty, 5), ops::wrap(ty, u64::MAX), ops::wrap(ty, 1 << (ty.bits() - 1))] {
                assert_eq!(ops::binary(how.op(), ty, cell, neutral(how, ty), true).0, cell, "{how:?} of {ty:?}");
            }
        }
        for (how, ty) in all[..4].iter().flat_map(|how| [Ty::F16, Ty::F32, Ty::F64].map(|ty| (*how, ty))) {
            let cell = from_f64(ty, -2.5);
            assert_eq!(ops::binary(how.op(), ty, cell, neutral(how, ty), true).0, cell, "{how:?} of {ty:?}");
        }
    }
}
