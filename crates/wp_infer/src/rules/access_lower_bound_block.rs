//! r2, `accessLowerBoundBlock`: an access whose offset has the block's index in it is not below the block's first
//! element.

use super::offsets::{linear_in, Offset};
use super::{Rule, Site};
use wp_logic::{Linear, TermId};

pub(crate) const RULE: Rule = Rule {
    name: "accessLowerBoundBlock",
    number: Some(2),
    about: "an access at c*blockIdx + x is at c*blockIdx or above",
    page: page!("accessLowerBoundBlock"),
    suggest,
};

fn suggest(site: &mut Site) {
    for offset in site.offsets() {
        if let Some((start, _)) = block(site, &offset) {
            site.suggest_access(offset.event, |terms, w| terms.le(start, w));
        }
    }
}

/// The start of the block's part and that of the next block's part: the summands with the one block index that occurs.
pub(super) fn block(site: &mut Site, offset: &Offset) -> Option<(TermId, TermId)> {
    let fixed = offset.fixed(site);
    let bid = site.summary.launch.bid;
    let mut found = bid.iter().filter_map(|&b| linear_in(site, fixed, b).map(|_| b));
    let (one, more) = (found.next()?, found.next());
    if more.is_some() {
        return None;
    }
    let linear = site.terms.linear(fixed);
    let with_block = |&(_, m): &(i128, TermId)| site.terms.subterms(&[m], |_| false).contains(&one);
    let items = linear.items.iter().copied().filter(with_block).collect();
    let start = site.terms.from_linear(Linear { constant: 0, items });
    let step = site.terms.int(1);
    let next = site.terms.add(one, step);
    let end = site.terms.substitute(start, &[(one, next)].into_iter().collect());
    Some((start, end))
}
