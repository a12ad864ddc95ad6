//! `warpproof equiv`: whether two kernels compute the same.

mod front_end;
mod json;
mod names;
mod text;

use self::front_end::{Candidate, WithRequires};
use crate::check::Means;
use crate::cli::EquivArgs;
use crate::exit::Exit;
use crate::run::value;
use crate::settings::Settings;
use crate::watch::{User, Watch};
use crate::{output, run, verify};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::time::{Duration, Instant};
use wp_base::{Assumption, SourceMap, Stop};
use wp_engine::Options;
use wp_equiv::{
    check, compare, compare_every, parse, require, Condition, EveryLaunch, Limits, Pairing, Question, Reason, Report,
    Scope, Sequence, Stage, Verdict,
};
use wp_interp::{Benign, ConcreteLaunch};

/// Kernels with their file.
struct Loaded {
    path: PathBuf,
    sequence: Sequence,
    sources: SourceMap,
    /// The launch of each, unless every launch is meant.
    launches: Option<Vec<ConcreteLaunch>>,
    /// What the reading of the file assumes.
    assumptions: Vec<Assumption>,
}

/// A message of the comparison while it works.
enum Told {
    /// The text to report when a limit is reached from here on: for that of time, and for that of memory.
    Read([String; 2]),
    /// The answer.
    Done(Result<(Exit, String), String>),
}

/// When a comparison ends.
struct Clock {
    /// When it began, from where its time limit counts.
    begun: Instant,
    /// The caller's request to end.
    stop: Stop,
}

/// The part of the time limit that the comparison has beyond it to come to its own end.
const GRACE: u32 = 20;

/// Runs the command for the user of the program.
pub fn run(args: &EquivArgs) -> Result<Exit, String> {
    let Some((exit, text)) = compared(args, &mut User)? else { return Ok(Exit::Interrupted) };
    output::write(args.output.file.as_deref(), &text)?;
    Ok(exit)
}

/// The outcome and the text about it; `None` when the caller ends the work. The work is done on a thread with a large
/// stack: the passes recurse over the syntax. The thread watches its limits itself; where it is at a step that does not
/// when they are over, it is left behind.
pub fn compared(args: &EquivArgs, watch: &mut dyn Watch) -> Result<Option<(Exit, String)>, String> {
    let (sender, receiver) = channel();
    let there = args.clone();
    let stop = Stop::default();
    let stop_there = stop.clone();
    let (time, memory) = (args.limits.timeout(), args.limits.memory());
    let (begun, end) = (Instant::now(), Instant::now().checked_add(time.saturating_add(time / GRACE)));
    std::thread::Builder::new()
        .stack_size(wp_engine::STACK)
        .spawn(move || {
            let tell = |told| {
                // The receiver is gone only when the run was interrupted or cut off.
                let _ = sender.send(told);
            };
            let answer = answer(&there, &Clock { begun, stop: stop_there }, &tell);
            tell(Told::Done(answer));
        })
        .map_err(|e| format!("cannot start a thread: {e}; free some memory and try again"))?;
    let mut cut_off: Option<[String; 2]> = None;
    loop {
        match receiver.recv_timeout(Duration::from_millis(20)) {
            Ok(Told::Done(answer)) => return answer.map(Some),
            Ok(Told::Read(texts)) => cut_off = Some(texts),
            Err(RecvTimeoutError::Timeout) if watch.is_interrupted() => {
                stop.request();
                return Ok(None);
            }
            Err(RecvTimeoutError::Timeout) => {
                let late = end.is_some_and(|end| Instant::now() >= end);
                let large = memory.is_some_and(|most| wp_base::memory_in_use().is_some_and(|used| used > most));
                if late || large {
                    let limit = if late { "time" } else { "memory" };
                    let unread = || format!("[WP0510]: the {limit} limit was reached while the kernels were read");
                    let [of_time, of_memory] = cut_off.ok_or_else(unread)?;
                    return Ok(Some((Exit::Inconclusive, if late { of_time } else { of_memory })));
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err("[WP0501]: internal error: please report this with the two files".to_owned())
            }
        }
    }
}

/// The verdict as exit code and text.
fn answer(args: &EquivArgs, clock: &Clock, tell: &dyn Fn(Told)) -> Result<(Exit, String), String> {
    let json = args.output.is_json("equiv")?;
    let mut first = load(args, &args.first, Extents::of(&args.block, &args.block_a, &args.grid, &args.grid_a))?;
    let mut second = load(args, &args.second, Extents::of(&args.block, &args.block_b, &args.grid, &args.grid_b))?;
    let pairing = pair(args, [&first.sequence, &second.sequence])?;
    let mut relations = Vec::new();
    for text in &args.requires {
        let conditions = parse(text)?;
        for (side, loaded) in [&mut first, &mut second].into_iter().enumerate() {
            for (stage, kernel) in loaded.sequence.stages.iter_mut().enumerate() {
                require(kernel, &conditions, &pairing, (side, stage)).map_err(|e| format!("`{text}`: {e}"))?;
            }
        }
        relations.extend(conditions);
    }
    pairing.check(&|name| relations.iter().any(|c| c.names().contains(&name)))?;
    check(&relations, [&first, &second].map(|s| s.sequence.stages.len()))?;
    let sides = [&first, &second];
    let render = |report: &Report| match json {
        true => json::render(sides, &pairing, report),
        false => Ok(text::render(sides, &pairing, report)),
    };
    tell(Told::Read([
        render(&cut_off(args, sides, "time", "--timeout"))?,
        render(&cut_off(args, sides, "memory", "--memory"))?,
    ]));
    let report = compare_pair(args, sides, &pairing, &relations, clock)?;
    Ok((exit_of(&report.verdict), render(&report)?))
}

/// The report where a limit ends the comparison.
fn cut_off(args: &EquivArgs, sides: [&Loaded; 2], limit: &str, option: &str) -> Report {
    let scope = match sides.map(|s| s.launches.clone()) {
        [Some(a), Some(b)] => Scope::Launch([a, b]),
        _ => Scope::Every(args.requires.clone()),
    };
    let text = format!("the {limit} limit was reached; raise it with {option}");
    Report {
        verdict: Verdict::Unknown(Reason { code: "limit", text, place: None }),
        scope,
        assumptions: BTreeSet::new(),
        elements: 0,
        proposal: None,
        outputs: Vec::new(),
    }
}

fn exit_of(verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Equivalent => Exit::Success,
        Verdict::Different(_) => Exit::Refuted,
        Verdict::Unknown(_) => Exit::Inconclusive,
    }
}

