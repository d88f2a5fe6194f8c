import { render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createDraft, Form, Formik, FormikField, KeepDraft, TextField, useUnsent } from '../../forms.ts';
import type { Draft, DraftStorage } from './drafts.ts';
import { dropDrafts, hasUnsentTyping, watchUnsent } from './owner.ts';

beforeEach(() => dropDrafts(() => true));

/** A form whose values are kept in a draft. */
function Sample({ draft }: { draft: Draft<{ name: string }> }) {
  return (
    <Formik initialValues={draft.get()} onSubmit={() => draft.forget()}>
      <Form>
        <KeepDraft draft={draft} />
        <FormikField name="name">{(field) => <TextField {...field} label="Name" />}</FormikField>
        <button type="submit">Send</button>
      </Form>
    </Formik>
  );
}

/** Opens the form and types into it. */
async function type(text: string, draft = createDraft({ name: '' })) {
  const view = render(<Sample draft={draft} />);
  await userEvent.type(screen.getByLabelText('Name'), text);
  return view;
}

test('hasUnsentTyping counts what was typed while its form is open, also when it is opened again', async () => {
  const draft = createDraft({ name: '' });
  const { unmount } = await type('The bed is too short.', draft);
  expect(hasUnsentTyping()).toBe(true);
  unmount();
  expect(hasUnsentTyping()).toBe(false);
  render(<Sample draft={draft} />);
  expect(hasUnsentTyping()).toBe(true);
});

test('hasUnsentTyping ignores what was deleted again or sent', async () => {
  await type('a');
  await userEvent.clear(screen.getByLabelText('Name'));
  expect(hasUnsentTyping()).toBe(false);
  await userEvent.type(screen.getByLabelText('Name'), 'b');
  expect(hasUnsentTyping()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(hasUnsentTyping()).toBe(false);
});

test('hasUnsentTyping ignores a value that was not typed, and a form whose storage has the whole value', async () => {
  const { unmount } = render(<Sample draft={createDraft({ name: 'from the server' })} />);
  expect(hasUnsentTyping()).toBe(false);
  unmount();
  const storage: DraftStorage<{ name: string }> = { read: () => null, write: () => true, clear: () => {} };
  await type('a', createDraft({ name: '' }, { owner: null, storage }));
  expect(hasUnsentTyping()).toBe(false);
});

test('useUnsent counts input without storage while the component says so, and watchUnsent until it is stopped', () => {
  const { rerender, unmount } = renderHook(({ isFilled }) => useUnsent(isFilled), { initialProps: { isFilled: true } });
  expect(hasUnsentTyping()).toBe(true);
  rerender({ isFilled: false });
  expect(hasUnsentTyping()).toBe(false);
  rerender({ isFilled: true });
  unmount();
  expect(hasUnsentTyping()).toBe(false);
  let isUnsent = true;
  const stop = watchUnsent(() => isUnsent);
  expect(hasUnsentTyping()).toBe(true);
  isUnsent = false;
  expect(hasUnsentTyping()).toBe(false);
  isUnsent = true;
  stop();
  expect(hasUnsentTyping()).toBe(false);
});
