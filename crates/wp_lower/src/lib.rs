//! Lowers the Clang AST of CUDA and OpenCL kernels to KIR: one kernel after another, every call inlined.
//!
//! Input: a [`TranslationUnit`]. Output: for each kernel of the file, in source order, a [`wp_kir::Kernel`], or the
//! compiler error in code that the kernel reaches. [`wp_kir::verify`] accepts the kernel unless it has `Unsupported`
//! statements. The kernel is exact, with two exceptions: `Havoc` statements and the constructs in
//! [`wp_kir::Kernel::approximations`] have more behaviours than the source, and a kernel with an `Unsupported`
//! statement has no verdict.
//!
//! Proof and replay both trust the lowering, so it accounts for itself. `nodes` is the table of Clang's node kinds with
//! the handling of each. Each time a function is lowered, `account` checks that every node of its body was lowered
//! once, lies in a part that a lowered construct covers (an operand that is not evaluated, a side that a constant
//! condition excludes), or is inert by the table. A node that is left over, or whose kind is not in the table, makes
//! the kernel unsupported, in dead code too. `special_members` lists the member functions whose code Clang makes only
//! in code generation.
//!
//! # Modules, from the lowest layer up
//!
//! - Data: `source` (the unit that is read, and the options), `values` (the results of lowering an expression), `nodes`
//!   (the table of node kinds), `spec_comments`, `function_types` (parts of printed types), `scan` (facts of a
//!   function's body before it is lowered).
//! - `builder`: the kernel under construction, with its expressions, variables, objects and statements, and with values
//!   and places of the types of the source. It keeps what must hold of every statement: asynchronous copies in flight,
//!   barrier invariants that wait for a barrier, operands without an order, storage that is declared in loops.
//! - `state`: the other parts of the state, each for one kind of construct: the functions that are being lowered
//!   (`stack`) and their accounts of nodes (`account`), the places of declarations (`scope`), lambdas, handles,
//!   annotations, specifications, ghosts, contracts of functions (`modular`), the code that was reached.
//! - `lowerer`: the type `Lowerer` holds a builder and these parts, and translates nodes. The modules below add methods
//!   to the lowest of these types that suffices.
//! - Types: `classes` (constructors), `special_members`, `sizeof_pack` (`sizeof...`), `strings`,
//!   `vectors` (of OpenCL).
//! - Statements: `stmts`, `switch`, `jumps` (`goto`).
//! - Expressions: `exprs`, `operators`, `conditions` (short circuits and `?:`), `casts`, `captures` (what a lambda
//!   holds), `lambdas`, `init`.
//! - Lvalues: `lvalues`, `vars` (names), `storage` (memory for values whose address is taken through a reference).
//! - Calls: `arguments`, `calls` (inlining), `function_pointers`, `external` (functions without a body; a function that
//!   receives only numbers is assumed not to touch shared memory, assumption `external-calls`).
//! - `orders`: operands whose order of evaluation is unspecified. The builder notes their statements;
//!   `wp_kir::settle_orders` finds whether the order matters, and then the kernel is rejected.
//! - Kernels: `kernel` (parameters, body, facts of attributes), `rejections` (compiler errors in their code).
//! - Functions known by name: `intrinsics`, a file for each family; `asm` (inline PTX that works on registers).
//! - Annotations of GPUVerify, which are calls: `annotations` (their meaning), `annotation_places` (where they
//!   may stand), `specified_functions` (functions that have a contract and no code).
//! - Specification comments: `spec_comments` (finds them, and notes which were read), `specs` (the effect of a clause
//!   at its place), `spec_names` (names and types in a clause), `spec_terms` (clauses as expressions of the IR),
//!   `observations` (clauses that the IR cannot express: a second kernel records the values in them), `ghosts` (ghost
//!   variables: they exist only in a second lowering, of which only the assertions are reported, so that a ghost cannot
//!   hide an error), `contract_names` (ghosts without a value), `snapshots` (ghost copies of arrays),
//!   `barrier_invariants`.
//! - Operators with stated laws: `operator_calls`, `operator_laws` (tests the laws on the body).
//! - `modular`: contracts of device functions. A function is lowered to a kernel of one thread with arbitrary
//!   arguments, indices and extents (`function`), in which an assertion in front of each access says that the contract
//!   names it (`accesses`). At a call (`call`) the contract replaces the body by the accesses that it names, and states
//!   the postcondition as `AssumeKind::Contract`. Whoever requests this must verify the functions
//!   (`wp_engine::modular`).
//! - `seen`: lists the kernels and launches of the tree, for the comparison with those that the source text shows
//!   (`wp_clang::Census`).
//!
//! Where the lowering relies on an assumption about the model, it emits a statement with the name of the assumption
//! (`AssumeKind::assumption`).
//!
//! # Deliberately absent
//!
//! Host code: what launches a kernel, and with which arguments (`wp_host`). Any reasoning about several threads, loops
//! or arithmetic: the lowering does not decide what a kernel may do. Not modelled: calls of virtual functions,
//! exceptions, `goto` into statements, destructors with bodies, inline assembly that may touch memory, recursion
//! without contracts, dynamic parallelism, device-side `malloc`.

