//! warpproof entry point.
fn main() {}
