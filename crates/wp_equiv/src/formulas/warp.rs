//! Shuffles among the lanes of a warp that execute them together.
//!
//! All lanes that the mask names, and that have not returned, must be active and unguarded; a lane that is read must be
//! among them. Else the execution stops.

use super::{stop, Formulas, Scalar, Step, Thread};
use wp_base::Id;
use wp_exec::lanes_meet;
use wp_kir::{lanes_named, Dialect, Stmt, StmtKind, WarpOp};

impl Formulas<'_> {
    pub(super) fn shuffle(&mut self, threads: &mut [Thread], active: &[usize], stmt: &Stmt) -> Step<()> {
        let StmtKind::Warp { result, mask, .. } = &stmt.kind else { return Ok(()) };
        let span = stmt.span;
        if !lanes_meet(threads, active, self.kernel.lanes) {
            return stop("a warp operation that not all lanes of the warp execute together", span);
        }
        let size = self.kernel.lanes as usize;
        let mut results = Vec::with_capacity(active.len());
        for &t in active {
            let warp = t / size * size;
            let lanes: Vec<usize> = (warp..threads.len().min(warp + size)).filter(|&o| !threads[o].ended).collect();
            if let Some(mask) = mask {
                let present = lanes.iter().fold(0u128, |bits, &o| bits | 1 << (o % size));
                match self.value(&mut threads[t], *mask)? {
                    // Lanes beyond the block, or that have returned, may be named.
                    Scalar::Known(bits) if lanes_named(bits) & present == present => {}
                    _ => return stop("a warp operation whose mask leaves out lanes", span),
                }
            }
            results.push((t, self.lane_result(threads, t, &lanes, stmt)?));
        }
        if let Some(var) = result {
            for (t, value) in results {
                threads[t].vars[var.index()] = value;
            }
        }
        Ok(())
    }

    fn lane_result(&mut self, threads: &mut [Thread], t: usize, lanes: &[usize], stmt: &Stmt) -> Step<Scalar> {
        let span = stmt.span;
        let (op, first, second, width) = match &stmt.kind {
            StmtKind::Warp {
                op: op @ (WarpOp::Shfl | WarpOp::ShflUp | WarpOp::ShflDown | WarpOp::ShflXor),
                operands,
                width,
                ..
            } if operands.len() == 2 => (*op, operands[0], operands[1], *width),
            _ => return stop("votes, ballots, combinations and masks of active lanes are not modelled", span),
        };
        let Scalar::Known(by) = self.value(&mut threads[t], second)? else {
            return stop("a shuffle whose lane depends on the contents of the inputs", span);
        };
        let size = u64::from(self.kernel.lanes);
        // CUDA's devices take five bits of the lane, offset or mask (PTX ISA, `shfl.sync`).
        if by >= size && self.kernel.dialect == Dialect::Hip {
            return stop("a shuffle by more than the lanes of a warp", span);
        }
        let by = by % size;
        let width = match width {
            None => size,
            Some(width) => match self.value(&mut threads[t], width)? {
                Scalar::Known(width) if width.is_power_of_two() && width <= size => width,
                _ => return stop("a shuffle with a width that is no power of two up to the lanes of a warp", span),
            },
        };
        let own = t as u64 % size;
        let (segment, within) = (own / width * width, own % width);
        // Beyond the segment, up, down and xor give a lane its own value.
        let source = match op {
            WarpOp::Shfl => segment + by % width,
            WarpOp::ShflUp if by <= within => own - by,
            WarpOp::ShflDown if by < width - within => own + by,
            WarpOp::ShflXor if own ^ by < segment + width => own ^ by,
            _ => own,
        };
        match lanes.iter().find(|&&lane| lane as u64 % size == source) {
            Some(&lane) => self.value(&mut threads[lane], first),
            None => stop("a shuffle reads a lane that does not take part", span),
        }
    }
}
