import 'fake-indexeddb/auto';
import { runtimeConfig } from 'shared-ui';
import { fakeApi, openPage, patient, setRuntimeConfig, store } from 'shared-ui/testing';
import { vaultOwners, wipeVault } from 'shared-ui/vault';
import { storeTokens, takeToken } from './tokens.ts';

const ROUTE = 'POST v1/survey-tokens';
const tokenFor = (about: string) => ({
  about,
  token: `token of ${about}`,
  expiresAt: new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toISOString(),
});

const setUser = (me: typeof patient | null) =>
  store.setState(({ session }) => ({ session: { ...session, status: me ? 'full' : 'anonymous', me } }));

beforeEach(() => {
  openPage();
  setRuntimeConfig({ ...runtimeConfig(), surveyTokens: true });
  setUser(patient);
});

afterEach(async () => {
  for (const owner of await vaultOwners()) await wipeVault(owner);
});

test('storeTokens stores a token for an event, and takeToken returns it once', async () => {
  const calls = fakeApi({ [ROUTE]: [tokenFor('kept')] });
  await storeTokens(patient.id, ['kept']);
  expect(calls).toEqual([{ route: ROUTE, body: { about: ['kept'] } }]);
  expect(await takeToken(patient.id, 'kept')).toBe('token of kept');
  expect(await takeToken(patient.id, 'kept')).toBeUndefined();
});

test('storeTokens requests and stores nothing after a sign-out, and drops what arrives after one', async () => {
  const calls = fakeApi({
    [ROUTE]: () => {
      setUser(null);
      return [tokenFor('late')];
    },
  });
  const stored = storeTokens(patient.id, ['dropped']);
  setUser(null);
  await stored;
  expect(calls).toEqual([]);
  setUser(patient);
  await storeTokens(patient.id, ['late']);
  expect(calls).toHaveLength(1);
  for (const about of ['dropped', 'late']) expect(await takeToken(patient.id, about)).toBeUndefined();
});