fn pair(args: &EquivArgs, sides: [&Sequence; 2]) -> Result<Pairing, String> {
    let mut map = Vec::new();
    for text in &args.map {
        let (a, b) = text.split_once('=').ok_or_else(|| format!("`--map {text}`: write NAME=NAME"))?;
        map.push((a.trim().to_owned(), b.trim().to_owned()));
    }
    let mut pairing = Pairing::new(sides, &map)?;
    for text in &args.set {
        let (name, number) = text.split_once('=').ok_or_else(|| format!("`--set {text}`: write NAME=VALUE"))?;
        let read = |ty| value::parse(number.trim(), ty).map_err(|e| format!("`--set {text}`: {e}"));
        pairing.set(name.trim(), &read)?;
    }
    Ok(pairing)
}

fn compare_pair(
    args: &EquivArgs,
    loaded: [&Loaded; 2],
    pairing: &Pairing,
    relations: &[Condition],
    clock: &Clock,
) -> Result<Report, String> {
    let left = args.limits.timeout().saturating_sub(clock.begun.elapsed());
    let sides = loaded.map(|s| &s.sequence.stages[..]);
    let requires = loaded.map(|s| &s.sequence.requires);
    let of_either: BTreeSet<Assumption> = loaded.iter().flat_map(|side| side.assumptions.iter().copied()).collect();
    let assumptions: Vec<Assumption> = of_either.into_iter().collect();
    match loaded.map(|s| s.launches.as_deref()) {
        [Some(_), Some(_)] if relations.iter().any(|c| c.relates(pairing)) => {
            Err("conditions that relate the two launches are for the comparison for every launch: leave `--block` out"
                .to_owned())
        }
        [Some(_), Some(_)] if args.find_bugs => {
            Err("`--find-bugs` tries launches by itself: leave `--block` out".to_owned())
        }
        [Some(a), Some(b)] => {
            let without = &args.limits.without;
            let tolerated = Benign::Off;
            let question =
                Question { sides, requires, launches: [a, b], pairing, without, assumptions: &assumptions, tolerated };
            Ok(compare(&question, &Limits { deadline: Instant::now().checked_add(left), ..Limits::default() }))
        }
        [None, None] => {
            let mut options = Options::default();
            Means::find(&args.limits)?.apply(&mut options);
            (options.timeout, options.effort) = (left, Some(args.limits.effort()));
            options.stop = clock.stop.clone();
            let question = EveryLaunch {
                sides,
                requires,
                pairing,
                conditions: &args.requires,
                relations,
                find_bugs: args.find_bugs,
                options: &options,
                assumptions: &assumptions,
            };
            Ok(compare_every(&question))
        }
        _ => Err("give the size of a block for both kernels, or for none".to_owned()),
    }
}

