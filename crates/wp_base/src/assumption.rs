//! Named assumptions: facts that a proof may use although nothing proves them, each with a page in `docs/assumptions`.
//!
//! A new assumption is a row of the table below, its page, and the place that uses it.

use std::fmt;
use std::str::FromStr;

/// The proofs of a client of kernel summaries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Client {
    /// Races, divergence, bounds and assertions.
    Check,
    /// Contracts, and assertions that are proved like them.
    Contract,
    /// Equivalence of kernels.
    Equivalence,
}

const ANY: &[Client] = &[Client::Check, Client::Contract, Client::Equivalence];
const CHECK: &[Client] = &[Client::Check];
const VALUES: &[Client] = &[Client::Contract, Client::Equivalence];
const EQUIVALENCE: &[Client] = &[Client::Equivalence];

/// The text names no assumption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownAssumption;

struct Row {
    code: &'static str,
    title: &'static str,
    page: &'static str,
    switchable: bool,
    clients: &'static [Client],
}

macro_rules! assumptions {
    ($(($name:ident, $code:literal, $title:literal, $switchable:literal, $clients:ident)),* $(,)?) => {
        /// A named assumption. The order is that of the codes.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Assumption {
            $(#[doc = $title] $name),*
        }

        impl Assumption {
            /// All assumptions, in the order of their codes.
            pub const ALL: &'static [Assumption] = &[$(Assumption::$name),*];

            fn row(self) -> Row {
                match self {
                    $(Assumption::$name => Row {
                        code: $code,
                        title: $title,
                        page: include_str!(concat!("../../../docs/assumptions/", $code, ".md")),
                        switchable: $switchable,
                        clients: $clients,
                    }),*
                }
            }
        }
    };
}

