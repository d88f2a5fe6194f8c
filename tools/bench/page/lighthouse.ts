import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { freePorts } from '../../commands/running/ports.ts';
import type { Product } from '../servers.ts';
import { table, type Verdict } from '../verdicts.ts';
import { BROWSER_ARGUMENTS } from './phone.ts';

/** Scores from 0 to 100, and the metrics behind the performance score as formatted by Lighthouse. */
interface Load {
  scores: Record<string, number>;
  metrics: Record<string, string>;
  /** Total blocking time, in milliseconds. */
  blocked: number;
}

/**
 * Performance scores on one machine differ by up to ten points, so Lighthouse recommends the median of five. With
 * three, a machine that was slow for a minute sometimes caused a false failure.
 */
const LOADS = 5;
/** Additional attempts when Lighthouse could not record a load and asks to run again. */
const SPARE_LOADS = 3;

const performanceOf = ({ scores }: Load) => scores.Performance ?? 0;

/** Returns the load with the median performance, with the lowest of each other score, since those should not vary. */
function middleOf(loads: readonly Load[]): Load {
  const sorted = loads.toSorted((one, other) => performanceOf(one) - performanceOf(other));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('No load was recorded');
  const lowest = (title: string) => Math.min(...loads.map(({ scores }) => scores[title] ?? 0));
  const scores = Object.entries(middle.scores).map(([title, score]) => [
    title,
    title === 'Performance' ? score : lowest(title),
  ]);
  return { ...middle, scores: Object.fromEntries(scores) };
}

const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** Maximum total blocking time, in milliseconds. */
const LONGEST_BLOCKED = 150;
/** Minimum scores for each screen. */
const AIMS: Record<string, number> = { Performance: 95, Accessibility: 100, 'Best Practices': 100 };

interface Judged {
  screen: string;
  url: string;
  token: string | undefined;
}

/**
 * Runs Lighthouse with its defaults (mobile, simulated throttling) in a fresh browser. Resolves with null when it
 * could not record the load.
 */
async function judge({ url, token }: Judged, executablePath: string): Promise<Load | null> {
  const [port = 0] = await freePorts(1);
  const context = await chromium.launchPersistentContext('', {
    executablePath,
    args: [...BROWSER_ARGUMENTS, `--remote-debugging-port=${port}`],
  });
  try {
    if (token !== undefined) {
      const page = await context.newPage();
      // Any same-origin response works for storing the session; this one loads nothing of the product.
      await page.goto(new URL('/healthz', url).href);
      await page.evaluate((saved) => {
        localStorage.setItem('access-token', saved);
        localStorage.setItem('settings', JSON.stringify({ isUserValidated: true, locale: 'en' }));
      }, token);
      await page.close();
    }
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', disableStorageReset: true });
    if (result === undefined) throw new Error('Lighthouse gave no result');
    const { categories, audits, finalDisplayedUrl, runtimeError } = result.lhr;
    if (runtimeError?.code === 'NO_NAVSTART') return null;
    if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
    if (finalDisplayedUrl !== url)
      throw new Error(`${url} redirected to ${finalDisplayedUrl}: there is nothing to judge`);
    const scores = Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]);
    const metrics = METRICS.map((id) => [audits[id]?.title ?? id, audits[id]?.displayValue ?? '?']);
    const blocked = audits['total-blocking-time']?.numericValue ?? Number.POSITIVE_INFINITY;
    return { scores: Object.fromEntries(scores), metrics: Object.fromEntries(metrics), blocked };
  } finally {
    await context.close();
  }
}

async function aResult(origin: string, token: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/results`, { headers: { authorization: `Bearer ${token}` } });
  const [first] = (await answer.json()) as { id: string }[];
  if (first === undefined) throw new Error('There is no result to judge');
  return first.id;
}

/** Loads a screen several times. */
async function judgeOften(screen: Judged, executablePath: string): Promise<Load[]> {
  const loads: Load[] = [];
  // Not counted: warms up the servers, because patients' phones never reach cold ones.
  await judge(screen, executablePath);
  for (let tries = 0; loads.length < LOADS && tries < LOADS + SPARE_LOADS; tries++) {
    const load = await judge(screen, executablePath);
    if (load !== null) loads.push(load);
  }
  if (loads.length < LOADS) throw new Error(`Lighthouse could not record ${screen.url}`);
  return loads;
}

/** Measures the welcome, sign-in, home and result screens, and checks whether they reach their aims. */
export async function runLighthouse(
  { url, token }: Product,
  executablePath: string,
  print: (line: string) => void,
): Promise<Verdict[]> {
  const screens: Judged[] = [
    { screen: 'welcome', url: `${url}/onboarding/welcome`, token: undefined },
    { screen: 'login', url: `${url}/onboarding/login`, token: undefined },
    { screen: 'home', url: `${url}/app`, token },
    { screen: 'a result', url: `${url}/profile/1/results/${await aResult(url, token)}`, token },
  ];
  const verdicts: Verdict[] = [];
  for (const judged of screens) {
    const { screen } = judged;
    const loads = await judgeOften(judged, executablePath);
    const { scores, metrics, blocked } = middleOf(loads);
    const rows = { ...scores, ...metrics, 'Performance in each load': loads.map(performanceOf).join(', ') };
    print(table(`Lighthouse, ${screen}`, ['', ''], Object.entries(rows)));
    for (const [title, aim] of Object.entries(AIMS)) {
      const found = scores[title] ?? 0;
      verdicts.push({ aim: `Lighthouse, ${screen}: ${title} >= ${aim}`, found: String(found), ok: found >= aim });
    }
    verdicts.push({
      aim: `Lighthouse, ${screen}: blocked for <= ${LONGEST_BLOCKED} ms`,
      found: `${blocked.toFixed(0)} ms`,
      ok: blocked <= LONGEST_BLOCKED,
    });
  }
  return verdicts;
}
