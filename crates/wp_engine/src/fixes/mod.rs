//! Places for barriers that make findings go away: races that a barrier orders, and barriers that not all threads
//! reach.
//!
//! Input: the report on a file, and the file as the compiler reads it. Output: in findings, the change of the source
//! that was best among those that passed [`recheck`]. The source is changed and not the kernel's intermediate form, and
//! the whole check is repeated on it, so that what is shown is what was checked, brackets and scopes included.
//! [`places`] suggests and [`edit`] writes; neither is trusted.
//!
//! Only the body of the kernel itself is changed, in the checked file and outside of macros: code that other kernels
//! share stays as it is. There is no search if races or divergence are not checked as a whole, nor for kernels that are
//! called as functions. Incomplete: some of the possible places are tried, in at most [`MOST_CHECKS`] checks for a
//! kernel and within the time limit of the file.

mod edit;
mod places;
mod recheck;
mod statements;

use crate::configuration::limits_of;
use crate::{template_name, Cure, Edit, FileReport, Finding, Fix, KernelReport, Options, Property};
use edit::{Change, Editor};
use recheck::{key, Key, Outcome, Recheck};
use std::collections::BTreeSet;
use std::time::Duration;
use wp_base::{FileId, Span};
use wp_check::Limits;
use wp_clang::{Language, Node, TranslationUnit};

wp_base::limits! {
    /// Checks of changed sources for one kernel, at most.
    const MOST_CHECKS: usize = 16;
    /// The least effort for a check of a changed source, in seconds of an idle machine.
    const LEAST_SECONDS: u64 = 5;
    /// The factor by which another check may exceed the first.
    const DEARER: u64 = 3;
}

/// Adds the changes to the findings of a report.
pub(crate) fn suggest(report: &mut FileReport, unit: &TranslationUnit, options: &Options) {
    // If only a part of the properties is checked, a change could introduce an error that is not checked.
    let partial = options.only_divergence || options.race_arrays.is_some() || options.findbugs.is_some();
    if partial {
        return;
    }
    let limits = limits_of(options);
    let mut names: Vec<String> = report.kernels.iter().map(|k| template_name(&k.name).to_owned()).collect();
    names.sort();
    names.dedup();
    for name in names {
        let found = of_kernel(report, unit, options, &name, limits);
        let own = report.kernels.iter_mut().filter(|k| template_name(&k.name) == name);
        for finding in own.flat_map(|k| &mut k.properties).flat_map(|p| &mut p.findings) {
            let best = found.iter().find(|(of, _)| *of == key(finding));
            finding.fix = best.map(|(_, fix)| fix.clone());
        }
    }
}

/// The changes for the findings of a kernel, of all its launches and instances.
fn of_kernel(
    report: &FileReport,
    unit: &TranslationUnit,
    options: &Options,
    name: &str,
    limits: Limits,
) -> Vec<(Key, Fix)> {
    let (Some(file), Some(language)) = (report.sources.find(&report.path), options.language_of(&report.path)) else {
        return Vec::new();
    };
    let before: Vec<_> = report.kernels.iter().filter(|k| template_name(&k.name) == name).collect();
    let findings: Vec<&Finding> = before.iter().flat_map(|k| &k.properties).flat_map(|p| &p.findings).collect();
    let asked = |p| before.iter().all(|k| k.property(p).is_some());
    let all_asked = asked(Property::Races) && asked(Property::Divergence);
    let place = before.first().map(|k| k.span).filter(|span| span.file == file && all_asked);
    let Some((function, text)) = place.and_then(|at| body_of(&unit.root, at)).zip(report.sources.file(file)) else {
        return Vec::new();
    };
    let elsewhere = before.iter().any(|k| Some(k.span) != place);
    if elsewhere || (language == Language::OpenCl && is_called(&unit.root, function, name)) {
        return Vec::new();
    }
    let text = &*text.text;
    let body = statements::read(function, file, text);
    if !body.fits(text) {
        return Vec::new();
    }
    let editor = Editor { text };
    let mut search = Search {
        found: Vec::new(),
        recheck: Recheck {
            path: &report.path,
            file,
            text,
            options: for_checks(options, name),
            before: before.clone(),
            errors: &report.errors,
            limits,
            left: MOST_CHECKS.get(),
            patience: patience(&before),
            tried: Vec::new(),
        },
    };
    let mut targets: Vec<(Key, Cure)> = Vec::new();
    for finding in &findings {
        let Some(cure) = finding.cure.filter(|cure| !is_between_blocks(*cure, &findings)) else { continue };
        if targets.iter().all(|(_, known)| *known != cure) {
            targets.push((key(finding), cure));
        }
    }
    for (target, cure) in &targets {
        let changes = match *cure {
            Cure::Order { sites, shared, .. } => {
                let sites = sites.map(|site| in_body(&unit.root, function, site));
                let [Some(first), Some(second)] = sites else { continue };
                places::between(&body, editor, [first, second], barrier(language, shared))
            }
            Cure::Move { barrier } => places::outwards(&body, editor, barrier),
        };
        search.look(target, &changes);
    }
    search.together();
    let found = search.found.into_iter();
    found.map(|(key, change, outcome)| (key, fix(&change, outcome, file))).collect()
}

