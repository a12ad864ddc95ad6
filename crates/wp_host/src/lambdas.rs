//! Lambdas of host code: what their bodies name of the functions around them, and which of them only code of the file
//! calls.
//!
//! A lambda is *confined* if its objects are only called, given to functions of the file, and kept in local variables
//! of which the same holds, as lambdas or as objects of `std::function`. Then the tree has every call of it, in a file
//! without errors. Over-approximate: an expression of any other form that has a lambda as its value, or names a
//! variable that holds one, hands it to code that is not seen. Lambdas are told apart by the places that Clang prints
//! as their types; those of one place in several instances of a template count as one.

use crate::forms::{is_automatic, is_library, may_be_replaced};
use crate::uses::{is_copy, is_dim3, strip_materialized, variable, Use};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use wp_clang::{ClangMessage, Node, NodeId};
use wp_decls::{body, callee_name, is_function, params, strip_casts, Decls};

/// A lambda.
#[derive(Default)]
pub(crate) struct Lambda {
    /// Its call operators; of a generic lambda the instances.
    pub operators: Vec<NodeId>,
    /// The variables of which its objects hold copies, under the names of the variables.
    pub copied: BTreeSet<NodeId>,
    /// The variables that the call operators name and that are not copied.
    pub named: BTreeSet<NodeId>,
    /// True if the tree has every call of the lambda.
    pub is_confined: bool,
    is_generic: bool,
    /// The captured variables that the lambda changes only if its body assigns them.
    plain: FxHashSet<NodeId>,
    /// Those of them that hold numbers, and no addresses.
    numbers: FxHashSet<NodeId>,
    /// The variables that its call operators declare.
    own: FxHashSet<NodeId>,
}

/// The lambdas of a file by their expressions.
#[derive(Default)]
pub(crate) struct Lambdas {
    of: FxHashMap<NodeId, Lambda>,
    /// The expressions of the call operators.
    by_operator: FxHashMap<NodeId, NodeId>,
}

impl Lambdas {
    /// The lambdas of the host code of a file.
    pub fn of(decls: &Decls<'_>) -> Self {
        let mut found = Self::default();
        found.collect(decls, &decls.unit.root);
        let mut flow = Objects { decls, open: BTreeSet::new(), converted: BTreeSet::new(), functions_open: false };
        let has_all_code = !decls.unit.messages.iter().any(ClangMessage::drops_code);
        if has_all_code {
            flow.node(&decls.unit.root, false);
        }
        if flow.functions_open {
            flow.open.append(&mut flow.converted);
        }
        let mut todo = vec![&decls.unit.root];
        while let Some(node) = todo.pop() {
            if let Some(lambda) = found.of.get_mut(&node.id).filter(|_| &*node.kind == "LambdaExpr") {
                // The tree does not show which instance an object of `std::function` calls.
                let is_shown = !lambda.is_generic || !flow.converted.contains(node.type_str());
                lambda.is_confined = has_all_code && is_shown && !flow.open.contains(node.type_str());
            }
            todo.extend(&node.inner);
        }
        found
    }

    fn collect(&mut self, decls: &Decls<'_>, node: &Node) {
        if &*node.kind == "LambdaExpr" && !self.of.contains_key(&node.id) {
            let lambda = Lambda::read(decls, node);
            self.by_operator.extend(lambda.operators.iter().map(|operator| (*operator, node.id)));
            self.of.insert(node.id, lambda);
        }
        node.inner.iter().for_each(|c| self.collect(decls, c));
    }

    /// The lambda of an expression.
    pub fn get(&self, expression: NodeId) -> Option<&Lambda> {
        self.of.get(&expression)
    }

    /// The expression of the lambda with this call operator.
    pub fn expression_of(&self, operator: NodeId) -> Option<NodeId> {
        self.by_operator.get(&operator).copied()
    }

