/**
 * `npm run advisories`: fails when a package of the product has a known vulnerability for longer than its severity
 * allows (docs/security.md#dependencies). `docs/compliance/advisories.json` holds when each was first seen.
 */
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from 'server-kit/fields';
import { REPO } from 'server-kit/paths';
import { PlainError, runCommand } from 'server-kit/plain-error';

const SEEN_FILE = join(REPO, 'docs/compliance/advisories.json');
const DAY_MS = 86_400_000;

/** Days from first sight until a fixed version, or a decision that is recorded, has to be released. */
export const DEADLINE_DAYS = { critical: 7, high: 30, moderate: 90, low: 180, info: 180 } as const;

type Severity = keyof typeof DEADLINE_DAYS;

export interface Advisory {
  /** Its address, which is its name in the list of those seen. */
  url: string;
  title: string;
  severity: Severity;
  /** The package that has the vulnerability. */
  name: string;
}

/** Advisories seen -> day of first sight, such as `2026-11-26`, and why one may stay (a link to a decision). */
export type SeenAdvisories = Record<string, { seen: string; accepted?: string }>;

const isSeverity = (value: unknown): value is Severity =>
  typeof value === 'string' && Object.hasOwn(DEADLINE_DAYS, value);

/** Returns the advisories in the JSON of `npm audit`, once each. Throws PlainError if the registry gave none. */
export function advisoriesIn(report: unknown): Advisory[] {
  if (!isRecord(report) || !isRecord(report.vulnerabilities)) {
    const reason = isRecord(report) && typeof report.message === 'string' ? report.message : 'it could not be reached';
    throw new PlainError(`The registry gave no advisories: ${reason}. Try again where npm audit works.`);
  }
  const found = new Map<string, Advisory>();
  for (const entry of Object.values(report.vulnerabilities)) {
    if (!isRecord(entry) || !Array.isArray(entry.via)) continue;
    // A text names a package that has its own entry.
    for (const via of entry.via) {
      if (!isRecord(via)) continue;
      const { url, title, severity, name } = via;
      found.set(String(url), {
        url: String(url),
        title: String(title),
        severity: isSeverity(severity) ? severity : 'critical',
        name: String(name),
      });
    }
  }
  return [...found.values()];
}

/** Result of a check: what is to be kept for the next one, and one line for each advisory. */
export interface Checked {
  seen: SeenAdvisories;
  lines: string[];
  isOverdue: boolean;
}

/** Compares advisories with the deadlines. One seen for the first time today is not overdue. */
export function checkAdvisories(advisories: readonly Advisory[], before: SeenAdvisories, now: Date): Checked {
  const today = now.toISOString().slice(0, 10);
  const seen: SeenAdvisories = {};
  const lines: string[] = [];
  let isOverdue = false;
  for (const { url, title, severity, name } of advisories) {
    const known = before[url] ?? { seen: today };
    seen[url] = known;
    const due = new Date(Date.parse(known.seen) + DEADLINE_DAYS[severity] * DAY_MS).toISOString().slice(0, 10);
    const isLate = known.accepted === undefined && due < today;
    isOverdue ||= isLate;
    const state =
      known.accepted === undefined ? `${isLate ? 'OVERDUE since' : 'fix by'} ${due}` : `accepted: ${known.accepted}`;
    lines.push(`${severity} ${name}: ${title} (${url}); ${state}`);
  }
  return { seen, lines, isOverdue };
}

/** A registry that can't be reached is asked once: it is no use to wait for it. */
const ASK = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=60000'];

/** Returns what npm's registry says about the packages; undefined if npm said nothing. */
export function askRegistry(): unknown {
  const { stdout } = spawnSync('npm', ASK, { cwd: REPO, encoding: 'utf8' });
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

export const readSeen = async (): Promise<SeenAdvisories> =>
  JSON.parse(await readFile(SEEN_FILE, 'utf8')) as SeenAdvisories;

/** Asks the registry, prints what it knows, and stores when each was first seen. Throws PlainError if one is overdue. */
async function check(): Promise<void> {
  const report = askRegistry();
  const { seen, lines, isOverdue } = checkAdvisories(advisoriesIn(report), await readSeen(), new Date());
  await writeFile(SEEN_FILE, `${JSON.stringify(seen, null, 2)}\n`);
  for (const line of lines) console.log(line);
  if (isOverdue) throw new PlainError('A package is overdue: update it, or record a decision in "accepted".');
  console.log(`${lines.length} advisories, none overdue.`);
}

if (import.meta.main) runCommand(check);
