//! Propositional connectives: negation normal form, absorption, and intervals of comparisons in conjunctions.

use crate::{Range, Sort, Term, TermId, Terms};
use rustc_hash::FxHashMap;

wp_base::limits! {
    /// Junctions wider than this are not searched for absorption between their members.
    const MAX_ABSORPTION: usize = 64;
}

/// A comparison of a linear part (leading coefficient positive) with constants, as an interval.
type Bound = (TermId, Range);

impl Terms {
    /// `!t`, pushed inwards.
    pub fn not(&mut self, t: TermId) -> TermId {
        if let Some(&negated) = self.negations.get(&t) {
            return negated;
        }
        let negated = match self.kind(t).clone() {
            Term::Bool(value) => self.bool(!value),
            Term::Not(inner) => inner,
            // The dual of a junction in normal form is in normal form.
            Term::And(items) => {
                let items = self.negate_all(&items);
                self.dual(items, true)
            }
            Term::Or(items) => {
                let items = self.negate_all(&items);
                self.dual(items, false)
            }
            Term::Le(a, b) => self.lt(b, a),
            Term::Eq(a, b) if self.sort(a) == Sort::Int => self.not_eq(t, a, b),
            Term::Ite(c, a, b) => {
                let a = self.not(a);
                let b = self.not(b);
                self.intern(Term::Ite(c, a, b))
            }
            _ => self.intern(Term::Not(t)),
        };
        // A dual of a dual must be the original even where ranges were refined in between.
        if self.as_bool(negated).is_none() {
            self.negations.insert(t, negated);
            self.negations.entry(negated).or_insert(t);
        }
        negated
    }

    fn negate_all(&mut self, items: &[TermId]) -> Vec<TermId> {
        let mut items: Vec<TermId> = items.iter().map(|&t| self.not(t)).collect();
        items.sort_unstable();
        items.dedup();
        items
    }

    /// A junction of members that are in normal form already, up to members that refined ranges decide.
    fn dual(&mut self, mut items: Vec<TermId>, disjunction: bool) -> TermId {
        if items.iter().any(|&t| self.as_bool(t) == Some(disjunction)) {
            return self.bool(disjunction);
        }
        items.retain(|&t| self.as_bool(t).is_none());
        match (items.as_slice(), disjunction) {
            ([], _) => self.bool(!disjunction),
            ([one], _) => *one,
            (_, true) => self.intern(Term::Or(items.into())),
            (_, false) => self.intern(Term::And(items.into())),
        }
    }

    /// `a != b`, as a strict comparison where `b` is an end of the range of `a`.
    fn not_eq(&mut self, equality: TermId, a: TermId, b: TermId) -> TermId {
        if let Some(value) = self.as_int(b) {
            let range = self.range(a);
            if range.lo == Some(value) {
                return self.gt(a, b);
            }
            if range.hi == Some(value) {
                return self.lt(a, b);
            }
        }
        self.intern(Term::Not(equality))
    }

