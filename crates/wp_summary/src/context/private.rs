//! The contents of memory that no other thread influences: private cells, and tables of constants.
//!
//! A private cell at a constant offset holds the last value stored there; a narrower load takes bytes out of it, a load
//! at an unknown offset chooses among the cells. Exact where it answers.

use crate::context::Context;
use crate::state::{PtrAlt, State, Target, Value};
use crate::{seeded, Axiom};
use std::rc::Rc;
use wp_kir::{ObjectId, Space, Storage, Type};
use wp_logic::{Class, FuncId, Range, Sort, Term, TermId};

wp_base::limits! {
    /// Greatest number of cells that a load at an unknown offset chooses among.
    const MAX_CHOICES: usize = 16;
    /// Greatest number of runs of equal elements by which a table is described.
    const MAX_RUNS: usize = 24;
}

impl Context<'_> {
    /// The value that a load of private memory sees, when the stores before say so.
    pub(crate) fn load_private(&mut self, st: &State, object: ObjectId, offset: TermId, ty: Type) -> Option<Value> {
        let Term::Int(at) = *self.terms.kind(offset) else { return self.choose_private(st, object, offset, ty) };
        if let Some((cell_ty, value)) = st.cells.get(&(object, at)) {
            if *cell_ty == ty {
                return Some(value.clone());
            }
        }
        let (&(_, start), (cell_ty, value)) =
            st.cells.range((object, i128::MIN)..=(object, at)).next_back().filter(|((o, _), _)| *o == object)?;
        let Value::Term(value) = value else { return None };
        let within = at + ty.size() as i128 <= start + cell_ty.size() as i128;
        let Type::Int { bits, signed } = ty else { return None };
        if !within {
            return None;
        }
        let raw = self.raw_bits(*value, *cell_ty)?;
        let scale = self.terms.int(1 << (8 * (at - start)));
        let shifted = self.terms.div(raw, scale);
        Some(Value::Term(self.terms.wrap(bits, signed, shifted)))
    }

    /// A value as the unsigned integer that lies in memory.
    fn raw_bits(&mut self, value: TermId, ty: Type) -> Option<TermId> {
        match ty {
            Type::Int { bits, .. } => Some(self.terms.wrap(bits, false, value)),
            Type::Float { bits } => Some(self.ranged_call("bits", &[value], ty, Type::Int { bits, signed: false })),
            Type::Bool | Type::Ptr => None,
        }
    }

    /// A load at an unknown offset: one of the cells of its type, or something unknown.
    fn choose_private(&mut self, st: &State, object: ObjectId, offset: TermId, ty: Type) -> Option<Value> {
        let cells: Vec<(i128, TermId)> = st
            .cells
            .range((object, i128::MIN)..=(object, i128::MAX))
            .filter_map(|(&(_, at), (cell_ty, value))| match value {
                Value::Term(t) if *cell_ty == ty => Some((at, *t)),
                _ => None,
            })
            .collect();
        if cells.is_empty() || cells.len() > MAX_CHOICES.get() || !ty.is_int() {
            return None;
        }
        let name = format!("value in {}", self.kernel.objects[object].name);
        let mut result = self.unknown_term(&name, ty);
        for (at, value) in cells.into_iter().rev() {
            let at = self.terms.int(at);
            let here = self.terms.eq(offset, at);
            result = self.terms.ite(here, value, result);
        }
        Some(Value::Term(result))
    }

    /// Keeps track of private memory at constant offsets; `None` as value forgets.
    pub(crate) fn update_cells(&mut self, st: &mut State, alts: &Rc<[PtrAlt]>, ty: Type, value: Option<Value>) {
        let certain = alts.len() == 1;
        for alt in alts.iter() {
            match alt.target {
                Target::Object(object) if self.kernel.objects[object].space == Space::Private => {
                    let Term::Int(offset) = *self.terms.kind(alt.offset) else {
                        st.cells.retain(|(o, _), _| *o != object);
                        continue;
                    };
                    let end = offset + ty.size() as i128;
                    st.cells.retain(|(o, at), (cell_ty, _)| {
                        *o != object || *at >= end || *at + cell_ty.size() as i128 <= offset
                    });
                    if let (true, Some(value)) = (certain, &value) {
                        st.cells.insert((object, offset), (ty, value.clone()));
                    }
                }
                Target::Unknown | Target::Number | Target::Opaque(_) => st.cells.clear(),
                Target::Object(_) | Target::Null => {}
            }
        }
    }

    /// Forgets what private storage holds. A load from an array that is declared again is no function of the address.
    pub(crate) fn declare(&mut self, st: &mut State, storage: Storage) {
        if seeded!(self.config.fault, DeclarationsKeep) {
            return;
        }
        match storage {
            Storage::Var(v) => {
                let var = &self.kernel.vars[v];
                let value = self.unknown(&format!("uninitialised {}", var.name), var.ty);
                st.set(v, value);
            }
            Storage::Object(object) => {
                st.cells.retain(|(o, _), _| *o != object);
                if self.trial == 0 {
                    self.out.memory.written.insert(object);
                }
            }
        }
    }

    pub(crate) fn constant_load(&mut self, bytes: &[u8], offset: i128, ty: Type) -> Option<TermId> {
        let start = usize::try_from(offset).ok()?;
        let slice = bytes.get(start..start.checked_add(ty.size() as usize)?)?;
        let mut raw = [0u8; 8];
        raw.get_mut(..slice.len())?.copy_from_slice(slice);
        let raw = u64::from_le_bytes(raw);
        Some(match ty {
            Type::Bool => self.terms.bool(raw != 0),
            Type::Int { bits, signed } => {
                let t = self.terms.int(i128::from(raw));
                self.terms.wrap(bits, signed, t)
            }
            Type::Float { bits } => self.terms.float(bits, raw),
            Type::Ptr => return None,
        })
    }

    /// The axiom about the function of an object's contents that follows from the initial bytes of an object that
    /// nobody writes.
    pub(crate) fn table_axiom(&mut self, f: FuncId, bytes: &[u8], ty: Type) -> Option<Axiom> {
        let size = ty.size() as usize;
        let elements: Vec<&[u8]> = bytes.chunks_exact(size.max(1)).collect();
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for (i, element) in elements.iter().enumerate() {
            match runs.last_mut() {
                Some((start, end)) if elements[*start] == *element => *end = i + 1,
                _ => runs.push((i, i + 1)),
            }
            if runs.len() > MAX_RUNS.get() {
                return None;
            }
        }
        let at = self.terms.sym("cell", Sort::Int, Class::Launch, Range::ALL);
        let value = self.terms.app(f, &[at]);
        let width = self.terms.int(size as i128);
        let mut facts = Vec::new();
        for (start, end) in runs {
            let stored = self.constant_load(bytes, (start * size) as i128, ty)?;
            let (first, behind) = (self.terms.int((start * size) as i128), self.terms.int((end * size) as i128));
            let mut premise = vec![self.terms.le(first, at), self.terms.lt(at, behind)];
            let rest = self.terms.modulo(at, width);
            let zero = self.terms.int(0);
            premise.push(self.terms.eq(rest, zero));
            let premise = self.terms.and(&premise);
            let same = self.same_value(value, stored);
            facts.push(self.terms.implies(premise, same));
        }
        let fact = self.terms.and(&facts);
        (!facts.is_empty()).then_some(Axiom { formals: vec![at], fact })
    }
}