/// The options of the command line about the launches of a side: one text for all kernels, or one for each; none for
/// every launch.
struct Extents<'a> {
    blocks: Vec<&'a str>,
    grids: Vec<&'a str>,
}

impl<'a> Extents<'a> {
    fn of(block: &'a Option<String>, blocks: &'a [String], grid: &'a Option<String>, grids: &'a [String]) -> Self {
        let texts = |all: &'a Option<String>, each: &'a [String]| all.iter().chain(each).map(String::as_str).collect();
        Self { blocks: texts(block, blocks), grids: texts(grid, grids) }
    }

    /// The text for one of so many kernels.
    fn text(texts: &[&'a str], stage: usize, count: usize) -> Result<Option<&'a str>, String> {
        match texts {
            [] => Ok(None),
            [all] => Ok(Some(all)),
            _ if texts.len() == count => Ok(Some(texts[stage])),
            _ => {
                Err(format!("{} sizes are given for {count} kernel(s): give one for all or one for each", texts.len()))
            }
        }
    }

    /// The launch of one of so many kernels, with the other settings.
    fn launch(&self, stage: usize, count: usize, settings: &mut Settings) -> Result<(), String> {
        if let Some(block) = Self::text(&self.blocks, stage, count)? {
            settings.set_block(block)?;
        }
        if let Some(grid) = Self::text(&self.grids, stage, count)? {
            if self.blocks.is_empty() {
                return Err("the number of blocks is given without the size of a block".to_owned());
            }
            settings.set_grid(grid)?;
        }
        Ok(())
    }
}

/// The kernels of `FILE:KERNEL,KERNEL(PARAMETER=ARGUMENT)`.
fn load(args: &EquivArgs, text: &str, extents: Extents) -> Result<Loaded, String> {
    let (path, list) = names::split(text);
    let named = list.map(names::parse).transpose()?.unwrap_or_default();
    let count = named.len().max(1);
    let language = verify::precheck(path).map_err(|e| format!("[{}]: {}", e.code, e.message))?;
    let mut launches = Vec::new();
    let mut read = None;
    for stage in 0..count {
        let mut settings = Settings::new();
        extents.launch(stage, count, &mut settings)?;
        args.preprocessor.add_to(&mut settings.options);
        let (options, _) = settings.finish(language)?;
        launches.push(run::launch(&options)?);
        // The front end does not look at the launch.
        read.get_or_insert(options);
    }
    let options = read.unwrap_or_default();
    let (kernels, sources, assumptions) = front_end::read(path, &options)?;
    let stages = match list {
        None => {
            let (kernel, requires) = only(path, kernels)?;
            vec![Stage { kernel, arguments: Vec::new(), requires }]
        }
        Some(_) => named
            .into_iter()
            .map(|n| {
                let (kernel, requires) = names::choose(path, &kernels, &n)?.kernel.clone()?;
                Ok(Stage { kernel, arguments: n.arguments, requires })
            })
            .collect::<Result<_, String>>()?,
    };
    let name = stages.iter().map(|s| &*s.kernel.name).collect::<Vec<_>>().join(",");
    let sequence = Sequence::new(&name, stages)?;
    for (kernel, launch) in sequence.stages.iter().zip(&launches) {
        if let Err(errors) = wp_kir::verify(kernel) {
            let first = errors.first().map_or_else(String::new, ToString::to_string);
            return Err(format!("[WP0501]: the lowered kernel is malformed: {first}"));
        }
        let fits = kernel.required_block.is_none_or(|required| required == launch.block);
        let too_large = kernel.max_threads.is_some_and(|most| launch.threads_per_block() > u64::from(most));
        if !extents.blocks.is_empty() && (!fits || too_large) {
            return Err(format!("the source of `{}` does not admit blocks of this size", kernel.name));
        }
    }
    let launches = (!extents.blocks.is_empty()).then_some(launches);
    Ok(Loaded { path: path.to_owned(), sequence, sources, launches, assumptions })
}

/// The one kernel of a file.
fn only(path: &Path, kernels: Vec<Candidate>) -> Result<WithRequires, String> {
    match <[Candidate; 1]>::try_from(kernels) {
        Ok([one]) => one.kernel,
        Err(kernels) => {
            let (path, names) = (path.display(), names::listed(kernels.iter()));
            Err(format!("{path} has several kernels; name one as in {path}:NAME: {names}"))
        }
    }
}
