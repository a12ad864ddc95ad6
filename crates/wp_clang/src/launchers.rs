//! Calls in host code that give a kernel to a function of which the source has no body, in the form of a launch:
//! `run(kernel, grid, block, arguments..)`.
//!
//! Such a call is a launch under the assumption `launcher`. It has the form if the kernel is followed by two extents
//! (numbers or `dim3`) and by one argument for each of its parameters, of a fitting type. The function is declared and
//! not defined, or it is not declared: then Clang reports an error and keeps the call as a `RecoveryExpr`. Here it
//! becomes a `CallExpr`, and the error is marked as one that leaves no code out of the tree
//! ([`ClangMessage::in_tree`]).

use crate::ast::{ClangMessage, ClangSeverity, Node, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;
use wp_base::{FileId, Span};

/// The key of [`Node::extra`] with the name of the function that launches.
pub const LAUNCHER: &str = "launcher";
/// The key of [`Node::extra`] of calls of functions that are named like launching functions of the runtime and have a
/// body in the file.
pub const OWN_FUNCTION: &str = "ownFunction";

/// True for the functions of the runtime that launch a kernel.
fn is_launching(name: &str) -> bool {
    matches!(
        name,
        "cudaLaunchKernel"
            | "cudaLaunchCooperativeKernel"
            | "cudaLaunchKernelEx"
            | "cudaLaunchKernelExC"
            | "hipLaunchKernel"
            | "hipLaunchCooperativeKernel"
            | "hipLaunchKernelGGL"
    )
}

/// Marks the calls of functions of the file that are named like those of the runtime by an entry [`OWN_FUNCTION`].
/// Where the target is not known, as in a template, every function of that name with a body counts.
pub(crate) fn mark_own(root: &mut Node) {
    fn collect(node: &Node, named: &mut FxHashSet<Arc<str>>) {
        let name = node.name.as_ref().filter(|name| is_launching(name));
        if let (true, Some(name)) = (node.inner.iter().any(|c| &*c.kind == "CompoundStmt"), name) {
            named.insert(name.clone());
        }
        node.inner.iter().for_each(|c| collect(c, named));
    }
    fn mark(node: &mut Node, named: &FxHashSet<Arc<str>>) {
        let callee = node.inner.first().filter(|_| &*node.kind == "CallExpr").map(below_conversions);
        let name = callee.and_then(|c| c.referenced.as_ref().map(|target| &target.name).or(c.name.as_ref()));
        if let Some(name) = name.filter(|name| named.contains(*name)).cloned() {
            node.extra.insert(OWN_FUNCTION.into(), name);
        }
        node.inner.iter_mut().for_each(|c| mark(c, named));
    }
    let mut named = FxHashSet::default();
    collect(root, &mut named);
    if !named.is_empty() {
        mark(root, &named);
    }
}

/// Marks the calls that have the form of a launch by an entry [`LAUNCHER`]; gives the names of the called functions.
/// `is_own`: positions in the user's files. `elsewhere`: names of functions that have a body in other files.
pub(crate) fn mark(
    root: &mut Node,
    messages: &mut [ClangMessage],
    is_own: &dyn Fn(Span) -> bool,
    elsewhere: &BTreeSet<Arc<str>>,
) -> BTreeSet<Arc<str>> {
    let mut functions = Functions::default();
    functions.collect(root);
    functions.defined.extend(elsewhere.iter().cloned());
    if functions.kernels.is_empty() {
        return BTreeSet::new();
    }
    let errors = messages.iter().filter(|m| m.severity != ClangSeverity::Warning && !m.span.is_none());
    let errors = errors.map(|m| m.span).collect();
    let mut marks = Marks { functions, is_own, errors, undeclared: Vec::new(), launchers: BTreeSet::new() };
    marks.mark_in(root, false);
    for message in messages {
        message.in_tree |= marks.undeclared.contains(&(message.span.file, message.span.start));
    }
    marks.launchers
}

/// The functions of a tree.
#[derive(Default)]
struct Functions {
    /// The kernels, with the types of their parameters.
    kernels: FxHashMap<NodeId, Vec<String>>,
    /// Declared functions that are no kernels, with the place of the declaration.
    declared: FxHashMap<NodeId, Span>,
    /// Names of functions with bodies.
    defined: FxHashSet<Arc<str>>,
}

impl Functions {
    fn collect(&mut self, node: &Node) {
        let has = |kind: &str| node.inner.iter().any(|c| &*c.kind == kind);
        if &*node.kind == "FunctionDecl" {
            if has("CUDAGlobalAttr") {
                let params = node.inner.iter().filter(|c| &*c.kind == "ParmVarDecl");
                self.kernels.insert(node.id, params.map(|p| p.type_str().to_owned()).collect());
            } else if !["AliasAttr", "AsmLabelAttr", "IFuncAttr", "WeakRefAttr"].into_iter().any(has) {
                // These attributes give the function the body of another one.
                self.declared.insert(node.id, node.loc);
            }
            if has("CompoundStmt") {
                self.defined.extend(node.name.clone());
            }
        }
        if !is_of_device(node) {
            node.inner.iter().for_each(|c| self.collect(c));
        }
    }
}

fn is_of_device(node: &Node) -> bool {
    node.inner.iter().any(|a| matches!(&*a.kind, "CUDAGlobalAttr" | "CUDADeviceAttr"))
}

/// The names of the functions that have a body in a tree.
pub fn defined_functions(root: &Node) -> BTreeSet<Arc<str>> {
    let mut functions = Functions::default();
    functions.collect(root);
    functions.defined.into_iter().collect()
}

struct Marks<'a> {
    functions: Functions,
    is_own: &'a dyn Fn(Span) -> bool,
    /// The places of Clang's errors.
    errors: Vec<Span>,
    /// The starts of the marked calls of functions that are not declared.
    undeclared: Vec<(FileId, u32)>,
    /// The names of the called functions.
    launchers: BTreeSet<Arc<str>>,
}

