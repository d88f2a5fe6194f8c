/** Rows of docs/compliance/asvs: one per requirement, with evidence that it is met, or the reason why not. */
import { isTest, linksOf, problemsOfText, settingsOf } from './docs.ts';
import { REQUIREMENTS } from './requirements.ts';

/**
 * Status of a row. `test`: verified by a test. `setting`: ensured by an operator's setting. All others are exceptions
 * with a reason. `document`: requires something in writing, which exists. `untested`: implemented, but no test verifies
 * it. `operator`: the hospital's responsibility. `not applicable`: the product has nothing of the kind. `not met`:
 * something is missing.
 */
export const STATUSES = ['test', 'setting', 'document', 'untested', 'operator', 'not applicable', 'not met'] as const;
type Status = (typeof STATUSES)[number];

export interface Row {
  /** The requirement's number, e.g. "1.2.4". */
  id: string;
  level: number;
  /** Short summary of the requirement. */
  asks: string;
  status: Status;
  /** Markdown: links, settings and sentences. */
  evidence: string;
  /** Path of the row's page from the root. */
  page: string;
}

const ROW = /^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| ([a-z ]+) \| (.+) \|$/gm;
/** Minimum length of a reason in characters, not counting links. */
const LEAST_REASON = 25;

const isStatus = (text: string): text is Status => STATUSES.some((status) => status === text);

/** Returns the rows of a page's tables. @throws Error for a row with an unknown status */
export const rowsOf = (markdown: string, page: string): Row[] =>
  [...markdown.matchAll(ROW)].map(([, id = '', level, asks = '', status = '', evidence = '']) => {
    if (!isStatus(status))
      throw new Error(`${page}: ${id} has the status "${status}", which is none of ${STATUSES.join(', ')}`);
    return { id, level: Number(level), asks, status, evidence, page };
  });

/** Returns a text without its links and settings. */
const reasonOf = (text: string) => text.replace(/\[[^\]]*\]\([^)]*\)|`[^`]*`|[;,]/g, '').trim();

/** Returns what a row lacks of the evidence that its status requires. */
function lacksOf({ status, evidence, page }: Row): string[] {
  const links = linksOf(evidence, page);
  if (status === 'test') return links.some(isTest) ? [] : ['names no test'];
  if (status === 'setting') return settingsOf(evidence).length > 0 ? [] : ['names no setting'];
  if (status === 'document') return links.some((link) => !isTest(link)) ? [] : ['names no document'];
  return reasonOf(evidence).length >= LEAST_REASON ? [] : ['gives no reason'];
}

/** Returns what is wrong with rows, each with its number: missing evidence, wrong level, missing or duplicate rows. */
export function problemsOfRows(rows: readonly Row[]): string[] {
  const count = Map.groupBy(rows, ({ id }) => id);
  const known = new Map(REQUIREMENTS.map(({ id, level }) => [id, level]));
  return [
    ...REQUIREMENTS.filter(({ id }) => !count.has(id)).map(({ id }) => `${id}: has no row`),
    ...[...count].filter(([, same]) => same.length > 1).map(([id]) => `${id}: has several rows`),
    ...rows.flatMap((row) => {
      const level = known.get(row.id);
      const own = level === row.level ? [] : [level === undefined ? 'is no requirement' : `is of level ${level}`];
      const all = [...own, ...lacksOf(row), ...problemsOfText(row.evidence, row.page)];
      return all.map((problem) => `${row.id}: ${problem}`);
    }),
  ];
}
