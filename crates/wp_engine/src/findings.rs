//! Suspects and what the interpreter saw, as findings for people.

use crate::arguments::arguments;
use crate::arrays::element;
use crate::remedy;
use crate::timeline::timeline;
use crate::wraps::wraps;
use crate::{Cure, Finding, Property, ThreadName, Timeline, Witness};
use wp_base::Diagnostic;
use wp_check::witness::{Confirmed, Obstacle};
use wp_check::{OpenCause, Site, SiteKind, Suspect, SuspectKind};
use wp_interp::{ConcreteLaunch, Inputs, ThreadRef, Value};
use wp_kir::{AssertKind, Kernel, Space, Type};
use wp_prove::PairKind;
use wp_summary::Invalid;

/// The outcome of the search for a run that shows a suspect.
pub(crate) enum Replay<'a> {
    /// This run shows it.
    Confirmed(&'a Confirmed),
    /// No run shows it; the reason, if it is known.
    Unconfirmed(Option<&'a Obstacle>),
}

/// The finding of a suspect, with the details of the run that confirmed it on request.
pub(crate) fn finding_of(kernel: &Kernel, suspect: &Suspect, replay: Replay<'_>, details: bool) -> Finding {
    let (confirmed, obstacle) = match replay {
        Replay::Confirmed(run) => (Some(run), None),
        Replay::Unconfirmed(obstacle) => (None, obstacle),
    };
    let (property, mut diagnostic) = describe(kernel, suspect, confirmed.is_some());
    if confirmed.is_none() {
        diagnostic.severity = wp_base::Severity::Warning;
        diagnostic = match &suspect.cause {
            OpenCause::Model(_) => diagnostic.note(not_reproduced(obstacle)),
            OpenCause::Solver(_) => diagnostic.note("the solver gave no answer within its limits"),
            OpenCause::Budget => diagnostic.note("not decided before the time limit"),
            OpenCause::Run => diagnostic.note("a simulation showed it, and was not kept"),
            OpenCause::Layout => diagnostic.note("where the compiler places the array is not known"),
            OpenCause::Specification(what) => {
                diagnostic.note(format!("the specification operation `{what}` is not modelled"))
            }
        };
        if !suspect.unknowns.is_empty() {
            diagnostic = diagnostic.note(over_approximated(&suspect.unknowns));
            if let Some(array) = suspect.unknowns.iter().find_map(|u| contents_of(u)) {
                diagnostic = diagnostic.help(format!(
                    "state the contents of `{array}` by a barrier invariant or a precondition (docs/barrier-invariants.md, docs/scans.md)"
                ));
            }
        }
    }
    let witness = confirmed.map(|c| {
        let (element, threads) = element_and_threads(kernel, c);
        if let Some(text) = element {
            diagnostic.notes.insert(0, text);
        }
        diagnostic.notes.extend(wraps(kernel, c));
        let exited = matches!(c.finding, wp_interp::Finding::Divergence { missing_exited: true, .. });
        if exited && wp_check::witness::returns(&kernel.body) {
            diagnostic.code = "WP0202";
            diagnostic.message = "early exit before a barrier: a thread of the block has ended".to_owned();
            diagnostic.help = Some(remedy::EARLY_EXIT.to_owned());
        }
        if let wp_interp::Finding::Unwritten { used, site, .. } = c.finding {
            if used != site.span && !used.is_none() {
                diagnostic = diagnostic.clone().secondary(used, "the value matters here");
            }
        }
        let mut witness = witness_of(kernel, (c.launch, &c.inputs), threads);
        if details {
            witness.timeline = timeline(kernel, c);
            witness.arguments = arguments(kernel, &c.launch, &c.inputs, &c.config);
        }
        witness
    });
    let object = match &suspect.kind {
        SuspectKind::Race { object, .. }
        | SuspectKind::Bounds { object, .. }
        | SuspectKind::Alignment { object, .. }
        | SuspectKind::Unwritten { object, .. } => Some(kernel.objects[*object].name.to_string()),
        _ => None,
    };
    let depends_on = suspect.unknowns.iter().filter_map(|u| contents_of(u)).map(str::to_owned).collect();
    let claim = match &suspect.kind {
        SuspectKind::Assertion { site, .. } => Some(site.span),
        _ => None,
    };
    Finding { witness, object, claim, depends_on, cure: cure_of(kernel, suspect), ..Finding::new(property, diagnostic) }
}

/// The note on a counterexample that no simulation reproduced.
fn not_reproduced(obstacle: Option<&Obstacle>) -> String {
    let reason = match obstacle {
        Some(Obstacle::NotModelled(what)) => {
            format!("its simulation depends on an operation that is not modelled: {what}")
        }
        Some(Obstacle::OtherError(error)) => format!("its simulation meets another error first: {error}"),
        Some(Obstacle::TooLarge) => "its launch is too large to be simulated as a whole".to_owned(),
        None => "may be a false positive".to_owned(),
    };
    format!("the solver found a potential counterexample that could not be reproduced; {reason}")
}

/// The effect that a barrier could have on a suspect.
fn cure_of(kernel: &Kernel, suspect: &Suspect) -> Option<Cure> {
    match &suspect.kind {
        SuspectKind::Race { object, first, second, pair } => Some(Cure::Order {
            sites: [first.span, second.span],
            shared: kernel.objects[*object].space == Space::Shared,
            within_block: *pair != PairKind::OtherBlock,
        }),
        SuspectKind::Divergence { barrier } => Some(Cure::Move { barrier: barrier.span }),
        _ => None,
    }
}

/// The array whose contents an unknown stands for.
fn contents_of(unknown: &str) -> Option<&str> {
    unknown.strip_prefix("value in ").or(unknown.strip_prefix("combined in "))
}

/// The values that an unconfirmed finding depends on, by the names that the summary gives unknowns.
fn over_approximated(unknowns: &[String]) -> String {
    let value = |name: &String| match contents_of(name) {
        Some(array) => format!("the contents of `{array}`"),
        None if name.contains(' ') => name.clone(),
        None => format!("`{name}`"),
    };
    let verb = if unknowns.len() == 1 { "is" } else { "are" };
    let values: Vec<String> = unknowns.iter().map(value).collect();
    format!("depends on {}, which {verb} over-approximated", values.join(", "))
}

/// An access as an action on an object: `read of`, `write to`.
fn action(site: &Site) -> String {
    let preposition = match site.kind {
        SiteKind::Write | SiteKind::Atomic => "to",
        SiteKind::Read | SiteKind::Barrier | SiteKind::Assert => "of",
    };
    format!("{} {preposition}", verb(site))
}

/// The reason for a read where the source has a store.
fn of_bit_field(kernel: &Kernel, site: &Site) -> &'static str {
    match site.kind == SiteKind::Read && kernel.bit_field_stores.contains(&site.span) {
        true => ": a store to a bit-field reads and writes the whole word",
        false => "",
    }
}