impl Marks<'_> {
    /// `is_statement`: the node stands where a statement may stand.
    fn mark_in(&mut self, node: &mut Node, is_statement: bool) {
        if is_of_device(node) {
            return;
        }
        let name = match &*node.kind {
            "CallExpr" => self.unseen(node),
            // An expression or a declaration around an error may be incomplete.
            "RecoveryExpr" if is_statement && self.is_whole(node) => {
                undeclared_name(node).filter(|name| !self.functions.defined.contains(&**name))
            }
            _ => None,
        };
        if let Some(name) = name.filter(|_| self.has_form_of_launch(node)) {
            if &*node.kind == "RecoveryExpr" {
                self.undeclared.push((node.span.file, node.span.start));
                node.kind = "CallExpr".into();
                (node.ty, node.desugared) = (Some("void".into()), None);
            }
            let name: Arc<str> = name.into();
            self.launchers.insert(name.clone());
            node.extra.insert(LAUNCHER.into(), name);
        }
        let encloses = is_statement && &*node.kind == "ExprWithCleanups";
        let has_statements = matches!(&*node.kind, "CompoundStmt" | "IfStmt" | "ForStmt" | "WhileStmt" | "DoStmt");
        node.inner.iter_mut().for_each(|c| self.mark_in(c, encloses || has_statements));
    }

    /// The name of the called function, if the source declares it and has no function of the name with a body.
    fn unseen(&self, call: &Node) -> Option<String> {
        let target = below_conversions(call.inner.first()?).referenced.as_ref()?;
        let declared = self.functions.declared.get(&target.id).is_some_and(|&loc| (self.is_own)(loc));
        (declared && !self.functions.defined.contains(&*target.name)).then(|| target.name.to_string())
    }

    /// True if the only error in a call is at its start, about its name: else Clang may have left an argument out. All
    /// errors in a use of a macro have the place of the use.
    fn is_whole(&self, call: &Node) -> bool {
        let s = call.span;
        self.errors.iter().filter(|at| at.file == s.file && s.start <= at.start && at.start < s.end).count() == 1
    }

    fn has_form_of_launch(&self, call: &Node) -> bool {
        let [_, kernel, grid, block, arguments @ ..] = &call.inner[..] else { return false };
        let Some(params) = kernel_named(kernel).and_then(|id| self.functions.kernels.get(&id)) else { return false };
        is_extent(grid)
            && is_extent(block)
            && params.len() == arguments.len()
            && params.iter().zip(arguments).all(|(param, argument)| fits(argument, param))
    }
}

/// The called name, if no declaration has it.
fn undeclared_name(call: &Node) -> Option<String> {
    let callee = call.inner.first().filter(|c| &*c.kind == "UnresolvedLookupExpr")?;
    callee.name.as_deref().map(str::to_owned)
}

fn below_conversions(mut node: &Node) -> &Node {
    while let ("ImplicitCastExpr" | "ParenExpr" | "CStyleCastExpr" | "ExprWithCleanups", [inner]) =
        (&*node.kind, &node.inner[..])
    {
        node = inner;
    }
    node
}

fn kernel_named(argument: &Node) -> Option<NodeId> {
    let node = below_conversions(argument);
    let node = match (&*node.kind, node.opcode.as_deref(), &node.inner[..]) {
        ("UnaryOperator", Some("&"), [inner]) => below_conversions(inner),
        _ => node,
    };
    node.referenced.as_ref().filter(|target| &*target.kind == "FunctionDecl").map(|target| target.id)
}

/// A type without qualifiers and references.
fn bare(ty: &str) -> &str {
    let ty = ty.trim_end_matches(['&', ' ']);
    let ty =
        ["const ", "volatile ", "struct ", "class "].iter().fold(ty, |ty, word| ty.strip_prefix(word).unwrap_or(ty));
    ty.trim_end_matches("const").trim_end_matches("__restrict").trim_end()
}

fn is_number(ty: &str) -> bool {
    let words = ["bool", "char", "short", "int", "long", "unsigned", "signed", "float", "double", "__int128"];
    let ty = bare(ty);
    !ty.is_empty() && ty.split(' ').all(|word| words.contains(&word))
}

fn is_extent(argument: &Node) -> bool {
    let ty = argument.type_str();
    bare(ty) == "dim3" || is_number(ty) && !bare(ty).ends_with("float") && !bare(ty).ends_with("double")
}

fn is_pointer(ty: &str) -> bool {
    bare(ty).ends_with(['*', ']'])
}

/// True if an argument may be converted to the type of a parameter.
fn fits(argument: &Node, param: &str) -> bool {
    let ty = argument.type_str();
    let is_null = is_number(ty) && below_conversions(argument).value.as_deref() == Some("0") || ty == "std::nullptr_t";
    if is_pointer(param) {
        return is_pointer(ty) || is_null;
    }
    bare(ty) == bare(param) || is_number(ty) && is_number(param)
}
