//! `noatomic`: in a loop with barriers, no atomic access to an object is in flight when a thread arrives at the head.

use super::no_read::quiet;
use super::{Rule, Site};
use wp_summary::AccessKind;

pub(crate) const RULE: Rule = Rule {
    name: "noatomic",
    number: None,
    about: "no atomic access is in flight at the head of a loop with barriers",
    page: page!("noatomic"),
    suggest,
};

fn suggest(site: &mut Site) {
    quiet(site, AccessKind::Atomic);
}
