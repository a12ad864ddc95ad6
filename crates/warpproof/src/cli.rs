//! The command line: what it takes. GPUVerify's options come from the table in [`crate::gpuverify`].

use crate::gpuverify::{Flag, FLAGS};
use crate::inference::InferenceArgs;
use crate::study::StudyArgs;
use clap::{Arg, ArgAction, ArgMatches, Args, Command as ClapCommand, FromArgMatches, Parser, Subcommand, ValueEnum};
use serde::Deserialize;
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use wp_base::Assumption;

/// Static verifier for CUDA and OpenCL kernels: data races, barrier divergence, out-of-bounds accesses and assertions.
#[derive(Parser, Debug)]
#[command(name = "warpproof", version, arg_required_else_help = true)]
#[command(
    after_help = "Exit codes: 0 everything proved, 1 something refuted, 2 bad input or usage, 3 something inconclusive."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Verify the kernels of files for all launch configurations and inputs
    Check(CheckArgs),
    /// Print closed forms and inferred invariants of each loop
    Invariants(InvariantsArgs),
    /// Simulate one launch of a kernel and report its errors
    Run(RunArgs),
    /// Prove or refute that two kernels compute the same results
    Equiv(EquivArgs),
    /// Verify every kernel file of a tree that carries GPUVerify's header lines, and compare with what they expect
    Corpus(CorpusArgs),
    /// Verify one file of a corpus and print its row (used by `corpus` to isolate files)
    #[command(hide = true)]
    CorpusFile(CorpusFileArgs),
    /// Run the language server for editors, which verifies files when they are opened or saved; see docs/editor.md
    Lsp(LspArgs),
    /// Verify one file for an editor (used by `lsp` to be able to end it)
    #[command(hide = true)]
    EditorFile(EditorFileArgs),
    /// Explain a message code, an assumption or a rule; without a topic, list them all
    Explain(ExplainArgs),
}

/// Output format.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text for the terminal
    Text,
    /// JSON; see docs/json-schema.md
    Json,
    /// SARIF 2.1.0 for code scanning; see docs/ci.md (only `check`)
    Sarif,
    /// HTML page; see docs/report.md (only `check`)
    Html,
}

/// `FORM=FILE`: one more form of the results, and where it goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Also {
    /// Output format.
    pub format: Format,
    /// A file that is replaced.
    pub file: PathBuf,
}

impl FromStr for Also {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let forms = "give a form (text, json, sarif or html) and a file, as in `html=report.html`";
        let (form, file) = text.split_once('=').filter(|(_, file)| !file.is_empty()).ok_or(forms)?;
        let format = Format::from_str(form, false).map_err(|_| format!("`{form}` is no form; {forms}"))?;
        Ok(Self { format, file: PathBuf::from(file) })
    }
}

/// Floating-point semantics of contract proofs.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatModel {
    /// Real arithmetic, under the assumption `real-arithmetic`
    Reals,
    /// IEEE arithmetic: what is proved holds bit for bit
    Bits,
}

impl From<FloatModel> for wp_engine::Floats {
    fn from(model: FloatModel) -> Self {
        match model {
            FloatModel::Reals => wp_engine::Floats::Reals,
            FloatModel::Bits => wp_engine::Floats::Bits,
        }
    }
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Which defaults apply.
#[derive(ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum RuleSet {
    /// Our own
    Warpproof,
    /// GPUVerify's: same-value tolerance, bounds on request, 32-bit pointers, both sizes required
    Gpuverify,
}

/// What the preprocessor is given.
#[derive(Args, Clone, Debug)]
pub struct PreprocessorArgs {
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub defines: Vec<String>,
    /// Add a folder to the include search path
    #[arg(short = 'I', value_name = "DIR")]
    pub includes: Vec<PathBuf>,
    /// Verify this instance of a kernel template, launched or not (CUDA; may be repeated)
    #[arg(long = "instantiate", value_name = "NAME<ARGS>")]
    pub instances: Vec<String>,
}

