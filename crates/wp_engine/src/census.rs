//! The report compared with an independent count of the source: every kernel that a file defines is checked, and every
//! launch in it is read, or an error names those that are not.
//!
//! Input: the kernels and launches that the front end found in the file. Output: errors, and a kernel without verdicts
//! for each definition that the front end lost. A launch that was not read loses nothing if the kernel is no template,
//! because the kernel is then checked for every launch. In a file without compiler errors, a template without an
//! instance is no part of the program and gets a warning, unless the checked file itself launches it.

use crate::file_errors;
use crate::launches;
use crate::lost_launches::lost_launches;
use crate::{KernelReport, Options, UnknownReason, Verdict};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use wp_base::{Diagnostic, Severity, Span};
use wp_clang::{Hidden, SourceKernel, TranslationUnit};
use wp_host::KernelLaunches;
use wp_lower::{KernelResult, Seen};

/// The kernels and launches that the front end found in a file.
pub(crate) struct FrontEnd<'a> {
    pub path: &'a Path,
    pub unit: &'a TranslationUnit,
    pub kernels: &'a [KernelResult],
    /// The launches of the kernels.
    pub launches: &'a [KernelLaunches],
    /// Templates without an instance.
    pub templates: &'a [(Arc<str>, Span)],
    pub seen: &'a Seen,
    /// The places of functions.
    pub functions: &'a [Span],
}

/// The kernels and launches that the report lacks.
#[derive(Default)]
pub(crate) struct Unread {
    /// One error for each kernel, launch and call that is lost, and a note on what the preprocessor leaves out.
    pub errors: Vec<Diagnostic>,
    /// The kernels that are lost.
    pub kernels: Vec<KernelReport>,
    /// Templates without an instance that the program does not need.
    pub unused: Vec<(Arc<str>, Span)>,
}

/// Reports on the kernels of the source for a check that was cut off before any of them had a result.
pub(crate) fn unchecked(unit: &TranslationUnit, options: &Options) -> Vec<KernelReport> {
    let verdict = Verdict::Unknown(UnknownReason::Timeout);
    let report = |kernel: &SourceKernel| KernelReport::with_one_verdict(&kernel.name, kernel.span, options, &verdict);
    unit.census.kernels.iter().filter(|kernel| options.selects(&kernel.name)).map(report).collect()
}

/// Compares the count of the source with what the front end has found.
pub(crate) fn unread(front: &FrontEnd<'_>, options: &Options) -> Unread {
    let wanted = |name: &str| options.selects(name);
    let (mut out, mut lost) = (Unread::default(), BTreeSet::new());
    let clean = front.unit.compiles();
    let mut known = front.known();
    for kernel in &front.unit.census.kernels {
        let template = match known.take(front, kernel) {
            Some(None) => continue,
            Some(Some(template)) => Some(template),
            None => None,
        };
        if let Some(template) = template.filter(|_| clean && !front.is_meant_to_run(kernel)) {
            out.unused.push(template.clone());
            continue;
        }
        lost.insert(kernel.name.as_str());
        let name = template.map_or(kernel.name.as_str(), |(name, _)| name);
        if wanted(name) {
            let error = if clean && template.is_some() {
                file_errors::never_made(kernel)
            } else {
                front.lost_kernel(kernel, template.is_some())
            };
            out.kernels.push(KernelReport::unreadable(name, kernel.span, &error.message, options));
            out.errors.push(error);
        }
    }
    // Templates of headers that are not counted.
    out.unused.extend(known.rest().filter(|_| clean).cloned());
    let mut told: BTreeSet<Span> = BTreeSet::new();
    for (name, span) in lost_launches(front.unit, front.seen, clean) {
        told.insert(span);
        let (is_told, is_wanted) = (name.is_some_and(|n| lost.contains(n)), name.is_none_or(wanted));
        if !is_told && is_wanted && !name.is_some_and(|name| front.is_checked_for_every_launch(name)) {
            out.errors.push(front.lost_launch(name, span));
        }
    }
    let calls = front.seen.lost_calls.iter().filter(|_| options.kernels.is_empty());
    for (name, span) in calls.filter(|(name, span)| !told.contains(span) && !lost.contains(&**name)) {
        let what = format!("`{name}` leads to a launch of a kernel template, and the compiler made nothing of it here");
        out.errors.push(front.explained(what, *span, "instances of kernels may be missing", *span));
    }
    out.errors.extend(hidden(&front.unit.census.hidden, &wanted));
    out
}

/// A kernel template with its name and place.
type Template = (Arc<str>, Span);

/// A definition that the report knows: its name, its place, and the template that it is, if it has no instance.
type Place<'a> = (&'a str, Span, Option<&'a Template>);

/// Definitions that the report knows, each of which stands for one of the source.
struct Known<'a> {
    places: Vec<Place<'a>>,
}

impl<'a> Known<'a> {
    /// Removes the definition that stands for a kernel of the source, and returns its template if it is a template
    /// without an instance. `None` if no definition stands for the kernel.
    fn take(&mut self, front: &FrontEnd<'_>, kernel: &SourceKernel) -> Option<Option<&'a Template>> {
        let line = |span| front.unit.sources.line_col(span).map(|at| at.line);
        let alike = |(name, span, _): &(&str, Span, _)| *name == kernel.name && span.file == kernel.span.file;
        let exactly = |place: &(&str, Span, _)| alike(place) && line(place.1) == line(kernel.span);
        // A launch from a macro stands where the macro is used, which may be another line.
        let at = self.places.iter().position(exactly).or_else(|| self.places.iter().position(alike))?;
        Some(self.places.remove(at).2)
    }

    fn rest(self) -> impl Iterator<Item = &'a Template> {
        self.places.into_iter().filter_map(|(.., template)| template)
    }
}

