//! wp_engine (under construction).