impl PreprocessorArgs {
    /// Adds macros and folders to those that options already have.
    pub fn add_to(&self, options: &mut wp_engine::Options) {
        options.defines.extend(self.defines.iter().cloned());
        options.includes.extend(self.includes.iter().cloned());
        options.instances.extend(self.instances.iter().cloned());
    }
}

/// Where a report goes, and in what form.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Write the output to a file
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub file: Option<PathBuf>,
}

impl OutputArgs {
    /// Whether JSON is asked for and not text; an error for the forms that only `check` has.
    pub fn is_json(&self, command: &str) -> Result<bool, String> {
        match self.format {
            Format::Text => Ok(false),
            Format::Json => Ok(true),
            Format::Sarif => Err(format!("`--format sarif` is for `check`; `{command}` writes text or json")),
            Format::Html => Err(format!("`--format html` is for `check`; `{command}` writes text or json")),
        }
    }
}

/// Options about the solver and the limits, common to `check` and `corpus`.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Time limit per file in seconds, 60 by default; 0 for no limit
    #[arg(long, value_name = "SECONDS", value_parser = crate::settings::seconds)]
    pub timeout: Option<Duration>,
    /// What searches may try, as the seconds that it takes on an idle machine; as much as --timeout by default. With
    /// more in --timeout than here, a busy machine comes to the same verdicts
    #[arg(long, value_name = "SECONDS", value_parser = crate::settings::seconds)]
    pub effort: Option<Duration>,
    /// Limit of memory in megabytes, for Warpproof and for each process of the solver and of Clang; 8192 by default, or
    /// three quarters of what the machine has where that is less; 0 is none
    #[arg(long, value_name = "MEGABYTES")]
    pub memory: Option<u64>,
    /// Time limit of one solver query in seconds
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = crate::settings::seconds)]
    pub query_timeout: Duration,
    /// The program z3 (4.15 or newer); found automatically by default
    #[arg(long, value_name = "PROGRAM", conflicts_with = "no_solver")]
    pub solver: Option<PathBuf>,
    /// Run further solvers beside z3 and take the first answer: PROGRAM (may be repeated), by default cvc5; verdicts may then
    /// depend on timing
    #[arg(long, value_name = "PROGRAM", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    #[arg(conflicts_with = "no_solver")]
    pub portfolio: Vec<OsString>,
    /// Do not use a solver
    #[arg(long)]
    pub no_solver: bool,
    /// Send every obligation to the solver without simplification and digit procedure; slower, and more is inconclusive
    #[arg(long, conflicts_with = "no_solver")]
    pub no_simplification: bool,
    /// Do not cache solver answers and do not use cached ones
    #[arg(long, conflicts_with = "cache_dir")]
    pub no_cache: bool,
    /// Folder of the cache of solver answers; in the user's cache folder by default
    #[arg(long, value_name = "DIR")]
    pub cache_dir: Option<PathBuf>,
    /// Switch off a named assumption, such as no-alias (may be repeated)
    #[arg(long, value_name = "ASSUMPTION", value_parser = assumption)]
    pub without: Vec<Assumption>,
    /// Loops.
    #[command(flatten)]
    pub inference: InferenceArgs,
}

/// The limit of memory where none is given.
const USUAL_MEMORY: u64 = 8 << 30;

impl LimitArgs {
    /// The limit per file.
    pub fn timeout(&self) -> Duration {
        self.timeout.unwrap_or(Duration::from_secs(60))
    }

    /// The effort of searches, as time.
    pub fn effort(&self) -> Duration {
        self.effort.unwrap_or_else(|| self.timeout())
    }

