import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { openSession, store } from 'shared-ui';
import {
  API_FAULT_NAMES,
  type ApiFault,
  breakApi,
  openRoutes,
  pathsOf,
  patient,
  pretendVisible,
} from 'shared-ui/testing';
import feature from './feature.tsx';
import { FakeCamera } from './testing/camera.ts';
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
const PASSWORD = 'Sturdy-pass7';
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

/** Screens whose result of a failed call is defined by the product rules. */
const ENDS = [
  'register',
  'create-account',
  'validate-email/:uuid',
  'confirm-mobile/:uuid',
  'scan-code',
  'invitation/:uuid',
];

/** Screens that make no requests, so faults don't affect them. */
const STANDING: Record<string, { at?: string; isSignedIn?: true; title: RegExp }> = {
  '': { title: /^Welcome to/ },
  welcome: { title: /^Welcome to/ },
  info: { title: /Your hospital journey/ },
  choice: { title: /How would you like to begin/ },
  invitation: { title: /You were invited/ },
  'scanning-barcode-video': { title: /Your wristband signs you in/ },
  nda: { title: /This is a trial/ },
  'nda-legal': { title: /Non-Disclosure/ },
  privacy: { title: /Privacy/ },
  terms: { title: /Terms/ },
  qrcode: { title: /Find the code/ },
  'scan-info': { title: /scannable codes/ },
  'no-wristband': { title: /You need a wristband/ },
  'patient-complete': { isSignedIn: true, title: /You're all set, Jordan/ },
  'tutorial-offer': { isSignedIn: true, title: /short tutorial/ },
  tutorial: { isSignedIn: true, title: /\S/ },
  'tutorial/transcript': { isSignedIn: true, title: /Tutorial transcript/ },
  expired: { title: /Your trial period has expired/ },
  '*': { at: 'nowhere', title: /^Welcome to/ },
};

beforeEach(() => {
  openAsVisitor();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

afterEach(() => {
  for (const name of ['mediaDevices', 'permissions']) Reflect.deleteProperty(navigator, name);
});

test('fault tables list every onboarding screen', () => {
  const below = [...Object.keys(FORMS), ...ENDS, ...Object.keys(STANDING)];
  const rows = [...below.map((row) => (row === '' ? 'onboarding' : `onboarding/${row}`)), 'expired'];
  expect(rows.sort()).toEqual(pathsOf(feature.routes).sort());
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
  await fill(user, PASSWORDS);
  await press(user, 'Next');
  await title('Please read and agree');
  for (const box of screen.getAllByRole('checkbox')) await user.click(box);
  await press(user, 'Done');
}

/**
 * Expects the login screen, which says why: without a session there is no PIN to enter.
 */
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
    await fill(user, form);
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

  test.each(Object.entries(STANDING))('%s stays usable', async (path, { at, isSignedIn, title: name }) => {
    breakApi(fault);
    if (isSignedIn) openSession({ token: 'secret', user: patient });
    await openRoutes(feature.routes, `/onboarding/${at ?? path}`);
    expect(await title(name)).toBeVisible();
    expect(screen.queryAllByRole('button').length + screen.queryAllByRole('link').length).toBeGreaterThan(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('register thanks the visitor, as the product rules require in any case', async () => {
    breakApi(fault);
    const user = await openRoutes(feature.routes, '/onboarding/register');
    await title('Coming soon');
    await fill(user, { type: { Name: 'Maya Osei', ...EMAIL } });
    await press(user, 'Submit');
    expect(await title('Thank you for your interest!')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Done' })).toBeVisible();
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

  test('validate-email shows an error and allows a retry', async () => {
    const calls = breakApi(fault);
    // The page remembers the result of each link, so each fault needs its own.
    const user = await openRoutes(feature.routes, `/onboarding/validate-email/${encodeURIComponent(fault)}`);
    expect(await title('Sorry Something has gone wrong!!')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Login' })).toBeVisible();
    if (fault === SIGNED_OUT) return;
    const before = calls.length;
    await press(user, 'Try again');
    await waitFor(() => expect(calls.length).toBe(before + 1));
    expect(await title('Sorry Something has gone wrong!!')).toBeVisible();
  });

  test('scan-code shows one message, and the camera and manual entry stay available', async () => {
    new FakeCamera().install().codeInFrame = 'ER10000001';
    breakApi(fault);
    await openRoutes(feature.routes, '/onboarding/scan-code');
    await title('Scan my wristband');
    await expectOneSentence();
    expect(screen.getByText('Hold the code between the corners')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Enter the code by hand' })).toBeVisible();
  });
});
