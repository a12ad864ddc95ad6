//! Host code: launches of kernels, of the same file or of others, and what holds at each of them.
//!
//! Input: the host functions in Clang's tree. Output: for every launch a [`LaunchSite`] with its extents, arguments and
//! guards as expressions over unknown host values; [`specialise`] turns them into facts of a kernel. Over-approximate:
//! a fact holds at every execution of the launch, whatever calls the function and with whatever arguments; what is not
//! understood gives none. Of calls, only those of functions that do nothing but compute, of functions that are called
//! in few places, and those that are given a kernel are followed. Where the device's compilation of the source may
//! differ from the host's, host code is read in the tree of the latter. Allocations are taken to succeed and `assert`s
//! to be compiled in: the assumption `launch-site`.

mod calls;
mod dropped;
mod errors;
mod eval;
mod few_calls;
mod flow;
pub(crate) mod foreign;
mod functions;
mod globals;
mod initial;
mod launch;
mod macros;
mod mentions;
mod specialise;
mod stepped;
mod uses;
mod value;
mod vectors;
mod wrappers;

pub use foreign::{foreign, Foreign, ForeignLaunch, HostCode, Signature};
pub use mentions::Mention;
pub use specialise::specialise;
pub use value::{Buffer, Expr, Int, Kind, Symbol};

use crate::decls::{body, is_function, params, Decls, KernelDecl};
use crate::layout::Layouts;
pub(crate) use flow::is_launch;
use flow::{Flow, State};
pub use globals::Changed;
use mentions::Mentions;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wp_base::Span;
use wp_clang::{Node, NodeId, TranslationUnit};

/// The known value of an argument.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// An integer or truth value.
    Int(Int),
    /// So many bytes (`i64`) behind the start of a buffer.
    Pointer(Buffer, Int),
}

/// A launch in host code, and what holds at every execution of it.
#[derive(Clone, PartialEq, Debug)]
pub struct LaunchSite {
    /// The place in the source.
    pub span: Span,
    /// The function it stands in.
    pub function: Arc<str>,
    /// Blocks (`u32`).
    pub grid: [Int; 3],
    /// Threads per block (`u32`).
    pub block: [Int; 3],
    /// Bytes of dynamic shared memory (`u64`).
    pub shared: Int,
    /// Arguments by the name of the parameter; of those that are left out nothing is known.
    pub arguments: Vec<(Arc<str>, Argument)>,
    /// Conditions that hold.
    pub guards: Vec<Int>,
    /// Sizes in bytes (`u64`) of buffers.
    pub sizes: BTreeMap<Buffer, Int>,
    /// The function without a body that is taken to launch, under the assumption `launcher`.
    pub launcher: Option<Arc<str>>,
}

impl LaunchSite {
    /// True if the same is known of both, wherever they stand.
    pub fn says_the_same(&self, other: &Self) -> bool {
        let LaunchSite { span: _, function: _, grid, block, shared, arguments, guards, sizes, launcher } = self;
        *grid == other.grid
            && *block == other.block
            && *shared == other.shared
            && *arguments == other.arguments
            && *guards == other.guards
            && *sizes == other.sizes
            && *launcher == other.launcher
    }
}

/// The code of a tree that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// All of it.
    Whole,
    /// Functions of the device: the host's code is read in the tree of the host's compilation.
    Device,
}

impl Part {
    /// The part of the tree of the device's compilation that is read.
    pub(crate) fn of_unit(unit: &TranslationUnit) -> Self {
        match unit.host {
            Some(_) => Part::Device,
            None => Part::Whole,
        }
    }
}

/// The launches and mentions in one tree.
pub(crate) struct Reading {
    /// Launches, with the definitions of the kernels they launch, or the first declarations of those that the file does
    /// not define, in source order.
    pub sites: Vec<(NodeId, LaunchSite)>,
    /// Mentions of kernels elsewhere, so that there may be launches that were not read.
    pub mentions: Mentions,
    /// Names for the linker of the variables that are taken to be changed by this file alone.
    pub own_variables: BTreeSet<Arc<str>>,
}

