//! What a name is bound to: the value of its only assignment in the scope that it belongs to.
//!
//! Whatever else may bind the name in that scope, or change it from another one, is a reason not to know it.

use crate::tree::{Index, Tree};

/// How an occurrence of a name stands in its scope.
#[derive(PartialEq)]
enum Occurrence {
    /// The name is assigned this expression.
    Assigned(Index),
    /// The name is read.
    Read,
    /// The identifier is no variable.
    Other,
    /// The name is bound in another way.
    Bound,
}

/// The value of a name.
pub(crate) struct Binding {
    /// The expression that it is assigned.
    pub value: Index,
    /// The places that read it, in its scope and in those inside.
    pub reads: Vec<Index>,
}

/// Nodes that have scopes of their own. Names that comprehensions bind count for the scope around them, which at worst
/// makes a name unknown.
fn is_scope(kind: &str) -> bool {
    matches!(kind, "module" | "function_definition" | "lambda" | "class_definition")
}

/// The expression that a name stands for, or why that is not known.
pub(crate) fn binding(tree: &Tree, name: Index) -> Result<Binding, String> {
    let text = tree.text(name);
    let is_name = |node: &Index| tree.kind(*node) == "identifier" && tree.text(*node) == text;
    let shared = |node: Index| matches!(tree.kind(node), "global_statement" | "nonlocal_statement");
    if tree.all().filter(|&node| shared(node)).any(|node| tree.children(node).any(|child| is_name(&child))) {
        return Err(format!("`{text}` is shared between functions"));
    }
    let mut inner = name;
    let mut is_in_function = false;
    for scope in tree.above(name).filter(|&node| is_scope(tree.kind(node))) {
        let kind = tree.kind(scope);
        // A default value and a decorator belong to the scope around, as the names in a class do for its functions.
        let is_in_body = kind == "module" || tree.child(scope, "body").is_some_and(|b| tree.within(b).contains(&inner));
        let is_hidden = kind == "class_definition" && is_in_function;
        inner = scope;
        if !is_in_body || is_hidden {
            continue;
        }
        is_in_function |= matches!(kind, "function_definition" | "lambda");
        let parameters = tree.child(scope, "parameters").map_or(0..0, |node| tree.within(node));
        if parameters.filter(is_name).any(|node| !matches!(tree.field(node), Some("value" | "type"))) {
            return Err(format!("`{text}` is a parameter"));
        }
        let mut assigned = Vec::new();
        let (mut reads, mut is_bound) = (Vec::new(), false);
        for node in tree.within(scope).filter(is_name).filter(|&node| home(tree, node) == Some(scope)) {
            match occurrence(tree, node) {
                Occurrence::Assigned(value) => assigned.push(value),
                Occurrence::Read => reads.push(node),
                Occurrence::Other => {}
                Occurrence::Bound => is_bound = true,
            }
        }
        match assigned[..] {
            [] if !is_bound => {}
            [value] if !is_bound => {
                let elsewhere = tree.within(scope).filter(is_name).filter(|&node| home(tree, node) != Some(scope));
                reads.extend(elsewhere);
                return Ok(Binding { value, reads });
            }
            [] => return Err(format!("`{text}` is not assigned a literal")),
            _ => return Err(format!("`{text}` may have several values")),
        }
    }
    Err(format!("`{text}` is not assigned in this file"))
}

/// The scope that an identifier stands in: that of a function for what stands in its body.
fn home(tree: &Tree, node: Index) -> Option<Index> {
    let mut inner = node;
    for scope in tree.above(node).filter(|&node| is_scope(tree.kind(node))) {
        let kind = tree.kind(scope);
        if kind == "module" || tree.child(scope, "body").is_some_and(|body| tree.within(body).contains(&inner)) {
            return Some(scope);
        }
        inner = scope;
    }
    None
}

fn occurrence(tree: &Tree, node: Index) -> Occurrence {
    let Some(parent) = tree.parent(node) else { return Occurrence::Bound };
    match (tree.kind(parent), tree.field(node)) {
        ("assignment", Some("left")) => tree.child(parent, "right").map_or(Occurrence::Bound, Occurrence::Assigned),
        ("keyword_argument", Some("name")) | ("attribute", Some("attribute")) => Occurrence::Other,
        // A type says nothing of the value.
        ("type", _) => Occurrence::Other,
        ("assignment" | "augmented_assignment", Some("right")) => Occurrence::Read,
        ("for_statement" | "for_in_clause", Some("right")) => Occurrence::Read,
        ("named_expression" | "keyword_argument" | "default_parameter" | "typed_default_parameter", Some("value")) => {
            Occurrence::Read
        }
        ("attribute", Some("object")) | ("call", Some("function")) | ("subscript", Some("value" | "subscript")) => {
            Occurrence::Read
        }
        ("if_statement" | "elif_clause" | "while_statement", Some("condition")) => Occurrence::Read,
        ("lambda", Some("body")) => Occurrence::Read,
        (
            "argument_list"
            | "list"
            | "tuple"
            | "set"
            | "pair"
            | "parenthesized_expression"
            | "expression_statement"
            | "return_statement"
            | "binary_operator"
            | "boolean_operator"
            | "comparison_operator"
            | "not_operator"
            | "unary_operator"
            | "conditional_expression"
            | "interpolation"
            | "expression_list"
            | "assert_statement"
            | "raise_statement"
            | "yield"
            | "await"
            | "slice"
            | "decorator"
            | "list_splat"
            | "dictionary_splat"
            | "print_statement",
            _,
        ) => Occurrence::Read,
        _ => Occurrence::Bound,
    }
}
