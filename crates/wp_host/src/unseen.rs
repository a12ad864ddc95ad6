//! Code of the program that may run although the tree shows no call of it: constructors and destructors of temporaries,
//! default arguments, allocation functions of the program. Also: which expressions run no code of the program other
//! than functions whose bodies are in the tree.
//!
//! Over-approximate: an expression runs no other code only if all of its nodes are of listed kinds
//! ([`Flow::may_change`]). Unseen code may launch kernels, and these may store to every buffer that an earlier kernel
//! was given.

use crate::forms::{is_automatic, is_constant_expression, is_library, is_plain, link_name, may_be_replaced};
use crate::hidden_effects::has_hidden_effect;
use crate::memory::Memory;
use crate::state::{Flow, State};
use crate::value::{Expr, Value};
use crate::vector_forms::keeps_length;
use std::collections::BTreeSet;
use std::sync::Arc;
use wp_base::lists;
use wp_clang::{Node, NodeId};
use wp_decls::{body, callee_name, is_function, is_launch, launch_form, strip, strip_casts, CType, Decls, LaunchForm};
use wp_kir::Type;

/// The entry of [`crate::Changed`] which says that another file declares an allocation function.
pub(crate) const ALLOCATION: &str = "operator new";
/// The entry of [`crate::Changed`] which says that another file launches on other streams than the default one, so that
/// its kernels may run at any time.
pub(crate) const UNORDERED: &str = "<<<>>>";

/// Kinds of expressions that neither change anything nor run code, besides those of [`is_plain`].
const QUIET: &str =
    "ArraySubscriptExpr CXXNullPtrLiteralExpr CXXScalarValueInitExpr CXXStdInitializerListExpr CXXThisExpr \
    ExprWithCleanups GNUNullExpr ImplicitValueInitExpr MaterializeTemporaryExpr SubstNonTypeTemplateParmExpr";

/// True if a tree declares an allocation function. With `global`, those of classes do not count.
pub(crate) fn declares_new(node: &Node, global: bool) -> bool {
    let is_new = node.name.as_deref().is_some_and(|name| name.starts_with("operator new"));
    let here = is_new && !node.flag("isImplicit") && is_function(&node.kind);
    here && !(global && &*node.kind == "CXXMethodDecl") || node.inner.iter().any(|c| declares_new(c, global))
}

/// The entry of [`crate::Changed`] which says that another file defines a function with C linkage by this name, in place
/// of the function of the library.
pub(crate) fn replacement(name: &str) -> Arc<str> {
    format!("{name} {{}}").into()
}

/// The names of the functions with C linkage that a file defines.
pub(crate) fn functions_of_c(decls: &Decls<'_>) -> BTreeSet<Arc<str>> {
    let mut found = BTreeSet::new();
    let mut open = vec![&decls.unit.root];
    while let Some(node) = open.pop() {
        let is_defined = is_function(&node.kind) && body(node).is_some() && !decls.is_prelude(node);
        found.extend(link_name(node).filter(|link| is_defined && node.name.as_ref() == Some(link)));
        open.extend(&node.inner);
    }
    found
}

/// The functions that the code of a tree names and the library declares.
pub(crate) fn used_of_library(decls: &Decls<'_>) -> BTreeSet<Arc<str>> {
    let mut found = BTreeSet::new();
    let mut open = vec![&decls.unit.root];
    while let Some(node) = open.pop() {
        let target = node.referenced.as_ref().filter(|target| is_function(&target.kind));
        found.extend(target.filter(|target| decls.is_builtin(target)).map(|target| target.name.clone()));
        open.extend(&node.inner);
    }
    found
}

/// True if a tree declares a `thread_local` variable whose initialiser is no constant, or stands in another file.
fn initialises_threads(node: &Node) -> bool {
    let is_constant = || match node.inner.iter().find(|c| !c.kind.ends_with("Attr")) {
        Some(init) => is_constant_expression(init),
        None => !node.extra.contains_key("storageClass"),
    };
    let here = &*node.kind == "VarDecl" && node.extra.contains_key("tls") && !is_constant();
    here || node.inner.iter().any(initialises_threads)
}

/// True if a tree launches on other streams than the default one.
pub(crate) fn launches_unordered(node: &Node) -> bool {
    is_launch(node) && !is_in_order(node) || node.inner.iter().any(launches_unordered)
}

/// True if copies by the host wait for the kernel of this launch: it is on the default stream.
pub(crate) fn is_in_order(launch: &Node) -> bool {
    if &*launch.kind == "CUDAKernelCallExpr" {
        // Callee, grid, block, shared memory, stream.
        return launch.inner.get(1).is_some_and(|configuration| is_default_stream(configuration.inner.get(4)));
    }
    match launch_form(launch) {
        // Callee, kernel, grid, block, list, shared memory, stream.
        Some(LaunchForm::List) => is_default_stream(launch.inner.get(6)),
        Some(LaunchForm::Unseen) => true,
        _ => false,
    }
}

