import type { Page } from 'playwright/test';
import { ACCOUNTS } from '../support/api.ts';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { screen } from '../support/screens.ts';
import type { Stack } from '../support/stack.ts';
import { recordRequests } from '../support/traffic.ts';

type TokenOf = (stack: Stack) => Promise<string>;

/** Who opens which paths and sees which screen, and URLs that must not be requested for them. */
const VISITS: [who: string, token: TokenOf | null, paths: string[], heading: string | RegExp, never: RegExp][] = [
  ['visitor', null, ['/app', '/profile/1/results'], 'Welcome', /\/remotes\/(records|timeline|surveys)\/|\/api\//],
  [
    'session that still needs its PIN',
    ({ api }) => api.scan(ACCOUNTS.second.wristband),
    ['/app', '/profile/1/events'],
    'Enter your PIN',
    /\/remotes\/timeline\/|\/api\/(events|v1\/(profiles|results|care-plans|story))/,
  ],
  [
    'patient',
    ({ api }) => api.signIn('patient'),
    ['/', '/onboarding/login', '/desk'],
    /^Good /,
    /\/remotes\/(onboarding|desk)\//,
  ],
  ['expired account', ({ api }) => api.signIn('expired'), ['/app'], /period has expired/, /\/remotes\/timeline\//],
];

async function signInOn(page: Page, token: string): Promise<void> {
  await page.evaluate((saved) => {
    localStorage.setItem('access-token', saved);
    localStorage.setItem('settings', JSON.stringify({ isUserValidated: true, locale: 'en' }));
  }, token);
}

test('no one downloads a byte of a remote that the guards close to them', JOURNEY, async ({ page, stack }) => {
  const requests = recordRequests(page);
  for (const [who, token, paths, heading, never] of VISITS) {
    await test.step(who, async () => {
      if (token) await signInOn(page, await token(stack));
      await page.goto('about:blank');
      requests.length = 0;
      for (const path of paths) {
        await page.goto(path);
        await screen(page, heading);
      }
      if (!token) await page.waitForLoadState('networkidle');
      expect(requests.filter((url) => never.test(url))).toEqual([]);
    });
  }
  await page.getByRole('button', { name: 'Back to the start' }).click();
  await screen(page, 'Welcome to Lodestar');
  expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
});
