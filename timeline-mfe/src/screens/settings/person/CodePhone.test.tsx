import { act, screen } from '@testing-library/react';
import { store, upgradeSession } from 'shared-ui';
import { fakeApi, openPage, openRoutes, patient } from 'shared-ui/testing';
import feature from '../../../feature.tsx';

const NEW = '+1 416 555 0150';
const CONFIRM = 'POST v1/users/me/phone/confirm';

const open = async (me: object = {}) => {
  const user = await openRoutes(feature.routes, '/app/settings');
  act(() => upgradeSession({ ...patient, ...me }));
  return user;
};

beforeEach(() => {
  openPage();
  fakeApi({});
});

test('CodePhone keeps the old number until the code of the new one is entered, and says why a code was refused', async () => {
  const user = await open();
  expect(await screen.findByText(`${patient.phoneNumber} is confirmed.`)).toBeVisible();
  const calls = fakeApi({
    'PATCH v1/users/me': { ...patient, pendingPhoneNumber: NEW },
    [CONFIRM]: {
      status: 403,
      body: { error: { code: 'PHONE_CODE_WRONG', message: 'This code isn’t right.' } },
    },
  });
  await user.type(screen.getByLabelText('New mobile number'), NEW);
  await user.click(screen.getByRole('button', { name: 'Change number' }));
  expect(await screen.findByText(/^\+1 416 555 0150 isn’t confirmed yet/)).toBeVisible();
  expect(screen.getByText(`${patient.phoneNumber} is confirmed.`)).toBeVisible();
  await user.type(screen.getByLabelText('Security code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm number' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This code isn’t right.');
  fakeApi({ [CONFIRM]: { ...patient, phoneNumber: NEW } });
  await user.click(screen.getByRole('button', { name: 'Confirm number' }));
  expect(await screen.findByText(`${NEW} is confirmed.`)).toBeVisible();
  expect(store.getState().session.me).toMatchObject({ phoneNumber: NEW });
  expect(calls.find(({ route }) => route === CONFIRM)?.body).toEqual({ code: '123456' });
});

test('CodePhone texts a code to a number that was only typed at registration', async () => {
  const calls = fakeApi({ 'POST v1/users/me/phone/code': { maskedPhone: '', expiresAt: '' } });
  const user = await open({ pendingPhoneNumber: patient.phoneNumber });
  expect(screen.queryByText(/is confirmed\.$/)).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Send a new code' }));
  expect(await screen.findByText('We’ve sent you a new code.')).toBeVisible();
  expect(calls.map(({ route }) => route)).toContain('POST v1/users/me/phone/code');
});
