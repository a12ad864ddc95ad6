//! wp_summary (under construction).
