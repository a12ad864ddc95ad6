//! The result of the clients: proofs by subject, and what stayed open.

use crate::context::Context;
use crate::suspect::{Open, Suspect, SuspectKind};
use std::collections::BTreeSet;
use wp_kir::ObjectId;
use wp_prove::{Pair, Proof};

/// The result of the clients.
#[derive(Debug, Default)]
pub struct Findings {
    /// Obligations that stayed open, client by client, in program order.
    pub suspects: Vec<Suspect>,
    /// The proofs of obligations that were closed, by subject: one subject may have several, and others that stayed open.
    pub proofs: Vec<(SuspectKind, Proof)>,
    /// The objects that bounds are about.
    pub coverage: Coverage,
}

/// Objects that a kernel accesses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Objects whose size is known: every access to them was looked at.
    pub checked: BTreeSet<ObjectId>,
    /// Objects whose size is not known: no access to them was.
    pub unchecked: BTreeSet<ObjectId>,
    /// Objects with an access whose alignment is not evident.
    pub unaligned: BTreeSet<ObjectId>,
}

impl Coverage {
    /// Adds what another check looked at.
    pub fn add(&mut self, more: Coverage) {
        self.checked.extend(more.checked);
        self.unchecked.extend(more.unchecked);
        self.unaligned.extend(more.unaligned);
    }
}

impl Findings {
    /// Notes a proof; one that rests on nothing and explains nothing leaves nothing to note.
    pub(crate) fn proved(&mut self, subject: &SuspectKind, proof: Proof) {
        if !proof.rests_on.is_empty() || !proof.steps.is_empty() {
            self.proofs.push((subject.clone(), proof));
        }
    }

    /// Notes the proof of a subject, or that an obligation of it stayed open: true then. `pair` are the threads that the
    /// obligation is about, unless it is about one.
    pub(crate) fn conclude(
        &mut self,
        ctx: &mut Context,
        kind: SuspectKind,
        pair: Option<&mut Pair>,
        outcome: Result<Proof, Open>,
    ) -> bool {
        match outcome {
            Ok(proof) => {
                self.proved(&kind, proof);
                false
            }
            Err((cause, conjuncts)) => {
                let second = pair.map(|pair| ctx.second_ids(pair));
                let unknowns = ctx.unknowns(&conjuncts);
                self.suspects.push(Suspect { kind, cause, conjuncts, second, unknowns });
                true
            }
        }
    }
}