/// The effort limit of one check: some more than the first one spent.
fn patience(before: &[&KernelReport]) -> u64 {
    let first: u64 = before.iter().map(|k| k.times.spent).sum();
    wp_solve::resources(Duration::from_secs(LEAST_SECONDS.get())).saturating_add(first.saturating_mul(DEARER.get()))
}

/// The options of checks of changed sources: nothing is looked for but what is wrong.
fn for_checks(options: &Options, name: &str) -> Options {
    Options {
        kernels: vec![name.to_owned()],
        fixes: false,
        preconditions: false,
        accept_preconditions: false,
        performance: false,
        witness_details: false,
        contract_scripts: false,
        ..options.clone()
    }
}

/// True if the two accesses race between blocks too, where no barrier helps.
fn is_between_blocks(cure: Cure, findings: &[&Finding]) -> bool {
    let Cure::Order { sites, within_block, .. } = cure else { return false };
    let same = |other: Cure| matches!(other, Cure::Order { sites: s, within_block: false, .. } if s == sites);
    !within_block || findings.iter().filter_map(|f| f.cure).any(same)
}

/// The statement that is inserted.
fn barrier(language: Language, shared: bool) -> &'static str {
    match (language, shared) {
        (Language::Cuda | Language::Hip, _) => "__syncthreads();",
        (Language::OpenCl, true) => "barrier(CLK_LOCAL_MEM_FENCE);",
        (Language::OpenCl, false) => "barrier(CLK_GLOBAL_MEM_FENCE);",
    }
}

fn fix(change: &Change, outcome: Outcome, file: FileId) -> Fix {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let edits = change
        .replacements
        .iter()
        .map(|r| Edit { span: Span { file, start: offset(r.start), end: offset(r.end) }, text: r.text.clone() });
    let assumptions = outcome.assumptions.into_iter().collect();
    Fix { title: change.title(), edits: edits.collect(), open: outcome.open, assumptions }
}

/// The search for fixes for the findings of a kernel.
struct Search<'a> {
    recheck: Recheck<'a>,
    found: Vec<(Key, Change, Outcome)>,
}

