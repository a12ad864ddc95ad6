//! wp_lower (under construction).
