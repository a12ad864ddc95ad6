//! Named barriers of a block: the threads that take part in them, and what orders these.
//!
//! All operations on a barrier have to name the same constant number and the same count: that of the threads of the
//! block, or a constant, and then the warps that may execute one of them, the *members*, are no more than the count
//! allows.
//!
//! - *Meetings*: all operations wait, and each of them is executed by all members. A thread that waits arrives once in
//!   a generation, so each generation holds each member once: the barrier is one of the block for its members
//!   ([`wp_prove::Meeting`]), provided that they all execute it in the same iterations, which the property `divergence`
//!   shows.
//! - *Handshakes*: some warps only arrive, or wait by other operations than others ([`roles`], [`words`]).
//!
//! Operations whose number is not constant may be those of any barrier, and those on barrier 0 meddle with the barriers
//! of the block: then none is understood. What is not understood orders nothing, and is never proved free of
//! divergence.

mod roles;
pub(crate) mod words;

use crate::context::Context;
pub(crate) use roles::{iteration, Handshakes};
use std::collections::BTreeMap;
use std::ops::Range;
use wp_logic::{Term, TermId};
use wp_prove::{Meeting, Members};
use wp_summary::{EventKind, NamedBarrier, Premises};

/// The greatest number of threads of a block.
const MOST_THREADS: u32 = 1024;

/// The operations on one barrier, and its members.
pub(crate) struct Group {
    id: i128,
    /// The events.
    pub events: Vec<usize>,
    /// The threads that may execute one of them.
    pub members: Members,
    /// For each event the warps that may execute it, where the members are known by their warps.
    active: Option<Vec<(usize, Vec<u32>)>>,
    all_wait: bool,
    /// True if a generation holds all of the members.
    pub is_full: bool,
    /// True if the barrier waits for members that have ended, too.
    pub waits_for_ended: bool,
    /// What this rests on.
    pub rests_on: Premises,
}

impl Group {
    /// The barriers that order the members.
    pub fn meetings(&self) -> impl Iterator<Item = Meeting> + '_ {
        self.events.iter().map(|&event| Meeting { event, members: self.members.clone() })
    }

    fn is_meeting(&self) -> bool {
        let by_all = |warps: &Vec<u32>| self.members == Members::Warps(warps.clone());
        self.all_wait && self.active.iter().flatten().all(|(_, warps)| by_all(warps))
    }
}

/// The named barriers of a kernel that are understood.
#[derive(Default)]
pub(crate) struct Understood {
    /// Those at which all members meet.
    pub meetings: Vec<Group>,
    /// The others; if there are any, these are all.
    pub handshakes: Option<Handshakes>,
    /// The events of the others.
    pub of_handshakes: Vec<usize>,
}

fn operation(kind: &EventKind) -> Option<NamedBarrier> {
    match kind {
        EventKind::NamedBarrier(operation) => Some(*operation),
        _ => None,
    }
}

/// True if the kernel has named barriers.
pub(crate) fn any(ctx: &Context) -> bool {
    ctx.summary.events.iter().any(|e| operation(&e.kind).is_some())
}

/// The named barriers that are understood.
pub(crate) fn understood(ctx: &mut Context) -> Understood {
    let summary = ctx.summary;
    let mut by_id: BTreeMap<i128, Vec<(usize, NamedBarrier)>> = BTreeMap::new();
    for (event, e) in summary.events.iter().enumerate() {
        let Some(operation) = operation(&e.kind) else { continue };
        match ctx.terms.kind(operation.id) {
            Term::Int(id) => by_id.entry(*id).or_default().push((event, operation)),
            _ => return Understood::default(),
        }
    }
    let has_barrier = summary.events.iter().any(|e| matches!(e.kind, EventKind::Barrier { .. }));
    if by_id.keys().any(|&id| !(i128::from(has_barrier)..16).contains(&id)) {
        return Understood::default();
    }
    let all = by_id.len();
    let groups: Vec<Group> = by_id.into_iter().filter_map(|(id, operations)| group(ctx, id, &operations)).collect();
    let mut understood = Understood::default();
    if groups.iter().any(|group| !group.is_meeting()) {
        understood.handshakes = (groups.len() == all).then(|| Handshakes::of(ctx, &groups)).flatten();
        let others = groups.iter().filter(|group| !group.is_meeting() && group.is_full);
        understood.of_handshakes = others.flat_map(|group| group.events.clone()).collect();
    }
    understood.meetings = groups.into_iter().filter(Group::is_meeting).collect();
    understood
}

