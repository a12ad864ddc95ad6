//! Contents of a block's shared arrays after prefix sums and reductions: the domain of intervals of summations (Chong
//! et al. 2013, section 4.2).
//!
//! Input: a kernel and the facts that are known of its launch. Output: laws such as "behind this loop element `i` of
//! `s` is the sum of elements 0 to `i` of its contents at the first barrier" ([`wp_summary::ScanLaw`]), each for the
//! block sizes for which it was observed. One block is executed over abstract values for every size, which decides the
//! law for any algorithm: Kogge-Stone, Hillis-Steele, Blelloch, Brent-Kung, with padding or with several elements for
//! each thread. Blocks have one dimension.
//!
//! Exact for executions without misbehaviour up to the place of the law; a proof that uses a law rests on that.
//!
//! `domain` is the domain over which `wp_exec` executes one block, with all threads in lock-step; `interval` holds the
//! abstract values (combinations of neighbouring elements), `memory` and `eval` arrays and expressions over them; `fit`
//! generalises single sizes to one law; this file chooses the sizes and keeps a law only if it holds for every executed
//! size.
//!
//! Deliberately absent: proofs about races or contracts (the laws become axioms in `wp_summary`), and solvers.

mod domain;
mod eval;
mod fit;
mod interval;
mod memory;

use domain::{Launch, Origin, Snapshot, Stop, Summations};
use fit::{Fit, SHAPES};
use interval::Value;
use std::collections::BTreeMap;
use wp_exec::LockStep;
use wp_kir::device::MAX_BLOCK_THREADS;
use wp_kir::{visit, Axis, BarrierScope, Dim, Kernel, ObjectId, Space, StmtKind};
use wp_summary::{Config, ScanLaw, ScanOp, ScanPlace};

wp_base::limits! {
    /// Statements of threads that are executed for one kernel at most.
    const FUEL: u64 = 20_000_000;
}

/// The observations for one block size, or for several at once.
struct Size {
    /// The least and the greatest number of threads.
    threads: (u32, u32),
    snapshots: Vec<Snapshot>,
    origins: BTreeMap<ObjectId, Origin>,
}

impl Size {
    /// True if combining the elements `lo..hi` of an array gives the constant `e`: there are none, or one that was 0 where
    /// intervals begin.
    fn is_constant(&self, origin: ObjectId, op: ScanOp, (lo, hi): (i64, i64), e: u64) -> bool {
        let Some(origin) = self.origins.get(&origin) else { return false };
        match hi - lo {
            0 => op.is_identity(origin.ty, e),
            1 => e == 0 && origin.zeros.binary_search(&lo).is_ok(),
            _ => false,
        }
    }
}

/// The laws of a kernel, for the launches of a configuration.
pub fn laws(kernel: &Kernel, config: &Config) -> Vec<ScanLaw> {
    let block = kernel.required_block.map_or(config.launch.block, |b| b.map(Dim::Known));
    let flat = [Axis::Y, Axis::Z].iter().all(|a| matches!(block[a.index()], Dim::Any | Dim::Known(1)));
    if !flat || !may_scan(kernel) {
        return Vec::new();
    }
    let most = kernel.max_threads.map_or(MAX_BLOCK_THREADS, |n| n.min(MAX_BLOCK_THREADS));
    let mut search = Search { kernel, config, fuel: FUEL.get() };
    match block[0] {
        Dim::Known(n) if n <= most => search.laws(&[n]),
        Dim::Known(_) => Vec::new(),
        Dim::Any => {
            let powers: Vec<u32> = (0..).map(|k| 1 << k).take_while(|&n| n <= most).collect();
            let mut laws = search.laws(&powers);
            search.extend(&mut laws, most);
            laws
        }
    }
}

/// True if there may be a law: the kernel has a barrier, and a shared array that is no single variable.
fn may_scan(kernel: &Kernel) -> bool {
    let mut meets = false;
    visit(&kernel.body, &mut |s| {
        meets |= matches!(s.kind, StmtKind::Barrier { scope: BarrierScope::Block, .. });
    });
    meets && kernel.objects.values().any(|o| o.space == Space::Shared && o.size != Some(o.elem.size()))
}

struct Search<'a> {
    kernel: &'a Kernel,
    config: &'a Config,
    fuel: u64,
}

