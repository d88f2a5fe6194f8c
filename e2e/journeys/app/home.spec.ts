import type { CareRequest } from 'mock-api/contract';
import type { Locator, Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { newSupporter, sayNext } from '../../support/people/supporter.ts';
import { goOffline, offlineLine } from '../../support/phone/offline.ts';
import { keepSignedIn } from '../../support/phone/session.ts';
import { violations } from '../../support/screens/axe.ts';
import { tighten } from '../../support/screens/narrow.ts';
import { screen } from '../../support/screens/screens.ts';

/** Height of the top bar at twice the text size, and a little space (px). */
const ABOVE = 100;

const askBar = (page: Page) => page.getByRole('navigation', { name: 'Ask the hospital' });

test('from home to a sent request for water it takes two taps', JOURNEY, async ({ page, problems, signIn, stack }) => {
  const token = await signIn('second', { storySteps: Number.POSITIVE_INFINITY });
  await page.goto('/app');
  await screen(page, /^Good /);
  const button = askBar(page).getByRole('link', { name: 'I need something' });
  // Without scrolling, above the profiles.
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click();
  await screen(page, 'I need something');
  await page.getByRole('button', { name: 'Water' }).click();
  await expect(page.getByText('Sent: Water')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Water' })).toContainText('Sent');

  // Without a network the screen says so and sends nothing later by itself; the next tap sends it once.
  const requests = async () => (await stack.api.call('GET', 'v1/profiles/1/requests', { token })) as CareRequest[];
  const before = (await requests()).length;
  problems.allow(/ERR_INTERNET_DISCONNECTED/);
  await goOffline(page);
  await page.getByRole('button', { name: 'A blanket' }).click();
  await expect(page.getByRole('alert')).toContainText('If you can’t wait, press the call button.');
  await page.context().setOffline(false);
  await expect(offlineLine(page)).toHaveCount(0);
  expect(await requests()).toHaveLength(before);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Sent: A blanket')).toBeVisible();
  expect(await requests()).toHaveLength(before + 1);
  await page.getByRole('button', { name: 'Undo A blanket' }).click();
  await expect(page.getByText('Not needed any more: A blanket')).toBeVisible();
});

test('the bar with “I need something” never covers the last event, at any size', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await page.goto('/app');
  await screen(page, /^Good /);
  for (const size of ['normal', 'narrow', 'large', 'small'] as const) {
    await tighten(page, size);
    const last = page.getByRole('main').getByRole('listitem').last();
    await last.evaluate((row) => {
      let scroller = row.parentElement;
      while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
      scroller?.scrollTo(0, scroller.scrollHeight);
    });
    const edgesOf = async (element: Locator) => {
      const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
      return { top: y, bottom: y + height };
    };
    const isClear = async () => (await edgesOf(last)).bottom <= (await edgesOf(askBar(page))).top;
    await expect.poll(isClear, size).toBe(true);
    const bar = await edgesOf(askBar(page));
    const rows = await edgesOf(page.getByRole('navigation', { name: 'Profiles' }));
    expect(bar.bottom, size).toBeLessThanOrEqual(rows.top + 1);
    for (const link of await askBar(page).getByRole('link').all()) {
      expect((await link.boundingBox())?.height, size).toBeGreaterThanOrEqual(44);
    }
    // A focused card is never under the bar, unless it is taller than the space above it.
    for (const place of [4, 0, 5]) {
      const link = page.getByRole('main').getByRole('listitem').nth(place).getByRole('link');
      await link.focus();
      const { top, bottom } = await edgesOf(link);
      const isTall = bottom - top > bar.top - ABOVE;
      expect(isTall ? top + 44 : bottom, `${size}, ${place}`).toBeLessThanOrEqual(bar.top + 1);
    }
  }
});

test('a supporter’s home shows the next step live while it is shared', JOURNEY, async ({ page, context, stack }) => {
  const { api } = stack;
  const patient = await api.signIn('patient');
  await api.playStory(patient, 8);
  const { token, supporterId } = await newSupporter(stack, patient);
  await keepSignedIn(context, token);
  const opened = page.waitForResponse((response) => response.url().includes('/api/v1/stream'));
  await page.goto('/app');
  await screen(page, /^Good /);
  await opened;
  const jordan = page.getByRole('region', { name: 'Jordan Avery' });
  await expect(jordan.getByText('Nothing is planned for Jordan right now.')).toBeVisible();
  await expect(askBar(page)).toHaveCount(0);

  // A step that is over leaves home, whatever the time of day.
  const at = new Date(Date.now() + 60 * 60_000).toISOString();
  await sayNext(stack, patient, {
    title: 'MRI',
    content: 'A porter will come.',
    at,
    delay: { minutes: 20, reason: 'An emergency came first.' },
  });
  await expect(jordan.getByRole('heading', { name: 'MRI' })).toBeVisible();
  await expect(jordan.getByText('Delayed by 20 minutes: An emergency came first.')).toBeVisible();
  await expect(jordan.getByRole('list').getByRole('listitem')).toHaveCount(3);
  expect(await violations(page)).toEqual([]);

  const permissions = { medicalRecords: true, diagnosticResults: true, carePlans: true, feedback: true };
  await api.call('PATCH', `v1/supporters/${supporterId}`, {
    token: patient,
    body: { permissions: { ...permissions, statusUpdates: false } },
  });
  await expect(jordan.getByRole('heading', { name: 'MRI' })).toHaveCount(0);
  await api.playStory(patient, 0);
});
