//! Mechanisms that the project wants once, and the modules that have them.
//!
//! A row names every module that has the mechanism, by its file or folder. No other file may contain one of its signs,
//! texts in the code by which the mechanism is recognised. Rows without signs only document.

use super::Source;
use std::path::Path;

struct Mechanism {
    name: &'static str,
    /// Texts in the code that only these modules have, if any.
    signs: &'static [&'static str],
    /// Files and folders below `crates`.
    modules: &'static [&'static str],
}

const ALL: &[Mechanism] = &[
    Mechanism { name: "provers of obligations", signs: &["struct Prover {"], modules: &["wp_prove/src/prover.rs"] },
    Mechanism {
        name: "questions to the solver",
        signs: &["solver.refutes(", "solver.check(", "solver.check_within(", "solver.refuted_by_digits("],
        modules: &[
            "wp_prove/src/prover.rs",
            // Models and consistency, not proofs of obligations.
            "wp_check/src/witness.rs",
            "wp_check/src/witness",
            "wp_equiv/src/parametric/mod.rs",
            "wp_infer/src/engines/dynamic/inputs.rs",
            "wp_engine/src/preconditions",
            // Laws and patterns of terms without a thread.
            "wp_check/src/laws.rs",
            "wp_check/src/patterns.rs",
        ],
    },
    Mechanism {
        name: "cache of answered questions",
        signs: &["FxHashMap<Vec<TermId>"],
        modules: &["wp_prove/src/prover.rs"],
    },
    Mechanism {
        name: "closures of facts: what is known at a place",
        signs: &["fn facts_at("],
        modules: &["wp_prove/src/known.rs", "wp_summary/src"],
    },
    Mechanism {
        name: "verdicts by premises: the fixpoint",
        signs: &["fn settle(properties"],
        modules: &["wp_engine/src/premises.rs"],
    },
    Mechanism { name: "ladder of attempts", signs: &["progress.attempt("], modules: &["wp_engine/src/attempts.rs"] },
    Mechanism { name: "ladder of the solver", signs: &[], modules: &["wp_solve/src/solver.rs"] },
    Mechanism { name: "executors of whole blocks", signs: &[], modules: &["wp_interp/src/block.rs", "wp_exec/src"] },
    Mechanism {
        name: "concrete launches that are made up to be run",
        signs: &["ConcreteLaunch {", "random_inputs("],
        modules: &[
            "wp_interp/src",
            "wp_trials/src",
            // From models of the solver, and samples towards conditions.
            "wp_infer/src/engines/dynamic/inputs.rs",
            "wp_contract/src/inputs.rs",
            "wp_engine/src/preconditions/sample.rs",
            // One thread, for functions.
            "wp_engine/src/modular.rs",
            // Given by the user, and for measurements.
            "warpproof/src/run",
            "xtask/src",
        ],
    },
    Mechanism {
        name: "language of conditions: readers of its text",
        signs: &["wp_spec::parse("],
        modules: &["wp_spec/src", "wp_lower/src", "wp_equiv/src/relation.rs", "wp_engine/src/preconditions"],
    },
    Mechanism {
        name: "conditions on launches, made up and written in that language",
        signs: &["enum Condition {"],
        modules: &["wp_engine/src/condition.rs"],
    },
    Mechanism { name: "rational numbers", signs: &["struct Ratio"], modules: &["wp_logic/src/ratio.rs"] },
    Mechanism {
        name: "greatest common divisors",
        signs: &["fn gcd("],
        modules: &["wp_logic/src/linear.rs", "wp_gen/src/maps.rs"],
    },
];

/// True for the files of this report, which have all signs.
fn is_of_report(path: &Path) -> bool {
    path.starts_with("crates/xtask/src/shape")
}

/// Returns a line for each mechanism, and an error for each file that has a mechanism without being named in its row,
/// and for each named file that does not exist.
pub(crate) fn check(sources: &[Source]) -> (Vec<String>, Vec<String>) {
    let (mut lines, mut errors) = (Vec::new(), Vec::new());
    for Mechanism { name, signs, modules } in ALL {
        lines.push(format!("{name} ({}): {}", modules.len(), modules.join(", ")));
        let belongs = |path: &Path| modules.iter().any(|module| path.starts_with(Path::new("crates").join(module)));
        for source in sources.iter().filter(|source| !belongs(&source.path) && !is_of_report(&source.path)) {
            let code = source.text.split("#[cfg(test)]").next().unwrap_or_default();
            for sign in signs.iter().filter(|sign| code.contains(**sign)) {
                errors.push(format!("{}: `{sign}` belongs to the mechanism \"{name}\"", source.path.display()));
            }
        }
        for module in modules.iter() {
            if !sources.iter().any(|source| source.path.starts_with(Path::new("crates").join(module))) {
                errors.push(format!("crates/{module}, which has the mechanism \"{name}\", does not exist"));
            }
        }
    }
    (lines, errors)
}
