/** The rows of docs/asvs: a requirement each, with what shows that it is met, or why it is not. */
import { isTest, linksOf, problemsOfText, settingsOf } from './evidence.ts';
import { REQUIREMENTS } from './requirements.ts';

/**
 * How a row stands. `test`: a test shows it. `setting`: an operator's setting makes it so. All others are exceptions, with the reason:
 * `document`: asks for something in writing, which is there. `untested`: built so, and no test shows it. `operator`: the hospital's to
 * do. `not applicable`: the product has nothing of the kind. `not met`: something is missing.
 */
export const STANDS = ['test', 'setting', 'document', 'untested', 'operator', 'not applicable', 'not met'] as const;
export type Stand = (typeof STANDS)[number];

export interface Row {
  /** The requirement's number, e.g. "1.2.4". */
  id: string;
  level: number;
  /** What it asks for, in few words. */
  asks: string;
  stand: Stand;
  /** Markdown: links, settings and sentences. */
  evidence: string;
  /** The page that it stands on, from the root. */
  page: string;
}

const ROW = /^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| ([a-z ]+) \| (.+) \|$/gm;
/** Fewer letters beside its links are no reason. */
const LEAST_REASON = 25;

const isStand = (text: string): text is Stand => STANDS.some((stand) => stand === text);

/** Returns the rows of a page's tables. @throws Error for a row that says of itself what no row may */
export const rowsOf = (markdown: string, page: string): Row[] =>
  [...markdown.matchAll(ROW)].map(([, id = '', level, asks = '', stand = '', evidence = '']) => {
    if (!isStand(stand)) throw new Error(`${page}: ${id} stands as "${stand}", which is none of ${STANDS.join(', ')}`);
    return { id, level: Number(level), asks, stand, evidence, page };
  });

/** Returns the words of a text without its links and settings. */
const reasonOf = (text: string) => text.replace(/\[[^\]]*\]\([^)]*\)|`[^`]*`|[;,]/g, '').trim();

/** What a row lacks of what its stand asks for. */
function lacksOf({ stand, evidence, page }: Row): string[] {
  const links = linksOf(evidence, page);
  if (stand === 'test') return links.some(isTest) ? [] : ['names no test'];
  if (stand === 'setting') return settingsOf(evidence).length > 0 ? [] : ['names no setting'];
  if (stand === 'document') return links.some((link) => !isTest(link)) ? [] : ['names no document'];
  return reasonOf(evidence).length >= LEAST_REASON ? [] : ['gives no reason'];
}

/** Returns what is wrong with rows, each with its number: what is not there, what is missing, and which requirement has no row or two. */
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
