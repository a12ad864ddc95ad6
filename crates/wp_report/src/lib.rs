//! wp_report (under construction).
