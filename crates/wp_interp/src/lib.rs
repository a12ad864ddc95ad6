//! wp_interp (under construction).
