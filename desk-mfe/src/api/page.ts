/** Entries of a page of a list. */
export const PAGE_SIZE = 50;

/**
 * The query of one page of a list: what it is narrowed by, and the id of the last entry of the page before. Empty values
 * are left out.
 */
export function pageQuery(narrowed: Readonly<Record<string, string>>, after?: string): string {
  const query = new URLSearchParams({ ...narrowed, after: after ?? '', limit: String(PAGE_SIZE) });
  for (const [name, value] of [...query]) if (value === '') query.delete(name);
  return `?${query}`;
}
