//! Lowers the Clang AST of CUDA and OpenCL kernels to KIR: one kernel after another, every call inlined.
//!
//! Input: a [`TranslationUnit`]. Output: for each kernel of the file, in source order, a verified-shape
//! [`wp_kir::Kernel`] or the compiler's error that lies in code the kernel reaches. Exact, except for what is listed in
//! [`wp_kir::Kernel::approximations`] or stands as `Havoc` (more behaviours than the source) and for `Unsupported`
//! statements (no verdict).
//!
//! Proof and replay both trust the lowering, so it accounts for itself. `nodes` is the table of Clang's node kinds with
//! the handling of each, and `account` checks each time a function is lowered that every node of its body was lowered
//! once, lies in a part that a lowered construct covers (an operand that is not evaluated, a side that a constant
//! condition excludes), or is inert by the table. A node that is left over, and a kind that the table does not name,
//! make the kernel unsupported wherever they stand. Members that Clang leaves to code generation are listed in
//! `members`.
//!
//! # Modules
//!
//! - `source`: what all kernels of a unit share. Its declarations, types and layouts are those of `wp_decls`.
//! - The state of lowering one kernel: `ctx` (with `values`, what expressions are lowered to, and `state`, plain data that
//!   one kind of construct keeps there). The files below add operations to it; `ctx` uses none of them, but for `account`
//!   and `orders`.
//! - Types: `classes`, `members`, `packs`, `strings`, `function_types` (parts of printed types).
//! - Code: `stmts`, `switch`, `jumps`, `iterations` (a variable that a loop declares is indeterminate at the start of
//!   each iteration), `exprs`, `operators`, `casts`, `lvalues`, `places`, `storage` (of objects that references name),
//!   `init`, `lambdas`, `pointers` (to functions), `calls`, `external` (functions without a body: those with numbers as
//!   only arguments are taken not to touch shared memory, assumption `external-calls`), `orders` (the statements of
//!   operands whose order of evaluation is open; the kernel is rejected where `wp_kir::settle_orders` finds that the
//!   order matters).
//! - Kernels: `kernel` (parameters, body, facts of attributes), `rejections` (compiler errors in their code).
//! - Functions known by name: `intrinsics`, a file for each family; `asm` (inline PTX that works on registers).
//! - Specifications: `spec_comments` (comments, the definitions among them, and which were read), `specs` (places of
//!   clauses), `spec_names` (their names and types), `spec_terms` (clauses as expressions of the IR), `observations`
//!   (clauses that the IR cannot express: they are claims over values that a second kernel records in an object that
//!   nothing else accesses), `ghosts` (ghost variables exist only in a second lowering, of which only assertions are
//!   reported, so ghosts can hide no error), `arbitrary` (ghosts without a value), `snapshots` (copies of arrays),
//!   `barrier_invariants`, `stated` and `pure` (operators with stated laws; a law is tried on the body), `modular`
//!   (contracts of device functions).
//! - `modular`: a function keeps its contract when it does so as a kernel of one thread with arbitrary arguments,
//!   indices and extents (`function`), where an assertion in front of each access says that the contract names it
//!   (`accesses`). At a call (`call`) the contract stands for the body: its accesses, and its postcondition as
//!   `AssumeKind::Contract`. The caller that requests such facts must verify the functions (`wp_engine::modular`).
//! - `seen` lists the kernels and launches of the tree for the comparison with the census of the source
//!   (`wp_clang::Census`).
//!
//! Conditions of the model that the lowering relies on are statements with the assumption's name
//! (`AssumeKind::of_model`).
//!
//! # Deliberately absent
//!
//! Host code: what launches a kernel, and with which arguments (`wp_host`). Any reasoning about several threads, loops
//! or arithmetic: the lowering does not decide what a kernel may do. Not modelled: calls of virtual functions,
//! exceptions, `goto` into statements, destructors with bodies, inline assembly that may touch memory, recursion without
//! contracts, dynamic parallelism, device-side `malloc`.

