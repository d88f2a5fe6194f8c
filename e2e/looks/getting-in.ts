import { ACCOUNTS, PASSWORD } from '../support/api.ts';
import { filling, press, pressing } from './acts.ts';
import { answer, change, offline, refusalExpected, refuse, silence } from './faults.ts';
import type { Group, ScreenState } from './screen-state.ts';

const START: ScreenState[] = [
  // With reduced motion the splash ends as soon as the session is known, which here never happens.
  { name: 'splash', path: '/', heading: /^Lodestar$/, as: 'patient', before: silence('users/me') },
  { name: 'welcome', path: '/onboarding/welcome', heading: 'Welcome to Lodestar' },
  { name: 'info', path: '/onboarding/info', heading: 'Your hospital journey, in one place' },
  { name: 'choice', path: '/onboarding/choice', heading: 'How would you like to begin?' },
  { name: 'expired', path: '/expired', heading: 'Your trial period has expired', as: 'expired' },
  { name: 'reset', path: '/reset', heading: 'Start again?' },
  {
    name: 'reset-failed',
    path: '/reset',
    heading: 'Start again?',
    as: 'second',
    before: offline('users/*/reset'),
    act: pressing('Reset'),
    see: /could not be reset/,
  },
];

const NDA = { path: '/onboarding/nda', heading: 'This is a trial' };

const LEGAL: ScreenState[] = [
  { name: 'nda', ...NDA },
  {
    name: 'nda-ticked',
    ...NDA,
    act: async (page) => {
      for (const box of await page.getByRole('checkbox').all()) await box.check();
    },
  },
  { name: 'legal-nda', path: '/onboarding/nda-legal', heading: /Non-Disclosure/ },
  { name: 'legal-privacy', path: '/onboarding/privacy', heading: /Privacy/ },
  { name: 'legal-terms', path: '/onboarding/terms', heading: /Terms/ },
  {
    name: 'legal-terms-law',
    path: '/onboarding/terms',
    heading: /Terms/,
    act: (page) =>
      page
        .getByRole('link', { name: /Governing law/ })
        .first()
        .click(),
  },
];

const REGISTER = { path: '/onboarding/register', heading: 'Coming soon' };
const VISITOR = { Name: 'Alexandrina Featherstonehaugh', Email: 'alexandrina@example.org' };

const SIGN_UP: ScreenState[] = [
  { name: 'register', ...REGISTER },
  { name: 'register-errors', ...REGISTER, act: filling({ Email: 'nobody@home' }, 'Submit'), see: 'Invalid Email' },
  { name: 'register-sending', ...REGISTER, before: silence('users/poc'), act: filling(VISITOR, 'Submit') },
  {
    name: 'register-thanks',
    ...REGISTER,
    before: answer('users/poc', {}),
    act: filling(VISITOR, 'Submit'),
    see: 'Thank you for your interest!',
  },
];

const LOGIN = { path: '/onboarding/login', heading: 'Please Sign In' };
const logIn = (email: string, password = PASSWORD) => filling({ Email: email, Password: password }, 'Login');

const SIGN_IN: ScreenState[] = [
  { name: 'login', ...LOGIN },
  { name: 'login-errors', ...LOGIN, act: pressing('Login'), see: 'Email Required' },
  {
    name: 'login-failed',
    ...LOGIN,
    before: refusalExpected,
    act: logIn('nobody@example.org', 'not-my-password1'),
    see: /Authenication Failed/,
  },
  {
    name: 'login-blocked',
    ...LOGIN,
    before: refuse('sessions', 'LOGIN_BLOCKED', {}, 272),
    act: logIn(ACCOUNTS.patient.email),
    see: /please wait/,
  },
  {
    name: 'login-offline',
    ...LOGIN,
    before: offline('sessions'),
    act: logIn(ACCOUNTS.patient.email),
    see: /can't reach the server/,
  },
  { name: 'login-unvalidated', ...LOGIN, act: logIn(ACCOUNTS.unvalidated.email), see: /not validated/ },
  {
    name: 'login-resent',
    ...LOGIN,
    before: answer('users/resend-validation-email', {}),
    act: async (page) => {
      await logIn(ACCOUNTS.unvalidated.email)(page);
      await press(page, 'Resend validation email');
    },
    see: /A new validation email has been sent/,
  },
  {
    name: 'login-ended-elsewhere',
    path: '/app/help',
    heading: 'Please Sign In',
    as: 'patient',
    before: refuse('users/me', 'UNAUTHENTICATED'),
    see: /^You were signed out\. /,
  },
  { name: 'login-erased', ...LOGIN, path: '/onboarding/login?erased', see: 'Your account is erased' },
  { name: 'login-review', ...LOGIN, act: logIn(ACCOUNTS.review.email), see: /under review/ },
];

const OFFER = {
  path: '/onboarding/tutorial-offer',
  heading: 'Would you like a short tutorial?',
  as: 'not validated',
} as const;

const WELCOME: ScreenState[] = [
  {
    name: 'patient-complete',
    path: '/onboarding/patient-complete',
    heading: "You're all set, Robin",
    as: 'not validated',
  },
  {
    name: 'two-ways-professional',
    path: '/onboarding/patient-complete',
    heading: 'Welcome, Robin',
    as: 'not validated',
    before: change('users/me', { roleType: 'professional' }),
    see: 'What staff see',
  },
  {
    name: 'two-ways-staff',
    path: '/onboarding/patient-complete',
    heading: 'Welcome, Alexandrina Josephine',
    as: 'not validated',
    before: change('users/me', { roleType: 'staff', firstName: 'Alexandrina Josephine' }),
    see: 'What staff see',
  },
  { name: 'tutorial-offer', ...OFFER },
  { name: 'tutorial', ...OFFER, act: pressing('Ok'), see: /newest first/ },
  {
    name: 'tutorial-middle',
    ...OFFER,
    act: async (page) => {
      await press(page, 'Ok');
      for (let step = 1; step < 4; step += 1) await press(page, 'Next');
    },
    see: /approved hospital e-mail domain/,
  },
];

/** Screens from the start to the app's first screen. */
export const GETTING_IN: Group = {
  name: 'getting-in',
  as: 'visitor',
  states: [...START, ...LEGAL, ...SIGN_UP, ...SIGN_IN, ...WELCOME],
};
