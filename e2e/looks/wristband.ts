import type { Page } from 'playwright/test';
import { expect } from '../support/fixtures.ts';
import { breakCamera, giveCamera } from '../support/phone/page-camera.ts';
import { fill, press } from '../support/screens/screens.ts';
import { pressing } from './acts.ts';
import { all, answer, change, refusalExpected } from './faults.ts';
import type { Group, ScreenState } from './screen-state.ts';

const SCAN = { path: '/onboarding/scan-code', heading: 'Scan my wristband' };

const BROKEN: ScreenState = {
  name: 'scan-missing',
  ...SCAN,
  before: ({ context }) => breakCamera(context, 'NotFoundError'),
  see: 'No camera found',
};

const AIMING: ScreenState = {
  name: 'scan-light',
  ...SCAN,
  before: ({ context }) => giveCamera(context, { hasTorch: true }),
  act: async (page) => {
    await press(page, 'Turn on the light');
    await page.getByRole('button', { name: 'Turn off the light' }).waitFor();
  },
  see: 'Hold the code between the corners',
};

const PIN = { path: '/onboarding/pin-code', heading: 'Enter your PIN' };

async function enterWrongPin(page: Page): Promise<void> {
  await expect(page.getByText(/We sent a 4-digit code/)).toBeVisible();
  await fill(page, { '4-digit code': '1000' });
  await press(page, 'Submit');
}

const MOBILE = '/onboarding/enter-new-mobile';

const WAITING = change('users/me', {
  phoneChange: { maskedPhone: '•• ••••••••0199', expiresAt: '2036-11-20T08:00:00.000Z' },
});

const NARROW: ScreenState[] = [
  { name: 'pin-code-wrong', ...PIN, before: refusalExpected, act: enterWrongPin, see: /PIN was incorrect/ },
  { name: 'pin-code-no-phone', ...PIN, before: change('users/me', { maskedPhone: '' }), see: /a mobile number/ },
  { name: 'new-mobile-waiting', path: MOBILE, heading: 'Please confirm your new number', before: WAITING },
  { name: 'pin-code-waiting', ...PIN, before: WAITING, see: 'Your new mobile number is waiting to be confirmed.' },
];

const CONFIRM = {
  path: '/onboarding/confirm-mobile/0b5c7c52-2f1c-4d35-9c1a-2f3a5e8f6f10',
  heading: 'Is this your new mobile number?',
  before: all(
    answer('users/phone-change', { firstName: 'Maximiliana', maskedPhone: '•• ••••••••0199' }),
    answer('users/phone-change/*', undefined),
  ),
};

export const WRISTBAND: Group = {
  name: 'wristband',
  walks: [
    { name: 'no camera', as: 'visitor', states: [BROKEN] },
    { name: 'camera', as: 'visitor', states: [AIMING] },
    { name: 'pin-code and new number', as: 'narrow', states: NARROW },
    {
      name: 'confirm-mobile',
      as: 'visitor',
      states: [
        { name: 'confirm-mobile', ...CONFIRM },
        {
          name: 'confirm-mobile-confirmed',
          ...CONFIRM,
          act: pressing('Yes, use this number'),
          see: 'Your new number is confirmed',
        },
      ],
    },
  ],
};
