//! The launches that a kernel is checked for: each of its launches in host code, or any launch.
//!
//! If options give the launch, the arguments or the arrays, host code is ignored. It is ignored under GPUVerify's rules
//! too, by which a kernel stands alone.

use crate::report::LaunchedAt;
use crate::Options;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use wp_base::Span;
use wp_clang::NodeId;
use wp_host::{specialise, KernelLaunches, LaunchSite, Mention};
use wp_kir::{ExprId, Kernel, Launch, ObjectId, Stmt, StmtKind};
use wp_spec::{Array, Contract, Term, TermKind};

/// The launches of a kernel that were read, and a mention of the kernel outside of them, if there is one.
pub(crate) type Launched<'a> = (&'a [LaunchSite], Option<Mention>);

/// The launches of the kernel that a declaration defines.
pub(crate) fn of_kernel(launches: &[KernelLaunches], definition: NodeId) -> Launched<'_> {
    let found = launches.iter().find(|kernel| kernel.definition == definition);
    found.map_or((&[], None), |kernel| (&kernel.sites, kernel.mentioned))
}

/// One verification of a kernel.
pub(crate) struct Task {
    pub kernel: Kernel,
    pub options: Options,
    pub launch: Option<LaunchedAt>,
    /// A place with possible launches that could not be read, for which the kernel is checked for every launch.
    pub elsewhere: Option<Span>,
    /// A launch that is not used, because the kernel ensures something for every launch.
    pub unused: Option<Span>,
    /// For each pointer parameter that this launch makes point elsewhere: from its array to the address.
    moved: BTreeMap<ObjectId, ExprId>,
}

impl Task {
    /// The contract in terms of this launch: a clause about an array becomes one about the memory that the parameter
    /// points to.
    pub fn contract_here<'c>(&self, contract: &'c Contract) -> Cow<'c, Contract> {
        if self.moved.is_empty() {
            return Cow::Borrowed(contract);
        }
        let mut here = contract.clone();
        for clause in here.requires.iter_mut().chain(&mut here.ensures) {
            follow(&mut clause.condition, &self.moved);
        }
        Cow::Owned(here)
    }
}

fn follow(t: &mut Term, moved: &BTreeMap<ObjectId, ExprId>) {
    match &mut t.kind {
        TermKind::Element { array, .. } => {
            if let Array::Object(object) = array {
                if let Some(&pointer) = moved.get(object) {
                    *array = Array::Pointer(pointer);
                }
            }
        }
        TermKind::Apply(function, _) => follow(&mut Arc::make_mut(function).body, moved),
        _ => {}
    }
    t.kind.children_mut().into_iter().for_each(|c| follow(c, moved));
}

/// Pointer parameters that the statements in front of a kernel assign.
fn moved(kernel: &Kernel, front: &[Stmt]) -> BTreeMap<ObjectId, ExprId> {
    let assigned = front.iter().filter_map(|s| match s.kind {
        StmtKind::Assign { var, value } => Some((var, value)),
        _ => None,
    });
    let of_param = |(var, value)| {
        let param = kernel.params.values().find(|p| p.var == var)?;
        Some((param.object?, value))
    };
    assigned.filter_map(of_param).collect()
}

/// The verification of a kernel for any launch.
pub(crate) fn any_launch(kernel: Kernel, options: Options) -> Task {
    Task { kernel, options, launch: None, elsewhere: None, unused: None, moved: BTreeMap::new() }
}

/// A launch, with the places of the other launches that give the kernel the same facts.
pub(crate) type Alike<'a> = (&'a LaunchSite, Vec<Span>);

/// The launches of a kernel that differ in the facts that they give it.
pub(crate) fn that_differ<'a>(kernel: &Kernel, sites: &'a [LaunchSite]) -> Vec<Alike<'a>> {
    let mut found: Vec<(Alike<'a>, (Kernel, Launch))> = Vec::new();
    for site in sites {
        // Different values of the host may give the same facts.
        let facts = specialise(kernel, &LaunchSite { span: Span::NONE, ..site.clone() });
        let same = |((first, _), known): &&mut (Alike<'a>, (Kernel, Launch))| {
            let is_alike = first.launcher == site.launcher
                && first.assumes_launchers == site.assumes_launchers
                && first.is_not_cooperative == site.is_not_cooperative;
            is_alike && *known == facts
        };
        match found.iter_mut().find(same) {
            Some(((_, alike), _)) => alike.push(site.span),
            None => found.push(((site, Vec::new()), facts)),
        }
    }
    found.into_iter().map(|(site, _)| site).collect()
}

/// The verifications of a kernel, one for each of the launches; where there may be launches that could not be read
/// (`mentioned`), every launch is checked too.
pub(crate) fn tasks(kernel: Kernel, sites: &[Alike<'_>], mentioned: Option<Mention>, options: &Options) -> Vec<Task> {
    if is_ignored(&kernel, options) {
        return vec![any_launch(kernel, options.clone())];
    }
    let launched_unread = mentioned.is_some_and(|mention| !mention.only_given_to_unknown);
    let unread = Options { launched_unread, ..options.clone() };
    let elsewhere = mentioned.map(|mention| mention.span);
    if sites.is_empty() {
        return vec![Task { elsewhere, ..any_launch(kernel, unread) }];
    }
    let mut tasks = Vec::new();
    // Contradictory preconditions are noticed at a launch that certainly happens.
    let some_happens = sites.iter().any(|(site, _)| site.meeting.is_empty());
    for (site, alike) in sites {
        let own = kernel.body.len();
        let (mut kernel, launch) = specialise(&kernel, site);
        let moved = moved(&kernel, &kernel.body[..kernel.body.len() - own]);
        if site.is_not_cooperative {
            wp_host::forbid_grid_barriers(&mut kernel);
        }
        let may_not_happen = some_happens && !site.meeting.is_empty();
        let options = Options { launch, may_not_happen, ..options.clone() };
        let at = LaunchedAt {
            span: site.span,
            function: site.function.to_string(),
            alike: alike.clone(),
            meeting: site.meeting.iter().map(|name| name.to_string()).collect(),
            launcher: site.launcher.as_deref().map(str::to_owned),
            assumes_launchers: site.assumes_launchers,
        };
        tasks.push(Task { kernel, options, launch: Some(at), elsewhere: None, unused: None, moved });
    }
    tasks.extend(elsewhere.map(|_| Task { elsewhere, ..any_launch(kernel, unread) }));
    tasks
}

fn is_ignored(kernel: &Kernel, options: &Options) -> bool {
    !options.follows_launches()
        || options.kernel_args.iter().any(|(name, _)| **name == *kernel.name)
        || options.kernel_arrays.iter().any(|(name, _)| **name == *kernel.name)
}