/// Reads the launches in one tree. `changed`: names for the linker of variables that other files may change.
pub(crate) fn read(decls: &Decls<'_>, layouts: &Layouts, part: Part, changed: &Changed) -> Reading {
    if decls.opencl {
        return Reading { sites: Vec::new(), mentions: Mentions::default(), own_variables: BTreeSet::new() };
    }
    let mut functions = Vec::new();
    collect(&decls.unit.root, &mut functions);
    let mut flow = Flow::new(decls, layouts);
    let gives = |f: &&&Node| body(f).is_some_and(|code| wrappers::gives_kernels(&flow, code));
    let giving: Vec<NodeId> = functions.iter().filter(gives).map(|f| f.id).collect();
    let (calls, launching) = few_calls::find(decls, &functions, giving);
    let all = functions.clone();
    functions.retain(|f| launching.contains(&f.id) && (part == Part::Whole || is_of_device(f)));
    flow.globals = globals::find(&mut flow, &all, changed);
    let (later, first): (Vec<&Node>, Vec<&Node>) = functions.into_iter().partition(|f| calls.are_known(f.id));
    flow.known_calls = calls;
    // A function of which all calls are known is analysed at these calls. If flow does not reach or follow one of them,
    // it is analysed for any arguments.
    for function in first.into_iter().chain(later) {
        if !flow.known_calls.are_followed(function.id) {
            flow.analysed.insert(function.id);
            analyse(&mut flow, function);
        }
    }
    // Where a function was analysed for any arguments, the launches found at its calls are dropped: the analysis for
    // any arguments covers them.
    flow.sites.retain(|found| found.by_calls.iter().all(|function| !flow.analysed.contains(function)));
    let mut sites: Vec<(NodeId, LaunchSite)> = flow.sites.into_iter().map(|found| (found.kernel, found.site)).collect();
    sites.sort_by_key(|(_, s)| (s.span.file, s.span.start));
    let mentions = mentions::elsewhere(decls, &flow.launched, part);
    Reading { sites, mentions, own_variables: flow.globals.external() }
}

/// The launches of the kernels of a file, and mentions of them elsewhere, by their positions in [`Decls::kernels`].
pub(crate) fn of_kernels(
    decls: &Decls<'_>,
    layouts: &Layouts,
    changed: &Changed,
) -> (Vec<(usize, LaunchSite)>, BTreeMap<usize, Mention>) {
    let (mut sites, mut mentions) = (Vec::new(), BTreeMap::new());
    let mut mention = |kernel: usize, mention: Mention| {
        mentions.entry(kernel).and_modify(|known: &mut Mention| *known = known.merge(mention)).or_insert(mention);
    };
    let Reading { sites: own, mentions: named, .. } = read(decls, layouts, Part::of_unit(decls.unit), changed);
    let position = |id: NodeId| decls.kernels.iter().position(|kernel| kernel.node.id == id);
    sites.extend(own.into_iter().filter_map(|(id, site)| Some((position(id)?, site))));
    named.into_iter().for_each(|(id, at)| position(id).into_iter().for_each(|kernel| mention(kernel, at)));
    if let Some(unit) = &decls.unit.host {
        let host = Decls::new(unit, decls.narrow());
        let Reading { sites: own, mentions: named, .. } = read(&host, &Layouts::new(unit), Part::Whole, changed);
        for (id, site) in own {
            for (kernel, is_same) in counterparts(decls, &host, id) {
                match is_same {
                    true if sites.iter().any(|(k, known)| *k == kernel && known.says_the_same(&site)) => {}
                    true => sites.push((kernel, site.clone())),
                    false => mention(kernel, Mention::at(site.span)),
                }
            }
        }
        for (id, at) in named {
            counterparts(decls, &host, id).into_iter().for_each(|(kernel, _)| mention(kernel, at));
        }
        sites.sort_by_key(|(_, site)| (site.span.file, site.span.start));
    }
    (sites, mentions)
}

