import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page, Request, Route } from 'playwright/test';
import { REPO } from 'server-kit/paths';
import { paths } from 'shared-ui/contract/paths';
import { refusalExpected, refuseWith } from '../looks/faults.ts';
import { ROWS } from '../looks/screens.ts';
import { expect, test } from '../support/fixtures.ts';
import type { RemoteName } from '../support/hospital/builds.ts';
import { STILL } from '../support/phone/browser.ts';
import { offlineLine } from '../support/phone/offline.ts';
import { isStream } from '../support/phone/traffic.ts';
import { addToFigure } from '../support/run/figures.ts';
import { TIGHT, tooWide } from '../support/screens/narrow.ts';
import { press, screen } from '../support/screens/screens.ts';

test.use({ ...STILL, viewport: TIGHT.narrow });

const SIGNED_OUT = 'answered with 401';

const FAULTS: Record<string, (route: Route) => unknown> = {
  'cut off': (route) => route.abort('connectionreset'),
  offline: (route) => route.abort('internetdisconnected'),
  'answered with 500': (route) => refuseWith(route, 'INTERNAL'),
  'answered with 429': (route) => refuseWith(route, 'TOO_MANY_TEXTS', { minutes: 1 }, { 'retry-after': '30' }),
  'answered by half': (route) => route.fulfill({ contentType: 'application/json', body: '{"half":' }),
  'answered with a page': (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Hospital Wi-Fi</h1>' }),
  [SIGNED_OUT]: (route) => refuseWith(route, 'UNAUTHENTICATED'),
};

/** Matches a sentence for people. The next pattern matches technical output. */
const SENTENCE = /^\s*\p{Lu}\S*\s+\S+\s+\S+/u;
const PROGRAM = /undefined|null|NaN|\[object|[<>{}]|\b[A-Z]+_[A-Z_]+\b|\bHTTP\b|JSON|Error\b/;

/** The session check is made by the shell, not by the screens. */
const isAboutSession = (request: Request) => request.method() === 'GET' && request.url().endsWith('/api/v1/users/me');

/** One screen of each kind; `faults.test.tsx` of each remote tests all. */
interface Case {
  route: string;
  does: 'reads' | 'sends' | 'starts';
  heading: (fault: string) => string;
  /** Makes the requests: opens the page, or presses a button. `isFirst` is whether the page is to be opened. */
  act(page: Page, isFirst: boolean): Promise<unknown>;
  /** The only message, written for people. */
  said(page: Page): Locator;
  /** Checks what stays: a way to go on, or the input. */
  stays?(page: Page): Promise<unknown>;
}

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });
const QUESTION = 'How do I find ward 7?';

const CASES: Case[] = [
  {
    route: '/profile/:profileId/results',
    does: 'reads',
    heading: () => 'My Results',
    act: (page, isFirst) => (isFirst ? page.goto('/profile/1/results') : press(page, 'Try again')),
    said: alert,
    stays: (page) => expect.soft(page.getByRole('button', { name: 'Try again' })).toBeEnabled(),
  },
  {
    route: '/app/help',
    does: 'sends',
    heading: () => 'Help & Support',
    act: (page) => press(page, 'Submit'),
    said: alert,
    stays: (page) => expect.soft(page.getByLabel('Comments')).toHaveValue(QUESTION),
  },
  {
    route: '/app',
    does: 'starts',
    heading: (fault) => (fault === SIGNED_OUT ? 'Please Sign In' : 'Welcome to Lodestar'),
    act: (page) => page.goto('/app'),
    said: offlineLine,
  },
];

test.describe('every fault of the API', () => {
  for (const row of CASES) {
    test(`${row.route} ${row.does} under every fault of the API`, async ({
      page,
      context,
      signIn,
      world,
    }, testInfo) => {
      await refusalExpected(world);
      await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
      let fault = '';
      const isFaulted = (request: Request) =>
        fault !== '' &&
        request.url().includes('/api/') &&
        !isStream(request) &&
        // A form whose session has ended notices it.
        !(isAboutSession(request) && row.does !== 'starts' && !(row.does === 'sends' && fault === SIGNED_OUT));
      // A page that was closed in the meantime needs no response.
      await context.route('**/api/**', async (route) => {
        if (!isFaulted(route.request())) return route.fallback();
        await Promise.resolve(FAULTS[fault]?.(route)).catch(() => undefined);
      });
      if (row.does === 'sends') {
        await page.goto(row.route);
        await page.getByLabel('Comments').fill(QUESTION);
      }
      for (const [round, name] of Object.keys(FAULTS).entries()) {
        await test.step(name, async () => {
          fault = name;
          const asked = page.waitForRequest(isFaulted);
          await row.act(page, round === 0);
          await asked;
          await screen(page, row.heading(name));
          expect.soft(await tooWide(page), `${name}: sideways`).toEqual([]);
          await expect(page.locator('button[aria-busy=true]')).toHaveCount(0);
          await row.stays?.(page);
          // A user whose session is no longer known signs in again, and needs no offline message.
          if (row.does === 'starts' && name === SIGNED_OUT) return;
          await expect.soft(row.said(page), `${name}: one sentence`).toHaveCount(1);
          const text = await row.said(page).first().innerText();
          expect.soft(text, name).toMatch(SENTENCE);
          expect.soft(text, name).not.toMatch(PROGRAM);
        });
        addToFigure(testInfo, 'faults', { cells: 1 });
      }
      fault = '';
      if (row.does !== 'reads') return;
      await press(page, 'Try again');
      await expect(alert(page)).toHaveCount(0);
      await screen(page, 'My Results');
    });
  }
});

/** Makes routes equal that differ only in parameter names. */
const unnamed = (route: string) => route.replaceAll(/:\w+/g, ':');

/** Returns every path that the product's own links can lead to, with named parameters. */
function linkedRoutes(part: object = paths): string[] {
  return Object.values(part).flatMap((path: unknown) => {
    if (typeof path === 'function') return [String(path(':first', ':second'))];
    return typeof path === 'object' && path !== null ? linkedRoutes(path) : [String(path)];
  });
}

/** Returns the paths in a remote's table of routes: whole ones, and those of children below their parent's. */
function pathsOf(remote: RemoteName): string[] {
  const table = readFileSync(join(REPO, `${remote}-mfe/src/feature.tsx`), 'utf8');
  return [...table.matchAll(/\b(?:path: |lazyRoute\(\s*)'(.+?)'/g)].map(([, path]) => `/${path}`);
}

test('every route of the product has a row and every row has a route', () => {
  const known = [...new Set(ROWS.map(({ route }) => unnamed(route)))];
  const linked = linkedRoutes().map(unnamed);
  const offered = (['onboarding', 'timeline', 'records'] as const).flatMap(pathsOf).map(unnamed);
  const isParent = (path: string) => known.some((route) => route.startsWith(`${path}/`));
  const hasRow = (path: string) => isParent(path) || known.some((route) => route.endsWith(path));
  const hasRoute = (row: string) => linked.includes(row) || offered.some((path) => row.endsWith(path));
  const without = {
    'a row': [...linked, ...offered].filter((path) => !hasRow(path)),
    'a route': known.filter((row) => !hasRoute(row)),
  };
  expect(without).toEqual({ 'a row': [], 'a route': [] });
});
