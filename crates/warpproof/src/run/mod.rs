//! `warpproof run`: executes one launch of a kernel in the interpreter and prints what went wrong and the final arrays.
//!
//! A run is an execution, not a proof: what it finds did happen, what it does not find may happen elsewhere.

mod findings;
mod inputs;
mod memory;
pub mod value;

use crate::cli::RunArgs;
use crate::exit::Exit;
use crate::settings::Settings;
use crate::{output, verify};
use std::fmt::Write;
use std::path::Path;
use wp_base::{Diagnostic, SourceMap};
use wp_clang::Language;
use wp_engine::{NoKernels, Options, Rules};
use wp_interp::{Benign, ConcreteLaunch, Config, End, NoteKind, Outcome, Schedule};
use wp_kir::{AssumeKind, Dim, Kernel};
use wp_report::Style;

/// Runs the command.
pub fn run(args: &RunArgs) -> Result<Exit, String> {
    let (kernels, sources, options) = match load(args)? {
        Ok(loaded) => loaded,
        Err(NoKernels { sources, errors }) => {
            let mut text = String::new();
            for error in &errors {
                text.push_str(&wp_report::render_diagnostic(&sources, error, &[], Style::default()));
            }
            output::print(&text)?;
            return Ok(Exit::Error);
        }
    };
    let kernel = choose(&kernels, args)?;
    let launch = launch(&options)?;
    let inputs = inputs::inputs(kernel, &launch, args)?;
    let config = Config {
        fuel: args.steps,
        check_bounds: options.bounds,
        benign: if options.benign_same_value { Benign::SameValue } else { Benign::Off },
        exit_arrives: options.exit_arrives,
        atomic_races: options.atomic_races,
        warp_sync: options.warp_sync,
        schedule: schedule(&args.schedule)?,
        races: !options.only_divergence,
        intra_block_only: options.only_intra_group,
        ..Config::default()
    };
    let outcome = wp_interp::run(kernel, &launch, &inputs, &config);
    let mut text = String::new();
    for finding in &outcome.findings {
        let diagnostic = findings::diagnostic(kernel, finding);
        text.push_str(&wp_report::render_diagnostic(&sources, &diagnostic, &[], Style::default()));
        text.push('\n');
    }
    let block = launch.block.map(|n| n.to_string()).join(", ");
    let grid = launch.grid.map(|n| n.to_string()).join(", ");
    // Writing to a string does not fail.
    let _ = writeln!(text, "kernel `{}`: grid ({grid}), block ({block})", kernel.name);
    for line in inputs::describe(kernel, &inputs) {
        let _ = writeln!(text, "  {line}");
    }
    text.push_str(&memory::render(kernel, &inputs, &outcome.memory, args.show));
    text.push_str(&remarks(&sources, &outcome));
    let found = outcome.findings.len();
    let _ = writeln!(text, "{}; {found} finding{}", ending(&sources, &outcome), if found == 1 { "" } else { "s" });
    output::print(&text)?;
    Ok(Exit::Success)
}

/// Kernels, their sources and the options.
type Loaded = Result<(Vec<Kernel>, SourceMap, Options), NoKernels>;

/// The kernels of the file: through the front end, or as they stand when it is printed kernel IR (`.kir`).
fn load(args: &RunArgs) -> Result<Loaded, String> {
    let mut settings = Settings::new();
    for (flag, value) in &args.gpuverify.given {
        settings.apply(flag, value.as_deref())?;
    }
    if let Some(block) = &args.block {
        settings.set_block(block)?;
    }
    if let Some(grid) = &args.grid {
        settings.set_grid(grid)?;
    }
    args.preprocessor.add_to(&mut settings.options);
    settings.options.rules = Rules::Warpproof;
    if args.file.extension().is_some_and(|e| e == "kir") {
        let (options, _) = settings.finish(Language::OpenCl)?;
        return Ok(load_kir(&args.file)?.map(|(kernel, sources)| (vec![kernel], sources, options)));
    }
    let language = match verify::precheck(&args.file) {
        Ok(language) => language,
        Err(error) => return Ok(Err(error.into())),
    };
    let (options, warnings) = settings.finish(language)?;
    // Said before Clang is started.
    launch(&options)?;
    schedule(&args.schedule)?;
    for warning in warnings {
        eprintln!("warning: {warning}");
    }
    Ok(verify::read_kernels(&args.file, &options).map(|(kernels, sources)| (kernels, sources, options)))
}

fn load_kir(path: &Path) -> Result<Result<(Kernel, SourceMap), NoKernels>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let bad = |message: String| {
        Diagnostic::error("WP0503", format!("{} is not printed kernel IR: {message}", path.display())).into()
    };
    let kernel = match wp_kir::parse_kernel(&text) {
        Ok(kernel) => kernel,
        Err(error) => return Ok(Err(bad(error.to_string()))),
    };
    let mut sources = SourceMap::new();
    sources.add(path, text);
    match wp_kir::verify(&kernel) {
        Ok(()) => Ok(Ok((kernel, sources))),
        Err(error) => Ok(Err(bad(format!("{error:?}")))),
    }
}