    /// The effect that a mention in a lambda has on a variable, where the lambda may be called at any time. A lambda
    /// that only takes the value of a captured variable does not change it, and gives the value to nothing that the
    /// analysis does not see.
    pub fn effect(&self, expression: NodeId, v: NodeId, used: Use) -> Use {
        let Some(lambda) = self.of.get(&expression) else { return Use::Escape };
        let harmless = if lambda.is_confined { &lambda.plain } else { &lambda.numbers };
        let is_kept = lambda.own.contains(&v) || used == Use::Read && harmless.contains(&v);
        if is_kept {
            used
        } else {
            Use::Escape
        }
    }

    /// True if a capture of a lambda is a variable or a copy of one, and gives it no other name by which it may change.
    pub fn is_plain(&self, expression: NodeId, capture: &Node) -> bool {
        let lambda = self.of.get(&expression);
        captured(capture).is_some_and(|(v, _)| lambda.is_some_and(|lambda| lambda.plain.contains(&v)))
    }

    /// True if objects of confined lambdas may hold addresses.
    pub fn hold_addresses(&self) -> bool {
        self.of.values().any(|lambda| lambda.is_confined && lambda.plain.len() > lambda.numbers.len())
    }
}

impl Lambda {
    fn read(decls: &Decls<'_>, expression: &Node) -> Self {
        let operators = operators(expression);
        let mut named = BTreeSet::new();
        operators.iter().for_each(|operator| note_named(operator, &mut named));
        let mut by_variable: FxHashMap<NodeId, Vec<(bool, &Node)>> = FxHashMap::default();
        for capture in captures(expression) {
            match captured(capture) {
                Some((v, is_copy)) => by_variable.entry(v).or_default().push((is_copy, capture)),
                None => {
                    let mut others = BTreeSet::new();
                    note_named(capture, &mut others);
                    others.into_iter().for_each(|v| by_variable.entry(v).or_default().push((false, capture)));
                }
            }
        }
        let mut lambda = Self {
            operators: operators.iter().map(|operator| operator.id).collect(),
            is_generic: operators.iter().any(|operator| is_instance(operator)),
            ..Self::default()
        };
        operators.iter().for_each(|operator| note_declared(operator, &mut lambda.own));
        for (v, captures) in by_variable {
            let is_own = decls.node(v).is_some_and(is_automatic);
            let is_copied = captures.iter().all(|(is_copy, _)| *is_copy);
            // `[&r = v]` gives the variable another name.
            let is_referred = captures.len() == 1 && named.contains(&v) && captured(captures[0].1).is_some();
            if !is_own || !(is_copied || is_referred) {
                continue;
            }
            lambda.plain.insert(v);
            if captures.iter().all(|(_, capture)| is_number(decls, capture)) {
                lambda.numbers.insert(v);
            }
            if is_copied {
                lambda.copied.insert(v);
            }
        }
        lambda.named = named.difference(&lambda.copied).copied().collect();
        lambda
    }
}

/// The call operators of a lambda; of a generic lambda the instances.
pub(crate) fn operators(lambda: &Node) -> Vec<&Node> {
    let is_operator = |n: &&Node| n.name.as_deref() == Some("operator()") && body(n).is_some() && is_function(&n.kind);
    let class = lambda.inner.iter().find(|c| &*c.kind == "CXXRecordDecl");
    let mut found = Vec::new();
    for member in class.iter().flat_map(|class| &class.inner) {
        match &*member.kind {
            "FunctionTemplateDecl" => found.extend(member.inner.iter().filter(is_operator).filter(|f| is_instance(f))),
            _ => found.extend(Some(member).filter(is_operator)),
        }
    }
    found
}

/// The expressions by which a lambda captures variables: they stand between its class and its body.
pub(crate) fn captures(lambda: &Node) -> impl Iterator<Item = &Node> {
    lambda.inner.iter().filter(|c| !matches!(&*c.kind, "CXXRecordDecl" | "CompoundStmt"))
}

