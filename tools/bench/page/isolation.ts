import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page, Request } from 'playwright';
import { Api } from '../../../e2e/support/hospital/api.ts';
import { linkFolder } from '../../../e2e/support/hospital/builds.ts';
import { ADMISSION_SURVEY, STEPS_TO_ADMISSION_SURVEY } from '../../../e2e/support/screens/screens.ts';
import { replaceFile } from '../../../gateway/common/disk.ts';
import { REPO } from '../../../gateway/common/paths.ts';
import { publishBuilt } from '../../../gateway/publish/publisher.ts';
import { formatRegistry, readRegistry, registryFile } from '../../../gateway/registry/registry.ts';
import { keyForBuild } from '../../../gateway/trust/signing-key.ts';
import { paths } from '../../../shared-ui/src/contract/routes/paths.ts';
import { BENCH, FEDERATED } from '../builds.ts';
import { type Running, serve } from '../servers.ts';
import { keepSession, PHONE, throttleConnection } from './visit.ts';

/** Where the same surveys remote runs. */
export const PLACES = ['page', 'frame'] as const;
type Place = (typeof PLACES)[number];

/**
 * How a patient opens the survey: by its URL in a fresh browser, timed from the start of the navigation, or by a tap
 * on its link in the list of events, timed from the touch.
 */
export const ENTRY_METHODS = ['address', 'tap'] as const;
type EntryMethod = (typeof ENTRY_METHODS)[number];

/**
 * How the page reaches the servers: through Lighthouse's slow 4G, like all load times of first screens, or without
 * throttling on the same machine.
 */
export const CONNECTIONS = ['slow 4G', 'no way'] as const;
type Connection = (typeof CONNECTIONS)[number];

/** Time for which the list must be idle before the tap, in milliseconds. */
const READ_MS = 1_000;
/** Duration of the touch, in milliseconds: the minimum time for which Android shows a touched view as pressed. */
const PRESS_MS = 64;

/** The cost of running a survey as a guest. */
export interface Isolation {
  /** Milliseconds until the form's button was painted; equal indexes form pairs. */
  times: Record<Connection, Record<EntryMethod, Record<Place, number[]>>>;
  /** Files needed only by the frame, by path, with their compressed size in bytes without headers. */
  more: Record<string, number>;
}

/** The measured remote, which is small so that the overhead around it shows. */
const SURVEY = join(REPO, 'e2e', 'fixtures', 'plain-survey');

declare global {
  var benchForm: Promise<number>;
}

/** Runs in the page and in each frame: resolves with the time, since 1970, at which the form's button was painted. */
function watchForForm(): void {
  globalThis.benchForm = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const buttons = [...document.querySelectorAll('button')];
      if (!buttons.some(({ textContent }) => textContent === 'Send feedback')) return;
      observer.disconnect();
      // A frame that is not visible yet gets no animation frames.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        port2.postMessage(null);
      });
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Creates a deploy root of the product with this survey, signed or unsigned. Returns its path. */
async function layRoot(place: Place): Promise<string> {
  const root = join(BENCH, 'isolation', place);
  await rm(root, { recursive: true, force: true });
  for (const folder of ['shell', 'remotes']) await linkFolder(join(FEDERATED, folder), join(root, folder));
  await replaceFile(registryFile(root), formatRegistry(await readRegistry(FEDERATED)));
  const signed = place === 'page' ? { key: await keyForBuild({ DATA_ROOT: BENCH }, 'surveys') } : {};
  await publishBuilt(root, SURVEY, {}, signed);
  return root;
}

/** A patient's survey: the gateway, the survey's path, and the session's token. */
interface Survey {
  url: string;
  path: string;
  token: string;
}

/** Plays a patient's story up to the survey. Returns the session's token and the survey's path. */
async function playToSurvey(apiUrl: string): Promise<Omit<Survey, 'url'>> {
  const api = new Api(apiUrl);
  const token = await api.signIn('second');
  await api.playStory(token, STEPS_TO_ADMISSION_SURVEY);
  const events = (await api.call('GET', 'events', { token })) as { id: string; name: string }[];
  const survey = events.find(({ name }) => ADMISSION_SURVEY.test(name));
  if (survey === undefined) throw new Error('The story has no more surveys to measure');
  return { token, path: paths.profile.event(1, survey.id) };
}

/** Returns when the form was painted, in milliseconds since 1970. */
async function formOf(page: Page, place: Place): Promise<number> {
  if (place === 'page') return page.evaluate(() => globalThis.benchForm);
  await page.locator('iframe').waitFor({ state: 'attached' });
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error('The sandboxed survey does not run in a frame: there is nothing to measure');
  return frame.evaluate(() => globalThis.benchForm);
}

/**
 * Tracks a page's pending requests. The returned function resolves once none but the stream was pending for `ms`
 * milliseconds.
 */
