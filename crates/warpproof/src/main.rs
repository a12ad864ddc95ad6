//! The program `warpproof`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(warpproof::main(std::env::args_os(), warpproof::Program::This))
}
