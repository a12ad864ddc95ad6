//! wp_logic (under construction).
