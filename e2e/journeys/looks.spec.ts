import type { Page } from 'playwright/test';
import { ACCOUNTS, type Account } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { photograph } from '../support/photograph.ts';
import { openAdmissionSurvey, screen } from '../support/screens.ts';
import { keepSession } from '../support/session.ts';

interface Screen {
  name: string;
  path: string;
  heading: string | RegExp;
  /** Nobody is signed in unless said otherwise; `narrow` still needs the PIN. */
  as?: Account | 'narrow' | 'not validated';
  /** A text that comes with the screen's data, when it has any. */
  see?: string | RegExp;
  /** What a person does on the screen before it is looked at. */
  act?: (page: Page) => Promise<void>;
}

const send = (page: Page, button: string) => page.getByRole('button', { name: button }).click();

const GETTING_IN: Screen[] = [
  { name: 'welcome', path: '/onboarding/welcome', heading: 'Welcome to Lodestar' },
  { name: 'info', path: '/onboarding/info', heading: 'Your hospital journey, in one place' },
  { name: 'choice', path: '/onboarding/choice', heading: 'How would you like to begin?' },
  { name: 'register', path: '/onboarding/register', heading: 'Coming soon' },
  { name: 'login', path: '/onboarding/login', heading: 'Please Sign In' },
  {
    name: 'login-errors',
    path: '/onboarding/login',
    heading: 'Please Sign In',
    act: async (page) => {
      await send(page, 'Login');
      await expect(page.getByText('Email Required').first()).toBeVisible();
    },
  },
  { name: 'qrcode', path: '/onboarding/qrcode', heading: 'Find the code that looks like this' },
  { name: 'scan-info', path: '/onboarding/scan-info', heading: 'What are scannable codes?' },
  { name: 'no-wristband', path: '/onboarding/no-wristband', heading: 'You need a wristband' },
  { name: 'scan-code', path: '/onboarding/scan-code', heading: 'Scan my wristband' },
  { name: 'enter-barcode', path: '/onboarding/enter-barcode', heading: 'Enter your barcode' },
  {
    name: 'pin-code',
    see: /We sent a 4-digit code/,
    path: '/onboarding/pin-code',
    heading: 'Enter your PIN',
    as: 'narrow',
  },
  {
    name: 'patient-complete',
    path: '/onboarding/patient-complete',
    heading: "You're all set, Robin",
    as: 'not validated',
  },
  {
    name: 'tutorial-offer',
    path: '/onboarding/tutorial-offer',
    heading: 'Would you like a short tutorial?',
    as: 'not validated',
  },
  {
    name: 'tutorial',
    path: '/onboarding/tutorial-offer',
    heading: 'Would you like a short tutorial?',
    as: 'not validated',
    act: async (page) => {
      await send(page, 'Ok');
      await screen(page, 'Your timeline');
    },
  },
  { name: 'expired', path: '/expired', heading: 'Your trial period has expired', as: 'expired' },
  { name: 'reset', path: '/reset', heading: 'Start again?' },
];

const openFirst = (name: RegExp, heading: string | RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await screen(page, heading);
};

/** For the patient, with the whole story told. */
const APP: Screen[] = [
  { name: 'home', see: 'How was your stay?', path: '/app', heading: /^Good / },
  {
    name: 'menu',
    see: 'How was your stay?',
    path: '/app',
    heading: /^Good /,
    act: async (page) => {
      await send(page, 'Menu');
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    },
  },
  { name: 'settings', path: '/app/settings', heading: 'User Settings' },
  { name: 'help', path: '/app/help', heading: 'Help & Support' },
  { name: 'events', see: 'How was your stay?', path: '/profile/1/events', heading: 'My Events' },
  {
    name: 'event',
    see: /You were admitted after a fall/,
    path: '/profile/1/events',
    heading: 'My Events',
    act: openFirst(/Admitted/, 'Admitted'),
  },
  {
    name: 'physician',
    see: /emergency physician/,
    path: '/profile/1/events',
    heading: 'My Events',
    act: openFirst(/Osei/, /Osei/),
  },
  { name: 'message', see: /Please wear a mask/, path: '/profile/1/messages', heading: /COVID-19|Messages/ },
  { name: 'survey', path: '/profile/1/events', heading: 'My Events', act: openAdmissionSurvey },
  {
    name: 'survey-thanks',
    path: '/profile/1/events',
    heading: 'My Events',
    act: async (page) => {
      await openAdmissionSurvey(page);
      await send(page, 'Send feedback');
      await page.getByRole('heading', { name: 'Thank you for your feedback!' }).waitFor();
    },
  },
  { name: 'supporters', see: 'Sam Avery', path: '/profile/1/supporters', heading: 'My Supporters' },
  { name: 'resources', path: '/profile/1/resources', heading: 'My Resources' },
  { name: 'results', see: 'Blood test', path: '/profile/1/results', heading: 'My Results' },
  {
    name: 'result-blood',
    see: 'White blood cells',
    path: '/profile/1/results',
    heading: 'My Results',
    act: openFirst(/[Bb]lood/, /[Bb]lood/),
  },
  { name: 'care-plans', see: /concussion/, path: '/profile/1/care-plans', heading: 'My Care Plans' },
  {
    name: 'care-plan',
    see: /Sleep when you are tired/,
    path: '/profile/1/care-plans',
    heading: 'My Care Plans',
    act: openFirst(/concussion|cold/i, /./),
  },
];

// The waiting animations stand still, so that a picture shows what a person sees at the end.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { name, path, heading, as, see, act } of [
  ...GETTING_IN,
  ...APP.map((one) => ({ as: 'patient' as const, ...one })),
]) {
  for (const theme of ['LIGHT', 'DARK'] as const) {
    test(`${name} in ${theme.toLowerCase()} has no accessibility violation`, async ({
      page,
      context,
      stack,
      signIn,
    }) => {
      if (as === 'narrow') {
        const token = await stack.api.scan(ACCOUNTS.patient.wristband);
        await keepSession(context, { token, settings: { theme } });
      } else if (as === 'not validated') {
        await signIn('second', { settings: { theme, isUserValidated: false } });
      } else if (as === undefined) {
        await keepSession(context, { settings: { theme } });
      } else {
        await signIn(as, {
          settings: { theme },
          ...(as === 'patient' ? { storySteps: Number.POSITIVE_INFINITY } : {}),
        });
      }
      await page.goto(path);
      await screen(page, heading);
      await act?.(page);
      // Hidden from assistive technology is fine: under the open menu the page is.
      if (see !== undefined)
        await expect(page.getByRole('main', { includeHidden: true }).getByText(see).first()).toBeVisible();
      await photograph(page, name, theme);
      expect(await violations(page)).toEqual([]);
    });
  }
}
