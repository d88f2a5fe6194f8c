import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page, Request } from 'playwright';
import { paths } from '../../shared-ui/src/contract/paths.ts';
import { replaceFile } from '../../shell/gateway/disk.ts';
import { REPO } from '../../shell/gateway/paths.ts';
import { publishBuilt, readRegistry, registryFile } from '../../shell/gateway/publisher.ts';
import { formatRegistry } from '../../shell/gateway/registry.ts';
import { keyForBuild } from '../../shell/gateway/trust/signing-key.ts';
import { Api } from '../support/api.ts';
import { linkFolder } from '../support/builds.ts';
import { ADMISSION_SURVEY, STEPS_TO_ADMISSION_SURVEY } from '../support/screens.ts';
import { BENCH, FEDERATED } from './builds.ts';
import { type Running, serve } from './servers.ts';
import { throttleConnection } from './throttle.ts';
import { keepSession, PHONE } from './visit.ts';

/** Where one and the same surveys remote runs. */
export const PLACES = ['page', 'frame'] as const;
export type Place = (typeof PLACES)[number];

/**
 * How a patient comes to it: by its address in a browser that has never been there, from the start of the navigation; or by a tap
 * on its link in the list of events, from the moment at which the finger touches it.
 */
export const WAYS = ['address', 'tap'] as const;
export type Way = (typeof WAYS)[number];

/**
 * How the page reaches the servers: by Lighthouse's slow 4G, like all times of first screens; or without any way, where the
 * servers are on the same processors.
 */
export const CONNECTIONS = ['slow 4G', 'no way'] as const;
export type Connection = (typeof CONNECTIONS)[number];

/** How long a list that stands still and asks for nothing is read before a finger comes, in milliseconds. */
const READ_MS = 1_000;
/** How long the finger stays on a link, in milliseconds: Android shows a touched view as pressed for so long, at least. */
const PRESS_MS = 64;

/** What it costs a patient that a survey is a stranger's. */
export interface Isolation {
  /** Milliseconds until the form's button was painted; pairs stand at the same place. */
  times: Record<Connection, Record<Way, Record<Place, number[]>>>;
  /** What only the frame needs: path -> bytes over the wire, compressed, without headers. */
  more: Record<string, number>;
}

/** The remote that is measured: small, so that what is around it counts. */
const SURVEY = join(REPO, 'e2e', 'fixtures', 'plain-survey');

declare global {
  var benchForm: Promise<number>;
}

/** Runs in the page and in each frame: settles with the moment, since 1970, at which the form's button was painted. */
function watchForForm(): void {
  globalThis.benchForm = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const buttons = [...document.querySelectorAll('button')];
      if (!buttons.some(({ textContent }) => textContent === 'Send feedback')) return;
      observer.disconnect();
      // In a frame that is not to be seen yet there are no animation frames.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        port2.postMessage(null);
      });
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** The product with this survey, signed by a team or not signed. Returns its deploy root. */
async function layRoot(place: Place): Promise<string> {
  const root = join(BENCH, 'isolation', place);
  await rm(root, { recursive: true, force: true });
  for (const folder of ['shell', 'remotes']) await linkFolder(join(FEDERATED, folder), join(root, folder));
  await replaceFile(registryFile(root), formatRegistry(await readRegistry(FEDERATED)));
  const signed = place === 'page' ? { key: await keyForBuild({ DATA_ROOT: BENCH }, 'surveys') } : {};
  await publishBuilt(root, SURVEY, {}, signed);
  return root;
}

/** A survey of a patient's: the gateway, its path there, and the patient's session. */
interface Survey {
  url: string;
  path: string;
  token: string;
}

/** A patient whose story has come to the survey: their session, and the survey's path. */
async function playToSurvey(apiUrl: string): Promise<Omit<Survey, 'url'>> {
  const api = new Api(apiUrl);
  const token = await api.signIn('second');
  await api.playStory(token, STEPS_TO_ADMISSION_SURVEY);
  const events = (await api.call('GET', 'events', { token })) as { id: string; name: string }[];
  const survey = events.find(({ name }) => ADMISSION_SURVEY.test(name));
  if (survey === undefined) throw new Error('The story has no survey any more: there is nothing to measure');
  return { token, path: paths.profile.event(1, survey.id) };
}

