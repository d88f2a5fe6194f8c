/** Pages of the desk's lists. */
import type { Page } from '../../contract.ts';

const USUAL = 50;
const MOST = 200;

export interface PageOf {
  /** Id of the last entry of the previous page; undefined: the first page. */
  after: string | undefined;
  limit: number;
}

export function pageOf({ after, limit }: Page): PageOf {
  return { after, limit: Math.min(limit === undefined ? USUAL : Number(limit), MOST) };
}
