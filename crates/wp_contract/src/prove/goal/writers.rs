//! The last writers of an element, and the facts about each.

use super::super::invert::Digits;
use super::super::questions::Stop;
use super::super::session::{Session, Store};
use super::{Element, Held};
use wp_logic::{Term as Logic, TermId};
use wp_prove::View;

impl Session<'_> {
    /// The conditions of [`Session::hit`], and that the store comes before the place that the clause is about.
    fn hit_before(&mut self, writer: &View, store: &Store, offset: TermId) -> Vec<TermId> {
        let mut conditions = self.hit(writer, store, offset);
        conditions.extend(self.precedes(writer, store));
        conditions
    }

    /// The facts about a thread that makes the last store to an element: not later in the same iteration, not in the
    /// next one.
    pub fn last_write(&mut self, stores: &[Store], store: &Store, thread: &View, offset: TermId) -> Vec<TermId> {
        let mut facts = self.facts(thread, store.at);
        facts.extend(self.hit_before(thread, store, offset));
        let loops = self.summary.events[store.at].loops.clone();
        for later in stores.iter().filter(|s| s.at > store.at) {
            if self.summary.events[later.at].loops.iter().all(|l| loops.contains(l)) {
                let conditions = self.hit_before(thread, later, offset);
                let all = self.terms.and(&conditions);
                facts.push(self.terms.not(all));
            }
        }
        if let Some(&l) = loops.last() {
            let one = self.terms.int(1);
            let k = self.counter(thread, l);
            let next = self.terms.add(k, one);
            let next = thread.at_counters(self.terms, self.summary, &[(l, next)]);
            let conditions = self.hit_before(&next, store, offset);
            let all = self.terms.and(&conditions);
            facts.push(self.terms.not(all));
        }
        facts
    }

    /// The possible last writers of an element, each with the facts of its case.
    pub fn held(&mut self, element: Element, known: &[TermId]) -> Result<Vec<(Held, Vec<TermId>)>, Stop> {
        let stores = self.stores(element.0, element.1)?;
        self.held_of(&stores, None, element.2, known)
    }

    /// The same of some of the stores to its array, by threads of a block if one is given.
    pub fn held_of(
        &mut self,
        stores: &[Store],
        block: Option<&View>,
        offset: TermId,
        known: &[TermId],
    ) -> Result<Vec<(Held, Vec<TermId>)>, Stop> {
        let mut cases = Vec::new();
        let mut nobody = Vec::new();
        let mut covered = false;
        for store in stores {
            let thread = self.anybody(block);
            let facts = self.last_write(stores, store, &thread, offset);
            cases.push((Held::Stored(store.value, thread), facts));
            for guess in self.writers(store, offset, &[], block, None)? {
                let Some(digits) = self.digit_facts(&guess.digits, known)? else { continue };
                let conditions = self.hit_before(&guess.thread, store, offset);
                let all = self.terms.and(&conditions);
                let missed = self.terms.not(all);
                nobody.extend(&digits);
                nobody.push(missed);
                // The same with digits in place of the numbers that they are digits of: most conditions are plain then.
                if covered {
                    continue;
                }
                let mut conditions = [known, &digits, &[missed]].concat();
                for d in &guess.digits {
                    let Some((symbol, value)) = self.in_digits(d) else { continue };
                    let map = [(symbol, value)].into_iter().collect();
                    for c in &mut conditions {
                        *c = self.terms.substitute(*c, &map);
                    }
                }
                covered = !guess.digits.is_empty() && self.refuted(&conditions)?;
            }
        }
        if !covered {
            cases.push((Held::Initial, nobody));
        }
        Ok(cases)
    }

    /// A symbol of which digits were taken, with its value by them.
    fn in_digits(&mut self, d: &Digits) -> Option<(TermId, TermId)> {
        let linear = self.terms.linear(d.target);
        let &[(1, symbol)] = linear.items.as_slice() else { return None };
        matches!(self.terms.kind(symbol), Logic::App(_, args) if args.is_empty()).then_some(())?;
        let high = self.terms.mul(d.modulus, d.q);
        let constant = self.terms.int(-linear.constant);
        Some((symbol, self.terms.sum(&[high, d.r, constant])))
    }
}
