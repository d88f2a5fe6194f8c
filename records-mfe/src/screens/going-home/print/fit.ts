/** Heights of a section on the printed page, in any one unit. */
export interface SectionHeights {
  heading: number;
  /** The line that says how many of its items are missing. */
  more: number;
  items: readonly number[];
}

/**
 * Returns how many items of each section fit on a page, counted from its first. Every section has its heading and, if
 * items are missing, the line that says so. Sections take turns, so that a long one doesn't displace the others.
 */
export function fitSections(sections: readonly SectionHeights[], space: number): number[] {
  const counts = sections.map(() => 0);
  let left =
    space - sections.reduce((sum, { heading, more, items }) => sum + heading + (items.length > 0 ? more : 0), 0);
  /** Adds a section's next item if it fits. */
  const add = ({ items, more }: SectionHeights, index: number): boolean => {
    const count = counts[index] ?? 0;
    const height = items[count];
    if (height === undefined) return false;
    const needed = height - (count + 1 === items.length ? more : 0);
    if (needed > left) return false;
    counts[index] = count + 1;
    left -= needed;
    return true;
  };
  let hasAdded = true;
  while (hasAdded) hasAdded = sections.map(add).some(Boolean);
  return counts;
}