    /// `a || b` and so on.
    pub fn or(&mut self, items: &[TermId]) -> TermId {
        let negated: Vec<TermId> = items.iter().map(|&t| self.not(t)).collect();
        let conjunction = self.and(&negated);
        self.not(conjunction)
    }
    /// `a ==> b`
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let a = self.not(a);
        self.or(&[a, b])
    }
    /// `a <==> b`
    pub fn iff(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.tru();
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.as_bool(x) {
                Some(true) => return y,
                Some(false) => return self.not(y),
                None => {}
            }
        }
        let not_a = self.not(a);
        if not_a == b {
            return self.fls();
        }
        // One form for `a <=> b` and `!a <=> !b`.
        let not_b = self.not(b);
        let (p, q) = (a.min(b), a.max(b));
        let (not_p, not_q) = (not_a.min(not_b), not_a.max(not_b));
        let (p, q) = if (not_p, not_q) < (p, q) { (not_p, not_q) } else { (p, q) };
        self.intern(Term::Eq(p, q))
    }

    /// `if c then a else b`
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        match self.as_bool(c) {
            Some(true) => return a,
            Some(false) => return b,
            None => {}
        }
        if a == b {
            return a;
        }
        if self.sort(a) == Sort::Bool {
            match (self.as_bool(a), self.as_bool(b)) {
                (Some(true), _) => return self.or(&[c, b]),
                (Some(false), _) => {
                    let c = self.not(c);
                    return self.and(&[c, b]);
                }
                (_, Some(true)) => return self.implies(c, a),
                (_, Some(false)) => return self.and(&[c, a]),
                _ => {}
            }
            let not_a = self.not(a);
            if not_a == b {
                return self.iff(c, a);
            }
        }
        // One form for a condition and its negation: the positive or smaller one.
        let negated = self.not(c);
        let (c, a, b) = if negated < c { (negated, b, a) } else { (c, a, b) };
        let negated = self.not(c);
        // Nested conditionals over the same condition.
        let a = match *self.kind(a) {
            Term::Ite(d, x, _) if d == c => x,
            Term::Ite(d, _, y) if d == negated => y,
            _ => a,
        };
        let b = match *self.kind(b) {
            Term::Ite(d, _, y) if d == c => y,
            Term::Ite(d, x, _) if d == negated => x,
            _ => b,
        };
        if a == b {
            return a;
        }
        // ite(c, ite(d, x, y), y) = ite(c && d, x, y)
        if let Term::Ite(d, x, y) = *self.kind(a) {
            if y == b {
                let both = self.and(&[c, d]);
                return self.ite(both, x, y);
            }
        }
        if let Term::Ite(d, x, y) = *self.kind(b) {
            if x == a {
                let either = self.or(&[c, d]);
                return self.ite(either, x, y);
            }
        }
        // Where one branch is taken for a single value of an atom, and both agree at it, the other branch is the value.
        if let Some((atom, value, of_first)) = self.single_value(c) {
            let value = self.int(value);
            let map: FxHashMap<TermId, TermId> = [(atom, value)].into_iter().collect();
            if self.substitute(a, &map) == self.substitute(b, &map) {
                return if of_first { b } else { a };
            }
        }
        self.intern(Term::Ite(c, a, b))
    }

    /// An atom and the only value in its range at which a comparison holds (then `true`), or does not hold (`false`).
    fn single_value(&self, c: TermId) -> Option<(TermId, i128, bool)> {
        let Term::Le(x, y) = *self.kind(c) else { return None };
        let p = self.linear(x).plus(-1, &self.linear(y))?;
        // k*t + constant <= 0
        let &[(k @ (1 | -1), t)] = p.items.as_slice() else { return None };
        let range = self.range(t);
        let last = if k == 1 { p.constant.checked_neg()? } else { p.constant };
        let (near, far) = if k == 1 { (range.lo, range.hi) } else { (range.hi, range.lo) };
        if near == Some(last) {
            return Some((t, last, true));
        }
        let next = last.checked_add(k)?;
        (far == Some(next)).then_some((t, next, false))
    }

    /// `a && b` and so on.
    pub fn and(&mut self, items: &[TermId]) -> TermId {
        let mut flat = Vec::with_capacity(items.len());
        for &t in items {
            match self.kind(t) {
                Term::And(inner) => flat.extend_from_slice(inner),
                Term::Bool(true) => {}
                Term::Bool(false) => return t,
                _ => flat.push(t),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        if flat.len() >= 2 {
            match self.conjoin(flat) {
                Some(literals) => flat = literals,
                None => return self.fls(),
            }
        }
        match flat.as_slice() {
            [] => self.tru(),
            [one] => *one,
            _ => self.intern(Term::And(flat.into())),
        }
    }

    /// Merges comparisons of the same linear part, finds complements, and simplifies disjunctions by the other members.
    /// `None` is falsehood.
    fn conjoin(&mut self, members: Vec<TermId>) -> Option<Vec<TermId>> {
        let mut bounds: Vec<Bound> = Vec::new();
        let mut index: FxHashMap<TermId, usize> = FxHashMap::default();
        let mut excluded: Vec<(TermId, i128, TermId)> = Vec::new();
        let mut clauses = Vec::new();
        let mut literals = Vec::new();
        for t in members {
            if let Some((key, range)) = self.bound_of(t) {
                let position = *index.entry(key).or_insert_with(|| {
                    bounds.push((key, Range::ALL));
                    bounds.len() - 1
                });
                bounds[position].1 = bounds[position].1.intersect(range);
            } else if let Some((key, value)) = self.exclusion_of(t) {
                excluded.push((key, value, t));
            } else if matches!(self.kind(t), Term::Or(_)) {
                clauses.push(t);
            } else {
                literals.push(t);
            }
        }
        // Exclusions at an end of the interval shrink it; repeat while one does.
        let mut changed = true;
        while changed {
            changed = false;
            for &(key, value, _) in &excluded {
                let Some(&position) = index.get(&key) else { continue };
                let range = &mut bounds[position].1;
                let known = self.range(key).intersect(*range);
                let (above, below) = (value.checked_add(1), value.checked_sub(1));
                if known.lo == Some(value) && above.is_some() {
                    range.lo = above;
                    changed = true;
                } else if known.hi == Some(value) && below.is_some() {
                    range.hi = below;
                    changed = true;
                }
                if bounds[position].1.intersect(self.range(key)).is_empty() {
                    return None;
                }
            }
        }
        for &(key, range) in &bounds {
            let known = self.range(key).intersect(range);
            if known.is_empty() {
                return None;
            }
            self.push_bounds(key, range, known, &mut literals);
        }
        for (key, value, t) in excluded {
            let inside = index.get(&key).is_none_or(|&p| bounds[p].1.contains(value));
            if inside {
                literals.push(t);
            }
        }
        let mut flat = Vec::with_capacity(literals.len());
        for t in literals {
            match self.kind(t) {
                Term::Bool(true) => {}
                Term::Bool(false) => return None,
                Term::And(inner) => flat.extend_from_slice(inner),
                _ => flat.push(t),
            }
        }
        let mut literals = flat;
        literals.sort_unstable();
        literals.dedup();
        for &t in &literals {
            if let Term::Not(inner) = self.kind(t) {
                if literals.binary_search(inner).is_ok() {
                    return None;
                }
            }
        }
        if !clauses.is_empty() {
            if literals.len() + clauses.len() <= MAX_ABSORPTION.get() {
                return self.absorb(literals, clauses, &bounds, &index);
            }
            literals.extend(clauses);
        }
        literals.sort_unstable();
        literals.dedup();
        Some(literals)
    }

    /// The comparisons of an interval, interned as they are: simplifying them again could come back here without end.
    fn push_bounds(&mut self, key: TermId, range: Range, known: Range, literals: &mut Vec<TermId>) {
        let own = self.range(key);
        if let Some(value) = known.as_point() {
            if own.as_point() != Some(value) {
                let value = self.int(value);
                literals.push(self.intern(Term::Eq(key, value)));
            }
            return;
        }
        if let Some(hi) = range.hi.filter(|&hi| !own.is_at_most(hi)) {
            let hi = self.int(hi);
            literals.push(self.intern(Term::Le(key, hi)));
        }
        if let Some(lo) = range.lo.filter(|&lo| !own.is_at_least(lo)) {
            let negated = self.neg(key);
            let bound = lo.checked_neg();
            let t = match bound {
                Some(bound) => {
                    let bound = self.int(bound);
                    self.intern(Term::Le(negated, bound))
                }
                None => {
                    let lo = self.int(lo);
                    self.ge(key, lo)
                }
            };
            literals.push(t);
        }
    }

    /// Drops clauses with a member that the literals imply, and members of clauses that the literals refute.
    fn absorb(
        &mut self,
        literals: Vec<TermId>,
        clauses: Vec<TermId>,
        bounds: &[Bound],
        index: &FxHashMap<TermId, usize>,
    ) -> Option<Vec<TermId>> {
        let mut result = literals.clone();
        let mut again = false;
        for clause in clauses {
            let Term::Or(members) = self.kind(clause) else { continue };
            let members = members.clone();
            let mut kept = Vec::with_capacity(members.len());
            let mut holds = false;
            for &member in members.iter() {
                match self.decide(member, &literals, bounds, index) {
                    Some(true) => holds = true,
                    Some(false) => {}
                    None => kept.push(member),
                }
            }
            if holds {
                continue;
            }
            match kept.as_slice() {
                [] => return None,
                _ if kept.len() == members.len() => result.push(clause),
                [one] => {
                    result.push(*one);
                    again = true;
                }
                _ => result.push(self.intern(Term::Or(kept.into()))),
            }
        }
        result.sort_unstable();
        result.dedup();
        if again {
            // A clause became a literal: it may meet others. Each round removes a clause, so this ends.
            let mut flat = Vec::new();
            for t in result {
                match self.kind(t) {
                    Term::And(inner) => flat.extend_from_slice(inner),
                    _ => flat.push(t),
                }
            }
            flat.sort_unstable();
            flat.dedup();
            return self.conjoin(flat);
        }
        Some(result)
    }

    /// Tests if the literals imply `t` or its negation.
    fn decide(
        &mut self,
        t: TermId,
        literals: &[TermId],
        bounds: &[Bound],
        index: &FxHashMap<TermId, usize>,
    ) -> Option<bool> {
        if literals.binary_search(&t).is_ok() {
            return Some(true);
        }
        if let Some((key, range)) = self.bound_of(t) {
            let known = bounds[*index.get(&key)?].1.intersect(self.range(key));
            if known.is_subset(range) {
                return Some(true);
            }
            return known.intersect(range).is_empty().then_some(false);
        }
        if let Some((key, value)) = self.exclusion_of(t) {
            let known = bounds[*index.get(&key)?].1.intersect(self.range(key));
            if !known.contains(value) {
                return Some(true);
            }
            return (known.as_point() == Some(value)).then_some(false);
        }
        if let Term::And(members) = self.kind(t) {
            let members = members.clone();
            let mut all = true;
            for &member in members.iter() {
                match self.decide(member, literals, bounds, index) {
                    Some(false) => return Some(false),
                    Some(true) => {}
                    None => all = false,
                }
            }
            return all.then_some(true);
        }
        let negated = self.not(t);
        literals.binary_search(&negated).is_ok().then_some(false)
    }

    /// The comparison as an interval of a linear part with positive leading coefficient.
    fn bound_of(&mut self, t: TermId) -> Option<Bound> {
        match *self.kind(t) {
            Term::Le(a, b) => {
                let bound = self.as_int(b)?;
                let leading = self.linear(a).items.first()?.0;
                if leading > 0 {
                    Some((a, Range::at_most(bound)))
                } else {
                    let lo = bound.checked_neg()?;
                    Some((self.neg(a), Range::at_least(lo)))
                }
            }
            Term::Eq(a, b) if self.sort(a) == Sort::Int => {
                let value = self.as_int(b)?;
                (self.linear(a).items.first()?.0 > 0).then_some((a, Range::point(value)))
            }
            _ => None,
        }
    }

    /// `key != value`
    fn exclusion_of(&self, t: TermId) -> Option<(TermId, i128)> {
        let &Term::Not(inner) = self.kind(t) else { return None };
        let &Term::Eq(a, b) = self.kind(inner) else { return None };
        Some((a, self.as_int(b)?))
    }
}
