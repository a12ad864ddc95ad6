//! Costs by a count over all warps: the interpreter, which knows nothing of terms, executes the launch, every address is
//! logged, and requests are put together and counted from the log with sets of bytes.

use std::collections::{BTreeMap, BTreeSet};
use wp_base::Span;
use wp_interp::{
    run_observed, ConcreteLaunch, Config, End, Inputs, NoteKind, ObservedAccess, Observer, Place, ThreadRef, Value,
};
use wp_kir::{Block, Kernel, LoopId, ObjectId, Space, StmtKind, Type};
use wp_perf::launch::Chosen;
use wp_summary::AccessKind;

/// An access of the source: its place, what it does, and the array.
type Access = (Span, AccessKind, ObjectId);
/// A request: the access, block, warp, iterations, and which time the lane came by.
type Key = (Access, [u32; 3], u64, Vec<(LoopId, u64)>, usize);
/// What is paid, and what it would cost at least.
type Counted = (usize, usize);

/// Collects the addresses of requests.
struct Log {
    block: [u32; 3],
    requests: BTreeMap<Key, BTreeMap<u64, i64>>,
}

impl Observer for Log {
    fn watches(&self, _: ThreadRef) -> bool {
        true
    }
    fn head(&mut self, _: &Place) {}
    fn access(&mut self, at: &Place, access: &ObservedAccess) {
        let [x, y, z] = at.thread.thread.map(u64::from);
        let [dx, dy, _] = self.block.map(u64::from);
        let linear = x + dx * (y + dy * z);
        let kind = match access.kind {
            wp_interp::AccessKind::Read => AccessKind::Read,
            wp_interp::AccessKind::Write => AccessKind::Write,
            wp_interp::AccessKind::Atomic => AccessKind::Atomic,
        };
        let mut key = ((access.span, kind, access.object), at.thread.block, linear / 32, at.loops.clone(), 0);
        while self.requests.get(&key).is_some_and(|lanes| lanes.contains_key(&(linear % 32))) {
            key.4 += 1;
        }
        self.requests.entry(key).or_default().insert(linear % 32, access.offset);
    }
}

/// What a request costs, counted byte by byte.
fn count(lanes: &BTreeMap<u64, i64>, width: u64, space: Space) -> Counted {
    let bytes = |lanes: &mut dyn Iterator<Item = i64>| -> BTreeSet<i64> {
        lanes.flat_map(|at| (0..width as i64).map(move |i| at + i)).collect()
    };
    if space == Space::Global {
        let all = bytes(&mut lanes.values().copied());
        let sectors: BTreeSet<i64> = all.iter().map(|b| b >> 5).collect();
        return (sectors.len(), all.len().div_ceil(32));
    }
    let at_once = 128 / width.clamp(4, 16);
    let parts = (0..32 / at_once).map(|part| {
        let part = bytes(&mut lanes.iter().filter(|(l, _)| **l / at_once == part).map(|(_, at)| *at));
        let words: BTreeSet<i64> = part.iter().map(|b| b >> 2).collect();
        (0..32).map(|bank| words.iter().filter(|w| **w & 31 == bank).count()).max().unwrap_or(0)
    });
    (parts.max().unwrap_or(0), 1)
}

fn rank((paid, least): Counted) -> (usize, usize) {
    (paid - least, paid)
}

/// How many statements of the kernel make an access: more than it has scalars are copies of inlined functions, of which the log
/// does not tell which.
fn count_statements(block: &Block, out: &mut BTreeMap<(Span, AccessKind), u64>) {
    for stmt in block {
        let kind = match &stmt.kind {
            StmtKind::Load { .. } => AccessKind::Read,
            StmtKind::Store { .. } => AccessKind::Write,
            StmtKind::Atomic { .. } => AccessKind::Atomic,
            StmtKind::If { then_block, else_block, .. } => {
                count_statements(then_block, out);
                count_statements(else_block, out);
                continue;
            }
            StmtKind::Loop { head, body, step, .. } => {
                [head, body, step].into_iter().for_each(|b| count_statements(b, out));
                continue;
            }
            StmtKind::Labelled { body, .. } => {
                count_statements(body, out);
                continue;
            }
            _ => continue,
        };
        *out.entry((stmt.span, kind)).or_default() += 1;
    }
}

/// How many accesses were compared.
#[derive(Default, Debug)]
pub struct Compared {
    /// All that have a cost.
    pub sites: usize,
    /// Those that are dearer than they must be.
    pub dear: usize,
    /// Those that are certainly made, so that every warp was found to pay exactly what was computed.
    pub exact: usize,
    /// Those that have no cost.
    pub obstacles: usize,
}

