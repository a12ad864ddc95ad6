//! Races of runs: as suspects, and compared with suspects.

use crate::suspect::{Site, SiteKind, SuspectKind};
use wp_interp::{AccessKind, AccessSite, Finding};
use wp_prove::PairKind;

/// The suspect that a race of a run confirms.
pub(crate) fn suspect_of(finding: &Finding) -> Option<SuspectKind> {
    let Finding::Race { first, second, object, same_block, .. } = finding else { return None };
    let site = |access: &AccessSite| Site {
        span: access.span,
        kind: match access.kind {
            AccessKind::Read => SiteKind::Read,
            AccessKind::Write => SiteKind::Write,
            AccessKind::Atomic => SiteKind::Atomic,
        },
    };
    let (a, b) = (site(first), site(second));
    let pair = if *same_block { PairKind::SameBlock } else { PairKind::OtherBlock };
    Some(SuspectKind::Race { object: *object, first: a.min(b), second: a.max(b), pair })
}

/// True if the error of a run is the race of a suspect.
pub(crate) fn shows(finding: &Finding, kind: &SuspectKind) -> bool {
    let SuspectKind::Race { object, first, second, pair } = kind else { return false };
    suspect_of(finding).is_some_and(|found| match found {
        SuspectKind::Race { object: o, first: a, second: b, pair: related } => {
            related == *pair && o == *object && (a, b) == (*first.min(second), *first.max(second))
        }
        _ => false,
    })
}