function watchNetwork(page: Page): (ms: number) => Promise<void> {
  const pending = new Set<Request>();
  let changed = Date.now();
  const note = (change: (request: Request) => void) => (request: Request) => {
    if (request.url().includes('/api/v1/stream')) return;
    change(request);
    changed = Date.now();
  };
  const done = note((request) => pending.delete(request));
  page.on(
    'request',
    note((request) => pending.add(request)),
  );
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  return async (ms) => {
    while (pending.size > 0 || Date.now() - changed < ms) await wait(ms / 10);
  };
}

/** Touches the survey's link once the list is idle. Returns the time of the touch, in milliseconds since 1970. */
async function touchLink(page: Page, path: string, quiet: (ms: number) => Promise<void>): Promise<number> {
  const link = page.locator(`a[href="${path}"]`);
  await link.scrollIntoViewIfNeeded();
  await quiet(READ_MS);
  const box = await link.boundingBox();
  if (box === null) throw new Error('The survey is not in the list of events: there is nothing to measure');
  const touched = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const listener = ({ timeStamp }: Event) => resolve(performance.timeOrigin + timeStamp);
        document.addEventListener('pointerdown', listener, { capture: true, once: true });
      }),
  );
  const touch = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await wait(PRESS_MS);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  return touched;
}

interface Case {
  connection: Connection;
  method: EntryMethod;
  place: Place;
}

/** Loads the survey once in a fresh browser context. */
async function load(browser: Browser, { connection, method, place }: Case, { url, path, token }: Survey) {
  const context = await browser.newContext({ ...PHONE, locale: 'en-CA', serviceWorkers: 'block' });
  try {
    await context.addInitScript(keepSession, token);
    await context.addInitScript(watchForForm);
    const page = await context.newPage();
    if (connection === 'slow 4G') await throttleConnection(await context.newCDPSession(page));
    const quiet = watchNetwork(page);
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(request.url()));
    await page.goto(url + (method === 'tap' ? paths.profile.events(1) : path), { waitUntil: 'commit' });
    const touched = method === 'tap' ? await touchLink(page, path, quiet) : undefined;
    const painted = await formOf(page, place);
    const begun = touched ?? (await page.evaluate(() => performance.timeOrigin));
    return { asked, time: painted - begun };
  } finally {
    await context.close();
  }
}

/** Returns the size of a file in bytes, as compressed for browsers. */
async function weigh(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  return Number(response.headers.get('content-length'));
}

const pathsOf = (asked: Set<string>) => new Set([...asked].map((url) => new URL(url).pathname));

/**
 * Returns the files requested by every load with the frame and by none without it. Some files are loaded by a timer,
 * so slow loads of either kind may include them.
 */
function onlyWithFrame({
  page,
  frame: [first = new Set<string>(), ...others],
}: Record<Place, Set<string>[]>): string[] {
  const always = [...first].filter((file) => others.every((load) => load.has(file)));
  return always.filter((file) => !file.startsWith('/api/') && !page.some((load) => load.has(file)));
}

/** Returns every case once, with the cases to be compared next to each other. */
const casesIn = (places: readonly Place[]): Case[] =>
  CONNECTIONS.flatMap((connection) =>
    ENTRY_METHODS.flatMap((method) => places.map((place) => ({ connection, method, place }))),
  );

/** Loads the same survey in the page and in a guest's frame, alternately. The first round is a warm-up. */
export async function measureIsolation(
  browser: Browser,
  { apiUrl }: Running,
  loads: number,
  print: (line: string) => void,
): Promise<Isolation> {
  const roots = { page: await layRoot('page'), frame: await layRoot('frame') };
  const { urls, stop } = await serve(apiUrl, roots);
  const survey = await playToSurvey(apiUrl);
  const none = () => ({ address: { page: [], frame: [] }, tap: { page: [], frame: [] } });
  const times: Isolation['times'] = { 'slow 4G': none(), 'no way': none() };
  const asked: Record<Place, Set<string>[]> = { page: [], frame: [] };
  try {
    for (let round = 0; round <= loads; round++) {
      print(round === 0 ? 'Warming up …' : `Round ${round} of ${loads} …`);
      const places = round % 2 === 0 ? PLACES : PLACES.toReversed();
      for (const { connection, method, place } of casesIn(places)) {
        const loaded = await load(browser, { connection, method, place }, { ...survey, url: urls[place] });
        if (method === 'address') asked[place].push(pathsOf(loaded.asked));
        if (round > 0) times[connection][method][place].push(loaded.time);
      }
    }
    const only = onlyWithFrame(asked);
    const weighed = only.map(async (file) => [file, await weigh(urls.frame + file)] as const);
    return { times, more: Object.fromEntries(await Promise.all(weighed)) };
  } finally {
    await stop();
  }
}
