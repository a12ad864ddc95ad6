//! `warpproof equiv`: whether two kernels compute the same.

mod front_end;
mod json;
mod text;

use crate::check::Means;
use crate::cli::EquivArgs;
use crate::exit::Exit;
use crate::interrupt::interrupted;
use crate::run::value;
use crate::settings::Settings;
use crate::{output, run, verify};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::time::Duration;
use wp_base::SourceMap;
use wp_engine::Options;
use wp_equiv::{
    check, compare, compare_every, parse, require, Condition, EveryLaunch, Limits, Pairing, Question, Report, Verdict,
};
use wp_interp::ConcreteLaunch;
use wp_kir::Kernel;

/// A kernel with its file.
struct Loaded {
    path: PathBuf,
    kernel: Kernel,
    sources: SourceMap,
    /// The launch, unless every launch is meant.
    launch: Option<ConcreteLaunch>,
    /// Includes that were not found and are taken as empty files.
    stubbed: Vec<String>,
}

/// Runs the command, on a thread with a large stack: the passes recurse over the syntax.
pub fn run(args: &EquivArgs) -> Result<Exit, String> {
    let (sender, receiver) = channel();
    let there = args.clone();
    std::thread::Builder::new()
        .stack_size(wp_engine::STACK)
        .spawn(move || {
            // The receiver is gone only when the run was interrupted.
            let _ = sender.send(answer(&there));
        })
        .map_err(|e| format!("cannot start a thread: {e}; free some memory and try again"))?;
    let (exit, text) = loop {
        match receiver.recv_timeout(Duration::from_millis(20)) {
            Ok(answer) => break answer?,
            Err(RecvTimeoutError::Timeout) if interrupted() => return Ok(Exit::Interrupted),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err("[WP0501]: internal error: please report this with the two files".to_owned())
            }
        }
    };
    output::write(args.output.file.as_deref(), &text)?;
    Ok(exit)
}

/// The verdict as exit code and text.
fn answer(args: &EquivArgs) -> Result<(Exit, String), String> {
    let json = args.output.is_json("equiv")?;
    let mut first = load(args, &args.first, [&args.block, &args.block_a], [&args.grid, &args.grid_a])?;
    let mut second = load(args, &args.second, [&args.block, &args.block_b], [&args.grid, &args.grid_b])?;
    let pairing = pair(args, [&first.kernel, &second.kernel])?;
    let mut relations = Vec::new();
    for text in &args.requires {
        let conditions = parse(text)?;
        for (side, loaded) in [&mut first, &mut second].into_iter().enumerate() {
            require(&mut loaded.kernel, &conditions, &pairing, side).map_err(|e| format!("`{text}`: {e}"))?;
        }
        relations.extend(conditions);
    }
    check(&relations)?;
    let sides = [&first, &second];
    let report = compare_pair(args, sides, &pairing, &relations)?;
    let text = if json { json::render(sides, &pairing, &report)? } else { text::render(sides, &pairing, &report) };
    Ok((exit_of(&report.verdict), text))
}

fn exit_of(verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Equivalent => Exit::Success,
        Verdict::Different(_) => Exit::Refuted,
        Verdict::Unknown(_) => Exit::Inconclusive,
    }
}

fn pair(args: &EquivArgs, kernels: [&Kernel; 2]) -> Result<Pairing, String> {
    let mut map = Vec::new();
    for text in &args.map {
        let (a, b) = text.split_once('=').ok_or_else(|| format!("`--map {text}`: write NAME=NAME"))?;
        map.push((a.trim().to_owned(), b.trim().to_owned()));
    }
    let mut pairing = Pairing::new(kernels, &map)?;
    for text in &args.set {
        let (name, number) = text.split_once('=').ok_or_else(|| format!("`--set {text}`: write NAME=VALUE"))?;
        let read = |ty| value::parse(number.trim(), ty).map_err(|e| format!("`--set {text}`: {e}"));
        pairing.set(name.trim(), &read)?;
    }
    pairing.check()?;
    Ok(pairing)
}