/** The frame in which the form has been painted, and when, in milliseconds since 1970. */
async function formOf(page: Page, place: Place): Promise<number> {
  if (place === 'page') return page.evaluate(() => globalThis.benchForm);
  await page.locator('iframe').waitFor({ state: 'attached' });
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error('The survey of a guest runs in no frame: there is nothing to measure');
  return frame.evaluate(() => globalThis.benchForm);
}

/** Notes what a page has asked for and not got. The returned function resolves once that was nothing but its stream for so long. */
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

/** Touches the link of the survey in a list that stands, and returns when, in milliseconds since 1970. */
async function touchLink(page: Page, path: string, quiet: (ms: number) => Promise<void>): Promise<number> {
  const link = page.locator(`a[href="${path}"]`);
  await link.scrollIntoViewIfNeeded();
  await quiet(READ_MS);
  const box = await link.boundingBox();
  if (box === null) throw new Error('The survey is not in the list of events: there is nothing to measure');
  const touched = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const hear = ({ timeStamp }: Event) => resolve(performance.timeOrigin + timeStamp);
        document.addEventListener('pointerdown', hear, { capture: true, once: true });
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
  way: Way;
  place: Place;
}

/** One look at the survey at an address of a gateway, in a browser that has never been there. */
async function load(browser: Browser, { connection, way, place }: Case, { url, path, token }: Survey) {
  const context = await browser.newContext({ ...PHONE, locale: 'en-CA', serviceWorkers: 'block' });
  try {
    await context.addInitScript(keepSession, token);
    await context.addInitScript(watchForForm);
    const page = await context.newPage();
    if (connection === 'slow 4G') await throttleConnection(await context.newCDPSession(page));
    const quiet = watchNetwork(page);
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(request.url()));
    await page.goto(url + (way === 'tap' ? paths.profile.events(1) : path), { waitUntil: 'commit' });
    const touched = way === 'tap' ? await touchLink(page, path, quiet) : undefined;
    const painted = await formOf(page, place);
    const begun = touched ?? (await page.evaluate(() => performance.timeOrigin));
    return { asked, time: painted - begun };
  } finally {
    await context.close();
  }
}

/** Bytes of a file over the wire, compressed as browsers ask for it. */
async function weigh(url: string): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  return Number(answer.headers.get('content-length'));
}

const pathsOf = (asked: Set<string>) => new Set([...asked].map((url) => new URL(url).pathname));

/** What every load with the frame has asked for and none without it: some files come by the clock, in a slow load of either. */
function onlyWithFrame({
  page,
  frame: [first = new Set<string>(), ...others],
}: Record<Place, Set<string>[]>): string[] {
  const always = [...first].filter((file) => others.every((load) => load.has(file)));
  return always.filter((file) => !file.startsWith('/api/') && !page.some((load) => load.has(file)));
}

/** Every case once; what is held against each other, one after the other. */
const casesIn = (places: readonly Place[]): Case[] =>
  CONNECTIONS.flatMap((connection) => WAYS.flatMap((way) => places.map((place) => ({ connection, way, place }))));

/** Loads the same survey in the page and in a guest's frame, in turn. The first round only warms up. */
export async function measureIsolation(
  browser: Browser,
  { apiUrl }: Running,
  loads: number,
  say: (line: string) => void,
): Promise<Isolation> {
  const roots = { page: await layRoot('page'), frame: await layRoot('frame') };
  const { urls, stop } = await serve(apiUrl, roots);
  const survey = await playToSurvey(apiUrl);
  const none = () => ({ address: { page: [], frame: [] }, tap: { page: [], frame: [] } });
  const times: Isolation['times'] = { 'slow 4G': none(), 'no way': none() };
  const asked: Record<Place, Set<string>[]> = { page: [], frame: [] };
  try {
    for (let round = 0; round <= loads; round++) {
      say(round === 0 ? 'Warming up …' : `Round ${round} of ${loads} …`);
      const places = round % 2 === 0 ? PLACES : PLACES.toReversed();
      for (const { connection, way, place } of casesIn(places)) {
        const loaded = await load(browser, { connection, way, place }, { ...survey, url: urls[place] });
        if (way === 'address') asked[place].push(pathsOf(loaded.asked));
        if (round > 0) times[connection][way][place].push(loaded.time);
      }
    }
    const only = onlyWithFrame(asked);
    const weighed = only.map(async (file) => [file, await weigh(urls.frame + file)] as const);
    return { times, more: Object.fromEntries(await Promise.all(weighed)) };
  } finally {
    await stop();
  }
}
