//! The command line: what it takes. GPUVerify's options come from the table in [`crate::gpuverify`].

mod shared;
mod widths;

pub use shared::{
    Also, Color, ConfigArgs, FailOn, FloatModel, Format, LimitArgs, OutputArgs, PreprocessorArgs, RuleSet,
};
pub use widths::{WidthArgs, MOST_GIGABYTES};

use crate::gpuverify::{Flag, FLAGS};
use crate::study::StudyArgs;
use clap::{Arg, ArgAction, ArgMatches, Args, Command as ClapCommand, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
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

/// `warpproof check`
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Kernel files (.cu, .cuh, .cl), Python files with CUDA sources in strings (.py), folders of these, and GPUVerify's files of
    /// launches (.json)
    #[arg(required_unless_present = "build", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The folder of a build with `compile_commands.json`, or that file: gives each file the options of its build; without files, all
    /// kernel files in it are checked
    #[arg(short = 'p', long, value_name = "DIR")]
    pub build: Option<PathBuf>,
    /// Leave out files and folders with this path, or a part of it, where `*` is any part of a name and `**` of a path (may be repeated)
    #[arg(long, value_name = "PATTERN")]
    pub exclude: Vec<String>,
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
    /// The results for which the exit code is not 0; bad input always has 2
    #[arg(long, value_enum, default_value = "inconclusive", value_name = "RESULT")]
    pub fail_on: FailOn,
    /// Verify only files that differ from this revision of git, or depend on files that do
    #[arg(long, value_name = "REV")]
    pub changed_since: Option<String>,
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
    /// Do not check the alignment of accesses; it is assumed
    #[arg(long)]
    pub no_alignment: bool,
    /// Do not look for reads of elements of shared and local arrays that nothing wrote
    #[arg(long)]
    pub no_initialised: bool,
    /// Width of indices.
    #[command(flatten)]
    pub widths: WidthArgs,
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
    /// Print the steps of counterexamples, too
    #[arg(long)]
    pub traces: bool,
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
