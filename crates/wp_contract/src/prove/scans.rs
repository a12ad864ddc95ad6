//! The values that are read from an array after a prefix sum or a reduction: combinations of the values stored before.
//!
//! The domain of intervals of summations has shown for the block sizes in question that the cell holds the combination
//! of cells `lo..hi` ([`wp_summary::ScanLaw`]); the writer and the value of each of these cells are found as for any
//! read. Sums and products are exact over the mathematical integers (signed ones under `no-signed-overflow`) and over
//! the real numbers; greatest and least values are exact for all integers and real numbers.

use super::folds::product;
use super::questions::{unknown, Stop};
use super::reads::{Found, Reader};
use super::real::{Extreme, Part, Poly};
use super::session::Session;
use super::values::At;
use crate::Floats;
use wp_base::Assumption;
use wp_kir::{ExprKind, Operator, Type};
use wp_logic::{Class, FuncId, Range, Ratio, Sort, TermId};
use wp_summary::{ScanOp, Scanned, Stated};

impl Session<'_> {
    /// The value of a function of loads of such an array; `None` where it is not known to be one.
    pub fn scanned(&mut self, f: FuncId, args: &[TermId], at: At) -> Result<Option<Poly>, Stop> {
        let (Some(all), &[cell]) = (self.summary.functions.scanned.get(&f), args) else { return Ok(None) };
        self.settled(cell)?;
        for scanned in all {
            // One element is found as any read is.
            let length = self.terms.sub(scanned.hi, scanned.lo);
            if self.terms.as_int(length) == Some(1) {
                continue;
            }
            if let Some(sum) = self.combined_in_cell(scanned, cell, at)? {
                return Ok(Some(sum));
            }
        }
        Ok(None)
    }

    fn combined_in_cell(&mut self, scanned: &Scanned, cell: TermId, at: At) -> Result<Option<Poly>, Stop> {
        let At { thread, known, trail } = at;
        let map = [(scanned.cell, cell)].into_iter().collect();
        let [premise, lo, hi] = [scanned.premise, scanned.lo, scanned.hi].map(|t| {
            let t = self.terms.substitute(t, &map);
            thread.at(self.terms, t)
        });
        if !self.holds(known, premise)? {
            return Ok(None);
        }
        let name = &self.kernel.objects[scanned.origin].name;
        let some = self.terms.lt(lo, hi);
        let assumption = match (scanned.op, scanned.ty) {
            _ if !scanned.exact => return Ok(None),
            (ScanOp::Stated(stated), ty) => {
                if stated.ty != ty {
                    return Ok(None);
                }
                if !self.has_steps(lo, hi, known)? {
                    return self.of_nothing(stated, some, known);
                }
                None
            }
            (ScanOp::Xor | ScanOp::Or | ScanOp::And, _) => return Ok(None),
            // An empty range of numbers has no greatest element.
            (ScanOp::Max { .. } | ScanOp::Min { .. }, _) if !self.holds(known, some)? => return Ok(None),
            (ScanOp::Max { .. } | ScanOp::Min { .. }, Type::Int { .. }) => None,
            (ScanOp::Add | ScanOp::Mul, Type::Int { signed: true, .. }) => Some(Assumption::NoSignedOverflow),
            (_, Type::Float { .. }) if self.floats == Floats::Reals => Some(Assumption::RealArithmetic),
            _ => return Ok(None),
        };
        self.assumptions.extend(assumption);
        let stores = self.stores(scanned.origin, scanned.ty)?;
        let stores: Vec<_> = stores.into_iter().filter(|s| scanned.stores.contains(&s.at)).collect();
        let Some(last) = scanned.stores.last() else { return Ok(None) };
        let k = self.terms.sym("j", Sort::Int, Class::Launch, Range::ALL);
        let unit = self.terms.int(scanned.ty.size() as i128);
        let offset = self.terms.mul(k, unit);
        let inside = [self.terms.le(lo, k), self.terms.lt(k, hi)];
        let known = [known, &inside].concat();
        let reader = Reader { event: last + 1, offset, loops: Vec::new(), block: Some(thread) };
        self.summed.push(k);
        let found = self.find_writer((&stores, &stores), &reader, thread, &known);
        let element = match found {
            Ok(Found::By(store, guess, mut facts)) => {
                facts.extend(self.facts(&guess.thread, store.at));
                let value =
                    self.expand(store.value, At { thread: &guess.thread, known: &facts, trail: &trail.deeper()? });
                value.map(|value| self.without_remainders(value, &guess.digits))
            }
            Ok(_) => unknown(format!("who wrote the elements of `{name}` that are added")),
            Err(stop) => Err(stop),
        };
        self.summed.pop();
        let element = element?;
        let extreme = |which| {
            self.extreme(which, vec![Part { ranges: vec![(lo, hi, k)], guards: Vec::new(), value: element.clone() }])
        };
        Ok(Some(match scanned.op {
            ScanOp::Stated(stated) => {
                let Some(operator) = self.operator_of(stated) else { return Ok(None) };
                let Some(all) = self.combined(&operator, (lo, hi, k), &element) else { return Ok(None) };
                all
            }
            ScanOp::Max { .. } => extreme(Extreme::Greatest),
            ScanOp::Min { .. } => extreme(Extreme::Least),
            ScanOp::Mul => product(lo, hi, k, &element)?,
            _ => self.sum(lo, hi, k, &element)?,
        }))
    }

    fn operator_of(&self, stated: Stated) -> Option<Operator> {
        match &self.kernel.exprs[stated.call].kind {
            ExprKind::Call(name, _) => Operator::named(name),
            _ => None,
        }
    }

    /// The combination of a range that may be empty: by cases, the identity where it is.
    fn of_nothing(&mut self, stated: Stated, some: TermId, known: &[TermId]) -> Result<Option<Poly>, Stop> {
        let none = self.terms.not(some);
        if self.holds(known, none)? {
            let identity = match (stated.identity, stated.ty) {
                (Some(0), _) => Some(0),
                (Some(cell), Type::Int { bits, signed }) => {
                    let cell = i128::from(cell);
                    Some(if signed && cell >= 1 << (bits - 1) { cell - (1 << bits) } else { cell })
                }
                _ => None,
            };
            return Ok(identity.map(|n| Poly::constant(Ratio::int(n))));
        }
        if self.varies(some) {
            return Ok(None);
        }
        Err(Stop::Split(some))
    }
}
