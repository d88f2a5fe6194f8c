/** Pages of the desk's lists. */
import type { Page } from '../../contract.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

export interface PageOf {
  /** Id of the last entry of the previous page; undefined: the first page. */
  after: string | undefined;
  limit: number;
}

export function pageOf({ after, limit }: Page): PageOf {
  return { after, limit: Math.min(limit === undefined ? DEFAULT_LIMIT : Number(limit), MAX_LIMIT) };
}
