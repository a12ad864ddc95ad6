//! The report on a pair for programs: see docs/json-schema.md.

use super::Loaded;
use crate::run::value::{show, show_value};
use serde_json::{json, Value};
use wp_base::{Assumption, SourceMap, Span};
use wp_equiv::{Difference, Pairing, Report, Scope, Verdict};
use wp_interp::ConcreteLaunch;

/// The whole document.
pub fn render(sides: [&Loaded; 2], pairing: &Pairing, report: &Report) -> Result<String, String> {
    let (name, reason, difference) = match &report.verdict {
        Verdict::Equivalent => ("equivalent", Value::Null, Value::Null),
        Verdict::Different(d) => ("different", Value::Null, shown_difference(sides, d)),
        Verdict::Unknown(reason) => {
            let at = reason.place.map(|(side, span)| (json!(side), place(&sides[side].sources, span)));
            let (kernel, at) = at.unwrap_or((Value::Null, Value::Null));
            ("unknown", json!({ "code": reason.code, "text": reason.text, "kernel": kernel, "place": at }), Value::Null)
        }
    };
    let scope = match &report.scope {
        Scope::Launch(launches) => json!({ "kind": "launch", "launches": launches.each_ref().map(|l| launched(l)) }),
        Scope::Every(conditions) => json!({ "kind": "every", "conditions": conditions }),
    };
    let scalars: Vec<Value> = pairing
        .scalars
        .iter()
        .map(|s| {
            let ty = s.types.iter().flatten().next();
            json!({ "names": s.names, "value": s.value.zip(ty).map(|(v, ty)| show_value(v, *ty)) })
        })
        .collect();
    let document = json!({
        "schema": "warpproof-equivalence",
        "version": 2,
        "tool_version": env!("CARGO_PKG_VERSION"),
        "verdict": name,
        "reason": reason,
        "kernels": sides.map(|s| json!({ "path": s.path, "name": s.sequence.name })),
        "scope": scope,
        "arrays": pairing.arrays.iter().map(|a| json!(a.names)).collect::<Vec<_>>(),
        "scalars": scalars,
        "not_compared": pairing.lonely,
        "outputs": report.outputs,
        "elements": report.elements,
        "assumptions": Assumption::codes(&report.assumptions),
        "difference": difference,
        "proposal": report.proposal.as_ref().map(|p| json!({ "condition": p.condition, "assumptions": Assumption::codes(&p.assumptions) })),
    });
    serde_json::to_string_pretty(&document).map(|t| t + "\n").map_err(|e| format!("cannot write JSON: {e}"))
}

fn shown_difference(sides: [&Loaded; 2], d: &Difference) -> Value {
    let written = [0, 1].map(|i: usize| d.written[i].map_or(Value::Null, |span| place(&sides[i].sources, span)));
    json!({
        "replayed": true,
        "launches": d.launches.each_ref().map(|l| launched(l)),
        "array": d.array,
        "index": d.index,
        "values": d.values.map(|v| show(v.bits, v.ty)),
        "written": written,
        "traced": d.traced,
        "undetermined": d.undetermined,
        "scalars": d.scalars.iter().map(|(n, v)| json!({ "name": n, "value": show(v.bits, v.ty) })).collect::<Vec<_>>(),
        "inputs": d.inputs.iter().map(|(n, i, v)| json!({ "array": n, "index": i, "value": show(v.bits, v.ty) })).collect::<Vec<_>>(),
        "omitted": d.omitted,
    })
}

fn launched(launches: &[ConcreteLaunch]) -> Value {
    launches.iter().map(|l| json!({ "block": l.block, "grid": l.grid })).collect()
}

fn place(sources: &SourceMap, span: Span) -> Value {
    match (sources.file(span.file), sources.line_col(span)) {
        (Some(file), Some(at)) if !span.is_none() => json!({ "file": file.path, "line": at.line, "column": at.column }),
        _ => Value::Null,
    }
}
