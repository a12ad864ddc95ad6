//! `user`: the invariants that stand in the source.

use super::{Rule, Site};
use crate::Claim;
use wp_kir::AssertKind;
use wp_logic::Term;
use wp_summary::EventKind;

pub(crate) const RULE: Rule = Rule {
    name: "user",
    number: None,
    about: "invariants and candidate invariants that stand in the source",
    page: page!("user"),
    suggest,
};

fn suggest(site: &mut Site) {
    let nest = site.nest.clone();
    for (_, event) in site.events() {
        let EventKind::Assert { cond: Some(cond), kind: AssertKind::Invariant | AssertKind::Candidate, .. } =
            event.kind
        else {
            continue;
        };
        let about_others = site.terms.apps(&[cond]).into_iter().any(|app| match site.terms.kind(app) {
            Term::App(f, _) => site.summary.functions.is_of_place(*f),
            _ => false,
        });
        if event.loops == nest && !about_others {
            site.suggest(Claim::Invariant(cond));
        }
    }
}
