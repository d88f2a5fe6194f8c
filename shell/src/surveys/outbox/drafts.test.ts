import 'fake-indexeddb/auto';
import { openPage, patient, store } from 'shared-ui/testing';
import { openVault, vaultOwners, wipeVault } from 'shared-ui/vault';
import { draftOf, forgetDraft, forgetSentDraft, keepDraft } from './drafts.ts';

const answers = (answer: string) => ({ key: 'key-1', responses: [{ question: 'triageComments', answer }] });

/** Reads a draft as a page opened later would. */
const onThePhone = async (about: string, user = 'user-1') => (await openVault(`drafts/${user}`)).get(about);

/** Resolves when all storage operations so far are done: reads are queued behind them. */
const settled = () => draftOf('user-0', 'event-0');

const session = (changes: object) => store.setState((state) => ({ session: { ...state.session, ...changes } }));

beforeEach(async () => {
  openPage();
  await settled();
});

afterEach(async () => {
  for (const owner of await vaultOwners()) await wipeVault(owner);
});

test('keepDraft keeps the newest text in memory and in storage, and writes only the last of several changes', async () => {
  const write = jest.spyOn(IDBObjectStore.prototype, 'put');
  const texts = Array.from({ length: 100 }, (_, at) => answers(`text ${at}`));
  const kept = texts.map((text) => keepDraft('user-1', 'event-1', text));
  expect(await draftOf('user-1', 'event-1')).toEqual(answers('text 99'));
  await Promise.all(kept);
  expect(await onThePhone('event-1')).toEqual(answers('text 99'));
  expect(write.mock.calls.filter(([value]) => value.name === 'event-1').length).toBeLessThanOrEqual(2);
});

test('text typed right after a form was sent is a new draft', async () => {
  void keepDraft('user-1', 'event-1', answers('a'));
  void forgetDraft('user-1', 'event-1');
  await keepDraft('user-1', 'event-1', answers('b'));
  expect(await onThePhone('event-1')).toEqual(answers('b'));
});

test('draftOf finds a stored draft for its own user and form only', async () => {
  await (await openVault('drafts/user-1')).put('event-1', answers('Mine'));
  expect(await draftOf('user-1', 'event-1')).toEqual(answers('Mine'));
  expect(await draftOf('user-1', 'event-2')).toBeUndefined();
  expect(await draftOf('user-2', 'event-1')).toBeUndefined();
});

test('forgetDraft deletes a draft that is still being written', async () => {
  void keepDraft('user-1', 'event-1', answers('a'));
  await forgetDraft('user-1', 'event-1');
  expect(await onThePhone('event-1')).toBeUndefined();
  expect(await draftOf('user-1', 'event-1')).toBeUndefined();
});

test.each([
  ['its key', { key: 'key-1', responses: [] }, true],
  ['its answers', { ...answers('a'), key: 'key-2' }, true],
  ['neither', { ...answers('b'), key: 'key-2' }, false],
])('forgetSentDraft compares %s with the draft', async (_, sent, isForgotten) => {
  await (await openVault('drafts/user-1')).put('event-1', answers('a'));
  await forgetSentDraft('user-1', 'event-1', sent);
  expect((await onThePhone('event-1')) === undefined).toBe(isForgotten);
});

test('the store lists the forms that the signed-in user has filled in partly', async () => {
  const drafts = () => store.getState().delivery.drafts;
  await (await openVault('drafts/user-1')).put('event-1', answers('Mine'));
  await draftOf('user-1', 'event-1');
  void keepDraft('user-1', 'event-2', answers('a'));
  void keepDraft('user-2', 'event-3', answers('b'));
  expect(drafts()).toEqual(['event-1', 'event-2']);
  await forgetDraft('user-1', 'event-1');
  expect(drafts()).toEqual(['event-2']);
});

test('drafts are deleted when the session ends or another user signs in', async () => {
  await keepDraft('user-1', 'event-1', answers('a'));
  await keepDraft('user-2', 'event-1', answers('b'));
  session({ me: { ...patient, id: 'user-2' } });
  await settled();
  expect(await vaultOwners('drafts/')).toEqual(['drafts/user-2']);
  expect(await draftOf('user-1', 'event-1')).toBeUndefined();
  await wipeVault('drafts/user-1');
  void keepDraft('user-2', 'event-1', answers('bb'));
  session({ me: null, status: 'anonymous' });
  await settled();
  expect(await vaultOwners('drafts/')).toEqual([]);
});

test('drafts are kept in memory when storage is unavailable', async () => {
  const fail = () => {
    throw new DOMException('no', 'InvalidStateError');
  };
  jest.spyOn(IDBFactory.prototype, 'open').mockImplementation(fail);
  jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(fail);
  await keepDraft('user-1', 'event-1', answers('a'));
  expect(await draftOf('user-1', 'event-1')).toEqual(answers('a'));
});
