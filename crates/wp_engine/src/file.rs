//! From the text of a file to the report on its kernels: front end, census, and one verification for each kernel and
//! launch.

use crate::attempts::{without_analysis, Subject};
use crate::configuration::solver_for;
use crate::contracts::Proofs;
use crate::elsewhere::Others;
use crate::guard::Board;
use crate::kernel::check_with;
use crate::launches::Task;
use crate::linking::Place;
use crate::premises::NO_CONTRACTS;
use crate::{
    arrays, causes, census, contracts, file_errors, ghosts, launches, linking, made_up, modular, observations,
    performance, schedule,
};
use crate::{ContractTasks, FileReport, KernelReport, Options, Role, UnknownReason, Verdict};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use wp_base::{Assumption, Diagnostic, Severity, SourceMap, Span};
use wp_check::Limits;
use wp_clang::{MadeUp, Node, ParseOptions, ProjectHeader, TranslationUnit};
use wp_decls::{on_large_stack, Decls};
use wp_host::{Changed, KernelLaunches};
use wp_kir::{Dialect, Kernel};
use wp_lower::{FunctionResult, KernelResult, Lowered, WithGhosts};
use wp_solve::Solver;
use wp_spec::{Contract, Observation};

/// What is verified under the path of a file.
pub(crate) enum Source<'a> {
    /// The file.
    File,
    /// A text in its place.
    Text(&'a str),
    /// Its syntax tree, which was read before.
    Tree(Arc<TranslationUnit>),
}

/// Verifies the kernels of a file. Returns the report, and the syntax tree if kernels were verified and the file is
/// compiled by itself.
pub(crate) fn check_source(
    path: &Path,
    source: Source,
    options: &Options,
    limits: Limits,
    board: &Board,
) -> (FileReport, Option<Arc<TranslationUnit>>) {
    if let (Source::File, Some(includer)) = (&source, linking::includer(path, options)) {
        let place = Place { path, main: &includer.path };
        let parsing = ParseOptions { instances: options.instances.clone(), ..includer.parsing.clone() };
        let input = Input { source: Source::File, parsing };
        if let (report, Some(_)) = check_at(place, input, options, limits, board) {
            return (report, None);
        }
        // The including file has errors, leaves kernels of this one out, or has none.
    }
    let parsing = options.parsing();
    check_at(Place { path, main: path }, Input { source, parsing }, options, limits, board)
}

/// What the compiler reads, and how.
struct Input<'a> {
    source: Source<'a>,
    parsing: ParseOptions,
}

/// The report on the kernels of a file at its place, and the syntax tree if kernels were verified.
fn check_at(
    place: Place<'_>,
    input: Input<'_>,
    options: &Options,
    limits: Limits,
    board: &Board,
) -> (FileReport, Option<Arc<TranslationUnit>>) {
    let Place { path, main } = place;
    let Input { source, parsing: usual } = input;
    let is_included = path != main;
    let mut report = FileReport { path: path.to_owned(), ..FileReport::default() };
    report.included_in = is_included.then(|| main.to_owned());
    let others = Others::of(main, &options.checked_together);
    board.at("reading");
    let text = if let Source::Text(text) = source { Some(text.to_owned()) } else { None };
    let parsing = ParseOptions { text: text.or(usual.text), defined_elsewhere: others.functions, ..usual };
    let front_end = front_end_limits(options, limits);
    let read = match source {
        Source::File | Source::Text(_) => parse(main, options, &parsing, &front_end).map(Arc::new),
        Source::Tree(unit) => Ok(unit),
    };
    let unit = match read {
        Ok(unit) => unit,
        Err(error) => {
            report.errors.push(error);
            return (report, None);
        }
    };
    let made = made_up::read(place, &unit, &parsing, options, &front_end);
    let (unit, made) = made.unwrap_or((unit, Vec::new()));
    report.is_hip = unit.language == wp_clang::Language::Hip;
    report.clang_seconds = unit.seconds;
    report.missing_headers.clone_from(&unit.stubbed_includes);
    report.project_headers.clone_from(&unit.project_includes);
    report.built_in_headers.clone_from(&unit.built_in_includes);
    report.sources = unit.sources.clone();
    board.at("lowering");
    let mut unchecked = census::unchecked(&unit, options);
    let file = unit.sources.find(path).filter(|_| is_included);
    unchecked.retain(|kernel| file.is_none_or(|file| kernel.span.file == file));
    board.put(FileReport { kernels: unchecked, ..report.clone() });
    match lower(&unit, place, &others.changed, options, &mut report) {
        Some(program) => {
            verify(Program { made, ..program }, options, limits, board, &mut report);
            (report, Some(unit))
        }
        None => (report, None),
    }
}