impl Search<'_> {
    fn laws(&mut self, sizes: &[u32]) -> Vec<ScanLaw> {
        let mut seen = Vec::new();
        for &threads in sizes {
            let Some(size) = self.execute((threads, threads)) else { break };
            seen.push(size);
        }
        let mut keys: Vec<(ScanPlace, ObjectId)> =
            seen.iter().flat_map(|s| s.snapshots.iter().map(|s| (s.place, s.object))).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().flat_map(|(place, object)| laws_at(&seen, place, object)).collect()
    }

    /// Extends laws observed for powers of two to all block sizes from 1 up to the first for which they fail.
    fn extend(&mut self, laws: &mut [ScanLaw], most: u32) {
        let mut open: Vec<&mut ScanLaw> =
            laws.iter_mut().filter(|l| l.lo.per_thread == 0 && l.hi.per_thread == 0).collect();
        let mut least = 1;
        while least <= most && !open.is_empty() {
            let greatest = least.next_power_of_two().min(most);
            let Some(size) = self.execute((least, greatest)) else { return };
            open.retain(|law| holds(law, &size));
            for law in &mut open {
                law.longest = law.longest.max(length(law, greatest));
                law.exact &= is_exact(law, &size);
                law.sizes.extend(least..=greatest);
                law.sizes.sort_unstable();
                law.sizes.dedup();
            }
            least = greatest + 1;
        }
    }

    fn execute(&mut self, threads: (u32, u32)) -> Option<Size> {
        let grid = self.config.launch.grid.map(|d| if let Dim::Known(n) = d { Some(n) } else { None });
        let launch = Launch { threads, grid, scalars: self.config.scalars.clone() };
        let mut domain = Summations::new(self.kernel, &launch);
        let block = domain.threads();
        // What was seen before the execution stopped holds.
        let end = LockStep::new(self.kernel, &mut domain, block, &mut self.fuel).run(&self.kernel.body);
        if end.is_err_and(|stop| stop == Stop::Fuel) {
            return None;
        }
        let origins = self.kernel.objects.ids().filter_map(|o| Some((o, domain.origin(o)?))).collect();
        Some(Size { threads, snapshots: domain.snapshots, origins })
    }
}

/// The laws about an array at a place, the most general first; a law about elements that another law covers is dropped.
fn laws_at(seen: &[Size], place: ScanPlace, object: ObjectId) -> Vec<ScanLaw> {
    let stretch = |law: &ScanLaw| {
        let most = law.sizes.last().copied().unwrap_or(0);
        law.from.at(0, most)..law.to.at(0, most)
    };
    let mut found: Vec<ScanLaw> =
        SHAPES.into_iter().filter_map(|shape| law_of_shape(seen, place, object, shape)).collect();
    found.sort_by_key(|law| std::cmp::Reverse((law.sizes.len(), stretch(law).end - stretch(law).start)));
    let mut laws: Vec<ScanLaw> = Vec::new();
    for law in found {
        let part = stretch(&law);
        let inside = |other: &ScanLaw| stretch(other).start <= part.start && part.end <= stretch(other).end;
        if !laws.iter().any(inside) {
            laws.push(law);
        }
    }
    laws
}

fn law_of_shape(seen: &[Size], place: ScanPlace, object: ObjectId, shape: (bool, bool)) -> Option<ScanLaw> {
    // The greatest sizes decide: in small ones much is the same by chance.
    let mut fits: Vec<(i64, Fit)> = Vec::new();
    let seen_there = seen.iter().rev().filter_map(|s| Some((s, snapshot(s, place, object)?)));
    for (size, snapshot) in seen_there.take(3) {
        let elements: Vec<Value> = snapshot.elements.iter().map(|&(e, _)| stored(e, size)).collect();
        fits.push((
            i64::from(size.threads.1),
            fit::fit(&elements, shape, &|o, op, range, e| size.is_constant(o, op, range, e))?,
        ));
    }
    let (_, last) = fits.first()?;
    let origin = seen.iter().rev().find(|s| snapshot(s, place, object).is_some())?.origins.get(&last.origin)?;
    if seen.len() > 1 && fits.len() < 3 {
        return None;
    }
    let form = |follows: bool, value: fn(&Fit) -> i64| {
        fit::linear(follows, &fits.iter().map(|(n, f)| (*n, value(f))).collect::<Vec<_>>())
    };
    if fits.iter().any(|(_, f)| (f.origin, f.op) != (last.origin, last.op)) {
        return None;
    }
    let mut law = ScanLaw {
        place,
        object,
        origin: last.origin,
        barrier: origin.barrier,
        ty: origin.ty,
        op: last.op,
        from: form(false, |f| f.from)?,
        to: form(false, |f| f.to)?,
        lo: form(shape.0, |f| f.lo.1)?,
        hi: form(shape.1, |f| f.hi.1)?,
        longest: 0,
        covered: true,
        exact: true,
        sizes: Vec::new(),
    };
    let sizes: Vec<&Size> = seen.iter().filter(|s| holds(&law, s)).collect();
    law.longest = sizes.iter().map(|s| length(&law, s.threads.1)).max()?;
    law.exact = sizes.iter().all(|s| is_exact(&law, s));
    law.covered = sizes.iter().all(|s| is_covered(&law, s));
    law.sizes = sizes.iter().map(|s| s.threads.1).collect();
    Some(law)
}

