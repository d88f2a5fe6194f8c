import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { freePorts } from '../../commands/running/ports.ts';
import type { Verdict } from '../budgets.ts';
import type { Running } from '../servers.ts';
import { BROWSER_ARGUMENTS } from './visit.ts';

/** Scores from 0 to 100, and the metrics behind the performance score as formatted by Lighthouse. */
export interface LighthouseFigures {
  screen: string;
  scores: Record<string, number>;
  metrics: Record<string, string>;
  /** Total blocking time, in milliseconds. */
  blocked: number;
  /** Performance score of every load in ascending order; the other figures are from the median load. */
  loads: number[];
}

/**
 * Performance scores on one machine differ by up to ten points, so Lighthouse recommends the median of five. With
 * three, a machine that was slow for a minute sometimes caused a false failure.
 */
const LOADS = 5;
/** Additional attempts when Lighthouse could not record a load and asks to run again. */
const SPARE_LOADS = 3;

type Load = Omit<LighthouseFigures, 'loads'>;

const performanceOf = ({ scores }: Load) => scores.Performance ?? 0;

/** Returns the load with the median performance, with the lowest of each other score, since those should not vary. */
export function middleOf(loads: readonly Load[]): LighthouseFigures {
  const sorted = [...loads].sort((a, b) => performanceOf(a) - performanceOf(b));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('No load was recorded');
  const lowest = (title: string) => Math.min(...loads.map(({ scores }) => scores[title] ?? 0));
  const scores = Object.entries(middle.scores).map(([title, score]) => [
    title,
    title === 'Performance' ? score : lowest(title),
  ]);
  return { ...middle, scores: Object.fromEntries(scores), loads: sorted.map(performanceOf) };
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
async function judge({ screen, url, token }: Judged, executablePath: string): Promise<Load | null> {
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
    return { screen, scores: Object.fromEntries(scores), metrics: Object.fromEntries(metrics), blocked };
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

/** Measures the welcome, sign-in, home and result screens, each several times. */
export async function runLighthouse({ urls, token }: Running, executablePath: string): Promise<LighthouseFigures[]> {
  const origin = urls.federated.welcome;
  const screens: Judged[] = [
    { screen: 'welcome', url: `${origin}/onboarding/welcome`, token: undefined },
    { screen: 'login', url: `${origin}/onboarding/login`, token: undefined },
    { screen: 'home', url: `${origin}/app`, token },
    { screen: 'a result', url: `${origin}/profile/1/results/${await aResult(origin, token)}`, token },
  ];
  const figures: LighthouseFigures[] = [];
  for (const screen of screens) {
    const loads: Load[] = [];
    // Not counted: warms up the servers, because patients' phones never reach cold ones.
    await judge(screen, executablePath);
    for (let tries = 0; loads.length < LOADS && tries < LOADS + SPARE_LOADS; tries++) {
      const load = await judge(screen, executablePath);
      if (load !== null) loads.push(load);
    }
    if (loads.length < LOADS) throw new Error(`Lighthouse could not record ${screen.url}`);
    figures.push(middleOf(loads));
  }
  return figures;
}

/** Checks whether every screen reaches its aims. */
export function judgeLighthouse(figures: LighthouseFigures[]): Verdict[] {
  return figures.flatMap(({ screen, scores, blocked }) => [
    ...Object.entries(AIMS).map(([title, aim]) => {
      const found = scores[title] ?? 0;
      return { aim: `Lighthouse, ${screen}: ${title} >= ${aim}`, found: String(found), ok: found >= aim };
    }),
    {
      aim: `Lighthouse, ${screen}: blocked for <= ${LONGEST_BLOCKED} ms`,
      found: `${blocked.toFixed(0)} ms`,
      ok: blocked <= LONGEST_BLOCKED,
    },
  ]);
}
