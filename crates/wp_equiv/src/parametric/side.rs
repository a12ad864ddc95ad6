//! One kernel of a pair: its summary, with the symbols that both kernels share.

use crate::pair::{Binding, Pairing};
use crate::report::Reason;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_engine::Options;
use wp_kir::{BarrierScope, Kernel, ObjectId, Space, Type};
use wp_logic::{Class, FuncId, Renaming, Sort, Term, TermId, Terms};
use wp_summary::{summarise, Access, AccessMode, Config, Contents, EventKind, LoopPolicy, Summary};

/// A thread: `threadIdx` and `blockIdx`.
pub(super) type Coordinates = [[TermId; 3]; 2];

/// A kernel whose values can be followed.
pub(super) struct Side<'a> {
    pub number: usize,
    pub kernel: &'a Kernel,
    pub summary: Summary,
    /// What its symbols of launch and parameters are in the first kernel.
    shared: FxHashMap<TermId, TermId>,
    /// What its functions are in the first kernel.
    functions: FxHashMap<FuncId, FuncId>,
    /// Equations between constant extents and those of the first kernel.
    pub equations: Vec<TermId>,
}

/// An access with its place among the events.
#[derive(Clone, Copy)]
pub(super) struct Store<'s> {
    pub at: usize,
    pub access: &'s Access,
    pub guard: TermId,
    pub value: TermId,
}

impl<'a> Side<'a> {
    pub fn new(
        number: usize,
        kernel: &'a Kernel,
        binding: &Binding,
        options: &Options,
        terms: &mut Terms,
    ) -> Result<Self, Reason> {
        let mut config = Config::new(options.launch);
        config.policy = LoopPolicy::UnrollFirst;
        config.contents = Contents::All;
        config.unused_dims_are_one = options.grants("unused-dims");
        config.launch_bounds = options.grants("launch-bounds");
        for (&param, &cell) in &binding.scalars {
            let unsigned = matches!(kernel.params[param].ty, Type::Int { signed: false, .. } | Type::Bool);
            config.scalars.insert(param, if unsigned { i128::from(cell) } else { i128::from(cell as i64) });
        }
        let summary = summarise(kernel, terms, &config);
        let side = Side {
            number,
            kernel,
            summary,
            shared: FxHashMap::default(),
            functions: FxHashMap::default(),
            equations: Vec::new(),
        };
        side.admit(terms)?;
        Ok(side)
    }

    pub fn reason(&self, at: Option<usize>, what: &str) -> Reason {
        let span = at.map_or(self.kernel.span, |at| self.summary.events[at].span);
        let text = format!("the values of `{}` cannot be followed for every launch: {what}", self.kernel.name);
        Reason { code: "value-chase", text, place: Some((self.number, span)) }
    }

    /// Whether the summary is exact and of a form that the chase understands.
    fn admit(&self, terms: &Terms) -> Result<(), Reason> {
        let s = &self.summary;
        if let Some(what) = &s.incomplete {
            return Err(self.reason(None, what));
        }
        if let Some((what, _)) = s.approximations.first() {
            return Err(self.reason(None, what));
        }
        if let Some(l) = s.loops.values().next() {
            return Err(Reason { place: Some((self.number, l.span)), ..self.reason(None, "a loop is not unrolled") });
        }
        if !s.unresolved_reads.is_empty() || !s.unresolved_writes.is_empty() {
            return Err(self.reason(None, "a pointer is not resolved"));
        }
        for (at, event) in s.events.iter().enumerate() {
            let refuse = |what| Err(self.reason(Some(at), what));
            match &event.kind {
                EventKind::Access(access) => {
                    if !access.exact {
                        return refuse("an address is not exact");
                    }
                    if let AccessMode::Atomic(_) = access.mode {
                        return refuse("an atomic operation");
                    }
                    let mut known = vec![event.guard, access.offset];
                    // What is read and never used may be anything.
                    if access.mode == AccessMode::Write {
                        known.extend(access.value);
                    }
                    if known.iter().any(|&t| !self.knows(terms, t)) {
                        return refuse("a value, an address or a guard that is not known");
                    }
                }
                EventKind::Barrier { scope: BarrierScope::Block, .. } | EventKind::Assert { .. } => {}
                EventKind::Barrier { .. } => return refuse("a barrier of another scope than the block"),
                EventKind::Invalid { .. } => return refuse("an access that is invalid"),
                EventKind::Unsupported(what) => return refuse(what),
            }
        }
        Ok(())
    }