/// The syntax tree of a file.
fn parse(
    path: &Path,
    options: &Options,
    parsing: &ParseOptions,
    limits: &wp_clang::Limits,
) -> Result<TranslationUnit, Diagnostic> {
    let language = options.language_of(path).ok_or_else(|| file_errors::no_language(path))?;
    wp_clang::parse_with_limits(path, language, parsing, limits).map_err(|error| file_errors::unparsed(&error))
}

/// The kernels of a file that are to be verified.
struct Program {
    kernels: Vec<KernelResult>,
    functions: Vec<FunctionResult>,
    launches: Vec<KernelLaunches>,
    /// Kernels of the source that the front end lost.
    lost: Vec<KernelReport>,
    /// The instances that were made up.
    made: Vec<MadeUp>,
}

/// Lowers a file and compares the result with the source. The errors go to the report. The result is `None` if nothing
/// is left to be verified, and for an included file also if the including file has errors or leaves kernels of it out.
fn lower(
    unit: &TranslationUnit,
    place: Place<'_>,
    changed: &Changed,
    options: &Options,
    report: &mut FileReport,
) -> Option<Program> {
    let Place { path, main } = place;
    let (lowered, mut launches) = on_large_stack(|| {
        let decls = Decls::new(unit, options.pointer_bits == 32);
        (wp_lower::lower_indexed(&decls, &options.staged_lowering()), wp_host::launches(&decls, changed))
    });
    let Lowered { mut kernels, functions, errors, templates, seen } = lowered;
    linking::add(place, &mut launches, &mut report.sources, options);
    report.errors.extend(errors);
    let is_host_code = kernels.is_empty() && unit.compiles() && linking::launches_others(main, options);
    if is_host_code && report.errors.is_empty() {
        return None;
    }
    report.functions = function_spans(&unit.root);
    let front = census::FrontEnd {
        path,
        unit,
        kernels: &kernels,
        launches: &launches,
        templates: &templates,
        seen: &seen,
        functions: &report.functions,
    };
    let mut unread = census::unread(&front, options);
    let outside = file_errors::outside_of_functions(unit, &report.functions);
    if report.included_in.is_some() {
        let file = unit.sources.find(path);
        kernels.retain(|kernel| Some(kernel.span.file) == file);
        unread.unused.retain(|(_, span)| Some(span.file) == file);
        let mut errors = report.errors.iter().chain(&unread.errors).chain(&outside);
        let leaves_out = unit.census.hidden.iter().any(|hidden| !hidden.is_launch && Some(hidden.span.file) == file);
        if kernels.is_empty() || leaves_out || errors.any(|e| e.severity == Severity::Error) {
            return None;
        }
    }
    let named: Vec<String> = options.kernels.iter().chain(&options.explain_proof).cloned().collect();
    report.errors.extend(file_errors::unknown_names(path, &named, &kernels, &unread.kernels));
    if kernels.is_empty() {
        if unread.kernels.is_empty() {
            let undefined = linking::undefined(path, &mut report.sources, options);
            report.errors.push(file_errors::no_kernel(path, unit, &unread.unused, undefined));
        }
        report.errors.extend(unread.errors);
        report.kernels = unread.kernels;
        return None;
    }
    let missing = arrays::missing(kernels.iter().filter_map(|k| k.kernel.as_ref().ok()), options);
    if !missing.is_empty() {
        report.errors.extend(missing);
        return None;
    }
    report.errors.extend(file_errors::without_instance(&unread.unused));
    report.errors.extend(unread.errors);
    report.errors.extend(outside);
    let kernels = kernels.into_iter().filter(|k| options.selects(&k.name)).collect();
    Some(Program { kernels, functions, launches, lost: unread.kernels, made: Vec::new() })
}

