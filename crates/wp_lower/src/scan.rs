//! Syntactic facts about functions and expressions: variables whose address is taken, variables that are only read, and
//! expressions with effects.
//!
//! Over-approximate: in doubt, the address of a variable counts as taken and the variable counts as assigned.

use crate::nodes::{refused, Refused};
use rustc_hash::FxHashSet;
use wp_clang::{Node, NodeId};
use wp_decls::{address_operand, constant_of, strip, strip_casts, Decls};

/// Facts of one function.
#[derive(Default, Debug)]
pub(crate) struct FunctionFacts {
    /// Variables that need memory, because their address is taken.
    pub address_taken: FxHashSet<NodeId>,
    /// Variables with a use that is not a plain read.
    pub written: FxHashSet<NodeId>,
    /// Number of `return` statements.
    pub returns: usize,
    /// The first node whose kind the table in [`crate::nodes`] rejects or does not contain.
    pub refused: Option<Refused>,
}

/// Scans a function (or any tree).
pub(crate) fn scan(node: &Node, decls: &Decls<'_>) -> FunctionFacts {
    let mut facts = FunctionFacts { refused: refused(node), ..FunctionFacts::default() };
    visit(node, decls, &mut facts);
    facts
}

fn visit(node: &Node, decls: &Decls<'_>, facts: &mut FunctionFacts) {
    match &*node.kind {
        "UnaryOperator" if node.opcode.as_deref() == Some("&") => {
            if let Some(root) = node.inner.first().and_then(root_variable) {
                facts.address_taken.insert(root);
            }
        }
        "CallExpr" if stores_results(node, decls) => {
            // The pointers only name where results go; the lowering stores them there directly.
            for arg in node.inner.iter().skip(1) {
                match address_operand(arg) {
                    Some(operand) => visit(operand, decls, facts),
                    None => visit(arg, decls, facts),
                }
            }
            return;
        }
        "ReturnStmt" => facts.returns += 1,
        // It only names a part of the object.
        "BindingDecl" => return,
        "LambdaExpr" => {
            // `return` inside the lambda is not one of the function.
            let before = facts.returns;
            node.inner.iter().for_each(|c| visit(c, decls, facts));
            facts.returns = before;
            return;
        }
        "DeclRefExpr" => {
            if let Some(target) = &node.referenced {
                facts.written.insert(target.id);
            }
        }
        "ImplicitCastExpr"
        | "CStyleCastExpr"
        | "CXXReinterpretCastExpr"
        | "CXXStaticCastExpr"
        | "CXXConstCastExpr"
        | "CXXFunctionalCastExpr" => match node.cast_kind.as_deref() {
            Some("LValueToRValue") => {
                if let Some(inner) = node.inner.first() {
                    let inner = strip(inner);
                    if &*inner.kind == "DeclRefExpr" {
                        return; // a plain read
                    }
                }
            }
            Some("LValueBitCast" | "ArrayToPointerDecay") => {
                if let Some(root) = node.inner.first().and_then(root_variable) {
                    facts.address_taken.insert(root);
                }
            }
            _ => {}
        },
        _ => {}
    }
    node.inner.iter().for_each(|c| visit(c, decls, facts));
}

/// True for a default argument whose expression Clang's JSON leaves out.
pub(crate) fn is_omitted(arg: &Node) -> bool {
    &*arg.kind == "CXXDefaultArgExpr" && arg.inner.is_empty()
}

/// True if any node of a tree satisfies a test.
pub(crate) fn any_node(node: &Node, test: &dyn Fn(&Node) -> bool) -> bool {
    test(node) || node.inner.iter().any(|c| any_node(c, test))
}

/// True for a call of a function of the prelude that stores results through pointers.
fn stores_results(node: &Node, decls: &Decls<'_>) -> bool {
    let callee = node.inner.first().map(strip_casts).and_then(|f| f.referenced.as_ref());
    let name = callee.filter(|c| decls.is_builtin(c)).map(|c| &*c.name);
    matches!(
        name,
        Some(
            "sincos"
                | "sincosf"
                | "__sincosf"
                | "sincospi"
                | "sincospif"
                | "fract"
                | "modf"
                | "modff"
                | "frexp"
                | "frexpf"
                | "lgamma_r"
                | "remquo"
                | "remquof"
        )
    )
}

