//! Code whose effects or flow its nodes do not show.

use std::sync::Arc;
use wp_clang::Node;

/// Statements after which flow is not followed.
pub(crate) fn is_unstructured(node: &Node) -> bool {
    let here = matches!(&*node.kind, "GotoStmt" | "IndirectGotoStmt" | "LabelStmt" | "GCCAsmStmt" | "MSAsmStmt");
    let leaves = node.kind.starts_with("Co") && node.kind.ends_with("returnStmt");
    here || leaves || has_hidden_effect(node) || node.inner.iter().any(is_unstructured)
}

/// True if executing a node has an effect that its children do not show: the extent of an array (`int a[n++]`), a
/// function that runs at the end of a variable's life, or a call by another name of a function.
pub(crate) fn has_hidden_effect(node: &Node) -> bool {
    let is_other = |desugared: &&Arc<str>| !node.ty.as_ref().is_some_and(|ty| Arc::ptr_eq(ty, desugared));
    let types = [node.ty.as_ref(), node.desugared.as_ref().filter(is_other), node.extra.get("argType")];
    let is_attribute = matches!(&*node.kind, "CleanupAttr" | "AliasAttr" | "IFuncAttr" | "WeakRefAttr");
    is_attribute || types.into_iter().flatten().any(|ty| computes_extent(ty))
}

/// True if some code of a tree has hidden effects.
pub(crate) fn hides_effects(node: &Node) -> bool {
    has_hidden_effect(node) || node.inner.iter().any(hides_effects)
}

/// True if the extent of an array in a type is computed by an assignment or a call. Types with constant extents are
/// written with numbers.
fn computes_extent(ty: &str) -> bool {
    // This is asked of every node, often of the same, and few types have an extent.
    if !ty.as_bytes().contains(&b'[') {
        return false;
    }
    let Some((_, behind)) = ty.split_once('[') else { return false };
    let mut extents = behind.split('[').filter_map(|rest| rest.split(']').next());
    extents.any(|extent| extent.contains('(')) || behind.contains("++") || behind.contains("--") || assigns(behind)
}

/// True if an expression has an assignment. A `=` of a comparison is none.
fn assigns(text: &str) -> bool {
    let text = text.replace("==", "");
    text.match_indices('=').any(|(at, _)| match text.as_bytes()[..at] {
        [.., b'!'] => false,
        [.., before, last @ (b'<' | b'>')] => before == last,
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_compute_no_extent() {
        for ty in ["int[N == 0 ? 1 : N]", "int[a <= b ? a : b]", "int[a != b ? 1 : 2]", "int[4]", "int"] {
            assert!(!computes_extent(ty), "{ty}");
        }
        for ty in [
            "int[n = 1]",
            "int[n += 1]",
            "int[n <<= 1]",
            "int[n >>= 1]",
            "int[4][n++]",
            "int[f(1)]",
            "int[a == (b)]",
            "int[a[i] = 2]",
        ] {
            assert!(computes_extent(ty), "{ty}");
        }
    }
}
