import type { Visit } from '../support/fixtures.ts';
import type { Viewer } from '../support/people/viewer.ts';
import { giveCamera } from '../support/phone/page-camera.ts';
import { answer } from './faults.ts';
import type { ScreenState } from './screen-state.ts';

/** A screen of the product, in its usual state. */
export interface Row extends ScreenState {
  /** As written in the route tables. */
  route: string;
  as: Viewer;
}

interface Options {
  as?: Viewer;
  /** Where to open it, if that differs from the route. */
  at?: ScreenState['path'];
  before?: NonNullable<ScreenState['before']>;
}

const row = (route: string, heading: Row['heading'], { as = 'patient', at = route, before }: Options = {}): Row => ({
  name: route.replaceAll(/\W+/g, '-').slice(1),
  route,
  as,
  path: at,
  heading,
  ...(before && { before }),
});

const LINK = '0b5c7c52-2f1c-4d35-9c1a-2f3a5e8f6f10';
const WELCOME = 'Welcome to Lodestar';
const HOME = /^Good /;

const onboarding = (path: string, heading: Row['heading'], options: Options = {}): Row =>
  row(`/onboarding/${path}`, heading, { as: 'visitor', ...options });

/** A screen that a link in an email opens; this one was never sent. */
const linked = (path: string, heading: Row['heading']): Row =>
  onboarding(`${path}/:uuid`, heading, { at: `/onboarding/${path}/${LINK}` });

const ONBOARDING: Row[] = [
  row('/', WELCOME, { as: 'visitor' }),
  row('/onboarding', WELCOME, { as: 'visitor' }),
  onboarding('welcome', WELCOME),
  onboarding('info', 'Your hospital journey, in one place'),
  onboarding('choice', 'How would you like to begin?'),
  onboarding('scanning-barcode-video', 'Your wristband signs you in'),
  onboarding('nda', 'This is a trial'),
  onboarding('nda-legal', /Non-Disclosure/),
  onboarding('privacy', /Privacy/),
  onboarding('terms', /Terms/),
  onboarding('qrcode', 'Find the code that looks like this'),
  onboarding('scan-info', 'What are scannable codes?'),
  onboarding('no-wristband', 'You need a wristband'),
  onboarding('expired', 'Your trial period has expired'),
  onboarding('*', WELCOME, { at: '/onboarding/nowhere' }),
  onboarding('register', 'Coming soon'),
  onboarding('login', 'Please Sign In'),
  onboarding('forgot-password', 'Forgot Password?'),
  linked('reset-password', 'Set a new password'),
  linked('validate-email', /Something has gone wrong/),
  linked('confirm-mobile', /shown just now|no longer works/),
  onboarding('create-account', /Create Account|Please read and agree/),
  onboarding('invitation', 'You were invited'),
  linked('invitation', /invitation/),
  onboarding('second-factor', 'One more step', { as: 'staff by password' }),
  onboarding('scan-code', 'Scan my wristband', { before: ({ context }) => giveCamera(context) }),
  onboarding('enter-barcode', 'Enter your barcode'),
  onboarding('pin-code', 'Enter your PIN', {
    as: 'narrow',
    before: answer('POST sessions/pin', { maskedPhone: '•••• 0101', expiresAt: '2999-01-01T00:00:00.000Z' }),
  }),
  onboarding('enter-email', 'Confirm your email', { as: 'narrow' }),
  onboarding('enter-new-mobile', 'Enter your new mobile number', { as: 'narrow' }),
  onboarding('patient-complete', "You're all set, Robin", { as: 'not validated' }),
  onboarding('side-by-side', 'Side by side'),
  onboarding('tutorial-offer', 'Would you like a short tutorial?', { as: 'not validated' }),
  onboarding('tutorial', /\S/, { as: 'in the tutorial' }),
  onboarding('tutorial/transcript', 'Tutorial transcript', { as: 'in the tutorial' }),
];

const APP: Row[] = [
  row('/expired', 'Your trial period has expired', { as: 'expired' }),
  row('/reset', 'Start again?', { as: 'second' }),
  row('/app', HOME),
  row('/app/*', HOME, { at: '/app/anything' }),
  row('/refresh', HOME),
  row('/app/access-log', 'Who looked at my records'),
  row('/app/demo', 'Demo story'),
  row('/app/help', 'Help & Support'),
  row('/app/settings', 'User Settings'),
];

/** Returns a function that returns the path of one of the patient's items. */
const itemOf =
  (part: string, list: string) =>
  async ({ stack: { api } }: Visit) => {
    const [item] = (await api.call('GET', list, { token: await api.signIn('patient') })) as { id: string }[];
    return `/profile/1/${part}/${item?.id}`;
  };

const profile = (part: string, heading: Row['heading'], at: Options['at'] = `/profile/1/${part}`): Row =>
  row(`/profile/:profileId/${part}`, heading, { at });

const PROFILE: Row[] = [
  profile('events', 'My Events'),
  profile('events/:eventId', /\S/, itemOf('events', 'events')),
  profile('supporters', 'My Supporters'),
  profile('supporters/create', 'Invite a supporter'),
  profile('supporters/details/:supporterId', /\S/, itemOf('supporters/details', 'v1/supporters')),
  profile('resources', 'My Resources'),
  profile('messages', 'My Messages'),
  profile('messages/:messageId', 'COVID-19 precautions', '/profile/1/messages/m'),
  profile('*', HOME, '/profile/1/nothing'),
  profile('results', 'My Results'),
  profile('results/:resultId', /\S/, itemOf('results', 'v1/results')),
  profile('going-home', 'Going home'),
  profile('care-plans', 'My Care Plans'),
  profile('care-plans/:carePlanId', /\S/, itemOf('care-plans', 'v1/care-plans')),
  profile('observations', 'My measurements'),
  profile('observations/:code', 'My measurements', '/profile/1/observations/718-7'),
  profile('documents', 'My documents'),
  profile('documents/:documentId', 'My documents', '/profile/1/documents/letter'),
  profile('records', 'My records'),
  profile('medications', 'My medications'),
  profile('medications/check', 'Check my medications'),
  profile('care-team', 'My care team'),
  profile('about', 'About me'),
  profile('appointments', 'My appointments'),
  profile('requests', 'My requests'),
  profile('requests/new', 'Ask the hospital'),
  profile('requests/need', 'I need something'),
  profile('plan', 'Plan of the day'),
  profile('daily-question', 'Today’s question'),
  profile('plan/question', 'Question for the next visit'),
];

/** Every screen of the product, by route. The feedback forms are part of events. */
export const ROWS: Row[] = [...ONBOARDING, ...APP, ...PROFILE];
