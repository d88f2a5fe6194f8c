import type { Page } from 'playwright/test';
import { openFirst, overrideResponse, press, withResponse } from './acts.ts';
import type { Group, World } from './screen-state.ts';

const HOME = { path: '/app', heading: /^Good / };
const EVENTS = { path: '/profile/1/events', heading: 'My Events' };
const TOLD = 'How was your stay?';
/** The phone has no copy yet. */
const failed = ({ page }: World) => overrideResponse(page, { path: 'events' });

const edit = async (page: Page) => {
  await page.getByText(TOLD).first().waitFor();
  await press(page, 'Edit');
};

const LONG = {
  en: 'Follow-up appointment with the interdisciplinary concussion and vestibular rehabilitation team',
  name: 'Dr. Maximiliana-Wilhelmina Featherstonehaugh-Papadopoulos',
};

/** Gives every event a long name, as a hospital's own systems may send them. */
async function withLongNames(page: Page): Promise<void> {
  const address = page.url();
  // Leaves the page first: its pending requests are dropped and need no response.
  await page.goto('about:blank');
  await page.route('**/api/events', async (route) => {
    const events = (await (await route.fetch()).json()) as { name: string }[];
    const renamed = events.map((event, index) => ({ ...event, name: index % 2 === 0 ? LONG.en : LONG.name }));
    await route.fulfill({ json: renamed });
  });
  await page.goto(address);
  await page.getByText(LONG.en).first().waitFor();
}

/** Home, the list of events, and each kind of event in every state. */
export const TIMELINE: Group = {
  name: 'timeline',
  as: 'patient',
  states: [
    { name: 'home-editing', ...HOME, act: edit, see: TOLD },
    {
      name: 'home-request-declined',
      ...HOME,
      act: async (page) => {
        await press(page, 'Decline');
        await page.getByText('Nothing has changed. You can still accept later.').scrollIntoViewIfNeeded();
      },
    },
    { name: 'home-empty', ...HOME, act: withResponse({ path: 'events', body: [] }, 'Nothing has happened yet') },
    { name: 'home-failed', ...HOME, before: failed, see: 'Your timeline can’t be shown just now' },
    { name: 'events-editing', ...EVENTS, act: edit, see: TOLD },
    { name: 'events-long-names', ...EVENTS, act: withLongNames },
    {
      name: 'event-deleted',
      ...EVENTS,
      act: async (page) => {
        await edit(page);
        await press(page, 'Delete Discharged');
        await page.getByText('Event deleted').waitFor();
      },
    },
    { name: 'events-empty', ...EVENTS, act: withResponse({ path: 'events', body: [] }, 'No new events') },
    {
      name: 'events-failed',
      ...EVENTS,
      before: failed,
      see: 'Your timeline can’t be shown just now',
    },
    {
      name: 'event-gone',
      path: '/profile/1/events/nothing',
      heading: 'My Events',
      see: 'This event is no longer here',
    },
    {
      name: 'event-test-done',
      ...EVENTS,
      act: openFirst(/X-ray done/, 'X-ray done'),
      see: 'A radiologist is looking at the pictures.',
    },
    {
      name: 'event-urgent',
      ...EVENTS,
      act: openFirst(/Brain scan now/, /Brain scan now/),
      see: /A porter is on the way/,
    },
    {
      name: 'message',
      ...EVENTS,
      act: openFirst(/COVID-19 precautions/, 'COVID-19 precautions'),
      see: /Please wear a mask/,
    },
    {
      name: 'resources-none-found',
      path: '/profile/1/resources',
      heading: 'My Resources',
      act: async (page) => {
        await page.getByLabel('Search resources').fill('zzz');
        await page.getByRole('main').getByText('No resource has this name.').first().waitFor();
      },
    },
  ],
};