mod account;
mod annotations;
mod arbitrary;
mod asm;
mod barrier_invariants;
mod bit_fields;
mod build;
mod calls;
mod casts;
mod classes;
mod conditions;
mod contracts;
mod ctx;
mod dispatch;
mod exprs;
mod external;
mod function_types;
mod ghosts;
mod init;
mod intrinsics;
mod iterations;
mod jumps;
mod kernel;
mod lambdas;
mod lvalues;
mod members;
mod modular;
pub mod nodes;
mod observations;
mod operators;
mod orders;
mod packs;
mod places;
mod pointers;
mod pure;
mod rejections;
mod scan;
mod seen;
mod snapshots;
mod source;
mod spec_comments;
mod spec_names;
mod spec_terms;
mod specified;
mod specs;
mod state;
mod stated;
mod stmts;
mod storage;
mod strings;
mod switch;
mod values;
mod vars;
mod vectors;

pub use seen::{Seen, SeenLaunch};
pub use state::ByContract;

use source::Source;
use std::collections::BTreeMap;
use std::sync::Arc;
use wp_base::{Diagnostic, Span};
use wp_clang::{NodeId, TranslationUnit};
use wp_decls::{on_large_stack, Decls};
use wp_kir::Kernel;

/// The annotations of GPUVerify in the source that are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Annotations {
    /// All.
    #[default]
    All,
    /// Only the preconditions of kernels and functions.
    OnlyRequires,
    /// None.
    None,
}

/// The options of the lowering.
#[derive(Clone, Debug)]
pub struct LowerOptions {
    /// Width of a device pointer in the source's view: 64, or 32 for OpenCL files parsed for `spir`.
    pub pointer_bits: u32,
    /// Loop invariants of the source are candidates, which are dropped when they do not hold.
    pub invariants_as_candidates: bool,
    /// Annotations that GPUVerify rejects are rejected, even where they could be checked.
    pub gpuverify_rules: bool,
    /// The annotations that are read.
    pub annotations: Annotations,
    /// Number of dimensions of the launch, when it is given.
    pub dimensions: Option<u32>,
    /// The calls at which the contracts of functions are used. Who asks for any has to see to it that these are shown.
    pub by_contract: ByContract,
}

impl Default for LowerOptions {
    fn default() -> Self {
        Self {
            pointer_bits: 64,
            invariants_as_candidates: false,
            gpuverify_rules: false,
            annotations: Annotations::All,
            dimensions: None,
            by_contract: ByContract::Nothing,
        }
    }
}

/// The kernels of a file in source order.
#[derive(Debug)]
pub struct Lowered {
    /// One entry a kernel; template kernels have one for every instance.
    pub kernels: Vec<KernelResult>,
    /// The functions with contracts that kernels call, and those that these call.
    pub functions: Vec<FunctionResult>,
    /// The errors of the file beside those of the kernels.
    pub errors: Vec<Diagnostic>,
    /// Kernel templates of which there is no instance: names and their places.
    pub templates: Vec<(Arc<str>, Span)>,
    /// The launches and kernels in the tree.
    pub seen: Seen,
}

/// One kernel.
#[derive(Debug)]
pub struct KernelResult {
    /// Name as printed, with template arguments.
    pub name: Arc<str>,
    /// Types of its parameters in parentheses, as the compiler prints them.
    pub signature: Arc<str>,
    /// Position of the name.
    pub span: Span,
    /// Its declaration in the tree, by which other readers of the tree know the kernel.
    pub definition: NodeId,
    /// The clauses of its specification comments.
    pub contract: wp_spec::Contract,
    /// The kernel, or why there is none.
    pub kernel: Result<Kernel, Diagnostic>,
    /// The same with its ghosts, where specifications have any.
    pub ghosts: Option<WithGhosts>,
    /// The functions of the file whose contracts stand for calls of them: what is shown of the kernel rests on these.
    pub relies: Vec<usize>,
    /// All functions with contracts that are called.
    pub calls: Vec<usize>,
    called: BTreeMap<NodeId, bool>,
}

