import type { Page } from 'playwright/test';
import { press } from '../support/screens/screens.ts';
import {
  ACCOUNTS_WAITING,
  ARRIVALS,
  CONCERNS,
  CRITICAL_TEXTS,
  DAY_PLANS,
  EXPLANATIONS,
  FEED,
  FEED_ASIDE,
  LANGUAGES,
  LEAVING,
  MEDICATION_CHECKS,
  NEEDS,
  OPENINGS,
  PATIENT,
  PATIENTS,
  PATTERNS,
  RATES,
  REQUESTS,
  SIGN_UPS,
  TEMPLATES,
  WRISTBAND,
} from './desk-data.ts';
import { all, answer } from './faults.ts';
import { CANDIDATES, NO_RECORD, RECORD, RECORD_HELD, RECORD_LINKS } from './record-link-data.ts';
import type { ScreenState } from './screen-state.ts';

const accounts = (list: unknown) => answer('desk/accounts?*', list);
const patients = (list: unknown) => answer('desk/patients?*', list);
const requests = (list: unknown) => answer('desk/requests?*', list);

const OVERVIEW = { path: '/desk', heading: 'Desk' };
const ACCOUNTS = { path: '/desk/accounts', heading: 'Accounts' };
const LIST = { path: '/desk/patients', heading: 'Patients' };
const RECORD_CALL = 'desk/patients/*/record-link';
const ONE = {
  path: '/desk/patients/person-1',
  heading: /^Maximiliana/,
  before: all(
    answer('desk/patients/*', PATIENT),
    answer(RECORD_CALL, NO_RECORD),
    answer('desk/patients/*/plans', DAY_PLANS),
    answer('desk/patients/*/medication-checks', MEDICATION_CHECKS),
  ),
};
const withRecord = (link: unknown) => all(ONE.before, answer(RECORD_CALL, link));
const EXPLAINED = { path: '/desk/explanations', heading: 'Explanations to approve' };
const MESSAGES = {
  path: '/desk/feed',
  heading: 'Feed',
  before: all(answer('desk/feed', FEED), answer('desk/feed/messages?*', FEED_ASIDE)),
};
const ARRIVED = { path: '/desk/arrivals', heading: 'Arrived, no wristband yet' };
const LINKS = { path: '/desk/records', heading: 'Hospital records' };
const BOARD = { path: '/desk/board', heading: 'Board' };
const RATED = { path: '/desk/rates', heading: 'Daily questions' };
const LEAVE = { path: '/desk/leaving', heading: 'Leaving' };
const ASKED = { path: '/desk/requests', heading: 'Requests' };
const WRITTEN = { path: '/desk/templates', heading: 'Templates' };
const SIGNED = { path: '/desk/sign-ups', heading: 'Sign-ups' };

const openRequest = async (page: Page) => {
  await page.getByRole('row').nth(1).getByRole('button').click();
  await page.getByLabel('Reply').waitFor();
};

