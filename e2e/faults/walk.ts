import { expect, type Locator, type Page } from 'playwright/test';
import type { World } from '../looks/screen-state.ts';
import { goOffline, goOnline, offlineLine } from '../support/offline.ts';
import { screen } from '../support/screens.ts';
import { type ApiFault, ApiProxy } from './api-faults.ts';
import type { Reading, Row, Sending, Starting, StaticScreen } from './api-rows.ts';
import { type Counts, expectKept, expectScreen, expectSentence, expectWaiting } from './sight.ts';
import { Silence } from './silence.ts';

/** Timeout for pressing a visible button, in milliseconds. */
const PRESS_MS = 5_000;

const SILENT: ApiFault = 'silent for 10 s';
const SIGNED_OUT: ApiFault = 'answered with 401';

/** State shared while testing one row in one page. */
interface Walk<R extends Row> {
  row: R;
  world: World;
  api: ApiProxy;
  silence: Silence;
  counts: Counts;
}

const alerts = (page: Page): Locator => page.getByRole('alert').filter({ hasText: /\S/ });

async function addressOf({ row, world }: Walk<Row>): Promise<string> {
  const { at = row.route } = row;
  return typeof at === 'string' ? at : at(world);
}

/** Waits for the result of a failed request. For the silence fault, ten seconds pass on the page's clock. */
async function untilThere(
  { world: { page }, silence, counts }: Walk<Row>,
  fault: ApiFault,
  there: Locator,
): Promise<void> {
  if (fault !== SILENT) return expect(there.first()).toBeVisible();
  await expectWaiting(page, counts);
  await silence.passUntil(there.first());
}

/** Runs `work` on the open page while the fault is active. */
async function meet({ api, world: { page } }: Walk<Row>, fault: ApiFault, work: () => Promise<void>) {
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
async function calling({ api }: Walk<Row>, press: () => Promise<unknown>): Promise<void> {
  const before = api.asked;
  await press();
  await expect.poll(() => api.asked).toBeGreaterThan(before);
}

async function walkStatic(walk: Walk<StaticScreen>, faults: ApiFault[]): Promise<void> {
  const { row, world, api, counts } = walk;
  const address = await addressOf(walk);
  for (const fault of faults) {
    api.set(fault);
    await world.page.goto(address);
    await expectScreen(world.page, fault, row.heading, counts);
  }
}

async function walkReading(walk: Walk<Reading>, faults: ApiFault[]): Promise<void> {
  const { row, world, api, counts } = walk;
  const { page } = world;
  const said = row.said?.(page) ?? alerts(page);
  // A failed part may have a message above it about its surroundings, which also has a retry button.
  const again = page.getByRole('button', { name: row.again ?? 'Try again' }).last();
  const meetFault = async (fault: ApiFault) => {
    await untilThere(walk, fault, said);
    await expectScreen(page, fault, row.heading, counts);
    await expectSentence(said, fault);
    if (fault !== row.isFinal) await expect.soft(again, fault).toBeEnabled();
  };
  // A page cannot be opened offline. Silence must start after all code has loaded, or the code's requests would time
  // out as well.
  const later: (ApiFault | undefined)[] = ['offline', SILENT, row.isFinal];
  const opening = faults.find((fault) => !later.includes(fault)) ?? 'cut off';
  const address = await addressOf(walk);
  api.set(opening);
  await calling(walk, async () => {
    await page.goto(address);
    await row.act?.(page);
  });
  if (faults.includes(opening)) await meetFault(opening);
  // The screen's own code must be there before the phone goes offline.
  else await screen(page, row.heading);
  for (const fault of faults.filter((other) => other !== opening)) {
    await meet(walk, fault, async () => {
      await calling(walk, () => again.click());
      await meetFault(fault);
    });
  }
  if (row.isNeverWell) return;
  api.set(null);
  // The page may refetch on its own, e.g. when its stream reconnects: then the button disappears before it can
  // be pressed.
  await again.click({ timeout: PRESS_MS }).catch(() => expect(again).toHaveCount(0));
  await expect(alerts(page)).toHaveCount(0);
  await screen(page, /\S/);
}

async function walkSending(walk: Walk<Sending>, faults: ApiFault[]): Promise<void> {
  const { row, world, api, counts } = walk;
  const { page } = world;
  const address = await addressOf(walk);
  const begin = async () => {
    api.set(null);
    await page.goto(address);
    await screen(page, row.heading);
    await row.fill?.(page);
  };
  await begin();
  for (const [time, fault] of faults.entries()) {
    if (time > 0 && row.thanks !== undefined) await begin();
    const end = (fault === SIGNED_OUT ? row.signedOut : undefined) ?? row.thanks;
    await meet(walk, fault, async () => {
      if (fault === SIGNED_OUT) api.set(fault, { isSessionKnown: false });
      await calling(walk, () => row.send(page, time));
      const ended = page.getByRole('heading', { level: 1, name: end ?? row.heading });
      await untilThere(walk, fault, end === undefined ? alerts(page) : ended);
      await expectScreen(page, fault, end ?? row.heading, counts);
      if (end !== undefined) return;
      await expectSentence(alerts(page), fault);
      await expect(page.locator('button[aria-busy=true]')).toHaveCount(0);
      if (row.holds) await expectKept(row.holds(page), fault, counts);
    });
  }
}

async function walkStarting(walk: Walk<Starting>, faults: ApiFault[]): Promise<void> {
  const { row, world, api, counts } = walk;
  const { page } = world;
  const address = await addressOf(walk);
  for (const fault of faults) {
    const heading = (fault === SIGNED_OUT ? row.signedOut : undefined) ?? row.heading;
    api.set(fault, { isSessionKnown: false });
    await calling(walk, () => page.goto(address));
    await untilThere(walk, fault, page.getByRole('heading', { level: 1, name: heading }));
    await expectScreen(page, fault, heading, counts);
    // A user whose session is no longer known signs in again, and needs no offline message.
    if (fault !== SIGNED_OUT) await expect.soft(offlineLine(page), fault).toBeVisible();
  }
}

/** Tests a screen with each of these faults in turn, in one page. */
export async function walkThrough(row: Row, world: World, faults: ApiFault[], counts: Counts): Promise<void> {
  const { context, page } = world;
  const spare = row.does === 'reads' ? row.spare : undefined;
  const rest = { world, api: await ApiProxy.watch(context, page, spare), silence: new Silence(page), counts };
  await row.before?.(world);
  if (row.does === 'stands') await walkStatic({ ...rest, row }, faults);
  else if (row.does === 'reads') await walkReading({ ...rest, row }, faults);
  else if (row.does === 'sends') await walkSending({ ...rest, row }, faults);
  else await walkStarting({ ...rest, row }, faults);
}
