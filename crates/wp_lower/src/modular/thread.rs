//! The single thread in which a function with a contract is checked.

use crate::builder::{Blocks, Builder};
use std::collections::BTreeMap;
use wp_base::Span;
use wp_kir::device::{MAX_BLOCK, MAX_BLOCK_THREADS, MAX_GRID};
use wp_kir::{AssumeKind, Axis, BinOp, ExprId, ExprKind, Param, Special, StmtKind, Type, VarId};

/// The thread, with the variables that replace the built-in values (`threadIdx.x`, ...).
struct SingleThread<'a, 'u> {
    ir: &'a mut Builder<'u>,
    vars: BTreeMap<Special, VarId>,
}

impl<'u> Blocks<'u> for SingleThread<'_, 'u> {
    fn builder(&mut self) -> &mut Builder<'u> {
        self.ir
    }
}

/// Makes the kernel one of a single thread: built-in values become parameters, and the bounds that hold for them in
/// every launch become assumptions.
pub(super) fn make_single_thread(ir: &mut Builder<'_>) {
    let span = ir.kernel().span;
    let specials: Vec<Special> = ir
        .kernel()
        .exprs
        .values()
        .filter_map(|e| match e.kind {
            // The offset is the same for all threads of all launches that are checked.
            ExprKind::Special(Special::GlobalOffset(_)) => None,
            ExprKind::Special(special) => Some(special),
            _ => None,
        })
        .collect();
    if specials.is_empty() {
        return;
    }
    let first = ir.kernel().exprs.len();
    let mut thread = SingleThread { ir, vars: BTreeMap::new() };
    let facts = thread.in_block(|s| s.launch_of_thread(&specials, span)).1;
    let SingleThread { ir, vars } = thread;
    let replaced: Vec<(ExprId, ExprKind)> = ir
        .kernel()
        .exprs
        .iter()
        .take(first)
        .filter_map(|(id, e)| match e.kind {
            ExprKind::Special(special) => Some((id, ExprKind::Var(*vars.get(&special)?))),
            _ => None,
        })
        .collect();
    for (id, kind) in replaced {
        ir.replace(id, kind);
    }
    ir.prepend(facts);
}

impl SingleThread<'_, '_> {
    /// The variable that replaces a built-in value.
    fn thread_value(&self, special: Special) -> Option<wp_kir::VarId> {
        self.vars.get(&special).copied()
    }

    /// Declares the parameters that replace built-in values, and assumes their bounds.
    fn launch_of_thread(&mut self, specials: &[Special], span: Span) {
        let lane = specials.contains(&Special::LaneId);
        let mut bounds = Vec::new();
        for axis in Axis::ALL {
            let pairs = [
                (Special::ThreadIdx(axis), Special::BlockDim(axis)),
                (Special::BlockIdx(axis), Special::GridDim(axis)),
            ];
            for (index, extent) in pairs {
                let block = matches!(index, Special::ThreadIdx(_));
                if lane && block || specials.contains(&index) || specials.contains(&extent) {
                    let (i, n) = (self.thread_parameter(index, span), self.thread_parameter(extent, span));
                    let below = self.ir.bin(BinOp::Lt, i, n, span);
                    bounds.push(below);
                    let of_device = if block { MAX_BLOCK } else { MAX_GRID };
                    let most = self.ir.int(i128::from(of_device[axis.index()]), Type::U32, span);
                    let small = self.ir.bin(BinOp::Le, n, most, span);
                    bounds.push(small);
                }
            }
        }
        let extents: Vec<_> = Axis::ALL.into_iter().filter_map(|a| self.thread_value(Special::BlockDim(a))).collect();
        if extents.len() > 1 {
            let mut threads = self.ir.int(1, Type::U32, span);
            for var in extents {
                let extent = self.ir.read(var, span);
                threads = self.ir.bin(BinOp::Mul, threads, extent, span);
            }
            let most = self.ir.int(i128::from(MAX_BLOCK_THREADS), Type::U32, span);
            let small = self.ir.bin(BinOp::Le, threads, most, span);
            bounds.push(small);
        }
        bounds.extend(Axis::ALL.into_iter().filter_map(|axis| self.index_fits(axis, span)));
        for cond in bounds {
            self.ir.emit(StmtKind::Assume { cond, kind: AssumeKind::Requires }, span);
        }
        if lane {
            self.lane_of_thread(span);
        }
    }

    /// The condition that the index of a thread along an axis of the grid is below 2^31 (`launch-size`).
    fn index_fits(&mut self, axis: Axis, span: Span) -> Option<ExprId> {
        let specials = [Special::BlockIdx(axis), Special::BlockDim(axis), Special::ThreadIdx(axis)];
        let [block, extent, thread] = specials.map(|s| self.thread_value(s));
        let [block, extent, thread] = [block?, extent?, thread?].map(|var| {
            let value = self.ir.read(var, span);
            self.ir.convert(value, Type::I64, span)
        });
        let first = self.ir.bin(BinOp::Mul, block, extent, span);
        let index = self.ir.bin(BinOp::Add, first, thread, span);
        let most = self.ir.int(i128::from(i32::MAX), Type::I64, span);
        Some(self.ir.bin(BinOp::Le, index, most, span))
    }

    /// Computes the lane of the thread from its indices.
    fn lane_of_thread(&mut self, span: Span) {
        let mut of_thread = Axis::ALL.into_iter().flat_map(|axis| [Special::ThreadIdx(axis), Special::BlockDim(axis)]);
        if of_thread.any(|special| self.thread_value(special).is_none()) {
            return;
        }
        let lanes = self.ir.lanes();
        let vars = &self.vars;
        let linear =
            self.ir.linear(Special::ThreadIdx, Special::BlockDim, span, |s, special| s.read(vars[&special], span));
        let warp = self.ir.int(i128::from(lanes), Type::U32, span);
        let value = self.ir.bin(BinOp::Rem, linear, warp, span);
        let var = self.ir.var(&name_of(Special::LaneId), Type::U32, span);
        self.vars.insert(Special::LaneId, var);
        self.ir.emit(StmtKind::Assign { var, value }, span);
    }

    /// Declares a parameter that replaces a built-in value.
    fn thread_parameter(&mut self, special: Special, span: Span) -> ExprId {
        let name = name_of(special);
        let var = self.ir.var(&name, Type::U32, span);
        self.vars.insert(special, var);
        self.ir.add_param(Param { name: name.into(), ty: Type::U32, var, object: None, span });
        self.ir.read(var, span)
    }
}

fn name_of(special: Special) -> String {
    match special {
        Special::ThreadIdx(a) => format!("threadIdx.{}", a.letter()),
        Special::BlockIdx(a) => format!("blockIdx.{}", a.letter()),
        Special::BlockDim(a) => format!("blockDim.{}", a.letter()),
        Special::GridDim(a) => format!("gridDim.{}", a.letter()),
        Special::GlobalOffset(a) => format!("global offset {}", a.letter()),
        Special::LaneId => "lane".to_owned(),
    }
}
