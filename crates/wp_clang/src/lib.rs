//! The only crate that runs Clang: prelude, precompiled-header cache, AST JSON decoding, constant queries.