fn choose<'k>(kernels: &'k [Kernel], args: &RunArgs) -> Result<&'k Kernel, String> {
    let names = || kernels.iter().map(|k| k.name.as_ref()).collect::<Vec<&str>>().join(", ");
    match (&args.kernel, kernels) {
        (_, []) => Err(format!("{} has no kernel that can be executed", args.file.display())),
        (None, [kernel]) => Ok(kernel),
        (None, _) => Err(format!("{} has several kernels; choose one with --kernel: {}", args.file.display(), names())),
        (Some(name), _) => kernels
            .iter()
            .find(|k| k.name.as_ref() == name)
            .ok_or_else(|| format!("{} has no kernel `{name}`; it has {}", args.file.display(), names())),
    }
}

/// The launch; extents that are not given are 1.
pub fn launch(options: &Options) -> Result<ConcreteLaunch, String> {
    let launch = options.launch;
    let extents = |dims: [Dim; 3], what: &str| -> Result<[u32; 3], String> {
        if dims == [Dim::Any; 3] {
            return Ok([1; 3]);
        }
        let mut extents = [1; 3];
        for (extent, dim) in extents.iter_mut().zip(dims) {
            match dim {
                Dim::Known(n) => *extent = n,
                Dim::Any => return Err(format!("to run a kernel, {what} must be given without *")),
            }
        }
        Ok(extents)
    };
    let offset = launch.offset.map(|dim| match dim {
        Dim::Known(n) => u64::from(n),
        Dim::Any => 0,
    });
    Ok(ConcreteLaunch {
        block: extents(launch.block, "the size of a block (--block)")?,
        grid: extents(launch.grid, "the number of blocks (--grid)")?,
        offset,
    })
}

fn schedule(text: &str) -> Result<Schedule, String> {
    match text {
        "ascending" => Ok(Schedule::Ascending),
        "descending" => Ok(Schedule::Descending),
        seed => seed
            .parse()
            .map(Schedule::Seeded)
            .map_err(|_| format!("`--schedule={seed}`: give ascending, descending or a number as seed")),
    }
}

/// The notes that a reader needs to judge the simulation.
fn remarks(sources: &SourceMap, outcome: &Outcome) -> String {
    let mut text = String::new();
    for (what, span) in &outcome.havocked {
        let _ = writeln!(text, "note: {what} is not modelled; a value was chosen ({})", sources.describe(*span));
    }
    for span in &outcome.skipped_specs {
        let _ = writeln!(text, "note: a specification was not evaluated ({})", sources.describe(*span));
    }
    for note in &outcome.notes {
        let what = match note.kind {
            NoteKind::SignedOverflow => "signed arithmetic overflowed",
            NoteKind::DivisionByZero => "division by zero; the result is taken as 0",
            NoteKind::ShiftAmount => "shift by a negative amount or by the width or more",
            NoteKind::FloatToInt => "float outside the range of the integer it is converted to",
            NoteKind::Misaligned => "an address that is no multiple of the width of the access",
            NoteKind::MissingLane => "a warp operation reads a lane that does not take part",
            NoteKind::UndefinedRead => "memory is read that was never written",
            NoteKind::ExitedBeforeBarrier => "threads had returned when this barrier was passed",
        };
        let _ = writeln!(text, "note: {what} ({})", sources.describe(note.span));
    }
    text
}

fn ending(sources: &SourceMap, outcome: &Outcome) -> String {
    let steps = outcome.steps;
    match &outcome.end {
        End::Completed => format!("completed in {steps} steps"),
        End::Diverged => format!("stopped at a diverging barrier after {steps} steps"),
        End::FuelExhausted => format!("stopped after {steps} steps; allow more with --steps"),
        End::TooManyFindings => format!("stopped after {steps} steps: too many findings"),
        End::PreconditionFailed => format!("stopped after {steps} steps: the precondition of a call does not hold"),
        End::ObservationEnded => format!("stopped after {steps} steps"),
        End::Aborted => format!("stopped after {steps} steps: a thread aborted the launch"),
        End::Unsupported { what, span } => format!("cannot be executed: {what} ({})", sources.describe(*span)),
        End::AssumptionViolated { span, kind } => {
            let what = match kind {
                AssumeKind::Requires => "a precondition",
                AssumeKind::Assume => "an assumption",
                AssumeKind::Axiom => "an axiom",
                AssumeKind::Launch => "a fact of a launch",
                AssumeKind::Allocation => "the limits of an allocation",
                AssumeKind::Contiguous => "the strides of a contiguous tensor",
                AssumeKind::Enumeration => "the enumeration of a parameter",
                AssumeKind::External
                | AssumeKind::Aliasing
                | AssumeKind::UniformGroups
                | AssumeKind::Architecture
                | AssumeKind::WarpSize => "an assumption of the model",
                AssumeKind::Contract => "what a function ensures",
            };
            format!("the inputs do not satisfy {what} ({}); the run says nothing", sources.describe(*span))
        }
    }
}
