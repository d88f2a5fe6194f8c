import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { freePorts } from '../../shell/commands/free-ports.ts';
import { BROWSER_ARGUMENTS } from './browser.ts';
import type { Verdict } from './budgets.ts';
import type { Running } from './servers.ts';

/** Scores from 0 to 100, and the metrics behind the first as Lighthouse words them. */
export interface LighthouseFigures {
  screen: string;
  scores: Record<string, number>;
  metrics: Record<string, string>;
  /** Total blocking time, in milliseconds. */
  blocked: number;
  /** Performance in every load, the lowest first; the figures are those of the load in the middle. */
  loads: number[];
}

/**
 * Scores of one load differ by as much as ten points on one machine: Lighthouse's own advice is the middle of five. Of three,
 * a machine that is slow for a minute made a miss now and then.
 */
const LOADS = 5;
/** So many more are made where Lighthouse itself could not record one, and asks to be run again. */
const SPARE_LOADS = 3;

type Load = Omit<LighthouseFigures, 'loads'>;

const performanceOf = ({ scores }: Load) => scores.Performance ?? 0;

/** The load in the middle by performance; of the other scores, which do not vary, the lowest that any load had. */
export function middleOf(loads: readonly Load[]): LighthouseFigures {
  const sorted = [...loads].sort((a, b) => performanceOf(a) - performanceOf(b));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('There was no load');
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

/** So long a screen may be blocked, in milliseconds. */
const LONGEST_BLOCKED = 150;
/** What each screen shall reach. */
const AIMS: Record<string, number> = { Performance: 95, Accessibility: 100, 'Best Practices': 100 };

interface Judged {
  screen: string;
  url: string;
  token: string | undefined;
}

/**
 * Lighthouse with its own defaults (mobile, simulated throttling), in a browser of its own that has never been there.
 * Null where it could not record the load.
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
      // Any answer of the same origin will do to sign in; nothing of the product is fetched by it.
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
    if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}: there is nothing to judge`);
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

/** Welcome, login, home and a result, one after the other, each several times. */
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
    // Not counted: it finds servers that have never answered this, which no patient's phone does.
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

/** Whether every screen reaches what it shall. */
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
