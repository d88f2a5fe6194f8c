import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { openSession, store } from 'shared-ui';
import {
  API_FAULT_NAMES,
  type ApiFault,
  breakApi,
  hasUnsentTyping,
  openRoutes,
  pathsOf,
  patient,
  pretendVisible,
} from 'shared-ui/testing';
import feature from './feature.tsx';
import { SCREENS, type ScreenRow } from './testing/screens.ts';
import { narrowUser, openAsVisitor } from './testing/show.tsx';

pretendVisible();

/** A form: the values to enter, by label, and the button that submits it. */
interface Form {
  /** Path with its parameters filled in, if it has any. */
  at?: string;
  /** Shown to a user whose PIN is still due. */
  isNarrow?: boolean;
  /** Shown to staff whose second factor is still due. */
  isStaff?: boolean;
  /** Responses to the requests that the screen makes before any input. */
  healthy?: Record<string, unknown>;
  type: Record<string, string>;
  press: string;
}

const SIGNED_OUT: ApiFault = 'an answer of 401';
const PASSWORD = 'Sturdy-river-pass7';
const EMAIL = { Email: 'maya@example.org' };

/** Screens that submit input, one row each. */
const FORMS: Record<string, Form> = {
  login: { type: { ...EMAIL, Password: PASSWORD }, press: 'Login' },
  'forgot-password': { type: EMAIL, press: 'Submit' },
  'reset-password/:uuid': {
    at: 'reset-password/0b5c7c52',
    type: { Password: PASSWORD, 'Confirm Password': PASSWORD },
    press: 'Submit',
  },
  'enter-barcode': { type: { Barcode: 'ER10000001' }, press: 'Submit' },
  'enter-email': { isNarrow: true, type: EMAIL, press: 'Submit' },
  'enter-new-mobile': {
    isNarrow: true,
    type: { 'Mobile number': '+1 416-555-0199' },
    press: 'Submit',
  },
  'pin-code': {
    isNarrow: true,
    healthy: { 'POST v1/sessions/pin': { maskedPhone: '•••• 0101', expiresAt: '2999-01-01T00:00:00.000Z' } },
    type: { '4-digit code': '4821' },
    press: 'Submit',
  },
  'second-factor': { isNarrow: true, isStaff: true, type: { '6-digit code': '482163' }, press: 'Sign in' },
};

const STAFF = { ...narrowUser, roleType: 'staff', secondFactor: 'email' } as const;

/** Screens with their own result of a failed call (docs/product-rules.md), tested with each. */
const ENDS = [
  'register',
  'create-account',
  'validate-email/:uuid',
  'confirm-mobile/:uuid',
  'scan-code',
  'invitation/:uuid',
];

/** Screens that make no requests, so faults don't affect them. */
const QUIET: Pick<ScreenRow, 'route' | 'heading' | 'by'>[] = [
  ...SCREENS.filter(({ route }) => {
    const path = route.replace(/^\/(onboarding\/)?/, '').replace(/\/.*/, '/:uuid');
    return !(path in FORMS) && !ENDS.includes(path) && route !== '/expired';
  }),
  { route: '/onboarding/invitation', heading: 'You were invited' },
  { route: '/onboarding/tutorial/transcript', heading: 'Tutorial transcript', by: 'full' },
  { route: '/onboarding/*', heading: 'Welcome to Lodestar' },
];

beforeEach(openAsVisitor);

test('fault tables list every onboarding screen', () => {
  const rows = [...Object.keys(FORMS), ...ENDS].map((path) => `onboarding/${path}`);
  const quiet = QUIET.map(({ route }) => route.slice(1));
  expect([...rows, ...quiet, 'expired'].sort()).toEqual(pathsOf(feature.routes).sort());
});

async function fill(user: UserEvent, { type }: Pick<Form, 'type'>): Promise<void> {
  for (const [label, text] of Object.entries(type)) {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  }
}

function expectTyped({ type }: Pick<Form, 'type'>): void {
  for (const [label, text] of Object.entries(type)) expect(screen.getByLabelText(label)).toHaveValue(text);
}

const press = async (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));

const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

async function expectOneSentence(): Promise<void> {
  expect(await screen.findAllByRole('alert')).toHaveLength(1);
  expect(screen.getByRole('alert')).toHaveTextContent(/\w+ .*/);
}

const DETAILS = {
  type: {
    'First Name': 'Ada',
    'Last Name': 'Lovell',
    ...EMAIL,
    'Organization Name': 'Northside General Hospital',
    'Phone Number': '4165550177',
  },
};
const PASSWORDS = { type: { Password: PASSWORD, 'Confirm Password': PASSWORD } };

/** Fills in and submits all steps of account creation. */
async function createAccount(user: UserEvent): Promise<void> {
  await title('Create Account');
  await fill(user, DETAILS);
  await press(user, 'Next');
  await title('Set your password');
  // Everything but the passwords survives a reload.
  expect(hasUnsentTyping()).toBe(false);
  await fill(user, PASSWORDS);
  expect(hasUnsentTyping()).toBe(true);
  await press(user, 'Next');
  await title('Please read and agree');
  for (const box of screen.getAllByRole('checkbox')) await user.click(box);
  await press(user, 'Done');
}

/** Expects the login screen, which says why: without a session there is no PIN to enter. */
async function expectTheEnd(): Promise<void> {
  expect(await title('Please Sign In')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(/^You were signed out\./);
  expect(store.getState().session.hasRunOut).toBe(true);
}

describe.each(API_FAULT_NAMES)('%s', (fault) => {
  test.each(Object.entries(FORMS))('%s keeps the input, shows one message and allows a retry', async (path, form) => {
    const calls = breakApi(fault, form.healthy);
    if (form.isNarrow) openSession({ token: 'secret', user: form.isStaff ? STAFF : narrowUser });
    const user = await openRoutes(feature.routes, `/onboarding/${form.at ?? path}`);
    const name = (await screen.findByRole('heading', { level: 1 })).textContent;
    expect(hasUnsentTyping()).toBe(false);
    await fill(user, form);
    // A reload would lose it.
    expect(hasUnsentTyping()).toBe(true);
    const before = calls.length;
    await press(user, form.press);
    if (fault === SIGNED_OUT && form.isNarrow) return expectTheEnd();
    await expectOneSentence();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(name ?? '');
    expectTyped(form);
    await waitFor(() => expect(screen.getByRole('button', { name: form.press })).not.toHaveAttribute('aria-busy'));
    await press(user, form.press);
    await waitFor(() => expect(calls.length).toBe(before + 2));
  });

  test.each(QUIET)('$route stays usable', async ({ route, heading, by }) => {
    breakApi(fault);
    if (by !== undefined) openSession({ token: 'secret', user: patient });
    await openRoutes(feature.routes, route);
    expect(await title(heading)).toBeVisible();
    expect(screen.queryAllByRole('button').length + screen.queryAllByRole('link').length).toBeGreaterThan(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('create-account keeps the input of every step', async () => {
    breakApi(fault);
    const user = await openRoutes(feature.routes, '/onboarding/create-account');
    await createAccount(user);
    if (fault === SIGNED_OUT) {
      // Any refusal counts as an email that is taken (docs/product-rules.md#create-account).
      await title('This email is taken');
      await press(user, 'Try another email address');
    } else {
      await expectOneSentence();
      for (const box of screen.getAllByRole('checkbox')) expect(box).toBeChecked();
      await press(user, 'Back');
      await title('Set your password');
      expectTyped(PASSWORDS);
      await press(user, 'Back');
    }
    await title('Create Account');
    expectTyped(DETAILS);
  });
});
