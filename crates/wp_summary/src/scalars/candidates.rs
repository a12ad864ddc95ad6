//! Private arrays whose address goes into plain accesses and nowhere else.

use super::fold::{address, Known};
use super::visit;
use std::collections::BTreeSet;
use wp_kir::{BarrierScope, ExprId, ExprKind, Init, Kernel, ObjectId, Space, StmtKind};

/// Arrays of known size, not initialised, whose address is only the base of plain loads and stores.
pub(super) fn find(kernel: &Kernel) -> BTreeSet<ObjectId> {
    let private = kernel
        .objects
        .iter()
        .filter(|(_, o)| o.space == Space::Private && o.init == Init::Undefined && o.size.is_some_and(|size| size > 0));
    let mut found: BTreeSet<ObjectId> = private.map(|(id, _)| id).collect();
    if found.is_empty() {
        return found;
    }
    let mut accessed = BTreeSet::new();
    visit(&kernel.body, &mut |s| {
        for e in expressions(&s.kind) {
            remove_addresses(kernel, e, &mut found);
        }
        if let StmtKind::Load { ptr, volatile, .. } | StmtKind::Store { ptr, volatile, .. } = &s.kind {
            match address(kernel, *ptr, &Known::new()) {
                Some((object, _)) if !volatile => {
                    accessed.insert(object);
                    remove_from_offsets(kernel, *ptr, &mut found);
                }
                _ => remove_addresses(kernel, *ptr, &mut found),
            }
        }
    });
    found.retain(|object| accessed.contains(object));
    found
}

/// The expressions of a statement itself, without the addresses of plain accesses.
pub(super) fn expressions(kind: &StmtKind) -> Vec<ExprId> {
    match kind {
        StmtKind::Assign { value, .. } | StmtKind::Store { value, .. } => vec![*value],
        StmtKind::Atomic { ptr, operands, .. } => operands.iter().copied().chain([*ptr]).collect(),
        StmtKind::Barrier { scope, agree, invariants, .. } => {
            let claims = invariants.iter().flat_map(|i| i.instances.iter().flatten().copied().chain([i.cond]));
            let mask = match scope {
                BarrierScope::Warp { mask } => Some(*mask),
                BarrierScope::Block | BarrierScope::Grid => None,
            };
            agree.iter().copied().chain(claims).chain(mask).collect()
        }
        StmtKind::Warp { operands, mask, width, .. } => operands.iter().copied().chain(*mask).chain(*width).collect(),
        StmtKind::If { cond, .. }
        | StmtKind::Loop { cond, .. }
        | StmtKind::Assert { cond, .. }
        | StmtKind::Assume { cond, .. } => vec![*cond],
        StmtKind::Load { .. }
        | StmtKind::MemFence { .. }
        | StmtKind::Labelled { .. }
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Return
        | StmtKind::Havoc { .. }
        | StmtKind::Unsupported { .. } => Vec::new(),
    }
}

/// Removes the objects whose address occurs in an expression.
fn remove_addresses(kernel: &Kernel, e: ExprId, from: &mut BTreeSet<ObjectId>) {
    let kind = &kernel.exprs[e].kind;
    if let ExprKind::AddrOf(object) = kind {
        from.remove(object);
    }
    for child in kind.children() {
        remove_addresses(kernel, child, from);
    }
}

/// The same for what is added to the base of an address.
fn remove_from_offsets(kernel: &Kernel, ptr: ExprId, from: &mut BTreeSet<ObjectId>) {
    if let ExprKind::PtrAdd(p, offset) = kernel.exprs[ptr].kind {
        remove_addresses(kernel, offset, from);
        remove_from_offsets(kernel, p, from);
    }
}
