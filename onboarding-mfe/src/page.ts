/** Reloads the page, so that the guards decide again. */
export const reloadPage = () => location.reload();

/** Navigates with a full page load, which discards everything in memory. */
export const loadPage = (path: string) => location.assign(path);
