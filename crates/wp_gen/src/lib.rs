//! wp_gen (under construction).
