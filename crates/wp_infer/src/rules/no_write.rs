//! r13, `nowrite`: in a loop with barriers, no write of an object is in flight when a thread arrives at the head.

use super::no_read::quiet;
use super::{Rule, Site};
use wp_summary::AccessKind;

pub(crate) const RULE: Rule = Rule {
    name: "nowrite",
    number: Some(13),
    about: "no write is in flight at the head of a loop with barriers",
    page: page!("nowrite"),
    suggest,
};

fn suggest(site: &mut Site) {
    quiet(site, AccessKind::Write);
}