    /// The limit of memory in bytes.
    pub fn memory(&self) -> Option<u64> {
        let usual = || wp_base::memory_of_machine().map_or(USUAL_MEMORY, |all| USUAL_MEMORY.min(all / 4 * 3));
        match self.memory {
            Some(0) => None,
            Some(megabytes) => Some(megabytes.saturating_mul(1 << 20)),
            None => Some(usual()),
        }
    }
}

/// Which configuration file applies, and which findings are accepted.
#[derive(Args, Clone, Debug, Default)]
pub struct ConfigArgs {
    /// The configuration file; the nearest warpproof.toml from the checked file's folder upwards by default
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Read no configuration file
    #[arg(long)]
    pub no_config: bool,
    /// Ignore the findings recorded in FILE by --write-baseline
    #[arg(long, value_name = "FILE", conflicts_with = "write_baseline")]
    pub baseline: Option<PathBuf>,
    /// Record all findings in FILE; later runs with `--baseline FILE` ignore them
    #[arg(long, value_name = "FILE", conflicts_with = "kernels")]
    pub write_baseline: Option<PathBuf>,
}

/// `warpproof check`
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Kernel files (.cu, .cuh, .cl), and GPUVerify's files of launches (.json)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Threads per block: X, X,Y or X,Y,Z, with or without brackets; * is any
    #[arg(long, value_name = "X,Y,Z")]
    pub block: Option<String>,
    /// Blocks in the grid: X, X,Y or X,Y,Z, with or without brackets; * is any
    #[arg(long, value_name = "X,Y,Z")]
    pub grid: Option<String>,
    /// Verify only this kernel (may be repeated)
    #[arg(long = "kernel", value_name = "NAME")]
    pub kernels: Vec<String>,
    /// Report what depends on contents or takes an unusual launch as errors, with exit code 1; exit with 3 where bounds of an array are not
    /// checked because its size is unknown
    #[arg(long)]
    pub strict: bool,
    /// Preprocessor.
    #[command(flatten)]
    pub preprocessor: PreprocessorArgs,
    /// Configuration.
    #[command(flatten)]
    pub configuration: ConfigArgs,
    /// Output.
    #[command(flatten)]
    pub output: OutputArgs,
    /// Also write the results in another format, as in `--also html=report.html` (may be repeated)
    #[arg(long, value_name = "FORM=FILE")]
    pub also: Vec<Also>,
    /// Write a program for every confirmed finding that reproduces it on a device
    #[arg(long, value_name = "DIR")]
    pub emit_repro: Option<PathBuf>,
    /// Write the verification conditions of contract proofs as SMT-LIB, with tables
    #[arg(long, value_name = "DIR")]
    pub dump_vcs: Option<PathBuf>,
    /// When to use colours
    #[arg(long, value_enum, default_value = "auto")]
    pub color: Color,
    /// Conventions that apply by default; those of Warpproof unless given
    #[arg(long, value_enum)]
    pub conventions: Option<RuleSet>,
    /// Use GPUVerify's conventions and the options in the second line of each file with GPUVerify's header
    #[arg(long)]
    pub gpuverify_header: bool,
    /// Do not report races of writes that store the same value
    #[arg(long, conflicts_with = "no-benign-tolerance")]
    pub benign_same_value: bool,
    /// Ignore launches in host code: kernels are verified for all launch configurations
    #[arg(long)]
    pub ignore_host: bool,
    /// Do not check array bounds
    #[arg(long, conflicts_with = "check-array-bounds")]
    pub no_bounds: bool,
    /// Do not check assertions
    #[arg(long)]
    pub no_assertions: bool,
    /// Floating-point semantics of contract proofs
    #[arg(long, value_enum, default_value = "reals")]
    pub float: FloatModel,
    /// Use device-function contracts at call sites instead of inlining; see docs/modular.md
    #[arg(long)]
    pub modular: bool,
    /// Search for preconditions under which a kernel is proved that is not proved without them
    #[arg(long)]
    pub preconditions: bool,
    /// Like --preconditions, and assume the first set of preconditions that is found
    #[arg(long)]
    pub accept_preconditions: bool,
    /// Print the obligations of this kernel, the step that discharged each, and the premises of the proofs; see docs/proofs.md
    #[arg(long, value_name = "KERNEL")]
    pub explain_proof: Option<String>,
    /// Search for barriers to insert or move that remove races and divergence; see docs/fixes.md
    #[arg(long)]
    pub suggest_fixes: bool,
    /// Report bank conflicts, uncoalesced accesses, divergent warps and uncached reads; verdicts are not affected
    #[arg(long)]
    pub perf: bool,
    /// Limits and solver.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// GPUVerify's options.
    #[command(flatten)]
    pub gpuverify: GpuVerifyArgs,
}

