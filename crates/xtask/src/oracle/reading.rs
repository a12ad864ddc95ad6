//! Our side: runs a batch of programs through the front end, the lowering and the interpreter.

use super::program::{device_file, kernel_name, Program, WORDS};
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};
use wp_clang::{Language, ParseOptions, TranslationUnit};
use wp_interp::{Benign, ConcreteLaunch, Config, End, Inputs, ObjectInput};
use wp_kir::{Init, Kernel, Object, ObjectId, StmtKind};
use wp_lower::{LowerOptions, Lowered};

/// The greatest number of instructions of one program.
const MAX_INSTRUCTIONS: u64 = 20_000_000;

/// Clang's options for generated programs.
const FLAGS: [&str; 2] = ["-fbracket-depth=1024", "-Wno-c++11-narrowing"];

/// The outcome of a program on our side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    /// The program ended with these results.
    Results(Vec<u64>),
    /// The front end or the lowering does not support this construct.
    Rejected(String),
    /// The execution reached this over-approximated operation, so that the results are unknown.
    Approximated(String),
    /// The program needs more instructions than the limit.
    TooLong,
    /// The interpreter reports this error, or the kernel is malformed.
    Misbehaves(String),
}

/// The time of a batch in each stage.
#[derive(Clone, Copy, Default, Debug)]
pub struct Times {
    /// Parsing by Clang, and decoding of the syntax tree.
    pub parse: Duration,
    /// Lowering.
    pub lower: Duration,
    /// Interpretation.
    pub interpret: Duration,
}

impl Times {
    pub(super) fn add(&mut self, other: Times) {
        self.parse += other.parse;
        self.lower += other.lower;
        self.interpret += other.interpret;
    }
}

/// Reads a batch.
pub fn run(programs: &[Program], scratch: &Path) -> Result<(Vec<Reading>, Times)> {
    let mut times = Times::default();
    let start = Instant::now();
    let unit = parse(programs, scratch)?;
    times.parse = start.elapsed();
    let start = Instant::now();
    let lowered = wp_lower::lower(&unit, &LowerOptions::default());
    times.lower = start.elapsed();
    let start = Instant::now();
    let readings = interpret_all(lowered, programs, |_| {});
    times.interpret = start.elapsed();
    Ok((readings, times))
}

/// The syntax tree of a batch.
pub fn parse(programs: &[Program], scratch: &Path) -> Result<TranslationUnit> {
    let path = scratch.join("device.cu");
    std::fs::write(&path, device_file(programs))?;
    let options = ParseOptions { extra: FLAGS.map(str::to_owned).to_vec(), ..ParseOptions::default() };
    Ok(wp_clang::parse(&path, Language::Cuda, &options)?)
}

/// Lowers the programs of a syntax tree, changes each kernel, and interprets it.
pub fn read(unit: &TranslationUnit, programs: &[Program], change: impl Fn(&mut Kernel)) -> Vec<Reading> {
    interpret_all(wp_lower::lower(unit, &LowerOptions::default()), programs, change)
}

fn interpret_all(lowered: Lowered, programs: &[Program], change: impl Fn(&mut Kernel)) -> Vec<Reading> {
    let mut kernels: BTreeMap<String, _> =
        lowered.kernels.into_iter().map(|k| (k.name.to_string(), k.kernel)).collect();
    let one = |i: usize| match kernels.remove(&kernel_name(i)) {
        None => Reading::Rejected("the kernel vanished".to_owned()),
        Some(Err(error)) => Reading::Rejected(reason(&error.message)),
        Some(Ok(mut kernel)) => {
            change(&mut kernel);
            interpret(&kernel, programs[i].assigns_statics)
        }
    };
    (0..programs.len()).map(one).collect()
}

/// The first line of a message with names that contain digits left out, so that similar rejections are counted
/// together.
fn reason(message: &str) -> String {
    let first = message.split("; note:").next().unwrap_or(message);
    let mut out = String::new();
    for (i, part) in first.split(['`', '\'']).enumerate() {
        out.push_str(if i % 2 == 1 && part.chars().any(|c| c.is_ascii_digit()) { "…" } else { part });
    }
    out
}

fn interpret(kernel: &Kernel, assigns_statics: bool) -> Reading {
    if let Err(errors) = wp_kir::verify(kernel) {
        // A kernel with a construct that is not supported may be malformed.
        let mut rejected = None;
        wp_kir::visit(&kernel.body, &mut |s| match &s.kind {
            StmtKind::Unsupported { what } if rejected.is_none() => rejected = Some(reason(what)),
            _ => {}
        });
        if let Some(what) = rejected {
            return Reading::Rejected(what);
        }
        return Reading::Misbehaves(format!("the lowered kernel is malformed: {:?}", errors.first()));
    }
    let Some(out) = kernel.params.iter().find_map(|(_, p)| p.object) else {
        return Reading::Rejected("the parameter of the kernel has no object".to_owned());
    };
    // The initial contents of variables that may change before the launch are unknown.
    let from_outside = |(id, object): &(ObjectId, &Object)| *id != out && object.init == Init::Input;
    if !assigns_statics && kernel.objects.iter().any(|o| from_outside(&o)) {
        return Reading::Approximated("the initial contents of a variable of static storage".to_owned());
    }
    let mut inputs = Inputs { seed: 7, ..Inputs::default() };
    inputs.objects.insert(out, ObjectInput { size: Some(WORDS as u64 * 8), ..ObjectInput::default() });
    // Every value is compared: so one that is not modelled counts wherever it is made, as where races of equal values are
    // tolerated.
    let config = Config {
        fuel: MAX_INSTRUCTIONS,
        races: false,
        max_findings: 1,
        unset_values: true,
        benign: Benign::SameValue,
        ..Config::default()
    };
    let outcome = wp_interp::run(kernel, &ConcreteLaunch::linear(1, 1), &inputs, &config);
    if let Some((what, _)) = outcome.havocked.first() {
        return Reading::Approximated(reason(what));
    }
    match &outcome.end {
        End::Unsupported { what, .. } => return Reading::Rejected(reason(what)),
        End::FuelExhausted => return Reading::TooLong,
        _ => {}
    }
    if let Some(finding) = outcome.findings.first() {
        return Reading::Misbehaves(format!("{finding:?}"));
    }
    if outcome.end != End::Completed {
        return Reading::Misbehaves(format!("the run ended with {:?}", outcome.end));
    }
    let word = |i: usize| outcome.memory.get(&out).and_then(|c| c.read(i as i64 * 8, 8)).unwrap_or(0);
    let count = (word(0) as usize).min(WORDS - 1);
    Reading::Results((1..=count).map(word).collect())
}
