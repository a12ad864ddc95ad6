//! The launch that notes are about.
//!
//! Options, host code and preconditions fix some values; a few usual launches are tried in a fixed order for the
//! others: the first that contradicts no precondition and in which no warp exceeds an array is chosen. Figures are
//! exact for the chosen launch, and every note names the assumed values.

use crate::evaluate::{items, Frame, Obstacle};
use crate::sites::{sites, Site};
use std::collections::{BTreeMap, BTreeSet};
use wp_kir::device::MAX_BLOCK_THREADS;
use wp_kir::{Dim, Kernel, Launch, ParamId, Type};
use wp_logic::{Term, TermId, Terms};
use wp_summary::{summarise, Config, EventKind, Summary};

/// Values of integer arguments that are not given, in the order of the trials.
const SCALARS: [i128; 8] = [1024, 256, 64, 32, 16, 4, 1, 0];
/// Blocks along an axis that is not given.
const BLOCKS: u32 = 4;
/// Extents of blocks along axes that are not given, in the order of the trials.
const LINES: [&[u32]; 6] = [&[256], &[128], &[64], &[32], &[512], &[1024]];
const PLANES: [&[u32]; 5] = [&[32, 8], &[16, 16], &[32, 32], &[8, 8], &[4, 4]];
const SPACES: [&[u32]; 3] = [&[8, 8, 4], &[4, 4, 4], &[32, 4, 4]];
wp_base::limits! {
    /// Summaries that are made for trials.
    const MOST_SUMMARIES: usize = 64;
}

/// A launch with the summary of the kernel for it.
#[derive(Debug)]
pub struct Chosen {
    /// Terms of the summaries.
    pub terms: Terms,
    /// The summary for the launch.
    pub summary: Summary,
    /// The launch.
    pub frame: Frame,
    /// Accesses and their costs.
    pub sites: Vec<Site>,
    /// Integer arguments: name and value; those that were assumed by themselves.
    pub assumed: Vec<(ParamId, i128)>,
    /// True if extents of the block were assumed.
    pub block_assumed: bool,
    /// True if extents of the grid were assumed.
    pub grid_assumed: bool,
    /// The summary of the launch as it was given, for formulas.
    pub general: Summary,
    /// Terms of that summary.
    pub general_terms: Terms,
}

/// The extents and arguments that are not given.
struct Open {
    block: [bool; 3],
    grid: [bool; 3],
    scalars: Vec<ParamId>,
}

/// Values that are tried: extents of the block along axes that are not given, and one for scalars.
struct Guess {
    shape: &'static [u32],
    value: i128,
}

impl Chosen {
    /// The launch for a kernel, given the known facts in the configuration.
    pub fn find(kernel: &Kernel, config: &Config) -> Result<Self, Obstacle> {
        let mut general_terms = Terms::new();
        let general = summarise(kernel, &mut general_terms, config);
        if general.incomplete.is_some() {
            return Err(Obstacle::Summary);
        }
        let (_, open) = fixed(kernel, config, &general_terms, &general);
        let mut best: Option<Chosen> = None;
        let mut left = MOST_SUMMARIES.get();
        for guess in guesses(&open) {
            let Some((trial, mut terms, summary)) =
                guess.complete(kernel, config, (&general_terms, &general), &mut left)?
            else {
                continue;
            };
            let extents = |dims: [Dim; 3]| dims.map(|d| if let Dim::Known(n) = d { n } else { 1 });
            let frame = Frame::new(&summary, extents(trial.launch.block), extents(trial.launch.grid));
            let sites = sites(kernel, &mut terms, &summary, &frame);
            let fits = fits(kernel, &sites);
            if !fits && best.is_some() {
                continue;
            }
            let assumed = open.scalars.iter().filter_map(|p| trial.scalars.get(p).map(|v| (*p, *v))).collect();
            best = Some(Chosen {
                terms,
                summary,
                frame,
                sites,
                assumed,
                block_assumed: open.block.contains(&true),
                grid_assumed: open.grid.contains(&true),
                general: general.clone(),
                general_terms: general_terms.clone(),
            });
            if fits {
                break;
            }
        }
        best.ok_or(Obstacle::Launch)
    }

