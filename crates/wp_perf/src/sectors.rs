//! WP0702: requests that touch more sectors of global memory than their bytes need.
//!
//! One sector more than needed may result from a start in the middle of a sector, so it is no note. The suggestion is
//! to exchange `threadIdx.x` and `threadIdx.y` in the kernel, and with them the extents of the block: offered if the
//! access, evaluated again in that launch, touches at most one sector more than needed, and no other access costs more
//! than before.

use crate::evaluate::{Charge, Frame, Question};
use crate::launch::Chosen;
use crate::sites::Site;
use crate::{words, Performance};
use wp_base::{Diagnostic, Severity};
use wp_kir::{ExprKind, Kernel, Space, Special};
use wp_logic::Terms;
use wp_summary::EventKind;

/// Sectors beyond the least number that a misaligned start may cost.
const MISALIGNED: u32 = 1;

fn is_coalesced(charge: Charge) -> bool {
    charge.paid <= charge.least + MISALIGNED
}

/// Adds the notes.
pub(crate) fn notes(kernel: &Kernel, chosen: &Chosen, out: &mut Performance) {
    for site in chosen.sites.iter().filter(|s| kernel.objects[s.object].space == Space::Global) {
        let Ok(Some(cost)) = &site.cost else { continue };
        let charge = cost.worst.charge;
        if is_coalesced(charge) {
            continue;
        }
        let name = &kernel.objects[site.object].name;
        let Charge { paid, least } = charge;
        let message = format!("uncoalesced access to the global array `{name}`: {paid} sectors where {least} would do");
        let label = format!("{}: one request touches {paid} sectors of 32 bytes", words::access(kernel, site));
        let mut d = Diagnostic::new("WP0702", Severity::Note, message).primary(site.span, label);
        if let Some(formula) = words::formula(chosen, site) {
            d = d.note(format!("byte offset: {formula}; sector: byte offset / 32"));
        }
        d = words::with_launch(d, kernel, chosen, site, cost);
        if let Some(help) = exchange(kernel, chosen, site) {
            d = d.help(help);
        }
        out.notes.push(d);
    }
}

/// Tests if exchanging the first two axes of threads helps, as a suggestion.
fn exchange(kernel: &Kernel, chosen: &Chosen, site: &Site) -> Option<String> {
    let [x, y, _] = chosen.frame.block;
    let asks_lane = |e: &wp_kir::Expr| matches!(e.kind, ExprKind::Special(Special::LaneId));
    if x == 1 || y == 1 || kernel.exprs.values().any(asks_lane) {
        return None;
    }
    let frame = chosen.frame.exchanged();
    let mut terms = chosen.terms.clone();
    for other in chosen.sites.iter().filter(|s| !std::ptr::eq(*s, site)) {
        let now = other.cost.as_ref().ok()?.as_ref().map_or(0, |c| excess(c.worst.charge));
        let then = dearest(kernel, chosen, &frame, &mut terms, other)?;
        if then.is_some_and(|c| excess(c) > now) {
            return None;
        }
    }
    let then = dearest(kernel, chosen, &frame, &mut terms, site)??;
    if !is_coalesced(then) {
        return None;
    }
    let block = if x == y { String::new() } else { format!(", so blocks of {}", words::extents(frame.block)) };
    Some(format!(
        "let threadIdx.x run along the row: with x and y of threadIdx and blockDim exchanged{block}, one request touches {} \
         sectors, and no other access of the kernel costs more (computed again)",
        then.paid
    ))
}

fn excess(charge: Charge) -> u32 {
    charge.paid - charge.least.min(charge.paid)
}

/// The cost of the most expensive request of a site in another launch; `Some(None)` when there is none.
fn dearest(kernel: &Kernel, chosen: &Chosen, frame: &Frame, terms: &mut Terms, site: &Site) -> Option<Option<Charge>> {
    let mut worst: Option<Charge> = None;
    for &event in &site.events {
        let event = &chosen.summary.events[event];
        let EventKind::Access(access) = &event.kind else { return None };
        let space = kernel.objects[access.object].space;
        let question = Question { offset: access.offset, guard: event.guard, width: site.width, space };
        if let Some(cost) = frame.cost(terms, &question).ok()? {
            let charge = cost.worst.charge;
            worst = Some(worst.filter(|w| excess(*w) >= excess(charge)).unwrap_or(charge));
        }
    }
    Some(worst)
}
