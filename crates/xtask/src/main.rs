//! `cargo xtask`: command line of the developer tasks.

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use wp_engine::Options;
use xtask::pairs::Comparison;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Developer tasks of Warpproof")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Checks what the compiler does not: crate edges, headers, paths, code pages, structure.
    Tidy(TidyArgs),
    /// Compares verdicts on random kernels with exhaustive execution.
    Random(RandomArgs),
    /// Seeds faults into proved kernels: none with a race in an execution may be proved.
    Mutate(MutateArgs),
    /// Seeds faults into the verifier: each must be noticed.
    Faults(FaultsArgs),
    /// Halves and doubles each limit of tuning on a fixed set of kernels and prints what changes.
    Budget(BudgetArgs),
    /// Measures the limits on one line of the set.
    #[command(hide = true)]
    BudgetOf {
        /// The line.
        line: String,
        /// Folder of the solver's answers.
        #[arg(long)]
        cache: PathBuf,
        /// Limits.
        #[arg(long)]
        limit: Vec<String>,
    },
    /// Prints what proofs of contracts ask of the solver, with and without simplification.
    Tasks(TasksArgs),
    /// Compares the pairs of kernels of files and prints verdicts with seconds.
    Pairs(PairsArgs),
    /// Checks kernels of folders outside the tree and prints how many are read and decided.
    Suites(SuitesArgs),
    /// Compares programs that nobody here wrote, lowered and interpreted, with their native execution.
    Oracle(OracleArgs),
    /// Counts the instructions of each stage and compares them with the stored counts.
    Instructions(InstructionsArgs),
    /// Runs one stage, for callgrind.
    #[command(hide = true)]
    Stage {
        /// The stage.
        stage: xtask::stages::Stage,
    },
    /// Writes programs that compare the interpreter with a device, and reproducers for dynamic tools.
    Device(DeviceArgs),
    /// Prints the table of Clang's node kinds with the tests that have them, as the page of the documentation.
    NodeKinds,
}

#[derive(Args)]
struct TidyArgs {
    /// Print the measures of the structure.
    #[arg(long)]
    report: bool,
}

#[derive(Args)]
struct InstructionsArgs {
    /// Store the counts instead of comparing them.
    #[arg(long)]
    store: bool,
}

