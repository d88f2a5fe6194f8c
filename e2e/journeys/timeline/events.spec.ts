import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { ACCOUNTS } from '../../support/hospital/api.ts';
import { MOVING } from '../../support/phone/browser.ts';
import { screen } from '../../support/screens/screens.ts';
import { eventCard, eventList } from '../../support/screens/timeline.ts';

test.use(MOVING);

const EVENTS = '/profile/1/events';
const ALL = Number.POSITIVE_INFINITY;

const namesIn = (page: Page, heading: string) =>
  eventList(page, heading)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.textContent ?? ''));

test('event list shows this stay and earlier ones, nothing viewed', JOURNEY, async ({ page, stack, signIn }) => {
  const token = await signIn('patient', { storySteps: ALL });
  await stack.records.addEvents(ACCOUNTS.patient.email, [
    { key: 'general', profileId: 1, type: 0, status: 'NOT_VIEWED', name: both('A general one'), content: both('') },
    { key: 'support', profileId: 1, type: 1, status: 'PENDING', name: both('About a supporter'), content: both('') },
  ]);
  const events = (await stack.api.call('GET', 'events', { token })) as { id: string; name: string }[];
  const seen = events.find(({ name }) => name === 'X-ray done');
  await stack.api.call('POST', `v1/events/${seen?.id}/view`, { token });
  await page.goto(EVENTS);
  await screen(page, 'My Events');
  await expect(eventList(page, 'This stay').getByRole('link', { name: /How was your stay/ })).toBeVisible();
  const current = (await namesIn(page, 'This stay')).join('\n');
  expect(current).not.toMatch(/X-ray done|A general one|About a supporter|Maya Chen/);
  expect(current).toMatch(/^How was your stay\?/);
  expect((await namesIn(page, 'Earlier stays')).join('\n')).toMatch(/^Went home.*Emergency visit/s);

  await page.goto('/app');
  for (const name of ['A general one', 'About a supporter', 'X-ray done', /asks you to be her supporter/]) {
    await expect(eventCard(page, name)).toBeVisible();
  }
});

const both = (text: string) => ({ en: text, fr: text });

test('a status is shown by a bar, an icon and a word', async ({ page, signIn }) => {
  // The urgent event ends with the next step of the story.
  await signIn('patient', { storySteps: 13 });
  await page.goto('/app');
  for (const [name, word, token] of [
    ['How was your admission?', 'Tell us', '--act'],
    ['X-ray results', 'New', '--new-bar'],
    ['Brain scan now', 'Urgent', '--urgent'],
    ['Maya Chen', 'Pending', '--calm'],
  ] as const) {
    const card = eventCard(page, name);
    await expect(card.getByText(word, { exact: true })).toBeVisible();
    await expect(card.locator('[data-tone] svg').first()).toBeVisible();
    const [bar, colour] = await card.locator('[data-tone]').evaluate((frame, name) => {
      const probe = document.createElement('i');
      probe.style.backgroundColor = `var(${name})`;
      frame.append(probe);
      const wanted = getComputedStyle(probe).backgroundColor;
      probe.remove();
      return [getComputedStyle(frame).backgroundImage, wanted];
    }, token);
    expect(bar, name).toContain(colour);
  }
});

/** Name on the card, the path it leads to, and what is visible there. */
const TARGETS = [
  [/^Blood test results/, /\/results\/[^/]+$/, 'White blood cells'],
  [/^Your care plan/, /\/care-plans\/[^/]+$/, 'Sleep when you are tired'],
  [/^How was your admission\?/, /\/events\/[^/]+$/, 'How satisfied were you with triage?'],
  [/^Was your ECG explained well\?/, /\/events\/[^/]+$/, 'How clear was the explanation of your ECG?'],
  [/^Dr\. Amara Osei/, /\/events\/[^/]+$/, 'emergency physician for fourteen years'],
  [/^COVID-19 precautions/, /\/messages\/[^/]+$/, 'Please wear a mask'],
  [/^X-ray done/, /\/events\/[^/]+$/, 'A radiologist is looking at the pictures.'],
] as const;

test('event opens the screen of its type and is then viewed', JOURNEY, async ({ page, signIn }) => {
  await signIn('patient', { storySteps: ALL });
  await page.goto(EVENTS);
  for (const [name, path, text] of TARGETS) {
    await screen(page, 'My Events');
    await eventList(page, 'This stay').getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await screen(page, 'My Events');
    await expect(eventList(page, 'This stay').getByRole('link', { name })).toBeHidden();
  }
});
