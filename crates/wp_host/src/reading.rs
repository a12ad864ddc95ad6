//! The launches in one tree: which functions of the host are followed, in which order, and at which calls.

use crate::callees::Callees;
use crate::few_calls;
use crate::forms::function_name;
use crate::globals::{self, Changed};
use crate::hidden_effects::is_unstructured;
use crate::named::{Mentions, Part};
use crate::other_names::OtherNames;
use crate::pointer_parameters::as_references;
use crate::reuse::Reuse;
use crate::state::{Flow, State};
use crate::tensor_forms::is_tensor;
use crate::unseen::{replacement, used_of_library, ALLOCATION, UNORDERED};
use crate::{errors, mentions, wrappers, LaunchSite};
use std::collections::BTreeSet;
use std::sync::Arc;
use wp_clang::{Node, NodeId};
use wp_decls::{body, is_function, is_of_device, params, Decls, Layouts};

/// The launches and mentions in one tree.
pub(crate) struct Reading {
    /// Launches, with the definitions of the kernels they launch, or the first declarations of those that the file does
    /// not define, in source order.
    pub sites: Vec<(NodeId, LaunchSite)>,
    /// Mentions of kernels elsewhere, so that there may be launches that were not read.
    pub mentions: Mentions,
    /// Names for the linker of the variables that are taken to be changed by this file alone, and of the functions that
    /// are taken to be called by it alone.
    pub own_names: BTreeSet<Arc<str>>,
}

/// Reads the launches in one tree. `changed`: names for the linker of what other files may change or call.
pub(crate) fn read(decls: &Decls<'_>, layouts: &Layouts, part: Part, changed: &Changed) -> Reading {
    if decls.opencl {
        return Reading { sites: Vec::new(), mentions: Mentions::default(), own_names: BTreeSet::new() };
    }
    match as_references(decls) {
        Some(unit) => read_tree(&Decls::new(&unit, decls.narrow()), &Layouts::new(&unit), part, changed),
        None => read_tree(decls, layouts, part, changed),
    }
}

fn read_tree(decls: &Decls<'_>, layouts: &Layouts, part: Part, changed: &Changed) -> Reading {
    let mut functions = Vec::new();
    collect(&decls.unit.root, &mut functions);
    let mut flow = Flow::new(decls, layouts);
    flow.find_replaced(changed);
    let others = OtherNames::of(decls);
    let gives = |f: &&&Node| body(f).is_some_and(|code| wrappers::gives_kernels(&flow, code));
    let giving: Vec<NodeId> = functions.iter().filter(gives).map(|f| f.id).collect();
    flow.callees = Callees::of(decls, layouts, &functions);
    let (calls, launching) = few_calls::find(&flow, &functions, giving, changed, &others);
    let all = functions.clone();
    functions.retain(|f| launching.contains(&f.id) && (part == Part::Whole || is_of_device(f)));
    flow.globals = globals::find(&mut flow, &all, changed, &others);
    flow.find_unseen(changed);
    flow.globals.reuse = Reuse::of(decls, &all);
    let (later, first): (Vec<&Node>, Vec<&Node>) = functions.into_iter().partition(|f| calls.are_known(f.id));
    flow.known_calls = calls;
    for function in first {
        flow.known_calls.analysed.insert(function.id);
        analyse(&mut flow, function, State::default(), function_name(function));
    }
    // A function of which all calls are known is analysed at these calls. If the analysis does not reach or follow one
    // of them, it is analysed for any arguments; a lambda then where it is made, behind the functions that make it.
    let (lambdas, later): (Vec<&Node>, Vec<&Node>) =
        later.into_iter().partition(|f| flow.known_calls.made_by.contains_key(&f.id));
    while let Some(function) = later.iter().chain(&lambdas).find(|f| is_open(&flow, f)) {
        flow.known_calls.analysed.insert(function.id);
        match flow.known_calls.made_by.get(&function.id) {
            Some(lambda) => {
                let is_made = flow.known_calls.settled.contains(&(*lambda, function.id));
                for (st, name) in flow.makers.take(function.id, is_made) {
                    analyse(&mut flow, function, st, name);
                }
            }
            None => analyse(&mut flow, function, State::default(), function_name(function)),
        }
    }
    // Where a function was analysed for any arguments, the launches found at its calls are dropped: the analysis for
    // any arguments covers them.
    let analysed = &flow.known_calls.analysed;
    flow.sites.retain(|found| found.by_calls.iter().all(|function| !analysed.contains(function)));
    let mut sites: Vec<(NodeId, LaunchSite)> = flow.sites.into_iter().map(|found| (found.kernel, found.site)).collect();
    sites.sort_by_key(|(_, s)| (s.span.file, s.span.start));
    let mentions = mentions::elsewhere(decls, layouts, &flow.launched, part);
    let mut own_names = flow.globals.external();
    own_names.extend(flow.known_calls.external);
    own_names.extend([ALLOCATION, UNORDERED].map(Arc::from));
    own_names.extend(used_of_library(decls).iter().map(|name| replacement(name)));
    Reading { sites, mentions, own_names }
}