/// True if a stream is left out or null.
pub(crate) fn is_default_stream(stream: Option<&Node>) -> bool {
    stream.is_none_or(|stream| {
        let stream = strip_casts(stream);
        matches!(&*stream.kind, "CXXDefaultArgExpr" | "CXXNullPtrLiteralExpr" | "GNUNullExpr")
            || &*stream.kind == "IntegerLiteral" && stream.value.as_deref() == Some("0")
    })
}

impl Flow<'_, '_> {
    /// Finds out what the code of the file may do without a call in the tree. `changed`: names for the linker of what
    /// other files may change or call.
    pub(crate) fn find_unseen(&mut self, changed: &BTreeSet<Arc<str>>) {
        let root = &self.decls.unit.root;
        self.unseen.own_new = changed.contains(ALLOCATION) || declares_new(root, false);
        self.unseen.streams = changed.contains(UNORDERED) || launches_unordered(root);
        self.unseen.thread_locals = initialises_threads(root);
        self.unseen.defaults = self.has_unseen_default(root);
    }

    /// True if a node names a `thread_local` variable of a file in which the first use of such a variable may run code.
    pub(crate) fn runs_initialiser(&self, node: &Node) -> bool {
        let named = || node.referenced.as_ref().and_then(|target| self.decls.node(target.id));
        self.unseen.thread_locals && named().is_some_and(|named| named.extra.contains_key("tls"))
    }

    /// Notes that the evaluation of an expression runs the initialisers of `thread_local` variables, if it may.
    pub(crate) fn note_initialisers(&mut self, st: &mut State, node: &Node) {
        fn names(flow: &Flow<'_, '_>, node: &Node) -> bool {
            flow.runs_initialiser(node) || node.inner.iter().any(|c| names(flow, c))
        }
        if self.unseen.thread_locals && names(self, node) {
            self.note_kernels(st);
        }
    }

    /// Finds out which functions of the library the program defines itself.
    pub(crate) fn find_replaced(&mut self, changed: &BTreeSet<Arc<str>>) {
        self.unseen.replaced = functions_of_c(self.decls);
        let used = used_of_library(self.decls);
        self.unseen.replaced.extend(used.into_iter().filter(|name| changed.contains(&replacement(name))));
    }

    /// True if a call is one of a function of the library.
    pub(crate) fn is_library(&self, call: &Node) -> bool {
        is_library(self.decls, call) && !self.unseen.replaced.contains(callee_name(call))
    }

    fn has_unseen_default(&self, node: &Node) -> bool {
        let is_parameter = &*node.kind == "ParmVarDecl" && node.extra.contains_key("init");
        is_parameter && node.inner.iter().any(|c| !c.kind.ends_with("Attr") && self.may_change(c))
            || node.inner.iter().any(|c| self.has_unseen_default(c))
    }

    /// Notes that an object is constructed: a constructor or destructor of the program may launch kernels.
    pub(crate) fn note_constructed(&mut self, st: &mut State, node: &Node) {
        if !self.is_made_by_compiler(node) {
            self.note_object(st, node);
            self.note_kernels(st);
        }
    }

    /// True if an object is made by the compiler or the library alone.
    fn is_made_by_compiler(&self, node: &Node) -> bool {
        self.is_storage(&self.decls.qtype(node.type_str()).ty) || self.is_library_object(node)
    }

    /// A `new` expression.
    pub(crate) fn new_object(&mut self, st: &mut State, node: &Node) -> Value {
        for c in &node.inner {
            let value = self.eval(st, c);
            self.escapes(st, &value);
        }
        if self.unseen.own_new {
            self.note_kernels(st);
        }
        if self.unseen.own_new || node.flag("isPlacement") {
            return self.unknown_pointer();
        }
        let buffer = self.buffers.allocate(Memory::Host);
        Value::Pointer(buffer, Expr::int(0, Type::I64))
    }

    /// The argument of a call that leaves it out.
    pub(crate) fn default_argument(&mut self, st: &mut State, node: &Node) -> Value {
        if self.unseen.defaults {
            self.note_kernels(st);
        }
        self.fresh(node)
    }

    /// True if evaluating an expression may change a variable or memory, launch a kernel, or run code that may.
    pub(crate) fn may_change(&self, node: &Node) -> bool {
        self.may_change_in(node, &mut Vec::new())
    }

