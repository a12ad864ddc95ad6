//! Faults seeded on purpose into the summariser and its clients, for the test of the tests.
//!
//! Without the feature `faults`, which no crate that ships may enable (`cargo xtask tidy`), [`Fault`](enum@crate::Fault)
//! has no variants and each hook is the constant `false`.

/// Declares the faults, and the list of all of them.
macro_rules! faults {
    ($(#[$doc:meta] $fault:ident,)*) => {
        /// A fault seeded on purpose into the summariser or its clients; each must be caught by the random comparison.
        #[cfg(feature = "faults")]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Fault {
            $(#[$doc] $fault,)*
        }

        #[cfg(feature = "faults")]
        impl Fault {
            /// All faults.
            pub const ALL: &[Fault] = &[$(Fault::$fault),*];
        }
    };
}

/// A fault, of which there are none here.
#[cfg(not(feature = "faults"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {}

/// True where the fault of this name is seeded: `seeded!(config.fault, DropReads)`.
#[cfg(feature = "faults")]
#[macro_export]
macro_rules! seeded {
    ($fault:expr, $name:ident) => {
        $fault == Some($crate::Fault::$name)
    };
}

/// The constant `false`: nothing is seeded.
#[cfg(not(feature = "faults"))]
#[macro_export]
macro_rules! seeded {
    ($fault:expr, $name:ident) => {{
        let _: Option<$crate::Fault> = $fault;
        false
    }};
}

faults! {
    /// `if` drops its condition from the guard of the then-branch's stores.
    NegatedGuard,
    /// The else-branch's guard is lost: treated as unreachable.
    DropElse,
    /// Loops run only their first iteration.
    FirstIterationOnly,
    /// Iterations of one loop are taken to be aligned although nothing synchronises them.
    SharedCounter,
    /// Head and tail of neighbouring iterations are never parallel.
    NoWrapAround,
    /// Values read from written arrays are shared between threads.
    SharedUnknown,
    /// Barriers under a condition count as always executed.
    ConditionalBarrierCounts,
    /// Threads of different blocks never conflict.
    NoInterBlock,
    /// Reads are not recorded.
    DropReads,
    /// Atomics are not recorded.
    DropAtomics,
    /// Writes of equal value never race.
    BenignAlways,
    /// A loop's trip count is too small.
    ShortTripCount,
    /// The access width is taken as one byte.
    NarrowAccess,
    /// A `return` makes later code unreachable for all threads.
    ReturnKillsAll,
    /// A barrier orders all address spaces whatever its flags say.
    FenceIgnored,
    /// Unsigned arithmetic does not wrap.
    NoWrap,
    /// A narrowing conversion keeps the value.
    NoTruncation,
    /// The bits of `&` beyond the lowest set one are ignored.
    MaskToParity,
    /// The second access of a pair is taken under the guard of the first.
    SameGuard,
    /// The first write of a pair of a static access with itself is skipped.
    NoSelfPairs,
    /// Divergence is decided for the first barrier only.
    FirstBarrierOnly,
    /// Loop-carried variables without closed form keep their initial value.
    HavocKeepsInitial,
    /// Closed forms step in the wrong direction.
    StepSign,
    /// Pointer variables keep the object they first had.
    FirstPointerTarget,
    /// What is declared without initial value in a loop keeps what the last iteration left there.
    DeclarationsKeep,
}
