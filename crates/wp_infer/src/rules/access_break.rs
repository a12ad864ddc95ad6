//! r0, `accessBreak`: the offset of an access, taken apart into identifiers of the thread, gives each of them back.

use super::offsets::linear_in;
use super::{Rule, Site};
use wp_logic::TermId;

pub(crate) const RULE: Rule = Rule {
    name: "accessBreak",
    number: Some(0),
    about: "each thread or block identifier in the offset of an access follows from the offset and the others",
    page: page!("accessBreak"),
    suggest,
};

fn suggest(site: &mut Site) {
    let launch = site.summary.launch;
    let ids: Vec<TermId> = launch.tid.into_iter().chain(launch.bid).collect();
    for offset in site.offsets() {
        let fixed = offset.fixed(site);
        for &id in &ids {
            // fixed = scale * id + others, and what iterations add is less than the scale
            let Some((scale, others)) = linear_in(site, fixed, id) else { continue };
            site.suggest_access(offset.event, |terms, w| {
                let whole = terms.div(w, scale);
                let part = terms.div(others, scale);
                let back = terms.sub(whole, part);
                terms.eq(id, back)
            });
        }
    }
}
