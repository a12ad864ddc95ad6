//! A finding in words: the same message, places and notes for every output form.

use crate::words;
use wp_base::{Diagnostic, Severity};
use wp_engine::{Finding, ThreadName, Witness};

/// Inputs printed in full for one array; more are counted.
const SHOWN_CELLS: usize = 16;

/// The note on a finding that the baseline accepts.
const ACCEPTED: &str = "accepted: recorded in the baseline, which changes the exit code and no verdict";

/// True if the interpreter reproduced the finding.
pub fn is_confirmed(finding: &Finding) -> bool {
    finding.witness.as_ref().is_some_and(|w| w.replayed)
}

/// The diagnostic of a finding and the notes that its witness and its acceptance add. An unconfirmed finding is shown
/// as a warning: only a replayed one is an error in the kernel.
pub(crate) fn with_witness(finding: &Finding) -> (Diagnostic, Vec<String>) {
    let (diagnostic, mut notes) = confirmation(finding);
    notes.extend(match &finding.allowed {
        Some(reason) => {
            Some(format!("accepted: allowed in the source, which changes the exit code and no verdict: {reason}"))
        }
        None => finding.accepted.then(|| ACCEPTED.to_owned()),
    });
    (diagnostic, notes)
}

fn confirmation(finding: &Finding) -> (Diagnostic, Vec<String>) {
    let mut diagnostic = finding.diagnostic.clone();
    let Some(witness) = &finding.witness else {
        diagnostic.severity = diagnostic.severity.min(Severity::Warning);
        // Where the finding says itself what stood in the way, nothing is to be added.
        let silent = diagnostic.notes.is_empty();
        let note = "not confirmed: no concrete counterexample was found".to_owned();
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
    let who: Vec<String> = witness.threads.iter().map(|t| thread(t, witness)).collect();
    if !who.is_empty() {
        notes.push(format!("{}: {}", if who.len() == 1 { "thread" } else { "threads" }, who.join(" and ")));
    }
    notes.push(format!("launch: grid {}, block {}", extent(witness.grid), extent(witness.block)));
    let inputs = inputs(witness);
    if !inputs.is_empty() {
        notes.push(format!("inputs: {}", inputs.join(", ")));
    }
    notes.extend(host_values(witness).map(|values| format!("host: {values}")));
    notes.push(if witness.replayed { words::CONFIRMED.to_owned() } else { words::NOT_REPRODUCED.to_owned() });
    notes
}

/// The inputs that matter, as the source would name them.
fn inputs(witness: &Witness) -> Vec<String> {
    let of_host = |name: &str| name.starts_with(HOST);
    let parameters = witness.scalars.iter().filter(|(name, _)| !of_host(name));
    let mut inputs: Vec<String> = parameters.map(|(name, value)| format!("{name} = {value}")).collect();
    for (name, cells) in &witness.arrays {
        inputs.extend(cells.iter().take(SHOWN_CELLS).map(|(index, value)| format!("{name}[{index}] = {value}")));
        if cells.len() > SHOWN_CELLS {
            inputs.push(format!("and {} more of {name}", cells.len() - SHOWN_CELLS));
        }
    }
    inputs
}

/// The prefix of names of host values.
const HOST: &str = "host ";
/// The prefix of names of buffer sizes that the host allocates, behind [`HOST`].
const BYTES: &str = "bytes of ";

/// The values that the host code computes for the launch: variables, then sizes of buffers.
fn host_values(witness: &Witness) -> Option<String> {
    let named = witness.scalars.iter().filter_map(|(name, value)| Some((name.strip_prefix(HOST)?, value)));
    let (sizes, variables): (Vec<_>, Vec<_>) = named.partition(|(name, _)| name.starts_with(BYTES));
    let variables = variables.iter().map(|(name, value)| match *name {
        // An expression of the host that no variable holds.
        "host" => format!("a value from the host = {value}"),
        name => format!("{name} = {value}"),
    });
    let sizes = sizes.iter().map(|(name, value)| {
        let unit = if value.as_str() == "1" { "byte" } else { "bytes" };
        format!("buffer `{}` has {value} {unit}", name.strip_prefix(BYTES).unwrap_or(name))
    });
    let parts: Vec<String> = variables.chain(sizes).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// A thread by its indices along the dimensions of the launch, with its warp and lane where the language has warps.
pub(crate) fn thread(name: &ThreadName, witness: &Witness) -> String {
    let (block, thread) = (index(name.block, witness.grid), index(name.thread, witness.block));
    let Some(width) = witness.warp_size.filter(|w| *w > 0) else { return format!("block {block}, thread {thread}") };
    let [x, y, z] = name.thread.map(u64::from);
    let [bx, by, _] = witness.block.map(u64::from);
    let linear = x + bx * (y + by * z);
    let width = u64::from(width);
    format!("block {block}, thread {thread} (warp {}, lane {})", linear / width, linear % width)
}

/// An index along the dimensions that have more than one element: `32`, or `(1, 0, 2)`.
fn index(index: [u32; 3], of: [u32; 3]) -> String {
    match of {
        [_, 1, 1] => index[0].to_string(),
        [_, _, 1] => format!("({}, {})", index[0], index[1]),
        _ => extent(index),
    }
}

/// Three extents or indices in brackets.
pub(crate) fn extent(e: [u32; 3]) -> String {
    format!("({}, {}, {})", e[0], e[1], e[2])
}
