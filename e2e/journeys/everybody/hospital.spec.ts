import type { Page } from 'playwright/test';
import { SCREENS as DESK } from '../../looks/desk.ts';
import { offline, refusalExpected, silence } from '../../looks/faults.ts';
import type { ScreenState } from '../../looks/screen-state.ts';
import { ROWS } from '../../looks/screens.ts';
import { Hospital } from '../../operation/hospital.ts';
import { test as base, expect, type Visit } from '../../support/fixtures.ts';
import { STILL } from '../../support/phone/browser.ts';
import { PagePhone } from '../../support/phone/page-phone.ts';
import { button, field } from '../../support/phone/phone.ts';
import { keepSession, tokenOn } from '../../support/phone/session.ts';
import { LOCALES, type Locale } from '../../support/phone/words.ts';
import { PICTURES, photograph } from '../../support/screens/photograph.ts';
import { makePeople, type People } from './hospital-people.ts';

/** Words of the demo and its trial, except in the addresses of the story's people. */
const DEMO_WORDS = /(?<![\p{L}@.])(?:d[eé]mo|trial|essai|fiction|ficti[ft]|example|exemple)\p{L}*/giu;

const PHONE = ['phone', { width: 390, height: 844 }] as const;
const WIDE = ['wide', { width: 1440, height: 900 }] as const;

interface Installation extends People {
  hospital: Hospital;
}

/** A screen of the installation, in one state. */
interface Place extends Pick<ScreenState, 'name' | 'path' | 'before'> {
  /** Whether the screen stays without its data. */
  isLoading?: boolean;
  act?: (phone: PagePhone) => Promise<unknown>;
}

interface Viewer {
  /** Returns the token of the session on the phone, or undefined for visitors. */
  token?: (here: Installation) => Promise<string> | string;
  isNew?: boolean;
  viewTutorial?: boolean;
  /** Whether they also use a wide screen. */
  isWide?: boolean;
  places: (here: Installation) => readonly Place[];
}

const at = (...paths: string[]): Place[] =>
  paths.map((path) => ({ name: path.replaceAll(/\W+/g, '-').slice(1) || 'start', path }));
const rows = (...viewers: string[]): Place[] =>
  ROWS.filter(({ as }) => viewers.includes(as)).map(({ name, path, before }) => ({
    name,
    path,
    ...(before && { before }),
  }));

/** Types a number of a country that is not texted. */
const typeNumberAbroad: Place[] = [
  {
    name: 'create-account-refused-country',
    path: '/onboarding/create-account',
    act: async (phone) => {
      await phone.fill(field(phone.t('account.create.phone')), '+44 7700 900123');
      await phone.tap(button(phone.t('account.next')));
    },
  },
];

const withFirstPassword =
  (...places: Place[]) =>
  ({ firstPassword }: Installation): Place[] => [
    ...places,
    { name: 'first-password', path: `/onboarding/reset-password/${firstPassword}` },
  ];

const PROFILE = ['events', 'supporters', 'results', 'records', 'care-plans', 'observations', 'documents'];
const RECORD = [
  'medications',
  'medications/check',
  'care-team',
  'about',
  'going-home',
  'requests',
  'messages',
  'resources',
];
const profile = (id: number, parts: readonly string[]) => at('/app', ...parts.map((part) => `/profile/${id}/${part}`));

/** What is shown while nothing has come, and when nothing can be had. */
const FAULTS: Place[] = [
  { name: 'home-failed', path: '/app', before: offline('events') },
  { name: 'results-failed', path: '/profile/1/results', before: offline('results') },
  { name: 'records-failed', path: '/profile/1/medications', before: offline('profiles/1/medications') },
  { name: 'home-loading', path: '/app', before: silence('events'), isLoading: true },
  { name: 'results-loading', path: '/profile/1/results', before: silence('results'), isLoading: true },
];

