//! A check whose outcome is compared: a line of the list of kernels.
//!
//! ```text
//! FILE [REVISION] [--preconditions] [--fixes] [--performance] [--no-acceleration] [--engines]    with the options in its header
//! FILE --equiv FIRST SECOND [--block N --grid N] [--requires CONDITION]
//! ```
//!
//! `--for LIMIT LIMIT` at the end of a line: only these are changed, because the check takes long and others do for the
//! rest.

use crate::{header, revisions};
use anyhow::{anyhow, bail, Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use wp_clang::{Language, TranslationUnit};
use wp_engine::{Engine, FileReport, KernelReport, Options};
use wp_equiv::{EveryLaunch, Limits, Pairing, Question, Sequence, Stage, Verdict};
use wp_interp::{Benign, ConcreteLaunch};

/// The effort for a file, as the time that an idle machine takes.
const EFFORT: Duration = Duration::from_secs(5);
/// The clock is a last guard far behind it.
const TIMEOUT: Duration = Duration::from_secs(300);

/// A check that can be repeated.
pub(super) enum Subject {
    /// The kernels of a file.
    Check { path: PathBuf, unit: Arc<TranslationUnit>, options: Box<Options> },
    /// Two kernels of a file.
    Compare(Box<Comparison>),
}

/// The comparison of two kernels, for every launch or for the given one.
pub(super) struct Comparison {
    sides: [Sequence; 2],
    pairing: Pairing,
    conditions: Vec<String>,
    relations: Vec<wp_equiv::Condition>,
    launch: Option<ConcreteLaunch>,
    options: Options,
}

/// What a check says, and its work: questions, effort, instructions.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Outcome {
    says: BTreeMap<String, String>,
    pub work: [u64; 3],
}

impl Outcome {
    /// The outcome of a check that panics.
    pub fn panic() -> Self {
        Self { says: BTreeMap::from([("the check".to_owned(), "panics".to_owned())]), work: [0; 3] }
    }

    /// The differences to the usual outcome, in words.
    pub fn changes(&self, usual: &Outcome) -> Vec<String> {
        let subjects: BTreeSet<&String> = usual.says.keys().chain(self.says.keys()).collect();
        let words = |outcome: &Outcome, subject| outcome.says.get(subject).map_or("-", String::as_str).to_owned();
        let changes = subjects.into_iter().map(|s| (s, words(usual, s), words(self, s)));
        changes.filter(|(_, a, b)| a != b).map(|(s, a, b)| format!("{s}: {a} -> {b}")).collect()
    }
}

impl Subject {
    /// Reads a line and the file that it names.
    pub fn read(line: &str, cache: &Path) -> Result<Self> {
        let mut words = line.split_whitespace();
        let path = PathBuf::from(words.next().context("no file")?);
        let text = std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let words: Vec<&str> = words.collect();
        let options =
            Options { timeout: TIMEOUT, effort: Some(EFFORT), cache: Some(cache.to_owned()), ..Options::default() };
        match words[..] {
            ["--equiv", first, second, ref rest @ ..] => {
                let comparison = Comparison::read(&path, [first, second], rest, options)?;
                Ok(Self::Compare(Box::new(comparison)))
            }
            _ => Self::check(path, &text, &words, options),
        }
    }

    fn check(path: PathBuf, text: &str, words: &[&str], options: Options) -> Result<Self> {
        let named = revisions::of(text).map_err(|problem| anyhow!("{}: {problem}", path.display()))?;
        let revision = named.iter().find(|name| words.contains(&name.as_str())).or(named.first());
        let text = revision.map_or_else(|| text.to_owned(), |revision| revisions::select(text, revision));
        let header = header::read(&text, &path);
        if let Some(option) = header.unknown {
            bail!("{}: the option {option} is not known here", path.display());
        }
        let mut options =
            Options { launch: header.launch, defines: header.defines, includes: header.includes, ..options };
        options.defines.extend(revision.cloned());
        for word in words {
            match *word {
                "--preconditions" => options.preconditions = true,
                "--fixes" => options.fixes = true,
                "--performance" => options.performance = true,
                "--engines" => options.inference.engines = vec![Engine::Dyn, Engine::Lu(2), Engine::Houdini],
                "--no-acceleration" => options.acceleration = false,
                name if revision.is_some_and(|revision| revision == name) => {}
                _ => bail!("{}: `{word}` is neither an option nor a revision", path.display()),
            }
        }
        let language = Language::of(&path).context("no kernel file")?;
        let unit = wp_clang::parse(&path, language, &options.parsing()).map_err(|error| anyhow!("{error:?}"))?;
        Ok(Self::Check { path, unit: Arc::new(unit), options: Box::new(options) })
    }