fn verb(site: &Site) -> &'static str {
    match site.kind {
        SiteKind::Read => "read",
        SiteKind::Write => "write",
        SiteKind::Atomic => "atomic access",
        SiteKind::Barrier => "barrier",
        SiteKind::Assert => "check",
    }
}

fn describe(kernel: &Kernel, suspect: &Suspect, certain: bool) -> (Property, Diagnostic) {
    let maybe = if certain { "" } else { "possible " };
    match &suspect.kind {
        SuspectKind::Race { object, first, second, pair } => {
            let name = &kernel.objects[*object].name;
            let code = match (first.kind, second.kind) {
                (SiteKind::Write, SiteKind::Write) => "WP0101",
                (SiteKind::Atomic, _) | (_, SiteKind::Atomic) => "WP0103",
                _ => "WP0102",
            };
            let relation = match pair {
                PairKind::SameBlock => "two threads of one block",
                PairKind::SameThread => "a thread and its own asynchronous copy",
                PairKind::OtherBlock => "threads of different blocks",
            };
            let message = format!("{maybe}data race on `{name}` between {relation}");
            let mut d = Diagnostic::error(code, message)
                .primary(first.span, format!("{} `{name}`{}", action(first), of_bit_field(kernel, first)));
            d = if first.span == second.span {
                d.note(format!(
                    "{} execute this {}",
                    if *pair == PairKind::SameThread { "two iterations of the thread" } else { "both threads" },
                    if first.kind == second.kind { verb(first) } else { "statement" }
                ))
            } else {
                let text = format!(
                    "conflicting {} `{name}`, not synchronized with the {}{}",
                    action(second),
                    verb(first),
                    of_bit_field(kernel, second)
                );
                d.secondary(second.span, text)
            };
            let help = remedy::race(kernel, kernel.objects[*object].space, first, second, *pair);
            (Property::Races, d.help(help))
        }
        SuspectKind::NotCompared => {
            let d = Diagnostic::error("WP0101", format!("{maybe}data race among accesses that were not compared"));
            (Property::Races, d)
        }
        SuspectKind::Divergence { barrier } => {
            let d = Diagnostic::error(
                "WP0201",
                format!("{maybe}barrier divergence: not all threads of a block reach this barrier"),
            )
            .primary(barrier.span, "reached by some threads only")
            .help(remedy::DIVERGENCE);
            (Property::Divergence, d)
        }
        SuspectKind::Bounds { object, site } => {
            let o = &kernel.objects[*object];
            let size = match o.size {
                None => String::new(),
                Some(1) => " (1 byte)".to_owned(),
                Some(size) => format!(" ({size} bytes)"),
            };
            let message = format!("{maybe}{} outside `{}`{size}", verb(site), o.name);
            let d = Diagnostic::error("WP0301", message)
                .primary(site.span, format!("{} out of bounds", verb(site)))
                .help(remedy::BOUNDS);
            (Property::Bounds, d)
        }
        SuspectKind::Alignment { object, site, .. } => {
            let name = &kernel.objects[*object].name;
            let message = format!("{maybe}misaligned {} `{name}`", action(site));
            let d = Diagnostic::error("WP0302", message)
                .primary(site.span, format!("{} at an address that is no multiple of its width", verb(site)))
                .help(remedy::ALIGNMENT);
            (Property::Alignment, d)
        }
        SuspectKind::Unwritten { object, site } => {
            let name = &kernel.objects[*object].name;
            let message = format!("{maybe}read of `{name}` where no thread has written");
            let d = Diagnostic::error("WP0303", message)
                .primary(site.span, "reads an element that nothing wrote in this launch")
                .help(remedy::INITIALISED);
            (Property::Initialised, d)
        }
        SuspectKind::Invalid { fault, site } => {
            let what = match fault {
                Invalid::Null => "through the null pointer",
                Invalid::ConstantWrite => "to constant memory",
            };
            let d = Diagnostic::error("WP0301", format!("{maybe}{} {what}", verb(site)))
                .primary(site.span, format!("{} {what}", verb(site)))
                .help(remedy::invalid(fault));
            (Property::Bounds, d)
        }
        SuspectKind::Assertion { site, kind } => {
            if *kind == AssertKind::Abort {
                let (message, label) = match certain {
                    true => ("a thread aborts the launch", "aborts here"),
                    false => ("a thread may abort the launch", "may abort here"),
                };
                return (Property::Assertions, Diagnostic::error("WP0401", message).primary(site.span, label));
            }
            let (code, what) = assertion(*kind);
            let message = if certain { format!("{what} fails") } else { format!("{what} may not hold") };
            let label = if certain { "does not hold here" } else { "not proved to hold here" };
            (Property::Assertions, Diagnostic::error(code, message).primary(site.span, label))
        }
        SuspectKind::Unsupported { what, span } => {
            let d = Diagnostic::error("WP0501", format!("`{what}` is not supported"))
                .primary(*span, "no verdict is possible for this kernel");
            (Property::Races, d)
        }
    }
}

