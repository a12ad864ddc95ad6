//! The bounded records against a log of all accesses, on random access sequences.

use super::*;
use crate::code::Site;
use crate::random::mix;
use crate::value::Ty;
use std::collections::BTreeSet;
use wp_base::Span;
use wp_kir::MemOrder;

const KINDS: [SiteKind; 5] = [
    SiteKind::Read,
    SiteKind::Write,
    SiteKind::Read,
    SiteKind::Atomic { block_only: false },
    SiteKind::Atomic { block_only: true },
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = mix(self.0, 5);
        self.0 % n
    }
}

/// One access to the cell, or a passed warp barrier of the warp `thread / 32`.
struct Event {
    access: Access,
    grid_epoch: u32,
    log: Vec<WarpSync>,
}

/// Blocks run one after the other; some intervals end with a grid barrier.
fn events(random: &mut Random, warps: bool) -> Vec<Event> {
    let mut all = Vec::new();
    let (mut epoch, mut grid_epoch) = (0, 0);
    for _ in 0..1 + random.below(2) {
        for block in 0..1 + random.below(4) as u32 {
            for _ in 0..1 + random.below(3) {
                epoch += 1;
                let mut logs: [Vec<WarpSync>; 2] = [Vec::new(), Vec::new()];
                for _ in 0..random.below(9) {
                    let lane = random.below(4) as u32;
                    let thread = lane + 32 * random.below(2) as u32;
                    let log = &mut logs[thread as usize / 32];
                    if warps && random.below(4) == 0 {
                        log.push(WarpSync { mask: u128::from(1 + random.below(15)), fence: Fence::ALL });
                        continue;
                    }
                    let site = random.below(KINDS.len() as u64) as u32;
                    let access = Access {
                        site,
                        kind: KINDS[site as usize],
                        thread,
                        block,
                        epoch,
                        warp_time: log.len() as u32,
                        time: 0,
                        changed: true,
                        value: 0,
                        start: -(random.below(2) as i64),
                        own: None,
                    };
                    all.push(Event { access, grid_epoch, log: log.clone() });
                }
            }
        }
        grid_epoch = epoch + 1;
    }
    all
}

fn sites() -> Vec<Site> {
    let strong = |kind| matches!(kind, SiteKind::Atomic { .. });
    let site = |&kind| {
        let (span, order) = (Span::NONE, MemOrder::Unstated);
        Site { span, kind, ty: Ty::U32, strong: strong(kind), order, target: None, request: 4, before: 0 }
    };
    KINDS.iter().map(site).collect()
}

fn rules<'a>(kinds: &'a [Site], event: &'a Event, per_thread: bool) -> Rules<'a> {
    Rules {
        kinds,
        strong_accesses_agree: false,
        grid_epoch: event.grid_epoch,
        benign: false,
        per_thread,
        inter_block: true,
        space: Space::Global,
        warp: 32,
        lock: None,
        atomic_races: AtomicRaces::default(),
        log: &event.log,
        known: None,
    }
}

/// The definition, over all pairs of the log.
fn all_races(events: &[Event], kinds: &[Site]) -> BTreeSet<(u32, u32, bool)> {
    let mut found = BTreeSet::new();
    for (n, new) in events.iter().enumerate() {
        let rules = rules(kinds, new, true);
        for old in &events[..n] {
            let (a, b) = (&old.access, &new.access);
            let same_block = a.block == b.block;
            let record = Record {
                site: a.site,
                thread: a.thread,
                block: a.block,
                epoch: a.epoch,
                warp_time: a.warp_time,
                time: 0,
                changed: true,
                value: 0,
                start: a.start,
                next: 0,
            };
            let ordered = a.epoch < new.grid_epoch
                || same_block && (a.thread == b.thread || a.epoch != b.epoch || rules.warp_ordered(&record, b));
            if !ordered && rules.conflict(&record, b, same_block) {
                found.insert((a.site.min(b.site), a.site.max(b.site), same_block));
            }
        }
    }
    found
}

#[test]
fn bounded_records_find_exactly_the_races_of_the_log() {
    let kinds = sites();
    for warps in [false, true] {
        for seed in 0..4000 {
            let events = events(&mut Random(seed), warps);
            let mut shadow = Shadow::new(4);
            let mut head = 0;
            let mut found = BTreeSet::new();
            for event in &events {
                let new = event.access;
                shadow.access(&mut head, &new, &rules(&kinds, event, warps), |old| {
                    found.insert((old.site.min(new.site), old.site.max(new.site), old.block == new.block));
                });
            }
            assert_eq!(found, all_races(&events, &kinds), "warps {warps}, seed {seed}");
        }
    }
}

#[test]
fn lists_stay_short_without_warp_barriers() {
    let kinds = sites();
    let mut shadow = Shadow::new(4);
    let mut head = 0;
    for n in 0..10_000u32 {
        let access = Access {
            site: n % 3,
            kind: KINDS[n as usize % 3],
            thread: n % 97,
            block: n / 500,
            epoch: n / 100,
            warp_time: 0,
            time: 0,
            changed: true,
            value: 0,
            start: 0,
            own: None,
        };
        let event = Event { access, grid_epoch: 0, log: Vec::new() };
        shadow.access(&mut head, &access, &rules(&kinds, &event, false), |_| {});
    }
    assert!(shadow.records.len() <= 3 * 8, "{}", shadow.records.len());
}
