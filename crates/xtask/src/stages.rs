//! The stages of a check on fixed kernels, each by itself, for benchmarks and for counts of instructions.
//!
//! Clang runs before the measured part. A stage works on all kernels of the files, and takes as given what the stages
//! before it make. No limit of time ends a stage, so that it does the same on every machine.

use anyhow::{anyhow, bail, Result};
use std::path::Path;
use std::time::{Duration, Instant};
use wp_check::{Context, Limits};
use wp_clang::{Language, ParseOptions, TranslationUnit};
use wp_decls::Decls;
use wp_engine::Options;
use wp_kir::Kernel;
use wp_logic::Terms;
use wp_solve::{Solver, SolverConfig};

/// The files, from the root of the tree: a reduction, tiles of matrices, an FFT, a sort, normalised rows.
const FILES: [&str; 5] = [
    "examples/reduce_tree.cu",
    "examples/matmul_tiled.cu",
    "tests/programs/fft_stockham.cu",
    "tests/programs/radix_sort_pass.cu",
    "tests/programs/layer_norm.cu",
];

/// A stage of a check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, clap::ValueEnum)]
pub enum Stage {
    /// Syntax tree to KIR.
    Lower,
    /// KIR to kernel summary.
    Summarise,
    /// Summary to obligations that are open without a solver.
    Prove,
    /// The same with the solver; instructions are those of the dialogue, not of the solver's process.
    Solve,
    /// Execution of a small launch with random inputs.
    Interpret,
}

impl Stage {
    /// All stages, in the order of a check.
    pub const ALL: [Self; 5] = [Self::Lower, Self::Summarise, Self::Prove, Self::Solve, Self::Interpret];

    /// The name in tables and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lower => "lower",
            Self::Summarise => "summarise",
            Self::Prove => "prove",
            Self::Solve => "solve",
            Self::Interpret => "interpret",
        }
    }
}

/// The syntax trees of the files and their kernels.
pub struct Subjects {
    units: Vec<TranslationUnit>,
    kernels: Vec<Kernel>,
}

impl Subjects {
    /// Reads and lowers the files.
    ///
    /// # Errors
    /// A file that Clang or the lowering rejects.
    pub fn read() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut subjects = Self { units: Vec::new(), kernels: Vec::new() };
        for file in FILES {
            let unit = wp_clang::parse(&root.join(file), Language::Cuda, &ParseOptions::default())
                .map_err(|e| anyhow!("{file}: {e:?}"))?;
            for lowered in wp_lower::lower(&unit, &wp_lower::LowerOptions::default()).kernels {
                subjects.kernels.push(lowered.kernel.map_err(|e| anyhow!("{file}: {}", e.message))?);
            }
            subjects.units.push(unit);
        }
        Ok(subjects)
    }

    /// Runs a stage once.
    ///
    /// # Errors
    /// A kernel that the stage cannot work on, so that there would be nothing to measure.
    pub fn run(&self, stage: Stage) -> Result<()> {
        match stage {
            Stage::Lower => {
                let options = wp_lower::LowerOptions::default();
                // Not `wp_lower::lower`, which works on a thread of its own: callgrind counts this one only.
                self.units.iter().for_each(|unit| drop(wp_lower::lower_indexed(&Decls::new(unit, false), &options)));
            }
            Stage::Summarise => self.kernels.iter().for_each(summarise),
            Stage::Prove => self.kernels.iter().for_each(|kernel| prove(kernel, false)),
            Stage::Solve => self.kernels.iter().for_each(|kernel| prove(kernel, true)),
            Stage::Interpret => self.kernels.iter().try_for_each(interpret)?,
        }
        Ok(())
    }
}

fn summarise(kernel: &Kernel) {
    let configuration = wp_engine::configuration(kernel, &Options::default());
    wp_summary::summarise(kernel, &mut Terms::new(), &configuration.summary);
}

fn prove(kernel: &Kernel, with_solver: bool) {
    let mut terms = Terms::new();
    let configuration = wp_engine::configuration(kernel, &Options::default());
    let summary = wp_summary::summarise(kernel, &mut terms, &configuration.summary);
    let mut solver = Solver::new(SolverConfig { disabled: !with_solver, ..configuration.solver });
    let limits = Limits { effort: u64::MAX, deadline: Instant::now() + Duration::from_secs(3600) };
    wp_check::check(&mut Context::new(kernel, &summary, &mut terms, &mut solver, configuration.rules, limits));
}

fn interpret(kernel: &Kernel) -> Result<()> {
    let launches = crate::study::launches(kernel, &Options::default().launch);
    let Some(launch) = launches.first() else { bail!("`{}` has no small launch", kernel.name) };
    let inputs = wp_interp::random_inputs(kernel, launch, 1, None);
    wp_interp::run(kernel, launch, &inputs, &wp_interp::Config::default());
    Ok(())
}