/// Verifies a program: functions with contracts first, then the kernels, each for its launches.
fn verify(program: Program, options: &Options, limits: Limits, board: &Board, report: &mut FileReport) {
    let Program { kernels, functions, launches, lost, made } = program;
    let file = File {
        options,
        sources: &report.sources,
        stubbed: &report.missing_headers,
        project: &report.project_headers,
        made: &made,
        clang_seconds: report.clang_seconds,
    };
    let mut parts = Vec::new();
    let stages = file.stages(functions, &kernels, &mut parts, &mut report.errors);
    let mut relies: Vec<Vec<usize>> = stages.iter().filter(|s| s.report.is_some()).map(|s| s.relies.clone()).collect();
    let of_functions = report.errors.clone();
    for result in kernels {
        let uses = result.relies;
        match result.kernel {
            Ok(kernel) => {
                let contract = Arc::new(result.contract);
                let alone = uses.is_empty();
                let launched = launches::of_kernel(&launches, result.definition);
                parts.extend(file.parts((kernel, result.ghosts), &contract, launched, alone));
            }
            Err(diagnostic) => {
                let unreadable = KernelReport::unreadable(&result.name, result.span, &diagnostic.message, options);
                parts.push(Part::Unreadable(Box::new(unreadable)));
                // An error in a contract concerns every kernel that calls the function.
                if !of_functions.contains(&diagnostic) {
                    report.errors.push(diagnostic);
                }
            }
        }
        relies.resize(parts.len(), uses);
    }
    let stages: Arc<[modular::Stage]> = stages.into();
    let unchecked = parts.iter().map(|part| file.unchecked(part)).chain(lost.iter().cloned());
    board.at("verification");
    board.put(FileReport { kernels: unchecked.collect(), ..report.clone() });
    board.rests_on(stages.clone(), relies.clone());
    let parts: Vec<(usize, Part)> = parts.into_iter().enumerate().collect();
    let checked = schedule::run(&parts, limits, |(number, part), limits| {
        // Work that is asked to end has no time left.
        let deadline = if options.stop.is_requested() { Instant::now() } else { limits.deadline };
        let ((kernel, tasks), is_late) = file.report(part, Limits { deadline, ..limits });
        board.done(*number, &kernel, &tasks);
        ((kernel, tasks), is_late)
    });
    for (kernel, tasks) in checked {
        report.kernels.push(kernel);
        report.tasks.extend(tasks);
    }
    modular::settle(&mut report.kernels, &stages, &relies, options);
    report.kernels.extend(lost);
}

/// The limits of the compiler.
fn front_end_limits(options: &Options, limits: Limits) -> wp_clang::Limits {
    let left = limits.deadline.saturating_duration_since(Instant::now());
    let usual = wp_clang::Limits::default();
    wp_clang::Limits { seconds: left.as_secs().saturating_add(1), memory: options.memory, ..usual }
}

/// The data that the verifications of a file share.
struct File<'a> {
    options: &'a Options,
    sources: &'a SourceMap,
    stubbed: &'a [String],
    project: &'a [ProjectHeader],
    made: &'a [MadeUp],
    clang_seconds: f64,
}

/// The unit for which the report on a file has one entry.
enum Part {
    Unreadable(Box<KernelReport>),
    Readable(Box<Verification>),
}

/// One verification: a kernel for a launch of the file, or for any launch.
struct Verification {
    task: Task,
    /// The same with its ghost variables, and clauses about what it records.
    ghosts: Option<(Task, Arc<[Observation]>)>,
    contract: Arc<Contract>,
    /// True if the configuration fixes its launch.
    configured: bool,
    role: Role,
}

/// The functions that the kernels call, directly or not.
fn met(kernels: &[KernelResult], functions: &[FunctionResult]) -> Vec<bool> {
    let mut met = vec![false; functions.len()];
    let mut open: Vec<usize> = kernels.iter().flat_map(|k| k.calls.iter().copied()).collect();
    while let Some(i) = open.pop() {
        if let Some(seen) = met.get_mut(i).filter(|seen| !**seen) {
            *seen = true;
            open.extend(&functions[i].calls);
        }
    }
    met
}

