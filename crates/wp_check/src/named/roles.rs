//! From the events of named barriers to the words of warps ([`super::words`]).
//!
//! The word of a warp holds the events that its threads may execute: first those outside of loops, then those of one
//! loop. It is shown, for each event of it, that a thread that executes it has executed those before it that count.
//! Barriers of the block that all threads execute outside of loops stand in all words, as one barrier that no named one
//! is; those at the end are left out, where no thread waits for something else any more. Operations behind the loop are
//! those of one more iteration, in which arrivals may be left out. Kernels with barriers of the block elsewhere, with
//! other operations behind the loop, or in several loops, have no words.

use super::words::{self, Place, Role, Step, Word};
use super::{never, Group};
use crate::context::Context;
use std::collections::BTreeMap;
use wp_logic::TermId;
use wp_prove::order::executed_at;
use wp_prove::{Handshake, Members};
use wp_summary::{EventKind, LoopInst, Premises};

/// In place of the number of a named barrier: the barrier of the block.
const OF_BLOCK: i128 = -1;

/// The warps that take part in named barriers, with their words. Each generation holds each warp once.
pub(crate) struct Handshakes {
    /// The words.
    pub roles: Vec<Role>,
    /// What it rests on that these are the words.
    pub rests_on: Premises,
}

impl Handshakes {
    /// The operations of all roles.
    pub(crate) fn operations(&self, ctx: &Context) -> Vec<Handshake> {
        let mut all = Vec::new();
        for role in &self.roles {
            for place @ Place { step: Step { event, barrier, waits }, before, each, .. } in role.word.places() {
                if barrier != OF_BLOCK {
                    let (members, iteration) = (Members::Warps(role.warps.clone()), iteration(ctx, role, &place));
                    all.push(Handshake { event, members, barrier, waits, before, each, iteration });
                }
            }
        }
        all
    }

    /// Of these barriers, which are all named barriers of the kernel.
    pub(super) fn of(ctx: &mut Context, groups: &[Group]) -> Option<Self> {
        let mut warps: BTreeMap<u32, Vec<Step>> = BTreeMap::new();
        let mut rests_on = Premises::NONE;
        for group in groups {
            rests_on.join(&group.rests_on);
            for (event, active) in group.active.as_ref()? {
                let EventKind::NamedBarrier(operation) = ctx.summary.events[*event].kind else { return None };
                let step = Step { event: *event, barrier: group.id, waits: operation.waits };
                active.iter().for_each(|&warp| warps.entry(warp).or_default().push(step));
            }
        }
        // Behind all of them, no thread waits at a named barrier.
        let end = groups.iter().flat_map(|group| &group.events).max().copied()?;
        let mut barriers = barriers_of_block(ctx)?;
        barriers.retain(|step| step.event < end);
        let mut roles: Vec<Role> = Vec::new();
        for (warp, mut steps) in warps {
            steps.extend(&barriers);
            steps.sort_by_key(|step| step.event);
            let word = word(ctx, &steps)?;
            match roles.iter_mut().find(|role| role.word == word) {
                Some(role) => role.warps.push(warp),
                None => roles.push(Role { warps: vec![warp], word }),
            }
        }
        let known = roles.iter().all(|role| is_word(ctx, role, &mut rests_on)) && words::hold_each_once(&roles);
        known.then_some(Self { roles, rests_on })
    }
}

/// The barriers of the block, if all threads execute them outside of loops.
fn barriers_of_block(ctx: &Context) -> Option<Vec<Step>> {
    let mut found = Vec::new();
    for (event, e) in ctx.summary.events.iter().enumerate() {
        let EventKind::Barrier { scope, .. } = &e.kind else { continue };
        // The assumption `warp-sync` states that all lanes of the mask arrive.
        if matches!(scope, wp_kir::BarrierScope::Warp { .. }) {
            continue;
        }
        let of_all = *scope == wp_kir::BarrierScope::Block && e.loops.is_empty();
        if !of_all || ctx.terms.as_bool(e.guard) != Some(true) {
            return None;
        }
        found.push(Step { event, barrier: OF_BLOCK, waits: true });
    }
    Some(found)
}

/// The iteration of an operation that is not in its loop: the number of those that were completed.
pub(crate) fn iteration(ctx: &Context, role: &Role, place: &Place) -> Option<TermId> {
    let inst = role.word.again.first().and_then(|step| ctx.summary.events[step.event].loops.first().copied());
    inst.filter(|_| place.is_last).and_then(|inst| ctx.summary.loops[inst].exit)
}

