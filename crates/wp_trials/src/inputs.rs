//! Random inputs whose scalars agree with a summary.

use wp_interp::{random_inputs, ConcreteLaunch, Inputs, Value};
use wp_kir::Kernel;
use wp_logic::{Sort, TermId, Terms};
use wp_summary::Summary;

/// Random inputs whose scalars agree with a summary.
pub fn inputs(kernel: &Kernel, launch: &ConcreteLaunch, seed: u64, summary: &Summary, terms: &Terms) -> Inputs {
    let mut inputs = random_inputs(kernel, launch, seed, None);
    set_scalars(summary, terms, &mut inputs, |_| None);
    inputs
}

/// Patterns of [`small_extents`].
pub const EXTENTS: u64 = 3;

/// Random inputs whose integer scalars are small and positive, as extents of arrays are: 2 and 3 in turn, 3 and 2 in
/// turn, or 4.
pub fn small_extents(
    kernel: &Kernel,
    launch: &ConcreteLaunch,
    pattern: u64,
    summary: &Summary,
    terms: &Terms,
) -> Inputs {
    let mut inputs = random_inputs(kernel, launch, pattern, None);
    let scalars: Vec<TermId> = summary.params.values().copied().collect();
    set_scalars(summary, terms, &mut inputs, |t| {
        let place = scalars.iter().position(|&s| s == t).filter(|_| terms.sort(t) == Sort::Int)?;
        Some(wp_logic::Value::Int(match pattern {
            0 => 2 + (place % 2) as i128,
            1 => 3 - (place % 2) as i128,
            _ => 4,
        }))
    });
    inputs
}

/// Sets the scalars that the summary fixes, and others to what `chosen` gives.
pub fn set_scalars(
    summary: &Summary,
    terms: &Terms,
    inputs: &mut Inputs,
    chosen: impl Fn(TermId) -> Option<wp_logic::Value>,
) {
    for (&id, &t) in &summary.params {
        let int = || terms.as_int(t).map(wp_logic::Value::Int);
        let fixed = int().or_else(|| terms.as_bool(t).map(wp_logic::Value::Bool));
        if let Some(value) = fixed.or_else(|| chosen(t)) {
            inputs.params.insert(id, concrete(value));
        }
    }
}

/// The value of a term as a scalar of a run.
pub fn concrete(value: wp_logic::Value) -> Value {
    match value {
        wp_logic::Value::Int(v) => Value::Int(v),
        wp_logic::Value::Bool(b) => Value::Bool(b),
        wp_logic::Value::Float { value, .. } => Value::Float(value),
    }
}