    /// `calls`: the functions whose bodies are being read, outermost first.
    fn may_change_in(&self, node: &Node, calls: &mut Vec<NodeId>) -> bool {
        if has_hidden_effect(node) {
            return true;
        }
        let op = node.opcode.as_deref().unwrap_or("");
        let here = match &*node.kind {
            // The operand is not evaluated.
            "UnaryExprOrTypeTraitExpr" => return false,
            // The body runs later, or never.
            "LambdaExpr" => {
                let mut captures = node.inner.iter().filter(|c| !matches!(&*c.kind, "CXXRecordDecl" | "CompoundStmt"));
                return captures.any(|c| self.may_change_in(c, calls));
            }
            "DeclRefExpr" | "MemberExpr" => self.runs_initialiser(node),
            kind if is_plain(kind) || lists(QUIET, kind) || kind.ends_with("CastExpr") => false,
            "UnaryOperator" => matches!(op, "++" | "--"),
            "BinaryOperator" => op == "=",
            "VarDecl" => !is_automatic(node) || !self.is_made_by_compiler(node),
            "CXXBindTemporaryExpr" | "InitListExpr" => !self.is_made_by_compiler(node),
            "CXXConstructExpr" | "CXXTemporaryObjectExpr" => {
                let mut given = node.inner.iter().filter(|a| &*a.kind != "CXXDefaultArgExpr");
                // An object of the library may call a function that it is given.
                return !self.is_made_by_compiler(node)
                    || given.any(|a| self.may_change_in(a, calls) || self.is_code(a));
            }
            "CXXDefaultArgExpr" => self.unseen.defaults,
            "CallExpr" if is_launch(node) => true,
            "CallExpr" if self.is_library(node) => {
                let mut given = node.inner.iter().skip(1).filter(|a| &*a.kind != "CXXDefaultArgExpr");
                return given.any(|a| self.may_change_in(a, calls) || !self.is_only_read(node, a));
            }
            "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" => {
                !self.callees.is_torch(node) && !self.is_query(node) && self.callee_may_change(node, calls)
            }
            _ => true,
        };
        here || node.inner.iter().any(|c| self.may_change_in(c, calls))
    }

    /// True if a function of the library neither stores through this argument nor runs code of the program by it.
    fn is_only_read(&self, call: &Node, argument: &Node) -> bool {
        if self.is_code(argument) || self.has_operators(call, argument) {
            return false;
        }
        if self.callees.is_forward(call) || callee_name(call) == "raw_pointer_cast" {
            return true;
        }
        let ty = self.decls.qtype(argument.type_str());
        match &ty.ty {
            CType::Scalar(_) if !argument.flag("lvalue") => true,
            CType::Pointer(to) if !argument.flag("lvalue") => to.is_const,
            _ => ty.is_const && self.is_made_by_compiler(argument),
        }
    }

    /// True if a call is of a member function of a library object that has no arguments and changes nothing.
    fn is_query(&self, call: &Node) -> bool {
        let object = call.inner.first().filter(|f| &*f.kind == "MemberExpr").and_then(|f| f.inner.first());
        let name = callee_name(call);
        let changes_nothing = keeps_length(name) || matches!(name, "get" | "c_str" | "length" | "count" | "value");
        let of_library = |object: &Node| {
            let ty = self.decls.qtype(strip(object).type_str()).ty;
            let of = if let CType::Pointer(to) = ty { to.ty.clone() } else { ty };
            matches!(of, CType::Record(id) if self.decls.is_prelude(self.decls.record_decl(id).node))
        };
        changes_nothing && call.inner.len() == 1 && object.is_some_and(of_library)
    }

    /// True if the function that a call calls may do what [`Self::may_change`] asks for.
    fn callee_may_change(&self, call: &Node, calls: &mut Vec<NodeId>) -> bool {
        let target = call.inner.first().map(strip_casts).and_then(|callee| callee.referenced.as_ref());
        let function = target.and_then(|target| self.decls.definition(target));
        let Some((function, code)) = function.and_then(|f| Some((f, body(f)?))) else { return true };
        if calls.contains(&function.id) || self.may_run_another(call, function) {
            return true;
        }
        calls.push(function.id);
        let may_change = self.may_change_in(code, calls);
        calls.pop();
        may_change
    }

    /// True if a call of a function may run other code than its body: that of another file which may replace the
    /// function, of a class which may override it, or code that the compiler's errors hide.
    fn may_run_another(&self, call: &Node, function: &Node) -> bool {
        let callee = call.inner.first().map(strip_casts);
        let object = match &*call.kind {
            "CXXOperatorCallExpr" => call.inner.get(1),
            _ => callee.and_then(|member| member.inner.first()),
        };
        let class = object.map_or(CType::Void, |object| self.decls.qtype(object.type_str()).ty);
        let target = callee.and_then(|callee| callee.referenced.as_ref());
        !is_function(&function.kind)
            || may_be_replaced(function)
            || target.is_none_or(|target| self.decls.may_be_overridden(target, &class))
            || crate::errors::has_errors(self.decls, self.layouts, function)
    }
}