impl Search<'_> {
    /// Looks for a change for one finding. A change after which everything is proved ends the search. Otherwise the
    /// first change that is kept counts, and no larger one is tried.
    fn look(&mut self, target: &Key, changes: &[Change]) {
        for change in changes {
            let known = self.found.iter().find(|(of, ..)| of == target);
            if known.is_some_and(|(_, known, outcome)| outcome.open.is_empty() || known.size() < change.size()) {
                continue;
            }
            if let Some(outcome) = self.recheck.outcome(change).filter(|o| o.gone.contains(target)) {
                self.keep(change, &outcome);
            }
        }
    }

    /// A change for all findings that it removes, unless a change is known that leaves no more open.
    fn keep(&mut self, change: &Change, outcome: &Outcome) {
        for key in &outcome.gone {
            match self.found.iter_mut().find(|(known, ..)| known == key) {
                Some((.., known)) if known.open.len() <= outcome.open.len() => {}
                Some(known) => (known.1, known.2) = (change.clone(), outcome.clone()),
                None => self.found.push((key.clone(), change.clone(), outcome.clone())),
            }
        }
    }

    /// If several changes each leave something open, all of them together.
    fn together(&mut self) {
        let mut parts: Vec<&Change> = Vec::new();
        for (_, change, outcome) in &self.found {
            if !outcome.open.is_empty() && !parts.contains(&change) {
                parts.push(change);
            }
        }
        let Some((first, others)) = parts.split_first().filter(|(_, others)| !others.is_empty()) else { return };
        let Some(all) = others.iter().try_fold((*first).clone(), |sum, next| sum.and(next)) else { return };
        if let Some(outcome) = self.recheck.outcome(&all) {
            self.keep(&all, &outcome);
        }
    }
}

/// The body of the function whose name stands at a place. Of a template, the first one that the compiler has a body of:
/// all have the same text.
fn body_of(node: &Node, name: Span) -> Option<&Node> {
    let is_it = node.loc == name && node.span.start < name.start && is_function(node);
    let own = || node.inner.iter().find(|n| &*n.kind == "CompoundStmt");
    is_it.then(own).flatten().or_else(|| node.inner.iter().find_map(|n| body_of(n, name)))
}

fn is_function(node: &Node) -> bool {
    matches!(&*node.kind, "FunctionDecl" | "CXXMethodDecl" | "CXXConversionDecl")
}

/// True if code outside of the body names the kernel.
fn is_called(node: &Node, body: &Node, name: &str) -> bool {
    let named = &*node.kind == "DeclRefExpr" && node.referenced.as_ref().is_some_and(|r| &*r.name == name);
    named || (!std::ptr::eq(node, body) && node.inner.iter().any(|n| is_called(n, body, name)))
}

/// The place in the body where an access happens: its own, or that of the only call that leads to it.
fn in_body(root: &Node, body: &Node, site: Span) -> Option<Span> {
    let within =
        |outer: Span, inner: Span| outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end;
    if within(body.span, site) {
        return Some(site);
    }
    let mut functions = Vec::new();
    collect_functions(root, &mut functions);
    let mut leading: BTreeSet<&str> = BTreeSet::new();
    let of_site = functions.iter().filter(|f| within(f.span, site)).filter_map(|f| f.name.as_deref());
    leading.extend(of_site);
    loop {
        let known = leading.len();
        let more = functions.iter().filter(|f| !within(f.span, body.span) && !mentions(f, &leading).is_empty());
        let more: Vec<&str> = more.filter_map(|f| f.name.as_deref()).collect();
        leading.extend(more);
        if leading.len() == known {
            break;
        }
    }
    let mut calls = mentions(body, &leading);
    calls.dedup();
    match calls[..] {
        [call] => Some(call),
        _ => None,
    }
}

/// All functions with bodies.
fn collect_functions<'u>(node: &'u Node, out: &mut Vec<&'u Node>) {
    if is_function(node) && node.inner.iter().any(|n| &*n.kind == "CompoundStmt") {
        out.push(node);
    }
    node.inner.iter().for_each(|n| collect_functions(n, out));
}

/// The mentions of functions of these names.
fn mentions(node: &Node, names: &BTreeSet<&str>) -> Vec<Span> {
    let mut places = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        let named = node.referenced.as_ref().is_some_and(|r| names.contains(&*r.name));
        if named || (&*node.kind == "MemberExpr" && node.name.as_deref().is_some_and(|n| names.contains(n))) {
            places.push(node.span);
        }
        open.extend(node.inner.iter());
    }
    places.sort();
    places
}
