//! Private arrays whose address is used in plain accesses only.

use std::collections::BTreeSet;
use wp_kir::{address, visit, ExprId, ExprKind, Init, Kernel, Known, ObjectId, Space, StmtKind};

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
        let plain = match &s.kind {
            StmtKind::Load { ptr, volatile: false, .. } | StmtKind::Store { ptr, volatile: false, .. } => {
                address(kernel, *ptr, &Known::new()).map(|(object, _)| (object, *ptr))
            }
            _ => None,
        };
        let Some((object, ptr)) = plain else {
            return s.kind.expressions().into_iter().for_each(|e| remove_addresses(kernel, e, &mut found));
        };
        accessed.insert(object);
        remove_from_offsets(kernel, ptr, &mut found);
        if let StmtKind::Store { value, .. } = s.kind {
            remove_addresses(kernel, value, &mut found);
        }
    });
    found.retain(|object| accessed.contains(object));
    found
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