/// True if a function is still to be analysed for arguments that are not known.
fn is_open(flow: &Flow<'_, '_>, function: &Node) -> bool {
    let calls = &flow.known_calls;
    match calls.made_by.get(&function.id) {
        _ if calls.are_followed(function.id) => false,
        Some(lambda) => flow.makers.is_open(function.id, calls.settled.contains(&(*lambda, function.id))),
        None => !calls.analysed.contains(&function.id),
    }
}

/// Functions with bodies; of templates the instances.
fn collect<'u>(node: &'u Node, out: &mut Vec<&'u Node>) {
    for child in &node.inner {
        let is_instance = child.inner.iter().any(|c| &*c.kind == "TemplateArgument");
        match (&*node.kind, &*child.kind) {
            ("FunctionTemplateDecl", kind) if is_function(kind) && !is_instance => continue,
            ("ClassTemplateDecl", kind) if kind != "ClassTemplateSpecializationDecl" => continue,
            (_, "ClassTemplatePartialSpecializationDecl") => continue,
            // The body of a lambda is that of its call operator.
            ("LambdaExpr", "CompoundStmt") => continue,
            _ => {}
        }
        if is_function(&child.kind) && body(child).is_some() {
            out.push(child);
        }
        collect(child, out);
    }
}

/// Analyses a function for any arguments where a state holds.
fn analyse(flow: &mut Flow<'_, '_>, function: &Node, mut st: State, name: Arc<str>) {
    let Some(code) = body(function) else { return };
    flow.frame.function = name;
    flow.unreliable.clear();
    flow.lent.clear();
    flow.note_uses(function);
    flow.frame.complete = !errors::has_errors(flow.decls, flow.layouts, function);
    flow.buffers.lost.clear();
    let mut followed = !is_unstructured(code) && &*code.kind == "CompoundStmt";
    // Device code is not followed: each of its threads makes the launch.
    followed &= !is_of_device(function);
    // A function that the file calls, or that jumps back, may launch more than once. Calls of members are not counted.
    let is_called = flow.known_calls.named.contains(&function.id) || &*function.kind == "CXXMethodDecl";
    if is_called || is_unstructured(code) {
        st.left.extend(flow.globals.reuse.at_entry());
    }
    if !flow.frame.complete {
        match errors::mentioned_outside_tree(flow.decls.unit, function) {
            Some(more) => flow.unreliable.extend(more),
            None => followed = false,
        }
    }
    if !followed {
        flow.launches_in(&st, code);
        return;
    }
    for param in params(function) {
        // A reference to a tensor that is only read is a handle as good as a copy.
        if flow.tells_of(param) && (is_tensor(param) || !flow.callees.is_named_reference(param)) {
            let value = match is_tensor(param) {
                true => flow.unknown_tensor(),
                false => flow.unknown(param, param.name.as_deref().unwrap_or("host")),
            };
            let given = flow.known_calls.named.contains(&function.id);
            st.vars.insert(param.id, if given { value.given() } else { value });
        }
    }
    flow.statement(&mut st, code);
    flow.leave(&st);
    flow.note_held(code);
}
