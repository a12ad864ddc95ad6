//! Divergence at named barriers that are understood ([`crate::named`]).
//!
//! At a meeting: two members, the same iterations of its loops, exactly one of two guards; or fewer members in the
//! block than it waits for. If there are none, no thread waits for ever: all members execute the same operations in one
//! order, that of the program with the counters of its loops, and the barriers of the block are in this order, too.
//!
//! Of handshakes: a thread that executes an operation, and one of its role that does not; a thread that waits, and one
//! of another role that does not execute the operation of the same number. If there are none, what a generation needs
//! is executed as far as no thread waits for ever, and the words of the warps show that none does
//! ([`words::make_progress`]).

use crate::context::Context;
use crate::findings::Findings;
use crate::named::words::{self, Place as Operation, Role};
use crate::named::{self, Group, Handshakes};
use crate::suspect::{Open, Site, SiteKind, SuspectKind};
use wp_logic::TermId;
use wp_prove::order::executed_at;
use wp_prove::{Members, Pair, PairKind, Place, Proof};
use wp_summary::EventKind;

/// Checks the operations on named barriers.
pub(super) fn check(ctx: &mut Context, found: &mut Findings) {
    if !named::any(ctx) {
        return;
    }
    let understood = named::understood(ctx);
    let handshakes = understood.handshakes.as_ref().filter(|h| words::make_progress(&h.roles));
    for i in 0..ctx.summary.events.len() {
        let event = &ctx.summary.events[i];
        let EventKind::NamedBarrier(_) = event.kind else { continue };
        let subject = SuspectKind::Divergence { barrier: Site { span: event.span, kind: SiteKind::Barrier } };
        let meeting = understood.meetings.iter().find(|group| group.is_full && group.events.contains(&i));
        match (meeting, handshakes) {
            (Some(group), _) => check_member(ctx, found, group, i, &subject),
            (None, Some(handshakes)) if understood.of_handshakes.contains(&i) => {
                check_handshakes(ctx, found, handshakes, i, &subject);
            }
            _ => {
                let mut thread = ctx.one_thread();
                let outcome = ctx.single(&mut thread, i, vec![event.guard], Some(&subject));
                found.conclude(ctx, subject, None, outcome);
            }
        }
    }
}

fn check_member(ctx: &mut Context, found: &mut Findings, group: &Group, i: usize, subject: &SuspectKind) {
    let last = match &group.members {
        Members::All => None,
        Members::Warps(warps) => warps.last().copied(),
    };
    let enough = exist(ctx, last, i, subject);
    if found.conclude(ctx, subject.clone(), None, enough) {
        return;
    }
    let event = &ctx.summary.events[i];
    let mut pair = Pair::new(ctx.terms, ctx.summary, PairKind::SameBlock, &event.loops);
    let outcome = meet(ctx, &mut pair, group, i, subject).map(|mut proof| {
        proof.rests_on.join(&group.rests_on);
        proof
    });
    found.conclude(ctx, subject.clone(), Some(&mut pair), outcome);
}

/// A block in which a thread executes the operation has all warps up to the last one of these.
fn exist(ctx: &mut Context, last: Option<u32>, i: usize, subject: &SuspectKind) -> Result<Proof, Open> {
    let Some(last) = last else { return Ok(Proof::of_nothing()) };
    let threads = named::threads(ctx);
    let end = ctx.terms.int((i128::from(last) + 1) * i128::from(ctx.summary.launch.lanes));
    let too_few = ctx.terms.lt(threads, end);
    let mut thread = ctx.one_thread();
    ctx.single(&mut thread, i, vec![ctx.summary.events[i].guard, too_few], Some(subject))
}

/// All members execute the operation if one does.
fn meet(ctx: &mut Context, pair: &mut Pair, group: &Group, i: usize, subject: &SuspectKind) -> Result<Proof, Open> {
    let summary = ctx.summary;
    let event = &summary.events[i];
    let member = group.members.contain(ctx.terms, &summary.launch);
    let [other, member, returned] = [event.guard, member, event.returned].map(|t| pair.second(ctx.terms, t));
    let mut conjuncts: Vec<TermId> = vec![event.guard, ctx.terms.not(other), member, pair.distinct(ctx.terms)];
    if ctx.rules.exit_arrives && !group.waits_for_ended {
        conjuncts.push(ctx.terms.not(returned));
    }
    let known = pair.know(ctx.terms, conjuncts, [Some(Place::Event(i)); 2]);
    ctx.discharge(known, Some(subject))
}

