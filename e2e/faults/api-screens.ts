import { expect, type Page } from 'playwright/test';
import { fill, press, pressing } from '../looks/acts.ts';
import { answer } from '../looks/faults.ts';
import type { World } from '../looks/screen-state.ts';
import { ACCOUNTS, PASSWORD } from '../support/api.ts';
import { giveCamera, holdUp } from '../support/page-camera.ts';
import { screen } from '../support/screens.ts';
import type { Reading, Row, Sending, StaticScreen } from './api-rows.ts';

const visitor = (route: string, heading: Row['heading'], at?: string): StaticScreen => ({
  route,
  as: 'visitor',
  does: 'stands',
  heading,
  ...(at === undefined ? {} : { at }),
});

/** A form with plain text fields. */
function form(typed: Record<string, string>, button: string): Pick<Sending, 'does' | 'fill' | 'send' | 'holds'> {
  return {
    does: 'sends',
    fill: (page) => fill(page, typed),
    send: pressing(button),
    async holds(page) {
      for (const [label, value] of Object.entries(typed)) {
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
      }
    },
  };
}

const EMAIL = { Email: 'maya@example.org' };
const NEW_PASSWORD = { Password: 'Sturdy-pass7', 'Confirm Password': 'Sturdy-pass7' };
const LINK = '0b5c7c52-2f1c-4d35-9c1a-2f3a5e8f6f10';
const LOGIN = 'Please Sign In';

async function fillAccount(page: Page): Promise<void> {
  await fill(page, {
    'First Name': 'Ada',
    'Last Name': 'Lovell',
    ...EMAIL,
    'Organization Name': 'Northside General Hospital',
    'Phone Number': '4165550177',
  });
  await press(page, 'Next');
  await screen(page, 'Set your password');
  await fill(page, NEW_PASSWORD);
  await press(page, 'Next');
  await screen(page, 'Please read and agree');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
}

const VISITORS: Row[] = [
  visitor('/', 'Welcome to Lodestar'),
  visitor('/onboarding', 'Welcome to Lodestar'),
  visitor('/onboarding/welcome', 'Welcome to Lodestar'),
  visitor('/onboarding/info', 'Your hospital journey, in one place'),
  visitor('/onboarding/choice', 'How would you like to begin?'),
  visitor('/onboarding/scanning-barcode-video', 'Your wristband signs you in'),
  visitor('/onboarding/nda', 'This is a trial'),
  visitor('/onboarding/nda-legal', /Non-Disclosure/),
  visitor('/onboarding/privacy', /Privacy/),
  visitor('/onboarding/terms', /Terms/),
  visitor('/onboarding/qrcode', 'Find the code that looks like this'),
  visitor('/onboarding/scan-info', 'What are scannable codes?'),
  visitor('/onboarding/no-wristband', 'You need a wristband'),
  visitor('/onboarding/expired', 'Your trial period has expired'),
  visitor('/onboarding/*', 'Welcome to Lodestar', '/onboarding/nowhere'),
  {
    route: '/onboarding/register',
    as: 'visitor',
    heading: 'Coming soon',
    ...form({ Name: 'Maya Osei', ...EMAIL }, 'Submit'),
    thanks: 'Thank you for your interest!',
  },
  {
    route: '/onboarding/login',
    as: 'visitor',
    heading: LOGIN,
    ...form({ Email: ACCOUNTS.patient.email, Password: PASSWORD }, 'Login'),
  },
  { route: '/onboarding/forgot-password', as: 'visitor', heading: 'Forgot Password?', ...form(EMAIL, 'Submit') },
  {
    route: '/onboarding/reset-password/:uuid',
    as: 'visitor',
    at: `/onboarding/reset-password/${LINK}`,
    heading: 'Set a new password',
    ...form(NEW_PASSWORD, 'Submit'),
  },
  {
    route: '/onboarding/validate-email/:uuid',
    as: 'visitor',
    at: `/onboarding/validate-email/${LINK}`,
    heading: /Something has gone wrong/,
    does: 'reads',
    said: (page) => page.getByText("We're having some trouble validating your email."),
    isFinal: 'answered with 401',
    isNeverWell: true,
  },
  {
    route: '/onboarding/confirm-mobile/:uuid',
    as: 'visitor',
    at: `/onboarding/confirm-mobile/${LINK}`,
    heading: /shown just now|no longer works/,
    does: 'reads',
    isFinal: 'answered with 401',
    isNeverWell: true,
  },
  {
    route: '/onboarding/create-account',
    as: 'visitor',
    heading: /Create Account|Please read and agree/,
    does: 'sends',
    fill: fillAccount,
    send: pressing('Done'),
    async holds(page) {
      for (const box of await page.getByRole('checkbox').all()) await expect(box).toBeChecked();
    },
    // Any refusal by the server is treated as an email that is already taken (docs/product-rules.md#create-account).
    signedOut: 'This email is taken',
  },
];