/// The operand that `__builtin_choose_expr` or `_Generic` selects, which alone is evaluated.
pub(crate) fn selected_operand<'u>(node: &'u Node, decls: &Decls<'_>) -> Option<&'u Node> {
    match (&*node.kind, node.inner.as_slice()) {
        ("ChooseExpr", [condition, yes, no]) => {
            constant_of(condition, decls).map(|value| if value != 0 { yes } else { no })
        }
        ("GenericSelectionExpr", [_, associations @ ..]) => {
            let selected = |a: &&Node| &*a.kind == "GenericAssociation" && a.flag("selected");
            associations.iter().find(selected).and_then(|a| a.inner.last())
        }
        _ => None,
    }
}

/// The variable that an lvalue is a part of, when no pointer is followed on the way.
pub(crate) fn root_variable(node: &Node) -> Option<NodeId> {
    let node = strip(node);
    match &*node.kind {
        "DeclRefExpr" => node.referenced.as_ref().map(|r| r.id),
        "MemberExpr" if !node.flag("isArrow") => root_variable(node.inner.first()?),
        "ExtVectorElementExpr" | "MaterializeTemporaryExpr" => root_variable(node.inner.first()?),
        "ArraySubscriptExpr" => root_variable(node.inner.first()?),
        "ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr" | "CXXReinterpretCastExpr"
            if matches!(
                node.cast_kind.as_deref(),
                Some("ArrayToPointerDecay" | "LValueBitCast" | "NoOp" | "DerivedToBase" | "UncheckedDerivedToBase")
            ) =>
        {
            root_variable(node.inner.first()?)
        }
        "ConditionalOperator" => None,
        _ => None,
    }
}

/// True if evaluating the node may assign a variable. `inlines` decides this for calls and constructions.
pub(crate) fn has_effects(node: &Node, inlines: &dyn Fn(&Node) -> bool) -> bool {
    let here = match &*node.kind {
        "BinaryOperator" => node.opcode.as_deref() == Some("="),
        "CompoundAssignOperator" | "CXXOperatorCallExpr" | "CXXMemberCallExpr" | "StmtExpr" => true,
        "CallExpr" | "CXXConstructExpr" | "CXXTemporaryObjectExpr" => inlines(node),
        "UnaryOperator" => matches!(node.opcode.as_deref(), Some("++" | "--")),
        _ => false,
    };
    here || node.inner.iter().any(|c| has_effects(c, inlines))
}

/// True if a store in a side of an assignment of C may follow the value of that side: no call and no sequence point
/// stands in between. `is_value` says that the side is the value that is stored: an assignment that is this value
/// stores the same.
pub(crate) fn has_unsequenced_store(side: &Node, is_value: bool) -> bool {
    let any = |parts: &[Node]| parts.iter().any(|c| has_unsequenced_store(c, false));
    match (&*side.kind, side.opcode.as_deref()) {
        ("UnaryOperator", Some("++" | "--")) | ("CompoundAssignOperator", _) => true,
        ("BinaryOperator", Some("=")) if is_value => match side.inner.as_slice() {
            [lhs, rhs] => has_unsequenced_store(lhs, false) || has_unsequenced_store(rhs, true),
            _ => true,
        },
        ("BinaryOperator", Some("=")) => true,
        ("BinaryOperator", Some("," | "&&" | "||")) | ("ConditionalOperator" | "BinaryConditionalOperator", _) => {
            any(side.inner.get(1..).unwrap_or_default())
        }
        ("CallExpr" | "StmtExpr", _) => false,
        ("ParenExpr" | "ImplicitCastExpr" | "CStyleCastExpr", _) => {
            side.inner.iter().any(|c| has_unsequenced_store(c, is_value))
        }
        _ => any(&side.inner),
    }
}
