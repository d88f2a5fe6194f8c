/** Entries on the first page of a list; small so that it loads fast. */
export const PAGE_SIZE = 50;
/** Entries on each further page: the API's maximum, because only long lists have a second page. */
export const FURTHER_PAGE_SIZE = 200;

/**
 * Builds the query string for one page of a list from its filters and the id of the previous page's last entry. Omits
 * empty values.
 */
export function pageQuery(filters: Readonly<Record<string, string>>, after?: string): string {
  const limit = String(after === undefined ? PAGE_SIZE : FURTHER_PAGE_SIZE);
  const query = new URLSearchParams({ ...filters, after: after ?? '', limit });
  for (const [name, value] of [...query]) if (value === '') query.delete(name);
  return `?${query}`;
}
