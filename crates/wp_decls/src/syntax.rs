//! Parts of nodes of the tree: bodies and parameters of functions, callees, expressions below parentheses and casts.

use wp_clang::Node;
pub use wp_clang::{body, is_function};

/// The parameters of a function declaration.
pub fn params(node: &Node) -> Vec<&Node> {
    node.inner.iter().filter(|c| &*c.kind == "ParmVarDecl").collect()
}

/// True if a function is compiled for the device.
pub fn is_of_device(function: &Node) -> bool {
    function.inner.iter().any(|a| matches!(&*a.kind, "CUDAGlobalAttr" | "CUDADeviceAttr"))
}

/// True if a function has external linkage. Instances of templates count as functions without it.
pub fn has_linkage(name: &str, node: &Node) -> bool {
    let is_static = node.extra.get("storageClass").is_some_and(|class| &**class == "static");
    !is_static && !name.contains("(anonymous") && !name.contains('<')
}

/// The name of the function that a call calls.
pub fn callee_name(node: &Node) -> &str {
    let callee = node.inner.first().map(strip_casts);
    let target = callee.and_then(|c| c.referenced.as_ref().map(|r| &*r.name).or(c.name.as_deref()));
    target.unwrap_or("")
}

/// For the expression `&x`, possibly in parentheses or other wrappers (see [`strip`]): `x`.
pub fn address_operand(node: &Node) -> Option<&Node> {
    let node = strip(node);
    (&*node.kind == "UnaryOperator" && node.opcode.as_deref() == Some("&")).then(|| node.inner.first()).flatten()
}

/// The expression below parentheses and other wrappers that keep its value. A temporary with a destructor is not such a
/// wrapper.
pub fn strip(node: &Node) -> &Node {
    let mut node = node;
    loop {
        let through = match &*node.kind {
            "ParenExpr" | "ExprWithCleanups" | "ConstantExpr" | "SubstNonTypeTemplateParmExpr" | "FullExpr" => true,
            "ImplicitCastExpr" => node.cast_kind.as_deref() == Some("NoOp"),
            _ => false,
        };
        match node.inner.last() {
            Some(inner) if through => node = inner,
            _ => return node,
        }
    }
}

/// The expression below parentheses, implicit casts, C-style casts and `static_cast`.
pub fn strip_casts(node: &Node) -> &Node {
    let mut node = strip(node);
    while &*node.kind == "ImplicitCastExpr" || &*node.kind == "CStyleCastExpr" || &*node.kind == "CXXStaticCastExpr" {
        match node.inner.last() {
            Some(inner) => node = strip(inner),
            None => return node,
        }
    }
    node
}

/// True if two expressions are the same except for their positions.
pub fn same_expression(a: &Node, b: &Node) -> bool {
    let target = |n: &Node| n.referenced.as_ref().map(|r| r.id);
    a.kind == b.kind
        && !matches!(&*a.kind, "LambdaExpr" | "StmtExpr")
        && (&a.opcode, &a.value, &a.name, &a.ty) == (&b.opcode, &b.value, &b.name, &b.ty)
        && target(a) == target(b)
        && a.inner.len() == b.inner.len()
        && a.inner.iter().zip(&b.inner).all(|(x, y)| same_expression(x, y))
}
