//! The data that all kernels of a translation unit share: declarations, layouts and specification comments.

use crate::spec_comments::SpecComments;
use wp_decls::{Decls, Layouts};

/// What all kernels of a unit share.
pub(crate) struct Source<'u> {
    pub decls: &'u Decls<'u>,
    pub layouts: Layouts,
    pub comments: SpecComments<'u>,
}

impl<'u> Source<'u> {
    pub(crate) fn new(decls: &'u Decls<'u>) -> Self {
        Self { decls, layouts: Layouts::new(decls.unit), comments: SpecComments::new(decls.unit) }
    }
}
