//! Questions about a single declaration, statement or expression of host code that its form answers, without the state
//! of the analysis.

use std::sync::Arc;
use wp_clang::{Node, NodeId};
use wp_decls::{is_function, is_launch, strip_casts, Decls};

/// True if a node of this kind, or one that is left out, has no effect beyond those of its parts.
pub(crate) fn is_plain(kind: &str) -> bool {
    matches!(
        kind,
        "" | "BreakStmt"
            | "CXXBoolLiteralExpr"
            | "CaseStmt"
            | "CharacterLiteral"
            | "CompoundStmt"
            | "ConditionalOperator"
            | "ConstantExpr"
            | "ContinueStmt"
            | "DeclStmt"
            | "DefaultStmt"
            | "DoStmt"
            | "FloatingLiteral"
            | "ForStmt"
            | "IfStmt"
            | "IntegerLiteral"
            | "NullStmt"
            | "ParenExpr"
            | "ReturnStmt"
            | "StringLiteral"
            | "SwitchStmt"
            | "UnaryExprOrTypeTraitExpr"
            | "WhileStmt"
    )
}

/// True if a call is of a library function, which the prelude declares.
pub(crate) fn is_library(decls: &Decls<'_>, call: &Node) -> bool {
    let target = call.inner.first().map(strip_casts).and_then(|c| c.referenced.as_ref());
    target.is_some_and(|t| is_function(&t.kind) && decls.is_builtin(t))
}

/// True if a definition of another file may replace the one of a function or variable.
pub(crate) fn may_be_replaced(declaration: &Node) -> bool {
    declaration.inner.iter().any(|c| matches!(&*c.kind, "WeakAttr" | "SelectAnyAttr"))
}

/// True if each execution of the declaration of a local variable makes a new one. The others, which are `static`,
/// `extern` or `thread_local`, keep their values from call to call; Clang gives them names for the linker.
pub(crate) fn is_automatic(variable: &Node) -> bool {
    !["storageClass", "tls", "mangledName"].iter().any(|key| variable.extra.contains_key(*key))
}

/// The name for the linker of a variable or function that other files can name too. A static member of a class has
/// external linkage, but no name here; users exclude members.
pub(crate) fn link_name(node: &Node) -> Option<Arc<str>> {
    let is_local = node.extra.get("storageClass").is_some_and(|class| &**class == "static");
    node.extra.get("mangledName").filter(|_| !is_local).cloned()
}

/// The name of a host function in reports.
pub(crate) fn function_name(node: &Node) -> Arc<str> {
    node.name.clone().unwrap_or_else(|| "a lambda".into())
}

/// True if code contains a launch outside of lambdas.
pub(crate) fn launches(node: &Node) -> bool {
    is_launch(node) || node.inner.iter().any(|c| &*c.kind != "LambdaExpr" && launches(c))
}

/// True if a tree has a call or a `new` expression. Constructors and destructors do not count.
pub(crate) fn calls(node: &Node) -> bool {
    node.kind.contains("Call") || &*node.kind == "CXXNewExpr" || node.inner.iter().any(calls)
}

/// True if a tree contains a `return`, also one in a lambda.
pub(crate) fn returns(node: &Node) -> bool {
    &*node.kind == "ReturnStmt" || node.inner.iter().any(returns)
}

/// True if an initialiser reads only literals, enumerators and variables, and calls nothing. A variable in it has the
/// value of the time of the initialisation.
pub(crate) fn calls_nothing(node: &Node) -> bool {
    let ok = match &*node.kind {
        "DeclRefExpr" => node.referenced.as_ref().is_some_and(|r| matches!(&*r.kind, "VarDecl" | "EnumConstantDecl")),
        kind => !kind.contains("Call") && !kind.contains("This") && kind != "CXXNewExpr",
    };
    ok && node.inner.iter().all(calls_nothing)
}

/// The operand of `&` in an argument, without conversions; the argument itself if there is no `&`. The launching functions
/// take a kernel as a pointer to nothing in particular.
pub(crate) fn function_operand(arg: &Node) -> &Node {
    let mut node = strip_casts(arg);
    while let ("CXXReinterpretCastExpr", Some(inner)) = (&*node.kind, node.inner.last()) {
        node = strip_casts(inner);
    }
    match (node.opcode.as_deref(), node.inner.first()) {
        (Some("&"), Some(inner)) if &*node.kind == "UnaryOperator" => strip_casts(inner),
        _ => node,
    }
}

/// True if a function of the runtime or the C library asks about kernels, prints their addresses, or sets what the
/// runtime keeps of them, and launches none.
pub(crate) fn asks_about_kernels(name: &str) -> bool {
    let start = ["cudaFuncGet", "cudaFuncSet", "cudaOccupancy"].iter().any(|s| name.starts_with(s));
    let prints = matches!(name, "printf" | "fprintf" | "sprintf" | "snprintf");
    start || prints
}

/// True if code mentions a variable.
pub(crate) fn mentions(node: &Node, variable: NodeId) -> bool {
    node.referenced.as_ref().is_some_and(|r| r.id == variable) || node.inner.iter().any(|c| mentions(c, variable))
}

/// True if a member has a default initialiser that is more than a number: it may change other members, or keep the
/// address of the object. Of a bit-field, the width is looked at instead: callers reject bit-fields
/// ([`crate::state::Flow::plain_record`]).
pub(crate) fn has_complex_default(field: &Node) -> bool {
    field.flag("hasInClassInitializer") && !default_initialiser(field).is_some_and(is_constant_expression)
}

/// The default initialiser of a member that is no bit-field.
pub(crate) fn default_initialiser(field: &Node) -> Option<&Node> {
    let init = field.inner.iter().find(|c| !c.kind.ends_with("Attr"));
    init.filter(|_| field.flag("hasInClassInitializer"))
}

/// True if an expression is a null pointer constant.
pub(crate) fn is_null(node: &Node) -> bool {
    let is_wrapped = matches!(&*node.kind, "ParenExpr" | "ImplicitCastExpr" | "CStyleCastExpr");
    node.cast_kind.as_deref() == Some("NullToPointer") || is_wrapped && node.inner.last().is_some_and(is_null)
}

/// True if an expression has a constant value and no effects: literals, enumerators, and operators on them.
pub(crate) fn is_constant_expression(node: &Node) -> bool {
    let ok = match &*node.kind {
        "IntegerLiteral" | "CharacterLiteral" | "CXXBoolLiteralExpr" | "FloatingLiteral" | "ConstantExpr" => true,
        "ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr" | "CXXFunctionalCastExpr" | "ParenExpr" => true,
        "InitListExpr" | "ImplicitValueInitExpr" | "CXXNullPtrLiteralExpr" | "UnaryExprOrTypeTraitExpr" => true,
        "UnaryOperator" => matches!(node.opcode.as_deref(), Some("-" | "+" | "~" | "!")),
        "BinaryOperator" => {
            !node.opcode.as_deref().is_some_and(|op| op.ends_with('=') && !["==", "!=", "<=", ">="].contains(&op))
        }
        "DeclRefExpr" => node.referenced.as_ref().is_some_and(|target| &*target.kind == "EnumConstantDecl"),
        _ => false,
    };
    ok && node.inner.iter().all(is_constant_expression)
}