/// The kernels that a kernel of the host's compilation may be in the device's compilation, with whether it is the same
/// one with the same parameters.
fn counterparts(decls: &Decls<'_>, host: &Decls<'_>, id: NodeId) -> Vec<(usize, bool)> {
    let Some(kernel) = host.kernels.iter().chain(host.declared_kernels()).find(|k| k.node.id == id) else {
        return Vec::new();
    };
    let names = |node: &Node| params(node).into_iter().map(|p| p.name.clone()).collect::<Vec<_>>();
    let is_same = |own: &KernelDecl<'_>| {
        own.node.loc == kernel.node.loc && own.node.ty == kernel.node.ty && names(own.node) == names(kernel.node)
    };
    let alike = decls.kernels.iter().enumerate().filter(|(_, own)| own.name == kernel.name);
    let alike: Vec<(usize, bool)> = alike.map(|(at, own)| (at, is_same(own))).collect();
    match alike.iter().find(|(_, is_same)| *is_same) {
        Some(&same) => vec![same],
        None => alike,
    }
}

/// True if a function is compiled for the device.
pub(crate) fn is_of_device(function: &Node) -> bool {
    function.inner.iter().any(|a| matches!(&*a.kind, "CUDAGlobalAttr" | "CUDADeviceAttr"))
}

/// Functions with bodies; of templates the instances.
fn collect<'u>(node: &'u Node, out: &mut Vec<&'u Node>) {
    for child in &node.inner {
        let is_instance = child.inner.iter().any(|c| &*c.kind == "TemplateArgument");
        match (&*node.kind, &*child.kind) {
            ("FunctionTemplateDecl", kind) if is_function(kind) && !is_instance => continue,
            ("ClassTemplateDecl", kind) if kind != "ClassTemplateSpecializationDecl" => continue,
            (_, "ClassTemplatePartialSpecializationDecl") => continue,
            _ => {}
        }
        if is_function(&child.kind) && body(child).is_some() {
            out.push(child);
        }
        collect(child, out);
    }
}

fn launches(node: &Node) -> bool {
    is_launch(node) || node.inner.iter().any(|c| &*c.kind != "LambdaExpr" && launches(c))
}

/// Statements after which flow is not followed.
fn is_unstructured(node: &Node) -> bool {
    let here = matches!(&*node.kind, "GotoStmt" | "IndirectGotoStmt" | "LabelStmt" | "GCCAsmStmt" | "MSAsmStmt");
    let leaves = node.kind.starts_with("Co") && node.kind.ends_with("returnStmt");
    here || leaves || has_hidden_effect(node) || node.inner.iter().any(is_unstructured)
}

/// True if executing a node has an effect that its children do not show: the extent of an array (`int a[n++]`), or a
/// function that runs at the end of a variable's life.
fn has_hidden_effect(node: &Node) -> bool {
    let types = [node.ty.as_ref(), node.desugared.as_ref(), node.extra.get("argType")];
    &*node.kind == "CleanupAttr" || types.into_iter().flatten().any(|ty| computes_extent(ty))
}

/// True if some code of a tree has hidden effects.
fn hides_effects(node: &Node) -> bool {
    has_hidden_effect(node) || node.inner.iter().any(hides_effects)
}

/// True if the extent of an array in a type is computed by an assignment or a call. Types with constant extents are
/// written with numbers.
fn computes_extent(ty: &str) -> bool {
    let extents = ty.split('[').skip(1).filter_map(|rest| rest.split(']').next());
    extents.into_iter().any(|extent| ["++", "--", "=", "("].iter().any(|effect| extent.contains(effect)))
}

fn analyse(flow: &mut Flow<'_, '_>, function: &Node) {
    let Some(code) = body(function) else { return };
    flow.function = launch::function_name(function);
    flow.unreliable = uses::unreliable(function);
    flow.given_away(function);
    flow.complete = !errors::has_errors(flow.decls.unit, function);
    flow.lost.clear();
    let mut followed = !is_unstructured(code) && &*code.kind == "CompoundStmt";
    // A launch by a kernel is made by many threads.
    followed &= !is_of_device(function);
    if !flow.complete {
        match errors::mentioned_outside_tree(flow.decls.unit, function) {
            Some(more) => flow.unreliable.extend(more),
            None => followed = false,
        }
    }
    let mut st = State::default();
    if !followed {
        flow.launches_in(&st, code);
        return;
    }
    for param in params(function) {
        if flow.tells_of(param) {
            let value = flow.unknown(param, param.name.as_deref().unwrap_or("host"));
            let given = flow.known_calls.named.contains(&function.id);
            st.vars.insert(param.id, if given { value.given() } else { value });
        }
    }
    flow.statement(&mut st, code);
    flow.note_held(code);
}
