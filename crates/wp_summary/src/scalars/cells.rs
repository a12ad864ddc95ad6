//! One variable for each cell of an array.
//!
//! Input: a kernel in which the offsets of the accesses to be replaced are constants. A cell is the target of the
//! accesses of one type at one offset; cells do not overlap.

use std::collections::{BTreeMap, BTreeSet};
use wp_base::Span;
use wp_kir::{
    address, visit, Block, ExprId, ExprKind, Kernel, Known, Object, ObjectId, Stmt, StmtKind, Storage, Type, VarId,
};

wp_base::limits! {
    /// Cells of one kernel at most: a block of 16 by 8 values with its fragments.
    const MAX_CELLS: usize = 192;
}

/// A cell by array and byte offset.
type Cell = (ObjectId, i128);

/// Arrays of `arrays` with an access that is no cell.
pub(super) fn irreplaceable(kernel: &Kernel, arrays: &BTreeSet<ObjectId>) -> BTreeSet<ObjectId> {
    let mut cells: BTreeMap<Cell, Type> = BTreeMap::new();
    let mut left = BTreeSet::new();
    visit(&kernel.body, &mut |s| {
        let (StmtKind::Load { ptr, ty, .. } | StmtKind::Store { ptr, ty, .. }) = s.kind else { return };
        let Some((object, offset)) = address(kernel, ptr, &Known::new()).filter(|(o, _)| arrays.contains(o)) else {
            return;
        };
        let size = i128::from(kernel.objects[object].size.unwrap_or(0));
        match offset {
            Some(at) if at >= 0 && at + i128::from(ty.size()) <= size => {
                if *cells.entry((object, at)).or_insert(ty) != ty {
                    left.insert(object);
                }
            }
            _ => drop(left.insert(object)),
        }
    });
    let neighbours = cells.iter().zip(cells.iter().skip(1));
    for ((&(object, at), ty), (&(next, behind), _)) in neighbours {
        if object == next && behind < at + i128::from(ty.size()) {
            left.insert(object);
        }
    }
    // If there are too many cells, the largest arrays stay.
    let mut count: BTreeMap<ObjectId, usize> = BTreeMap::new();
    for (object, _) in cells.keys().filter(|(object, _)| !left.contains(object)) {
        *count.entry(*object).or_default() += 1;
    }
    let mut by_size: Vec<_> = count.into_iter().map(|(object, n)| (n, object)).collect();
    by_size.sort_unstable();
    let mut all = 0;
    for (n, object) in by_size {
        all += n;
        if all > MAX_CELLS.get() {
            left.insert(object);
        }
    }
    left
}

/// Replaces the accesses of arrays that [`irreplaceable`] does not name.
pub(super) fn replace(mut kernel: Kernel, arrays: &BTreeSet<ObjectId>) -> Kernel {
    let mut body = std::mem::take(&mut kernel.body);
    let mut replacer = Replacer { kernel: &mut kernel, arrays, cells: BTreeMap::new() };
    replacer.accesses(&mut body);
    replacer.declarations(&mut body);
    kernel.body = body;
    kernel
}

struct Replacer<'a> {
    kernel: &'a mut Kernel,
    arrays: &'a BTreeSet<ObjectId>,
    cells: BTreeMap<Cell, VarId>,
}

impl Replacer<'_> {
    pub(crate) fn accesses(&mut self, block: &mut Block) {
        for s in block {
            match &mut s.kind {
                StmtKind::Load { var, ty, ptr, .. } => {
                    if let Some(cell) = self.cell(*ptr, *ty) {
                        let value = self.kernel.expr(ExprKind::Var(cell), *ty, s.span);
                        s.kind = StmtKind::Assign { var: *var, value };
                    }
                }
                StmtKind::Store { ptr, value, ty, .. } => {
                    if let Some(var) = self.cell(*ptr, *ty) {
                        s.kind = StmtKind::Assign { var, value: *value };
                    }
                }
                kind => kind.blocks_mut().into_iter().for_each(|part| self.accesses(part)),
            }
        }
    }

    /// The declaration of an array is that of its cells, which the accesses have shown.
    fn declarations(&self, block: &mut Block) {
        let mut at = 0;
        while at < block.len() {
            let span = block[at].span;
            let length = match &mut block[at].kind {
                StmtKind::Declare { storage: Storage::Object(object) } if self.arrays.contains(object) => {
                    let cells = self.cells.range((*object, i128::MIN)..=(*object, i128::MAX));
                    let declare = |(_, &var)| StmtKind::Declare { storage: Storage::Var(var) };
                    let declarations: Block = cells.map(declare).map(|kind| Stmt { kind, span }).collect();
                    let length = declarations.len();
                    block.splice(at..=at, declarations);
                    length
                }
                kind => {
                    kind.blocks_mut().into_iter().for_each(|part| self.declarations(part));
                    1
                }
            };
            at += length;
        }
    }

    /// The variable of a cell; none for other addresses.
    fn cell(&mut self, ptr: ExprId, ty: Type) -> Option<VarId> {
        let (object, Some(at)) = address(self.kernel, ptr, &Known::new())? else { return None };
        if !self.arrays.contains(&object) {
            return None;
        }
        let kernel = &mut *self.kernel;
        Some(*self.cells.entry((object, at)).or_insert_with(|| {
            let object = &kernel.objects[object];
            let (name, span): (String, Span) = (name_of(object, at), object.span);
            kernel.var(&name, ty, span)
        }))
    }
}

/// The name of a cell in the source, `a[i][j]`.
fn name_of(object: &Object, at: i128) -> String {
    let width = i128::from(object.elem.size().max(1));
    if object.shape.is_empty() && at == 0 {
        return object.name.to_string();
    }
    let mut index = at / width;
    let mut indices = Vec::new();
    for &extent in object.shape.iter().skip(1).rev() {
        let extent = i128::from(extent.max(1));
        indices.push(index % extent);
        index /= extent;
    }
    indices.push(index);
    let indices: String = indices.iter().rev().map(|i| format!("[{i}]")).collect();
    let rest = at % width;
    if rest == 0 {
        format!("{}{indices}", object.name)
    } else {
        format!("{}{indices}+{rest}", object.name)
    }
}
