//! Functions that stand for the contents of memory at the launch. Arrays whose contents are equal share them.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use wp_kir::{Kernel, ObjectId, Type};
use wp_logic::{Class, FuncId, Sort, TermId, Terms};
use wp_summary::Summary;

/// The functions.
pub(crate) struct Initial {
    functions: FxHashMap<(ObjectId, Type), FuncId>,
    /// Arrays whose contents at the launch are those of another one.
    twins: BTreeMap<ObjectId, ObjectId>,
    /// Their functions of initial contents with those of the other ones.
    pub same: FxHashMap<FuncId, FuncId>,
}

impl Initial {
    pub fn of(summary: &Summary) -> Self {
        let functions = summary.functions.contents.iter().map(|(&f, &at)| (at, f)).collect();
        Self { functions, twins: BTreeMap::new(), same: FxHashMap::default() }
    }

    /// Takes the contents at the launch of the second array of each pair for those of the first one.
    pub fn identify(&mut self, twins: &[[ObjectId; 2]]) {
        for &[first, second] in twins {
            let functions: Vec<(Type, FuncId)> =
                self.functions.iter().filter(|((o, _), _)| *o == second).map(|((_, ty), &f)| (*ty, f)).collect();
            for (ty, f) in functions {
                let common = *self.functions.entry((first, ty)).or_insert(f);
                self.functions.insert((second, ty), common);
                if common != f {
                    self.same.insert(f, common);
                }
            }
            self.twins.insert(second, first);
        }
    }

    /// The function of contents at the launch that stands for this one too.
    pub fn common(&self, f: FuncId) -> FuncId {
        self.same.get(&f).copied().unwrap_or(f)
    }

    /// True if a function stands for initial contents of memory that all threads see.
    pub fn is_of_device(&self, kernel: &Kernel, f: FuncId) -> bool {
        self.functions.iter().any(|((object, _), g)| *g == f && kernel.objects[*object].space.is_of_device())
    }

    /// The size of the elements that a function of initial contents stands for, in bytes; 1 for other functions.
    pub fn width_of(&self, f: FuncId) -> i128 {
        self.functions.iter().find(|(_, g)| **g == f).map_or(1, |((_, ty), _)| i128::from(ty.size()))
    }

    /// The initial contents of an object at a byte offset.
    pub fn at(&mut self, terms: &mut Terms, kernel: &Kernel, (object, ty): (ObjectId, Type), offset: TermId) -> TermId {
        let object = self.twins.get(&object).copied().unwrap_or(object);
        let f = match self.functions.get(&(object, ty)) {
            Some(&f) => f,
            None => {
                let (sort, range) = wp_summary::value_sort(ty);
                let name = kernel.objects[object].name.clone();
                let f = terms.func(&name, &[Sort::Int], sort, Class::Launch, range);
                self.functions.insert((object, ty), f);
                f
            }
        };
        terms.app(f, &[offset])
    }
}
