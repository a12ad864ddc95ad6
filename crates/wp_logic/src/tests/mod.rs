//! Tests of the term language: random expressions against a direct evaluation, and the forms that users rely on.

mod forms;
mod random;
