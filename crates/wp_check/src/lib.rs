//! wp_check (under construction).
