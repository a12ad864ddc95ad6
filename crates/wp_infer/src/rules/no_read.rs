//! r12, `noread`: in a loop with barriers, no read of an object is in flight when a thread arrives at the head.

use super::{Rule, Site};
use crate::Claim;
use wp_summary::AccessKind;

pub(crate) const RULE: Rule = Rule {
    name: "noread",
    number: Some(12),
    about: "no read is in flight at the head of a loop with barriers",
    page: page!("noread"),
    suggest,
};

fn suggest(site: &mut Site) {
    quiet(site, AccessKind::Read);
}

/// The claim that no access of a kind is in flight, for every object that the loop accesses.
pub(super) fn quiet(site: &mut Site, kind: AccessKind) {
    if site.has_barrier() {
        for object in site.accessed(kind) {
            site.suggest(Claim::NoAccess { object, kind, warp: None });
        }
    }
}
