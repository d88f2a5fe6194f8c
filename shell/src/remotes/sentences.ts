/** What the loader says on the page, and the gate says of the same before a version is published. */
export const contractMismatch = (kept: string, needed: string): string => `keeps ${kept}, needed is ${needed}`;

export const sharedMissing = (name: string, range: string, offered: readonly string[]): string =>
  `needs ${name} ${range}, the host offers ${offered.join(', ') || 'nothing'}`;
