//! A finding in words: the same message, places and notes for every output form.

use wp_base::{Diagnostic, Severity};
use wp_engine::{Finding, ThreadName, Witness};

/// Inputs printed in full for one array; more are counted.
const SHOWN_CELLS: usize = 16;

/// What is said of an accepted finding.
const ACCEPTED: &str = "accepted: it stands in the baseline, which changes the exit code and no verdict";

/// Whether the interpreter reproduced the finding.
pub fn is_confirmed(finding: &Finding) -> bool {
    finding.witness.as_ref().is_some_and(|w| w.replayed)
}

/// The diagnostic of a finding and the notes that its witness and its acceptance add. An unconfirmed finding is shown as a
/// warning: only a replayed one is an error in the kernel.
pub(crate) fn with_witness(finding: &Finding) -> (Diagnostic, Vec<String>) {
    let (diagnostic, mut notes) = confirmation(finding);
    notes.extend(finding.accepted.then(|| ACCEPTED.to_owned()));
    (diagnostic, notes)
}

fn confirmation(finding: &Finding) -> (Diagnostic, Vec<String>) {
    let mut diagnostic = finding.diagnostic.clone();
    let Some(witness) = &finding.witness else {
        diagnostic.severity = diagnostic.severity.min(Severity::Warning);
        // Where the finding says itself what stood in the way, nothing is to be added.
        let silent = diagnostic.notes.is_empty();
        let note = "not confirmed: no counterexample could be made concrete".to_owned();
        return (diagnostic, if silent { vec![note] } else { Vec::new() });
    };
    if !witness.replayed {
        diagnostic.severity = diagnostic.severity.min(Severity::Warning);
    }
    (diagnostic, witness_notes(witness))
}

/// Message, notes and help as they stand in the text output.
pub(crate) fn in_words(diagnostic: &Diagnostic, extra: &[String]) -> String {
    let mut text = diagnostic.message.clone();
    for note in diagnostic.notes.iter().chain(extra) {
        text.push_str("\nnote: ");
        text.push_str(note);
    }
    if let Some(help) = &diagnostic.help {
        text.push_str("\nhelp: ");
        text.push_str(help);
    }
    text
}

/// The launch, the threads, the inputs and whether it was replayed, a line each.
fn witness_notes(witness: &Witness) -> Vec<String> {
    let mut notes = Vec::new();
    match witness.threads.as_slice() {
        [] => {}
        [one] => notes.push(format!("thread: {}", thread(one))),
        many => notes.push(format!("threads: {}", many.iter().map(thread).collect::<Vec<_>>().join(" and "))),
    }
    notes.push(format!("launch: grid {}, block {}", extent(witness.grid), extent(witness.block)));
    let inputs = inputs(witness);
    if !inputs.is_empty() {
        notes.push(format!("inputs: {}", inputs.join(", ")));
    }
    notes.push(if witness.replayed {
        "replayed: running the kernel on this launch and these inputs shows it".to_owned()
    } else {
        "not confirmed: running the kernel on this launch and these inputs did not show it".to_owned()
    });
    notes
}

/// The inputs that matter, as the source would name them.
fn inputs(witness: &Witness) -> Vec<String> {
    let mut inputs: Vec<String> = witness.scalars.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    for (name, cells) in &witness.arrays {
        inputs.extend(cells.iter().take(SHOWN_CELLS).map(|(index, value)| format!("{name}[{index}] = {value}")));
        if cells.len() > SHOWN_CELLS {
            inputs.push(format!("and {} more of {name}", cells.len() - SHOWN_CELLS));
        }
    }
    inputs
}

/// A thread by its indices.
pub(crate) fn thread(name: &ThreadName) -> String {
    format!("thread {} of block {}", extent(name.thread), extent(name.block))
}

/// Three extents or indices in brackets.
pub(crate) fn extent(e: [u32; 3]) -> String {
    format!("({}, {}, {})", e[0], e[1], e[2])
}
