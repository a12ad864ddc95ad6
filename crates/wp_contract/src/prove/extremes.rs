//! Equality and order of least and greatest values.
//!
//! `min A <= min B` holds if for every value of `B` some value of `A` is not greater; in both directions this is
//! equality. Two sets of values are compared element by element: for an arbitrary element of one set, the candidates in
//! the other set are the element that reads the same input, the one at the same place, and the first one. The
//! conditions under which a candidate fits (it is in the range, it is the same input) are collected until the cases are
//! exhausted. An empty set has no least value: the code that makes an [`Atom::Extreme`] shows that there is a value,
//! and an element is used only under the condition that it is in its range. Sound, incomplete.

use super::invert;
use super::questions::Stop;
use super::real::{Atom, Extreme, Part, Poly};
use super::session::Session;
use wp_logic::{FuncId, Ratio, TermId};
use wp_spec::Relation;

/// An element of a set: the values of its variables, the conditions under which it is in the set, and the equations and
/// ranges of digits in them.
struct Element {
    value: Poly,
    conditions: Vec<TermId>,
    digits: Vec<TermId>,
}

impl Session<'_> {
    /// Tests if two least (greatest) values are equal.
    pub fn same_extremes(
        &mut self,
        which: Extreme,
        a: &[Part],
        b: &[Part],
        known: &[TermId],
        depth: usize,
    ) -> Result<bool, Stop> {
        Ok(self.reaches(which, a, b, known, depth)? && self.reaches(which, b, a, known, depth)?)
    }

    /// Tests if a polynomial is 0 because its least or greatest value equals the rest.
    pub fn is_extreme(&mut self, p: &Poly, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        let has_extreme = |m: &[Atom]| m.iter().any(|a| matches!(a, Atom::Extreme(..)));
        let found: Vec<_> = p.0.iter().filter(|(m, _)| has_extreme(m)).map(|(m, c)| (m.clone(), *c)).collect();
        let [(monomial, c)] = found.as_slice() else { return Ok(false) };
        let ([Atom::Extreme(which, parts)], Some(c)) = (monomial.as_slice(), c.inverse()) else { return Ok(false) };
        // `extreme + rest / c == 0`
        let rest = Poly(p.0.iter().filter(|(m, _)| *m != monomial).map(|(m, c)| (m.clone(), *c)).collect());
        let Some(other) = c.negated().and_then(|c| Poly::default().plus(c, &rest)) else { return Ok(false) };
        self.same_extremes(*which, parts, &[Part::single(other)], known, depth - 1)
    }

    /// Tests if a comparison holds of which one side is a least or a greatest value.
    pub fn ordered_extremes(
        &mut self,
        relation: Relation,
        x: &Poly,
        y: &Poly,
        known: &[TermId],
        depth: usize,
    ) -> Result<bool, Stop> {
        let (x, y) = match relation {
            Relation::Le => (x, y),
            Relation::Ge => (y, x),
            _ => return Ok(false),
        };
        let kind = |p: &Poly| match p.as_atom() {
            Some(Atom::Extreme(which, _)) => Some(*which),
            _ => None,
        };
        let Some(which) = kind(x).or(kind(y)) else { return Ok(false) };
        let [x, y] = [x, y].map(|p| match p.as_atom() {
            Some(Atom::Extreme(same, parts)) if *same == which => parts.clone(),
            _ => vec![Part::single(p.clone())],
        });
        match which {
            Extreme::Least => self.reaches(which, &x, &y, known, depth),
            Extreme::Greatest => self.reaches(which, &y, &x, known, depth),
        }
    }

    /// Tests if every value of some parts is reached by one of others: by one that is at most (least) or at least
    /// (greatest) as great.
    fn reaches(
        &mut self,
        which: Extreme,
        by: &[Part],
        of: &[Part],
        known: &[TermId],
        depth: usize,
    ) -> Result<bool, Stop> {
        for part in of {
            // An arbitrary element.
            let mut facts = known.to_vec();
            let mut part = part.clone();
            let mut places = Vec::new();
            for at in 0..part.ranges.len() {
                let (lo, hi, k) = part.ranges[at];
                let length = self.terms.sub(hi, lo);
                let digit = self.index(length);
                let zero = self.terms.int(0);
                facts.push(self.terms.le(zero, digit));
                facts.push(self.terms.lt(digit, length));
                let place = self.terms.add(lo, digit);
                places.push((place, digit));
                let Some(next) = self.replaced_part(&part, k, place) else { return Ok(false) };
                part = next;
            }
            facts.extend(&part.guards);
            if !self.reached(which, by, &part.value, &places, &facts, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Tests if a value is reached by one of some parts.
    fn reached(
        &mut self,
        which: Extreme,
        by: &[Part],
        value: &Poly,
        places: &[(TermId, TermId)],
        known: &[TermId],
        depth: usize,
    ) -> Result<bool, Stop> {
        if by.iter().any(|p| p.ranges.is_empty() && p.guards.is_empty() && p.value == *value) {
            return Ok(true);
        }
        let mut open = known.to_vec();
        for part in by {
            for element in self.elements(part, value, places, known)? {
                let mut facts = [known, &element.digits, &element.conditions].concat();
                if facts.iter().any(|&f| self.terms.as_bool(f) == Some(false)) {
                    continue;
                }
                let mut conditions = element.conditions;
                if !self.not_beyond(which, &element.value, value, &facts, depth)? {
                    let Some(same) = self.same_input(&element.value, value) else { continue };
                    facts.push(same);
                    conditions.push(same);
                    if !self.not_beyond(which, &element.value, value, &facts, depth)? {
                        continue;
                    }
                }
                let all = self.terms.and(&conditions);
                open.extend(&element.digits);
                open.push(self.terms.not(all));
                if self.refuted(&open)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Tests if a value is at most (least) or at least (greatest) another one.
    fn not_beyond(&mut self, which: Extreme, x: &Poly, y: &Poly, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        let (first, second) = if which == Extreme::Least { (x, y) } else { (y, x) };
        let Some(difference) = first.plus(Ratio::int(-1), second) else { return Ok(false) };
        if let Some(c) = difference.as_constant() {
            return Ok(c == Ratio::int(0) || c.is_negative());
        }
        if let Some(difference) = self.integer(&difference) {
            let zero = self.terms.int(0);
            let condition = self.terms.le(difference, zero);
            return self.holds(known, condition);
        }
        Ok(depth > 0 && self.vanishes(difference, known, depth - 1)?)
    }

    /// The condition that two values read the same element of an input, by their first such reads.
    fn same_input(&mut self, x: &Poly, y: &Poly) -> Option<TermId> {
        let (x, y) = (reads(x), reads(y));
        let (&(_, a), &(_, b)) = x.iter().find_map(|r| y.iter().find(|s| s.0 == r.0).map(|s| (r, s)))?;
        let same = self.terms.eq(a, b);
        (self.terms.as_bool(same) != Some(false)).then_some(same)
    }

    /// The elements of a part that may be a value, which was taken at some places (and so far from the beginnings of
    /// their ranges).
    fn elements(
        &mut self,
        part: &Part,
        value: &Poly,
        places: &[(TermId, TermId)],
        known: &[TermId],
    ) -> Result<Vec<Element>, Stop> {
        let variables: Vec<TermId> = part.ranges.iter().map(|r| r.2).collect();
        let mut choices: Vec<(Vec<TermId>, Vec<invert::Digits>)> = Vec::new();
        if variables.is_empty() {
            choices.push((Vec::new(), Vec::new()));
        }
        for (f, offset) in reads(&part.value) {
            for &(_, target) in reads(value).iter().filter(|(g, _)| *g == f) {
                let width = self.initial.width_of(f);
                for solution in invert::solve(self.terms, offset, target, &variables, width) {
                    let values: Option<Vec<TermId>> =
                        variables.iter().map(|v| solution.values.get(v).copied()).collect();
                    choices.extend(values.map(|values| (values, solution.digits)));
                }
            }
        }
        if let (&[(lo, ..)], &[(place, digit)]) = (part.ranges.as_slice(), places) {
            let shifted = self.terms.add(lo, digit);
            choices.extend([place, shifted].map(|t| (vec![t], Vec::new())));
        }
        if let [(lo, ..)] = part.ranges[..] {
            choices.push((vec![lo], Vec::new()));
        }
        let mut elements = Vec::new();
        let mut seen = Vec::new();
        for (values, digits) in choices {
            if seen.contains(&values) {
                continue;
            }
            seen.push(values.clone());
            let Some(digits) = self.digit_facts(&digits, known)? else { continue };
            let mut one = part.clone();
            let mut conditions = Vec::new();
            for (at, value) in values.into_iter().enumerate() {
                let (lo, hi, k) = one.ranges[at];
                conditions.push(self.terms.le(lo, value));
                conditions.push(self.terms.lt(value, hi));
                match self.replaced_part(&one, k, value) {
                    Some(next) => one = next,
                    None => return Ok(elements),
                }
            }
            conditions.extend(&one.guards);
            elements.push(Element { value: one.value, conditions, digits });
        }
        Ok(elements)
    }
}

/// The inputs that a value reads, at any depth.
pub(crate) fn reads(p: &Poly) -> Vec<(FuncId, TermId)> {
    let mut found = Vec::new();
    for atom in p.atoms() {
        match atom {
            Atom::Read(f, offset) => found.push((f, offset)),
            Atom::Call(_, args) => found.extend(args.iter().flat_map(reads)),
            _ => {}
        }
    }
    found
}
