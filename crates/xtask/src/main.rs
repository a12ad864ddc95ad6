//! xtask entry point.
fn main() {}
