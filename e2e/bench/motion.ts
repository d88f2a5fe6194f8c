import type { Browser, Page, Route } from 'playwright';
import { paths } from '../../shared-ui/src/contract/paths.ts';
import { Api } from '../support/api.ts';
import type { Verdict } from './budgets.ts';

/** What an animation or film may cost: its share of the main thread while it runs and nothing else happens. */
const BUDGET = 0.05;
const SLOWDOWN = 4;
const WATCH_MS = 6_000;

/** Result type of the brain scan (docs/product-rules.md#codes). */
const BRAIN = 3;

/** A screen on which something moves, and how one comes to see it. */
interface Moving {
  name: string;
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

/** The drawing is on the page, and the browser has begun to move it. */
const drawn = (page: Page, name: string) =>
  page.waitForFunction((selector) => {
    const picture = document.querySelector(selector);
    return picture
      ?.getAnimations({ subtree: true })
      .some(({ playState, pending }) => playState === 'running' && !pending);
  }, `[data-animation="${name}"] svg`);

/** An answer that does not come while the page is watched. */
const held = (_route: Route) => undefined;

/** A camera that sees a wristband, until its code is read at the first look. */
function seesWristband(code: string): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  const paint = () => canvas.getContext('2d')?.fillRect(0, 0, 640, 480);
  let filming: ReturnType<typeof setInterval>;
  class BarcodeDetector {
    static getSupportedFormats = async () => ['code_128', 'qr_code'];
    detect = async () => {
      clearInterval(filming);
      return [{ rawValue: code }];
    };
  }
  Object.assign(globalThis, { BarcodeDetector });
  navigator.mediaDevices.getUserMedia = async () => {
    filming = setInterval(paint, 100);
    return canvas.captureStream(10);
  };
}

async function askForNews(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada Example');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: 'Submit' }).tap();
  await drawn(page, 'loader');
}

const WITHOUT_SESSION: Moving[] = [
  { name: 'welcome: the sky', path: paths.onboarding.welcome, moves: (page) => drawn(page, 'background') },
  { name: 'wristband explainer', path: paths.onboarding.scanningBarcodeVideo, moves: filmPlays },
  {
    name: 'a remote that is late: the drawn compass',
    path: paths.onboarding.welcome,
    before: (page) => page.route('**/remotes/onboarding/**/*.js', held),
    moves: (page) => page.getByText('working').first().waitFor(),
  },
  {
    name: 'something is sent: the loader',
    path: paths.onboarding.register,
    before: (page) => page.route('**/api/v1/users/poc', held),
    moves: askForNews,
  },
  {
    name: 'the wristband was read: scan success',
    path: paths.onboarding.scanCode,
    before: (page) => page.addInitScript(seesWristband, 'ER10000001'),
    moves: async (page) => {
      await page.getByRole('button', { name: 'Turn on the camera' }).tap();
      await drawn(page, 'scan-success');
    },
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
      path: paths.profile.result(1, brain),
      token,
      settings: { isUserValidated: true },
      before: (page) => page.route('**/insights**', held),
      moves: async (page) => {
        await page.getByRole('tab', { name: 'Insights' }).tap();
        await drawn(page, 'compass');
      },
    },
    {
      name: 'tutorial film',
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

async function shareOf(browser: Browser, url: string, moving: Moving): Promise<number> {
  const { path, settings = {}, token, before: prepare, moves, watch = WATCH_MS } = moving;
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
    const before = await worked();
    await page.waitForTimeout(watch);
    return ((await worked()) - before) / (watch / 1000);
  } finally {
    await context.close();
  }
}

/** Watches each moving screen at rest, four times slowed down, and judges its share of the main thread. */
export async function measureMotion(browser: Browser, url: string, token: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const moving of [...WITHOUT_SESSION, ...(await withSession(url, token))]) {
    const share = await shareOf(browser, url, moving);
    verdicts.push({
      aim: `${moving.name}: main thread under ${SLOWDOWN}x slowdown <= ${BUDGET * 100} %`,
      found: `${(share * 100).toFixed(1)} %`,
      ok: share <= BUDGET,
    });
  }
  return verdicts;
}
