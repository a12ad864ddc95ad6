//! How vectors (`std::vector`) and lists of values look in the tree.

use wp_clang::Node;

/// True if an expression or variable is a vector.
pub(super) fn is_vector(node: &Node) -> bool {
    node.type_str().trim_start_matches("const ").starts_with("std::vector<") && !node.type_str().ends_with(['&', '*'])
}

/// True if a member function leaves the number of elements as it is.
pub(super) fn keeps_length(name: &str) -> bool {
    let all = ["at", "back", "begin", "capacity", "cbegin", "cend", "data", "empty", "end", "front", "operator[]"];
    all.contains(&name) || matches!(name, "rbegin" | "rend" | "reserve" | "shrink_to_fit" | "size")
}

/// The values of an initialiser list.
pub(super) fn elements(node: &Node) -> Vec<&Node> {
    match &*node.kind {
        "InitListExpr" => node.inner.iter().collect(),
        "CXXStdInitializerListExpr" | "MaterializeTemporaryExpr" | "ImplicitCastExpr" | "ExprWithCleanups" => {
            node.inner.first().map(elements).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}
