import type { Browser, Locator, Page } from 'playwright/test';
import type { EventDocument } from '../../mock-api/src/common/documents.ts';
import type { Account } from './api.ts';
import { expectNoProblems, watchForProblems } from './problems.ts';
import { keepSession } from './session.ts';
import type { Stack } from './stack.ts';

/** The list under a heading ("This stay"). */
export const eventList = (page: Page, heading: string): Locator => page.getByRole('list', { name: heading });

/** The event card that contains this text. */
export const eventCard = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

/** Signs in on a fresh phone, opens a page, runs `look` on it and closes the phone. */
export async function onAnotherPhone(
  { browser, stack }: { browser: Browser; stack: Stack },
  { account, path }: { account: Account; path: string },
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext();
  try {
    const problems = await watchForProblems(context);
    await keepSession(context, { token: await stack.api.signIn(account), settings: { isUserValidated: true } });
    const page = await context.newPage();
    await page.goto(path);
    await look(page);
    expectNoProblems(problems);
  } finally {
    await context.close();
  }
}

/** Swipes across an element by `across` pixels (negative: left) in a few steps. */
export async function swipe(page: Page, element: Locator, across: number): Promise<void> {
  const box = await element.boundingBox();
  if (!box) throw new Error('There is nothing to swipe');
  const devtools = await page.context().newCDPSession(page);
  const start = { x: box.x + box.width * 0.7, y: box.y + box.height / 2 };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ ...start, x }] });
  await touch('touchStart', start.x);
  for (let step = 1; step <= 5; step++) await touch('touchMove', start.x + (across * step) / 5);
  await touch('touchEnd', start.x + across);
  await devtools.detach();
}

/** Returns `count` events of one stay, numbered from 1; the last one is the newest. */
export function manyEvents(count: number): EventDocument[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    return {
      key: `many-${number}`,
      profileId: 1,
      type: 8,
      status: number % 7 === 0 ? 'URGENT' : 'NOT_VIEWED',
      name: { en: `Visit ${number}`, fr: `Visite ${number}` },
      content:
        number % 3 === 0
          ? { en: 'Your nurse came by and looked after your dressing and your medication.', fr: 'Soins.' }
          : { en: 'Your nurse came by.', fr: 'Soins.' },
    };
  });
}
