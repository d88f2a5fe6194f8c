/** Loads the page again, so that guards decide anew. */
export const reloadPage = () => location.reload();

/** Leaves for an address with a fresh page: nothing in memory stays. */
export const leaveFor = (path: string) => location.assign(path);
