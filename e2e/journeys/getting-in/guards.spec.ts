import { SCREENS } from 'onboarding-mfe/testing/screens';
import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { ACCOUNTS, type Api } from '../../support/hospital/api.ts';
import { callFailed } from '../../support/phone/problems.ts';
import { keepSession, storeToken, tokenOn } from '../../support/phone/session.ts';
import { recordRequests } from '../../support/phone/traffic.ts';
import { screen } from '../../support/screens/screens.ts';

const APP = ['/app', '/app/help', '/app/settings', '/app/anything', '/profile/1/events', '/profile/1/care-plans'];
/** Legal documents and links from emails and texts, which anyone can open. */
const FOR_ANYONE = /\/(nda-legal|privacy|terms|side-by-side|reset-password\/.+|validate-email\/.+|confirm-mobile\/.+)$/;
const ONBOARDING = SCREENS.map(({ route }) => route).filter((route) => route !== '/expired' && !FOR_ANYONE.test(route));

interface Visit {
  who: string;
  signIn?: (api: Api) => Promise<string>;
  routes: string[];
  /** Where all of them lead, and the heading there. */
  to: RegExp;
  heading: string | RegExp;
  /** What must not be requested for this person. */
  never: RegExp;
}

const VISITS: Visit[] = [
  {
    who: 'a visitor',
    routes: [...APP, '/profile/1/results', '/refresh', '/nowhere', '/onboarding/nowhere', '/profile/none/events'],
    to: /\/onboarding$/,
    heading: 'Welcome to Lodestar',
    never: /\/remotes\/(records|timeline|surveys|desk)\/|\/api\//,
  },
  {
    who: 'a session that needs its PIN',
    signIn: (api) => api.scan(ACCOUNTS.second.wristband),
    routes: APP,
    to: /\/onboarding\/pin-code$/,
    heading: 'Enter your PIN',
    never: /\/remotes\/(timeline|records)\/|\/api\/(events|v1\/(profiles|results|care-plans|story))/,
  },
  {
    who: 'a patient',
    signIn: (api) => api.signIn('patient'),
    routes: ['/', '/desk', ...ONBOARDING],
    to: /\/app$/,
    heading: /^Good /,
    never: /\/remotes\/(onboarding|desk)\//,
  },
];

/** Signs in where nothing runs: an open page of the person before would call with the new session. */
async function signInAside(page: Page, token: string): Promise<void> {
  await page.goto('/readyz');
  await storeToken(page, token);
}

test(
  'guards redirect from every route without a request for a closed remote',
  JOURNEY,
  async ({ page, stack, problems }) => {
    test.slow();
    const requests = recordRequests(page);
    for (const { who, signIn, routes, to, heading, never } of VISITS) {
      await test.step(who, async () => {
        if (signIn) await signInAside(page, await signIn(stack.api));
        await page.goto('about:blank');
        requests.length = 0;
        for (const route of routes) {
          await page.goto(route);
          await expect(page, route).toHaveURL(to);
        }
        await screen(page, heading);
        if (!signIn) await page.waitForLoadState('networkidle');
        expect(requests.filter((url) => never.test(url))).toEqual([]);
      });
    }
    // A page may ask for the data of home before it knows that the trial is over.
    problems.allow(callFailed('(events|v1/profiles|v1/notifications)'));
    for (const route of [...APP, '/refresh', '/onboarding/pin-code']) {
      // That screen has ended the session before. A wristband opens no more than a password.
      const isByBand = route.endsWith('pin-code');
      const { api } = stack;
      await signInAside(page, await (isByBand ? api.scan(ACCOUNTS.expired.wristband) : api.signIn('expired')));
      requests.length = 0;
      await page.goto(route);
      await expect(page, route).toHaveURL(/\/expired$/);
      await screen(page, 'Your trial period has expired');
      expect(requests.filter((url) => /\/remotes\/timeline\//.test(url))).toEqual([]);
      await expect.poll(() => tokenOn(page), route).toBeNull();
    }
  },
);

test('onboarding guard shows the tutorial, also to a visitor, while viewTutorial is on', async ({ page, context }) => {
  await keepSession(context, { settings: { viewTutorial: true } });
  await page.goto('/onboarding/login');
  await expect(page).toHaveURL(/\/onboarding\/tutorial$/);
  await screen(page, 'Your timeline');
});

test('legal documents and email links open for signed-in users and lead back', async ({ page, signIn, problems }) => {
  for (const call of ['validate-email', 'phone-change']) problems.allow(callFailed(`v1/users/${call}`));
  await signIn('patient');
  for (const { route, heading } of SCREENS.filter((row) => FOR_ANYONE.test(row.route))) {
    await page.goto(route);
    await screen(page, heading);
  }
  await page.goto('/app/help');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await screen(page, 'Privacy Policy');
  await page.getByRole('button', { name: 'Back' }).click();
  await screen(page, 'Help & Support');
});
