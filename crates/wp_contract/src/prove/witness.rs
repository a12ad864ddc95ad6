//! `\exists` by a witness.
//!
//! `\exists x; E == F(x) && rest` is proved if in every case some `w` is named with `E == F(w)` and `rest` for `x = w`:
//! the value of `E` (an input that was read, a number) is matched with `F`. Every element that the kernel writes in `E`
//! is the value of its last store, a case each; a least or greatest value is one of its set, each of which needs a
//! witness. The witness may depend on the case and on the values of outer quantifiers, not on those of inner ones.
//! Nothing is assumed about a witness: the proof checks it.

use super::extremes::reads;
use super::goal::{Bound, Cases, Scope};
use super::invert::{self, Digits};
use super::questions::{unknown, Stop};
use super::real::{Atom, Part, Poly};
use super::session::Session;
use wp_logic::{Class, Range, Sort, TermId};
use wp_spec::{Quantifier, Relation, Term, TermKind, Var};

wp_base::limits! {
    /// Conditions that the value to be found depends on, one inside of the other.
    const MAX_SPLITS: usize = 4;
}

/// An equation that determines the witness, with the other conditions on it.
struct Named<'t> {
    vars: Vec<Var>,
    /// The side without the variables.
    value: &'t Term,
    /// The side with them.
    place: &'t Term,
    others: Vec<&'t Term>,
}

/// Values of the variables, with the digits that they are given by.
type Candidate = (Vec<TermId>, Vec<Digits>);

impl Session<'_> {
    /// Shows that there are numbers for which a condition holds.
    pub fn show_exists(&mut self, goal: &Term, bound: &Bound, known: &[TermId]) -> Result<(), Stop> {
        let mut vars = Vec::new();
        let mut body = goal;
        while let TermKind::Quantified(Quantifier::Exists, var, _, inner) = &body.kind {
            vars.push(*var);
            body = inner;
        }
        let conjuncts = body.conjuncts();
        let has = |t: &Term| t.any(&|t| matches!(t.kind, TermKind::Bound(v, _) if vars.contains(&v)));
        let mut why = "no equation names what there is said to be";
        for (at, conjunct) in conjuncts.iter().enumerate() {
            let TermKind::Compare(Relation::Eq, a, b) = &conjunct.kind else { continue };
            for (value, place) in [(a, b), (b, a)] {
                if has(value) || !has(place) {
                    continue;
                }
                let mut others = conjuncts.clone();
                others.remove(at);
                let named = Named { vars: vars.clone(), value, place, others };
                match self.named(&named, Scope { bound, known, cases: &Cases::new() }, MAX_SPLITS.get()) {
                    Err(Stop::Unknown(_) | Stop::Split(_)) => why = "no number is found of which it is shown",
                    Ok(()) => return Ok(()),
                }
            }
        }
        unknown(format!("`\\exists`: {why}"))
    }

    /// Finds a witness in each case of the value.
    fn named(&mut self, named: &Named, scope: Scope, splits: usize) -> Result<(), Stop> {
        let Scope { known, cases, .. } = scope;
        let mut open = None;
        let value = self.number(named.value, scope, &mut open);
        if let Some(element) = open {
            for (held, facts) in self.held(element, known)? {
                let facts = [known, &facts].concat();
                if !self.refuted(&facts)? {
                    let cases = [&cases[..], &[(element, held)]].concat();
                    self.named(named, Scope { known: &facts, cases: &cases, ..scope }, splits)?;
                }
            }
            return Ok(());
        }
        match value {
            Err(Stop::Split(condition)) if splits > 0 => {
                for condition in [condition, self.terms.not(condition)] {
                    let facts = [known, &[condition]].concat();
                    if !self.refuted(&facts)? {
                        self.named(named, Scope { known: &facts, ..scope }, splits - 1)?;
                    }
                }
                Ok(())
            }
            Err(stop) => Err(stop),
            Ok(value) => {
                let parts = match value.as_atom() {
                    Some(Atom::Extreme(_, parts)) => parts.clone(),
                    _ => vec![Part::single(value)],
                };
                for part in parts {
                    let (value, facts) = self.arbitrary(part)?;
                    self.witness(named, &value, Scope { known: &[known, &facts].concat(), ..scope })?;
                }
                Ok(())
            }
        }
    }

    /// An arbitrary value of a part, with the facts about it.
    fn arbitrary(&mut self, mut part: Part) -> Result<(Poly, Vec<TermId>), Stop> {
        let mut facts = Vec::new();
        for at in 0..part.ranges.len() {
            let (lo, hi, k) = part.ranges[at];
            let place = self.terms.sym("k", Sort::Int, Class::Launch, Range::ALL);
            facts.push(self.terms.le(lo, place));
            facts.push(self.terms.lt(place, hi));
            match self.replaced_part(&part, k, place) {
                Some(next) => part = next,
                None => return unknown("numbers of the proof are too great"),
            }
        }
        facts.extend(&part.guards);
        Ok((part.value, facts))
    }

    /// Finds a witness for a value.
    fn witness(&mut self, named: &Named, value: &Poly, scope: Scope) -> Result<(), Stop> {
        let Scope { bound, known, cases } = scope;
        for (witness, digits) in self.candidates(named, value, scope)? {
            let Some(digits) = self.digit_facts(&digits, known)? else { continue };
            let known = [known, &digits].concat();
            let mut bound = bound.clone();
            bound.extend(named.vars.iter().copied().zip(witness));
            if self.is_witness(named, value, Scope { bound: &bound, known: &known, cases })? {
                return Ok(());
            }
        }
        unknown("no witness")
    }

    fn is_witness(&mut self, named: &Named, value: &Poly, scope: Scope) -> Result<bool, Stop> {
        let Scope { bound, known, .. } = scope;
        let mut open = None;
        let found = match self.number(named.place, scope, &mut open) {
            Ok(found) if open.is_none() => found,
            Ok(_) | Err(Stop::Split(_)) => return Ok(false),
            Err(stop) => return Err(stop),
        };
        if !self.equal(value, &found, known)? {
            return Ok(false);
        }
        Ok(named.others.iter().all(|other| self.show(other, bound, known).is_ok()))
    }

    /// Numbers for which the place may hold a value: that value, or where the same input is read.
    fn candidates(&mut self, named: &Named, value: &Poly, scope: Scope) -> Result<Vec<Candidate>, Stop> {
        let Scope { bound, known, cases } = scope;
        let mut found = Vec::new();
        if let (TermKind::Bound(..), [_]) = (&named.place.kind, named.vars.as_slice()) {
            found.extend(self.integer(value).map(|t| (vec![t], Vec::new())));
            return Ok(found);
        }
        let mut bound = bound.clone();
        let mut unknowns = Vec::new();
        for var in &named.vars {
            let symbol = self.terms.sym("w", Sort::Int, Class::Launch, Range::ALL);
            unknowns.push(symbol);
            bound.insert(*var, symbol);
        }
        let mut open = None;
        let place = self.number(named.place, Scope { bound: &bound, known, cases }, &mut open)?;
        if open.is_some() {
            return unknown("the witness is sought in what the kernel writes");
        }
        for (f, offset) in reads(&place) {
            for &(_, target) in reads(value).iter().filter(|(g, _)| *g == f) {
                let width = self.initial.width_of(f);
                for solution in invert::solve(self.terms, offset, target, &unknowns, width) {
                    let values: Option<Vec<TermId>> =
                        unknowns.iter().map(|v| solution.values.get(v).copied()).collect();
                    found.extend(values.map(|values| (values, solution.digits)));
                }
            }
        }
        Ok(found)
    }
}
