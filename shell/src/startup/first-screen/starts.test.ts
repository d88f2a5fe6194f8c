/**
 * Starts by seed: a person taps, types and uses the keyboard in a copy of the screen, at any moment around its swap for
 * the real one, which may have changed since. STARTS=1000 runs more of them.
 */
import { type Random, randomFrom } from 'tools/hl7-hospital/random';
import { showCopy } from './copy.ts';

const STARTS = Number(process.env.STARTS ?? 50);

const WORDS = ['Are you in pain?', 'Did you sleep?', 'Is it too cold?', 'Your X-ray', 'Your visit', 'Lunch'];

interface Part {
  words: string;
  /** Names of its buttons, which other parts have, too. */
  buttons: string[];
}

const partFrom = (random: Random, words: string): Part => ({
  words,
  buttons: ['Yes', 'No', 'More'].slice(0, random.integer(1, 3)),
});

/** Returns the parts of a screen, no two with the same words. */
const partsFrom = (random: Random): Part[] =>
  WORDS.filter(() => random.chance(0.6)).map((words) => partFrom(random, words));

/** Returns what has become of the parts since the screen was stored: some are over, some new, some changed. */
const laterParts = (random: Random, parts: readonly Part[]): Part[] => [
  ...(random.chance(0.3) ? [partFrom(random, 'Something new')] : []),
  ...parts.filter(() => random.chance(0.8)).map((part) => (random.chance(0.2) ? { ...part, words: 'Changed' } : part)),
];

const markup = (parts: readonly Part[]) =>
  `<main><h1>Home</h1><input name="note"><a href="/records">Records</a><ul>${parts
    .map(
      ({ words, buttons }) =>
        `<li>${words}${buttons.map((name) => ` <button type="button">${name}</button>`).join('')}</li>`,
    )
    .join('')}</ul></main>`;

const nameOf = (control: Element) => `${control.closest('li')?.textContent ?? ''} / ${control.textContent}`;

/** The browser's events of one tap, each of which can come before or after the swap. */
const TAP = ['pointerdown', 'pointerup', 'click'] as const;

/** Plays one start. Returns what the person has done, and what the real screen got. */
async function play(seed: number) {
  const random = randomFrom(seed);
  const parts = partsFrom(random);
  const later = laterParts(random, parts);
  document.body.innerHTML = `<div id="first-screen">${markup(parts)}</div><div id="root"></div>`;
  const root = document.getElementById('root') as HTMLElement;
  const got: string[] = [];
  root.addEventListener('click', ({ target }) => got.push(nameOf(target as Element)));
  showCopy((real) => real.querySelector('h1') !== null);
  const shown = () => (document.getElementById('first-screen') ?? root) as HTMLElement;
  const done: string[] = [];
  let typed = '';
  const steps = random.integer(1, 8);
  const swapAt = random.integer(0, steps * TAP.length);
  /** Lets the real screen appear if it is time. Changes of the page are reported after the event that made them. */
  const pass = async (moment: number) => {
    if (moment === swapAt) root.innerHTML = markup(later);
    await Promise.resolve();
  };
  for (let step = 0; step < steps; step += 1) {
    await pass(step * TAP.length);
    const controls = [...shown().querySelectorAll('button')];
    const target = random.chance(0.3) || controls.length === 0 ? undefined : random.pick(controls);
    const field = shown().querySelector('input') as HTMLInputElement;
    if (target) done.push(nameOf(target));
    else {
      typed += random.pick(['a', 'é', 'ب']);
      field.focus();
      field.value = typed;
    }
    for (const [part, type] of TAP.entries()) {
      if (part > 0) await pass(step * TAP.length + part);
      target?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
    }
    jest.runOnlyPendingTimers();
    await Promise.resolve();
  }
  if (root.innerHTML === '') root.innerHTML = markup(later);
  await Promise.resolve();
  jest.runOnlyPendingTimers();
  await Promise.resolve();
  const names = new Set([...root.querySelectorAll('button')].map(nameOf));
  const { value } = root.querySelector('input') as HTMLInputElement;
  return { wanted: done.filter((name) => names.has(name)), got, typed, value, isSwapped: shown() === root };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Plays a start, and removes the listeners that it has added to the document: the next start must not meet them. */
async function playAlone(seed: number) {
  const listen = jest.spyOn(document, 'addEventListener');
  const result = await play(seed);
  for (const [type, listener] of listen.mock.calls) document.removeEventListener(type, listener, true);
  listen.mockRestore();
  return result;
}

test(`in ${STARTS} starts nothing is lost, pressed twice or pressed elsewhere`, async () => {
  for (let seed = 1; seed <= STARTS; seed += 1) {
    const { wanted, got, typed, value, isSwapped } = await playAlone(seed);
    expect({ seed, isSwapped, got, value }).toEqual({ seed, isSwapped: true, got: wanted, value: typed });
  }
});