/// `warpproof lsp`
#[derive(Args, Debug)]
pub struct LspArgs {
    /// Options of `check` for every file, such as --timeout=20
    #[arg(value_name = "OPTION", trailing_var_arg = true, allow_hyphen_values = true)]
    pub options: Vec<String>,
}

/// The units of columns.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Positions {
    /// Bytes
    #[value(name = "utf-8")]
    Utf8,
    /// Code units of 16 bits
    #[value(name = "utf-16")]
    Utf16,
}

impl From<Positions> for wp_report::editor::Encoding {
    fn from(positions: Positions) -> Self {
        match positions {
            Positions::Utf8 => Self::Utf8,
            Positions::Utf16 => Self::Utf16,
        }
    }
}

/// `warpproof editor-file`
#[derive(Args, Debug)]
pub struct EditorFileArgs {
    /// The units of columns
    #[arg(long, value_enum)]
    pub positions: Positions,
    /// File and options as for `check`.
    #[command(flatten)]
    pub check: CheckArgs,
}

/// `warpproof invariants`
#[derive(Args, Debug)]
pub struct InvariantsArgs {
    /// Also print refuted candidates, with the engine that refuted them
    #[arg(long)]
    pub all: bool,
    /// Files and options as for `check`.
    #[command(flatten)]
    pub check: CheckArgs,
}

/// `warpproof run`
#[derive(Args, Debug)]
pub struct RunArgs {
    /// Kernel file (.cu, .cuh, .cl), or printed kernel IR (.kir)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The kernel, where the file has several
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// Threads per block: X or X,Y or X,Y,Z, in brackets or not; 1 by default
    #[arg(long, value_name = "X,Y,Z")]
    pub block: Option<String>,
    /// Blocks: X or X,Y or X,Y,Z, in brackets or not; 1 by default
    #[arg(long, value_name = "X,Y,Z")]
    pub grid: Option<String>,
    /// Value of a scalar parameter (may be repeated)
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// Elements of an array, which has that many unless --size says otherwise (may be repeated)
    #[arg(long, value_name = "NAME=V,V,..", allow_hyphen_values = true)]
    pub array: Vec<String>,
    /// Number of elements of an array; unlimited by default where the source does not say (may be repeated)
    #[arg(long, value_name = "NAME=N")]
    pub size: Vec<String>,
    /// Contents of arrays that are not given
    #[arg(long, value_enum)]
    pub fill: Option<FillArg>,
    /// Choose inputs that are not given at random, by this seed; else they are 0
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Order of threads: ascending, descending, or a number as seed
    #[arg(long, value_name = "ORDER", default_value = "ascending")]
    pub schedule: String,
    /// Instructions that all threads together may execute
    #[arg(long, value_name = "N", default_value_t = 50_000_000)]
    pub steps: u64,
    /// Elements of each array that are printed at the end
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub show: usize,
    /// Preprocessor.
    #[command(flatten)]
    pub preprocessor: PreprocessorArgs,
    /// GPUVerify's options.
    #[command(flatten)]
    pub gpuverify: GpuVerifyArgs,
}