/** Each screen of the desk in its usual state. */
export const SCREENS: ScreenState[] = [
  {
    name: 'overview',
    ...OVERVIEW,
    before: all(accounts(ACCOUNTS_WAITING), requests(REQUESTS)),
    see: '8 are waiting · 3 overdue',
  },
  { name: 'accounts', ...ACCOUNTS, before: accounts(ACCOUNTS_WAITING), see: 'Léa Côté' },
  { name: 'patients', ...LIST, before: patients(PATIENTS), see: 'Côté, Léa' },
  { name: 'arrivals', ...ARRIVED, before: answer('desk/arrivals?*', ARRIVALS), see: 'Number on file, not confirmed' },
  { name: 'patient', ...ONE, see: 'ER40718361' },
  {
    name: 'records',
    ...LINKS,
    before: answer('desk/record-links?*', RECORD_LINKS),
    see: 'Waits for your decision: different name',
  },
  {
    name: 'explanations',
    ...EXPLAINED,
    before: answer('desk/explanations?*', EXPLANATIONS),
    see: 'No hemorrhage.',
  },
  { name: 'feed', ...MESSAGES, see: 'Two records become one (ADT^A40)' },
  { name: 'request', ...ASKED, before: requests(REQUESTS), act: openRequest, see: 'The first tube was too small.' },
  {
    name: 'board',
    ...BOARD,
    before: all(requests(NEEDS), answer('desk/wards', ['4A', '4B'])),
    see: 'Marie-Antoinette Villeneuve is on it',
  },
  {
    name: 'board-concerns',
    ...BOARD,
    before: all(requests(CONCERNS), answer('desk/wards', ['4A', '4B'])),
    see: 'From someone who gave no name. No one can reply.',
  },
  {
    name: 'languages',
    path: '/desk/languages',
    heading: 'Languages',
    before: answer('desk/languages', LANGUAGES),
    see: '966 not signed',
  },
  {
    name: 'language',
    path: '/desk/languages/ar',
    heading: 'Arabic',
    before: answer('desk/languages/ar', CRITICAL_TEXTS),
    see: /^Changed since Marie-Antoinette Villeneuve signed it/,
  },
  { name: 'rates', ...RATED, before: answer('desk/daily-rates', RATES), see: '19 (7%)' },
  {
    name: 'leaving',
    ...LEAVE,
    before: all(answer('desk/leaving', LEAVING), answer('desk/wards', ['4A', '4B'])),
    see: 'Not sure about 1 point',
  },
  { name: 'templates', ...WRITTEN, before: answer('desk/templates', TEMPLATES), see: 'You can go home soon' },
  {
    name: 'openings',
    path: '/desk/openings',
    heading: 'Opened with a reason',
    before: answer('desk/openings?*', OPENINGS),
    see: 'Asked by Dr. Roy',
  },
  {
    name: 'patterns',
    path: '/desk/openings/patterns',
    heading: 'Worth a look',
    before: answer('desk/patterns?*', PATTERNS),
    see: '47 patients',
  },
  { name: 'sign-ups', ...SIGNED, before: answer('desk/sign-ups?*', SIGN_UPS), see: 'Léa Côté' },
];

/** Other states of these screens, by the name of the usual one. */
export const STATES: Record<string, ScreenState[]> = {
  feed: [
    {
      name: 'feed-dismiss',
      ...MESSAGES,
      act: async (page) => {
        await page.getByRole('button', { name: 'Dismiss' }).first().click();
        await page.getByRole('dialog').waitFor();
      },
    },
  ],
  arrivals: [
    {
      name: 'arrivals-number',
      ...ARRIVED,
      before: answer('desk/arrivals?*', ARRIVALS),
      act: async (page) => {
        await page.getByRole('button', { name: 'Confirm number' }).first().click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'arrivals-empty',
      ...ARRIVED,
      before: answer('desk/arrivals?*', []),
      see: 'Nobody is waiting for a wristband',
    },
  ],
  accounts: [
    {
      name: 'accounts-deny',
      ...ACCOUNTS,
      before: accounts(ACCOUNTS_WAITING),
      act: async (page) => {
        await page.getByRole('button', { name: 'Deny' }).nth(1).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
        await page.getByText('Please say why').first().waitFor();
      },
    },
  ],
  patients: [
    {
      name: 'patients-new',
      ...LIST,
      before: patients(PATIENTS),
      act: async (page) => {
        await press(page, 'New patient');
        await press(page, 'Add patient');
        await page.getByText('Last name is required').first().waitFor();
      },
    },
  ],
  patient: [
    {
      name: 'patient-code',
      ...ONE,
      before: all(ONE.before, answer('desk/patients/*/wristband', WRISTBAND)),
      act: async (page) => {
        await press(page, 'Show QR code');
        await page.getByRole('img', { name: /^QR code/ }).waitFor();
      },
    },
    {
      name: 'patient-record',
      ...ONE,
      before: withRecord(RECORD),
      act: (page) => page.getByText('What is held back, and why').click(),
      see: /MolecularSequence 12/,
    },
    {
      name: 'patient-record-choose',
      ...ONE,
      before: all(withRecord(RECORD_HELD), answer('desk/patients/*/record-link/candidates', CANDIDATES)),
      act: async (page) => {
        await press(page, 'Link a record');
        await page.getByRole('dialog').getByText('Different family name').first().waitFor();
      },
    },
    {
      name: 'patient-rename',
      ...ONE,
      act: async (page) => {
        await press(page, 'Change the name');
        await page.getByRole('dialog').getByLabel('First name').fill('Maxi');
      },
    },
    {
      name: 'patient-supporter-end',
      ...ONE,
      act: async (page) => {
        await page
          .getByRole('button', { name: /^End access: / })
          .first()
          .click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'patient-errors',
      ...ONE,
      act: async (page) => {
        await page.getByLabel('Kind').selectOption('Result');
        await press(page, 'Send event');
      },
      see: 'Title is required',
    },
  ],
};