impl Compared {
    /// Both together.
    pub fn and(&self, other: &Compared) -> Compared {
        Compared {
            sites: self.sites + other.sites,
            dear: self.dear + other.dear,
            exact: self.exact + other.exact,
            obstacles: self.obstacles + other.obstacles,
        }
    }
}

/// Compares the costs of all accesses of a kernel with those of a run; `None` for a run that does not come to its
/// end, or whose arithmetic is undefined.
pub fn compare(kernel: &Kernel, chosen: &Chosen, fuel: u64) -> Option<Compared> {
    let (block, grid) = (chosen.frame.block, chosen.frame.grid);
    let mut inputs = Inputs::default();
    for (id, param) in kernel.params.iter().filter(|(_, p)| matches!(p.ty, Type::Int { .. })) {
        let value = chosen.summary.params.get(&id).and_then(|t| chosen.terms.as_int(*t));
        inputs.params.insert(id, Value::Int(value.unwrap_or_else(|| panic!("{} has a value", param.name))));
    }
    let config = Config { races: false, check_bounds: false, fuel, ..Config::default() };
    let mut log = Log { block, requests: BTreeMap::new() };
    let outcome = run_observed(kernel, &ConcreteLaunch { block, grid, offset: [0; 3] }, &inputs, &config, &mut log);
    // Costs are those of arithmetic that is defined.
    let undefined = |kind| matches!(kind, NoteKind::SignedOverflow | NoteKind::DivisionByZero);
    if outcome.end != End::Completed || outcome.notes.iter().any(|note| undefined(note.kind)) {
        return None;
    }
    let (mut statements, mut several) = (BTreeMap::new(), BTreeSet::new());
    count_statements(&kernel.body, &mut statements);
    for site in &chosen.sites {
        let whole = kernel.requests.get(&site.span).is_some_and(|w| *w == site.width && *w > site.scalar);
        let parts = if whole { site.width / site.scalar } else { 1 };
        if statements.get(&(site.span, site.kind)) != Some(&parts) {
            several.insert((site.span, site.kind));
        }
    }
    let mut compared = Compared::default();
    for site in chosen.sites.iter().filter(|s| !several.contains(&(s.span, s.kind))) {
        let what = || format!("{kernel}\nblock {block:?} grid {grid:?} {:?} {site:?}", inputs.params);
        let Ok(cost) = &site.cost else {
            compared.obstacles += 1;
            continue;
        };
        let space = kernel.objects[site.object].space;
        let mut by_warp: BTreeMap<u64, Counted> = BTreeMap::new();
        let mut at_worst = None;
        // Of a value of several scalars the first stands for all.
        let parts = (site.width / site.scalar) as usize;
        let own = |k: &Key| k.0 == (site.span, site.kind, site.object) && k.4 % parts == 0;
        for (key, lanes) in log.requests.iter().filter(|(k, _)| own(k)) {
            let counted = count(lanes, site.width, space);
            let slot = by_warp.entry(key.2).or_insert(counted);
            if rank(counted) > rank(*slot) {
                *slot = counted;
            }
            let named = cost.as_ref().is_some_and(|c| c.worst.block == key.1 && u64::from(c.worst.warp) == key.2);
            at_worst = at_worst.max(named.then_some(rank(counted)));
        }
        let computed: BTreeMap<u64, Counted> = cost.as_ref().map_or_else(BTreeMap::new, |c| {
            let paid = c.by_warp.iter().enumerate();
            paid.filter_map(|(w, c)| c.map(|c| (w as u64, (c.paid as usize, c.least as usize)))).collect()
        });
        let worst = cost.as_ref().map(|c| rank((c.worst.charge.paid as usize, c.worst.charge.least as usize)));
        if cost.as_ref().is_none_or(|c| c.certain) {
            assert_eq!(computed, by_warp, "{}", what());
            assert_eq!(worst, by_warp.values().map(|c| rank(*c)).max(), "{}", what());
            assert_eq!(worst, at_worst, "the warp that is named pays it: {}", what());
            compared.exact += 1;
        }
        // Where it is not known whether requests are made, none that is made costs more.
        for (warp, counted) in &by_warp {
            let most = computed.get(warp).map(|c| rank(*c));
            assert!(most >= Some(rank(*counted)), "warp {warp} pays {counted:?}: {}", what());
        }
        compared.sites += 1;
        compared.dear += usize::from(worst.is_some_and(|w| w.0 > 0));
    }
    Some(compared)
}