const INVITATIONS: Row[] = [
  visitor('/onboarding/invitation', 'You were invited'),
  {
    route: '/onboarding/invitation/:uuid',
    as: 'visitor',
    at: `/onboarding/invitation/${LINK}`,
    heading: /invitation/,
    does: 'reads',
    isNeverWell: true,
  },
  {
    route: '/onboarding/second-factor',
    as: 'staff by password',
    heading: 'One more step',
    ...form({ '6-digit code': '482160' }, 'Sign in'),
    signedOut: LOGIN,
  },
];

const PIN = { route: '/onboarding/pin-code', as: 'narrow', heading: 'Enter your PIN' } as const;

const WRISTBANDS: Row[] = [
  {
    route: '/onboarding/scan-code',
    as: 'visitor',
    heading: 'Scan my wristband',
    before: ({ context }) => giveCamera(context),
    does: 'sends',
    // A different wristband each time: after a failed request the scanner ignores the same one for a while.
    send: (page, time) => holdUp(page, `ER1000000${time}`),
  },
  {
    route: '/onboarding/enter-barcode',
    as: 'visitor',
    heading: 'Enter your barcode',
    ...form({ Barcode: ACCOUNTS.patient.wristband }, 'Submit'),
  },
  {
    ...PIN,
    before: answer('POST sessions/pin', { maskedPhone: '•••• 0101', expiresAt: '2999-01-01T00:00:00.000Z' }),
    ...form({ '4-digit code': '4821' }, 'Submit'),
    signedOut: LOGIN,
  },
  { ...PIN, name: 'before its text message', does: 'reads', again: 'Resend security code', isNeverWell: true },
  { ...PIN, name: 'opened without a server', does: 'starts', heading: LOGIN },
  {
    route: '/onboarding/enter-email',
    as: 'narrow',
    heading: 'Confirm your email',
    ...form(EMAIL, 'Submit'),
    signedOut: LOGIN,
  },
  {
    route: '/onboarding/enter-new-mobile',
    as: 'narrow',
    heading: 'Enter your new mobile number',
    ...form({ 'Mobile number': '+1 416-555-0199' }, 'Submit'),
    signedOut: LOGIN,
  },
];

const ARRIVED: Row[] = [
  { route: '/onboarding/patient-complete', as: 'not validated', heading: "You're all set, Robin", does: 'stands' },
  {
    route: '/onboarding/tutorial-offer',
    as: 'not validated',
    heading: 'Would you like a short tutorial?',
    does: 'stands',
  },
  { route: '/onboarding/tutorial', as: 'in the tutorial', heading: /\S/, does: 'stands' },
  {
    route: '/onboarding/tutorial/transcript',
    as: 'in the tutorial',
    heading: 'Tutorial transcript',
    does: 'stands',
  },
  { route: '/expired', as: 'expired', heading: 'Your trial period has expired', does: 'stands' },
  { route: '/reset', as: 'second', heading: 'Start again?', does: 'sends', send: pressing('Reset') },
];

const HOME = /^Good /;
const WELCOME = 'Welcome to Lodestar';

const APP: Row[] = [
  { route: '/', name: 'opened without a server', as: 'patient', heading: WELCOME, does: 'starts', signedOut: LOGIN },
  { route: '/app', name: 'opened without a server', as: 'patient', heading: WELCOME, does: 'starts', signedOut: LOGIN },
  { route: '/app', as: 'patient', heading: HOME, does: 'reads' },
  { route: '/app/*', as: 'patient', at: '/app/anything', heading: HOME, does: 'reads' },
  { route: '/refresh', as: 'patient', heading: HOME, does: 'reads' },
  { route: '/app/access-log', as: 'patient', heading: 'Who looked at my records', does: 'reads' },
  { route: '/app/demo', as: 'patient', heading: 'Demo story', does: 'stands' },
  {
    route: '/app/help',
    as: 'patient',
    heading: 'Help & Support',
    ...form({ Comments: 'How do I find ward 7?' }, 'Submit'),
  },
  {
    route: '/app/settings',
    as: 'patient',
    heading: 'User Settings',
    does: 'sends',
    fill: (page) => page.locator('input[type=email]').fill(EMAIL.Email),
    send: pressing('Save'),
    holds: (page) => expect(page.locator('input[type=email]')).toHaveValue(EMAIL.Email),
  },
];

const profile = (part: string) => ({ route: `/profile/:profileId/${part}`, as: 'patient' }) as const;
const mine = (part: string) => `/profile/1/${part}`;

async function idOf({ stack: { api } }: World, list: string, isMeant: (item: Item) => boolean = () => true) {
  const items = (await api.call('GET', list, { token: await api.signIn('patient') })) as Item[];
  const found = items.find(isMeant);
  if (!found) throw new Error(`Nothing of that kind in ${list}`);
  return found.id;
}

interface Item {
  id: string;
  type?: number;
}

const SUPPORTER = profile('supporters/details/:supporterId');
const supporterAt = async (world: World) => mine(`supporters/details/${await idOf(world, 'v1/supporters')}`);
const mayViewPlans = (page: Page) => page.getByRole('switch', { name: 'Can view care plans' });