/// The variable that a capture is or copies, and whether it is copied. Of `[x = v]` it is `v`, too: what the body names
/// `x` is another variable.
fn captured(capture: &Node) -> Option<(NodeId, bool)> {
    let whole = |n: &Node| variable(n).filter(|_| &*strip_casts(n).kind == "DeclRefExpr");
    match (&*capture.kind, &capture.inner[..]) {
        ("DeclRefExpr", _) => Some((whole(capture)?, false)),
        ("ImplicitCastExpr", [inner]) if capture.cast_kind.as_deref() == Some("LValueToRValue") => {
            Some((whole(inner)?, true))
        }
        ("CXXConstructExpr", [inner]) if is_copy(capture) => Some((whole(strip_materialized(inner))?, true)),
        _ => None,
    }
}

fn is_number(decls: &Decls<'_>, capture: &Node) -> bool {
    let scalar = decls.qtype(capture.type_str()).ty.scalar();
    is_dim3(capture) || scalar.is_some_and(|ty| ty != wp_kir::Type::Ptr)
}

fn note_named(node: &Node, named: &mut BTreeSet<NodeId>) {
    let target = node.referenced.as_ref().filter(|t| matches!(&*t.kind, "VarDecl" | "ParmVarDecl"));
    named.extend(target.map(|target| target.id));
    node.inner.iter().for_each(|c| note_named(c, named));
}

fn note_declared(node: &Node, declared: &mut FxHashSet<NodeId>) {
    if matches!(&*node.kind, "VarDecl" | "ParmVarDecl" | "BindingDecl") {
        declared.insert(node.id);
    }
    node.inner.iter().for_each(|c| note_declared(c, declared));
}

fn is_instance(node: &Node) -> bool {
    node.inner.iter().any(|c| &*c.kind == "TemplateArgument")
}

/// True if a type, without references, is that of a lambda or of `std::function`.
fn is_callable_type(ty: &str) -> bool {
    is_lambda_type(ty) || is_function_type(ty)
}

fn without_reference(ty: &str) -> &str {
    ty.trim_end_matches(['&', ' ']).trim_start_matches("const ")
}

fn is_lambda_type(ty: &str) -> bool {
    without_reference(ty).strip_prefix("(lambda at ").is_some_and(|place| place.ends_with(')'))
}

fn is_function_type(ty: &str) -> bool {
    without_reference(ty).starts_with("std::function<") && without_reference(ty).ends_with('>')
}

/// True if an expression or variable is a lambda, or a reference to one.
pub(crate) fn is_lambda(node: &Node) -> bool {
    is_lambda_type(node.type_str())
}

/// True if an expression or variable is a lambda or an object of `std::function`, or a reference to one.
pub(crate) fn is_callable(node: &Node) -> bool {
    is_callable_type(node.type_str())
}

/// True if an expression constructs an object of `std::function` from one other object.
pub(crate) fn makes_function(node: &Node) -> bool {
    &*node.kind == "CXXConstructExpr" && node.inner.len() == 1 && is_function_type(node.type_str())
}

/// The object of a call of a lambda or of an object of `std::function`.
pub(crate) fn called_object(call: &Node) -> Option<&Node> {
    let object = call.inner.get(1).filter(|_| &*call.kind == "CXXOperatorCallExpr")?;
    (callee_name(call) == "operator()" && is_callable(object)).then_some(object)
}

/// Where the objects of lambdas go.
struct Objects<'a, 'u> {
    decls: &'a Decls<'u>,
    /// The types of lambdas that code which is not seen may call.
    open: BTreeSet<String>,
    /// The types of lambdas of which objects of `std::function` are made.
    converted: BTreeSet<String>,
    /// True if such code may call objects of `std::function`.
    functions_open: bool,
}