    /// Whether every symbol in a term is an identifier, an extent, a parameter, contents of global memory, a pure function, or
    /// something read from shared memory.
    fn knows(&self, terms: &Terms, t: TermId) -> bool {
        let l = &self.summary.launch;
        let symbols: BTreeSet<TermId> = [l.tid, l.bid, l.bdim, l.gdim, l.offset]
            .into_iter()
            .flatten()
            .chain(self.summary.params.values().copied())
            .collect();
        terms.apps(&[t]).into_iter().all(|app| match terms.kind(app) {
            Term::App(f, args) => {
                let contents = self.summary.contents.get(f).map(|(o, _)| self.kernel.objects[*o].space);
                match contents {
                    Some(space) => matches!(space, Space::Global | Space::Constant),
                    None => {
                        symbols.contains(&app)
                            || self.summary.shared_reads.contains(f)
                            || self.is_pure(terms, *f, args.len())
                    }
                }
            }
            _ => true,
        })
    }

    /// A function of integers may mean another one at another type, and its name does not say so: only those with results that
    /// are no integers are known by their names.
    fn is_pure(&self, terms: &Terms, f: FuncId, arguments: usize) -> bool {
        let info = terms.func_info(f);
        arguments > 0
            && info.class == Class::Launch
            && info.result != Sort::Int
            && !self.summary.contents.contains_key(&f)
    }

    /// Names launch, parameters, inputs and pure functions as the first kernel does.
    pub fn speak_as(&mut self, first: &Side, pairing: &Pairing, terms: &mut Terms) {
        let (own, other) = (self.summary.launch, first.summary.launch);
        for (mine, theirs) in [(own.bdim, other.bdim), (own.gdim, other.gdim), (own.offset, other.offset)] {
            for (mine, theirs) in mine.into_iter().zip(theirs) {
                match terms.kind(mine) {
                    Term::App(..) => drop(self.shared.insert(mine, theirs)),
                    _ => self.equations.push(terms.eq(mine, theirs)),
                }
            }
        }
        for scalar in &pairing.scalars {
            let [Some(p), Some(q)] = scalar.params else { continue };
            if let (Some(&theirs), Some(&mine)) = (first.summary.params.get(&p), self.summary.params.get(&q)) {
                if matches!(terms.kind(mine), Term::App(..)) {
                    self.shared.insert(mine, theirs);
                }
            }
        }
        let arrays: BTreeMap<ObjectId, ObjectId> =
            pairing.arrays.iter().map(|a| (a.objects[1], a.objects[0])).collect();
        for (&mine, (object, ty)) in &self.summary.contents {
            let counterpart = arrays.get(object).and_then(|o| {
                let same = |(_, (p, t)): &(&FuncId, &(ObjectId, Type))| p == o && t == ty;
                first.summary.contents.iter().find(same).map(|(f, _)| *f)
            });
            if let Some(theirs) = counterpart {
                self.functions.insert(mine, theirs);
            }
        }
        let (theirs, mine) = (first.pure_functions(terms), self.pure_functions(terms));
        for f in mine {
            let info = terms.func_info(f);
            let same = theirs.iter().find(|g| {
                let other = terms.func_info(**g);
                (&other.name, &other.args, other.result) == (&info.name, &info.args, info.result)
            });
            if let Some(&g) = same {
                self.functions.insert(f, g);
            }
        }
    }

