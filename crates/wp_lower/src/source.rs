//! The data that all kernels of a translation unit share: declarations, layouts and specification comments.

use crate::spec_comments::SpecComments;
use crate::LowerOptions;
use wp_clang::Node;
use wp_decls::{CType, Decls, Layouts};
use wp_kir::Type;

/// The unit that is read, and the options. Every part of the lowering may read them, and none changes them.
#[derive(Clone, Copy)]
pub(crate) struct Unit<'u> {
    pub decls: &'u Decls<'u>,
    pub layouts: &'u Layouts,
    pub comments: &'u SpecComments<'u>,
    pub options: &'u LowerOptions,
    /// True for CUDA and HIP, false for OpenCL.
    pub cuda: bool,
}

impl Unit<'_> {
    /// True for HIP.
    pub(crate) fn is_hip(&self) -> bool {
        self.decls.unit.language == wp_clang::Language::Hip
    }

    /// True if a function is of the prelude or a built-in header.
    pub(crate) fn is_built_in(&self, def: &Node) -> bool {
        let file = self.decls.unit.sources.file(def.loc.file);
        self.decls.is_prelude(def) || file.is_some_and(|file| self.decls.unit.is_built_in(&file.path))
    }

    /// True if a value of the type can be kept in one variable per leaf.
    pub(crate) fn splittable(&self, ty: &CType) -> bool {
        self.layouts.splittable(self.decls, ty)
    }

    /// The type of the first leaf of `ty`, which counts as the element type of an object; a byte if there is none.
    pub(crate) fn type_of_first_leaf(&self, ty: &CType) -> Type {
        let unsigned_byte = Type::Int { bits: 8, signed: false };
        self.layouts.leaves(self.decls, ty).ok().and_then(|l| l.first().map(|l| l.ty)).unwrap_or(unsigned_byte)
    }
}

/// What all kernels of a unit share.
pub(crate) struct Source<'u> {
    pub decls: &'u Decls<'u>,
    pub layouts: Layouts,
    pub comments: SpecComments<'u>,
}

impl<'u> Source<'u> {
    pub(crate) fn new(decls: &'u Decls<'u>) -> Self {
        Self { decls, layouts: Layouts::new(decls.unit), comments: SpecComments::new(decls) }
    }

    /// The unit as the lowering of one kernel reads it.
    pub(crate) fn read<'a>(&'a self, options: &'a LowerOptions, cuda: bool) -> Unit<'a> {
        Unit { decls: self.decls, layouts: &self.layouts, comments: &self.comments, options, cuda }
    }
}
