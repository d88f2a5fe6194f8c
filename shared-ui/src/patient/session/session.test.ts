import { STATUS_EXPIRED } from '../../contract/routes/paths.ts';
import { callFromOutside } from '../../platform/http/client.ts';
import { forgetToken, savedToken, saveToken } from '../../platform/http/token.ts';
import { redirectTo } from '../../platform/page.ts';
import { careEvent, fakeApi, narrowUser, openPage, patient, store, updateSlice } from '../../testing/index.ts';
import {
  changeContact,
  endSession,
  mayUseApp,
  openSession,
  recheckSession,
  restoreSession,
  signedInUser,
  upgradeSession,
} from './session.ts';

jest.mock('../../platform/page.ts', () => ({
  ...jest.requireActual('../../platform/page.ts'),
  redirectTo: jest.fn(),
}));

const session = () => store.getState().session;
const refused = { status: 401, body: { error: { code: 'UNAUTHENTICATED', message: 'Please sign in' } } };

beforeEach(() => {
  localStorage.clear();
  openPage();
  store.setState(store.getInitialState(), true);
});

describe('restoreSession', () => {
  test('treats the visitor as anonymous and sends no request without a token', async () => {
    const calls = fakeApi({});
    await restoreSession();
    expect(session().status).toBe('anonymous');
    expect(calls).toEqual([]);
  });

  test('restores the user of a saved token that the server accepts', async () => {
    saveToken('t');
    fakeApi({ 'GET v1/users/me': patient });
    await restoreSession();
    expect(session()).toMatchObject({ status: 'full', me: { firstName: 'Jordan' }, isOffline: false });
  });

  test('uses the response to the page’s own request for this token, and otherwise sends a request', async () => {
    const headers = { 'accept-language': 'en-CA', authorization: 'Bearer t' };
    const failed = Promise.reject(new TypeError('Failed to fetch'));
    failed.catch(() => undefined);
    for (const [token, requested, sent] of [
      ['t', Promise.resolve(Response.json({ ...patient, firstName: 'Early' })), 0],
      ['another', Promise.resolve(Response.json({ ...patient, firstName: 'Early' })), 1],
      ['t', failed, 1],
    ] as const) {
      store.setState(store.getInitialState(), true);
      saveToken(token);
      const calls = fakeApi({ 'GET v1/users/me': patient });
      globalThis.__lodestarCalls = { headers, answers: { 'v1/users/me': requested } };
      await restoreSession();
      const firstName = sent === 0 ? 'Early' : 'Jordan';
      expect(session()).toMatchObject({ status: 'full', me: { firstName }, isOffline: false });
      expect(calls).toHaveLength(sent);
    }
  });

  test('remembers for the next start whether the server lets the session into the app', async () => {
    const wasLetIn = () => JSON.parse(localStorage.getItem('settings') ?? '{}').wasLetIn;
    const agreements = [{ document: 'privacy', version: '2.0' }];
    for (const [me, expected] of [
      [patient, true],
      [{ ...patient, toAgree: agreements }, false],
      [patient, true],
      [{ ...patient, statusId: STATUS_EXPIRED }, false],
      [patient, true],
      [narrowUser, false],
      [patient, true],
      [refused, false],
    ] as const) {
      saveToken('t');
      fakeApi({ 'GET v1/users/me': me });
      await restoreSession();
      expect(wasLetIn()).toBe(expected);
    }
  });

  test('keeps the token when the server can’t be reached', async () => {
    saveToken('t');
    fakeApi({});
    await restoreSession();
    expect(session()).toMatchObject({ status: 'anonymous', isOffline: true });
    expect(savedToken()).toBe('t');
  });
});

describe('recheckSession', () => {
  beforeEach(() => openSession({ token: 't', user: patient }));

  test('keeps the session and marks it offline when the network fails', async () => {
    fakeApi({});
    await recheckSession();
    expect(session()).toMatchObject({ status: 'full', isOffline: true });
  });

  test('keeps the session and reports an outage while the hospital can’t reach its data', async () => {
    const out = { status: 503, body: { error: { code: 'UNAVAILABLE', message: 'Nothing is lost.' } } };
    fakeApi({ 'GET v1/users/me': out });
    await recheckSession();
    expect(session()).toMatchObject({ status: 'full', isOffline: true, isHospitalOut: true });
    fakeApi({ 'GET v1/users/me': patient });
    await recheckSession();
    expect(session()).toMatchObject({ status: 'full', isOffline: false, isHospitalOut: false });
  });

  test('keeps the session online when an earlier check fails after a later one has succeeded', async () => {
    updateSlice('session', { checkedAt: Date.now() - 60_000 });
    let fail = () => {};
    const requested = new Promise<void>((resolve) => {
      const answer = () => {
        resolve();
        return new Promise((_, reject) => {
          fail = () => reject(new DOMException('', 'TimeoutError'));
        });
      };
      fakeApi({ 'GET v1/users/me': answer });
    });
    const earlier = recheckSession();
    await requested;
    fakeApi({ 'GET v1/users/me': patient });
    await recheckSession();
    fail();
    await earlier;
    expect(session()).toMatchObject({ status: 'full', isOffline: false });
  });

  test.each([401, 403])(
    'ends the session and clears the person’s data when the server responds with %d',
    async (status) => {
      updateSlice('events', { list: [careEvent({ id: 'e1' })] });
      updateSlice('settings', { isUserValidated: true });
      fakeApi({ 'GET v1/users/me': { status, body: refused.body } });
      await recheckSession();
      expect(session()).toMatchObject({ status: 'anonymous', me: null });
      expect(store.getState().events.list).toEqual([]);
      expect(store.getState().settings.isUserValidated).toBe(false);
      expect(savedToken()).toBeNull();
    },
  );
});