    /// The event of the launch as given that a site stands for.
    pub fn general_event(&self, site: &Site) -> Option<&wp_summary::Event> {
        self.general.events.iter().find(|e| {
            e.span == site.span
                && matches!(&e.kind, EventKind::Access(a) if a.object == site.object && a.width == site.scalar
                    && site.kind.covers(a.mode))
        })
    }

    /// The assumed arguments on which terms of the general summary depend.
    pub fn assumed_in(&self, roots: &[TermId]) -> Vec<(ParamId, i128)> {
        let apps: BTreeSet<TermId> = self.general_terms.apps(roots).into_iter().collect();
        let occurs = |p: &ParamId| self.general.params.get(p).is_some_and(|t| apps.contains(t));
        self.assumed.iter().filter(|(p, _)| occurs(p)).copied().collect()
    }
}

/// True if no request reaches further than its array is large.
fn fits(kernel: &Kernel, sites: &[Site]) -> bool {
    sites.iter().all(|site| match (&site.cost, kernel.objects[site.object].size) {
        (Ok(Some(cost)), Some(size)) => cost.reach <= i128::from(size),
        _ => true,
    })
}

/// The values that are fixed, by preconditions too, and those that are not.
fn fixed(kernel: &Kernel, config: &Config, terms: &Terms, general: &Summary) -> (Config, Open) {
    let mut fixed = config.clone();
    let pins = pins(terms, general);
    let value = |t: TermId| terms.as_int(t).or_else(|| pins.get(&t).copied());
    let mut open = Open { block: [false; 3], grid: [false; 3], scalars: Vec::new() };
    for axis in 0..3 {
        let fix = |dim: &mut Dim, term: TermId, open: &mut bool| match value(term)
            .and_then(|n| u32::try_from(n).ok())
            .filter(|n| *n > 0)
        {
            Some(n) => *dim = Dim::Known(n),
            None => *open = true,
        };
        fix(&mut fixed.launch.block[axis], general.launch.bdim[axis], &mut open.block[axis]);
        fix(&mut fixed.launch.grid[axis], general.launch.gdim[axis], &mut open.grid[axis]);
        fixed.launch.offset[axis] = match config.launch.offset[axis] {
            Dim::Known(n) => Dim::Known(n),
            Dim::Any => Dim::Known(0),
        };
    }
    for (id, param) in kernel.params.iter().filter(|(_, p)| matches!(p.ty, Type::Int { .. })) {
        match general.params.get(&id).and_then(|t| value(*t)) {
            Some(v) if param.ty.int_range().is_some_and(|(lo, hi)| (lo..=hi).contains(&v)) => {
                fixed.scalars.insert(id, v);
            }
            _ => open.scalars.push(id),
        }
    }
    (fixed, open)
}

/// The conjuncts of preconditions outside of loops.
fn conjuncts(terms: &Terms, summary: &Summary) -> Vec<TermId> {
    let facts = summary.facts.iter().filter(|f| f.loops.is_empty()).flat_map(|f| match terms.kind(f.term) {
        Term::And(items) => items.to_vec(),
        _ => vec![f.term],
    });
    facts.collect()
}

/// Symbols that preconditions set to a number: `c * symbol == n`.
fn pins(terms: &Terms, general: &Summary) -> BTreeMap<TermId, i128> {
    let mut pins = BTreeMap::new();
    for fact in conjuncts(terms, general) {
        let Term::Eq(a, b) = terms.kind(fact) else { continue };
        let (Term::Int(n), (0, items)) = (terms.kind(*b), items(terms, *a)) else { continue };
        if let [(c, symbol)] = items[..] {
            if n % c == 0 {
                pins.insert(symbol, n / c);
            }
        }
    }
    pins
}

