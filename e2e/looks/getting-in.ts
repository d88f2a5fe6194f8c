import { ACCOUNTS, PASSWORD } from '../support/api.ts';
import { filling, pressing } from './acts.ts';
import { answer, change, silence } from './faults.ts';
import type { Group, ScreenState } from './screen-state.ts';

/** Screens that need no session and make no request. */
const PAGES: ScreenState[] = [
  { name: 'welcome', path: '/onboarding/welcome', heading: 'Welcome to Lodestar' },
  { name: 'info', path: '/onboarding/info', heading: 'Your hospital journey, in one place' },
  { name: 'choice', path: '/onboarding/choice', heading: 'How would you like to begin?' },
  { name: 'nda', path: '/onboarding/nda', heading: 'This is a trial' },
  { name: 'legal-nda', path: '/onboarding/nda-legal', heading: /Non-Disclosure/ },
  { name: 'legal-privacy', path: '/onboarding/privacy', heading: /Privacy/ },
  { name: 'legal-terms', path: '/onboarding/terms', heading: /Terms/ },
  {
    name: 'scanning-barcode-video',
    path: '/onboarding/scanning-barcode-video',
    heading: 'Your wristband signs you in',
  },
  { name: 'qrcode', path: '/onboarding/qrcode', heading: 'Find the code that looks like this' },
  { name: 'scan-info', path: '/onboarding/scan-info', heading: 'What are scannable codes?' },
  { name: 'no-wristband', path: '/onboarding/no-wristband', heading: 'You need a wristband' },
  { name: 'invited', path: '/onboarding/invitation', heading: 'You were invited' },
  { name: 'reset', path: '/reset', heading: 'Start again?' },
];

const REGISTER = { path: '/onboarding/register', heading: 'Coming soon' };

const SIGN_UP: ScreenState[] = [
  { name: 'register', ...REGISTER },
  {
    name: 'register-thanks',
    ...REGISTER,
    before: answer('users/poc', {}),
    act: filling({ Name: 'Alexandrina Featherstonehaugh', Email: 'alexandrina@example.org' }, 'Submit'),
    see: 'Thank you for your interest!',
  },
];

const LOGIN = { path: '/onboarding/login', heading: 'Please Sign In' };

const SIGN_IN: ScreenState[] = [
  { name: 'login', ...LOGIN },
  { name: 'login-errors', ...LOGIN, act: pressing('Login'), see: 'Email Required' },
  {
    name: 'login-unvalidated',
    ...LOGIN,
    act: filling({ Email: ACCOUNTS.unvalidated.email, Password: PASSWORD }, 'Login'),
    see: /not validated/,
  },
];

const OFFER = { path: '/onboarding/tutorial-offer', heading: 'Would you like a short tutorial?' };
const COMPLETE = '/onboarding/patient-complete';

const WELCOME: ScreenState[] = [
  { name: 'patient-complete', path: COMPLETE, heading: "You're all set, Robin" },
  {
    name: 'two-ways-staff',
    path: COMPLETE,
    heading: 'Welcome, Alexandrina Josephine',
    before: change('users/me', { roleType: 'staff', firstName: 'Alexandrina Josephine' }),
    see: 'What staff see',
  },
  {
    name: 'nda-due',
    path: OFFER.path,
    heading: 'This is a trial',
    before: change('users/me', {
      toAgree: ['nda', 'privacy', 'terms'].map((document) => ({ document, version: '2.0' })),
    }),
    see: 'Privacy Policy, version 2.0',
  },
  { name: 'tutorial-offer', ...OFFER },
];

const TUTORIAL: ScreenState[] = [
  { name: 'tutorial', path: '/onboarding/tutorial', heading: /\S/, see: /newest first/ },
  { name: 'tutorial-transcript', path: '/onboarding/tutorial/transcript', heading: 'Tutorial transcript' },
];

const INVITATION = {
  path: '/onboarding/invitation/b9a1',
  heading: 'Maya Chen has invited you',
  before: answer('invitations/*', { name: 'Maya Chen' }),
};

const INVITED: ScreenState[] = [
  { name: 'invitation', ...INVITATION },
  {
    name: 'invitation-account',
    ...INVITATION,
    act: async (page) => {
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByText('We filled in the hospital').scrollIntoViewIfNeeded();
    },
    see: /If you belong to another organization/,
  },
];

/** Screens from the start to the app's first screen. */
export const GETTING_IN: Group = {
  name: 'getting-in',
  walks: [
    { name: 'pages', as: 'visitor', states: PAGES },
    { name: 'register', as: 'visitor', states: SIGN_UP },
    { name: 'login', as: 'visitor', states: SIGN_IN },
    {
      name: 'splash',
      as: 'patient',
      states: [
        // With reduced motion the splash ends as soon as the session is known, which here never happens.
        { name: 'splash', path: '/', heading: /^Lodestar$/, before: silence('users/me') },
        { name: 'invitation-signed-in', ...INVITATION, see: 'Accept the invitation' },
      ],
    },
    {
      name: 'expired',
      as: 'expired',
      states: [{ name: 'expired', path: '/expired', heading: 'Your trial period has expired' }],
    },
    {
      name: 'second-factor',
      as: 'staff by password',
      states: [{ name: 'second-factor', path: '/onboarding/second-factor', heading: 'One more step' }],
    },
    { name: 'welcome', as: 'not validated', states: WELCOME },
    { name: 'tutorial', as: 'in the tutorial', states: TUTORIAL },
    { name: 'invitation', as: 'visitor', states: INVITED },
  ],
};
