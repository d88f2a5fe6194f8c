import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Random, randomFrom } from 'tools/hl7-hospital/random';
import { link } from '../../support/phone/phone.ts';
import type { EnginePhone } from '../engine-phone.ts';
import { beginSignedIn, HOME } from './entering.ts';
import type { Journey, Visit } from './journey.ts';

/** What a person does while the real screen takes the place of its copy. */
interface Start {
  name: string;
  path: string;
  /** Selector of what is pressed. */
  control: string;
  typed?: string;
  /** Returns whether the press or the typing has had its effect exactly once. Runs in the page. */
  isDone(control: string, typed: string): boolean;
}

/** Whether a link was followed, once: the router numbers the entries of a page's history. */
function isFollowed(): boolean {
  return document.querySelector('h1') !== null && history.state?.idx === 1;
}

const VISITOR: readonly Start[] = [
  {
    name: 'follows a link of welcome',
    path: '/onboarding/welcome',
    control: 'a[href="/onboarding/info"]',
    isDone: isFollowed,
  },
  {
    name: 'types an address',
    path: '/onboarding/login',
    control: 'input[type="email"]',
    typed: 'ava.berg@example.org',
    isDone: (control, typed) => {
      const field = document.activeElement as HTMLInputElement | null;
      return field?.matches(control) === true && field.value === typed;
    },
  },
  {
    name: 'shows the password',
    path: '/onboarding/login',
    control: 'button[aria-label="Show password"]',
    isDone: () => document.querySelector('button[aria-label="Hide password"]') !== null,
  },
];

const PATIENT: readonly Start[] = [
  {
    name: 'follows a link of home',
    path: '/app',
    control: 'main a[href^="/profile/1/"]',
    isDone: isFollowed,
  },
  {
    name: 'opens the menu',
    path: '/app',
    control: 'button[aria-label="Menu"]',
    isDone: () => document.querySelectorAll('button[aria-label="Close menu"]').length === 1,
  },
];

/** For how long after the swap it may be pressed, too (ms). */
const AFTERWARDS = 100;
/** Longest pause between two characters (ms). */
const PAUSE = 30;

const hasCopy = (phone: EnginePhone) => phone.run(() => document.getElementById('first-screen') !== null);

/** Loads a page again, and resolves when the copy or the real screen shows the control. */
async function begin(phone: EnginePhone, { path, control }: Start): Promise<void> {
  await phone.run((to) => {
    Object.assign(globalThis, { isBefore: true });
    location.assign(to);
  }, path);
  await phone.until(`${control} is shown`, async () => {
    // Before the first paint, styles may still be missing, and a person sees nothing.
    const isPainted = await phone.run(
      () => !('isBefore' in globalThis) && performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    return isPainted && (await placeOf(phone, control));
  });
}

/** Resolves with the middle of the first control that can be seen without scrolling (px), or false. */
const placeOf = (phone: EnginePhone, control: string): Promise<{ x: number; y: number } | false> =>
  phone.run((selector) => {
    for (const each of document.querySelectorAll(selector)) {
      const { x, y, width, height } = each.getBoundingClientRect();
      const middle = { x: x + width / 2, y: y + height / 2 };
      if (each.checkVisibility() && each.contains(document.elementFromPoint(middle.x, middle.y))) return middle;
    }
    return false;
  }, control);

const isSwapped = (phone: EnginePhone) =>
  phone.until('the real screen has replaced the copy', async () => !(await hasCopy(phone)));

/** Name under which a phone stores home, as its hash. */
const HOME_KEPT = createHash('sha256').update('screen/home').digest('hex');

/** Puts the phone away, as a person does who reads home. Runs in the page. Returns whether home is stored. */
async function storeHome(name: string): Promise<boolean> {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await resultOf(indexedDB.open('lodestar-vault'));
  const boxes = await resultOf(database.transaction('boxes').objectStore('boxes').getAllKeys());
  database.close();
  return boxes.some((key) => Array.isArray(key) && key[1] === name);
}

/** Measures for how long after a control is shown it may still be one of the copy, with some time more (ms). */
async function timeOfSwap(phone: EnginePhone, start: Start): Promise<number> {
  await begin(phone, start);
  const from = performance.now();
  await isSwapped(phone);
  return performance.now() - from + AFTERWARDS;
}

async function play(phone: EnginePhone, start: Start, within: number, random: Random): Promise<'copy' | 'real screen'> {
  const { control, typed = '', isDone } = start;
  await begin(phone, start);
  await wait(random.next() * within);
  const where = (await hasCopy(phone)) ? 'copy' : 'real screen';
  const place = await phone.until(`${control} can be pressed`, () => placeOf(phone, control));
  await phone.browser.tap(place.x, place.y);
  for (const character of typed) {
    await phone.browser.type(character);
    await wait(random.next() * PAUSE);
  }
  await phone.until(`a person ${start.name}`, () => phone.run(isDone, control, typed));
  await isSwapped(phone);
  if (!(await phone.run(isDone, control, typed))) throw new Error(`Undone after the swap: a person ${start.name}`);
  return where;
}

async function playAll({ phone, rounds, record }: Visit, starts: readonly Start[]): Promise<void> {
  for (const start of starts) {
    const within = await timeOfSwap(phone, start);
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now();
      const where = await play(phone, start, within, randomFrom(round)).catch((error) => {
        throw new Error(`Start ${round}, a person ${start.name}: ${error.message}`);
      });
      record(`${start.name}, in the ${where}`, performance.now() - from);
    }
  }
}

/** `--rounds 200` plays 1,000 starts. */
export const starts: Journey = {
  name: 'starts by seed',
  // Pages are left while they still fetch files.
  allowed: /MANIFEST_UNAVAILABLE|AbortError|NetworkError|^Failed to load|favicon\.ico/,
  async walk(visit) {
    await visit.phone.open('/onboarding/welcome');
    await playAll(visit, VISITOR);
    await beginSignedIn(visit, Number.POSITIVE_INFINITY);
    await visit.phone.open('/app');
    await visit.phone.sees(HOME, link(/Admitted/));
    await visit.phone.until('home is stored', () => visit.phone.run(storeHome, HOME_KEPT));
    await playAll(visit, PATIENT);
  },
};