impl File<'_> {
    fn parts(
        &self,
        (kernel, ghosts): (Kernel, Option<WithGhosts>),
        contract: &Arc<Contract>,
        (launches, mentioned): launches::Launched<'_>,
        alone: bool,
    ) -> Vec<Part> {
        let options = self.options.of_kernel(&kernel.name);
        let configured = matches!(options, Cow::Owned(_));
        // A kernel with postconditions is verified for every launch that its contract admits, and preconditions are not
        // searched for. They are not searched for either if the kernel has ghosts, if the search would not know
        // everything that the kernel requires, or if the kernel uses contracts of functions (`alone` is false).
        let plain = contract.ensures_nothing();
        let (sites, unused) = if plain { (launches, None) } else { (&[][..], launches.first().map(|site| site.span)) };
        let preconditions = options.preconditions && plain && alone && ghosts.is_none() && !contract.is_partly_assumed;
        let options = &Options { preconditions, ..options.into_owned() };
        let sites = launches::that_differ(&kernel, sites);
        let tasks = |mut kernel: Kernel| {
            arrays::set_sizes(&mut kernel, options);
            launches::tasks(kernel, &sites, mentioned, options)
        };
        // The kernel with ghosts has the same launches, so its tasks correspond to those of the kernel one by one.
        let (ghosts, observations) = ghosts.map(|g| (g.kernel, g.observations)).unzip();
        let observations: Arc<[Observation]> = observations.unwrap_or_default().into();
        let mut ghosts = ghosts.map(tasks).into_iter().flatten();
        let mut verification = |task| {
            let ghosts = ghosts.next().map(|with| (with, observations.clone()));
            Box::new(Verification { task, ghosts, contract: contract.clone(), configured, role: Role::Kernel })
        };
        let mut all = tasks(kernel);
        all.iter_mut().for_each(|task| task.unused = unused);
        all.into_iter().map(|task| Part::Readable(verification(task))).collect()
    }

    /// The functions with contracts that the kernels call, as verifications that come first.
    fn stages(
        &self,
        functions: Vec<FunctionResult>,
        kernels: &[KernelResult],
        parts: &mut Vec<Part>,
        errors: &mut Vec<Diagnostic>,
    ) -> Vec<modular::Stage> {
        let met = met(kernels, &functions);
        let mut stages = Vec::new();
        for (function, met) in functions.into_iter().zip(met) {
            let at = met.then_some(parts.len());
            stages.push(modular::Stage::new(at, function.relies.clone(), function.kernel.as_ref().ok().cloned()));
            if met {
                let (part, error) = self.function(function);
                parts.push(part);
                errors.extend(error);
            }
        }
        stages
    }

    /// The verification of a function by itself, or its report and an error if the front end could not read the
    /// function.
    fn function(&self, result: FunctionResult) -> (Part, Option<Diagnostic>) {
        let options = modular::options(self.options);
        let kernel = match result.kernel {
            Ok(kernel) => kernel,
            Err(diagnostic) => {
                let mut unreadable = KernelReport::unreadable(&result.name, result.span, &diagnostic.message, &options);
                modular::of_unreadable(&mut unreadable);
                return (Part::Unreadable(Box::new(unreadable)), Some(diagnostic));
            }
        };
        let task = |kernel: Kernel| launches::any_launch(kernel, options.clone());
        let ghosts = result.ghosts.map(|g| (task(g.kernel), g.observations.into()));
        let verification = Verification {
            task: task(kernel),
            ghosts,
            contract: Arc::default(),
            configured: false,
            role: Role::Function,
        };
        (Part::Readable(Box::new(verification)), None)
    }

    /// The report on a kernel that has no result yet.
    fn unchecked(&self, part: &Part) -> KernelReport {
        let verification = match part {
            Part::Unreadable(report) => return KernelReport::clone(report),
            Part::Readable(verification) => verification,
        };
        let Verification { task, configured, role, .. } = &**verification;
        let mut report = without_analysis(&task.kernel, &task.options, &Verdict::Unknown(UnknownReason::Timeout));
        report.assumptions.extend(configured.then_some(Assumption::ConfiguredLaunch));
        report.launch.clone_from(&task.launch);
        if *role == Role::Function {
            modular::of_unreadable(&mut report);
        }
        report
    }

    /// The report on a part, the obligations of its proofs of contracts, and true if the time ran out.
    fn report(&self, part: &Part, limits: Limits) -> ((KernelReport, Vec<ContractTasks>), bool) {
        match part {
            Part::Unreadable(report) => ((KernelReport::clone(report), Vec::new()), false),
            Part::Readable(verification) => self.verify(verification, limits),
        }
    }

    fn verify(&self, verification: &Verification, limits: Limits) -> ((KernelReport, Vec<ContractTasks>), bool) {
        let Verification { task, ghosts, contract, configured, role } = verification;
        let options = &task.options;
        let contract = &*task.contract_here(contract);
        let mut solver = solver_for(&task.kernel, options);
        let mut tasks = Vec::new();
        let subject = Subject { kernel: &task.kernel, requires: &contract.requires, options };
        let checked = check_with(subject, &mut solver, limits);
        let mut report = checked.report;
        let proofs = Proofs { kernel: &task.kernel, contract, options, scans: OnceCell::new() };
        let renew = |solver: &mut Solver| solver.set_budget(solver.stats().spent.saturating_add(limits.effort));
        if let Some((with, observations)) = ghosts {
            let missing = ghosts::check(&mut report, with, contract, &mut solver, limits);
            let proofs = Proofs { kernel: &with.kernel, contract, options, scans: OnceCell::new() };
            renew(&mut solver);
            observations::check(&mut report, (observations, missing), &proofs, &mut solver, &mut tasks);
        }
        renew(&mut solver);
        contracts::check(&mut report, &proofs, &mut solver, &mut tasks);
        contracts::check_usual(&mut report, &proofs, &checked.usual, (&mut solver, limits), &mut tasks);
        causes::assign(&task.kernel, self.sources, &mut report);
        // The model of `wp_perf` is that of NVIDIA's devices.
        if options.performance && task.kernel.dialect != Dialect::Hip {
            report.performance = Some(performance::examine(&task.kernel, options, &report, &mut solver, limits));
        }
        report.times.clang = self.clang_seconds;
        report.approximations.extend(self.stubbed.iter().map(|name| (taken_as_empty(name), report.span)));
        of_includes(self.stubbed, self.project).into_iter().for_each(|assumption| report.assume(assumption));
        made_up::tell(&mut report, self.made);
        let of_launch = task.launch.as_ref().map(|_| Assumption::LaunchSite);
        let of_launcher = task.launch.as_ref().filter(|l| l.assumes_launchers).map(|_| Assumption::Launcher);
        let of_configuration = configured.then_some(Assumption::ConfiguredLaunch);
        of_launch
            .into_iter()
            .chain(of_launcher)
            .chain(of_configuration)
            .for_each(|assumption| report.assume(assumption));
        report.settle(options, NO_CONTRACTS);
        if let Some(span) = task.elsewhere {
            let what = format!("launches of `{}` that were not read: here is every launch", report.name);
            report.approximations.push((what, span));
        }
        if let Some(span) = task.unused {
            let what = format!("`{}` has `ensures` clauses: here is every launch that `requires` admits", report.name);
            report.approximations.push((what, span));
        }
        report.launch.clone_from(&task.launch);
        if *role == Role::Function {
            modular::of_function(&mut report, &task.kernel, self.options);
        }
        // If the budget was spent, more time is of no use.
        let timed_out = report.properties.iter().any(|p| p.verdict == Verdict::Unknown(UnknownReason::Timeout));
        let late = timed_out && report.times.late;
        ((report, tasks), late)
    }
}

/// What is assumed about includes that the given folders do not have.
pub(crate) fn of_includes(missing: &[String], project: &[ProjectHeader]) -> Vec<Assumption> {
    let has_taken = project.iter().any(|header| header.taken().is_some());
    let all = [(Assumption::EmptyIncludes, !missing.is_empty()), (Assumption::ProjectHeaders, has_taken)];
    all.into_iter().filter(|(_, holds)| *holds).map(|(assumption, _)| assumption).collect()
}

fn taken_as_empty(name: &String) -> String {
    format!("`{name}` was not found and is taken as an empty file")
}

/// Where function bodies stand, at any depth.
pub(crate) fn function_spans(root: &Node) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let is_function = matches!(
            &*node.kind,
            "FunctionDecl" | "CXXMethodDecl" | "CXXConstructorDecl" | "CXXDestructorDecl" | "CXXConversionDecl"
        );
        if is_function {
            spans.push(node.span);
        } else {
            open.extend(node.inner.iter());
        }
    }
    spans
}