    /// Checks once more.
    pub fn run(&self) -> Outcome {
        let before = wp_base::work_done();
        let says = match self {
            Self::Check { path, unit, options } => said(&wp_engine::check_tree(path, unit.clone(), options)),
            Self::Compare(comparison) => comparison.run(),
        };
        let after = wp_base::work_done();
        Outcome { says, work: std::array::from_fn(|i| after[i] - before[i]) }
    }
}

/// The verdicts of a report, and what searches found.
fn said(report: &FileReport) -> BTreeMap<String, String> {
    let mut says = BTreeMap::from([("errors".to_owned(), report.errors.len().to_string())]);
    for (number, kernel) in report.kernels.iter().enumerate() {
        let KernelReport { name, properties, preconditions, performance, .. } = kernel;
        let of_kernel = if report.kernels.len() > 1 { format!("{name} ({number}) ") } else { String::new() };
        let mut say = |what: &str, value: String| says.insert(format!("{of_kernel}{what}"), value);
        for property in properties {
            say(property.property.name(), property.verdict_name().to_owned());
        }
        let sets: Vec<String> = preconditions.iter().map(|set| set.text()).collect();
        say("preconditions", sets.join("; "));
        say("confirmed findings", kernel.findings().filter(|f| f.witness.is_some()).count().to_string());
        say("fixes", kernel.findings().filter(|f| f.fix.is_some()).count().to_string());
        say("notes", performance.as_ref().map_or(0, |p| p.notes.len()).to_string());
    }
    says
}

impl Comparison {
    fn read(path: &Path, kernels: [&str; 2], words: &[&str], options: Options) -> Result<Self> {
        let mut read = wp_engine::read_kernels(path, &options).map_err(|none| anyhow!("{:?}", none.errors))?.kernels;
        let mut side = |name: &str| -> Result<Sequence> {
            let found = read.iter_mut().find(|k| &*k.name == name).context("no such kernel")?;
            let kernel = found.kernel.clone().map_err(|error| anyhow!("{}", error.message))?;
            let requires = found.contract.requires.clone();
            let requires = if found.contract.is_partly_assumed { requires } else { Vec::new() };
            let stage = Stage { kernel, arguments: Vec::new(), requires };
            Sequence::new(name, vec![stage]).map_err(|problem| anyhow!(problem))
        };
        let mut sides = [side(kernels[0])?, side(kernels[1])?];
        let pairing = Pairing::new(sides.each_ref(), &[]).map_err(|problem| anyhow!(problem))?;
        let (mut conditions, mut relations, mut extents) = (Vec::new(), Vec::new(), [None, None]);
        for pair in words.chunks(2) {
            match *pair {
                ["--block", n] => extents[0] = Some(n.parse()?),
                ["--grid", n] => extents[1] = Some(n.parse()?),
                ["--requires", condition] => {
                    let read = wp_equiv::parse(condition).map_err(|problem| anyhow!(problem))?;
                    for (number, side) in sides.iter_mut().enumerate() {
                        for (stage, kernel) in side.stages.iter_mut().enumerate() {
                            wp_equiv::require(kernel, &read, &pairing, (number, stage))
                                .map_err(|problem| anyhow!(problem))?;
                        }
                    }
                    conditions.push(condition.to_owned());
                    relations.extend(read);
                }
                _ => bail!("{}: {pair:?} is no option", path.display()),
            }
        }
        let launch = extents[0].map(|block| ConcreteLaunch::linear(block, extents[1].unwrap_or(1)));
        Ok(Self { sides, pairing, conditions, relations, launch, options })
    }

    fn run(&self) -> BTreeMap<String, String> {
        let sides = self.sides.each_ref().map(|s| &s.stages[..]);
        let requires = self.sides.each_ref().map(|s| &s.requires);
        let report = match &self.launch {
            Some(launch) => {
                let launches = [std::slice::from_ref(launch); 2];
                let (pairing, tolerated) = (&self.pairing, Benign::Off);
                let question =
                    Question { sides, requires, launches, pairing, without: &[], assumptions: &[], tolerated };
                wp_equiv::compare(&question, &Limits::default())
            }
            None => wp_equiv::compare_every(&EveryLaunch {
                sides,
                requires,
                pairing: &self.pairing,
                conditions: &self.conditions,
                relations: &self.relations,
                options: &self.options,
                find_bugs: false,
                assumptions: &[],
            }),
        };
        let verdict = match &report.verdict {
            Verdict::Equivalent => "equivalent".to_owned(),
            Verdict::Different(_) => "different".to_owned(),
            Verdict::Unknown(reason) => format!("unknown ({})", reason.code),
        };
        let proposal = report.proposal.map_or(String::new(), |p| p.condition);
        BTreeMap::from([("equivalence".to_owned(), verdict), ("proposal".to_owned(), proposal)])
    }
}
