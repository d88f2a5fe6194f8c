import { savedToken, saveToken } from '../../platform/http/token.ts';
import { fakeApi, openPage, patient } from '../../testing/index.ts';
import { store } from '../store.ts';
import { resetDemo } from './app.ts';
import { restoreSession } from './session.ts';

const RESTART = `GET v1/users/${patient.id}/reset`;

beforeEach(() => {
  localStorage.clear();
  openPage();
  store.setState(store.getInitialState(), true);
  saveToken('t');
});

test('resetDemo restarts the demo even when called before the saved session is restored', async () => {
  const calls = fakeApi({ 'GET v1/users/me': patient, [RESTART]: {}, 'DELETE v1/sessions': {} });
  const reset = resetDemo();
  await restoreSession();
  await reset;
  expect(calls.map(({ route }) => route)).toEqual(['GET v1/users/me', RESTART, 'DELETE v1/sessions']);
  expect(savedToken()).toBeNull();
});

test('resetDemo changes nothing locally when the server can’t be reached', async () => {
  fakeApi({});
  await restoreSession();
  await expect(resetDemo()).rejects.toMatchObject({ kind: 'unreachable' });
  expect(savedToken()).toBe('t');
});
