//! The reasons for which the simulation of a counterexample does not confirm it.

use wp_interp::{End, Finding, NoteKind, Outcome};
use wp_kir::{AssertKind, Kernel};

/// The reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The simulation executes an operation that is not modelled; its name.
    NotModelled(String),
    /// The launch has too many threads for a simulation of all of them.
    TooLarge,
    /// The simulation meets another error of the kernel first, which hides the one that was looked for.
    OtherError(String),
}

/// The reason for which a run without the wanted error shows nothing.
pub(super) fn of(kernel: &Kernel, outcome: &Outcome) -> Option<Obstacle> {
    if let End::Unsupported { what, .. } = &outcome.end {
        return Some(Obstacle::NotModelled(what.to_string()));
    }
    if is_misaligned(outcome) {
        return Some(Obstacle::OtherError("a misaligned access".to_owned()));
    }
    if let Some((reason, _)) = outcome.havocked.first() {
        return Some(Obstacle::NotModelled(reason.to_string()));
    }
    outcome.findings.first().map(|finding| Obstacle::OtherError(error_in_words(kernel, finding)))
}

/// True if a run has an access whose address is no multiple of its width.
pub(super) fn is_misaligned(outcome: &Outcome) -> bool {
    outcome.notes.iter().any(|note| note.kind == NoteKind::Misaligned)
}

/// An error in words.
fn error_in_words(kernel: &Kernel, finding: &Finding) -> String {
    match finding {
        Finding::Race { object, .. } => format!("a race on `{}`", kernel.objects[*object].name),
        Finding::Divergence { .. } => "a barrier that not all threads reach".to_owned(),
        Finding::OutOfBounds { object, .. } => format!("an access outside `{}`", kernel.objects[*object].name),
        Finding::BadPointer { .. } => "an access through a pointer into no array".to_owned(),
        Finding::ConstantWrite { object, .. } => {
            format!("a write to constant memory, `{}`", kernel.objects[*object].name)
        }
        Finding::Unwritten { object, .. } => {
            format!("a read of an element of `{}` that nothing wrote", kernel.objects[*object].name)
        }
        Finding::Misaligned { object, .. } => format!("a misaligned access to `{}`", kernel.objects[*object].name),
        Finding::AssertFailed { kind: AssertKind::Abort, .. } => "a thread that aborts the launch".to_owned(),
        Finding::AssertFailed { .. } => "an assertion that fails".to_owned(),
    }
}
