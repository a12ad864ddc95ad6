//! Tests of the term language.
