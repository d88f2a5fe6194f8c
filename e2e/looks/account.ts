import type { Page } from 'playwright/test';
import { screen } from '../support/screens.ts';
import { fill, filling, press, pressing } from './acts.ts';
import { answer, offline, refusalExpected, refuse, silence } from './faults.ts';
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

async function agree(page: Page): Promise<void> {
  await enterPassword(page);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(page, 'Done');
}

const openCountries = async (page: Page, typed: string) => {
  await page.getByRole('combobox', { name: 'Country' }).click();
  if (typed !== '') await page.getByRole('combobox', { name: 'Country' }).fill(typed);
};

const REGISTER = 'users/register';

const CREATING: ScreenState[] = [
  {
    name: 'scanning-barcode-video',
    path: '/onboarding/scanning-barcode-video',
    heading: 'Your wristband signs you in',
  },
  { name: 'create-1', ...CREATE },
  { name: 'create-1-errors', ...CREATE, act: filling({ Email: 'not an email' }, 'Next'), see: 'First Name Required' },
  {
    name: 'create-1-name-link',
    ...CREATE,
    act: filling({ 'First Name': 'www.prize.example', 'Last Name': '+1 416 555 0101' }, 'Next'),
    see: /^A name can’t contain a link/,
  },
  { name: 'create-1-countries', ...CREATE, act: (page) => openCountries(page, '') },
  { name: 'create-1-country-found', ...CREATE, act: (page) => openCountries(page, 'swi') },
  {
    name: 'create-1-country-none',
    ...CREATE,
    act: (page) => openCountries(page, 'Atlantis'),
    see: 'No country matches.',
  },
  { name: 'create-2', ...CREATE, act: enterDetails },
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
  { name: 'create-3', ...CREATE, act: enterPassword },
  {
    name: 'create-3-alert',
    ...CREATE,
    act: async (page) => {
      await enterPassword(page);
      await press(page, 'Done');
    },
    see: 'Please agree to the NDA and Privacy Policy',
  },
  { name: 'create-3-sending', ...CREATE, before: silence(REGISTER), act: agree },
  { name: 'create-3-offline', ...CREATE, before: offline(REGISTER), act: agree, see: /can't reach the server/ },
  {
    name: 'create-created',
    ...CREATE,
    before: answer(REGISTER, { hospitalStatusId: 1 }),
    act: agree,
    see: /We have sent an email to/,
  },
  {
    name: 'create-by-email',
    ...CREATE,
    before: answer(REGISTER, { hospitalStatusId: 1, byEmail: true }),
    act: agree,
    see: /it tells you what to do next/,
  },
  {
    name: 'create-by-email-reviewed',
    ...CREATE,
    before: answer(REGISTER, { hospitalStatusId: 2, byEmail: true }),
    act: agree,
    see: /The hospital reviews a new account like this first/,
  },
  {
    name: 'create-denied',
    ...CREATE,
    before: answer(REGISTER, { hospitalStatusId: 2 }),
    act: agree,
    see: /not from an institution we recognize/,
  },
  {
    name: 'create-exists',
    ...CREATE,
    before: refuse(REGISTER, 'ACCOUNT_EXISTS', { email: EMAIL }),
    act: agree,
    see: /is already in use/,
  },
];

const FORGOT = { path: '/onboarding/forgot-password', heading: 'Forgot Password?' };
const RESET = {
  path: '/onboarding/reset-password/0b5c7c52-2f1c-4d35-9c1a-2f3a5e8f6f10',
  heading: 'Set a new password',
};
const newPassword = filling({ Password: STRONG, 'Confirm Password': STRONG }, 'Submit');

const PASSWORDS: ScreenState[] = [
  { name: 'forgot', ...FORGOT },
  { name: 'forgot-errors', ...FORGOT, act: pressing('Submit'), see: 'Email Required' },
  {
    name: 'forgot-offline',
    ...FORGOT,
    before: offline('users/forgot-password'),
    act: filling({ Email: EMAIL }, 'Submit'),
    see: /can't reach the server/,
  },
  {
    name: 'forgot-sent',
    ...FORGOT,
    before: answer('users/forgot-password', {}),
    act: filling({ Email: EMAIL }, 'Submit'),
    see: /is on its way/,
  },
  { name: 'reset-password', ...RESET },
  { name: 'reset-password-errors', ...RESET, act: pressing('Submit'), see: 'Password Required' },
  {
    name: 'reset-password-dead',
    ...RESET,
    before: refusalExpected,
    act: newPassword,
    see: /has expired or was already used/,
  },
  {
    name: 'reset-password-offline',
    ...RESET,
    before: offline('users/reset-app-password'),
    act: newPassword,
    see: /can't reach the server/,
  },
  {
    name: 'reset-password-done',
    ...RESET,
    before: answer('users/reset-app-password', {}),
    act: newPassword,
    see: /You can now sign in with your new password/,
  },
];

const LINK = '/onboarding/validate-email/0b5c7c52-2f1c-4d35-9c1a-2f3a5e8f6f10';
const VALIDATE = 'users/validate-email';

const VALIDATIONS: ScreenState[] = [
  {
    name: 'validate-email',
    path: LINK,
    heading: 'Your email is validated',
    before: answer(VALIDATE, { hospitalStatusId: 1 }),
  },
  {
    name: 'validate-email-review',
    path: LINK,
    heading: 'Almost there',
    before: answer(VALIDATE, { hospitalStatusId: 2 }),
  },
  {
    name: 'validate-email-own-password',
    path: LINK,
    heading: 'Set your own password',
    before: answer(VALIDATE, { hospitalStatusId: 1, passwordDue: { maskedPhone: '••••••••0177' } }),
    act: pressing('Save and continue'),
    see: 'Password Required',
  },
  {
    name: 'validate-email-dead',
    path: LINK,
    heading: /Something has gone wrong/,
    before: refusalExpected,
    see: /already used/,
  },
  { name: 'validate-email-offline', path: LINK, heading: /Something has gone wrong/, before: offline(VALIDATE) },
];

/** Creating an account, its password and its email. */
export const ACCOUNT: Group = { name: 'account', as: 'visitor', states: [...CREATING, ...PASSWORDS, ...VALIDATIONS] };
