import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { paths, store } from 'shared-ui';
import { fakeApi, savedToken } from 'shared-ui/testing';
import { narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import EnterBarcodeScreen from './EnterBarcodeScreen.tsx';

const BY_CODE = 'POST v1/sessions/code';
const FAILED =
  "We're having some trouble confirming your barcode. Please confirm you have entered it correctly. If the problem persists, please contact the provider for further support.";

beforeEach(openAsVisitor);

const open = async () => (await show(<EnterBarcodeScreen />, paths.onboarding.enterBarcode)).user;
const field = () => screen.getByLabelText('Barcode');
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Submit' }));

test('EnterBarcodeScreen opens a narrow session, shows the success animation and continues to the PIN', async () => {
  const calls = fakeApi({ [BY_CODE]: { token: 'secret', user: narrowUser } });
  const user = await open();
  await user.type(field(), ' er1000 0001{Enter}');
  expect(await screen.findByRole('heading', { name: 'Scan successful' })).toBeVisible();
  expect(location.pathname).toBe(paths.onboarding.enterBarcode);
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.pinCode));
  expect(calls).toEqual([{ route: BY_CODE, body: { code: 'ER10000001' } }]);
  expect(savedToken()).toBe('secret');
  expect(store.getState().session.status).toBe('narrow');
});

test('EnterBarcodeScreen shows a refusal with contacts and keeps the code, other than for an empty field or no network', async () => {
  const calls = fakeApi({ [BY_CODE]: { status: 401, body: { error: { code: 'BARCODE_UNKNOWN', message: 'No.' } } } });
  const user = await open();
  await user.type(field(), '  {Enter}');
  await waitFor(() => expect(screen.getAllByText('Barcode Required')).toHaveLength(2));
  expect(calls).toEqual([]);
  await user.type(field(), 'ER99999999{Enter}');
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
  fakeApi({});
  await submit(user);
  expect(await screen.findByText(/We can't reach the server just now/)).toBeVisible();
  expect(screen.queryByText(FAILED)).toBeNull();
  expect(field()).toHaveValue('  ER99999999');
});
