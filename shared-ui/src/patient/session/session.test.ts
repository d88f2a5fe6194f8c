import { callFromOutside } from '../../platform/http/client.ts';
import { forgetToken, savedToken, saveToken } from '../../platform/http/token.ts';
import { careEvent, fakeApi, openPage, patient } from '../../testing/index.ts';
import { store, updateSlice } from '../store.ts';
import {
  changeContact,
  endSession,
  mayUseApp,
  openSession,
  recheckSession,
  restoreSession,
  upgradeSession,
} from './session.ts';

const session = () => store.getState().session;
const refused = { status: 401, body: { error: { code: 'UNAUTHENTICATED', message: 'Please sign in' } } };

beforeEach(() => {
  localStorage.clear();
  openPage();
  store.setState(store.getInitialState(), true);
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

describe('when the app starts', () => {
  test('the visitor is anonymous without a token, and the server is not asked', async () => {
    const calls = fakeApi({});
    await restoreSession();
    expect(session().status).toBe('anonymous');
    expect(calls).toEqual([]);
  });

  test('a saved token that the server knows brings its user back', async () => {
    saveToken('t');
    fakeApi({ 'GET v1/users/me': patient });
    await restoreSession();
    expect(session()).toMatchObject({ status: 'full', me: { firstName: 'Jordan' }, isOffline: false });
  });

  describe('and the page has asked already who is here', () => {
    const headers = { 'accept-language': 'en-CA', authorization: 'Bearer t' };

    test('that answer is taken, and the server not asked again', async () => {
      saveToken('t');
      const calls = fakeApi({});
      globalThis.__lodestarWho = { headers, answer: Promise.resolve(Response.json(patient)) };
      await restoreSession();
      expect(session()).toMatchObject({ status: 'full', me: { firstName: 'Jordan' } });
      expect(calls).toEqual([]);
    });

    test('an answer to another person’s question is not', async () => {
      saveToken('another');
      fakeApi({ 'GET v1/users/me': refused });
      globalThis.__lodestarWho = { headers, answer: Promise.resolve(Response.json(patient)) };
      await restoreSession();
      expect(session()).toMatchObject({ status: 'anonymous', me: null });
    });

    test('one that did not reach the server is asked again', async () => {
      saveToken('t');
      const calls = fakeApi({ 'GET v1/users/me': patient });
      const answer = Promise.reject(new TypeError('Failed to fetch'));
      answer.catch(() => undefined);
      globalThis.__lodestarWho = { headers, answer };
      await restoreSession();
      expect(session()).toMatchObject({ status: 'full', isOffline: false });
      expect(calls).toHaveLength(1);
    });
  });

  test('a token that the server refuses is thrown away', async () => {
    saveToken('t');
    fakeApi({ 'GET v1/users/me': refused });
    await restoreSession();
    expect(session().status).toBe('anonymous');
    expect(savedToken()).toBeNull();
  });

  test('a token stays when the server can’t be reached', async () => {
    saveToken('t');
    fakeApi({});
    await restoreSession();
    expect(session()).toMatchObject({ status: 'anonymous', isOffline: true });
    expect(savedToken()).toBe('t');
  });
});

describe('a session that is checked again', () => {
  beforeEach(() => openSession({ token: 't', user: patient }));

  test('goes on, and says so, when the network fails', async () => {
    fakeApi({});
    await recheckSession();
    expect(session()).toMatchObject({ status: 'full', isOffline: true });
  });

  test('goes on, and says whose fault it is, while the hospital can’t reach its data', async () => {
    const out = { status: 503, body: { error: { code: 'UNAVAILABLE', message: 'Nothing is lost.' } } };
    fakeApi({ 'GET v1/users/me': out });
    await recheckSession();
    expect(session()).toMatchObject({ status: 'full', isOffline: true, isHospitalOut: true });
    fakeApi({ 'GET v1/users/me': patient });
    await recheckSession();
    expect(session()).toMatchObject({ status: 'full', isOffline: false, isHospitalOut: false });
  });

  test('is online again once the server answers', async () => {
    updateSlice('session', { isOffline: true });
    fakeApi({ 'GET v1/users/me': patient });
    await recheckSession();
    expect(session().isOffline).toBe(false);
  });

  test('stays online when an earlier check fails after a later one has succeeded', async () => {
    updateSlice('session', { checkedAt: Date.now() - 60_000 });
    let fail = () => {};
    const asked = new Promise<void>((resolve) => {
      const answer = () => {
        resolve();
        return new Promise((_, reject) => {
          fail = () => reject(new DOMException('', 'TimeoutError'));
        });
      };
      fakeApi({ 'GET v1/users/me': answer });
    });
    const earlier = recheckSession();
    await asked;
    fakeApi({ 'GET v1/users/me': patient });
    await recheckSession();
    fail();
    await earlier;
    expect(session()).toMatchObject({ status: 'full', isOffline: false });
  });

  test.each([401, 403])('ends when the server answers %d, and takes the person’s data with it', async (status) => {
    updateSlice('events', { list: [careEvent({ id: 'e1' })] });
    updateSlice('settings', { isUserValidated: true });
    fakeApi({ 'GET v1/users/me': { status, body: refused.body } });
    await recheckSession();
    expect(session()).toMatchObject({ status: 'anonymous', me: null });
    expect(store.getState().events.list).toEqual([]);
    expect(store.getState().settings.isUserValidated).toBe(false);
    expect(savedToken()).toBeNull();
  });
});

test('what a user has read goes when their trial is over; what waits to be sent stays', async () => {
  openSession({ token: 't', user: patient });
  updateSlice('events', { list: [careEvent({ id: 'e1' })] });
  updateSlice('delivery', { drafts: ['e1'] });
  fakeApi({ 'GET v1/users/me': { ...patient, statusId: 6 } });
  await recheckSession();
  expect(store.getState().events.list).toEqual([]);
  expect(store.getState().delivery.drafts).toEqual(['e1']);
  expect(session()).toMatchObject({ status: 'full', me: { statusId: 6 } });
});

test('a wristband opens a narrow session that only the PIN widens', () => {
  const user = { scope: 'narrow', firstName: 'Jordan', maskedPhone: '•••• 0101', statusId: 1 } as const;
  openSession({ token: 't', user });
  expect(session().status).toBe('narrow');
  upgradeSession(patient);
  expect(session().status).toBe('full');
  expect(mayUseApp(store.getState())).toBe(false);
  updateSlice('settings', { isUserValidated: true });
  expect(mayUseApp(store.getState())).toBe(true);
});

test('who signs in finds nothing of who was here before', () => {
  updateSlice('events', { list: [careEvent({ id: 'e1' })] });
  openSession({ token: 't', user: patient });
  expect(store.getState().events.list).toEqual([]);
});

test('a sign-in goes on though what was left of an earlier session ends meanwhile', async () => {
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

test('signing out empties the phone at once, and still tells the server whose session ends', async () => {
  openSession({ token: 't', user: patient });
  const authorized: (string | null)[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    authorized.push((input as Request).headers.get('authorization'));
    return new Response(null, { status: 204 });
  });
  const told = endSession();
  expect(session().status).toBe('anonymous');
  expect(savedToken()).toBeNull();
  await told;
  expect(authorized).toEqual(['Bearer t']);
});

test('what was saved just before signing out does not sign in again when its answer comes', async () => {
  openSession({ token: 't', user: patient });
  let answer: (me: typeof patient) => void = () => undefined;
  fakeApi({ 'PATCH v1/users/me': () => new Promise((resolve) => (answer = resolve)), 'DELETE v1/sessions': undefined });
  const saved = changeContact({ contactEmail: 'jordan@example.org', mobilePhone: null });
  await endSession();
  answer(patient);
  await expect(saved).rejects.toMatchObject({ code: 'SESSION_OVER' });
  expect(session()).toMatchObject({ status: 'anonymous', me: null });
});

test('signing out works without the network, too', async () => {
  openSession({ token: 't', user: patient });
  fakeApi({});
  await endSession();
  expect(session().status).toBe('anonymous');
  expect(savedToken()).toBeNull();
});

describe('a page that the browser has set aside and brings back', () => {
  const turn = (type: 'pagehide' | 'pageshow') =>
    window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));

  beforeEach(async () => {
    saveToken('t');
    fakeApi({ 'GET v1/users/me': patient });
    await restoreSession();
    updateSlice('events', { list: [careEvent({ id: 'e1' })] });
    turn('pagehide');
  });

  test('shows nothing of a user who has signed out meanwhile', () => {
    localStorage.clear();
    turn('pageshow');
    expect(session()).toMatchObject({ status: 'anonymous', me: null });
    expect(store.getState().events.list).toEqual([]);
  });

  test('goes on as it was while the session is the same', () => {
    turn('pageshow');
    expect(session().status).toBe('full');
    expect(store.getState().events.list).toHaveLength(1);
  });
});
