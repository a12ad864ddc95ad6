//! wp_solve (under construction).
