import { ACCOUNTS, PASSWORD } from '../support/hospital/api.ts';
import { filling, pressing } from './acts.ts';
import { answer, change, silence } from './faults.ts';
import type { Group, ScreenState } from './screen-state.ts';

const LOGIN = { path: '/onboarding/login', heading: 'Please Sign In' };

const SIGN_IN: ScreenState[] = [
  { name: 'login-errors', ...LOGIN, act: pressing('Login'), see: 'Email Required' },
  {
    name: 'login-unvalidated',
    ...LOGIN,
    act: filling({ Email: ACCOUNTS.unvalidated.email, Password: PASSWORD }, 'Login'),
    see: /not validated/,
  },
];

const WELCOME: ScreenState[] = [
  {
    name: 'two-ways-staff',
    path: '/onboarding/patient-complete',
    heading: 'Welcome, Alexandrina Josephine',
    before: change('users/me', { roleType: 'staff', firstName: 'Alexandrina Josephine' }),
    see: 'What staff see',
  },
  {
    name: 'nda-due',
    path: '/onboarding/tutorial-offer',
    heading: 'This is a trial',
    before: change('users/me', {
      toAgree: ['nda', 'privacy', 'terms'].map((document) => ({ document, version: '2.0' })),
    }),
    see: 'Privacy Policy, version 2.0',
  },
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

export const GETTING_IN: Group = {
  name: 'getting-in',
  walks: [
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
    { name: 'welcome', as: 'not validated', states: WELCOME },
    { name: 'invitation', as: 'visitor', states: INVITED },
  ],
};
