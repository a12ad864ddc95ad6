//! Developer tasks as a library, so that tests can run them too.

pub mod tidy;
