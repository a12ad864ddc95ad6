//! Walks over blocks and instructions.

use crate::code::Op;
use crate::value::Reg;
use wp_base::Span;
use wp_kir::{any_stmt, AssertKind, Block, ExprId, StmtKind};

pub(super) fn collect_function_wide(block: &Block, found: &mut Vec<(ExprId, Span)>) {
    wp_kir::visit(block, &mut |stmt| {
        if let StmtKind::Assert { cond, kind: AssertKind::FunctionWide } = stmt.kind {
            found.push((cond, stmt.span));
        }
    });
}

pub(super) fn synchronises(block: &Block) -> bool {
    any_stmt(block, &|stmt| {
        matches!(stmt, StmtKind::Barrier { .. } | StmtKind::NamedBarrier(_) | StmtKind::Warp { .. })
    })
}

pub(super) fn for_each_reg(op: &mut Op, mut f: impl FnMut(&mut Reg)) {
    match op {
        Op::Mov { d, s } => [d, s].into_iter().for_each(f),
        Op::CMov { d, c, s } => [d, c, s].into_iter().for_each(f),
        Op::AddI32 { d, a, b }
        | Op::AddU32 { d, a, b }
        | Op::SubI32 { d, a, b }
        | Op::SubU32 { d, a, b }
        | Op::MulI32 { d, a, b }
        | Op::MulU32 { d, a, b }
        | Op::Add64 { d, a, b }
        | Op::Mul64 { d, a, b }
        | Op::LtS { d, a, b }
        | Op::LtU { d, a, b }
        | Op::LeS { d, a, b }
        | Op::LeU { d, a, b }
        | Op::Eq { d, a, b }
        | Op::Ne { d, a, b }
        | Op::And { d, a, b }
        | Op::Or { d, a, b }
        | Op::Xor { d, a, b }
        | Op::AddF32 { d, a, b }
        | Op::MulF32 { d, a, b }
        | Op::PtrDiff { d, a, b }
        | Op::Bin { d, a, b, .. } => [d, a, b].into_iter().for_each(f),
        Op::Un { d, a, .. } | Op::Wrap { d, a, .. } | Op::Cast { d, a, .. } => [d, a].into_iter().for_each(f),
        Op::PtrAdd { d, p, o } => [d, p, o].into_iter().for_each(f),
        Op::AssertPair { c, position, .. } => [c, position].into_iter().for_each(f),
        Op::PtrOffset { d, p }
        | Op::PtrBase { d, p }
        | Op::Load { d, p, .. }
        | Op::SpecLoad { d, p, .. }
        | Op::SpecAccess { d, p, .. } => [d, p].into_iter().for_each(f),
        Op::Store { p, v, .. } => [p, v].into_iter().for_each(f),
        Op::JumpUnlessLtS { a, b, .. } | Op::JumpUnlessLtU { a, b, .. } => [a, b].into_iter().for_each(f),
        Op::OtherThread { d, position, reg } => [d, position, reg].into_iter().for_each(f),
        Op::Call { d, .. }
        | Op::Increment { d }
        | Op::Havoc { d, .. }
        | Op::DeclareVar { d, .. }
        | Op::NextThread { d, .. } => f(d),
        Op::JumpIf { c, .. } | Op::JumpUnless { c, .. } | Op::Assert { c, .. } | Op::Assume { c, .. } => f(c),
        Op::Atomic { .. }
        | Op::Cases { .. }
        | Op::NextCase { .. }
        | Op::Jump { .. }
        | Op::Barrier { .. }
        | Op::Warp { .. }
        | Op::Return
        | Op::Fence { .. }
        | Op::Copy { .. }
        | Op::DeclareObject { .. }
        | Op::Unsupported { .. }
        | Op::Cover { .. }
        | Op::Watch { .. } => {}
    }
}
