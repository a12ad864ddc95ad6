//! What may be wrong, and why it is not closed: the subjects of obligations.

use wp_base::{Id, Span};
use wp_interp::AccessKind;
use wp_kir::{AssertKind, ObjectId, ParamId};
use wp_logic::TermId;
use wp_prove::PairKind;
use wp_solve::{Model, UnknownCause};
use wp_summary::{AccessMode, Invalid};

/// Kind of place in a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SiteKind {
    /// Plain load.
    Read,
    /// Plain store.
    Write,
    /// Atomic.
    Atomic,
    /// Barrier.
    Barrier,
    /// Assertion.
    Assert,
}

impl SiteKind {
    /// The kind of an access of a run.
    pub(crate) fn of_run(kind: AccessKind) -> Self {
        match kind {
            AccessKind::Read => SiteKind::Read,
            AccessKind::Write => SiteKind::Write,
            AccessKind::Atomic => SiteKind::Atomic,
        }
    }

    /// The kind of an access.
    pub(crate) fn of(mode: AccessMode) -> Self {
        match mode {
            AccessMode::Read => SiteKind::Read,
            AccessMode::Write => SiteKind::Write,
            AccessMode::Atomic(_) => SiteKind::Atomic,
        }
    }
}

/// A place with the event that stands there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Site {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: SiteKind,
}

/// What may be wrong: the subject of obligations.
#[derive(Clone, Debug)]
pub enum SuspectKind {
    /// Two unordered conflicting accesses.
    Race {
        /// The object.
        object: ObjectId,
        /// First access.
        first: Site,
        /// Second access.
        second: Site,
        /// How the threads relate.
        pair: PairKind,
    },
    /// A barrier that not all threads reach.
    Divergence {
        /// The barrier.
        barrier: Site,
    },
    /// Pairs of accesses that were not compared before the budget ended.
    NotCompared,
    /// An access outside its object.
    Bounds {
        /// The object.
        object: ObjectId,
        /// The access.
        site: Site,
    },
    /// An access at an address that is no multiple of its width.
    Alignment {
        /// The object.
        object: ObjectId,
        /// The access.
        site: Site,
        /// True if a run in which it is misaligned counts.
        is_misplaced: bool,
        /// Parameters that have to be multiples of these numbers, if that suffices for the access to be aligned.
        when: Vec<(ParamId, i128)>,
    },
    /// A read of an element that no thread wrote.
    Unwritten {
        /// The object.
        object: ObjectId,
        /// The read.
        site: Site,
    },
    /// An access that is wrong wherever it happens.
    Invalid {
        /// Why.
        fault: Invalid,
        /// The access.
        site: Site,
    },
    /// A condition that may not hold.
    Assertion {
        /// The check.
        site: Site,
        /// Its kind.
        kind: AssertKind,
    },
    /// A construct without a model is reached.
    Unsupported {
        /// Its name.
        what: String,
        /// Where.
        span: Span,
    },
}

/// The identity of a subject, whatever the summary.
pub type SuspectKey = (u8, Span, Span, usize);

impl SuspectKind {
    /// The identity of the subject.
    pub fn key(&self) -> SuspectKey {
        match self {
            SuspectKind::Race { object, first, second, pair } => (
                *pair as u8,
                first.span,
                second.span,
                object.index() * 9 + first.kind as usize * 3 + second.kind as usize,
            ),
            SuspectKind::NotCompared => (15, Span::NONE, Span::NONE, 0),
            SuspectKind::Divergence { barrier } => (10, barrier.span, Span::NONE, 0),
            SuspectKind::Bounds { object, site } => (11, site.span, Span::NONE, object.index()),
            SuspectKind::Invalid { fault, site } => (14, site.span, Span::NONE, *fault as usize),
            SuspectKind::Alignment { object, site, .. } => (16, site.span, Span::NONE, object.index()),
            SuspectKind::Unwritten { object, site } => (17, site.span, Span::NONE, object.index()),
            SuspectKind::Assertion { site, .. } => (12, site.span, Span::NONE, 0),
            SuspectKind::Unsupported { span, .. } => (13, *span, Span::NONE, 0),
        }
    }

    /// Where it is: one place, or the two of a pair of accesses.
    pub fn places(&self) -> Vec<Span> {
        match self {
            SuspectKind::Race { first, second, .. } => vec![first.span, second.span],
            SuspectKind::Divergence { barrier: site }
            | SuspectKind::Bounds { site, .. }
            | SuspectKind::Invalid { site, .. }
            | SuspectKind::Alignment { site, .. }
            | SuspectKind::Unwritten { site, .. }
            | SuspectKind::Assertion { site, .. } => vec![site.span],
            SuspectKind::Unsupported { span, .. } => vec![*span],
            SuspectKind::NotCompared => Vec::new(),
        }
    }
}

/// Why an obligation is open.
#[derive(Clone, Debug)]
pub enum OpenCause {
    /// There is a model.
    Model(Model),
    /// The solver gave none.
    Solver(UnknownCause),
    /// The budget was spent before.
    Budget,
    /// A run shows the misbehaviour, so that the solver was not asked further.
    Run,
    /// A specification operation is not modelled.
    Specification(String),
    /// Where the compiler places an object, or how it splits an access, is not known.
    Layout,
}

/// An obligation that stayed open.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// What may be wrong.
    pub kind: SuspectKind,
    /// Why it is open.
    pub cause: OpenCause,
    /// The obligation, to be asked again for smaller models.
    pub conjuncts: Vec<TermId>,
    /// `threadIdx` and `blockIdx` of the second thread, if there is one.
    pub second: Option<([TermId; 3], [TermId; 3])>,
    /// Unknowns in the obligation that stand for something not modelled.
    pub unknowns: Vec<String>,
}

impl Suspect {
    /// A subject without an obligation, which the budget left no room for.
    pub(crate) fn not_asked(kind: SuspectKind) -> Self {
        let (conjuncts, unknowns) = (Vec::new(), Vec::new());
        Suspect { kind, cause: OpenCause::Budget, conjuncts, second: None, unknowns }
    }
}

/// An obligation that was not discharged: the cause and the conjuncts.
pub(crate) type Open = (OpenCause, Vec<TermId>);

/// What identifies a pair of racing places: the two sites in order, how the threads relate, the object.
pub type RaceKey = (Site, Site, PairKind, ObjectId);
