//! r3, `accessUpperBoundBlock`: an access whose offset has the block's index in it is below the next block's first
//! element.

use super::access_lower_bound_block::block;
use super::{Rule, Site};

pub(crate) const RULE: Rule = Rule {
    name: "accessUpperBoundBlock",
    number: Some(3),
    about: "an access at c*blockIdx + x is below c*(blockIdx + 1)",
    page: page!("accessUpperBoundBlock"),
    suggest,
};

fn suggest(site: &mut Site) {
    for offset in site.offsets() {
        if let Some((_, end)) = block(site, &offset) {
            site.suggest_access(offset.event, |terms, w| terms.lt(w, end));
        }
    }
}
