import type { BrowserContext, Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { Random } from '../../support/random.ts';
import { type Fault, RecorderProxy } from '../../support/recorder.ts';
import { boxesOf, everythingStored } from '../../support/storage.ts';
import { SURVEYS } from '../../support/surveys.ts';

/** Number of surveys to send; `npm run soak` sends 100. */
const COUNT = Number(process.env.DELIVERIES ?? 15);
/** Seed of the run. Pass the seed of a failed run to repeat it. */
const SEED = Number(process.env.SEED ?? 20_261_120);
/** Time limit for one survey on a busy machine (ms). */
const EACH_MS = 15_000;

/** Timeout for the thank-you (ms). The page gives up on a silent recorder after 10 s. */
const THANKS_TIMEOUT_MS = 20_000;

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
type Blow = 'none' | 'closed' | 'crashed' | 'cut off';

/** A phone on which one survey after another is filled in while faults occur. */
class Phone {
  page: Page;
  readonly #context: BrowserContext;
  readonly #events: string[];

  private constructor(context: BrowserContext, page: Page, events: string[]) {
    this.#context = context;
    this.page = page;
    this.#events = events;
  }

  static async start(context: BrowserContext, page: Page): Promise<Phone> {
    await page.goto('/profile/1/events');
    const links = SURVEYS.map(({ event }) => page.getByRole('link', { name: event }).getAttribute('href'));
    return new Phone(context, page, (await Promise.all(links)).map(String));
  }

  async strike(blow: Blow): Promise<void> {
    if (blow === 'none') return;
    if (blow === 'cut off') {
      await this.#context.setOffline(true);
      return;
    }
    if (blow === 'crashed') {
      const cdp = await this.#context.newCDPSession(this.page);
      const crash = this.page.waitForEvent('crash');
      // A crashed page no longer responds, not even to this call.
      void cdp.send('Page.crash').catch(() => undefined);
      await crash;
    }
    await this.page.close();
    this.page = await this.#context.newPage();
  }

  async reconnect(): Promise<void> {
    await this.#context.setOffline(false);
  }

  /** Opens an event. Resolves with what it shows: its form, or its answers as waiting or sent. */
  async open(place: number): Promise<'form' | 'waiting' | 'sent'> {
    await this.page.goto(this.#events[place % this.#events.length] ?? '');
    const button = this.page.getByRole('button', { name: 'Send feedback' });
    const done = this.page.getByRole('button', { name: 'Done' });
    await expect(button.or(done)).toBeVisible();
    if (await button.isVisible()) return 'form';
    return (await this.#change.isVisible()) ? 'sent' : 'waiting';
  }

  /** Opens the form of an event, to correct what was sent before. */
  async openForm(place: number): Promise<void> {
    if ((await this.open(place)) === 'waiting') {
      await this.emptied();
      await this.open(place);
    }
    if (await this.#change.isVisible()) await this.#change.click();
  }

  get #change() {
    return this.page.getByRole('button', { name: 'Change my answers' });
  }

  async fill(comment: string): Promise<void> {
    await this.page.getByRole('textbox').last().fill(comment);
    await expect.poll(() => boxesOf(this.page, 'drafts/'), 'the draft is on the phone').toBeGreaterThan(0);
  }

  /** Resolves with whether the comment is still in the form, so that it was not accepted yet. */
  async stillHolds(comment: string): Promise<boolean> {
    return (await this.page.getByRole('textbox').last().inputValue()) === comment;
  }

  async press(): Promise<void> {
    await this.page.getByRole('button', { name: 'Send feedback' }).click();
  }

  /** Waits for the message that the answers are stored or sent. */
  async thanked(): Promise<void> {
    const thanks = this.page.getByRole('heading', { name: 'Thank you for your feedback!' });
    await expect(thanks).toBeVisible({ timeout: THANKS_TIMEOUT_MS });
  }

  /** Waits until no unsent survey is left on the phone. */
  async emptied(): Promise<void> {
    await expect.poll(() => boxesOf(this.page, 'unsent/')).toBe(0);
  }
}

/** Returns a source of faults for the next posts, and none after them. */
function someFaults(random: Random): () => Fault {
  const queue = Array.from({ length: random.below(4) }, () => random.pick<Fault>('cut', ...FAULTS));
  return () => queue.shift() ?? 'none';
}

/** Fills in and sends one survey despite random faults. Resolves once it is stored on the phone or recorded. */
async function sendOne(phone: Phone, recorder: RecorderProxy, random: Random, place: number): Promise<void> {
  const comment = `${MARK} ${place} of ${COUNT}`;
  recorder.set('none');
  await phone.openForm(place);
  await phone.fill(comment);
  recorder.set(someFaults(random));
  const before = random.pick<Blow>('none', 'none', 'closed', 'crashed', 'cut off');
  await phone.strike(before);
  if (before === 'closed' || before === 'crashed') await phone.open(place);
  await phone.press();
  // A page that is closed without a network could not be opened again.
  const after = before === 'cut off' ? 'none' : random.pick<Blow>('none', 'none', 'closed', 'crashed', 'cut off');
  // A random delay, so that the fault can occur at any moment.
  if (random.next() < 0.5) await phone.page.waitForTimeout(random.below(400));
  await phone.strike(after);
  if (after === 'closed' || after === 'crashed') {
    // As a returning user would: opens the event, and sends the form if it still holds the comment.
    if ((await phone.open(place)) === 'form' && (await phone.stillHolds(comment))) {
      await phone.press();
      await phone.thanked();
    }
  } else {
    await phone.thanked();
  }
  expect(await everythingStored(phone.page)).not.toContain(MARK);
  await phone.reconnect();
}

test(`${COUNT} surveys through kills, cuts, failures and lost answers arrive once each (seed ${SEED})`, async ({
  page,
  context,
  stack,
  signIn,
  problems,
}) => {
  test.setTimeout(60_000 + COUNT * EACH_MS);
  problems.allow(/Failed to load resource|net::ERR|Failed to fetch/);
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  const recorder = await RecorderProxy.watch(context, stack);
  const before = (await stack.receipts()).length;
  const random = new Random(SEED);
  const phone = await Phone.start(context, page);
  for (let place = 0; place < COUNT; place += 1) {
    await test.step(`survey ${place}`, () => sendOne(phone, recorder, random, place));
  }

  recorder.set('none');
  await phone.page.goto('/app');
  await phone.emptied();
  const comments = recorder.posts.map(({ payload }) => JSON.stringify(payload).match(`${MARK} (\\d+) of`)?.[1]);
  expect(new Set(comments).size).toBe(COUNT);
  expect(recorder.keys().size).toBe(COUNT);
  expect((await stack.receipts()).length - before).toBe(COUNT);
  expect(await everythingStored(phone.page)).not.toContain(MARK);
});
