import { act, renderHook } from '@testing-library/react';
import { createDraft, forgetDrafts, useDraft } from './draft.ts';

test('keeps what is set, tells who watches, and forgets', () => {
  const draft = createDraft({ email: '', city: '' });
  let renders = 0;
  const { result } = renderHook(() => {
    renders += 1;
    return useDraft(draft, ({ email }) => email);
  });
  act(() => draft.set({ email: 'ada@example.org', city: '' }));
  expect(result.current).toBe('ada@example.org');
  act(() => draft.set({ email: 'ada@example.org', city: 'Toronto' }));
  expect(renders).toBe(2);
  act(forgetDrafts);
  expect(result.current).toBe('');
});

test('begins with what its storage has, writes there and clears it', () => {
  const storage = { read: () => 'saved', write: jest.fn(), clear: jest.fn() };
  const draft = createDraft('', storage);
  expect(draft.get()).toBe('saved');
  draft.set('typed');
  expect(storage.write).toHaveBeenCalledWith('typed');
  draft.forget();
  expect(storage.clear).toHaveBeenCalled();
  expect(draft.get()).toBe('');
});