/// The word of operations that stand in program order.
fn word(ctx: &Context, steps: &[Step]) -> Option<Word> {
    let nest = |step: &Step| &ctx.summary.events[step.event].loops[..];
    let start = steps.iter().position(|step| !nest(step).is_empty()).unwrap_or(steps.len());
    let (first, rest) = steps.split_at(start);
    let length = rest.iter().position(|step| nest(step).is_empty()).unwrap_or(rest.len());
    let (again, behind) = rest.split_at(length);
    let of_loop: Option<LoopInst> = again.first().and_then(|step| nest(step).first().copied());
    let in_one_loop = again.iter().all(|step| nest(step).len() == 1 && nest(step).first().copied() == of_loop);
    let mut last: Vec<(Step, usize)> = Vec::new();
    for &step in behind {
        ctx.summary.loops[of_loop?].exit?;
        let from = last.last().map_or(0, |(_, i)| i + 1);
        let alike = |s: &Step| s.barrier == step.barrier && s.waits == step.waits;
        let at = from + again[from..].iter().position(alike)?;
        // What is left out in front of it is no wait, and not on its barrier.
        let counts = |s: &Step| s.waits || s.barrier == step.barrier;
        if again[from..at].iter().any(counts) || !nest(&step).is_empty() {
            return None;
        }
        last.push((step, at));
    }
    in_one_loop.then(|| Word { first: first.to_vec(), again: again.to_vec(), last })
}

/// Shows that a thread of the role that executes an operation has executed the operation on the same barrier before it
/// in the word, and the one at which it waits before it: then its number on the barrier is that in the word, and it
/// comes behind all waits that stand before it. An arrival that no later operation on its barrier follows may be left
/// out.
fn is_word(ctx: &mut Context, role: &Role, rests_on: &mut Premises) -> bool {
    let members = Members::Warps(role.warps.clone()).contain(ctx.terms, &ctx.summary.launch);
    let Word { first, again, last } = &role.word;
    let behind: Vec<Step> = last.iter().map(|(step, _)| *step).collect();
    let outside = (0..first.len()).map(|i| (first[i], &first[..i], false));
    let inside = (0..again.len()).map(|i| (again[i], &again[..i], true));
    let behind = (0..behind.len()).map(|i| (behind[i], &behind[..i], true));
    outside.chain(inside).chain(behind).all(|(step, before, is_repeated)| {
        [false, true].into_iter().all(|waits| {
            let is_kind = |s: &&Step| if waits { s.waits } else { s.barrier == step.barrier };
            let latest = |steps: &[Step]| steps.iter().rfind(is_kind).map(|s| s.event);
            if let Some(event) = latest(before) {
                let guard = ctx.summary.events[event].guard;
                return follows(ctx, step.event, guard, members, rests_on);
            }
            let (in_first, around) = if is_repeated { (latest(first), latest(again)) } else { (None, None) };
            let guard = in_first.map(|event| ctx.summary.events[event].guard);
            guard.is_none_or(|guard| follows(ctx, step.event, guard, members, rests_on))
                && around.is_none_or(|event| follows_iteration(ctx, role, &step, event, rests_on))
        })
    })
}

/// Shows that a thread has executed `event` in the iteration before that of the step, if there is one.
fn follows_iteration(ctx: &mut Context, role: &Role, step: &Step, event: usize, rests_on: &mut Premises) -> bool {
    let summary = ctx.summary;
    let members = Members::Warps(role.warps.clone()).contain(ctx.terms, &summary.launch);
    let counter = match summary.events[step.event].loops.first() {
        Some(&inst) => Some(summary.loops[inst].counter),
        None => role.word.places().iter().find(|p| p.step == *step).and_then(|place| iteration(ctx, role, place)),
    };
    let Some(counter) = counter else { return false };
    let one = ctx.terms.int(1);
    let (previous, is_later) = (ctx.terms.sub(counter, one), ctx.terms.le(one, counter));
    let mut thread = ctx.one_thread();
    let executed = executed_at(ctx.terms, &mut thread, event, &[previous], false);
    let later = ctx.terms.and(&[members, is_later]);
    follows(ctx, step.event, executed, later, rests_on)
}

/// Shows that the condition holds for threads of which `of` holds and that execute the event.
fn follows(ctx: &mut Context, event: usize, condition: TermId, of: TermId, rests_on: &mut Premises) -> bool {
    let not = ctx.terms.not(condition);
    let wrong = ctx.terms.and(&[of, not]);
    never(ctx, event, wrong, rests_on)
}
