//! Calls of small functions of the file that only compute:
//! `int blocks(int n, int size) { return (n + size - 1) / size; }`.
//!
//! Exact where it gives a value: the body is executed on the values of the arguments, and the conditions on them that
//! it establishes hold behind the call. The functions that are followed are those of numbers and plain structures,
//! which may return extents and structures of numbers, too, whose bodies declare, assign their own variables, branch,
//! loop, print, end the program and return (`void check(int n) { if (n > 64) exit(1); }`); anything else a function
//! might do leaves the call to [`Flow::call`].

use crate::errors::has_errors;
use crate::forms::{is_automatic, is_plain, may_be_replaced, returns};
use crate::hidden_effects::is_unstructured;
use crate::joins::Joining;
use crate::lambdas::called_object;
use crate::references::Given;
use crate::state::{Flow, State};
use crate::uses::{is_dim3, variable};
use crate::value::{Expr, Int, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use wp_base::lists;
use wp_clang::{Node, NodeId};
use wp_decls::{body, callee_name, is_function, params, strip_casts};
use wp_kir::{BinOp, Type};

/// Functions of the prelude that compute a number from numbers.
const ARITHMETIC: &str = "abs ceil ceilf exp2 floor floorf fmax fmin log2 log2f max min pow sqrt";

/// Functions of the prelude that print, or never return.
const QUIET: &str = "__wp_assert _Exit _exit abort exit fflush fprintf fputs printf putchar puts quick_exit";

wp_base::limits! {
    /// Calls that are followed in one file: each may call others several times.
    pub(super) const MAX_CALLS: u32 = 10_000;
}

impl<'u> Flow<'_, 'u> {
    /// The value of a call of a function that only computes; `None` for other functions.
    pub(super) fn computed(&mut self, st: &mut State, node: &Node, args: &[&Node]) -> Option<Value> {
        let function = self.callee(node)?;
        let object = called_object(node).map(|object| variable(self.callees.strip_forward(object)));
        let held = object.flatten().and_then(|v| Some(self.at_read(st, st.vars.get(&v)?)));
        let found = self.called_closure(node, held.as_ref()).map(|(_, closure)| closure);
        let args = if found.is_some() { &args[1..] } else { args };
        // The order of evaluation of arguments is unspecified.
        let is_quiet = |a: &&Node| self.callees.is_given(a) || self.changed_by(st, a).is_empty();
        let ordered = args.len() < 2 || args.iter().all(is_quiet);
        let again = self.followed.contains(&function.id) || self.followed_count == MAX_CALLS.get();
        if again || !ordered || !self.computes(function, &mut FxHashMap::default()) {
            return None;
        }
        let params = params(function);
        if params.len() != args.len() {
            return None;
        }
        let code = body(function)?;
        self.followed_count += 1;
        self.note_uses(function);
        let captured = found.iter().flat_map(|closure| closure.values());
        let vars = captured.map(|(v, value)| (*v, value.given_to_function())).collect();
        let mut inside = State { vars, guards: st.guards.clone(), powers: st.powers.clone(), ..State::default() };
        let values: Vec<Value> = args.iter().map(|arg| self.eval(st, arg)).collect();
        let is_seen = self.may_see_assignments(args, &values);
        let given: Vec<Given<'_>> = params.into_iter().zip(args.iter().copied()).collect();
        for ((param, arg), value) in given.iter().zip(values) {
            let is_kept = !self.callees.is_named_reference(param) || self.is_stable(st, (arg, &value), args);
            if self.tells_of(param) && is_kept && !is_seen {
                inside.vars.insert(param.id, value);
            }
        }
        self.followed.push(function.id);
        let complete = std::mem::replace(&mut self.frame.complete, true);
        let gives_nothing = function.type_str().starts_with("void (");
        let returns = std::mem::replace(&mut self.frame.returns, gives_nothing.then(Vec::new));
        let value = match gives_nothing {
            true => {
                self.statement(&mut inside, code);
                None
            }
            false => {
                let statements: Vec<&Node> = code.inner.iter().collect();
                self.returned(&mut inside, &statements)
            }
        };
        let ends = std::mem::replace(&mut self.frame.returns, returns).unwrap_or_default();
        inside = ends.into_iter().fold(inside, |a, b| self.join(a, b));
        self.frame.complete = complete;
        self.followed.pop();
        let is_followed = gives_nothing || value.is_some();
        let value = value.filter(is_of_numbers);
        if gives_nothing || value.as_ref().is_some_and(|value| !matches!(value, Value::Float(_))) {
            st.guards.clone_from(&inside.guards);
            st.powers.clone_from(&inside.powers);
            st.dead |= gives_nothing && inside.dead;
        }
        if !st.dead {
            self.assign_given(st, &given, Some(&inside).filter(|_| is_followed));
        }
        match value {
            Some(value) => Some(value),
            None => {
                self.expose_operands(st, args.iter().copied());
                Some(self.unknown(node, callee_name(node)))
            }
        }
    }

    /// The function of the file, or the lambda, that a call calls by its name, if it can be read in full.
    fn callee(&self, node: &Node) -> Option<&'u Node> {
        let is_call = &*node.kind == "CallExpr" || called_object(node).is_some();
        let target = strip_casts(node.inner.first().filter(|_| is_call)?).referenced.as_ref()?;
        let function = self.decls.definition(target).filter(|f| is_function(&f.kind) && self.decls.is_own(f.id))?;
        let is_lambda = self.callees.lambdas.expression_of(function.id).is_some();
        let plain = (&*function.kind == "FunctionDecl" || is_lambda) && !has_errors(self.decls, self.layouts, function);
        let code = body(function).filter(|b| &*b.kind == "CompoundStmt" && !is_unstructured(b));
        (plain && !may_be_replaced(function) && code.is_some()).then_some(function)
    }

    /// True if an expression calls nothing but functions that compute.
    pub(crate) fn only_calls_computing(&self, node: &Node) -> bool {
        let here = match &*node.kind {
            "CallExpr" => match self.callee(node) {
                Some(function) => self.computes(function, &mut FxHashMap::default()),
                None => self.is_library(node) && lists(ARITHMETIC, callee_name(node)),
            },
            kind => !kind.contains("Call") && kind != "CXXNewExpr",
        };
        here && node.inner.iter().all(|c| self.only_calls_computing(c))
    }

    /// True if a function does nothing but compute a number from numbers. `known`: what was found of others; a function
    /// that calls itself does not.
    fn computes(&self, function: &Node, known: &mut FxHashMap<NodeId, bool>) -> bool {
        if let Some(&answer) = known.get(&function.id) {
            return answer;
        }
        known.insert(function.id, false);
        let answer = self.body_computes(function, known);
        known.insert(function.id, answer);
        answer
    }

    fn body_computes(&self, function: &Node, others: &mut FxHashMap<NodeId, bool>) -> bool {
        let number = |n: &&Node| {
            let q = self.decls.qtype(n.type_str());
            !q.is_volatile && (q.ty.scalar().is_some_and(|t| t != Type::Ptr) || self.is_of_numbers(n))
        };
        let known = |p: &&Node| {
            let ty = self.decls.qtype(p.type_str()).ty;
            match self.callees.is_named_reference(p) {
                // What it assigns are numbers.
                true => !self.callees.is_assigned(p) || self.are_numbers(&self.decls.qtype(p.type_str()).referent().ty),
                false => number(p) || self.plain_record(&ty).is_some(),
            }
        };
        if !params(function).iter().all(known) {
            return false;
        }
        let mut own: FxHashSet<NodeId> = params(function).iter().map(|p| p.id).collect();
        let Some(code) = body(function) else { return false };
        let mut todo = vec![code];
        while let Some(node) = todo.pop() {
            if &*node.kind == "VarDecl" && number(&node) && is_automatic(node) {
                own.insert(node.id);
            }
            todo.extend(&node.inner);
        }
        self.only_computes(code, &own, others)
    }

    fn only_computes(&self, node: &Node, own: &FxHashSet<NodeId>, known: &mut FxHashMap<NodeId, bool>) -> bool {
        let assigns_own = |target: Option<&Node>| target.and_then(variable).is_some_and(|v| own.contains(&v));
        let op = node.opcode.as_deref().unwrap_or("");
        let here = match &*node.kind {
            kind if is_plain(kind) => true,
            "ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr" | "CXXFunctionalCastExpr" => true,
            "SubstNonTypeTemplateParmExpr" | "ExprWithCleanups" => true,
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" | "InitListExpr" => self.is_of_numbers(node),
            "MaterializeTemporaryExpr" | "CXXDefaultInitExpr" => {
                self.is_of_numbers(node) || self.type_of(node).is_some_and(|t| t != Type::Ptr)
            }
            "CXXDefaultArgExpr" => !self.unseen.defaults,
            "VarDecl" => own.contains(&node.id),
            "DeclRefExpr" | "MemberExpr" if self.runs_initialiser(node) => false,
            "DeclRefExpr" => node.referenced.as_ref().is_some_and(|r| {
                let is_value = matches!(&*r.kind, "EnumConstantDecl" | "VarDecl" | "ParmVarDecl");
                own.contains(&r.id) || is_function(&r.kind) || is_value
            }),
            "MemberExpr" => !node.flag("isArrow"),
            "UnaryOperator" if matches!(op, "++" | "--") => assigns_own(node.inner.first()),
            "UnaryOperator" => matches!(op, "-" | "+" | "~" | "!"),
            "CompoundAssignOperator" => assigns_own(node.inner.first()),
            "BinaryOperator" => op != "=" || assigns_own(node.inner.first()),
            "CallExpr" => match self.callee(node) {
                Some(function) => self.computes(function, known),
                None => {
                    let name = callee_name(node);
                    self.is_library(node) && (lists(ARITHMETIC, name) || lists(QUIET, name))
                }
            },
            "CXXOperatorCallExpr" if callee_name(node) == "operator=" => {
                is_dim3(node) && assigns_own(node.inner.get(1))
            }
            "CXXOperatorCallExpr" => self.is_library(node) && callee_name(node) == "operator<<",
            _ => false,
        };
        here && node.inner.iter().all(|c| self.only_computes(c, own, known))
    }

    /// Executes statements up to the one that returns; the value and, in `st`, what holds then.
    fn returned<'b>(&mut self, st: &mut State, statements: &[&'b Node]) -> Option<Value> {
        let (first, rest) = statements.split_first()?;
        if !returns(first) {
            self.statement(st, first);
            return if st.dead { None } else { self.returned(st, rest) };
        }
        match (&*first.kind, &first.inner[..]) {
            ("ReturnStmt", [value]) => Some(self.eval(st, value)),
            ("CompoundStmt", inner) => {
                let all: Vec<&'b Node> = inner.iter().chain(rest.iter().copied()).collect();
                self.returned(st, &all)
            }
            ("IfStmt", [condition, then, otherwise @ ..]) if !first.flag("hasInit") && !first.flag("hasVar") => {
                // The statements that follow are executed on one path only.
                if !always_returns(then) && !otherwise.first().is_some_and(always_returns) {
                    return None;
                }
                let Value::Int(c) = self.eval(st, condition) else { return None };
                let mut other = st.clone();
                self.assume(st, &Value::Int(c.clone()), true);
                self.assume(&mut other, &Value::Int(c.clone()), false);
                let way = |part: Option<&'b Node>| {
                    let goes_on = !part.is_some_and(always_returns);
                    let rest = rest.iter().copied().filter(move |_| goes_on);
                    part.into_iter().chain(rest).collect::<Vec<&'b Node>>()
                };
                let a = if st.dead { None } else { Some(self.returned(st, &way(Some(then)))?) };
                let b = if other.dead { None } else { Some(self.returned(&mut other, &way(otherwise.first()))?) };
                *st = self.join_on(&Value::Int(c.clone()), std::mem::take(st), other);
                match (a, b) {
                    (Some(a), Some(b)) => {
                        let c = truth(&c)?;
                        self.merged(&mut Joining::by(Some(&c)), &a, &b, "host").filter(is_of_numbers)
                    }
                    (a, b) => a.or(b),
                }
            }
            _ => None,
        }
    }
}

/// The truth value of a truth value or number.
fn truth(c: &Int) -> Option<Int> {
    match c.ty {
        Type::Bool => Some(c.clone()),
        ty => Expr::binary(BinOp::Ne, c, &Expr::int(0, ty)),
    }
}

/// True if a value is a number, extents, or a structure of them.
fn is_of_numbers(value: &Value) -> bool {
    match value {
        Value::Int(_) | Value::Float(_) | Value::Dim3(_) => true,
        Value::Record(fields) => fields.values().all(|field| *field == Value::Unknown || is_of_numbers(field)),
        _ => false,
    }
}

/// True if a statement ends in a `return` on every way.
fn always_returns(node: &Node) -> bool {
    match (&*node.kind, &node.inner[..]) {
        ("ReturnStmt", _) => true,
        ("CompoundStmt", inner) => inner.last().is_some_and(always_returns),
        ("IfStmt", [_, then, otherwise]) => always_returns(then) && always_returns(otherwise),
        _ => false,
    }
}
