/**
 * Records the tutorial's videos from the real app: `npm run record-tutorial`, one shape only with `-- tallest`, from a
 * running product with `-- --url http://localhost:3000`. Builds what changed, starts the product on fresh demo data,
 * plays the story, and records every step.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright';
import { Api } from '../../../e2e/support/hospital/api.ts';
import { WORKSHOP } from '../../../e2e/support/hospital/workshop.ts';
import { keepSession } from '../../../e2e/support/phone/session.ts';
import { FILM_SIZES } from '../../../onboarding-mfe/src/screens/tutorial/film-sizes.ts';
import { STEPS } from '../../../onboarding-mfe/src/screens/tutorial/steps.ts';
import { freePorts } from '../../commands/running/ports.ts';
import { runCommand, startEverything } from '../../commands/running/running.ts';
import { withBrowser } from '../browser.ts';
import { ONBOARDING_MEDIA } from '../places.ts';
import { makeCaptions } from './captions.ts';
import { Film } from './film.ts';
import { type Cast, scenes } from './scenes.ts';

type Shape = keyof typeof FILM_SIZES;

/** Pixels of the video per pixel of its screen. */
const SCALE = 1.5;

interface Item {
  id: string;
  type: number;
  profileId: number;
  name?: string;
  linkId?: string;
}

/** Codes of docs/product-rules.md#codes. */
const TYPE = { blood: 1, brain: 3, admission: 9, physician: 11, request: 12 } as const;

interface Prepared {
  token: string;
  cast: Cast;
}

/** Plays the demo patient's whole story and accepts Maya's request. */
async function prepare(api: Api): Promise<Prepared> {
  const token = await api.signIn('patient');
  await api.playStory(token, Number.POSITIVE_INFINITY);
  const events = (await api.call('GET', 'events', { token })) as Item[];
  const own = (type: number) => events.find((item) => item.type === type && item.profileId === 1)?.id ?? '';
  const request = own(TYPE.request);
  if (request) await api.call('POST', `v1/events/${request}/accept`, { token });
  for (let step = 0; step < 7; step += 1) await api.call('POST', `v1/story/supporter/steps/${step}`, { token });
  const results = (await api.call('GET', 'v1/results', { token })) as Item[];
  const plans = (await api.call('GET', 'v1/care-plans', { token })) as Item[];
  const first = (items: Item[], type?: number) =>
    items.find((item) => item.profileId === 1 && (type === undefined || item.type === type))?.id ?? '';
  return {
    token,
    cast: {
      physician: own(TYPE.physician),
      survey: own(TYPE.admission),
      blood: first(results, TYPE.blood),
      brain: first(results, TYPE.brain),
      plan: first(plans),
    },
  };
}

async function film(browser: Browser, url: string, shape: Shape, { token, cast }: Prepared): Promise<void> {
  const context = await browser.newContext({
    viewport: FILM_SIZES[shape],
    deviceScaleFactor: SCALE,
    isMobile: true,
    hasTouch: true,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    serviceWorkers: 'block',
  });
  await keepSession(context, {
    token,
    settings: { theme: 'LIGHT', locale: 'en', isUserValidated: true, viewTutorial: false },
  });
  // Prevents the story from continuing, so nothing new appears in the video.
  await context.route('**/api/v1/story**', (route) => route.abort());
  const page = await context.newPage();
  await page.goto(`${url}/app`);
  await page.locator('a[href="/profile/2/events"]').waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const file = join(ONBOARDING_MEDIA, `tutorial-${shape}`);
  const unfinished = join(WORKSHOP, `tutorial-${shape}.mp4`);
  const reel = await Film.begin(page, unfinished, [0, ...STEPS.map(({ at }) => at).slice(0, -1)]);
  for (const [place, scene] of scenes(cast).entries()) {
    const { key, at = 0 } = STEPS[place] ?? {};
    await scene(reel).catch((error) => {
      throw new Error(`${shape}, ${key}, at ${reel.seconds.toFixed(1)} s: ${error}`);
    });
    if (place === 0) await reel.still(`${file}.jpg`);
    console.log(`  ${shape} ${key}: ${reel.seconds.toFixed(1)} of ${at} s`);
    await reel.until(at);
  }
  await reel.end();
  await context.close();
  await copyFile(unfinished, `${file}.mp4`);
  console.log(`tutorial-${shape}.mp4, tutorial-${shape}.jpg`);
}

/** Runs `work` with the product on fresh demo data, built from the current sources, and stops it afterwards. */
async function withProduct(work: (url: string) => Promise<void>): Promise<void> {
  const root = join(WORKSHOP, 'tutorial');
  await rm(join(root, 'data'), { recursive: true, force: true });
  const [port = 0, api = 0, recorder = 0] = await freePorts(3);
  const env = { ...process.env, DATA_ROOT: root, PORT: `${port}`, API_PORT: `${api}`, RECORDER_PORT: `${recorder}` };
  const running = await startEverything(env, false);
  try {
    await work(`http://localhost:${running.ports.gateway}`);
  } finally {
    await running.services.stop();
  }
}

runCommand(async () => {
  const { values, positionals } = parseArgs({ options: { url: { type: 'string' } }, allowPositionals: true });
  const wanted = positionals.filter((name): name is Shape => name in FILM_SIZES);
  const shapes = wanted.length > 0 ? wanted : (Object.keys(FILM_SIZES) as Shape[]);
  for (const folder of [ONBOARDING_MEDIA, WORKSHOP]) await mkdir(folder, { recursive: true });
  makeCaptions();
  // All shapes are recorded concurrently from the same data, because the app fetches it when it opens.
  const record = async (url: string) => {
    const prepared = await prepare(new Api(url));
    await Promise.all(shapes.map((shape) => withBrowser((browser) => film(browser, url, shape, prepared))));
  };
  await (values.url ? record(values.url) : withProduct(record));
});
