//! `accessedOffsetInRangeCTimesLid`: an access at `c*threadIdx + i` stays in the thread's own `c` bytes.

use super::offsets::{linear_in, Offset};
use super::{Rule, Site};
use wp_logic::TermId;

pub(crate) const RULE: Rule = Rule {
    name: "accessedOffsetInRangeCTimesLid",
    number: None,
    about: "an access at c*threadIdx + i is in the range from c*threadIdx to c*(threadIdx + 1)",
    page: page!("accessedOffsetInRangeCTimesLid"),
    suggest,
};

fn suggest(site: &mut Site) {
    for offset in site.offsets() {
        let fixed = offset.fixed(site);
        let bid = site.summary.launch.bid;
        if bid.iter().any(|&b| linear_in(site, fixed, b).is_some()) {
            continue;
        }
        for tid in site.summary.launch.tid {
            if let Some((scale, _)) = linear_in(site, fixed, tid) {
                within(site, &offset, fixed, scale);
            }
        }
    }
}

/// The claim that the offset is in `scale` bytes from `start` on.
pub(super) fn within(site: &mut Site, offset: &Offset, start: TermId, scale: TermId) {
    site.suggest_access(offset.event, |terms, w| terms.le(start, w));
    site.suggest_access(offset.event, |terms, w| {
        let end = terms.add(start, scale);
        terms.lt(w, end)
    });
}
