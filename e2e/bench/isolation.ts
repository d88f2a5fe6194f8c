import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
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
import { keepSession } from './visit.ts';

/** Where one and the same surveys remote runs. */
export const PLACES = ['page', 'frame'] as const;
export type Place = (typeof PLACES)[number];

/** What it costs a patient that a survey is a stranger's. */
export interface Isolation {
  /** Milliseconds from the start of the navigation until the form's button was painted; pairs stand at the same place. */
  times: Record<Place, number[]>;
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

/** A patient whose story has come to the survey: their session, and the survey's address. */
async function playToSurvey(apiUrl: string): Promise<{ token: string; path: string }> {
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

/** One load in a browser that has never been there. */
async function load(browser: Browser, place: Place, url: string, token: string) {
  const context = await browser.newContext({ locale: 'en-CA', serviceWorkers: 'block' });
  try {
    await context.addInitScript(keepSession, token);
    await context.addInitScript(watchForForm);
    const page = await context.newPage();
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(request.url()));
    await page.goto(url, { waitUntil: 'commit' });
    const painted = await formOf(page, place);
    return { asked, time: painted - (await page.evaluate(() => performance.timeOrigin)) };
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

/** Loads the same survey in the page and in a guest's frame, in turn. The first round only warms up. */
export async function measureIsolation(
  browser: Browser,
  { apiUrl }: Running,
  loads: number,
  say: (line: string) => void,
): Promise<Isolation> {
  const roots = { page: await layRoot('page'), frame: await layRoot('frame') };
  const { urls, stop } = await serve(apiUrl, roots);
  const { token, path } = await playToSurvey(apiUrl);
  const times: Isolation['times'] = { page: [], frame: [] };
  const asked = { page: new Set<string>(), frame: new Set<string>() };
  try {
    for (let round = 0; round <= loads; round++) {
      say(round === 0 ? 'Warming up …' : `Round ${round} of ${loads} …`);
      for (const place of round % 2 === 0 ? PLACES : PLACES.toReversed()) {
        const loaded = await load(browser, place, urls[place] + path, token);
        asked[place] = pathsOf(loaded.asked);
        if (round > 0) times[place].push(loaded.time);
      }
    }
    const only = [...asked.frame].filter((file) => !asked.page.has(file) && !file.startsWith('/api/'));
    const weighed = only.map(async (file) => [file, await weigh(urls.frame + file)] as const);
    return { times, more: Object.fromEntries(await Promise.all(weighed)) };
  } finally {
    await stop();
  }
}