fn group(ctx: &mut Context, id: i128, operations: &[(usize, NamedBarrier)]) -> Option<Group> {
    let count = operations.first()?.1.count;
    if operations.iter().any(|(_, operation)| operation.count != count) {
        return None;
    }
    let all_wait = operations.iter().all(|(_, operation)| operation.waits);
    let events: Vec<usize> = operations.iter().map(|&(event, _)| event).collect();
    let mut rests_on = Premises::NONE;
    let is_of_all = count.is_none_or(|count| is_of_all(ctx, &events, count, &mut rests_on));
    if all_wait && is_of_all && events.len() == 1 {
        let (members, waits_for_ended) = (Members::All, count.is_some());
        return Some(Group { id, events, members, active: None, all_wait, is_full: true, waits_for_ended, rests_on });
    }
    let count = count.unwrap_or_else(|| threads(ctx));
    let lanes = ctx.summary.launch.lanes;
    let number = match *ctx.terms.kind(count) {
        Term::Int(number) => u32::try_from(number).ok(),
        _ => None,
    };
    let Some(number) = number.filter(|n| (1..=MOST_THREADS).contains(n) && n % lanes == 0) else {
        let (members, waits_for_ended) = (Members::All, true);
        let group = Group { id, events, members, active: None, all_wait, is_full: true, waits_for_ended, rests_on };
        return (all_wait && is_of_all).then_some(group);
    };
    let active = active(ctx, &events, &mut rests_on)?;
    let mut warps: Vec<u32> = active.iter().flat_map(|(_, warps)| warps).copied().collect();
    warps.sort_unstable();
    warps.dedup();
    let held = warps.len() as u32 * lanes;
    let members = Members::Warps(warps);
    let is_full = held == number;
    let active = Some(active);
    (held <= number).then_some(Group {
        id,
        events,
        members,
        active,
        all_wait,
        is_full,
        waits_for_ended: true,
        rests_on,
    })
}

/// True if the count is shown to be the number of threads of the block, in whole warps.
fn is_of_all(ctx: &mut Context, events: &[usize], count: TermId, rests_on: &mut Premises) -> bool {
    let threads = threads(ctx);
    let differs = ctx.terms.ne(count, threads);
    let lanes = ctx.terms.int(i128::from(ctx.summary.launch.lanes));
    let rest = ctx.terms.modulo(threads, lanes);
    let zero = ctx.terms.int(0);
    let in_part = ctx.terms.ne(rest, zero);
    let wrong = ctx.terms.or(&[differs, in_part]);
    events.iter().all(|&event| never(ctx, event, wrong, rests_on))
}

/// The number of threads of a block.
pub(crate) fn threads(ctx: &mut Context) -> TermId {
    let [x, y, z] = ctx.summary.launch.bdim;
    let yz = ctx.terms.mul(y, z);
    ctx.terms.mul(x, yz)
}

/// For each event the warps that may execute it.
fn active(ctx: &mut Context, events: &[usize], rests_on: &mut Premises) -> Option<Vec<(usize, Vec<u32>)>> {
    let launch = ctx.summary.launch;
    let linear = launch.linear_thread(ctx.terms);
    let end = ctx.terms.int(i128::from(MOST_THREADS));
    let beyond = ctx.terms.le(end, linear);
    let mut found: Vec<(usize, Vec<u32>)> = Vec::new();
    for &event in events {
        let guard = ctx.summary.events[event].guard;
        if let Some((_, warps)) = found.iter().find(|(other, _)| ctx.summary.events[*other].guard == guard) {
            found.push((event, warps.clone()));
            continue;
        }
        if !never(ctx, event, beyond, rests_on) {
            return None;
        }
        let mut warps = Vec::new();
        collect(ctx, event, 0..MOST_THREADS / launch.lanes, (&mut warps, rests_on));
        found.push((event, warps));
    }
    Some(found)
}

/// Adds the warps of a range that may execute the event; a part of it of which none does is asked for as a whole.
fn collect(ctx: &mut Context, event: usize, range: Range<u32>, (warps, rests_on): (&mut Vec<u32>, &mut Premises)) {
    let launch = ctx.summary.launch;
    let inside = Members::Warps(range.clone().collect()).contain(ctx.terms, &launch);
    if never(ctx, event, inside, rests_on) {
        return;
    }
    if range.len() <= 1 {
        return warps.push(range.start);
    }
    let middle = range.start + (range.end - range.start) / 2;
    collect(ctx, event, range.start..middle, (&mut *warps, &mut *rests_on));
    collect(ctx, event, middle..range.end, (warps, rests_on));
}

/// True if no thread of which the condition holds executes the event.
pub(crate) fn never(ctx: &mut Context, event: usize, condition: TermId, rests_on: &mut Premises) -> bool {
    let mut pair = ctx.one_thread();
    let guard = ctx.summary.events[event].guard;
    match ctx.single(&mut pair, event, vec![guard, condition], None) {
        Ok(proof) => {
            rests_on.join(&proof.rests_on);
            true
        }
        Err(_) => false,
    }
}
