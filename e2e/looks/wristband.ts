import type { Page } from 'playwright/test';
import { expect } from '../support/fixtures.ts';
import { fill, filling, press, pressing } from './acts.ts';
import { blurredCamera, noCamera, ownClock } from './cameras.ts';
import { all, answer, change, offline, refusalExpected, refuse } from './faults.ts';
import type { Group, ScreenState } from './screen-state.ts';

const SCAN = { path: '/onboarding/scan-code', heading: 'Scan my wristband' };
const turnOn = pressing('Turn on the camera');

const SCANNING: ScreenState[] = [
  { name: 'qrcode', path: '/onboarding/qrcode', heading: 'Find the code that looks like this' },
  { name: 'scan-info', path: '/onboarding/scan-info', heading: 'What are scannable codes?' },
  { name: 'no-wristband', path: '/onboarding/no-wristband', heading: 'You need a wristband' },
  { name: 'scan-code', ...SCAN, see: /Your browser will ask/ },
  { name: 'scan-denied', ...SCAN, before: noCamera('NotAllowedError'), act: turnOn, see: 'The camera is not allowed' },
  {
    name: 'scan-photo-unread',
    ...SCAN,
    before: noCamera('NotAllowedError'),
    act: async (page) => {
      await turnOn(page);
      const photo = { name: 'photo.png', mimeType: 'image/png', buffer: await page.screenshot() };
      await page.locator('input[type=file]').setInputFiles(photo);
    },
    see: 'No code found in this photo',
  },
  { name: 'scan-missing', ...SCAN, before: noCamera('NotFoundError'), act: turnOn, see: 'No camera found' },
  { name: 'scan-failed', ...SCAN, before: noCamera('NotReadableError'), act: turnOn, see: 'The camera did not start' },
  { name: 'scan-aim', ...SCAN, before: blurredCamera, act: turnOn, see: 'Hold the code between the corners' },
  {
    name: 'scan-light',
    ...SCAN,
    before: blurredCamera,
    act: async (page) => {
      await turnOn(page);
      await press(page, 'Turn on the light');
      await page.getByRole('button', { name: 'Turn off the light' }).waitFor();
    },
    see: 'Hold the code between the corners',
  },
  {
    name: 'scan-hint',
    ...SCAN,
    before: all(ownClock, blurredCamera),
    act: async (page) => {
      await turnOn(page);
      await page.getByText('Hold the code between the corners').waitFor();
      await page.clock.fastForward(8_000);
    },
    see: /steady and well-lit/,
  },
];

const BARCODE = { path: '/onboarding/enter-barcode', heading: 'Enter your barcode' };

const BY_HAND: ScreenState[] = [
  { name: 'enter-barcode', ...BARCODE },
  { name: 'enter-barcode-errors', ...BARCODE, act: pressing('Submit'), see: 'Barcode Required' },
  {
    name: 'enter-barcode-failed',
    ...BARCODE,
    before: refusalExpected,
    act: filling({ Barcode: 'ER99999999' }, 'Submit'),
    see: /trouble confirming your barcode/,
  },
  {
    name: 'enter-barcode-offline',
    ...BARCODE,
    before: offline('sessions/code'),
    act: filling({ Barcode: 'ER10000001' }, 'Submit'),
    see: /can't reach the server/,
  },
];

const PIN = { path: '/onboarding/pin-code', heading: 'Enter your PIN', as: 'narrow' } as const;
const VERIFY = 'sessions/pin/verify';
const WRONG = '1000';

async function enterPin(page: Page, pin = WRONG): Promise<void> {
  await expect(page.getByText(/We sent a 4-digit code/)).toBeVisible();
  await fill(page, { '4-digit code': pin });
  await press(page, 'Submit');
}

