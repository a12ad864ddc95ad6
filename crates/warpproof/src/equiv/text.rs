//! The report on a pair for people.

use super::Loaded;
use crate::run::value::show;
use std::fmt::Write;
use wp_base::Assumption;
use wp_equiv::{Difference, Pairing, Report, Scope, Verdict};
use wp_interp::ConcreteLaunch;

/// The whole report.
pub fn render(sides: [&Loaded; 2], pairing: &Pairing, report: &Report) -> String {
    let mut text = String::new();
    let [a, b] = sides.map(|s| format!("{}:{}", s.path.display(), s.sequence.name));
    // Writing to a string does not fail.
    let _ = match &report.verdict {
        Verdict::Equivalent => writeln!(text, "equivalent: {a} and {b}"),
        Verdict::Different(_) => writeln!(text, "different: {a} and {b}"),
        Verdict::Unknown(reason) => writeln!(text, "unknown: {a} and {b}: {}", reason.text),
    };
    if let Verdict::Unknown(reason) = &report.verdict {
        if let Some((side, span)) = reason.place.filter(|(_, span)| !span.is_none()) {
            let _ = writeln!(text, "  at {}", sides[side].sources.describe(span));
        }
    }
    match &report.scope {
        Scope::Launch(launches) => {
            let _ = writeln!(text, "  for this launch and these sizes: {}", shown_launches(launches));
        }
        Scope::Every(conditions) if conditions.is_empty() => text.push_str("  for every launch\n"),
        Scope::Every(conditions) => {
            let _ = writeln!(text, "  for every launch with {}", conditions.join(" and "));
        }
    }
    let scalars: Vec<String> = pairing
        .scalars
        .iter()
        .filter_map(|s| {
            let (name, ty) = s.names.iter().flatten().next().zip(s.types.iter().flatten().next())?;
            Some(format!("{name} = {}", crate::run::value::show_value(s.value?, *ty)))
        })
        .collect();
    if !scalars.is_empty() {
        let _ = writeln!(text, "  with {}", scalars.join(", "));
    }
    for array in pairing.arrays.iter().filter(|p| p.names[0] != p.names[1]) {
        let _ = writeln!(text, "  array `{}` is `{}` of the second kernel", array.names[0], array.names[1]);
    }
    for scalar in &pairing.scalars {
        if let [Some(x), Some(y)] = &scalar.names {
            if x != y {
                let _ = writeln!(text, "  parameter `{x}` is `{y}` of the second kernel");
            }
        }
    }
    for name in &pairing.lonely {
        let _ = writeln!(text, "  global array `{name}` is in one kernel only and is not compared");
    }
    match &report.verdict {
        Verdict::Equivalent => {
            let outputs: Vec<&str> = report.outputs.iter().map(|n| n[0].as_str()).collect();
            if report.elements > 0 {
                let _ = writeln!(text, "  compared: {} elements of {}", report.elements, outputs.join(", "));
            }
            let codes = Assumption::codes(&report.assumptions);
            let _ =
                writeln!(text, "  assuming: {}", if codes.is_empty() { "nothing".into() } else { codes.join(", ") });
        }
        Verdict::Different(difference) => describe(&mut text, sides, difference),
        Verdict::Unknown(_) => {}
    }
    if let Some(proposal) = &report.proposal {
        let codes = Assumption::codes(&proposal.assumptions);
        let _ = writeln!(text, "  equivalent with --requires '{}', assuming: {}", proposal.condition, codes.join(", "));
    }
    text
}

fn describe(text: &mut String, sides: [&Loaded; 2], d: &Difference) {
    let _ = writeln!(text, "  confirmed by simulating {}", shown_launches(&d.launches));
    for (side, what) in ["first", "second"].into_iter().enumerate() {
        let _ = write!(
            text,
            "  the {what} kernel leaves {}[{}] = {}",
            d.array[side],
            d.index,
            show(d.values[side].bits, d.values[side].ty)
        );
        let _ = match (d.written[side], d.traced) {
            (Some(span), _) => writeln!(text, ", last written at {}", sides[side].sources.describe(span)),
            (None, true) => writeln!(text, ", and never writes it"),
            (None, false) => writeln!(text),
        };
    }
    if let Some(what) = &d.undetermined {
        let _ = writeln!(text, "  a value depends on {what}, for which the simulation chose a value");
    }
    let scalars: Vec<String> = d.scalars.iter().map(|(n, v)| format!("{n} = {}", show(v.bits, v.ty))).collect();
    if !scalars.is_empty() {
        let _ = writeln!(text, "  arguments: {}", scalars.join(", "));
    }
    let cells: Vec<String> = d.inputs.iter().map(|(n, i, v)| format!("{n}[{i}] = {}", show(v.bits, v.ty))).collect();
    if !cells.is_empty() {
        let more = if d.omitted > 0 { format!(", and {} more", d.omitted) } else { String::new() };
        let _ = writeln!(text, "  inputs: {}{more}", cells.join(", "));
    }
}

fn shown_launches(launches: &[Vec<ConcreteLaunch>; 2]) -> String {
    let [a, b] = launches;
    match a.first() {
        Some(first) if a.iter().chain(b).all(|l| l == first) => shown(first),
        _ => format!("first kernel {}; second kernel {}", shown_side(a), shown_side(b)),
    }
}

fn shown_side(launches: &[ConcreteLaunch]) -> String {
    launches.iter().map(shown).collect::<Vec<_>>().join(", then ")
}

fn shown(launch: &ConcreteLaunch) -> String {
    let triple = |e: [u32; 3]| format!("({}, {}, {})", e[0], e[1], e[2]);
    format!("blockDim = {}, gridDim = {}", triple(launch.block), triple(launch.grid))
}