const PROFILE: Row[] = [
  { ...profile('events'), at: mine('events'), heading: 'My Events', does: 'reads' },
  {
    ...profile('events/:eventId'),
    storySteps: 2,
    at: async (world) => mine(`events/${await idOf(world, 'events')}`),
    heading: 'My Events',
    does: 'reads',
  },
  { ...profile('supporters'), at: mine('supporters'), heading: 'My Supporters', does: 'reads' },
  {
    ...profile('supporters/create'),
    at: mine('supporters/create'),
    heading: 'Invite a supporter',
    ...form({ Name: 'Lee', 'Mobile Phone Number': '+1 416 555 0177' }, 'Send Invite'),
  },
  { ...SUPPORTER, at: supporterAt, heading: 'Supporter', does: 'reads' },
  {
    ...SUPPORTER,
    name: 'permissions',
    at: supporterAt,
    heading: /\S/,
    does: 'sends',
    fill: (page) => mayViewPlans(page).uncheck(),
    send: pressing('Update'),
    holds: (page) => expect(mayViewPlans(page)).not.toBeChecked(),
  },
  { ...profile('resources'), at: mine('resources'), heading: 'My Resources', does: 'stands' },
  { ...profile('messages'), at: mine('messages'), heading: 'My Messages', does: 'stands' },
  { ...profile('messages/:messageId'), at: mine('messages/m'), heading: 'COVID-19 precautions', does: 'stands' },
  { ...profile('*'), at: mine('nothing'), heading: HOME, does: 'reads' },
];

const RESULT_TYPE = { xray: 0, brain: 3 } as const;
const RESULT = profile('results/:resultId');

/** One part of a result, requested separately once the result has loaded. */
const partOf = (type: keyof typeof RESULT_TYPE, heading: RegExp, act?: Reading['act']): Reading => ({
  ...RESULT,
  storySteps: Number.POSITIVE_INFINITY,
  at: async (world) => mine(`results/${await idOf(world, 'v1/results', (item) => item.type === RESULT_TYPE[type])}`),
  heading,
  does: 'reads',
  spare: /\/api\/(events|v1\/(profiles|notifications|story|results|care-plans))$/,
  ...(act && { act }),
});

const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

const RECORDS: Row[] = [
  { ...profile('results'), at: mine('results'), heading: 'My Results', does: 'reads' },
  {
    ...RESULT,
    at: async (world) => mine(`results/${await idOf(world, 'v1/results')}`),
    heading: 'My Results',
    does: 'reads',
  },
  { ...partOf('xray', /X-ray/), name: 'pictures' },
  { ...partOf('brain', /Brain/, openTab('PDF File')), name: 'report' },
  { ...partOf('brain', /Brain/, openTab('Insights')), name: 'insights' },
  { ...partOf('brain', /Brain/, openTab('Questions')), name: 'questions' },
  {
    ...profile('going-home'),
    at: mine('going-home'),
    heading: 'Going home',
    does: 'reads',
    spare: /\/api\/(events|v1\/(profiles|notifications|story|profiles\/1\/requests))$/,
  },
  { ...profile('care-plans'), at: mine('care-plans'), heading: 'My Care Plans', does: 'reads' },
  {
    ...profile('care-plans/:carePlanId'),
    at: async (world) => mine(`care-plans/${await idOf(world, 'v1/care-plans')}`),
    heading: 'My Care Plans',
    does: 'reads',
  },
  { ...profile('observations'), at: mine('observations'), heading: 'My measurements', does: 'reads' },
  { ...profile('observations/:code'), at: mine('observations/718-7'), heading: 'My measurements', does: 'reads' },
  { ...profile('documents'), at: mine('documents'), heading: 'My documents', does: 'reads' },
  { ...profile('documents/:documentId'), at: mine('documents/letter'), heading: 'My documents', does: 'reads' },
  { ...profile('records'), at: mine('records'), heading: 'My records', does: 'reads' },
  { ...profile('medications'), at: mine('medications'), heading: 'My medications', does: 'reads' },
  { ...profile('care-team'), at: mine('care-team'), heading: 'My care team', does: 'reads' },
  { ...profile('about'), at: mine('about'), heading: 'About me', does: 'reads' },
];

const REQUESTS: Row[] = [
  { ...profile('requests'), at: mine('requests'), heading: 'My requests', does: 'reads' },
  {
    ...profile('requests/new'),
    at: mine('requests/new'),
    heading: 'Ask the hospital',
    ...form({ 'Your message': 'May I have a second pillow?' }, 'Send'),
  },
];

/**
 * Every screen of the product, by route. The feedback forms, which are part of events, are covered by api-surveys.ts.
 */
export const ROWS: Row[] = [
  ...VISITORS,
  ...WRISTBANDS,
  ...ARRIVED,
  ...APP,
  ...PROFILE,
  ...RECORDS,
  ...REQUESTS,
  ...INVITATIONS,
];

/** Returns e.g. `/profile/:profileId/supporters`, followed by the row's own name if it has one. */
export const titleOf = ({ route, name }: Row): string => (name === undefined ? route : `${route}, ${name}`);