test('an expired trial clears what the user has read and keeps what is still unsent', async () => {
  openSession({ token: 't', user: patient });
  updateSlice('events', { list: [careEvent({ id: 'e1' })] });
  updateSlice('delivery', { drafts: ['e1'] });
  fakeApi({ 'GET v1/users/me': { ...patient, statusId: 6 } });
  await recheckSession();
  expect(store.getState().events.list).toEqual([]);
  expect(store.getState().delivery.drafts).toEqual(['e1']);
  expect(session()).toMatchObject({ status: 'full', me: { statusId: 6 } });
});

test('a wristband opens a narrow session that only the PIN upgrades', () => {
  expect(signedInUser(store.getState())).toBeUndefined();
  openSession({ token: 't', user: narrowUser });
  expect(session().status).toBe('narrow');
  expect(signedInUser(store.getState())).toBeUndefined();
  upgradeSession(patient);
  expect(session().status).toBe('full');
  expect(signedInUser(store.getState())).toBe(patient);
  expect(mayUseApp(store.getState())).toBe(false);
  updateSlice('settings', { isUserValidated: true });
  expect(mayUseApp(store.getState())).toBe(true);
});

test('signing in clears the data of the previous user', () => {
  updateSlice('events', { list: [careEvent({ id: 'e1' })] });
  openSession({ token: 't', user: patient });
  expect(store.getState().events.list).toEqual([]);
});

test('a sign-in succeeds although a leftover session ends meanwhile', async () => {
  saveToken('old');
  fakeApi({
    'POST v1/sessions': () => {
      forgetToken();
      return { token: 'new', user: patient };
    },
  });
  openSession(await callFromOutside('post', 'v1/sessions', { username: 'jordan@example.org', password: 'Demo-pass1' }));
  expect(savedToken()).toBe('new');
  expect(session()).toMatchObject({ status: 'full', me: { firstName: 'Jordan' } });
});

test('signing out clears the phone immediately and notifies the server', async () => {
  openSession({ token: 't', user: patient });
  // Without the network, too.
  const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const signedOut = endSession();
  expect(session().status).toBe('anonymous');
  expect(savedToken()).toBeNull();
  await signedOut;
  const [request] = fetched.mock.calls.map(([input]) => input as Request);
  expect([request?.method, request?.headers.get('authorization')]).toEqual(['DELETE', 'Bearer t']);
});

test('changeContact does not sign the user in again when its response arrives after the sign-out', async () => {
  openSession({ token: 't', user: patient });
  let answer: (me: typeof patient) => void = () => undefined;
  fakeApi({ 'PATCH v1/users/me': () => new Promise((resolve) => (answer = resolve)), 'DELETE v1/sessions': undefined });
  const saved = changeContact({ contactEmail: 'jordan@example.org', mobilePhone: null });
  await endSession();
  answer(patient);
  await expect(saved).rejects.toMatchObject({ code: 'SESSION_OVER' });
  expect(session()).toMatchObject({ status: 'anonymous', me: null });
});

test('endSession continues at the identity provider’s sign-out page, once the phone is signed out', async () => {
  openSession({ token: 't', user: patient });
  const endSessionUrl = 'https://login.hospital.example/session/end?id_token_hint=x';
  fakeApi({ 'DELETE v1/sessions': { endSessionUrl } });
  jest.mocked(redirectTo).mockImplementation(() => expect(savedToken()).toBeNull());
  await endSession();
  expect(redirectTo).toHaveBeenCalledWith(endSessionUrl);
});

/** Takes the page into the back/forward cache, or out of it. */
const turn = (type: 'pagehide' | 'pageshow') =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));

test('a restored page shows no data after sign-out', async () => {
  saveToken('t');
  fakeApi({ 'GET v1/users/me': patient });
  await restoreSession();
  updateSlice('events', { list: [careEvent({ id: 'e1' })] });
  turn('pagehide');
  turn('pageshow');
  expect(session().status).toBe('full');
  expect(store.getState().events.list).toHaveLength(1);
  localStorage.clear();
  turn('pageshow');
  expect(session()).toMatchObject({ status: 'anonymous', me: null });
  expect(store.getState().events.list).toEqual([]);
});

test('a start goes on as a visitor when another tab signs out meanwhile', async () => {
  saveToken('t');
  fakeApi({ 'GET v1/users/me': () => forgetToken() });
  await restoreSession();
  expect(session().status).toBe('unknown');
  window.dispatchEvent(new StorageEvent('storage', { key: 'access-token' }));
  expect(session().status).toBe('anonymous');
});
