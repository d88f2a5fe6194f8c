import type { Browser, Page, Route } from 'playwright';
import { paths } from '../../shared-ui/src/contract/paths.ts';
import { Api } from '../support/api.ts';
import type { Verdict } from './budgets.ts';

const SLOWDOWN = 4;
/** What something that moves may cost: its share of the main thread while it runs and nothing else happens. */
const BUDGETS = {
  /** Drawn by the browser, mostly off the main thread. */
  film: 0.05,
  /** Drawn by the animation player, on the main thread (docs/decisions/2026-11-24-lottie-plays-the-animations.md). */
  animation: 0.7,
} as const;
/** The longest task that an animation may cause, in ms: a tap waits that long at most. */
const LONGEST_TASK_MS = 50;
const WATCH_MS = 6_000;

/** Result type of the brain scan (docs/product-rules.md#codes). */
const BRAIN = 3;

/** A screen on which something moves, and how one comes to see it. */
interface Moving {
  name: string;
  kind: keyof typeof BUDGETS;
  path: string;
  settings?: object;
  token?: string;
  /** Before the page opens: what keeps it where something moves. */
  before?(page: Page): Promise<unknown>;
  /** Done when it moves. */
  moves(page: Page): Promise<unknown>;
  /** How long it is watched, in ms; 6 s unless said otherwise. */
  watch?: number;
}

const filmPlays = (page: Page) =>
  page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2, undefined, { timeout: 20_000 });

/** The player has drawn another frame of an animation than the one that it began with. */
const plays = async (page: Page, name: string) => {
  const stage = page.locator(`[data-animation="${name}"][data-playing]`).first();
  await stage.waitFor();
  const first = await stage.innerHTML();
  await page.waitForFunction(([selector, before]) => document.querySelector(selector)?.innerHTML !== before, [
    `[data-animation="${name}"][data-playing]`,
    first,
  ] as const);
};

/** An answer that does not come while the page is watched. */
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

/** What moves behind the session: the navigator at work on the brain scan, and the tutorial. */
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

/** Tells how many seconds the main thread has worked, by its own clock: other programs on the machine don't count. */
async function clockOf(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
}

/** Notes from now on how long the page's longest task has been, in ms; tasks under 50 ms count as 0. */
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

interface Watched {
  /** Of the main thread. */
  share: number;
  longestTask: number;
}

async function watch(browser: Browser, url: string, moving: Moving): Promise<Watched> {
  const { path, settings = {}, token, before: prepare, moves, watch: duration = WATCH_MS } = moving;
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-CA',
    serviceWorkers: 'block',
  });
  const kept = { settings, token };
  await context.addInitScript(({ settings: chosen, token: session }) => {
    localStorage.setItem('settings', JSON.stringify(chosen));
    if (session !== undefined) localStorage.setItem('access-token', session);
  }, kept);
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

/** Watches each moving screen at rest, four times slowed down: its share of the main thread, and its longest task. */
export async function measureMotion(browser: Browser, url: string, token: string): Promise<Verdict[]> {
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