/// A function with a contract.
#[derive(Debug)]
pub struct FunctionResult {
    /// Its name.
    pub name: Arc<str>,
    /// Position of the name.
    pub span: Span,
    /// A kernel of one thread whose assertions say that the function keeps its contract, or why there is none.
    pub kernel: Result<Kernel, Diagnostic>,
    /// The same with its ghosts.
    pub ghosts: Option<WithGhosts>,
    /// The functions whose contracts stand for calls in it, itself perhaps among them.
    pub relies: Vec<usize>,
    /// All functions with contracts that are called in it.
    pub calls: Vec<usize>,
    called: BTreeMap<NodeId, bool>,
}

/// A kernel with its ghost variables and records: for assertions, and nothing else.
#[derive(Debug)]
pub struct WithGhosts {
    /// The kernel.
    pub kernel: Kernel,
    /// Clauses about what it records.
    pub observations: Vec<wp_spec::Observation>,
}

/// Lowers every kernel of a file.
///
/// Runs on a thread of its own with a large stack: the syntax trees of generated kernels nest deeply.
pub fn lower(unit: &TranslationUnit, options: &LowerOptions) -> Lowered {
    on_large_stack(|| lower_indexed(&Decls::new(unit, options.pointer_bits == 32), options))
}

/// Lowers every kernel of a file whose declarations are indexed, which need a stack as in [`on_large_stack`].
pub fn lower_indexed(decls: &Decls<'_>, options: &LowerOptions) -> Lowered {
    let source = Source::new(decls);
    let mut kernels: Vec<KernelResult> =
        decls.kernels.iter().map(|decl| kernel::lower_kernel(&source, decl, options)).collect();
    let functions = functions(&source, &mut kernels, options);
    for (at, decl) in decls.rejected.iter().enumerate() {
        if !decls.rejected[..at].iter().any(|earlier| earlier.name == decl.name && earlier.node.loc == decl.node.loc) {
            kernels.push(rejections::rejected(decls, decl));
        }
    }
    // Instances of templates are met below their template, which may stand above other kernels.
    kernels.sort_by_key(|k| (k.span.file, k.span.start));
    let errors = match options.annotations {
        Annotations::All => source.comments.strays(&decls.kernels),
        _ => Vec::new(),
    };
    let (seen, patterns) = seen::seen(decls);
    let has_instance = |pattern: &seen::Pattern| kernels.iter().any(|k| k.span == pattern.node.loc);
    let mut templates: Vec<(Arc<str>, Span)> =
        patterns.iter().filter(|p| !has_instance(p)).map(|p| (p.name.as_str().into(), p.node.loc)).collect();
    templates.sort_by_key(|(_, span)| (span.file, span.start));
    Lowered { kernels, functions, errors, templates, seen }
}

/// The functions with contracts that are called, each once.
fn functions(source: &Source<'_>, kernels: &mut [KernelResult], options: &LowerOptions) -> Vec<FunctionResult> {
    let decls = source.decls;
    let opencl = decls.kernels.first().is_some_and(|k| k.opencl);
    let mut ids: Vec<NodeId> = Vec::new();
    let add = |called: &BTreeMap<NodeId, bool>, ids: &mut Vec<NodeId>| {
        for id in called.keys() {
            if !ids.contains(id) {
                ids.push(*id);
            }
        }
    };
    kernels.iter().for_each(|k| add(&k.called, &mut ids));
    let mut functions: Vec<FunctionResult> = Vec::new();
    while let Some(&id) = ids.get(functions.len()) {
        let Some(node) = decls.node(id) else { break };
        let function = modular::lower_function(source, node, opencl, options);
        add(&function.called, &mut ids);
        functions.push(function);
    }
    let those = |called: &BTreeMap<NodeId, bool>, replaced: bool| -> Vec<usize> {
        let is_one = |i: &usize| called.get(&ids[*i]).is_some_and(|by_contract| *by_contract || !replaced);
        (0..ids.len()).filter(is_one).collect()
    };
    for kernel in kernels {
        (kernel.relies, kernel.calls) = (those(&kernel.called, true), those(&kernel.called, false));
    }
    for function in &mut functions {
        (function.relies, function.calls) = (those(&function.called, true), those(&function.called, false));
    }
    functions
}
