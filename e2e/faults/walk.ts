import { expect, type Locator, type Page } from 'playwright/test';
import type { World } from '../looks/screen-state.ts';
import { goOffline, goOnline, offlineLine } from '../support/offline.ts';
import { screen } from '../support/screens.ts';
import { API_FAULTS, type ApiFault, ApiProxy } from './api-faults.ts';
import type { Reads, Row, Sends, Starts } from './api-screens.ts';
import { type Counts, expectKept, expectScreen, expectSentence, expectWaiting } from './sight.ts';
import { Silence } from './silence.ts';

/** Timeout for pressing a visible button, in milliseconds. */
const PRESS_MS = 5_000;

const SILENT: ApiFault = 'silent for 10 s';
const SIGNED_OUT: ApiFault = 'answered with 401';
/**
 * The fault while a screen opens. A page cannot be opened offline, and silence must start after all code has loaded, or
 * the code's requests would time out as well.
 */
const OPENING: ApiFault = 'cut off';

/** State shared while testing one row in one page. */
interface Walk<When> {
  row: Row;
  when: When;
  world: World;
  address: string;
  api: ApiProxy;
  silence: Silence;
  counts: Counts;
}

const alerts = (page: Page): Locator => page.getByRole('alert').filter({ hasText: /\S/ });

/** Waits for the result of a failed request. For the silence fault, ten seconds pass on the page's clock. */
async function untilThere(
  { world: { page }, silence, counts }: Walk<unknown>,
  fault: ApiFault,
  there: Locator,
): Promise<void> {
  if (fault !== SILENT) return expect(there.first()).toBeVisible();
  await expectWaiting(page, counts);
  await silence.passUntil(there.first());
}

/** Runs `work` on the open page while the fault is active. */
async function meet({ api, world: { page } }: Walk<unknown>, fault: ApiFault, work: () => Promise<void>) {
  api.set(fault);
  if (fault !== 'offline') return work();
  await goOffline(page);
  await work();
  // The app refetches everything when it reconnects; that must not repair the screen before the next fault.
  api.set('cut off');
  await goOnline(page);
  // Spared requests are refetched too; the next fault's ten seconds of silence would time them out.
  await expect.poll(() => api.hasPending).toBe(false);
}

/** Presses a control that calls the API and waits until the request was made. */
async function calling({ api }: Walk<unknown>, press: () => Promise<unknown>): Promise<void> {
  const before = api.asked;
  await press();
  await expect.poll(() => api.asked).toBeGreaterThan(before);
}

async function walkReading(walk: Walk<Reads>): Promise<void> {
  const { row, world, api, address, counts } = walk;
  const { page } = world;
  const said = alerts(page);
  // A failed part may have a message above it about its surroundings, which also has a retry button.
  const again = page.getByRole('button', { name: 'Try again' }).last();
  const meetFault = async (fault: ApiFault, press: () => Promise<unknown>) => {
    await calling(walk, press);
    await untilThere(walk, fault, said);
    await expectScreen(page, fault, row.heading, counts);
    await expectSentence(said, fault);
    await expect.soft(again, fault).toBeEnabled();
  };
  api.set(OPENING);
  await meetFault(OPENING, () => page.goto(address));
  for (const fault of API_FAULTS.filter((other) => other !== OPENING))
    await meet(walk, fault, () => meetFault(fault, () => again.click()));
  api.set(null);
  // The page may refetch on its own, e.g. when its stream reconnects: then the button disappears before it can
  // be pressed.
  await again.click({ timeout: PRESS_MS }).catch(() => expect(again).toHaveCount(0));
  await expect(alerts(page)).toHaveCount(0);
  await screen(page, /\S/);
}

async function walkSending(walk: Walk<Sends>): Promise<void> {
  const { row, when, world, api, address, counts } = walk;
  const { page } = world;
  await page.goto(address);
  await screen(page, row.heading);
  await when.fill?.(page);
  for (const fault of API_FAULTS) {
    await meet(walk, fault, async () => {
      if (fault === SIGNED_OUT) api.set(fault, { isSessionKnown: false });
      await calling(walk, () => when.send(page));
      await untilThere(walk, fault, alerts(page));
      await expectScreen(page, fault, row.heading, counts);
      await expectSentence(alerts(page), fault);
      await expect(page.locator('button[aria-busy=true]')).toHaveCount(0);
      if (when.holds) await expectKept(when.holds(page), fault, counts);
    });
  }
}

async function walkStarting(walk: Walk<Starts>): Promise<void> {
  const { row, when, world, api, address, counts } = walk;
  const { page } = world;
  for (const fault of API_FAULTS) {
    const heading = fault === SIGNED_OUT ? when.signedOut : row.heading;
    api.set(fault, { isSessionKnown: false });
    await calling(walk, () => page.goto(address));
    await untilThere(walk, fault, page.getByRole('heading', { level: 1, name: heading }));
    await expectScreen(page, fault, heading, counts);
    // A user whose session is no longer known signs in again, and needs no offline message.
    if (fault !== SIGNED_OUT) await expect.soft(offlineLine(page), fault).toBeVisible();
  }
}

/** Tests a screen with every fault in turn, in one page. */
export async function walkThrough(row: Row, when: NonNullable<Row['when']>, world: World, counts: Counts) {
  const { context, page } = world;
  const { at = row.route } = row;
  const rest = {
    row,
    world,
    address: typeof at === 'string' ? at : await at(world),
    api: await ApiProxy.watch(context, page, when.does === 'reads' ? when.spare : undefined),
    silence: new Silence(page),
    counts,
  };
  if (when.does === 'reads') await walkReading({ ...rest, when });
  else if (when.does === 'sends') await walkSending({ ...rest, when });
  else await walkStarting({ ...rest, when });
}