/// The values to be tried.
fn guesses(open: &Open) -> Vec<Guess> {
    let shapes: &[&'static [u32]] = match open.block.iter().filter(|o| **o).count() {
        0 => &[&[]],
        1 => &LINES,
        2 => &PLANES,
        _ => &SPACES,
    };
    let values: &[i128] = if open.scalars.is_empty() { &SCALARS[..1] } else { &SCALARS };
    values.iter().flat_map(|&value| shapes.iter().map(move |&shape| Guess { shape, value })).collect()
}

impl Guess {
    /// A launch with its summary, from the given values, the extents of the block and the values of scalars; values
    /// that preconditions determine are computed. `None` if that is no launch.
    fn complete(
        &self,
        kernel: &Kernel,
        config: &Config,
        (general_terms, general): (&Terms, &Summary),
        left: &mut usize,
    ) -> Result<Option<(Config, Terms, Summary)>, Obstacle> {
        let mut trial = config.clone();
        let mut known = Some((general_terms.clone(), general.clone()));
        loop {
            let (terms, summary) = match known.take() {
                Some(known) => known,
                None => {
                    let Some(rest) = left.checked_sub(1) else { return Ok(None) };
                    *left = rest;
                    let mut terms = Terms::new();
                    let summary = summarise(kernel, &mut terms, &trial);
                    (terms, summary)
                }
            };
            if summary.incomplete.is_some() {
                return Err(Obstacle::Summary);
            }
            if summary.facts.iter().any(|f| matches!(terms.kind(f.term), Term::Bool(false))) {
                return Ok(None);
            }
            let (fixed, open) = fixed(kernel, &trial, &terms, &summary);
            // Values that were not fixed before, so that the summary does not contain them.
            let news = fixed.scalars != trial.scalars || fixed.launch != trial.launch;
            trial = fixed;
            if !self.assume(kernel, &mut trial, &open, &terms, &summary) && !news {
                return Ok(is_possible(kernel, trial.launch).then_some((trial, terms, summary)));
            }
        }
    }

    /// Assumes values for open quantities; of quantities that preconditions relate by equations only the first one,
    /// because the others may follow from it. True if there was one.
    fn assume(&self, kernel: &Kernel, trial: &mut Config, open: &Open, terms: &Terms, summary: &Summary) -> bool {
        let facts = conjuncts(terms, summary).into_iter().filter(|f| matches!(terms.kind(*f), Term::Eq(..)));
        let related: BTreeSet<TermId> = terms.apps(&facts.collect::<Vec<_>>()).into_iter().collect();
        let mut any = false;
        let mut shape = self.shape.iter();
        for axis in (0..3).filter(|&axis| open.block[axis]) {
            trial.launch.block[axis] = Dim::Known(shape.next().copied().unwrap_or(1));
            any = true;
        }
        let in_equations = |p: &ParamId| summary.params.get(p).is_some_and(|t| related.contains(t));
        let (bound, free): (Vec<ParamId>, Vec<ParamId>) = open.scalars.iter().partition(|p| in_equations(p));
        let first = if any || !free.is_empty() { None } else { bound.first().copied() };
        for p in free.into_iter().chain(first) {
            let (lo, hi) = kernel.params[p].ty.int_range().unwrap_or((0, 0));
            trial.scalars.insert(p, self.value.clamp(lo, hi));
            any = true;
        }
        for axis in (0..3).filter(|&axis| open.grid[axis]) {
            if !any || !related.contains(&summary.launch.gdim[axis]) {
                trial.launch.grid[axis] = Dim::Known(BLOCKS);
                any = true;
            }
        }
        any
    }
}

/// True if a block has no more threads than it may.
fn is_possible(kernel: &Kernel, launch: Launch) -> bool {
    let most = u64::from(kernel.max_threads.map_or(MAX_BLOCK_THREADS, |n| n.min(MAX_BLOCK_THREADS)));
    let threads = launch.block.iter().map(|d| if let Dim::Known(n) = d { u64::from(*n) } else { 1 });
    threads.product::<u64>() <= most
}