    fn pure_functions(&self, terms: &Terms) -> BTreeSet<FuncId> {
        let stores = self.summary.events.iter().filter_map(|e| match &e.kind {
            EventKind::Access(a) => Some([Some(e.guard), Some(a.offset), a.value]),
            _ => None,
        });
        let roots: Vec<TermId> = stores.flatten().flatten().collect();
        let apps = terms.apps(&roots);
        let pure = apps.into_iter().filter_map(|app| match terms.kind(app) {
            Term::App(f, args) if self.is_pure(terms, *f, args.len()) => Some(*f),
            _ => None,
        });
        pure.collect()
    }

    /// A term of the generic thread, for a thread of these coordinates, with the shared symbols.
    pub fn at(&self, terms: &mut Terms, t: TermId, thread: Coordinates) -> TermId {
        let mut map = self.shared.clone();
        let own = [self.summary.launch.tid, self.summary.launch.bid];
        for (mine, theirs) in own.into_iter().flatten().zip(thread.into_iter().flatten()) {
            if matches!(terms.kind(mine), Term::App(..)) {
                map.insert(mine, theirs);
            }
        }
        let t = terms.rename(t, &mut Renaming::of(self.functions.clone()));
        terms.substitute(t, &map)
    }

    /// That a thread of these coordinates exists.
    pub fn exists(&self, terms: &mut Terms, thread: Coordinates) -> Vec<TermId> {
        let l = self.summary.launch;
        let mut conditions = Vec::new();
        let zero = terms.int(0);
        for (own, extents, given) in [(l.tid, l.bdim, thread[0]), (l.bid, l.gdim, thread[1])] {
            for axis in 0..3 {
                let extent = self.at(terms, extents[axis], thread);
                conditions.push(terms.le(zero, given[axis]));
                conditions.push(terms.lt(given[axis], extent));
                if !matches!(terms.kind(own[axis]), Term::App(..)) {
                    conditions.push(terms.eq(own[axis], given[axis]));
                }
            }
        }
        conditions
    }

    /// What a thread of these coordinates knows at an event.
    pub fn facts(&self, terms: &mut Terms, at: usize, thread: Coordinates) -> Vec<TermId> {
        let facts: Vec<TermId> = self.summary.facts_at(at, &[]).collect();
        let mut facts: Vec<TermId> = facts.into_iter().map(|t| self.at(terms, t, thread)).collect();
        facts.extend(&self.equations);
        facts
    }

    /// What holds whatever the thread.
    pub fn launch_facts(&self, terms: &mut Terms, thread: Coordinates) -> Vec<TermId> {
        let l = self.summary.launch;
        let own: BTreeSet<TermId> = [l.tid, l.bid].into_iter().flatten().collect();
        let facts: Vec<TermId> = self.summary.facts_at(0, &[]).collect();
        let general = facts.into_iter().filter(|&t| terms.apps(&[t]).iter().all(|app| !own.contains(app)));
        let general: Vec<TermId> = general.collect();
        let mut facts: Vec<TermId> = general.into_iter().map(|t| self.at(terms, t, thread)).collect();
        facts.extend(&self.equations);
        facts
    }

    /// The stores to an object, in program order.
    pub fn stores(&self, object: ObjectId) -> Result<Vec<Store<'_>>, Reason> {
        let mut stores = Vec::new();
        for (at, event) in self.summary.events.iter().enumerate() {
            let EventKind::Access(access) = &event.kind else { continue };
            if access.object == object && access.mode == AccessMode::Write {
                let value = access.value.ok_or_else(|| self.reason(Some(at), "a pointer is stored"))?;
                stores.push(Store { at, access, guard: event.guard, value });
            }
        }
        Ok(stores)
    }

    /// All accesses to an object have one size, and are aligned to it.
    pub fn uniform(&self, terms: &mut Terms, object: ObjectId) -> Result<(), Reason> {
        let mut width = None;
        for (at, event) in self.summary.events.iter().enumerate() {
            let EventKind::Access(access) = &event.kind else { continue };
            if access.object != object {
                continue;
            }
            let size = terms.int(i128::from(access.width));
            let rest = terms.modulo(access.offset, size);
            if *width.get_or_insert(access.width) != access.width || terms.as_int(rest) != Some(0) {
                return Err(self.reason(Some(at), "elements of several sizes"));
            }
        }
        Ok(())
    }
}
