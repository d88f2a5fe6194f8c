import type { Page } from 'playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { tighten } from '../../support/narrow.ts';
import { screen } from '../../support/screens.ts';
import { keepSession } from '../../support/session.ts';
import { newSupporter, sayNext } from '../../support/supporting.ts';
import { eventList } from '../../support/timeline.ts';

/** Height of the top bar at twice the text size, and a little space (px). */
const ABOVE = 100;

const askBar = (page: Page) => page.getByRole('navigation', { name: 'Ask the hospital' });

test('from home to a sent request it takes two taps and the text', JOURNEY, async ({ page, signIn }) => {
  await signIn('second', { storySteps: Number.POSITIVE_INFINITY });
  await page.goto('/app');
  await screen(page, /^Good /);
  const button = askBar(page).getByRole('link', { name: 'I need something' });
  // Without scrolling, above the profiles.
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click();
  await screen(page, 'Ask the hospital');
  await page.getByLabel(/message|text/i).fill('Could I have a blanket?');
  await page.getByRole('button', { name: 'Send' }).click();
  await screen(page, 'My requests');
  await expect(page.getByRole('article').filter({ hasText: 'Could I have a blanket?' })).toContainText('Sent');
});

for (const size of ['normal', 'narrow', 'large'] as const) {
  test(`the bar with “I need something” never covers the last event (${size})`, async ({ page, signIn }) => {
    await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
    await page.goto('/app');
    await screen(page, /^Good /);
    await tighten(page, size);
    const last = page.getByRole('main').getByRole('listitem').last();
    await last.evaluate((row) => {
      let scroller = row.parentElement;
      while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
      scroller?.scrollTo(0, scroller.scrollHeight);
    });
    await expect
      .poll(async () => {
        const [row, bar] = [await last.boundingBox(), await askBar(page).boundingBox()];
        return (row?.y ?? 0) + (row?.height ?? 0) <= (bar?.y ?? 0);
      })
      .toBe(true);
    const [bar, rows] = [
      await askBar(page).boundingBox(),
      await page.getByRole('navigation', { name: 'Profiles' }).boundingBox(),
    ];
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual((rows?.y ?? 0) + 1);
    for (const link of await askBar(page).getByRole('link').all()) {
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    // A focused card is never under the bar, unless it is taller than the space above it.
    for (const place of [4, 0, 5]) {
      await page.getByRole('main').getByRole('listitem').nth(place).getByRole('link').focus();
      const { top, bottom } = await page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect();
        return { top: box?.top ?? 0, bottom: box?.bottom ?? 0 };
      });
      const isTall = bottom - top > (bar?.y ?? 0) - ABOVE;
      expect(isTall ? top + 44 : bottom).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
    }
  });
}

test('the urgent event is at the top, and ends when its results arrive', async ({ page, stack, signIn }) => {
  const token = await signIn('patient', { storySteps: 14 });
  // The next step of the story is played by the test.
  await page.route('**/api/v1/story', (route) => route.fulfill({ json: { series: [], isStoryDone: true } }));
  await page.goto('/app');
  const first = eventList(page, 'To do').getByRole('listitem').first();
  await expect(first).toContainText('Brain scan now, Level 1');
  await expect(first).toContainText('Urgent');
  await page.getByRole('main').getByRole('link', { name: 'Brain scan now, Level 1', exact: true }).click();
  await screen(page, 'Brain scan now, Level 1');
  await page.goBack();
  await page.goto('/app');
  await stack.api.call('POST', 'v1/story/patient/steps/14', { token });
  await expect(eventList(page, 'New').getByRole('listitem').first()).toContainText('Brain scan results');
  await expect(page.getByText('Urgent', { exact: true })).toHaveCount(0);
});

test(
  'a supporter’s home shows the next step and its delay live, as long as they are shared',
  JOURNEY,
  async ({ page, context, stack }) => {
    const { api } = stack;
    const patient = await api.signIn('patient');
    await api.playStory(patient, 8);
    const { token, supporterId } = await newSupporter(stack, patient);
    await keepSession(context, { token, settings: { isUserValidated: true } });
    const opened = page.waitForResponse((response) => response.url().includes('/api/v1/stream'));
    await page.goto('/app');
    await screen(page, /^Good /);
    await opened;
    const jordan = page.getByRole('region', { name: 'Jordan Avery' });
    await expect(jordan.getByText('Nothing is planned for Jordan right now.')).toBeVisible();
    await expect(askBar(page)).toHaveCount(0);

    const at = new Date(new Date().setHours(12, 0, 0, 0)).toISOString();
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
  },
);
