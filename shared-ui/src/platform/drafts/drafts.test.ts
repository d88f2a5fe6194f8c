import { act, renderHook } from '@testing-library/react';
import { useDraft } from '../../forms.ts';
import { createDraft, type DraftStorage } from './drafts.ts';
import { dropDrafts, dropVisitorDrafts, setDraftOwner } from './owner.ts';

beforeEach(() => {
  dropDrafts(() => true);
  setDraftOwner(null, false);
});

test('a draft keeps its value, notifies subscribers and is cleared by dropVisitorDrafts', () => {
  const draft = createDraft({ email: '', city: '' });
  let renders = 0;
  const { result } = renderHook(() => {
    renders += 1;
    return useDraft(draft, ({ email }) => email);
  });
  act(() => void draft.set({ email: 'ada@example.org', city: '' }));
  expect(result.current).toBe('ada@example.org');
  act(() => void draft.set({ email: 'ada@example.org', city: 'Toronto' }));
  expect(renders).toBe(2);
  act(dropVisitorDrafts);
  expect(result.current).toBe('');
});

test('a draft starts with the value in its storage, writes to it and clears it', () => {
  const storage = { read: () => 'saved', write: jest.fn(() => true), clear: jest.fn() };
  const draft = createDraft('', { owner: null, storage });
  expect(draft.get()).toBe('saved');
  void draft.set('typed');
  expect(storage.write).toHaveBeenCalledWith('typed');
  void draft.forget();
  expect(storage.clear).toHaveBeenCalled();
  expect(draft.get()).toBe('');
});

/** Returns a draft in which the given person has typed. */
function typedBy(owner: string | null) {
  const draft = createDraft('');
  setDraftOwner(owner, owner !== null);
  void draft.set('typed');
  return draft;
}

test('a draft is hidden from other users, and deleted when one of them signs in or its user signs out', () => {
  const draft = typedBy('user-1');
  setDraftOwner(null, false);
  expect(draft.get()).toBe('');
  setDraftOwner('user-1', true);
  expect(draft.get()).toBe('typed');
  for (const next of ['user-2', null]) {
    const users = typedBy('user-1');
    setDraftOwner(next, true);
    setDraftOwner('user-1', true);
    expect(users.get()).toBe('');
  }
});

test('a draft of a visitor is hidden from a user, and stays on the next sign-out', () => {
  const visitors = typedBy(null);
  setDraftOwner('user-1', true);
  expect(visitors.get()).toBe('');
  setDraftOwner(null, true);
  void visitors.set('typed');
  setDraftOwner(null, true);
  expect(visitors.get()).toBe('typed');
});

test('a draft created after another user has signed in is deleted', () => {
  setDraftOwner('user-2', true);
  const storage = { read: () => 'saved', write: () => true, clear: jest.fn() };
  expect(createDraft('', { owner: 'user-1', storage }).get()).toBe('');
  expect(storage.clear).toHaveBeenCalled();
});

/** Returns a storage that responds on demand. */
function slowStorage() {
  const answers = { found: (_: string | null) => {}, written: (_: boolean) => {} };
  const storage: DraftStorage<string> = {
    read: () => new Promise((resolve) => (answers.found = resolve)),
    write: () => new Promise((resolve) => (answers.written = resolve)),
    clear: () => undefined,
  };
  return { answers, storage };
}

test('restore reads what an earlier page stored unless something was typed meanwhile', async () => {
  const first = slowStorage();
  const draft = createDraft('', { owner: 'user-1', storage: first.storage });
  const restored = draft.restore();
  first.answers.found('saved');
  await restored;
  expect(draft.get()).toBe('saved');

  const second = slowStorage();
  const other = createDraft('', { owner: 'user-1', storage: second.storage });
  const late = other.restore();
  void other.set('typed');
  second.answers.found('saved');
  await late;
  expect(other.get()).toBe('typed');
});

test('isUnsent is true until the storage has the whole value, and stays so when the storage has failed', async () => {
  const { storage, answers } = slowStorage();
  const draft = createDraft<string>('', { owner: 'user-1', storage });
  expect(draft.isUnsent()).toBe(false);
  const done = draft.set('typed');
  expect(draft.isUnsent()).toBe(true);
  answers.written(true);
  await done;
  expect(draft.isUnsent()).toBe(false);
  const failed = draft.set('typed more');
  answers.written(false);
  await failed;
  expect(draft.isUnsent()).toBe(true);
  await draft.forget();
  expect(draft.isUnsent()).toBe(false);
});