fn check_handshakes(ctx: &mut Context, found: &mut Findings, all: &Handshakes, i: usize, subject: &SuspectKind) {
    let of_event = |role: &&Role| role.word.places().iter().any(|operation| operation.step.event == i);
    let barrier = all.roles.iter().filter(of_event).flat_map(|role| role.word.places()).find(|o| o.step.event == i);
    let Some(barrier) = barrier.map(|operation| operation.step.barrier) else { return };
    let members = all.roles.iter().filter(|role| role.word.uses(barrier)).flat_map(|role| &role.warps);
    let enough = exist(ctx, members.max().copied(), i, subject);
    if found.conclude(ctx, subject.clone(), None, enough) {
        return;
    }
    for role in &all.roles {
        for operation in role.word.places().into_iter().filter(|operation| operation.step.event == i) {
            for other in &all.roles {
                if other != role && !(operation.step.waits && other.word.uses(operation.step.barrier)) {
                    continue;
                }
                let mut pair = Pair::new(ctx.terms, ctx.summary, PairKind::SameBlock, &[]);
                for way in ways(ctx, &mut pair, (role, &operation), other) {
                    let known = pair.know(ctx.terms, way, [Some(Place::Event(i)), None]);
                    let outcome = ctx.discharge(known, Some(subject)).map(|mut proof| {
                        proof.rests_on.join(&all.rests_on);
                        proof
                    });
                    if found.conclude(ctx, subject.clone(), Some(&mut pair), outcome) {
                        return;
                    }
                }
            }
        }
    }
}

/// The ways in which a thread of a role executes the operation and one of the other role does not execute that of the
/// same number.
fn ways(ctx: &mut Context, pair: &mut Pair, (role, operation): (&Role, &Operation), other: &Role) -> Vec<Vec<TermId>> {
    let event = &ctx.summary.events[operation.step.event];
    let launch = ctx.summary.launch;
    let mine = Members::Warps(role.warps.clone()).contain(ctx.terms, &launch);
    let others = Members::Warps(other.warps.clone()).contain(ctx.terms, &launch);
    let common = vec![event.guard, mine, pair.second(ctx.terms, others), pair.distinct(ctx.terms)];
    let counter = match event.loops.first() {
        Some(&inst) => Some(ctx.summary.loops[inst].counter),
        None => named::iteration(ctx, role, operation),
    };
    let of_barrier = other.word.places().into_iter().filter(|o| o.step.barrier == operation.step.barrier);
    let of_barrier: Vec<Operation> = of_barrier.collect();
    let is_same = |o: &&Operation| match (o.each, operation.each) {
        (0, 0) => o.before == operation.before,
        (0, _) | (_, 0) => false,
        (each, _) => (operation.before - o.before) % each == 0,
    };
    let partners: Vec<&Operation> = of_barrier.iter().filter(is_same).collect();
    let Some(partner) = partners.first() else { return vec![common] };
    let Some(counter) = counter.filter(|_| operation.each > 0) else {
        let executed = executed_at(ctx.terms, pair, partner.step.event, &[], true);
        return vec![[common, vec![ctx.terms.not(executed)]].concat()];
    };
    let shift = (operation.before - partner.before) / operation.each;
    let (zero, by) = (ctx.terms.int(0), ctx.terms.int(shift));
    let iteration = ctx.terms.add(counter, by);
    let executed: Vec<TermId> = partners
        .iter()
        .map(|partner| match named::iteration(ctx, other, partner) {
            None => executed_at(ctx.terms, pair, partner.step.event, &[iteration], true),
            Some(last) => {
                let last = pair.second(ctx.terms, last);
                let (then, there) =
                    (ctx.terms.eq(last, iteration), executed_at(ctx.terms, pair, partner.step.event, &[], true));
                ctx.terms.and(&[then, there])
            }
        })
        .collect();
    let executed = ctx.terms.or(&executed);
    let (exists, not) = (ctx.terms.le(zero, iteration), ctx.terms.not(executed));
    let mut ways = vec![[&common[..], &[exists, not]].concat()];
    // Before its loop, the other role has executed the operations of the first iterations.
    for k in 0..-shift {
        let number = operation.before + operation.each * k;
        let k = ctx.terms.int(k);
        let at = ctx.terms.eq(counter, k);
        let not = match of_barrier.iter().find(|o| o.each == 0 && o.before == number) {
            Some(first) => {
                let executed = executed_at(ctx.terms, pair, first.step.event, &[], true);
                ctx.terms.not(executed)
            }
            None => ctx.terms.tru(),
        };
        ways.push([&common[..], &[at, not]].concat());
    }
    ways
}
