/**
 * Records the tutorial's videos from the real app: `npm run record-tutorial`, some of them with `-- tallest fr`, from a
 * running product with `-- --url http://localhost:3000`. Builds what changed, starts the product on fresh demo data,
 * plays the story, and records every step in each language.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Api } from 'e2e/support/hospital/api';
import { WORKSHOP } from 'e2e/support/hospital/workshop';
import { staffSession } from 'e2e/support/people/staff';
import { keepSession } from 'e2e/support/phone/session';
import { LOCALES, type Locale } from 'e2e/support/phone/words';
import { FILM_SIZES, STEPS } from 'onboarding-mfe/screens/tutorial/steps';
import type { Browser } from 'playwright';
import { runCommand } from '../../commands/running/running.ts';
import { withBrowser, withProduct } from '../browser.ts';
import { ONBOARDING_MEDIA } from '../places.ts';
import { makeCaptions } from './captions.ts';
import { Film } from './film.ts';
import { type Cast, scenes } from './scenes.ts';

type Shape = keyof typeof FILM_SIZES;

const SHAPES = Object.keys(FILM_SIZES) as Shape[];

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
const TYPE = { blood: 1, brain: 3, hospital: 8, admission: 9, physician: 11, request: 12 } as const;

interface Prepared {
  token: string;
  cast: Cast;
}

interface Recording extends Prepared {
  browser: Browser;
  /** Address of the running product. */
  url: string;
  shape: Shape;
  language: Locale;
}

/** What staff send for the step about colours: at the end of the story nothing is urgent any more. */
const URGENT = {
  en: { name: 'Your ride home is here', content: 'It is waiting at the main entrance.' },
  fr: { name: 'Votre transport est arrivé', content: 'Il vous attend à l’entrée principale.' },
};

/** Plays the demo patient's whole story, has staff send an urgent event, and accepts Maya's request. */
async function prepare(api: Api, language: Locale): Promise<Prepared> {
  const token = await api.signIn('patient');
  await api.playStory(token, Number.POSITIVE_INFINITY);
  const { id } = (await api.call('GET', 'v1/users/me', { token })) as Pick<Item, 'id'>;
  const body = { type: TYPE.hospital, status: 'URGENT', ...URGENT[language] };
  await api.call('POST', `v1/desk/patients/${id}/events`, { token: await staffSession(api), body });
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

async function film({ browser, url, shape, language, token, cast }: Recording): Promise<void> {
  const context = await browser.newContext({
    viewport: FILM_SIZES[shape],
    deviceScaleFactor: SCALE,
    isMobile: true,
    hasTouch: true,
    locale: `${language}-CA`,
    timezoneId: 'America/Toronto',
    serviceWorkers: 'block',
  });
  await keepSession(context, {
    token,
    settings: { theme: 'LIGHT', locale: language, isUserValidated: true, viewTutorial: false },
  });
  // Prevents the story from continuing, so nothing new appears in the video.
  await context.route('**/api/v1/story**', (route) => route.abort());
  const page = await context.newPage();
  // Keeps the times on screen the same, however long the recording takes.
  await page.clock.setFixedTime(new Date());
  await page.goto(`${url}/app`);
  await page.locator('[data-profile-row="2"]').waitFor();
  await page.locator(`a[href="/profile/1/events/${cast.survey}"]`).waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const title = `tutorial-${shape}.${language}`;
  const file = join(ONBOARDING_MEDIA, title);
  const unfinished = join(WORKSHOP, `${title}.mp4`);
  const reel = await Film.begin(page, unfinished, [0, ...STEPS.map(({ at }) => at).slice(0, -1)]);
  for (const [place, scene] of scenes(cast).entries()) {
    const { key, at = 0 } = STEPS[place] ?? {};
    await scene(reel).catch((error) => {
      throw new Error(`${title}, ${key}, at ${reel.seconds.toFixed(1)} s: ${error}`);
    });
    if (place === 0) await reel.still(`${file}.webp`);
    console.log(`  ${title} ${key}: ${reel.seconds.toFixed(1)} of ${at} s`);
    await reel.until(at);
  }
  await reel.end();
  await context.close();
  await copyFile(unfinished, `${file}.mp4`);
  console.log(`${title}.mp4, ${title}.webp`);
}

runCommand(async () => {
  const { values, positionals } = parseArgs({ options: { url: { type: 'string' } }, allowPositionals: true });
  const wanted = <T extends string>(all: readonly T[]) => {
    const some = all.filter((one) => positionals.includes(one));
    return some.length > 0 ? some : all;
  };
  for (const folder of [ONBOARDING_MEDIA, WORKSHOP]) await mkdir(folder, { recursive: true });
  makeCaptions();
  // All shapes of a language are recorded concurrently from the same data, because the app fetches it when it opens.
  const record = async (url: string) => {
    for (const language of wanted(LOCALES)) {
      const prepared = await prepare(new Api(url), language);
      await Promise.all(
        wanted(SHAPES).map((shape) => withBrowser((browser) => film({ browser, url, shape, language, ...prepared }))),
      );
    }
  };
  await (values.url ? record(values.url) : withProduct(record));
});