mod account;
mod annotation_places;
mod annotations;
mod arguments;
mod asm;
mod barrier_invariants;
mod builder;
mod calls;
mod captures;
mod casts;
mod classes;
mod conditions;
mod contract_names;
mod exprs;
mod external;
mod function_pointers;
mod function_types;
mod ghosts;
mod init;
mod intrinsics;
mod jumps;
mod kernel;
mod lambdas;
mod lowerer;
mod lvalues;
mod modular;
pub mod nodes;
mod observations;
mod operator_calls;
mod operator_laws;
mod operators;
mod orders;
mod rejections;
mod scan;
mod seen;
mod sizeof_pack;
mod snapshots;
mod source;
mod spec_comments;
mod spec_names;
mod spec_terms;
mod special_members;
mod specified_functions;
mod specs;
mod state;
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
    /// True if loop invariants of the source are only candidates, which are dropped when they do not hold.
    pub invariants_as_candidates: bool,
    /// True if annotations that GPUVerify rejects are rejected, even where they could be checked.
    pub gpuverify_rules: bool,
    /// The annotations that are read.
    pub annotations: Annotations,
    /// Number of dimensions of the launch, when it is given.
    pub dimensions: Option<u32>,
    /// The calls at which the contract of a function replaces its body. The caller has to verify these contracts.
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
    /// One entry for each kernel, and for each instance of a kernel template.
    pub kernels: Vec<KernelResult>,
    /// The functions with contracts that are called, directly or indirectly, by a kernel.
    pub functions: Vec<FunctionResult>,
    /// Errors of the file that belong to no kernel.
    pub errors: Vec<Diagnostic>,
    /// Kernel templates without an instance: their names and the places of these.
    pub templates: Vec<(Arc<str>, Span)>,
    /// The launches and kernels in the tree.
    pub seen: Seen,
}

/// One kernel.
#[derive(Debug)]
pub struct KernelResult {
    /// Its printed name, with template arguments.
    pub name: Arc<str>,
    /// The types of its parameters in parentheses, as the compiler prints them.
    pub signature: Arc<str>,
    /// The position of the name.
    pub span: Span,
    /// The id of its definition, by which `wp_host` identifies the kernel.
    pub definition: NodeId,
    /// The clauses of its specification comments.
    pub contract: wp_spec::Contract,
    /// The kernel, or the compiler error for which there is none.
    pub kernel: Result<Kernel, Diagnostic>,
    /// The kernel with its ghosts, if its specifications have any.
    pub ghosts: Option<WithGhosts>,
    /// Indices in [`Lowered::functions`] of those whose contracts replace calls. A proof about the kernel requires that
    /// these functions keep their contracts.
    pub relies: Vec<usize>,
    /// Indices in [`Lowered::functions`] of all functions that the kernel calls.
    pub calls: Vec<usize>,
    /// The called functions with contracts; true if the contract replaces a call.
    called: BTreeMap<NodeId, bool>,
}

/// A function with a contract.
#[derive(Debug)]
pub struct FunctionResult {
    /// Its name.
    pub name: Arc<str>,
    /// Position of the name.
    pub span: Span,
    /// A kernel of one thread whose assertions say that the function keeps its contract, or the error for which there
    /// is none.
    pub kernel: Result<Kernel, Diagnostic>,
    /// The kernel with its ghosts, if its specifications have any.
    pub ghosts: Option<WithGhosts>,
    /// Indices in [`Lowered::functions`] of those whose contracts replace calls. The function may be one of them.
    pub relies: Vec<usize>,
    /// Indices in [`Lowered::functions`] of all functions that it calls.
    pub calls: Vec<usize>,
    /// The called functions with contracts; true if the contract replaces a call.
    called: BTreeMap<NodeId, bool>,
}

/// A kernel with its ghost variables and records. Only its assertions are checked.
#[derive(Debug)]
pub struct WithGhosts {
    /// The kernel.
    pub kernel: Kernel,
    /// Clauses about the values that the kernel records.
    pub observations: Vec<wp_spec::Observation>,
}

/// The kernels and launches in a tree, without lowering any.
pub fn seen(decls: &Decls<'_>) -> Seen {
    seen::kernels_and_launches(decls).0
}

/// Lowers every kernel of a file.
///
/// Runs on a thread of its own with a large stack: the syntax trees of generated kernels nest deeply.
pub fn lower(unit: &TranslationUnit, options: &LowerOptions) -> Lowered {
    on_large_stack(|| lower_indexed(&Decls::new(unit, options.pointer_bits == 32), options))
}

/// Lowers every kernel of a file whose declarations are indexed. Deep trees need a stack as large as that of
/// [`on_large_stack`].
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
    // The index has the instances of a template in another order than the source.
    kernels.sort_by_key(|k| (k.span.file, k.span.start));
    let errors = match options.annotations {
        Annotations::All => source.comments.unread_outside_functions(),
        _ => Vec::new(),
    };
    let (seen, patterns) = seen::kernels_and_launches(decls);
    let has_instance = |pattern: &seen::Pattern| kernels.iter().any(|k| k.span == pattern.node.loc);
    let mut templates: Vec<(Arc<str>, Span)> =
        patterns.iter().filter(|p| !has_instance(p)).map(|p| (p.name.as_str().into(), p.node.loc)).collect();
    templates.sort_by_key(|(_, span)| (span.file, span.start));
    Lowered { kernels, functions, errors, templates, seen }
}

/// Lowers the functions with contracts that the kernels call, directly or indirectly, and sets `relies` and `calls`.
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
