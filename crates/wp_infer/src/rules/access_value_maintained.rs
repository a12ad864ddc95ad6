//! `accessValueMaintained`: all writes to an object write the same constant.
//!
//! A variable that starts as a constant is taken for one as well.

use super::{Rule, Site};
use wp_kir::ObjectId;
use wp_logic::{Term, TermId};
use wp_summary::{Access, AccessMode, EventKind};

pub(crate) const RULE: Rule = Rule {
    name: "accessValueMaintained",
    number: None,
    about: "an object that one constant is written to holds no other written value",
    page: page!("accessValueMaintained"),
    suggest,
};

fn suggest(site: &mut Site) {
    for (event, access) in site.accesses() {
        let (AccessMode::Write, Some(value)) = (access.mode, access.value) else { continue };
        if let Some(constant) = constant(site, access.object) {
            site.suggest_value(event, |terms, written| terms.eq(written, constant), value);
        }
    }
}

/// The one constant that is written to the object anywhere.
fn constant(site: &Site, object: ObjectId) -> Option<TermId> {
    let mut all = site.summary.events.iter().filter_map(|e| match &e.kind {
        EventKind::Access(a) if a.object == object && a.mode != AccessMode::Read => Some(literal(site, a)),
        _ => None,
    });
    let first = all.next()??;
    all.all(|value| value == Some(first)).then_some(first)
}

/// The constant that is written, or the one that the variable that is written starts with.
fn literal(site: &Site, access: &Access) -> Option<TermId> {
    let mut value = access.value?;
    while let Term::Wrap { arg, .. } = site.terms.kind(value) {
        value = *arg;
    }
    if let Some(v) = site.variables().iter().find(|v| v.value == value) {
        value = v.initial;
    }
    matches!(site.terms.kind(value), Term::Int(_) | Term::Float { .. } | Term::Bool(_)).then_some(value)
}
