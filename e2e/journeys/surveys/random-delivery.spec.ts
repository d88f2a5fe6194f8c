import type { BrowserContext, Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { Random } from '../../support/random.ts';
import { type Fault, WayToRecorder } from '../../support/recorder.ts';
import { boxesOf, everythingStored } from '../../support/storage.ts';
import { SURVEYS } from '../../support/surveys.ts';

/** How many surveys are sent; `npm run soak` sends 100. */
const COUNT = Number(process.env.DELIVERIES ?? 15);
/** A run that failed is run again with its seed. */
const SEED = Number(process.env.SEED ?? 20_261_120);
/** How long a machine under load may take for one survey, in milliseconds. */
const EACH_MS = 15_000;

/** A recorder that stays silent is given up after 10 s. */
const TOLD_MS = 20_000;

/** What must never lie on the phone in the open, and stands in every comment. */
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

/** What happens to the page around a survey. */
type Blow = 'none' | 'closed' | 'crashed' | 'cut off';

/** A phone on which one survey after the other is filled in, while everything that can go wrong does. */
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
      // A page that has crashed answers no more, not even to this.
      void cdp.send('Page.crash').catch(() => undefined);
      await crash;
    }
    await this.page.close();
    this.page = await this.#context.newPage();
  }

  async reconnect(): Promise<void> {
    await this.#context.setOffline(false);
  }

  /** What an event shows: its form, or that its answers are on their way, or went. */
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

  /** Whether the comment still stands in the form: it was not taken yet. */
  async stillHolds(comment: string): Promise<boolean> {
    return (await this.page.getByRole('textbox').last().inputValue()) === comment;
  }

  async press(): Promise<void> {
    await this.page.getByRole('button', { name: 'Send feedback' }).click();
  }

  /** Waits until the person is told that their answers are safe or sent. */
  async told(): Promise<void> {
    const thanks = this.page.getByRole('heading', { name: 'Thank you for your feedback!' });
    await expect(thanks).toBeVisible({ timeout: TOLD_MS });
  }

  /** Waits until nothing is left on the phone. */
  async emptied(): Promise<void> {
    await expect.poll(() => boxesOf(this.page, 'unsent/'), { timeout: 30_000 }).toBe(0);
  }
}

/** Faults for the next posts, and then none. */
function someFaults(random: Random): () => Fault {
  const queue = Array.from({ length: random.below(4) }, () => random.pick<Fault>('cut', ...FAULTS));
  return () => queue.shift() ?? 'none';
}

/** Fills one survey in and sends it, through whatever happens; returns once it is safe with the phone or the recorder. */
async function sendOne(phone: Phone, way: WayToRecorder, random: Random, place: number): Promise<void> {
  const comment = `${MARK} ${place} of ${COUNT}`;
  way.set('none');
  await phone.openForm(place);
  await phone.fill(comment);
  way.set(someFaults(random));
  const before = random.pick<Blow>('none', 'none', 'closed', 'crashed', 'cut off');
  await phone.strike(before);
  if (before === 'closed' || before === 'crashed') await phone.open(place);
  await phone.press();
  // A page that is closed without a network could not be opened again.
  const after = before === 'cut off' ? 'none' : random.pick<Blow>('none', 'none', 'closed', 'crashed', 'cut off');
  // Not waiting for something: the blow falls at any moment.
  if (random.next() < 0.5) await phone.page.waitForTimeout(random.below(400));
  await phone.strike(after);
  if (after === 'closed' || after === 'crashed') {
    // What a person does who comes back: they look, and send what still stands there.
    if ((await phone.open(place)) === 'form' && (await phone.stillHolds(comment))) {
      await phone.press();
      await phone.told();
    }
  } else {
    await phone.told();
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
  const way = await WayToRecorder.watch(context, stack);
  const before = (await stack.receipts()).length;
  const random = new Random(SEED);
  const phone = await Phone.start(context, page);
  for (let place = 0; place < COUNT; place += 1) {
    await test.step(`survey ${place}`, () => sendOne(phone, way, random, place));
  }

  way.set('none');
  await phone.page.goto('/app');
  await phone.emptied();
  const comments = way.posts.map(({ payload }) => JSON.stringify(payload).match(`${MARK} (\\d+) of`)?.[1]);
  expect(new Set(comments).size).toBe(COUNT);
  expect(way.keys().size).toBe(COUNT);
  expect((await stack.receipts()).length - before).toBe(COUNT);
  expect(await everythingStored(phone.page)).not.toContain(MARK);
});
