import { Api } from 'e2e/support/hospital/api';
import type { Browser, Page, Route } from 'playwright';
import { paths } from 'shared-ui/contract/paths';
import type { Product } from '../servers.ts';
import type { Verdict } from '../verdicts.ts';
import { openPhone, SLOWDOWN, slowDown } from './phone.ts';

/** Maximum share of the main thread for each kind of moving content, while nothing else happens. */
const BUDGETS = {
  /** Played by the browser, mostly off the main thread. */
  film: 0.05,
  /** Rendered by the animation player on the main thread (docs/media.md). */
  animation: 0.7,
} as const;
/** Longest task an animation may cause, in ms: the longest a tap may have to wait. */
const LONGEST_TASK_MS = 50;
const WATCH_MS = 6_000;

/** Result type of the brain scan (docs/product-rules.md#codes). */
const BRAIN = 3;

/** A screen with moving content. */
interface Moving {
  name: string;
  kind: keyof typeof BUDGETS;
  path: string;
  settings?: object;
  token?: string;
  /** Runs before the page opens, e.g. to hold the page in the moving state. */
  before?(page: Page): Promise<unknown>;
  /** Resolves once the content is moving. */
  moves(page: Page): Promise<unknown>;
  /** How long to measure, in ms; 6 s by default. */
  watch?: number;
}

const filmPlays = (page: Page) =>
  page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2, undefined, { timeout: 20_000 });

/** Waits until the player has drawn a second frame of an animation. */
const plays = async (page: Page, name: string) => {
  const stage = page.locator(`[data-animation="${name}"][data-playing]`).first();
  await stage.waitFor();
  const first = await stage.innerHTML();
  await page.waitForFunction(([selector, before]) => document.querySelector(selector)?.innerHTML !== before, [
    `[data-animation="${name}"][data-playing]`,
    first,
  ] as const);
};

/** Never responds, so the page stays in its loading state. */
const held = (_route: Route) => undefined;

async function enterWristband(page: Page): Promise<void> {
  await page.getByLabel('Barcode').fill('ER10000001');
  await page.getByRole('button', { name: 'Submit' }).tap();
  await plays(page, 'scan-success');
}

async function askForNews(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada Example');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: 'Submit' }).tap();
  await plays(page, 'loader');
}

const WITHOUT_SESSION: Moving[] = [
  {
    name: 'welcome: the sky',
    kind: 'animation',
    path: paths.onboarding.welcome,
    moves: (page) => plays(page, 'background'),
  },
  { name: 'wristband explainer', kind: 'film', path: paths.onboarding.scanningBarcodeVideo, moves: filmPlays },
  {
    name: 'a remote that is late: the compass',
    kind: 'animation',
    path: paths.onboarding.welcome,
    before: (page) => page.route('**/remotes/onboarding/**/*.js', held),
    moves: (page) => plays(page, 'compass'),
  },
  {
    name: 'something is sent: the loader',
    kind: 'animation',
    path: paths.onboarding.register,
    before: (page) => page.route('**/api/v1/users/poc', held),
    moves: askForNews,
  },
  {
    name: 'the wristband is known: scan success',
    kind: 'animation',
    path: paths.onboarding.enterBarcode,
    moves: enterWristband,
    watch: 1_900,
  },
];

/** Moving content that needs a session: the navigator preparing the brain scan's insights, and the tutorial. */
async function withSession(url: string, token: string): Promise<Moving[]> {
  const api = new Api(url);
  await api.playStory(token, Number.POSITIVE_INFINITY);
  const results = (await api.call('GET', 'v1/results', { token })) as { id: string; type: number; profileId: number }[];
  const brain = results.find(({ type, profileId }) => type === BRAIN && profileId === 1)?.id ?? '';
  return [
    {
      name: 'the navigator works: compass',
      kind: 'animation',
      path: paths.profile.result(1, brain),
      token,
      settings: { isUserValidated: true },
      before: (page) => page.route('**/insights**', held),
      moves: async (page) => {
        await page.getByRole('tab', { name: 'Insights' }).tap();
        await plays(page, 'compass');
      },
    },
    {
      name: 'tutorial film',
      kind: 'film',
      path: paths.onboarding.tutorial,
      settings: { isUserValidated: true, viewTutorial: true },
      moves: filmPlays,
    },
  ];
}

/**
 * Returns a function that reads the main thread's busy time in seconds. It uses thread time, so other programs don't
 * count.
 */
async function clockOf(page: Page): Promise<() => Promise<number>> {
  const devtools = await slowDown(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
}

/** Returns a function that reads the longest task so far, in ms; tasks under 50 ms count as 0. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    const seen = { longest: 0 };
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    });
    observer.observe({ type: 'longtask' });
    return seen;
  });
  return () => watch.evaluate(({ longest }) => longest);
}

/** Returns the share of the main thread that the moving content takes, and its longest task. */
async function watch(browser: Browser, url: string, moving: Moving): Promise<{ share: number; longestTask: number }> {
  const { path, settings = {}, token, before: prepare, moves, watch: duration = WATCH_MS } = moving;
  const context = await openPhone(browser, { token, settings });
  try {
    const page = await context.newPage();
    await prepare?.(page);
    await page.goto(`${url}${path}`, { waitUntil: 'commit' });
    const worked = await clockOf(page);
    await moves(page);
    const longest = await watchTasks(page);
    const before = await worked();
    await page.waitForTimeout(duration);
    const share = ((await worked()) - before) / (duration / 1000);
    return { share, longestTask: await longest() };
  } finally {
    await context.close();
  }
}

/**
 * Measures each moving screen at rest, with the CPU slowed down four times: its share of the main thread and its
 * longest task.
 */
export async function measureMotion(browser: Browser, { url, token }: Product): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const moving of [...WITHOUT_SESSION, ...(await withSession(url, token))]) {
    const { share, longestTask } = await watch(browser, url, moving);
    const budget = BUDGETS[moving.kind];
    verdicts.push({
      aim: `${moving.name}: main thread under ${SLOWDOWN}x slowdown <= ${budget * 100} %`,
      found: `${(share * 100).toFixed(1)} %`,
      ok: share <= budget,
    });
    if (moving.kind === 'animation')
      verdicts.push({
        aim: `${moving.name}: longest task under ${SLOWDOWN}x slowdown <= ${LONGEST_TASK_MS} ms`,
        found: longestTask === 0 ? `under ${LONGEST_TASK_MS} ms` : `${longestTask.toFixed(0)} ms`,
        ok: longestTask <= LONGEST_TASK_MS,
      });
  }
  return verdicts;
}
