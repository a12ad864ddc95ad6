//! `accessedOffsetInRangeCTimesGid`: an access at `c*g + i`, with `g` the thread's index in the grid, stays in its own
//! `c` bytes.

use super::accessed_offset_in_range_c_times_lid::within;
use super::offsets::linear_in;
use super::{Rule, Site};

pub(crate) const RULE: Rule = Rule {
    name: "accessedOffsetInRangeCTimesGid",
    number: None,
    about: "an access at c*g + i, g the global index, is in the range from c*g to c*(g + 1)",
    page: page!("accessedOffsetInRangeCTimesGid"),
    suggest,
};

fn suggest(site: &mut Site) {
    let launch = site.summary.launch;
    for offset in site.offsets() {
        let fixed = offset.fixed(site);
        for d in 0..3 {
            let Some((scale, _)) = linear_in(site, fixed, launch.tid[d]) else { continue };
            let Some((of_block, _)) = linear_in(site, fixed, launch.bid[d]) else { continue };
            if site.terms.mul(scale, launch.bdim[d]) == of_block {
                within(site, &offset, fixed, scale);
            }
        }
    }
}