/// The prefix that an element holds; unknown if no thread has stored the element.
fn stored(element: Value, size: &Size) -> Value {
    match element {
        Value::Interval(i) if i.op.is_none() => {
            let covered = size.origins.get(&i.origin).map_or(&[][..], |o| &o.covered);
            match covered.binary_search_by_key(&i.lo, |c| c.0) {
                Ok(_) => element,
                Err(_) => Value::Opaque,
            }
        }
        _ => element,
    }
}

/// The contents of an array at a place; none where a place was visited twice, which would be two moments.
fn snapshot(size: &Size, place: ScanPlace, object: ObjectId) -> Option<&Snapshot> {
    let mut there = size.snapshots.iter().filter(|s| (s.place, s.object) == (place, object));
    there.next().filter(|_| there.next().is_none())
}

/// True if a law holds for all blocks that were executed together.
fn holds(law: &ScanLaw, size: &Size) -> bool {
    let (Some(snapshot), Some(origin)) = (snapshot(size, law.place, law.object), size.origins.get(&law.origin)) else {
        return false;
    };
    let n = size.threads.1;
    let (from, to) = (law.from.at(0, n), law.to.at(0, n));
    // The start of a combination does not matter if all combinations are empty.
    let empty = (from..to).all(|i| law.lo.at(i, n) == law.hi.at(i, n));
    if origin.ty != law.ty || origin.barrier != law.barrier && !empty {
        return false;
    }
    // A smaller block has fewer elements; each must depend only on threads which that block has.
    let several = size.threads.0 < n;
    let grows = law.to.per_thread == 1 && law.to.constant <= 0 && law.from.per_thread == 0;
    let agrees = |index: i64| {
        let Some(&(value, reach)) = snapshot.elements.get(index as usize) else { return false };
        let bounds = (law.lo.at(index, n), law.hi.at(index, n));
        let same = match value {
            Value::Interval(i) => {
                i.origin == law.origin && i.op.is_none_or(|o| o == law.op) && i.step == 1 && (i.lo, i.hi) == bounds
            }
            Value::Known(e) => {
                let of_one = bounds.0 != bounds.1;
                (!of_one || law.is_copy()) && size.is_constant(law.origin, law.op, bounds, e)
            }
            _ => false,
        };
        same && (!several || i64::from(reach) <= index)
    };
    (!several || grows && is_covered(law, size)) && (from..to).all(agrees)
}

/// The elements that a law combines in a block.
fn range(law: &ScanLaw, threads: u32) -> (i64, i64) {
    let (from, to) = (law.from.at(0, threads), law.to.at(0, threads));
    (law.lo.at(from, threads), law.hi.at(to - 1, threads))
}

/// The number of elements that a law combines at most.
fn length(law: &ScanLaw, threads: u32) -> u64 {
    let (lo, hi) = range(law, threads);
    (hi - lo).max(0) as u64
}

/// True if no operation of a law may have wrapped around.
fn is_exact(law: &ScanLaw, size: &Size) -> bool {
    let n = size.threads.1;
    let elements = snapshot(size, law.place, law.object).map_or(&[][..], |s| &s.elements);
    let range = law.from.at(0, n)..law.to.at(0, n);
    range.into_iter().all(|i| match elements.get(i as usize) {
        Some((Value::Interval(i), _)) => i.exact,
        Some((Value::Known(_), _)) => true,
        _ => false,
    })
}

/// True if threads have stored to all elements that a law combines.
fn is_covered(law: &ScanLaw, size: &Size) -> bool {
    let Some(origin) = size.origins.get(&law.origin) else { return false };
    let several = size.threads.0 < size.threads.1;
    let (lo, hi) = range(law, size.threads.1);
    (lo..hi).all(|i| {
        let at = origin.covered.binary_search_by_key(&i, |c| c.0);
        at.is_ok_and(|at| !several || i64::from(origin.covered[at].1) <= i)
    })
}
