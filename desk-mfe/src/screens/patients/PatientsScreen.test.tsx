import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, openPage, openRoutes, pretendVisible, setLocale } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { deskPatient } from '../../testing/desk.ts';

pretendVisible();

const LIST = 'GET v1/desk/patients?limit=50';
const FOUND = 'GET v1/desk/patients?search=cote&limit=50';
const lea = deskPatient();

beforeEach(() => {
  openPage();
  setLocale('en');
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

const open = () => openRoutes(feature.routes, '/desk/patients');

test('PatientsScreen searches when typing pauses, and links to the patient', async () => {
  const calls = fakeApi({ [LIST]: [deskPatient({ id: 'sam', lastName: 'Sample' }), lea], [FOUND]: [lea] });
  const user = await open();
  expect(await screen.findByRole('row', { name: /^Sample, Léa/ })).toBeVisible();
  await user.type(screen.getByLabelText('Search patients'), ' cote');
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Sample/ })).toBeNull());
  expect(screen.getByRole('row', { name: /^Côté, Léa .*Mar.* 14, 1958 Room 412 ER10000042/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Côté, Léa' })).toHaveAttribute('href', '/desk/patients/lea');
  expect(calls.map(({ route }) => route).filter((route) => route.includes('search='))).not.toContain(
    'GET v1/desk/patients?search=c&limit=50',
  );
  expect(screen.getByText('1 entry')).toBeInTheDocument();
});

test('PatientsScreen repeats the search text when nothing matches', async () => {
  fakeApi({ [LIST]: [lea], [FOUND]: [] });
  const user = await open();
  await user.type(screen.getByLabelText('Search patients'), 'cote');
  expect(await screen.findByText('No one found for “cote”')).toBeVisible();
});

async function fillIn(user: Awaited<ReturnType<typeof open>>) {
  await user.click(screen.getByRole('button', { name: 'New patient' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New patient' }));
  await user.type(dialog.getByLabelText('First name'), 'Léa');
  await user.type(dialog.getByLabelText('Last name'), 'Côté');
  await user.type(dialog.getByLabelText('Mobile phone number'), '514 555 0142');
  await user.click(dialog.getByRole('button', { name: 'Add patient' }));
  return dialog;
}

test('NewPatientDialog creates a patient and opens their page', async () => {
  const calls = fakeApi({ [LIST]: [], 'POST v1/desk/patients': lea, 'GET v1/desk/patients/lea': lea });
  await fillIn(await open());
  await waitFor(() => expect(location.pathname).toBe('/desk/patients/lea'));
  const sent = calls.find(({ route }) => route === 'POST v1/desk/patients');
  expect(sent?.body).toEqual({ firstName: 'Léa', lastName: 'Côté', phone: '+1 514 555 0142' });
});

test('NewPatientDialog shows the server’s message and keeps the values when the number is rejected', async () => {
  const error = { code: 'VALIDATION', message: 'Please check.', fields: { phone: 'Numbers of +1 only.' } };
  fakeApi({ [LIST]: [], 'POST v1/desk/patients': { status: 400, body: { error } } });
  const dialog = await fillIn(await open());
  expect(await dialog.findByText('Numbers of +1 only.')).toBeVisible();
  expect(dialog.getByLabelText('Last name')).toHaveValue('Côté');
});

test('NewPatientDialog asks for missing values before it sends anything', async () => {
  const calls = fakeApi({ [LIST]: [] });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'New patient' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New patient' }));
  await user.clear(dialog.getByLabelText('Last name'));
  await user.click(dialog.getByRole('button', { name: 'Add patient' }));
  expect((await dialog.findAllByText('Last name is required'))[0]).toBeVisible();
  expect(calls.map(({ route }) => route)).not.toContain('POST v1/desk/patients');
});

test('PatientsScreen has a heading for each column', async () => {
  fakeApi({ [LIST]: [lea, deskPatient({ id: 'sam', lastName: 'Sample', dateOfBirth: null, room: null })] });
  await open();
  const sam = await screen.findByRole('row', { name: /^Sample, Léa No date of birth No room/ });
  expect(sam).toBeVisible();
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headings).toEqual(['Name', 'Date of birth', 'Room', 'Wristband', 'Phone number']);
  for (const heading of screen.getAllByRole('columnheader')) expect(heading).toHaveAttribute('scope', 'col');
  expect(within(sam).getByRole('rowheader')).toHaveTextContent('Sample, Léa');
});

test('NewPatientDialog sends the date of birth and the room if they are known', async () => {
  const calls = fakeApi({ [LIST]: [], 'POST v1/desk/patients': lea, 'GET v1/desk/patients/lea': lea });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'New patient' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New patient' }));
  await user.type(dialog.getByLabelText('First name'), 'Léa');
  await user.type(dialog.getByLabelText('Last name'), 'Côté');
  await user.type(dialog.getByLabelText('Date of birth'), '1958-03-14');
  await user.type(dialog.getByLabelText('Room'), ' 412 ');
  await user.clear(dialog.getByLabelText('Mobile phone number'));
  await user.type(dialog.getByLabelText('Mobile phone number'), '+1 514 555 0142');
  await user.click(dialog.getByRole('button', { name: 'Add patient' }));
  await waitFor(() => expect(location.pathname).toBe('/desk/patients/lea'));
  const sent = calls.find(({ route }) => route === 'POST v1/desk/patients');
  expect(sent?.body).toMatchObject({ dateOfBirth: '1958-03-14', room: '412' });
});
