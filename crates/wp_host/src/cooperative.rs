//! Barriers of the grid in launches that are not cooperative: the blocks cannot wait for each other there ("CUDA C++
//! Programming Guide", Cooperative Groups, "Grid Synchronization").

use wp_base::Span;
use wp_kir::{AssertKind, BarrierScope, Block, ExprId, ExprKind, Kernel, Stmt, StmtKind, Type};

/// Puts an assertion that fails in front of each barrier of the grid.
pub fn forbid_grid_barriers(kernel: &mut Kernel) {
    let no = kernel.expr(ExprKind::Int(0), Type::Bool, Span::NONE);
    let mut body = std::mem::take(&mut kernel.body);
    forbid_in(&mut body, no);
    kernel.body = body;
}

fn forbid_in(block: &mut Block, no: ExprId) {
    for statement in std::mem::take(block) {
        let Stmt { mut kind, span } = statement;
        if matches!(kind, StmtKind::Barrier { scope: BarrierScope::Grid, .. }) {
            block.push(Stmt { kind: StmtKind::Assert { cond: no, kind: AssertKind::Cooperative }, span });
        }
        kind.blocks_mut().into_iter().for_each(|inner| forbid_in(inner, no));
        block.push(Stmt { kind, span });
    }
}
