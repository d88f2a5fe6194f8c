import { expect, type Page } from 'playwright/test';
import { fill, press } from '../looks/acts.ts';
import { answer } from '../looks/faults.ts';
import type { World } from '../looks/screen-state.ts';
import { giveCamera } from '../support/page-camera.ts';
import type { Viewer } from '../support/viewer.ts';

/** How a screen is opened. */
export interface Row {
  /** As written in the route tables. */
  route: string;
  /** Distinguishes rows of the same route. */
  name?: string;
  as: Viewer;
  /** Where to open it, if that differs from the route. */
  at?: string | ((world: World) => Promise<string>);
  heading: string | RegExp;
  before?(world: World): Promise<unknown>;
  /** What it does when the API fails, if the browser tests that. */
  when?: Reads | Sends | Starts;
}

/** Shows API data: on failure it shows an error and offers to try again. */
export interface Reads {
  does: 'reads';
  /** Requests that always succeed, because the row tests a part of the screen that loads after them. */
  spare?: RegExp;
}

/** Submits input: on failure it keeps the input, shows one message, and can be submitted again. */
export interface Sends {
  does: 'sends';
  fill?(page: Page): Promise<unknown>;
  send(page: Page): Promise<unknown>;
  /** Throws when some of the input was lost. */
  holds?(page: Page): Promise<unknown>;
}

/** The product is opened while even the session check fails. */
export interface Starts {
  does: 'starts';
  /** Heading of the screen shown if the server has ended the session. */
  signedOut: string;
}

const LINK = '0b5c7c52-2f1c-4d35-9c1a-2f3a5e8f6f10';
const WELCOME = 'Welcome to Lodestar';
const HOME = /^Good /;

type Rest = Partial<Omit<Row, 'route' | 'heading'>>;

const onboarding = (path: string, heading: Row['heading'], rest: Rest = {}): Row => ({
  route: `/onboarding/${path}`,
  as: 'visitor',
  heading,
  ...rest,
});

/** A screen that a link in an email opens; this one was never sent. */
const linked = (path: string, heading: Row['heading']): Row =>
  onboarding(`${path}/:uuid`, heading, { at: `/onboarding/${path}/${LINK}` });

const ONBOARDING: Row[] = [
  { route: '/', as: 'visitor', heading: WELCOME },
  { route: '/onboarding', as: 'visitor', heading: WELCOME },
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
  onboarding('tutorial-offer', 'Would you like a short tutorial?', { as: 'not validated' }),
  onboarding('tutorial', /\S/, { as: 'in the tutorial' }),
  onboarding('tutorial/transcript', 'Tutorial transcript', { as: 'in the tutorial' }),
];

const app = (route: string, heading: Row['heading'], rest: Rest = {}): Row => ({
  route,
  as: 'patient',
  heading,
  ...rest,
});

const QUESTION = { Comments: 'How do I find ward 7?' };

const APP: Row[] = [
  { route: '/expired', as: 'expired', heading: 'Your trial period has expired' },
  {
    route: '/reset',
    as: 'second',
    heading: 'Start again?',
    when: { does: 'sends', send: (page) => press(page, 'Reset') },
  },
  app('/app', WELCOME, { name: 'opened without a server', when: { does: 'starts', signedOut: 'Please Sign In' } }),
  app('/app', HOME),
  app('/app/*', HOME, { at: '/app/anything' }),
  app('/refresh', HOME),
  app('/app/access-log', 'Who looked at my records'),
  app('/app/demo', 'Demo story'),
  app('/app/help', 'Help & Support', {
    when: {
      does: 'sends',
      fill: (page) => fill(page, QUESTION),
      send: (page) => press(page, 'Submit'),
      holds: (page) => expect(page.getByLabel('Comments')).toHaveValue(QUESTION.Comments),
    },
  }),
  app('/app/settings', 'User Settings'),
];

interface Item {
  id: string;
  type?: number;
}

/** Returns a function that finds one of the patient's items and returns its path. */
const itemOf =
  (part: string, list: string, isMeant: (item: Item) => boolean = () => true) =>
  async ({ stack: { api } }: World) => {
    const items = (await api.call('GET', list, { token: await api.signIn('patient') })) as Item[];
    const found = items.find(isMeant);
    if (!found) throw new Error(`Nothing of that kind in ${list}`);
    return `/profile/1/${part}/${found.id}`;
  };

const profile = (part: string, heading: Row['heading'], rest: Rest = {}): Row =>
  app(`/profile/:profileId/${part}`, heading, { at: `/profile/1/${part}`, ...rest });

const X_RAY = 0;

const PROFILE: Row[] = [
  profile('events', 'My Events'),
  profile('events/:eventId', 'My Events', { at: itemOf('events', 'events') }),
  profile('supporters', 'My Supporters'),
  profile('supporters/create', 'Invite a supporter'),
  profile('supporters/details/:supporterId', 'Supporter', { at: itemOf('supporters/details', 'v1/supporters') }),
  profile('resources', 'My Resources'),
  profile('messages', 'My Messages'),
  profile('messages/:messageId', 'COVID-19 precautions', { at: '/profile/1/messages/m' }),
  profile('*', HOME, { at: '/profile/1/nothing' }),
  profile('results', 'My Results', { when: { does: 'reads' } }),
  profile('results/:resultId', 'My Results', { at: itemOf('results', 'v1/results') }),
  profile('results/:resultId', /X-ray/, {
    name: 'pictures',
    at: itemOf('results', 'v1/results', ({ type }) => type === X_RAY),
    when: { does: 'reads', spare: /\/api\/(events|v1\/(profiles|notifications|story|results|care-plans))$/ },
  }),
  profile('going-home', 'Going home'),
  profile('care-plans', 'My Care Plans'),
  profile('care-plans/:carePlanId', 'My Care Plans', { at: itemOf('care-plans', 'v1/care-plans') }),
  profile('observations', 'My measurements'),
  profile('observations/:code', 'My measurements', { at: '/profile/1/observations/718-7' }),
  profile('documents', 'My documents'),
  profile('documents/:documentId', 'My documents', { at: '/profile/1/documents/letter' }),
  profile('records', 'My records'),
  profile('medications', 'My medications'),
  profile('care-team', 'My care team'),
  profile('about', 'About me'),
  profile('requests', 'My requests'),
  profile('requests/new', 'Ask the hospital'),
];

/**
 * Every screen of the product, by route. The feedback forms, which are part of events, are covered by api-surveys.ts.
 */
export const ROWS: Row[] = [...ONBOARDING, ...APP, ...PROFILE];
