//! WP0703: branches whose two sides are both taken by lanes of one warp, each with accesses to memory.
//!
//! A warp executes such sides one after the other. Exact: the note names a warp of the launch in which some lanes make
//! an access on one side and other lanes one on the other side, in the same iteration of the loops around the branch.
//! There is no note for branches with work on one side only, nor for branches whose condition could not be evaluated.

use crate::evaluate::{Question, Worst};
use crate::launch::Chosen;
use crate::model::SECTOR;
use crate::{words, Performance};
use std::collections::BTreeSet;
use wp_base::{Diagnostic, Severity, Span};
use wp_kir::{Block, ExprId, Kernel, Space, StmtKind};
use wp_logic::{TermId, Terms};
use wp_summary::{Event, EventKind};

/// A branch with the places of the accesses on its sides.
struct Branch {
    cond: ExprId,
    sides: [Vec<Span>; 2],
}

/// Adds the notes.
pub(crate) fn notes(kernel: &Kernel, chosen: &Chosen, out: &mut Performance) {
    let mut branches = Vec::new();
    find(&kernel.body, &mut branches);
    let mut terms = chosen.terms.clone();
    let mut seen = BTreeSet::new();
    for branch in branches {
        let at = kernel.exprs[branch.cond].span;
        if seen.contains(&at) {
            continue;
        }
        let Some((first, second, worst)) = divides(chosen, &mut terms, &branch) else { continue };
        seen.insert(at);
        let of_branch = |e: &&Event| e.span == first.span || e.span == second.span;
        let roots: Vec<TermId> = chosen.general.events.iter().filter(of_branch).map(|e| e.guard).collect();
        let message = "the lanes of a warp take both sides of a branch, one after the other".to_owned();
        let d = Diagnostic::new("WP0703", Severity::Note, message)
            .primary(at, "differs between the lanes of one warp")
            .secondary(first.span, "some lanes do this")
            .secondary(second.span, "others do this")
            .note(format!("for example warp {} of block {}", worst.warp, words::extents(worst.block)))
            .note(words::launch(kernel, chosen, Some(&roots)));
        out.notes.push(d.help(
            "let the condition be the same for 32 neighbouring threads, or give both sides one access and choose its operands",
        ));
    }
}

/// Accesses on both sides that lanes of one warp make, with the warp.
fn divides<'a>(chosen: &'a Chosen, terms: &mut Terms, branch: &Branch) -> Option<(&'a Event, &'a Event, Worst)> {
    let on = |side: &[Span]| {
        let made = |e: &&Event| matches!(e.kind, EventKind::Access(_)) && side.contains(&e.span);
        chosen.summary.events.iter().filter(made).collect::<Vec<_>>()
    };
    let [then, otherwise] = [on(&branch.sides[0]), on(&branch.sides[1])];
    for &first in &then {
        for &second in &otherwise {
            if let Some(worst) = both(chosen, terms, first.guard, second.guard) {
                return Some((first, second, worst));
            }
        }
    }
    None
}

/// A warp of which some lanes satisfy one guard and others only the other.
fn both(chosen: &Chosen, terms: &mut Terms, first: TermId, second: TermId) -> Option<Worst> {
    let (a, b) = (terms.conjuncts(first), terms.conjuncts(second));
    let common: Vec<TermId> = a.iter().copied().filter(|c| b.contains(c)).collect();
    let without = |all: &[TermId]| all.iter().copied().filter(|c| !common.contains(c)).collect::<Vec<_>>();
    let (only_a, only_b) = (without(&a), without(&b));
    let (only_a, only_b) = (terms.and(&only_a), terms.and(&only_b));
    let either = terms.or(&[only_a, only_b]);
    let guard: Vec<TermId> = common.iter().copied().chain([either]).collect();
    let guard = terms.and(&guard);
    // Each side is a sector of its own, so that a warp on both touches two.
    let (zero, next) = (terms.int(0), terms.int(SECTOR));
    let offset = terms.ite(only_a, zero, next);
    let question = Question { offset, guard, width: 1, space: Space::Global };
    let cost = chosen.frame.cost(terms, &question).ok()??;
    (cost.worst.charge.paid == 2).then_some(cost.worst)
}

/// Branches with accesses on both sides, the inner ones first.
fn find(block: &Block, out: &mut Vec<Branch>) {
    for stmt in block {
        stmt.kind.blocks().into_iter().for_each(|b| find(b, out));
        if let StmtKind::If { cond, then_block, else_block } = &stmt.kind {
            let sides = [then_block, else_block].map(accesses);
            if sides.iter().all(|s| !s.is_empty()) {
                out.push(Branch { cond: *cond, sides });
            }
        }
    }
}

/// The places of accesses in a block.
fn accesses(block: &Block) -> Vec<Span> {
    let mut places = Vec::new();
    wp_kir::visit(block, &mut |stmt| {
        if matches!(stmt.kind, StmtKind::Load { .. } | StmtKind::Store { .. } | StmtKind::Atomic { .. }) {
            places.push(stmt.span);
        }
    });
    places
}
