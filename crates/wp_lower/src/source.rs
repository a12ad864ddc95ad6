//! The unit that is lowered, with what is known of it before any of its kernels.

use crate::spec_comments::SpecComments;
use wp_clang::TranslationUnit;
use wp_decls::{Decls, Layouts};

/// What all kernels of a unit share.
pub(crate) struct Source<'u> {
    pub decls: Decls<'u>,
    pub layouts: Layouts,
    pub comments: SpecComments<'u>,
}

impl<'u> Source<'u> {
    /// Reads the declarations of a unit; `narrow` as in [`Decls::new`].
    pub(crate) fn new(unit: &'u TranslationUnit, narrow: bool) -> Self {
        let decls = Decls::new(unit, narrow);
        Self { decls, layouts: Layouts::new(unit), comments: SpecComments::new(unit) }
    }
}
