import type { Page } from 'playwright/test';
import { fill, press, screen } from '../support/screens/screens.ts';
import { filling, pressing } from './acts.ts';
import { answer, refuse } from './faults.ts';
import type { Group, ScreenState } from './screen-state.ts';

const CREATE = { path: '/onboarding/create-account', heading: 'Create Account' };
const STRONG = 'Str0ng-enough';
const EMAIL = 'maximiliana.wolfeschlegelsteinhausen@northside-general-hospital.example.org';

async function enterDetails(page: Page): Promise<void> {
  await fill(page, {
    'First Name': 'Maximiliana Josephine',
    'Last Name': 'Wolfeschlegelsteinhausenbergerdorff',
    Email: EMAIL,
    'Organization Name': 'Northside General Hospital, Department of Emergency Medicine',
    'Phone Number': '4165550177',
  });
  await press(page, 'Next');
  await screen(page, 'Set your password');
}

async function enterPassword(page: Page): Promise<void> {
  await enterDetails(page);
  await fill(page, { Password: STRONG, 'Confirm Password': STRONG });
  await press(page, 'Next');
  await screen(page, 'Please read and agree');
}

const CREATING: ScreenState[] = [
  { name: 'create-1-errors', ...CREATE, act: filling({ Email: 'not an email' }, 'Next'), see: 'First Name Required' },
  {
    name: 'create-1-countries',
    ...CREATE,
    act: (page) => page.getByRole('combobox', { name: 'Country' }).click(),
  },
  {
    name: 'create-2-errors',
    ...CREATE,
    act: async (page) => {
      await enterDetails(page);
      await fill(page, { Password: 'short1', 'Confirm Password': 'other' });
      await press(page, 'Next');
    },
    see: 'Passwords do not match',
  },
  {
    name: 'create-3-alert',
    ...CREATE,
    act: async (page) => {
      await enterPassword(page);
      await press(page, 'Done');
    },
    see: 'Please agree to the NDA and Privacy Policy',
  },
  {
    name: 'create-exists',
    ...CREATE,
    before: refuse('users/register', 'ACCOUNT_EXISTS', { email: EMAIL }),
    act: async (page) => {
      await enterPassword(page);
      for (const box of await page.getByRole('checkbox').all()) await box.check();
      await press(page, 'Done');
    },
    see: /is already in use/,
  },
];

const VALIDATION = '/onboarding/validate-email/0b5c7c52-2f1c-4d35-9c1a-2f3a5e8f6f10';
const VALIDATE = 'users/validate-email';

const LINKS: ScreenState[] = [
  {
    name: 'validate-email',
    path: VALIDATION,
    heading: 'Your email is validated',
    before: answer(VALIDATE, { hospitalStatusId: 1 }),
  },
  {
    name: 'validate-email-own-password',
    path: VALIDATION,
    heading: 'Set your own password',
    before: answer(VALIDATE, { hospitalStatusId: 1, passwordDue: { maskedPhone: '••••••••0177' } }),
    act: pressing('Save and continue'),
    see: 'Password Required',
  },
];

export const ACCOUNT: Group = {
  name: 'account',
  walks: [
    { name: 'create', as: 'visitor', states: CREATING },
    { name: 'links of emails', as: 'visitor', states: LINKS },
  ],
};
