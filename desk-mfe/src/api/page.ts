/** Entries of the first page of a list: soon there. */
export const PAGE_SIZE = 50;
/** Entries of every further page, the most that the API returns at once, since a second page is asked for in long lists. */
export const FURTHER_PAGE_SIZE = 200;

/**
 * The query of one page of a list: what it is narrowed by, and the id of the last entry of the page before. Empty values
 * are left out.
 */
export function pageQuery(narrowed: Readonly<Record<string, string>>, after?: string): string {
  const limit = String(after === undefined ? PAGE_SIZE : FURTHER_PAGE_SIZE);
  const query = new URLSearchParams({ ...narrowed, after: after ?? '', limit });
  for (const [name, value] of [...query]) if (value === '') query.delete(name);
  return `?${query}`;
}