impl Objects<'_, '_> {
    /// Follows the value of an expression. `is_seen`: it becomes the value of a variable or parameter, or is called.
    fn node(&mut self, node: &Node, is_seen: bool) {
        match &*node.kind {
            "LambdaExpr" => return self.lambda(node, is_seen),
            "DeclRefExpr" => return self.value(node, is_seen),
            "ParenExpr" | "ExprWithCleanups" | "MaterializeTemporaryExpr" | "CXXBindTemporaryExpr" | "ConstantExpr" => {
                return self.children(node, 0, is_seen);
            }
            "ImplicitCastExpr" | "CXXFunctionalCastExpr"
                if matches!(node.cast_kind.as_deref(), Some("NoOp" | "ConstructorConversion")) =>
            {
                return self.children(node, 0, is_seen);
            }
            "CXXConstructExpr" if node.inner.len() == 1 && is_callable(node) => {
                if makes_function(node) {
                    self.converted.insert(without_reference(strip_materialized(&node.inner[0]).type_str()).to_owned());
                }
                return self.children(node, 0, is_seen);
            }
            "VarDecl" if is_automatic(node) && is_callable(node) && !node.type_str().contains('&') => {
                return self.children(node, 0, true);
            }
            "CXXOperatorCallExpr" if called_object(node).is_some() => {
                self.node(&node.inner[1], true);
                return self.given(node, 2);
            }
            "CallExpr" if matches!(callee_name(node), "forward" | "move") && is_library(self.decls, node) => {
                return self.children(node, 1, is_seen);
            }
            "CallExpr" => {
                node.inner.iter().take(1).for_each(|c| self.node(c, false));
                return self.given(node, 1);
            }
            // The body of a lambda is that of its call operator.
            "FunctionTemplateDecl" => {
                return node.inner.iter().filter(|c| is_instance(c)).for_each(|c| self.node(c, false));
            }
            "ClassTemplateDecl" => {
                let instances = node.inner.iter().filter(|c| &*c.kind == "ClassTemplateSpecializationDecl");
                return instances.for_each(|c| self.node(c, false));
            }
            "ClassTemplatePartialSpecializationDecl" => return,
            _ => {}
        }
        self.children(node, 0, false);
    }

    fn children(&mut self, node: &Node, from: usize, is_seen: bool) {
        node.inner.iter().skip(from).for_each(|c| self.node(c, is_seen));
    }

    /// The arguments of a call, from a child on: a function with a body in the file does with an object what its
    /// parameter shows.
    fn given(&mut self, call: &Node, from: usize) {
        let target = call.inner.first().map(strip_casts).and_then(|callee| callee.referenced.as_ref());
        let target = target.filter(|t| is_function(&t.kind));
        let function = target.and_then(|t| self.decls.definition(t)).filter(|f| {
            let may_be_other = may_be_replaced(f) || target.is_none_or(|t| self.decls.is_builtin(t));
            body(f).is_some() && self.decls.is_own(f.id) && !may_be_other
        });
        let params = function.map(params).unwrap_or_default();
        for (position, argument) in call.inner.iter().skip(from).enumerate() {
            self.node(argument, params.get(position).is_some_and(|param| is_callable(param)));
        }
    }

    fn lambda(&mut self, lambda: &Node, is_seen: bool) {
        if !is_seen {
            self.open.insert(lambda.type_str().to_owned());
        }
        let mut named = BTreeSet::new();
        operators(lambda).into_iter().for_each(|operator| note_named(operator, &mut named));
        let held: Vec<NodeId> = captures(lambda).filter_map(captured).map(|(v, _)| v).collect();
        for capture in captures(lambda) {
            // What the body does with a captured lambda is seen if the body has no other name for it.
            let is_one = |v: NodeId| named.contains(&v) && held.iter().filter(|other| **other == v).count() == 1;
            self.node(capture, captured(capture).is_some_and(|(v, _)| is_one(v)));
        }
        operators(lambda).into_iter().for_each(|operator| self.children(operator, 0, false));
    }

    /// A mention of a variable that may hold a lambda.
    fn value(&mut self, mention: &Node, is_seen: bool) {
        if is_seen {
            return;
        }
        let ty = mention.type_str();
        if is_lambda_type(ty) {
            self.open.insert(without_reference(ty).to_owned());
        }
        self.functions_open |= is_function_type(ty);
    }
}
