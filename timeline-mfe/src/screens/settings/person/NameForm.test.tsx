import { screen, waitFor } from '@testing-library/react';
import { fakeApi, openPage, openRoutes, patient, updateSlice } from 'shared-ui/testing';
import feature from '../../../feature.tsx';

const PATCH = 'PATCH v1/users/me';
const ME = 'GET v1/users/me';

beforeEach(openPage);

/** Opens the settings of a user with these fields. */
async function open(fields: Partial<typeof patient>, routes: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi(routes);
  updateSlice('session', { me: { ...patient, ...fields } });
  const user = await openRoutes(feature.routes, '/app/settings');
  await screen.findByRole('heading', { name: 'Your name' });
  const save = () => user.click(screen.getByRole('button', { name: 'Save name' }));
  const sent = () => calls.filter(({ route }) => route === PATCH).map(({ body }) => body);
  return { user, save, sent };
}

test('NameForm shows a name that staff change, says who changes it, and saves a preferred name', async () => {
  const saved = { ...patient, nameByStaff: true, preferredName: 'Jo' };
  const { user, save, sent } = await open({ nameByStaff: true }, { [PATCH]: saved, [ME]: saved });
  expect(screen.getByText('Jordan Avery')).toBeVisible();
  expect(screen.getByText(/^Only hospital staff can change your name/)).toBeVisible();
  for (const field of ['First name', 'Last name']) expect(screen.queryByLabelText(field)).toBeNull();
  await user.type(screen.getByLabelText('Preferred name'), ' Jo ');
  await save();
  expect(await screen.findByText('Your name has been saved.')).toBeVisible();
  await user.clear(screen.getByLabelText('Preferred name'));
  await save();
  await waitFor(() => expect(sent()).toEqual([{ preferredName: 'Jo' }, { preferredName: null }]));
});

test('NameForm lets users who registered change their name, and refuses hidden characters', async () => {
  const { user, save, sent } = await open({}, { [PATCH]: patient, [ME]: patient });
  const last = screen.getByLabelText('Last name');
  await user.clear(last);
  await user.click(last);
  await user.paste('Ave\u200bry');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent('hidden characters');
  expect(sent()).toEqual([]);
  await user.clear(last);
  await user.type(last, 'Roy');
  await save();
  await waitFor(() => expect(sent()).toEqual([{ firstName: 'Jordan', lastName: 'Roy', preferredName: null }]));
});

test('NameForm shows why a name was refused, and keeps it', async () => {
  const error = { code: 'VALIDATION', message: 'Please check.', fields: { preferredName: 'Too odd.' } };
  const { user, save } = await open({ nameByStaff: true }, { [PATCH]: { status: 400, body: { error } } });
  await user.type(screen.getByLabelText('Preferred name'), 'Jo');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent('Too odd.');
  expect(screen.getByLabelText('Preferred name')).toHaveValue('Jo');
});