fn compare_pair(
    args: &EquivArgs,
    sides: [&Loaded; 2],
    pairing: &Pairing,
    relations: &[Condition],
) -> Result<Report, String> {
    let kernels = sides.map(|s| &s.kernel);
    let assumptions = if sides.iter().all(|s| s.stubbed.is_empty()) { vec![] } else { vec!["empty-includes"] };
    match sides.map(|s| s.launch) {
        [Some(_), Some(_)] if relations.iter().any(Condition::relates) => {
            Err("conditions that relate the two launches are for the comparison for every launch: leave `--block` out"
                .to_owned())
        }
        [Some(_), Some(_)] if args.find_bugs => {
            Err("`--find-bugs` tries launches by itself: leave `--block` out".to_owned())
        }
        [Some(a), Some(b)] => {
            let without = &args.limits.without;
            let question = Question { kernels, launches: [a, b], pairing, without, assumptions: &assumptions };
            Ok(compare(&question, &Limits::default()))
        }
        [None, None] => {
            let mut options = Options::default();
            Means::find(&args.limits)?.apply(&mut options);
            let question = EveryLaunch {
                kernels,
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

/// One kernel from `FILE:KERNEL`.
fn load(
    args: &EquivArgs,
    text: &str,
    block: [&Option<String>; 2],
    grid: [&Option<String>; 2],
) -> Result<Loaded, String> {
    let (path, name) = split(text);
    let mut settings = Settings::new();
    let block = block.into_iter().flatten().next();
    if let Some(block) = block {
        settings.set_block(block)?;
    }
    if let Some(grid) = grid.into_iter().flatten().next() {
        if block.is_none() {
            return Err("the number of blocks is given without the size of a block".to_owned());
        }
        settings.set_grid(grid)?;
    }
    args.preprocessor.add_to(&mut settings.options);
    let language = verify::precheck(path).map_err(|e| format!("[{}]: {}", e.code, e.message))?;
    let (options, _) = settings.finish(language)?;
    let launch = run::launch(&options)?;
    let launch = block.is_some().then_some(launch);
    let (kernels, sources, stubbed) = front_end::read(path, language, &options)?;
    let kernel = choose(path, kernels, name)?;
    if let Err(errors) = wp_kir::verify(&kernel) {
        let first = errors.first().map_or_else(String::new, ToString::to_string);
        return Err(format!("[WP0501]: the lowered kernel is malformed: {first}"));
    }
    if let Some(launch) = launch {
        let fits = kernel.required_block.is_none_or(|required| required == launch.block);
        if !fits || kernel.max_threads.is_some_and(|most| launch.threads_per_block() > u64::from(most)) {
            return Err(format!("the source of `{}` does not admit blocks of this size", kernel.name));
        }
    }
    Ok(Loaded { path: path.to_owned(), kernel, sources, launch, stubbed })
}

/// File and kernel; a colon may be part of a path.
fn split(text: &str) -> (&Path, Option<&str>) {
    match text.rsplit_once(':') {
        Some((path, name)) if !name.contains(['/', '\\', '.']) => (Path::new(path), Some(name)),
        _ => (Path::new(text), None),
    }
}

fn choose(path: &Path, kernels: Vec<Kernel>, name: Option<&str>) -> Result<Kernel, String> {
    let names = kernels.iter().map(|k| k.name.as_ref()).collect::<Vec<&str>>().join(", ");
    let mut kernels = kernels.into_iter();
    match name {
        Some(name) => kernels
            .find(|k| &*k.name == name || k.name.split('<').next() == Some(name))
            .ok_or_else(|| format!("[WP0506]: {} has no kernel `{name}`; it has {names}", path.display())),
        None => match (kernels.next(), kernels.next()) {
            (Some(kernel), None) => Ok(kernel),
            _ => {
                Err(format!("{} has several kernels; name one as in {}:NAME: {names}", path.display(), path.display()))
            }
        },
    }
}
