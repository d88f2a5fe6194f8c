/** Messages shared by the loader on the page and the checks before publication. */
export const contractMismatch = (kept: string, needed: string): string => `keeps ${kept}, needed is ${needed}`;

export const sharedMissing = (name: string, range: string, offered: readonly string[]): string =>
  `needs ${name} ${range}, the host offers ${offered.join(', ') || 'nothing'}`;
