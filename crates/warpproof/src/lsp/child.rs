//! `warpproof editor-file`: verifies one file for the editor server and prints the results, a line of JSON each.
//!
//! First come the results of the check, then the invariants of loops, which need a second analysis of the kernels with
//! loops.

use super::job::Part;
use crate::check::{self, Means, Setup};
use crate::cli::EditorFileArgs;
use crate::exit::Exit;
use crate::watch::User;
use crate::{inputs, invariants, output, suppress, verify};
use std::io::Read;
use std::path::Path;
use std::time::Duration;
use wp_clang::Language;
use wp_engine::{is_named, FileReport, Options};
use wp_report::editor::{editor_report, range, text_digest, Hover};

/// The time that a verification may take beyond its time limit before it is given up.
const GRACE: Duration = Duration::from_secs(30);

/// Runs the command.
pub fn run(args: &EditorFileArgs) -> Result<Exit, String> {
    end_with_input();
    let means = Means::find(&args.check.limits)?;
    for path in &args.check.files {
        let (report, options) = match verify::precheck_source(path, None) {
            Err(error) => (verify::failed(path, error), None),
            Ok(language) => checked(args, &means, path, language)?,
        };
        let mut shown = editor_report(&report, args.positions.into());
        shown.settings = options.as_ref().map(|(options, settings)| settings_of(options, settings)).unwrap_or_default();
        print(&Part::Report(shown))?;
        let Some((options, _)) = options else { continue };
        let loops = loops(args, path, &options, &report)?;
        if !loops.is_empty() {
            print(&Part::Loops(loops))?;
        }
    }
    Ok(Exit::Success)
}

/// The report with its settings: options, and the text of the baseline.
type Checked = (FileReport, Option<(Options, String)>);

/// Identifies the settings, besides the text and its includes, on which verdicts and marks depend.
fn settings_of(options: &Options, baseline: &str) -> String {
    let of_any_kernel = Options { kernels: Vec::new(), ..options.clone() };
    text_digest(&format!("{of_any_kernel:?}\n{baseline}"))
}

fn checked(args: &EditorFileArgs, means: &Means, path: &Path, language: Language) -> Result<Checked, String> {
    let job = inputs::job(&args.check, path)?;
    let Setup { mut options, warnings, accepted } = match check::setup(&args.check, means, &job, language) {
        Ok(setup) => setup,
        Err(report) => return Ok((*report, None)),
    };
    options.witness_details |= args.traces;
    give_up_after(&options);
    let mut report = verify::verify(path, &options, &mut User)?.ok_or("interrupted")?;
    let baseline = accepted.as_ref().map(|a| format!("{a:?}")).unwrap_or_default();
    let unused = accepted.map(|a| a.apply(&mut report, args.check.kernels.is_empty())).unwrap_or_default();
    suppress::apply(&mut report, args.check.kernels.is_empty());
    for warning in warnings.iter().chain(&unused) {
        eprintln!("warning: {warning}");
    }
    Ok((report, Some((options, baseline))))
}

fn print(part: &Part) -> Result<(), String> {
    let line = serde_json::to_string(part).map_err(|e| format!("cannot write JSON: {e}"))?;
    output::print(&(line + "\n"))
}

/// The texts about the loops of kernels that have loops.
fn loops(
    args: &EditorFileArgs,
    path: &Path,
    options: &Options,
    report: &FileReport,
) -> Result<Vec<(String, Hover)>, String> {
    if report.kernels.iter().all(|k| k.inference.shape.loops == 0) {
        return Ok(Vec::new());
    }
    let with_stack = std::thread::Builder::new().name("loops".to_owned()).stack_size(wp_engine::STACK);
    let (path, options, positions) = (path.to_owned(), options.clone(), args.positions);
    let work = move || {
        let Ok((kernels, sources)) = verify::read_kernels(&path, &options) else { return Vec::new() };
        let wanted = |name: &str| options.kernels.is_empty() || options.kernels.iter().any(|k| is_named(name, k));
        let mut hovers = Vec::new();
        for kernel in kernels.iter().filter(|k| wanted(&k.name)) {
            let Ok(loops) = wp_engine::invariants(kernel, &options.of_kernel(&kernel.name)) else { continue };
            for one in &loops {
                let here = sources.find(&path) == Some(one.span.file);
                if let Some(range) = range(&sources, one.span, positions.into()).filter(|_| here) {
                    let lines = invariants::lines(one, &sources);
                    let markdown = format!("kernel `{}`\n\n```text\n{}\n```\n", kernel.name, lines.join("\n"));
                    hovers.push((kernel.name.to_string(), Hover { range, markdown }));
                }
            }
        }
        hovers
    };
    let thread = with_stack.spawn(work).map_err(|e| format!("cannot start a thread: {e}"))?;
    // A panic in there has been printed; the verdicts stand without it.
    Ok(thread.join().unwrap_or_default())
}

/// Ends the process when its input ends: the server holds the input open, and closes it by ending in any way.
fn end_with_input() {
    std::thread::spawn(|| {
        // Whatever the outcome, nothing more will come.
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(i32::from(Exit::Interrupted.code()));
    });
}

/// A last guard: a verification that still runs long after its time must not delay the next one.
fn give_up_after(options: &Options) {
    // The search for preconditions may take as long as the check, and so may that for changes, and the loops.
    let parts = 2 + u32::from(options.preconditions) + u32::from(options.fixes);
    let limit = options.timeout.saturating_mul(parts).saturating_add(GRACE);
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        eprintln!("error: the verification took more than {:.0} s", limit.as_secs_f64());
        std::process::exit(i32::from(Exit::Error.code()));
    });
}
