//! Traversal: subterms, substitution and renaming. Nothing here recurses, so deep terms are harmless.

use crate::{FuncId, Term, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

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
        match self.kind(t) {
            Term::Bool(_) | Term::Int(_) | Term::Float { .. } => Vec::new(),
            Term::App(_, args) => args.to_vec(),
            Term::Sum { items, .. } => items.iter().map(|&(_, t)| t).collect(),
            Term::Prod(items) | Term::And(items) | Term::Or(items) => items.to_vec(),
            &Term::Div(a, b)
            | &Term::Mod(a, b)
            | &Term::BitAnd(a, b)
            | &Term::BitOr(a, b)
            | &Term::BitXor(a, b)
            | &Term::Eq(a, b)
            | &Term::Le(a, b) => vec![a, b],
            &Term::Pow2(a) | &Term::Not(a) | &Term::Wrap { arg: a, .. } => vec![a],
            &Term::Ite(c, a, b) => vec![c, a, b],
        }
    }

    /// All subterms of the roots, operands before the terms they occur in, without those for which `skip` holds (and
    /// without what occurs only below them).
    pub fn subterms(&self, roots: &[TermId], skip: impl Fn(TermId) -> bool) -> Vec<TermId> {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack: Vec<TermId> = roots.iter().copied().filter(|&t| !skip(t)).collect();
        let mut found = Vec::new();
        while let Some(t) = stack.pop() {
            if seen.insert(t) {
                found.push(t);
                stack.extend(self.children(t).into_iter().filter(|&c| !skip(c)));
            }
        }
        // Operands have smaller ids than the terms built from them.
        found.sort_unstable();
        found
    }

    /// All applications of symbols in the roots, operands first.
    pub fn apps(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut apps = self.subterms(roots, |_| false);
        apps.retain(|&t| matches!(self.kind(t), Term::App(..)));
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

    /// Declares for the renamed terms what was declared for the terms. Right when the declarations hold for every
    /// thread and the renaming leads from one thread to another.
    pub fn rename_assumptions(&mut self, renaming: &mut Renaming) {
        for (t, range) in self.assumptions().to_vec() {
            let renamed = self.rename(t, renaming);
            if renamed != t {
                self.assume_range(renamed, range);
            }
        }
    }

    /// Replaces every subterm that is a key of the map by its value (the values are not searched again). A monomial of a
    /// sum is a subterm; a part of a sum or of a product is not.
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
