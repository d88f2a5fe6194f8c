import { screen, waitFor } from '@testing-library/react';
import { paths, store } from 'shared-ui';
import { fakeApi, savedToken } from 'shared-ui/testing';
import { narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import EnterBarcodeScreen from './EnterBarcodeScreen.tsx';

const BY_CODE = 'POST v1/sessions/code';
const FAILED =
  "We're having some trouble confirming your barcode. Please confirm you have entered it correctly. If the problem persists, please contact the provider for further support.";

beforeEach(openAsVisitor);

async function enter(code: string) {
  const { user } = await show(<EnterBarcodeScreen />, paths.onboarding.enterBarcode);
  if (code) await user.type(screen.getByLabelText('Barcode'), code);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
}

test('EnterBarcodeScreen does not send an empty field', async () => {
  const calls = fakeApi({});
  await enter('  ');
  await waitFor(() => expect(screen.getAllByText('Barcode Required')).toHaveLength(2));
  expect(calls).toEqual([]);
});

test('EnterBarcodeScreen opens a narrow session, shows the success animation and continues to the PIN', async () => {
  const calls = fakeApi({ [BY_CODE]: { token: 'secret', user: narrowUser } });
  await enter(' er1000 0001');
  expect(await screen.findByRole('heading', { name: 'Scan successful' })).toBeVisible();
  expect(location.pathname).toBe(paths.onboarding.enterBarcode);
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.pinCode));
  expect(calls).toEqual([{ route: BY_CODE, body: { code: 'ER10000001' } }]);
  expect(savedToken()).toBe('secret');
  expect(store.getState().session.status).toBe('narrow');
});

test('EnterBarcodeScreen shows a refusal with contacts and keeps the code', async () => {
  fakeApi({ [BY_CODE]: { status: 401, body: { error: { code: 'BARCODE_UNKNOWN', message: 'No.' } } } });
  await enter('ER99999999');
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
  expect(screen.getByLabelText('Barcode')).toHaveValue('ER99999999');
});

test('EnterBarcodeScreen reports a network error instead of a wrong code', async () => {
  fakeApi({});
  await enter('ER10000001');
  expect(await screen.findByText(/We can't reach the server just now/)).toBeVisible();
  expect(screen.queryByText(FAILED)).toBeNull();
  expect(screen.getByLabelText('Barcode')).toHaveValue('ER10000001');
});
