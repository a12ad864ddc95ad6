//! Edits inside of one kernel: the other kernels keep their results.
//!
//! The result for a kernel depends on the text outside of the bodies of other kernels, on included files, and on the
//! settings. So an edit inside of the body of one leaves the others as they are, unless the edit reaches out of it: by
//! a preprocessor directive, a comment or a bracket that does not end, a launch, the name of another kernel, or numbers
//! of lines. What is kept must not depend on a clock. [`plan`] looks at the two texts, [`merge`] at what the compiler
//! made of the new one: all functions must stand where they stood, moved by the lines that were added. Where either is
//! in doubt, the whole file is verified.

use super::lines;
use lsp_types::{Diagnostic, Location, Position, Range, Uri};
use wp_engine::template_name;
use wp_report::editor::{EditorReport, KernelView};

/// The kernels to be verified again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The kernel, or the template of kernels.
    pub kernel: String,
    /// The first line that differs.
    first: u32,
    /// The first line behind the edit, before it.
    behind: u32,
    /// Lines that were added, or removed if it is negative.
    added: i64,
}

/// Further properties of a document.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// Kernels may be called like functions, as in OpenCL.
    pub kernels_are_called: bool,
}

/// The kernel that is to be verified again when a text that `report` is about becomes another one; nothing where it may
/// be more than one.
pub fn plan(report: &EditorReport, old: &str, new: &str, around: Surroundings) -> Option<Plan> {
    if !report.errors.is_empty() || [old, new].iter().any(|t| t.contains("__COUNTER__")) {
        return None;
    }
    let (before, after): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let first = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let most = before.len().min(after.len()) - first;
    let same = before.iter().rev().zip(after.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let (removed, added) = (&before[first..before.len() - same], &after[first..after.len() - same]);
    let reaches_out = |line: &&str| line.contains('#') || line.contains("<<<") || line.trim_end().ends_with('\\');
    if removed.iter().chain(added).any(reaches_out) {
        return None;
    }
    let (first, behind) = (u32::try_from(first).ok()?, u32::try_from(before.len() - same).ok()?);
    // Strictly inside: neither the line of the head nor that of the last bracket.
    let inside = |f: &Range| f.start.line < first && behind <= f.end.line;
    let touched: Vec<&KernelView> = report.kernels.iter().filter(|k| k.function.as_ref().is_some_and(inside)).collect();
    let kernel = template_name(&touched.first()?.name).to_owned();
    let function = touched[0].function?;
    let is_kept = |k: &KernelView| template_name(&k.name) != kernel;
    // A kernel that is mentioned outside of the launches that are read is checked for every launch.
    let mentions = |k: &KernelView| {
        let name = template_name(&k.name);
        removed.iter().chain(added).any(|line| line.contains(name))
    };
    if report.kernels.iter().any(|k| is_kept(k) && mentions(k)) {
        return None;
    }
    if report.kernels.iter().any(|k| is_kept(k) && k.late) {
        return None;
    }
    let is_one = touched.iter().all(|k| template_name(&k.name) == kernel && k.function == Some(function));
    let lines = before.iter().enumerate();
    let outside =
        lines.filter(|(n, _)| u32::try_from(*n).is_ok_and(|n| n < function.start.line || n > function.end.line));
    let called = around.kernels_are_called && outside.map(|(_, line)| line).any(|line| line.contains(&kernel));
    let added = i64::try_from(after.len()).ok()? - i64::try_from(before.len()).ok()?;
    // Functions of OpenCL all run on the device.
    let name_lines = |text: &str| match around.kernels_are_called {
        true => text.contains("__LINE__"),
        false => lines::matter(text, &report.functions),
    };
    if added != 0 && name_lines(old) {
        return None;
    }
    (is_one && !called).then_some(Plan { kernel, first, behind, added })
}

/// The results for the new text: `part` of the kernel of the plan, `whole` of the others, moved. Nothing where the
/// compiler has found more than the plan supposes.
pub fn merge(whole: &EditorReport, part: EditorReport, plan: &Plan, uri: &Uri) -> Option<EditorReport> {
    let is_its = |k: &KernelView| template_name(&k.name) == plan.kernel;
    let moved = whole.functions.iter().map(|f| plan.range(*f)).collect::<Option<Vec<_>>>()?;
    let names = |report: &EditorReport| {
        let own = report.kernels.iter().filter(|k| is_its(k));
        own.map(|k| k.name.clone()).collect::<Vec<_>>()
    };
    let same = moved == part.functions && names(whole) == names(&part) && whole.settings == part.settings;
    if !same || !part.errors.is_empty() || !part.kernels.iter().all(is_its) {
        return None;
    }
    let mut new = part.kernels.iter().cloned();
    let merged = whole.kernels.iter().map(|k| if is_its(k) { new.next() } else { plan.view(k, uri) });
    let kernels = merged.collect::<Option<Vec<_>>>()?;
    let EditorReport { digest, settings, files, functions, errors, .. } = part;
    Some(EditorReport { digest, settings, files, functions, errors, kernels })
}

impl Plan {
    fn position(&self, at: Position) -> Option<Position> {
        if at.line < self.first {
            return Some(at);
        }
        let line = (at.line >= self.behind).then(|| i64::from(at.line) + self.added)?;
        Some(Position { line: u32::try_from(line).ok()?, ..at })
    }

    /// A range outside of the edit, or around it, in the new text.
    fn range(&self, range: Range) -> Option<Range> {
        Some(Range { start: self.position(range.start)?, end: self.position(range.end)? })
    }

    fn location(&self, location: &Location, uri: &Uri) -> Option<Location> {
        let range = if location.uri == *uri { self.range(location.range)? } else { location.range };
        Some(Location { range, ..location.clone() })
    }

    fn diagnostic(&self, shown: &Diagnostic, uri: &Uri) -> Option<Diagnostic> {
        let mut shown = shown.clone();
        shown.range = self.range(shown.range)?;
        for related in shown.related_information.iter_mut().flatten() {
            related.location = self.location(&related.location, uri)?;
        }
        Some(shown)
    }

    fn view(&self, kernel: &KernelView, uri: &Uri) -> Option<KernelView> {
        let mut kernel = kernel.clone();
        if let Some(function) = &mut kernel.function {
            *function = self.range(*function)?;
        }
        for shown in &mut kernel.diagnostics {
            *shown = self.diagnostic(shown, uri)?;
        }
        for hover in &mut kernel.hovers {
            hover.range = self.range(hover.range)?;
        }
        for proposal in &mut kernel.proposals {
            proposal.range = self.range(proposal.range)?;
            proposal.at = self.position(proposal.at)?;
        }
        for edit in kernel.repairs.iter_mut().flat_map(|r| &mut r.edits) {
            edit.range = self.range(edit.range)?;
        }
        if let Some(lens) = &mut kernel.lens {
            lens.range = self.range(lens.range)?;
        }
        for step in kernel.traces.iter_mut().flat_map(|t| &mut t.steps) {
            step.location = self.location(&step.location, uri)?;
        }
        Some(kernel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_types::{DiagnosticRelatedInformation, TextEdit};
    use std::str::FromStr;
    use wp_report::editor::{Hover, Lens, Proposal, Repair, Trace, TraceStep};

    /// Two kernels with a function between them.
    const TEXT: &str =
        "__global__ void a() {\n  one();\n  two();\n}\nvoid f() {\n}\n__global__ void b() {\n  three();\n}\n";
    const OPEN: Surroundings = Surroundings { kernels_are_called: false };

    fn range(first: u32, last: u32) -> Range {
        Range::new(Position::new(first, 0), Position::new(last, 1))
    }

    fn uri() -> Uri {
        Uri::from_str("file:///k.cu").unwrap()
    }

    /// A kernel with something shown at its first line of code.
    fn view(name: &str, function: Range) -> KernelView {
        let place = range(function.start.line + 1, function.start.line + 1);
        let related = DiagnosticRelatedInformation {
            location: Location { uri: uri(), range: place },
            message: "and here".to_owned(),
        };
        let shown = Diagnostic { range: place, related_information: Some(vec![related]), ..Diagnostic::default() };
        let at = Position::new(function.start.line, 0);
        let (text, title) = (String::new(), String::new());
        let location = Location { uri: uri(), range: place };
        let step = TraceStep { thread: 0, interval: 0, action: "reads `a[0]`".to_owned(), location, decisive: true };
        KernelView {
            name: name.to_owned(),
            function: Some(function),
            late: false,
            diagnostics: vec![shown],
            hovers: vec![Hover { range: range(function.start.line, function.start.line), markdown: name.to_owned() }],
            proposals: vec![Proposal { range: function, at, text, title: title.clone() }],
            repairs: vec![Repair {
                diagnostic: 0,
                title,
                edits: vec![TextEdit { range: place, new_text: "sync();".to_owned() }],
            }],
            lens: Some(Lens { range: place, verdict: "refuted".to_owned(), title: String::new() }),
            traces: vec![Trace { steps: vec![step], ..Trace::default() }],
        }
    }

    fn report() -> EditorReport {
        EditorReport {
            functions: vec![range(0, 3), range(4, 5), range(6, 8)],
            kernels: vec![view("a", range(0, 3)), view("b", range(6, 8))],
            ..EditorReport::default()
        }
    }

    fn planned(new: &str) -> Option<String> {
        plan(&report(), TEXT, new, OPEN).map(|p| p.kernel)
    }

    #[test]
    fn an_edit_inside_of_one_kernel() {
        assert_eq!(planned(&TEXT.replace("one();", "one(1);")).as_deref(), Some("a"));
        assert_eq!(planned(&TEXT.replace("  one();\n", "")).as_deref(), Some("a"));
        assert_eq!(planned(&TEXT.replace("  two();\n", "  two();\n  two();\n")).as_deref(), Some("a"));
        assert_eq!(planned(&TEXT.replace("three();", "three();\n\n  four();")).as_deref(), Some("b"));
    }

    #[test]
    fn everything_is_verified_where_more_may_have_changed() {
        for (from, to) in [
            ("", ""),
            ("void f() {", "void f(int n) {"),
            ("void a()", "void a(int n)"),
            ("one();", "#define two three"),
            ("one();", "f<<<1, 1>>>();"),
            ("one();", "one(); \\"),
            ("one();", "one(b);"),
            ("}\nvoid f", "  two();\n}\nvoid f() {}\nvoid f"),
            ("  two();\n}\nvoid f() {\n}\n__global__ void b() {\n", ""),
        ] {
            assert_eq!(planned(&TEXT.replace(from, to)), None, "{from} {to}");
        }
        let edited = TEXT.replace("one();", "one(1);");
        assert_eq!(planned(&edited.replace("three();", "three(3);")), None, "two kernels");
        let names_lines = TEXT.replace("three();", "three(__LINE__);");
        let with_lines = |to: &str| plan(&report(), &names_lines, &names_lines.replace("one();", to), OPEN);
        assert_eq!(with_lines("one();\n  one();"), None, "the line of `b` changes");
        assert!(with_lines("one(1);").is_some());
        let with = |change: &dyn Fn(&mut EditorReport)| {
            let mut report = report();
            change(&mut report);
            plan(&report, TEXT, &edited, OPEN)
        };
        assert!(with(&|_| {}).is_some());
        assert_eq!(with(&|r| r.errors.push(Diagnostic::default())), None);
        assert_eq!(with(&|r| r.kernels[1].late = true), None, "it may come out otherwise now");
        assert!(with(&|r| r.kernels[0].late = true).is_some());
        assert_eq!(with(&|r| r.kernels[1].function = Some(range(0, 3))), None, "two kernels in one place");
        let called = Surroundings { kernels_are_called: true };
        assert!(plan(&report(), TEXT, &edited, called).is_none(), "some line outside has the letter a");
    }

    /// The functions that the compiler finds in the text with one more line in `a`.
    fn part(plan: &Plan) -> EditorReport {
        let functions = report().functions.iter().map(|f| plan.range(*f).unwrap()).collect();
        EditorReport { functions, kernels: vec![view("a", range(0, 4))], ..report() }
    }

    #[test]
    fn what_is_kept_moves() {
        let plan = plan(&report(), TEXT, &TEXT.replace("one();", "one();\n  one();"), OPEN).unwrap();
        let merged = merge(&report(), part(&plan), &plan, &uri()).unwrap();
        assert_eq!(merged.functions, [range(0, 4), range(5, 6), range(7, 9)]);
        assert_eq!(merged.kernels, [view("a", range(0, 4)), view("b", range(7, 9))]);
    }

    #[test]
    fn what_the_compiler_finds_decides() {
        let plan = plan(&report(), TEXT, &TEXT.replace("one();", "one();\n  one();"), OPEN).unwrap();
        let refused = |change: &dyn Fn(&mut EditorReport)| {
            let mut part = part(&plan);
            change(&mut part);
            assert_eq!(merge(&report(), part, &plan, &uri()), None);
        };
        refused(&|p| p.functions[2].end.line += 1);
        refused(&|p| p.functions.truncate(2));
        refused(&|p| p.errors.push(Diagnostic::default()));
        refused(&|p| p.settings.push('x'));
        refused(&|p| p.kernels.clear());
        refused(&|p| p.kernels.push(view("a<8>", range(0, 4))));
        refused(&|p| p.kernels.push(view("b", range(7, 9))));
    }
}
