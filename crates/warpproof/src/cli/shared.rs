//! Options that several commands take.

use super::assumption;
use crate::inference::InferenceArgs;
use clap::{Args, ValueEnum};
use serde::Deserialize;
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use wp_base::Assumption;

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

/// The results that fail a run.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailOn {
    /// What is refuted or inconclusive
    Inconclusive,
    /// What is refuted
    Refuted,
    /// Nothing that is found
    Never,
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

/// What the compiler is given.
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
    /// Lanes of a warp that HIP code is verified for: 64 by default, as on CDNA devices, or 32, as on RDNA; and
    /// work-items of a sub-group in OpenCL, where the kernel does not require a number: 32 by default
    #[arg(long, value_name = "LANES", value_parser = warp_size)]
    pub warp_size: Option<u32>,
}

impl PreprocessorArgs {
    /// Adds macros and folders to those that options already have.
    pub fn add_to(&self, options: &mut wp_engine::Options) {
        options.defines.extend(self.defines.iter().cloned());
        options.includes.extend(self.includes.iter().cloned());
        options.instances.extend(self.instances.iter().cloned());
        options.warp_size = self.warp_size.or(options.warp_size);
    }
}

fn warp_size(text: &str) -> Result<u32, String> {
    let lanes = text.parse().ok().filter(|lanes: &u32| lanes.is_power_of_two() && *lanes <= wp_kir::MOST_LANES);
    lanes.ok_or_else(|| {
        let of_hip = format!("warps of HIP's devices have {} or {} lanes", wp_clang::LANES, wp_clang::LANES_OF_RDNA);
        format!("{of_hip}, sub-groups of OpenCL a power of two up to {}", wp_kir::MOST_LANES)
    })
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