const VIEWERS: Record<string, Viewer> = {
  visitor: { places: withFirstPassword(...rows('visitor'), ...typeNumberAbroad) },
  'somebody with a wristband': {
    token: ({ hospital, newcomer }) => hospital.api.scan(newcomer.code),
    places: withFirstPassword(...rows('narrow')),
  },
  'a new patient': {
    token: ({ newcomer }) => newcomer.token,
    isNew: true,
    places: withFirstPassword(...rows('not validated', 'second')),
  },
  'a patient in the tutorial': {
    token: ({ newcomer }) => newcomer.token,
    isNew: true,
    viewTutorial: true,
    places: () => rows('in the tutorial'),
  },
  'a patient': { token: ({ patient }) => patient.token, places: () => [...FAULTS, ...rows('patient', 'expired')] },
  'a patient without entries': {
    token: ({ newcomer }) => newcomer.token,
    places: () => profile(1, [...PROFILE, ...RECORD]),
  },
  'a patient whose record is checked': {
    token: ({ held }) => held.token,
    places: () => profile(1, [...PROFILE, ...RECORD]),
  },
  'a supporter': {
    token: ({ supporter }) => supporter,
    places: ({ profileId }) => profile(profileId, [...PROFILE, ...RECORD]),
  },
  'a supporter who waits': { token: ({ waiting }) => waiting, places: () => at('/app') },
  'a supporter who was removed': {
    token: ({ removed }) => removed,
    places: ({ profileId }) => profile(profileId, ['events', 'results']),
  },
  'staff before the code': {
    token: ({ hospital }) => hospital.signInStaff(),
    places: () => rows('staff by password'),
  },
  staff: {
    token: ({ hospital }) => hospital.staff,
    isWide: true,
    places: ({ patient, held }) => [
      ...DESK.map(({ name, path }) => ({
        name: `desk-${name}`,
        path: String(path).replace('person-1', patient.id),
      })),
      { name: 'desk-patient-held', path: `/desk/patients/${held.id}` },
    ],
  },
};

const test = base.extend<object, { here: Installation }>({
  here: [
    async ({ browserName: _any }, use) => {
      const hospital = await Hospital.open();
      try {
        await use({ hospital, ...(await makePeople(hospital)) });
      } finally {
        await hospital.close();
      }
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ here }, use) => use(here.hospital.url),
  // There is no registry of this run to restore.
  registryRestored: async ({ browserName: _any }, use) => use(undefined),
});

test.use({ ...STILL, ignoreHTTPSErrors: true });
// One installation for all of them.
test.describe.configure({ mode: 'default' });

async function speak(page: Page, locale: Locale): Promise<void> {
  await page.evaluate((chosen) => {
    const settings: unknown = JSON.parse(localStorage.getItem('settings') ?? '{}');
    localStorage.setItem('settings', JSON.stringify(Object.assign({}, settings, { language: chosen, locale: chosen })));
  }, locale);
}

/** Returns all that the page says, also to people who don't see it. */
const readAll = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const named = ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)),
    );
    return [document.title, document.body.innerText, ...named].join('\n');
  });

for (const [viewer, { token, isNew = false, viewTutorial = false, isWide = false, places }] of Object.entries(VIEWERS))
  test(`a hospital's installation shows no word of the demo: ${viewer}`, async ({ page, context, problems, here }) => {
    const { hospital, patient } = here;
    const call: typeof hospital.api.call = (...args) => hospital.api.call(...args);
    const visit: Visit = { page, context, problems, stack: { api: { call, signIn: async () => patient.token } } };
    await refusalExpected(visit);
    const own = await token?.(here);
    const settings = { theme: 'LIGHT', isUserValidated: !isNew, viewTutorial } as const;
    await keepSession(context, { ...(own !== undefined && { token: own }), settings });
    const open = async ({ name, path, before, isLoading, act }: Place, locale: Locale) => {
      await page.goto('/repair');
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      // Some screens clear the phone.
      await speak(page, locale);
      await before?.(visit);
      const address = typeof path === 'string' ? path : await path(visit);
      await page.goto(address);
      await expect(page.locator('#root').getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', `${locale}-CA`);
      if (!isLoading) await expect(page.locator('[data-shape]')).toHaveCount(0);
      await act?.(new PagePhone(page, locale));
      for (const [as, size] of isWide && PICTURES ? [WIDE, PHONE] : [PHONE]) {
        await page.setViewportSize(size);
        await photograph(page, { group: 'hospital', name: `${viewer}-${name}`, as: `${as}-${locale}` });
      }
      expect.soft((await readAll(page)).match(DEMO_WORDS) ?? [], `${address} in ${locale}`).toEqual([]);
    };
    for (const place of places(here)) for (const locale of LOCALES) await open(place, locale);
    expect(await tokenOn(page), 'nobody was signed out meanwhile').toBe(own ?? null);
  });
