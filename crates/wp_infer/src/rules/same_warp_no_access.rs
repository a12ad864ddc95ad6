//! r18, `sameWarpNoAccess`: where warps run in lock-step, no access of a thread of the own warp is in flight at a loop
//! head.

use super::{Rule, Site};
use crate::Claim;
use wp_summary::AccessKind;

pub(crate) const RULE: Rule = Rule {
    name: "sameWarpNoAccess",
    number: Some(18),
    about: "with lock-step warps, no access of the own warp is in flight at the head of a loop",
    page: page!("sameWarpNoAccess"),
    suggest,
};

fn suggest(site: &mut Site) {
    let Some(size) = site.warp_sync else { return };
    for kind in [AccessKind::Read, AccessKind::Write] {
        for object in site.accessed(kind) {
            site.suggest(Claim::NoAccess { object, kind, warp: Some(size) });
        }
    }
}
