//! Traversal: subterms, substitution and renaming. Nothing here recurses, so deep terms are harmless.

use crate::{FuncId, Term, TermId, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use wp_base::Id;

/// A renaming of symbols, with the terms renamed so far.
#[derive(Clone, Debug, Default)]
pub struct Renaming {
    /// The symbols to replace; others stay.
    pub funcs: FxHashMap<FuncId, FuncId>,
    /// Terms renamed so far. Must be cleared when `funcs` changes.
    pub cache: FxHashMap<TermId, TermId>,
}

impl Renaming {
    /// The renaming that changes nothing.
    pub fn new() -> Self {
        Self::default()
    }
    /// A renaming of the given symbols.
    pub fn of(funcs: FxHashMap<FuncId, FuncId>) -> Self {
        Renaming { funcs, cache: FxHashMap::default() }
    }
}

impl Terms {
    /// The operands of a term.
    pub fn children(&self, t: TermId) -> Vec<TermId> {
        let mut children = Vec::new();
        self.visit_children(t, |c| children.push(c));
        children
    }

    fn visit_children(&self, t: TermId, mut visit: impl FnMut(TermId)) {
        match self.kind(t) {
            Term::Bool(_) | Term::Int(_) | Term::Float { .. } => {}
            Term::App(_, items) | Term::Prod(items) | Term::And(items) | Term::Or(items) => {
                items.iter().copied().for_each(visit);
            }
            Term::Sum { items, .. } => items.iter().for_each(|&(_, t)| visit(t)),
            &Term::Div(a, b)
            | &Term::Mod(a, b)
            | &Term::BitAnd(a, b)
            | &Term::BitOr(a, b)
            | &Term::BitXor(a, b)
            | &Term::Eq(a, b)
            | &Term::Le(a, b) => {
                visit(a);
                visit(b);
            }
            &Term::Pow2(a) | &Term::Not(a) | &Term::Wrap { arg: a, .. } => visit(a),
            &Term::Ite(c, a, b) => {
                visit(c);
                visit(a);
                visit(b);
            }
        }
    }

    /// All subterms of the roots, operands before the terms they occur in, without those for which `skip` holds (and
    /// without subterms that occur only below them).
    pub fn subterms(&self, roots: &[TermId], skip: impl Fn(TermId) -> bool) -> Vec<TermId> {
        let mut found = Vec::new();
        let _ = self.descend(roots, 0, skip, |t| {
            found.push(t);
            ControlFlow::Continue(())
        });
        found.reverse();
        found
    }

    /// True if the condition holds for every subterm of a term. Visits terms before their operands, and stops at the first
    /// one for which the condition is false.
    pub fn every_subterm(&self, t: TermId, mut holds: impl FnMut(TermId) -> bool) -> bool {
        let visit = |t| if holds(t) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        self.descend(&[t], 0, |_| false, visit).is_continue()
    }

    /// Visits the subterms in descending order, without those whose ids are smaller than `least`. Operands have smaller
    /// ids than the terms built from them, so one sweep over a set of ids, from the greatest root downwards, is enough.
    fn descend(
        &self,
        roots: &[TermId],
        least: usize,
        skip: impl Fn(TermId) -> bool,
        mut visit: impl FnMut(TermId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let greatest = roots.iter().map(|t| t.index()).max().filter(|&g| g >= least);
        let Some(greatest) = greatest else { return ControlFlow::Continue(()) };
        let skip = |t: TermId| t.index() < least || skip(t);
        let mut marked = Marked::between(least, greatest);
        for &t in roots {
            if !skip(t) {
                marked.insert(t.index());
            }
        }
        while let Some(index) = marked.pop_greatest() {
            let t = TermId::from_index(index);
            self.visit_children(t, |c| {
                if !skip(c) && !marked.contains(c.index()) {
                    marked.insert(c.index());
                }
            });
            visit(t)?;
        }
        ControlFlow::Continue(())
    }

    /// The conjuncts of a condition: none of `true`; the term itself where it is no conjunction.
    pub fn conjuncts(&self, t: TermId) -> Vec<TermId> {
        match self.kind(t) {
            Term::And(items) => items.to_vec(),
            Term::Bool(true) => Vec::new(),
            _ => vec![t],
        }
    }

    /// All applications of symbols in the roots, operands first.
    pub fn apps(&self, roots: &[TermId]) -> Vec<TermId> {
        self.apps_from(0, roots)
    }

    /// The members of `symbols` that occur in the roots. Terms older than all of them are not looked at, so this is
    /// quick for symbols made not long ago.
    pub fn occurring(&self, symbols: &BTreeSet<TermId>, roots: &[TermId]) -> BTreeSet<TermId> {
        let Some(oldest) = symbols.first() else { return BTreeSet::new() };
        self.apps_from(oldest.index(), roots).into_iter().filter(|app| symbols.contains(app)).collect()
    }

    fn apps_from(&self, least: usize, roots: &[TermId]) -> Vec<TermId> {
        let mut apps = Vec::new();
        let all = |_| false;
        let _ = self.descend(roots, least, all, |t| {
            if matches!(self.kind(t), Term::App(..)) {
                apps.push(t);
            }
            ControlFlow::Continue(())
        });
        apps.reverse();
        apps
    }

    /// The same operator with other operands, simplified.
    pub fn rebuild(&mut self, t: TermId, mut child: impl FnMut(TermId) -> TermId) -> TermId {
        match self.kind(t).clone() {
            Term::Bool(_) | Term::Int(_) | Term::Float { .. } => t,
            Term::App(f, args) => {
                let args: Vec<TermId> = args.iter().map(|&a| child(a)).collect();
                self.app(f, &args)
            }
            Term::Sum { constant, items } => {
                let mut sum = self.int(constant);
                for &(c, item) in items.iter() {
                    let item = child(item);
                    let item = self.scale(c, item);
                    sum = self.add(sum, item);
                }
                sum
            }
            Term::Prod(factors) => {
                let one = self.int(1);
                factors.iter().fold(one, |product, &f| {
                    let f = child(f);
                    self.mul(product, f)
                })
            }
            Term::Div(a, b) => self.div(child(a), child(b)),
            Term::Mod(a, b) => self.modulo(child(a), child(b)),
            Term::Pow2(a) => self.pow2(child(a)),
            Term::BitAnd(a, b) => self.bit_and(child(a), child(b)),
            Term::BitOr(a, b) => self.bit_or(child(a), child(b)),
            Term::BitXor(a, b) => self.bit_xor(child(a), child(b)),
            Term::Wrap { bits, signed, arg } => self.wrap(bits, signed, child(arg)),
            Term::Ite(c, a, b) => self.ite(child(c), child(a), child(b)),
            Term::Not(a) => self.not(child(a)),
            Term::And(items) => {
                let items: Vec<TermId> = items.iter().map(|&i| child(i)).collect();
                self.and(&items)
            }
            Term::Or(items) => {
                let items: Vec<TermId> = items.iter().map(|&i| child(i)).collect();
                self.or(&items)
            }
            Term::Eq(a, b) => self.eq(child(a), child(b)),
            Term::Le(a, b) => self.le(child(a), child(b)),
        }
    }

    /// Replaces symbols. Declared ranges do not follow: declare them for the renamed terms, or use
    /// [`Terms::rename_assumptions`].
    pub fn rename(&mut self, t: TermId, renaming: &mut Renaming) -> TermId {
        if renaming.funcs.is_empty() {
            return t;
        }
        let Renaming { funcs, cache } = renaming;
        for s in self.subterms(&[t], |s| cache.contains_key(&s)) {
            let renamed = match self.kind(s) {
                Term::App(f, args) => {
                    let f = funcs.get(f).copied().unwrap_or(*f);
                    let args: Vec<TermId> = args.iter().map(|a| cache[a]).collect();
                    self.app(f, &args)
                }
                _ => self.rebuild(s, |c| cache[&c]),
            };
            cache.insert(s, renamed);
        }
        cache[&t]
    }

    /// Copies the declarations of the terms to the renamed terms. Correct if the declarations hold for every thread and
    /// the renaming leads from one thread to another. Declarations of copies are those of their originals, so they are left
    /// out: a third thread does not copy what the second one has copied.
    pub fn rename_assumptions(&mut self, renaming: &mut Renaming) {
        for (t, range) in self.assumptions().to_vec() {
            if self
                .apps(&[t])
                .into_iter()
                .any(|app| matches!(self.kind(app), Term::App(f, _) if self.func_info(*f).is_copy))
            {
                continue;
            }
            let renamed = self.rename(t, renaming);
            if renamed != t {
                self.assume_range(renamed, range);
            }
        }
    }

    /// Replaces every subterm that is a key of the map by its value (the values are not searched again). A monomial of
    /// a sum is a subterm; a part of a sum or of a product is not.
    pub fn substitute(&mut self, t: TermId, map: &FxHashMap<TermId, TermId>) -> TermId {
        let mut done = map.clone();
        self.substitute_cached(t, &mut done)
    }

    /// [`Terms::substitute`] with a cache: a map that holds the replacements at first, and afterwards also the terms
    /// that were rebuilt.
    pub fn substitute_cached(&mut self, t: TermId, cache: &mut FxHashMap<TermId, TermId>) -> TermId {
        for s in self.subterms(&[t], |s| cache.contains_key(&s)) {
            let replaced = self.rebuild(s, |c| cache[&c]);
            cache.insert(s, replaced);
        }
        cache[&t]
    }
}

/// A set of ids from which the greatest is taken, and to which only smaller ones than that are added: bits, and a bit
/// for each word of them that is not zero, so that a few ids are found quickly among many.
struct Marked {
    /// The index that the first bit stands for.
    least: usize,
    bits: Vec<u64>,
    words: Vec<u64>,
    /// No word of `words` after this one has a bit.
    last: usize,
}

impl Marked {
    fn between(least: usize, greatest: usize) -> Marked {
        let length = (greatest - least) / 64 + 1;
        let last = (length - 1) / 64;
        Marked { least, bits: vec![0; length], words: vec![0; last + 1], last }
    }

    fn contains(&self, id: usize) -> bool {
        let index = id - self.least;
        self.bits[index / 64] & 1 << (index % 64) != 0
    }

    fn insert(&mut self, id: usize) {
        let index = id - self.least;
        let word = index / 64;
        self.bits[word] |= 1 << (index % 64);
        self.words[word / 64] |= 1 << (word % 64);
    }

    fn pop_greatest(&mut self) -> Option<usize> {
        while self.words[self.last] == 0 {
            self.last = self.last.checked_sub(1)?;
        }
        let word = self.last * 64 + top(self.words[self.last]);
        let bit = top(self.bits[word]);
        self.bits[word] &= !(1 << bit);
        if self.bits[word] == 0 {
            self.words[self.last] &= !(1 << (word % 64));
        }
        Some(self.least + word * 64 + bit)
    }
}

/// Position of the highest bit of a word that is not zero.
fn top(word: u64) -> usize {
    63 - word.leading_zeros() as usize
}