assumptions![
    (Aligned, "aligned", "accesses are aligned to their width", true, ANY),
    (AllocationSize, "allocation-size", "sizes of allocations are computed without wrap-around", true, ANY),
    (Assume, "assume", "assumptions in the source hold", false, ANY),
    (AtomicTolerance, "atomic-tolerance", "plain accesses do not race with atomics", false, CHECK),
    (Axiom, "axiom", "axioms in the source hold", false, ANY),
    (
        BarrierAccess,
        "barrier-access",
        "cells that a thread did not access are unchanged where it states a barrier invariant",
        false,
        ANY
    ),
    (BenignSameValue, "benign-same-value", "writes of the same value do not race", false, ANY),
    (ConfiguredLaunch, "configured-launch", "the kernel is launched as the configuration file says", false, ANY),
    (Contiguous, "contiguous", "the elements of a tensor lie in row-major order", true, ANY),
    (CudaArch, "cuda-arch", "the code is compiled for the architecture that was checked", true, ANY),
    (EmptyIncludes, "empty-includes", "an include that was not found adds nothing that matters", true, ANY),
    (EnumValues, "enum-values", "a parameter whose type is an enumeration holds one of its enumerators", true, ANY),
    (EqualGlobals, "equal-globals", "variables of the device have equal values in both kernels", true, EQUIVALENCE),
    (ExitArrives, "exit-arrives", "a thread that has returned counts as arrived at barriers", true, ANY),
    (ExternalCalls, "external-calls", "functions without bodies keep off the memory of other threads", true, ANY),
    (InBounds, "in-bounds", "accesses stay in their array", true, ANY),
    (LaunchBounds, "launch-bounds", "the launch respects the limits of the hardware", true, ANY),
    (LaunchSite, "launch-site", "the kernel is launched as in these files", true, ANY),
    (LaunchSize, "launch-size", "the number of threads of a launch fits the index type", true, ANY),
    (Launcher, "launcher", "a function without a body launches the kernel that it is given", true, ANY),
    (MadeUpInstance, "made-up-instance", "a template is instantiated as it was checked", false, ANY),
    (NanPayload, "nan-payload", "which NaN a NaN is does not matter", true, VALUES),
    (NoAddOverflow, "no-add-overflow", "additions marked as such do not overflow", true, ANY),
    (NoAlias, "no-alias", "distinct pointer parameters do not overlap", true, ANY),
    (NoAtomicWrap, "no-atomic-wrap", "atomic counters do not wrap around", true, ANY),
    (NoContraction, "no-contraction", "the compiler does not fuse multiplications and additions", true, VALUES),
    (NoCounterWrap, "no-counter-wrap", "loop counters do not wrap around", true, ANY),
    (NoDivisionByZero, "no-division-by-zero", "integers are not divided by zero", true, ANY),
    (NoGlobalOffset, "no-global-offset", "the global offset of the launch is 0", true, ANY),
    (NoSignedOverflow, "no-signed-overflow", "signed integer arithmetic does not overflow", true, ANY),
    (NoUnsignedWrap, "no-unsigned-wrap", "unsigned sums and products of sizes do not wrap around", true, CHECK),
    (OneBlock, "one-block", "races between threads of different blocks are not looked for", false, CHECK),
    (OperatorAssociative, "operator-associative", "operators are associative where the source says so", true, ANY),
    (OperatorCommutative, "operator-commutative", "operators are commutative where the source says so", true, ANY),
    (OperatorIdempotent, "operator-idempotent", "operators are idempotent where the source says so", true, ANY),
    (OperatorIdentity, "operator-identity", "operators have the identity that the source states", true, ANY),
    (
        OperatorLowerBound,
        "operator-lower-bound",
        "operators do not exceed their operands where the source says so",
        true,
        ANY
    ),
    (
        OperatorUpperBound,
        "operator-upper-bound",
        "operators do not fall below their operands where the source says so",
        true,
        ANY
    ),
    (ProjectHeaders, "project-headers", "headers that were found in the project are those of its build", true, ANY),
    (RaceFree, "race-free", "objects that are read are free of races", true, ANY),
    (RealArithmetic, "real-arithmetic", "floating-point operations obey the laws of real numbers", true, VALUES),
    (Requires, "requires", "preconditions hold at the launch", false, ANY),
    (Terminates, "terminates", "the kernel terminates", true, ANY),
    (UncheckedArrays, "unchecked-arrays", "races on arrays that the check leaves out are not looked for", false, CHECK),
    (UniformWorkGroups, "uniform-work-groups", "all work-groups of the launch have the same size", true, ANY),
    (UnusedDims, "unused-dims", "a dimension that the kernel does not use has extent 1", true, ANY),
    (VolatileRelaxed, "volatile-relaxed", "volatile accesses are relaxed atomic accesses of system scope", true, ANY),
    (WarpSize, "warp-size", "a warp of the device has the number of lanes that was checked", true, ANY),
    (WarpSync, "warp-sync", "the threads of a warp run in lock-step", false, ANY),
    (ZeroedFlags, "zeroed-flags", "flags and counters in global memory hold zero at the launch", true, ANY),
];

impl Assumption {
    /// The name in reports and on the command line: `no-alias`, ...
    pub fn code(self) -> &'static str {
        self.row().code
    }

    /// The codes of several assumptions.
    pub fn codes<'a>(all: impl IntoIterator<Item = &'a Assumption>) -> Vec<&'static str> {
        all.into_iter().map(|a| a.code()).collect()
    }

    /// What is assumed, in one line.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// The page, in Markdown.
    pub fn page(self) -> &'static str {
        self.row().page
    }

    /// Whether `--without` takes it.
    pub fn is_switchable(self) -> bool {
        self.row().switchable
    }

    /// Whether proofs of the client may use it.
    pub fn serves(self, client: Client) -> bool {
        self.row().clients.contains(&client)
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl FromStr for Assumption {
    type Err = UnknownAssumption;

    fn from_str(code: &str) -> Result<Self, UnknownAssumption> {
        Self::ALL.iter().copied().find(|a| a.code() == code).ok_or(UnknownAssumption)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_open_with_code_and_title() {
        for a in Assumption::ALL {
            assert!(a.page().starts_with(&format!("# {}: {}\n", a.code(), a.title())), "{a}");
        }
    }

    #[test]
    fn order_is_that_of_the_codes_and_codes_are_read_back() {
        assert!(Assumption::ALL.windows(2).all(|pair| pair[0] < pair[1] && pair[0].code() < pair[1].code()));
        assert!(Assumption::ALL.iter().all(|a| a.code().parse() == Ok(*a)));
        assert_eq!("no-aliasing".parse::<Assumption>(), Err(UnknownAssumption));
    }
}
