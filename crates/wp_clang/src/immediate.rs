//! Lambdas that host code calls where it writes them: `[&] { .. }();`, as dispatches on types do.
//!
//! Such a statement becomes the body of the lambda, so that host code is followed into it. Exact: a lambda without
//! parameters and results whose body does not return is executed at once, and its body names the variables around it,
//! whose values are those of its copies, which a lambda that is not `mutable` cannot change.

use crate::ast::{body, is_function, Node};

/// Replaces the calls in the functions of the host.
pub(crate) fn unfold(node: &mut Node) {
    if node.inner.iter().any(|a| matches!(&*a.kind, "CUDAGlobalAttr" | "CUDADeviceAttr")) {
        return;
    }
    let has_statements = matches!(&*node.kind, "CompoundStmt" | "IfStmt" | "CaseStmt" | "DefaultStmt");
    for child in &mut node.inner {
        unfold(child);
        let code = if has_statements { called_at_once(child) } else { None };
        if let Some(code) = code.cloned() {
            *child = code;
        }
    }
}

/// The body of the lambda that a statement calls, if nothing else happens in it.
fn called_at_once(statement: &Node) -> Option<&Node> {
    match (&*statement.kind, &statement.inner[..]) {
        ("ExprWithCleanups" | "ParenExpr", [inner]) => called_at_once(inner),
        ("CXXOperatorCallExpr", [_, object]) if statement.ty.as_deref() == Some("void") => {
            let lambda = below_conversions(object);
            let is_plain = &*lambda.kind == "LambdaExpr" && has_plain_call(lambda);
            lambda.inner.last().filter(|code| is_plain && &*code.kind == "CompoundStmt" && !returns(code))
        }
        _ => None,
    }
}

fn below_conversions(node: &Node) -> &Node {
    match (&*node.kind, &node.inner[..]) {
        ("ImplicitCastExpr" | "ParenExpr" | "MaterializeTemporaryExpr" | "CXXBindTemporaryExpr", [inner]) => {
            below_conversions(inner)
        }
        _ => node,
    }
}

/// True if the lambda has one function, without parameters, that leaves its copies as they are, and captures variables.
fn has_plain_call(lambda: &Node) -> bool {
    let Some((class, rest)) = lambda.inner.split_first() else { return false };
    let captures = rest.iter().take(rest.len().saturating_sub(1));
    let is_call = |f: &&Node| is_function(&f.kind) && f.name.as_deref() == Some("operator()") && body(f).is_some();
    let is_const = |f: &Node| f.ty.as_deref().is_some_and(|ty| ty.contains("() const"));
    class.inner.iter().find(is_call).is_some_and(is_const) && captures.into_iter().all(is_variable)
}

/// True if a capture is a variable, or a copy of one.
fn is_variable(capture: &Node) -> bool {
    match (&*capture.kind, &capture.inner[..]) {
        ("DeclRefExpr" | "CXXThisExpr", _) => true,
        (_, [inner]) => is_variable(inner),
        _ => false,
    }
}

/// True if code returns, other than in lambdas.
fn returns(node: &Node) -> bool {
    &*node.kind == "ReturnStmt" || &*node.kind != "LambdaExpr" && node.inner.iter().any(returns)
}
