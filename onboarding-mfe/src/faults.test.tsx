import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { openSession, store } from 'shared-ui';
import { API_FAULT_NAMES, type ApiFault, breakApi, openRoutes, pathsOf, pretendVisible } from 'shared-ui/testing';
import feature from './feature.tsx';
import { narrowUser, openAsVisitor } from './testing/show.tsx';

pretendVisible();

/** A form: what is typed into it by label, and the button that sends it. */
interface Form {
  /** Without its parameters, where that differs. */
  at?: string;
  /** Seen by a person whose PIN is still to come. */
  isNarrow?: boolean;
  /** Calls that the screen makes before anything is typed. */
  healthy?: Record<string, unknown>;
  type: Record<string, string>;
  press: string;
}

const SIGNED_OUT: ApiFault = 'an answer of 401';
const PASSWORD = 'Sturdy-pass7';
const EMAIL = { Email: 'maya@example.org' };

/** Screens that send what was typed: a row for each. */
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
};

/**
 * Screens that ask the server for nothing before somebody is past them, or whose failures have tests of their own
 * because the specification gives each an end of its own: the interest sign-up thanks in any case, creating an account
 * and validating an e-mail have screens for how they end, the scanner has its camera.
 */
const OTHERS = [
  '',
  'welcome',
  'info',
  'choice',
  'register',
  'create-account',
  'scanning-barcode-video',
  'nda',
  'nda-legal',
  'privacy',
  'terms',
  'validate-email/:uuid',
  'qrcode',
  'scan-info',
  'no-wristband',
  'scan-code',
  'patient-complete',
  'tutorial-offer',
  'tutorial',
  'tutorial/transcript',
  'expired',
  '*',
];

beforeEach(() => {
  openAsVisitor();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('every screen has a row', () => {
  expect([...Object.keys(FORMS), ...OTHERS].sort()).toEqual(pathsOf(feature.routes).sort());
});

const ROUTES = [{ path: 'onboarding', children: feature.routes }];

async function fill(user: UserEvent, { type }: Form): Promise<void> {
  for (const [label, text] of Object.entries(type)) await user.type(screen.getByLabelText(label), text);
}

/** Without a session there is no PIN to enter: the login is next, and the shell says why (`SessionEndDialog`). */
async function expectTheEnd(): Promise<void> {
  expect(await screen.findByRole('heading', { level: 1, name: 'Please Sign In' })).toBeVisible();
  expect(store.getState().session.hasRunOut).toBe(true);
}

describe.each(API_FAULT_NAMES)('%s', (fault) => {
  test.each(Object.entries(FORMS))('leaves %s with what was typed, one sentence and a way on', async (path, form) => {
    const calls = breakApi(fault, form.healthy);
    if (form.isNarrow) openSession({ token: 'secret', user: narrowUser });
    const user = await openRoutes(ROUTES, `/onboarding/${form.at ?? path}`);
    const title = (await screen.findByRole('heading', { level: 1 })).textContent;
    await fill(user, form);
    const before = calls.length;
    await user.click(screen.getByRole('button', { name: form.press }));
    if (fault === SIGNED_OUT && form.isNarrow) return expectTheEnd();
    expect(await screen.findAllByRole('alert')).toHaveLength(1);
    expect(screen.getByRole('alert')).toHaveTextContent(/\w+ .*/);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title ?? '');
    for (const [label, text] of Object.entries(form.type)) {
      expect(screen.getByLabelText(label)).toHaveValue(text);
    }
    await waitFor(() => expect(screen.getByRole('button', { name: form.press })).not.toHaveAttribute('aria-busy'));
    await user.click(screen.getByRole('button', { name: form.press }));
    await waitFor(() => expect(calls.length).toBe(before + 2));
  });
});
