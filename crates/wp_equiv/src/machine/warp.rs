//! Shuffles among the lanes of a warp that execute them together.
//!
//! All lanes that the mask names, and that have not returned, must be active and unguarded; a lane that is read must be
//! among them. Else the execution stops.

use super::{stop, Machine, Scalar, Step};
use wp_base::{Id, Span};
use wp_kir::{ExprId, VarId, WarpOp};

impl Machine<'_> {
    pub(super) fn warp(
        &mut self,
        active: &[usize],
        result: Option<VarId>,
        op: WarpOp,
        operands: &[ExprId],
        (mask, width): (Option<ExprId>, Option<ExprId>),
        span: Span,
    ) -> Step<()> {
        let mut results = Vec::with_capacity(active.len());
        for &t in active {
            let own = self.threads[t].linear;
            let lanes: Vec<usize> =
                active.iter().copied().filter(|&o| self.threads[o].linear / 32 == own / 32).collect();
            let waiting = self.threads.iter().filter(|o| !o.exited && o.linear / 32 == own / 32).count();
            if lanes.len() != waiting || lanes.iter().any(|&o| self.threads[o].guard.is_some()) {
                return stop("a warp operation that not all lanes of the warp execute together", span);
            }
            if let Some(mask) = mask {
                let present = lanes.iter().fold(0u64, |bits, &o| bits | 1 << (self.threads[o].linear % 32));
                match self.eval(t, mask)? {
                    // Lanes beyond the block, or that have returned, may be named.
                    Scalar::Known(bits) if bits & present == present => {}
                    _ => return stop("a warp operation whose mask leaves out lanes", span),
                }
            }
            results.push((t, self.lane_result(t, &lanes, op, operands, width, span)?));
        }
        if let Some(var) = result {
            for (t, value) in results {
                self.threads[t].vars[var.index()] = value;
            }
        }
        Ok(())
    }

    fn lane_result(
        &mut self,
        t: usize,
        lanes: &[usize],
        op: WarpOp,
        operands: &[ExprId],
        width: Option<ExprId>,
        span: Span,
    ) -> Step<Scalar> {
        let shuffles = matches!(op, WarpOp::Shfl | WarpOp::ShflUp | WarpOp::ShflDown | WarpOp::ShflXor);
        let (&[first, second], true) = (operands, shuffles) else {
            return stop("votes, ballots and masks of active lanes are not modelled", span);
        };
        let Scalar::Known(by) = self.eval(t, second)? else {
            return stop("a shuffle whose lane depends on the contents of the inputs", span);
        };
        let width = match width {
            None => 32,
            Some(width) => match self.eval(t, width)? {
                Scalar::Known(width) if width.is_power_of_two() && width <= 32 => width,
                _ => return stop("a shuffle with a width that is no power of two up to 32", span),
            },
        };
        let own = u64::from(self.threads[t].linear % 32);
        let (segment, within) = (own / width * width, own % width);
        // Beyond the segment, up, down and xor give a lane its own value.
        let source = match op {
            WarpOp::Shfl => segment + by % width,
            WarpOp::ShflUp if by <= within => own - by,
            WarpOp::ShflDown if by < width - within => own + by,
            WarpOp::ShflXor if own ^ by < segment + width => own ^ by,
            _ => own,
        };
        match lanes.iter().find(|&&o| u64::from(self.threads[o].linear % 32) == source) {
            Some(&lane) => self.eval(lane, first),
            None => stop("a shuffle reads a lane that does not take part", span),
        }
    }
}
