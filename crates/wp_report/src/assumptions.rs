//! The registry of named assumptions: what a proof may rest on, each with a page.

/// An assumption by its code.
#[derive(Clone, Copy, Debug)]
pub struct Assumption {
    /// `no-alias`, ...
    pub code: &'static str,
    /// The assumption, in one line.
    pub title: &'static str,
    /// The page, in Markdown.
    pub page: &'static str,
    /// True if `--without` takes it.
    pub switchable: bool,
}

/// The assumption of a code.
pub fn assumption(code: &str) -> Option<&'static Assumption> {
    ASSUMPTIONS.iter().find(|a| a.code == code)
}

macro_rules! assumptions {
    ($(($code:literal, $title:literal, $switchable:literal)),* $(,)?) => {
        /// All assumptions.
        pub const ASSUMPTIONS: &[Assumption] = &[$(Assumption {
            code: $code,
            title: $title,
            page: include_str!(concat!("../../../docs/assumptions/", $code, ".md")),
            switchable: $switchable,
        }),*];
    };
}

assumptions![
    ("launch-bounds", "the launch respects the limits of the hardware", true),
    ("launch-size", "the number of threads of a launch fits the index type", true),
    ("no-alias", "distinct pointer parameters do not overlap", true),
    ("no-signed-overflow", "signed integer arithmetic does not overflow", true),
    ("unused-dims", "a dimension that the kernel does not use has extent 1", true),
    ("enum-values", "a parameter whose type is an enumeration holds one of its enumerators", true),
    ("no-global-offset", "the global offset of the launch is 0", true),
    ("empty-includes", "an include that was not found adds nothing that matters", true),
    ("external-calls", "functions without bodies keep off the memory of other threads", true),
    ("uniform-work-groups", "all work-groups of the launch have the same size", true),
    ("cuda-arch", "the code is compiled for the architecture that was checked", true),
    ("unchecked-arrays", "races on arrays that the check leaves out are not looked for", false),
    ("one-block", "races between threads of different blocks are not looked for", false),
    ("launch-site", "the kernel is launched as in these files", true),
    ("configured-launch", "the kernel is launched as the configuration file says", false),
    ("real-arithmetic", "floating-point operations obey the laws of real numbers", true),
    ("equal-globals", "variables of the device have equal values in both kernels", true),
    ("nan-payload", "which NaN a NaN is does not matter", true),
    ("no-contraction", "the compiler does not fuse multiplications and additions", true),
    ("benign-same-value", "writes of the same value do not race", false),
    ("atomic-tolerance", "plain accesses do not race with atomics", false),
    ("aligned", "accesses are aligned to their width", true),
    ("in-bounds", "accesses stay in their array", true),
    ("race-free", "objects that are read are free of races", true),
    ("terminates", "the kernel terminates", true),
    ("no-counter-wrap", "loop counters do not wrap around", true),
    ("no-atomic-wrap", "atomic counters do not wrap around", true),
    ("no-add-overflow", "additions marked as such do not overflow", true),
    ("warp-sync", "the threads of a warp run in lock-step", false),
    ("barrier-access", "cells that a thread did not access are unchanged where it states a barrier invariant", false),
    ("exit-arrives", "a thread that has returned counts as arrived at barriers", true),
    ("requires", "preconditions hold at the launch", false),
    ("assume", "assumptions in the source hold", false),
    ("axiom", "axioms in the source hold", false),
    ("operator-associative", "operators are associative where the source says so", true),
    ("operator-commutative", "operators are commutative where the source says so", true),
    ("operator-idempotent", "operators are idempotent where the source says so", true),
    ("operator-identity", "operators have the identity that the source states", true),
    ("operator-upper-bound", "operators do not fall below their operands where the source says so", true),
    ("operator-lower-bound", "operators do not exceed their operands where the source says so", true),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_open_with_code_and_title() {
        for a in ASSUMPTIONS {
            assert!(a.page.starts_with(&format!("# {}: {}\n", a.code, a.title)), "{}", a.code);
        }
    }
}