/// `warpproof equiv`
#[derive(Args, Clone, Debug)]
pub struct EquivArgs {
    /// The first kernel; the name may be left out where the file has one kernel. Kernels that run one after the other are separated by
    /// commas; arrays and scalars of one name are the same, and `KERNEL(in=tmp,n=4)` says what a kernel gets for its parameters
    #[arg(value_name = "FILE:KERNEL[,KERNEL...]")]
    pub first: String,
    /// The second kernel
    #[arg(value_name = "FILE:KERNEL[,KERNEL...]")]
    pub second: String,
    /// A parameter of the first kernel and its counterpart in the second (may be repeated); else by name, then by order
    #[arg(long, value_name = "NAME=NAME")]
    pub map: Vec<String>,
    /// Value of a scalar parameter (may be repeated)
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// A condition on extents and scalars that both kernels may rely on, as in "blockDim.x == blockDim.y" (may be repeated); with `a.` and `b.`
    /// before an extent the launches differ in it, as in "4 * b.gridDim.x == a.gridDim.x"; `b2.` is the second kernel of several
    #[arg(long, visible_alias = "relate", value_name = "CONDITION")]
    pub requires: Vec<String>,
    /// Only search for a small launch that shows a difference, without a proof
    #[arg(long)]
    pub find_bugs: bool,
    /// Threads per block of both kernels; without, the kernels are compared for every launch
    #[arg(long, value_name = "X,Y,Z", conflicts_with_all = ["block_a", "block_b"])]
    pub block: Option<String>,
    /// Blocks of both kernels
    #[arg(long, value_name = "X,Y,Z", conflicts_with_all = ["grid_a", "grid_b"])]
    pub grid: Option<String>,
    /// Threads per block of the first kernel (once for each of several kernels)
    #[arg(long, value_name = "X,Y,Z")]
    pub block_a: Vec<String>,
    /// Blocks of the first kernel (once for each of several kernels)
    #[arg(long, value_name = "X,Y,Z")]
    pub grid_a: Vec<String>,
    /// Threads per block of the second kernel (once for each of several kernels)
    #[arg(long, value_name = "X,Y,Z")]
    pub block_b: Vec<String>,
    /// Blocks of the second kernel (once for each of several kernels)
    #[arg(long, value_name = "X,Y,Z")]
    pub grid_b: Vec<String>,
    /// Preprocessor.
    #[command(flatten)]
    pub preprocessor: PreprocessorArgs,
    /// Output.
    #[command(flatten)]
    pub output: OutputArgs,
    /// Limits and solver.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// How arrays are filled.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FillArg {
    /// With 0
    Zero,
    /// With small numbers, by the seed
    Small,
    /// With any bits, by the seed
    Any,
    /// Each element with its index
    Index,
}

/// `warpproof corpus`
#[derive(Args, Debug)]
pub struct CorpusArgs {
    /// The tree
    #[arg(value_name = "DIR", required_unless_present = "study_from")]
    pub root: Option<PathBuf>,
    /// Write the table as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the table and the summary as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Only files whose path contains this text
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Files at a time; all cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Which rows to print
    #[arg(long, value_enum, default_value = "disagreements")]
    pub rows: Rows,
    /// Verify in this process instead of one process per file
    #[arg(long)]
    pub in_process: bool,
    /// Writes of the same value race in every file
    #[arg(long)]
    pub no_benign_tolerance: bool,
    /// Of the annotations in every file only preconditions are read
    #[arg(long)]
    pub only_requires: bool,
    /// Leave out the sizes that headers give: kernels are checked for every launch, or under preconditions that are found
    #[arg(long)]
    pub ignore_sizes: bool,
    /// Studies.
    #[command(flatten)]
    pub study: StudyArgs,
    /// Limits and solver.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Which rows of the table are printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// All
    All,
    /// Those that do not agree with what is expected
    Disagreements,
    /// None
    None,
}

