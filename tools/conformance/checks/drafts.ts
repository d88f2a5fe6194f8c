import { randomInt } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REMOTE_MANIFEST } from 'gateway/registry/manifest';
import type { SurveyAnswer, SurveyKind } from 'shared-ui/contract';
import { publishAlone } from '../examination.ts';
import type { Findings } from '../findings.ts';
import { inFolder } from '../source.ts';
import type { Product } from '../visit/product.ts';
import type { Visit } from '../visit/visit.ts';
import type { Sent } from './answers.ts';
import { replacedFunctions } from './isolation.ts';

/** The previous version, whose only job is to leave drafts. */
const EARLIER = join(import.meta.dirname, 'earlier');

/** Returns what the form shows instead of the values it had. */
function difference(before: string[], now: string[]): string {
  const place = before.findIndex((line, at) => line !== now[at]);
  return place < 0 ? 'it shows more fields' : `it shows ${now[place] ?? 'nothing'} instead of ${before[place]}`;
}

/**
 * Changes the fields one by one, leaves and reopens the survey, and checks that every value is restored.
 * @param isEach whether to leave after every field, or once at the end
 * @returns whether the form is open at the end
 */
export async function checkDrafts(
  visit: Visit,
  survey: SurveyKind,
  isEach: boolean,
  findings: Findings,
): Promise<boolean> {
  const fields = (await visit.ask('fields')).length;
  for (let field = 0; field < fields; field++) {
    await visit.fillOne(field, 'other');
    if (!isEach && field < fields - 1) continue;
    const before = await visit.ask('values');
    await visit.leave();
    // A demo treats a survey without a draft as finished and does not offer it again.
    if (!(await visit.open(survey).catch(() => false))) {
      findings.fault('drafts', `${survey}: left after a change of field ${field + 1}, it does not open again`);
      return false;
    }
    let now: string[] = [];
    const isSame = async () => {
      now = await visit.ask('values');
      return JSON.stringify(now) === JSON.stringify(before);
    };
    const isBack = await visit.page.until(isSame, 3_000);
    const what = isEach ? `after a change of field ${field + 1} of ${fields}` : 'filled in as a whole';
    findings.expect('drafts', isBack, `${survey}: left ${what} and opened again, ${difference(before, now)}`);
    if (!isBack) return true;
  }
  return true;
}

/**
 * Returns a draft another version might have left, using this version's names with wrong types, ranges and questions.
 */
function junkFor(answers: SurveyAnswer[]): SurveyAnswer[] {
  const wrong = answers.flatMap(({ question, answer }): SurveyAnswer[] => [
    { question, answer: typeof answer === 'number' ? '<b>often</b> "\\' : 4.5 },
    { question, answer: typeof answer === 'number' ? -99 : '\u0000\uFFFE' },
  ]);
  const foreign: SurveyAnswer[] = [
    { question: 'waitingRoom', answer: 'Cold.' },
    { question: '__proto__', answer: 'constructor' },
    { question: 'toString', answer: 1e300 },
    { question: ']"\'\\', answer: '' },
  ];
  return [...foreign, ...wrong].slice(0, 50);
}

/** Publishes the previous version, which leaves these drafts in the forms that are opened. */
const publishEarlier = (product: Product, junk: Record<string, SurveyAnswer[]>) =>
  inFolder(async (folder) => {
    await cp(EARLIER, folder, { recursive: true });
    const version = `0.0.${randomInt(100_000_000)}`;
    const container = `surveys_${version.replaceAll('.', '_')}`;
    const manifest = { name: 'surveys', version, contract: 'survey@1', container, entry: 'remoteEntry.js' };
    const rest = { expose: './survey', shared: {}, locales: ['en', 'fr'] };
    await writeFile(join(folder, REMOTE_MANIFEST), JSON.stringify({ ...manifest, ...rest }));
    // A second file makes the frame install everything it may need, so that the frame's own replacements are known.
    await writeFile(join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const values = `globalThis.earlier = ${JSON.stringify({ container, junk })};\n`;
    const entry = join(folder, 'remoteEntry.js');
    await writeFile(entry, values + (await readFile(entry, 'utf8')));
    await publishAlone(product.running, folder);
  });

/**
 * Lets the previous version leave its drafts, then publishes the version under test and reloads the page. Returns a
 * visit at the list of events, and the browser functions that were replaced while the previous version ran.
 */
export async function withJunk(
  product: Product,
  folder: string,
  sent: Map<SurveyKind, Sent>,
): Promise<{ visit: Visit; replaced: Set<string> }> {
  const junk = [...sent].map(([survey, { first = [] }]) => [survey, junkFor(first)]);
  await publishEarlier(product, Object.fromEntries(junk));
  const visit = await product.visit();
  let replaced = new Set<string>();
  for (const survey of sent.keys()) {
    await visit.open(survey);
    replaced = await replacedFunctions(visit);
    await visit.leave();
  }
  await publishAlone(product.running, folder);
  await visit.load();
  return { visit, replaced };
}
