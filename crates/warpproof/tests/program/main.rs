//! Tests of the program `warpproof`, each of which starts it.

mod cli;
mod configuration;
mod determinism;
#[path = "../support/editor.rs"]
mod editor;
mod elsewhere;
mod examples;
mod forms;
mod header;
mod inputs;
mod lsp;
mod pages;
mod portfolio;
mod premises;
mod reproducers;
mod selection;
mod study;
#[path = "../../../../tests/suite/mod.rs"]
mod suite;
#[path = "../support/mod.rs"]
mod support;
