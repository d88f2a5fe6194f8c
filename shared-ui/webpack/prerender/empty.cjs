/** Replaces stylesheets: those of the shell are on every page. */