impl<'a> FrontEnd<'a> {
    /// Instances of one template at one place are one definition.
    fn known(&self) -> Known<'a> {
        let mut places: Vec<Place<'_>> = Vec::new();
        for kernel in self.kernels {
            let name = bare(&kernel.name);
            let is_instance = kernel.name.contains('<');
            if !is_instance || !places.iter().any(|(known, span, _)| *known == name && *span == kernel.span) {
                places.push((name, kernel.span, None));
            }
        }
        places.extend(self.templates.iter().map(|template| (bare(&template.0), template.1, Some(template))));
        Known { places }
    }

    /// True if each kernel of this name is checked for any launch, is reported as unreadable, or is defined in another
    /// file.
    fn is_checked_for_every_launch(&self, name: &str) -> bool {
        let mut own = self.kernels.iter().filter(|k| bare(&k.name) == name).peekable();
        let is_template = |k: &KernelResult| k.name.contains('<');
        let any_launch = |k: &KernelResult| {
            let (sites, mentioned) = launches::of_kernel(self.launches, k.definition);
            k.kernel.is_err() || sites.is_empty() || mentioned.is_some()
        };
        match own.peek() {
            Some(_) => own.all(|k| !is_template(k) && any_launch(k)),
            None => self.seen.declared.iter().any(|declared| bare(declared) == name),
        }
    }

    /// True if the checked file itself, not a header, defines and launches a kernel.
    fn is_meant_to_run(&self, kernel: &SourceKernel) -> bool {
        let main = self.unit.sources.find(self.path);
        let mut launches = self.unit.census.launches.iter();
        Some(kernel.span.file) == main
            && launches.any(|l| Some(l.span.file) == main && l.name.as_ref() == Some(&kernel.name))
    }

    fn lost_kernel(&self, kernel: &SourceKernel, is_template: bool) -> Diagnostic {
        let name = &kernel.name;
        let what = match is_template {
            true => format!(
                "the kernel template `{name}` has no instance in a file that does not compile, and is not checked"
            ),
            false => format!("the kernel `{name}` is not checked: the compiler made nothing of its definition"),
        };
        self.explained(what, kernel.span, "defined here", kernel.lines)
    }

    fn lost_launch(&self, name: Option<&str>, span: Span) -> Diagnostic {
        let name = name.map_or_else(String::new, |name| format!(" of `{name}`"));
        let what = format!("a launch{name} was not read, and what it launches is not checked for it");
        let holds = |f: &&Span| f.file == span.file && f.start <= span.start && span.end <= f.end;
        let function = self.functions.iter().filter(holds).min_by_key(|f| f.end - f.start);
        self.explained(what, span, "launched here", *function.unwrap_or(&span))
    }

    /// An error with the compiler's message about a piece of the source, or else its first message, and with the
    /// headers that are missing.
    fn explained(&self, what: String, at: Span, label: &str, within: Span) -> Diagnostic {
        let inside = |s: &Span| s.file == within.file && within.start <= s.start && s.start <= within.end;
        let mut messages = self.unit.errors();
        let message = messages.find(|m| inside(&m.span)).or_else(|| self.unit.errors().next());
        let mut diagnostic = Diagnostic::error("WP0509", what).primary(at, label);
        if let Some(message) = message {
            if !message.span.is_none() {
                diagnostic = diagnostic.secondary(message.span, "the compiler reports an error here");
            }
            diagnostic = diagnostic.note(format!("the compiler says: {}", message.text));
        }
        for name in &self.unit.stubbed_includes {
            diagnostic = diagnostic.note(format!("`{name}` was not found and is taken as an empty file"));
        }
        diagnostic.help(match self.unit.stubbed_includes.is_empty() {
            true => "make the file compile, with the -D and -I flags of the ordinary compiler",
            false => "give the folders of the missing headers by -I, as for the ordinary compiler",
        })
    }
}

/// A note on what the preprocessor leaves out.
fn hidden(hidden: &[Hidden], wanted: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let mut names: Vec<String> = Vec::new();
    let mut first = None;
    for item in hidden.iter().filter(|item| wanted(&item.name)) {
        let name = format!("{} `{}`", if item.is_launch { "a launch of" } else { "the kernel" }, item.name);
        if !names.contains(&name) {
            names.push(name);
        }
        first.get_or_insert(item.span);
    }
    let text = format!("not checked, because the preprocessor leaves it out: {}", names.join(", "));
    let note = Diagnostic::new("WP0509", Severity::Note, text).primary(first?, "in a branch that is off");
    Some(note.help("check the file with other -D flags as well"))
}

/// A name without namespaces and template arguments.
fn bare(name: &str) -> &str {
    let mut depth = 0usize;
    let (mut start, mut end) = (0, name.len());
    for (at, c) in name.char_indices() {
        match c {
            '<' | '(' => {
                if depth == 0 {
                    end = at;
                }
                depth += 1;
            }
            '>' | ')' => depth = depth.saturating_sub(1),
            ':' if depth == 0 => (start, end) = (at + 1, name.len()),
            _ => {}
        }
    }
    name.get(start..end).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn names_are_bared() {
        for (name, expected) in [
            ("k", "k"),
            ("a::b::k<float, c::d<3>>", "k"),
            ("S<n::int>::k", "k"),
            ("(anonymous namespace)::k<int>", "k"),
        ] {
            assert_eq!(bare(name), expected);
        }
    }
}
