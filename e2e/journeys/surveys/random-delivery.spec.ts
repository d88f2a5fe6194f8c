import type { BrowserContext, Page } from 'playwright/test';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import { expect, test } from '../../support/fixtures.ts';
import { type Fault, RecorderProxy } from '../../support/hospital/recorder.ts';
import { boxesOf, everythingStored } from '../../support/phone/storage.ts';
import { SURVEYS, send } from '../../support/screens/surveys.ts';

/** Number of surveys to send; `npm run soak` sends 100. */
const COUNT = Number(process.env.DELIVERIES ?? 15);
/** Seed of the run. Pass the seed of a failed run to repeat it. */
const SEED = Number(process.env.SEED ?? 20_261_120);
/** Text that is in every comment and must never be stored on the phone unencrypted. */
const MARK = 'Quite-private-words';

const FAULTS: Fault[] = [
  'cut',
  'lost',
  'silent',
  { status: 500 },
  { status: 503 },
  { status: 429, retryAfter: '1' },
  { status: 409, retryAfter: '1' },
];

/** What happens to the page before or after a survey is sent. */
const BLOWS = ['none', 'none', 'closed', 'crashed', 'cut off'] as const;
type Blow = (typeof BLOWS)[number];

const button = (page: Page, name: string) => page.getByRole('button', { name });
const change = (page: Page) => button(page, 'Change my answers');
const comment = (page: Page) => page.getByRole('textbox').last();
const nothingIsUnsent = (page: Page) => expect.poll(() => boxesOf(page, 'unsent/')).toBe(0);

async function thanked(page: Page): Promise<void> {
  const thanks = page.getByRole('heading', { name: 'Thank you for your feedback!' });
  await expect(thanks).toBeVisible();
}

/** Hits the page. Resolves with the page on which the user goes on, and whether it is a new one. */
async function strike(blow: Blow, page: Page, context: BrowserContext): Promise<[page: Page, isNew: boolean]> {
  if (blow === 'cut off') await context.setOffline(true);
  if (blow === 'none' || blow === 'cut off') return [page, false];
  if (blow === 'crashed') {
    const cdp = await context.newCDPSession(page);
    const crash = page.waitForEvent('crash');
    // A crashed page no longer responds, not even to this call.
    void cdp.send('Page.crash').catch(() => undefined);
    await crash;
  }
  await page.close();
  return [await context.newPage(), true];
}

/** Opens an event. Resolves with what it shows: its form, or its answers as waiting or sent. */
async function open(page: Page, event: string): Promise<'form' | 'waiting' | 'sent'> {
  await page.goto(event);
  await expect(button(page, 'Send feedback').or(button(page, 'Done'))).toBeVisible();
  if (await button(page, 'Send feedback').isVisible()) return 'form';
  return (await change(page).isVisible()) ? 'sent' : 'waiting';
}

/** Returns a source of seeded numbers from 0 to below 1 (mulberry32), so that a failed run can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test(`${COUNT} surveys through kills, cuts, failures and lost answers arrive once each (seed ${SEED})`, async ({
  page: first,
  context,
  stack,
  signIn,
  problems,
}) => {
  test.setTimeout(timeOuts.longTest);
  problems.allow(/Failed to load resource|net::ERR|Failed to fetch/);
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  const recorder = await RecorderProxy.watch(context, stack);
  const before = (await stack.receipts()).length;
  const random = randomFrom(SEED);
  const below = (count: number) => Math.floor(random() * count);
  const someBlow = () => BLOWS[below(BLOWS.length)] ?? 'none';
  /** Returns a source of faults for the next posts, and none after them. */
  const someFaults = () => {
    const queue = Array.from({ length: below(4) }, () => FAULTS[below(FAULTS.length)]);
    return () => queue.shift() ?? 'none';
  };
  await first.goto('/profile/1/events');
  const links = SURVEYS.map(({ event }) => first.getByRole('link', { name: event }).getAttribute('href'));
  const events = await Promise.all(links);
  let page = first;

  /** Fills in and sends one survey despite random faults, until it is stored on the phone or recorded. */
  async function sendOne(place: number): Promise<void> {
    const text = `${MARK} ${place} of ${COUNT}`;
    const event = String(events[place % events.length]);
    recorder.set('none');
    if ((await open(page, event)) === 'waiting') {
      await nothingIsUnsent(page);
      await open(page, event);
    }
    if (await change(page).isVisible()) await change(page).click();
    await comment(page).fill(text);
    await expect.poll(() => boxesOf(page, 'drafts/'), 'the draft is on the phone').toBeGreaterThan(0);
    recorder.set(someFaults());
    const blow = someBlow();
    let isNew: boolean;
    [page, isNew] = await strike(blow, page, context);
    if (isNew) await open(page, event);
    await send(page);
    // A page that is closed without a network could not be opened again.
    const next = blow === 'cut off' ? 'none' : someBlow();
    // A random delay, so that the fault can occur at any moment.
    if (random() < 0.5) await page.waitForTimeout(below(400));
    [page, isNew] = await strike(next, page, context);
    if (!isNew) await thanked(page);
    // As a returning user would: opens the event, and sends the form if it still holds the comment.
    else if ((await open(page, event)) === 'form' && (await comment(page).inputValue()) === text) {
      await send(page);
      await thanked(page);
    }
    expect(await everythingStored(page)).not.toContain(MARK);
    await context.setOffline(false);
  }
  for (let place = 0; place < COUNT; place += 1) await test.step(`survey ${place}`, () => sendOne(place));

  recorder.set('none');
  await page.goto('/app');
  await nothingIsUnsent(page);
  const comments = recorder.posts.map(({ payload }) => JSON.stringify(payload).match(`${MARK} (\\d+) of`)?.[1]);
  expect(new Set(comments).size).toBe(COUNT);
  expect(recorder.keys().size).toBe(COUNT);
  expect((await stack.receipts()).length - before).toBe(COUNT);
  expect(await everythingStored(page)).not.toContain(MARK);
});
