import type { CareEvent, PushPayload } from 'mock-api/contract';
import { type BrowserContext, chromium, type Page } from 'playwright/test';
import { launch } from '../support/phone/browser.ts';
import { openAndKeep } from '../support/phone/offline.ts';
import { expectNoProblems, watchForProblems } from '../support/phone/problems.ts';
import { keepSignedIn } from '../support/phone/session.ts';
import { screen } from '../support/screens/screens.ts';
import { expect, JOURNEY, test } from './fixtures.ts';

/** The part of the worker's global scope that the test uses; the page's types lack it. */
interface WorkerScope extends Pick<typeof globalThis, 'dispatchEvent'> {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
}

/** Makes the browser deliver a push to the product's service worker, like a push service after decryption. */
async function deliverPush(page: Page, payload: PushPayload): Promise<void> {
  // A push for a worker that is still starting may be lost: a push service would send it again.
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(payload),
  });
}

/** Simulates a tap on the notification. A simulated tap has no permission to focus a window. */
async function tap(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const { registration, NotificationEvent, dispatchEvent } = globalThis as unknown as WorkerScope;
    const [notification] = await registration.getNotifications();
    if (notification) dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const { ready } = navigator.serviceWorker;
    return (await (await ready).getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
  });

test('a push shows an update without health information, and a tap opens the event', JOURNEY, async ({ stack }) => {
  const token = await stack.api.signIn('second');
  const [event] = (await stack.api.call('GET', 'events', { token })) as CareEvent[];
  const path = `/profile/${event?.profileId}/events/${event?.id}`;
  // The headless shell cannot show notifications and crashes.
  const browser = await chromium.launch(launch());
  try {
    const context = await browser.newContext({ baseURL: stack.url, permissions: ['notifications'], locale: 'en-CA' });
    const problems = await watchForProblems(context);
    await keepSignedIn(context, token);
    const page = await context.newPage();
    await openAndKeep(page, '/app');
    const title = 'You have an update in Lodestar';
    await deliverPush(page, { title, lang: 'en-CA', path, tag: 'news', badge: 1 });
    await expect.poll(() => shown(page)).toEqual([{ title, body: '', data: { path } }]);
    await tap(context);
    await page.waitForURL(`**${path}`);
    await screen(page, event?.name ?? '');
    expect(await shown(page), 'what was tapped is gone').toEqual([]);
    expectNoProblems(problems);
  } finally {
    await browser.close();
  }
});