const PINS: ScreenState[] = [
  { name: 'pin-code', ...PIN, see: /We sent a 4-digit code/ },
  { name: 'pin-code-half', ...PIN, act: (page) => fill(page, { '4-digit code': '48' }), see: /We sent a 4-digit code/ },
  { name: 'pin-code-wrong', ...PIN, before: refusalExpected, act: (page) => enterPin(page), see: /PIN was incorrect/ },
  {
    name: 'pin-code-dead',
    ...PIN,
    before: refuse(VERIFY, 'PIN_DEAD'),
    act: (page) => enterPin(page),
    see: /ask for a new one/,
  },
  {
    name: 'pin-code-offline',
    ...PIN,
    before: offline(VERIFY),
    act: (page) => enterPin(page),
    see: /can't reach the server/,
  },
  {
    name: 'pin-code-locked',
    ...PIN,
    before: refuse('sessions/pin', 'PIN_LOCKED', { support: 'support@example.org' }),
    see: /Too many wrong PINs today/,
  },
  {
    name: 'pin-code-too-many-texts',
    ...PIN,
    before: refuse('sessions/pin', 'TOO_MANY_TEXTS', { minutes: 7 }),
    see: /several text messages/,
  },
  {
    name: 'pin-code-resent',
    ...PIN,
    before: answer('sessions/pin', { maskedPhone: '', expiresAt: '2030-01-01T00:00:00.000Z' }),
    act: async (page) => {
      await expect(page.getByText(/We sent a 4-digit code/)).toBeVisible();
      await press(page, 'Resend security code');
    },
    see: 'We sent a new security code.',
  },
  {
    name: 'pin-code-no-phone',
    ...PIN,
    before: change('users/me', { maskedPhone: '' }),
    see: /a mobile number/,
  },
];

const EMAIL = { path: '/onboarding/enter-email', heading: 'Confirm your email', as: 'narrow' } as const;
const MOBILE = { path: '/onboarding/enter-new-mobile', heading: 'Enter your new mobile number', as: 'narrow' } as const;
const NUMBER = { 'Mobile number': '+1 416-555-0199' };

const NEW_NUMBER: ScreenState[] = [
  { name: 'enter-email', ...EMAIL },
  { name: 'enter-email-errors', ...EMAIL, act: pressing('Submit'), see: 'Email Required' },
  {
    name: 'enter-email-mismatch',
    ...EMAIL,
    before: refuse('sessions/email', 'EMAIL_MISMATCH'),
    act: filling({ Email: 'somebody@example.org' }, 'Submit'),
    see: /trouble confirming your email address/,
  },
  { name: 'enter-new-mobile', ...MOBILE },
  {
    name: 'enter-new-mobile-errors',
    ...MOBILE,
    act: filling({ 'Mobile number': '416 555' }, 'Submit'),
    see: /must be formatted like this/,
  },
  {
    name: 'enter-new-mobile-failed',
    ...MOBILE,
    before: refuse('PATCH users/me', 'VALIDATION'),
    act: filling(NUMBER, 'Submit'),
    see: /trouble updating your phone number/,
  },
];

const WAITING = change('users/me', {
  phoneChange: { maskedPhone: '•• ••••••••0199', expiresAt: '2036-11-20T08:00:00.000Z' },
});
const CONFIRM = {
  path: '/onboarding/confirm-mobile/0b5c7c52-2f1c-4d35-9c1a-2f3a5e8f6f10',
  heading: 'Is this your new mobile number?',
  as: 'visitor',
  before: all(
    answer('users/phone-change', { firstName: 'Maximiliana', maskedPhone: '•• ••••••••0199' }),
    answer('users/phone-change/*', undefined),
  ),
} as const;

/** A new number that has to be confirmed (STRICT_IDENTITY). */
const CONFIRMING: ScreenState[] = [
  { name: 'new-mobile-waiting', ...MOBILE, heading: 'Please confirm your new number', before: WAITING },
  { name: 'pin-code-waiting', ...PIN, before: WAITING, see: 'Your new mobile number is waiting to be confirmed.' },
  { name: 'confirm-mobile', ...CONFIRM },
  {
    name: 'confirm-mobile-confirmed',
    ...CONFIRM,
    act: pressing('Yes, use this number'),
    see: 'Your new number is confirmed',
  },
  { name: 'confirm-mobile-refused', ...CONFIRM, act: pressing('This wasn’t me'), see: 'Your number stays as it was' },
  { name: 'confirm-mobile-dead', ...CONFIRM, heading: 'This link no longer works', before: refusalExpected },
];

/** Wristband, PIN and a new mobile number. */
export const WRISTBAND: Group = {
  name: 'wristband',
  as: 'visitor',
  states: [...SCANNING, ...BY_HAND, ...PINS, ...NEW_NUMBER, ...CONFIRMING],
};