/// The code and the words for a condition that a thread checks.
pub fn assertion(kind: AssertKind) -> (&'static str, &'static str) {
    match kind {
        AssertKind::Invariant | AssertKind::FunctionWide => ("WP0402", "loop invariant"),
        AssertKind::Candidate => ("WP0402", "candidate invariant"),
        AssertKind::Assert | AssertKind::AllThreads => ("WP0401", "assertion"),
        AssertKind::Abort => ("WP0401", "assertion that the launch goes on"),
        AssertKind::Cooperative => ("WP0401", "requirement that a launch with grid barriers is cooperative"),
        AssertKind::Ensures => ("WP0401", "postcondition"),
        AssertKind::LaneOfMask => ("WP0401", "requirement that the mask of a warp operation names the calling lane"),
        AssertKind::LanesArrive => ("WP0401", "requirement that all lanes in the mask of a warp operation execute it"),
        AssertKind::Barrier => ("WP0403", "barrier invariant"),
        AssertKind::Precondition => ("WP0405", "precondition of a call"),
        AssertKind::Separate => {
            ("WP0405", "requirement of a contract that pointer arguments point to different arrays")
        }
        AssertKind::Access => ("WP0405", "contract that names every access"),
    }
}

pub(crate) fn thread_name(t: &ThreadRef) -> ThreadName {
    ThreadName { block: t.block, thread: t.thread }
}