/// `warpproof corpus-file`
#[derive(Args, Debug)]
pub struct CorpusFileArgs {
    /// The tree that the file is in
    pub root: PathBuf,
    /// The file
    pub file: PathBuf,
    /// Writes of the same value race
    #[arg(long)]
    pub no_benign_tolerance: bool,
    /// Version of the solver that is named
    #[arg(long)]
    pub solver_version: Option<wp_solve::Version>,
    /// Of the annotations only preconditions are read
    #[arg(long)]
    pub only_requires: bool,
    /// Leave out the sizes of the header
    #[arg(long)]
    pub ignore_sizes: bool,
    /// Print a row of a study
    #[arg(long)]
    pub record: bool,
    /// Take invariants of the source as candidates
    #[arg(long)]
    pub ignore_invariants: bool,
    /// Limits and solver.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// `warpproof explain`
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A code such as WP0101, an assumption such as no-alias, or a rule such as pow2 or r14
    pub topic: Option<String>,
}

/// An assumption that can be switched off.
pub fn assumption(code: &str) -> Result<Assumption, String> {
    match code.parse::<Assumption>() {
        Ok(found) if found.is_switchable() => Ok(found),
        Ok(_) => Err(format!("this assumption has no such switch; see `warpproof explain {code}`")),
        Err(_) => {
            let codes: Vec<_> = Assumption::ALL.iter().filter(|a| a.is_switchable()).map(|a| a.code()).collect();
            Err(format!("the assumptions are {}", codes.join(", ")))
        }
    }
}

/// GPUVerify's options that were given, in the order of the table.
#[derive(Clone, Debug, Default)]
pub struct GpuVerifyArgs {
    /// Options with their values.
    pub given: Vec<(&'static Flag, Option<String>)>,
}

impl FromArgMatches for GpuVerifyArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for flag in FLAGS.iter().filter(|f| !f.ours) {
            let id = flag.name.trim_start_matches('-');
            if flag.value.is_some() {
                for value in matches.get_many::<String>(id).into_iter().flatten() {
                    self.given.push((flag, Some(value.clone())));
                }
            } else if matches.get_count(id) > 0 {
                self.given.push((flag, None));
            }
        }
        Ok(())
    }
}

impl Args for GpuVerifyArgs {
    fn augment_args(command: ClapCommand) -> ClapCommand {
        let rows = FLAGS.iter().filter(|f| !f.ours).map(|flag| {
            let id = flag.name.trim_start_matches('-');
            let arg = Arg::new(id).long(id).help(flag.note).help_heading("GPUVerify's options");
            match flag.value {
                Some(value) => arg.value_name(value).action(ArgAction::Append).allow_hyphen_values(true),
                None => arg.action(ArgAction::Count),
            }
        });
        command.args(rows)
    }

    fn augment_args_for_update(command: ClapCommand) -> ClapCommand {
        Self::augment_args(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn values_after_equals_or_blank() {
        for line in ["check k.cl --local_size=[8,8] --num_groups=4", "check k.cl --local_size [8,8] --num_groups 4"] {
            let cli = Cli::try_parse_from(["warpproof"].into_iter().chain(line.split(' '))).unwrap();
            let Command::Check(args) = cli.command else { panic!("not check") };
            let given: Vec<_> = args.gpuverify.given.iter().map(|(f, v)| (f.name, v.as_deref())).collect();
            assert_eq!(given, [("--local_size", Some("[8,8]")), ("--num_groups", Some("4"))]);
        }
    }

    #[test]
    fn unknown_options_are_usage_errors() {
        let error = Cli::try_parse_from(["warpproof", "check", "k.cu", "--nosuch"]).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        assert!(Cli::try_parse_from(["warpproof", "check", "k.cu", "--without=nosuch"]).is_err());
        assert!(Cli::try_parse_from(["warpproof", "check", "k.cu", "--without=no-alias"]).is_ok());
    }
}