fn instructions(args: &InstructionsArgs) -> Result<ExitCode> {
    let counts = xtask::instructions::count()?;
    let file = xtask::instructions::file();
    if args.store {
        std::fs::write(&file, counts.print()).with_context(|| format!("{} cannot be written", file.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let text = std::fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let stored = xtask::instructions::Counts::parse(&text)?;
    let (table, above) = counts.compare(&stored);
    print!("{table}");
    let store = "`cargo xtask instructions --store` stores the new counts";
    if stored.versions != counts.versions {
        eprintln!("the stored counts are of {}, these are of {}; {store}", stored.versions, counts.versions);
        return Ok(ExitCode::FAILURE);
    }
    if !above.is_empty() {
        eprintln!("above the stored counts by more than the limit: {}; {store} if they are meant", above.join(", "));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Args)]
struct OracleArgs {
    /// Programs of csmith.
    #[arg(long, default_value_t = 0)]
    csmith: u64,
    /// Programs of yarpgen (the program that the variable YARPGEN names).
    #[arg(long, default_value_t = 0)]
    yarpgen: u64,
    /// Folder of C programs that return 0.
    #[arg(long)]
    suite: Option<PathBuf>,
    /// Programs of the generator of language features.
    #[arg(long, default_value_t = 0)]
    features: u64,
    /// First seed of each generator.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Batches that are compared at the same time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Programs per file at most: what is rejected must not depend on it.
    #[arg(long)]
    batch: Option<usize>,
    /// Folder for programs with a disagreement.
    #[arg(long, default_value = "out/oracle")]
    out: PathBuf,
    /// Log of judgements, a line a program: programs that it has are counted and not run again.
    #[arg(long)]
    log: Option<PathBuf>,
    /// Print how often each fragment of language features was compared.
    #[arg(long)]
    fragments: bool,
    /// Print the programs and compare nothing.
    #[arg(long)]
    print: bool,
    /// Judge the program of this file only: C++ text that defines `void run(uint64_t *out)`.
    #[arg(long)]
    program: Option<PathBuf>,
}

fn oracle(args: OracleArgs) -> Result<ExitCode> {
    if let Some(path) = args.program {
        let text = std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let judgement = xtask::oracle::judge_text(&text)?;
        println!("{judgement:?}");
        let wrong = matches!(judgement, xtask::oracle::Judgement::Disagrees(_));
        return Ok(if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    }
    let config = xtask::oracle::Config {
        csmith: args.csmith,
        yarpgen: args.yarpgen,
        suite: args.suite,
        features: args.features,
        seed: args.seed,
        jobs: args.jobs,
        out: args.out,
        log: args.log,
        batch: args.batch,
    };
    if args.print {
        print!("{}", xtask::oracle::print(&config)?);
        return Ok(ExitCode::SUCCESS);
    }
    let statistics = xtask::oracle::compare(&config, |so_far| {
        let programs: usize = so_far.families.values().map(|f| f.programs).sum();
        eprintln!("{programs} programs, {} disagreements", so_far.disagreements());
    })?;
    print!("{}", xtask::oracle::render(&statistics));
    if args.fragments {
        print!("\n{}", xtask::oracle::render_fragments(&statistics));
    }
    Ok(if statistics.disagreements() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Args)]
struct DeviceArgs {
    /// Files and folders whose kernels are launched.
    #[arg(default_values = ["tests/device", "tests/kernels", "examples", "crates/wp_lower/tests/host_oracle"])]
    kernels: Vec<PathBuf>,
    /// Files and folders whose findings are reproduced.
    #[arg(long)]
    findings: Vec<PathBuf>,
    /// Folders of headers of these.
    #[arg(long)]
    include: Vec<PathBuf>,
    /// Reproducers at most for each kernel and property.
    #[arg(long, default_value_t = 1)]
    each: usize,
    /// Folder of the programs.
    #[arg(long, default_value = "out/device")]
    out: PathBuf,
    #[command(flatten)]
    engine: EngineArgs,
}

fn device(args: DeviceArgs) -> Result<ExitCode> {
    let config = xtask::device::Config {
        kernels: args.kernels,
        findings: args.findings,
        includes: args.include,
        each: args.each,
        out: args.out,
        options: args.engine.options(),
    };
    print!("{}", xtask::device::render(&xtask::device::prepare(&config)?));
    Ok(ExitCode::SUCCESS)
}

#[derive(Args)]
struct PairsArgs {
    /// Kernel files with lines `//@ equiv:`, and folders of them.
    #[arg(default_value = "tests/equiv")]
    paths: Vec<PathBuf>,
    /// The program.
    #[arg(long, default_value = "target/release/warpproof")]
    program: PathBuf,
    /// Only comparisons for every launch.
    #[arg(long)]
    parametric: bool,
}

fn pairs(args: PairsArgs) -> Result<ExitCode> {
    let mut rows = Vec::new();
    for file in xtask::tasks::files(&args.paths)? {
        let text = std::fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        let comparisons = text.lines().filter_map(|line| Comparison::parse(&file, line));
        for comparison in comparisons.filter(|c| !args.parametric || c.is_parametric()) {
            let outcome = comparison.run(&args.program)?;
            rows.push((comparison, outcome));
        }
    }
    let (table, wrong) = xtask::pairs::render(&rows);
    print!("{table}");
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Args)]
struct SuitesArgs {
    /// Folders, a suite each.
    #[arg(required = true)]
    suites: Vec<PathBuf>,
    /// Files that are drawn from each.
    #[arg(long, default_value_t = 10)]
    files: usize,
    /// Seed of the draw.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Seconds a file may take.
    #[arg(long, default_value_t = 20)]
    timeout: u64,
    /// Print each kernel that is not proved, with the reason.
    #[arg(long)]
    list: bool,
    /// The program.
    #[arg(long, default_value = "target/release/warpproof")]
    program: PathBuf,
}

fn suites(args: &SuitesArgs) -> Result<ExitCode> {
    let mut suites = Vec::new();
    for folder in &args.suites {
        let mut files = Vec::new();
        for file in xtask::suites::draw(folder, args.files, args.seed)? {
            eprintln!("{}", file.display());
            files.push(xtask::suites::check(&args.program, &file, args.timeout)?);
        }
        let name = folder.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        suites.push((name, files));
    }
    print!("{}", xtask::suites::render(&suites, args.list));
    Ok(ExitCode::SUCCESS)
}

/// Options of the engine that the tasks share.
#[derive(Args)]
struct EngineArgs {
    /// Solver program.
    #[arg(long)]
    solver: Option<PathBuf>,
    /// Never start a solver.
    #[arg(long)]
    no_solver: bool,
    /// Wall clock limit per kernel, in seconds.
    #[arg(long, default_value_t = 10)]
    timeout: u64,
    /// Use no closed forms: leave every loop to invariant inference.
    #[arg(long)]
    no_acceleration: bool,
}

impl EngineArgs {
    fn options(&self) -> Options {
        Options {
            solver: self.solver.clone(),
            no_solver: self.no_solver,
            timeout: Duration::from_secs(self.timeout),
            acceleration: !self.no_acceleration,
            ..Options::default()
        }
    }
}

#[derive(Args)]
struct RandomArgs {
    /// Number of kernels.
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Seed of the first batch.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Kernels per file.
    #[arg(long, default_value_t = 100)]
    batch: usize,
    /// Verify for every launch; then only proofs are compared.
    #[arg(long)]
    any_launch: bool,
    /// Only execute.
    #[arg(long)]
    truth_only: bool,
    /// Folder for kernels with a disagreement.
    #[arg(long, default_value = "out/random")]
    out: PathBuf,
    #[command(flatten)]
    engine: EngineArgs,
}

fn random(args: RandomArgs) -> Result<ExitCode> {
    let config = xtask::random::Config {
        count: args.count,
        seed: args.seed,
        batch: args.batch,
        any_launch: args.any_launch,
        truth_only: args.truth_only,
        out: args.out,
        options: args.engine.options(),
    };
    let statistics = xtask::random::compare(&config, |so_far| eprintln!("{} kernels", so_far.kernels))?;
    print!("{}", xtask::random::render(&statistics));
    Ok(if statistics.disagreements.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Args)]
struct MutateArgs {
    /// Kernel files, and folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Table in Markdown; a CSV file with all mutants is written beside it.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Most mutants per kernel and kind of fault.
    #[arg(long, default_value_t = 6)]
    per_kind: usize,
    /// Executions per kernel and mutant.
    #[arg(long, default_value_t = 8)]
    runs: u64,
    #[command(flatten)]
    engine: EngineArgs,
}

fn mutate(args: MutateArgs) -> Result<ExitCode> {
    let options = args.engine.options();
    let config = xtask::study::Config { paths: args.paths, per_kind: args.per_kind, runs: args.runs, options };
    let study = xtask::study::run(&config, |file| eprintln!("{}", file.display()))?;
    let table = xtask::study::markdown(&study);
    print!("{table}");
    if let Some(out) = args.out {
        std::fs::write(&out, table).with_context(|| format!("{} cannot be written", out.display()))?;
        let csv = out.with_extension("csv");
        std::fs::write(&csv, xtask::study::csv(&study)?)
            .with_context(|| format!("{} cannot be written", csv.display()))?;
    }
    Ok(if xtask::study::missed(&study).is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Args)]
struct FaultsArgs {
    /// Most random kernels per fault.
    #[arg(long, default_value_t = 400)]
    count: usize,
    /// Seed of the first batch.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Kernels per file.
    #[arg(long, default_value_t = 40)]
    batch: usize,
    /// Folders of kernels with their verdicts inline, instead of the refuted ones of the tree.
    #[arg(long)]
    kernels: Vec<PathBuf>,
    /// Only these faults.
    #[arg(long)]
    only: Vec<String>,
    /// Faults of the lowering, which the oracle must notice, instead of faults of the verifier.
    #[arg(long)]
    lowering: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

fn faults(args: FaultsArgs) -> Result<ExitCode> {
    if args.lowering {
        let rows = xtask::oracle::faults::run()?;
        print!("{}", xtask::oracle::faults::markdown(&rows));
        let missed = rows.iter().any(|r| r.noticed.is_empty());
        return Ok(if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    }
    // A wrong proof comes fast; time spent on confirming what is refuted anyway tells nothing about the fault.
    let quick = Duration::from_millis(500);
    let options = Options { query_timeout: quick, ..args.engine.options() };
    let mut kernels = args.kernels;
    if kernels.is_empty() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        kernels = vec![root.join("../../tests/kernels"), root.join("tests/kernels")];
    }
    let config = xtask::faults::Config {
        count: args.count,
        seed: args.seed,
        batch: args.batch,
        kernels,
        only: args.only,
        options,
    };
    let rows = xtask::faults::run(&config, |done, rows| {
        let caught = rows.iter().filter(|r| r.caught()).count();
        eprintln!("{done} kernels, {caught} of {} faults noticed", rows.len());
    })?;
    print!("{}", xtask::faults::markdown(&rows));
    Ok(if rows.iter().all(xtask::faults::Row::caught) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Args)]
struct BudgetArgs {
    /// Kernel files and folders instead of the fixed set.
    paths: Vec<PathBuf>,
    /// Only limits whose names end with this; all their changed verdicts are told.
    #[arg(long, value_name = "NAME")]
    limit: Vec<String>,
    /// Files at the same time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
}

fn budget(args: BudgetArgs) -> Result<ExitCode> {
    let files = xtask::tasks::files(&args.paths)?;
    let config = xtask::budget::Config { limits: args.limit, files, jobs: args.jobs };
    let (trials, problems) = xtask::budget::run(&config, |line| eprintln!("{line}"))?;
    print!("{}", xtask::budget::markdown(&trials, &config.limits, !config.limits.is_empty())?);
    problems.iter().for_each(|problem| eprintln!("error: {problem}"));
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Args)]
struct TasksArgs {
    /// Kernel files, and folders of them.
    #[arg(default_value = "tests/contracts")]
    paths: Vec<PathBuf>,
    /// Leave out the seconds.
    #[arg(long)]
    counts: bool,
    /// Effort for one question, in seconds.
    #[arg(long, default_value_t = 2)]
    query_timeout: u64,
    /// Solver program.
    #[arg(long)]
    solver: Option<PathBuf>,
    /// Wall clock limit per file and run, in seconds.
    #[arg(long, default_value_t = 300)]
    timeout: u64,
}

fn tasks(args: &TasksArgs) -> Result<ExitCode> {
    let options = Options {
        solver: args.solver.clone(),
        timeout: Duration::from_secs(args.timeout),
        query_timeout: Duration::from_secs(args.query_timeout),
        ..Options::default()
    };
    let mut rows = Vec::new();
    for file in xtask::tasks::files(&args.paths)? {
        eprintln!("{}", file.display());
        let name = file.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        rows.push((name, xtask::tasks::measure(&file, &options)));
    }
    print!("{}", xtask::tasks::render(&rows, args.counts));
    Ok(ExitCode::SUCCESS)
}

fn main() -> Result<ExitCode> {
    match Cli::parse().command {
        Command::Tidy(args) => tidy(&args),
        Command::Random(args) => random(args),
        Command::Mutate(args) => mutate(args),
        Command::Faults(args) => faults(args),
        Command::Budget(args) => budget(args),
        Command::BudgetOf { line, cache, limit } => {
            xtask::budget::measure(&line, &cache, &limit).map(|()| ExitCode::SUCCESS)
        }
        Command::Tasks(args) => tasks(&args),
        Command::Pairs(args) => pairs(args),
        Command::Suites(args) => suites(&args),
        Command::Oracle(args) => oracle(args),
        Command::Instructions(args) => instructions(&args),
        Command::Stage { stage } => xtask::instructions::run(stage).map(|()| ExitCode::SUCCESS),
        Command::Device(args) => device(args),
        Command::NodeKinds => node_kinds(),
    }
}

fn node_kinds() -> Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    print!("{}", xtask::oracle::kinds::markdown(&xtask::oracle::kinds::tests(&root)?));
    Ok(ExitCode::SUCCESS)
}

fn tidy(args: &TidyArgs) -> Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let findings = xtask::tidy::check(&root).context("the tree could not be read")?;
    let structure = xtask::shape::report(&root).context("the sources could not be read")?;
    if args.report {
        print!("{}", xtask::shape::render(&structure));
    }
    let errors: Vec<&String> = findings.errors.iter().chain(&structure.errors).collect();
    for error in &errors {
        println!("error: {error}");
    }
    Ok(if errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
