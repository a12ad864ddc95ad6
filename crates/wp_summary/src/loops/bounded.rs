//! Loops for bug finding: a bounded number of iterations; later iterations are cut off.
//!
//! Under-approximate in behaviours: a thread that would start a further iteration is assumed not to exist from there on
//! (a fact with the place of the cut). So no property may be proved from such a summary; its suspects are refuted by
//! replay like all others. Iterations are copies under their path conditions, without counters, closed forms or
//! invariants; within the limit they are exact. As GPUVerify's `--findbugs` with `--loop-unwind`.

use super::syntax::Loop;
use crate::exec::Exec;
use crate::state::State;

impl Exec<'_> {
    /// Executes up to `limit` iterations of the loop; those that the limits of work leave no room for are cut off too.
    pub(super) fn bounded(&mut self, st: &mut State, lp: Loop, limit: u32) {
        let entry_live = st.live;
        let mut exits: Vec<State> = Vec::new();
        for count in 0.. {
            self.assert_function_wide(st);
            self.block(st, lp.head);
            if self.cx.is_dead(st) {
                break;
            }
            let cond = self.eval_term(st, lp.cond);
            let ended = self.cx.terms.not(cond);
            let mut exit = st.clone();
            exit.live = self.cx.terms.and(&[st.live, ended]);
            exits.push(exit);
            st.live = self.cx.terms.and(&[st.live, cond]);
            if self.cx.is_dead(st) {
                break;
            }
            if count == limit || !self.limits.leave_room(&self.cx) {
                let never = self.cx.terms.fls();
                self.cx.fact(st.live, never);
                st.live = never;
                break;
            }
            self.rest_of_iteration(st, lp);
            exits.extend(self.pending.remove(&lp.label).unwrap_or_default());
        }
        exits.retain(|exit| !self.cx.is_dead(exit));
        self.cx.join_pending(st, exits, entry_live);
    }
}
