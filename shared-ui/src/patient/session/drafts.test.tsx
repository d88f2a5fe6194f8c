import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createDraft, Form, Formik, FormikField, KeepDraft, TextField } from '../../forms.ts';
import { openPage, patient, store } from '../../testing/index.ts';
// Sets the owner of the drafts.
import './session.ts';

const draft = createDraft({ name: '' });

function Sample() {
  return (
    <Formik initialValues={draft.get()} onSubmit={() => undefined}>
      <Form>
        <KeepDraft draft={draft} />
        <FormikField name="name">{(field) => <TextField {...field} label="Name" />}</FormikField>
      </Form>
    </Formik>
  );
}

const session = (changes: object) =>
  act(() => store.setState((state) => ({ session: { ...state.session, ...changes } })));
const anonymous = { status: 'anonymous', me: null };
const back = { status: 'full', me: patient, hasRunOut: false };

async function typeAndLeave(): Promise<void> {
  const { unmount } = render(<Sample />);
  await userEvent.type(screen.getByLabelText('Name'), 'Maya');
  unmount();
}

const found = () => {
  const { unmount } = render(<Sample />);
  const { value } = screen.getByLabelText<HTMLInputElement>('Name');
  unmount();
  return value;
};

beforeEach(openPage);

test('a reopened form keeps its draft until it is sent', async () => {
  await typeAndLeave();
  expect(found()).toBe('Maya');
  void draft.forget();
  expect(found()).toBe('');
});

test.each([
  ['restored when the same person signs in after the session ran out', true, back, 'Maya'],
  ['deleted on sign-out', false, back, ''],
  ['hidden from other users', true, { ...back, me: { ...patient, id: 'user-2' } }, ''],
])('a draft is %s', async (_, hasRunOut, next, value) => {
  await typeAndLeave();
  session({ ...anonymous, hasRunOut });
  session(next);
  expect(found()).toBe(value);
});