fn element_and_threads(kernel: &Kernel, c: &Confirmed) -> (Option<String>, Vec<ThreadName>) {
    use wp_interp::Finding as F;
    match &c.finding {
        F::Race { object, offset, first, second, .. } => {
            let text = format!("both access element `{}`", element(kernel, *object, *offset));
            (Some(text), vec![thread_name(&first.thread), thread_name(&second.thread)])
        }
        F::Divergence { arrived, missing, missing_exited, .. } => {
            let how = if *missing_exited { "has ended" } else { "takes a different path" };
            let text = format!("the first thread waits at the barrier, the second {how}");
            (Some(text), vec![thread_name(arrived), thread_name(missing)])
        }
        F::OutOfBounds { object, offset, site, .. } => {
            let text = format!("the access is to element `{}`", element(kernel, *object, *offset));
            (Some(text), vec![thread_name(&site.thread)])
        }
        F::Misaligned { object, offset, width, site } => {
            let name = &kernel.objects[*object].name;
            let text = format!("{width} bytes at byte {offset} of `{name}`, which is no multiple of {width}");
            (Some(text), vec![thread_name(&site.thread)])
        }
        F::Unwritten { object, offset, site, .. } => {
            let text = format!("the read is of element `{}`, whose value matters", element(kernel, *object, *offset));
            (Some(text), vec![thread_name(&site.thread)])
        }
        F::BadPointer { site, .. } | F::ConstantWrite { site, .. } => (None, vec![thread_name(&site.thread)]),
        F::AssertFailed { thread, other: None, .. } => (None, vec![thread_name(thread)]),
        F::AssertFailed { thread, other: Some(other), .. } => {
            let text = "the condition on pairs of threads is false for these two".to_owned();
            (Some(text), vec![thread_name(thread), thread_name(other)])
        }
    }
}

/// Array cells shown at most per array.
const SHOWN_CELLS: usize = 8;

/// A run as a witness.
pub(crate) fn witness_of_run(kernel: &Kernel, c: &Confirmed) -> Witness {
    let (_, threads) = element_and_threads(kernel, c);
    witness_of(kernel, (c.launch, &c.inputs), threads)
}

/// The scalar arguments, as the source would write them.
pub(crate) fn scalars_of(kernel: &Kernel, inputs: &Inputs) -> Vec<(String, String)> {
    let scalars = kernel.params.iter().filter(|(_, p)| p.object.is_none());
    let shown = scalars.map(|(id, p)| {
        let text = inputs.params.get(&id).map_or_else(|| "0".to_owned(), |v| show(p.ty, v));
        (p.name.to_string(), text)
    });
    shown.collect()
}

/// The launch with these inputs as a witness.
pub(crate) fn witness_of(
    kernel: &Kernel,
    (launch, inputs): (ConcreteLaunch, &Inputs),
    threads: Vec<ThreadName>,
) -> Witness {
    let scalars = scalars_of(kernel, inputs);
    let arrays = kernel
        .objects
        .iter()
        .filter_map(|(id, o)| {
            let input = inputs.objects.get(&id)?;
            let cells: Vec<(u64, String)> = input
                .cells
                .iter()
                .take(SHOWN_CELLS)
                .map(|(offset, bytes)| {
                    let mut raw = [0u8; 8];
                    raw[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
                    let value = u64::from_le_bytes(raw);
                    let v = if o.elem.is_float() { Value::Float(value) } else { Value::Int(i128::from(value)) };
                    (offset / o.elem.size().max(1), show(o.elem, &v))
                })
                .collect();
            (!cells.is_empty()).then(|| (o.name.to_string(), cells))
        })
        .collect();
    Witness {
        block: launch.block,
        grid: launch.grid,
        threads,
        scalars,
        arrays,
        timeline: Timeline::default(),
        arguments: Err("not asked for"),
        inputs: inputs.clone(),
        replayed: true,
        warp_size: warp_size(kernel),
    }
}

/// Threads of a warp in the language of a kernel; OpenCL does not say.
pub(crate) fn warp_size(kernel: &Kernel) -> Option<u32> {
    kernel.dialect.is_cpp().then_some(kernel.lanes)
}

fn show(ty: Type, value: &Value) -> String {
    match (ty, value) {
        (Type::Float { bits: 32 }, Value::Float(bits)) => format!("{}", f32::from_bits(*bits as u32)),
        (Type::Float { bits: 64 }, Value::Float(bits)) => format!("{}", f64::from_bits(*bits)),
        (_, Value::Float(bits)) => format!("{bits:#x}"),
        (Type::Int { bits, signed: true }, Value::Int(v)) => {
            let wrapped = v.rem_euclid(1i128 << bits);
            let half = 1i128 << (bits - 1);
            format!("{}", if wrapped >= half { wrapped - (1i128 << bits) } else { wrapped })
        }
        (_, Value::Int(v)) => format!("{v}"),
        (_, Value::Bool(b)) => format!("{b}"),
        (_, Value::Ptr { .. }) => "pointer".to_owned(),
    }
}
