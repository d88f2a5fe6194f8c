import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi } from 'shared-ui/testing';
import { deskPatient } from '../../testing/desk.ts';
import { openDesk, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const LIST = 'GET v1/desk/patients?limit=50';
const FOUND = 'GET v1/desk/patients?search=cote&limit=50';
const lea = deskPatient();

const sam = deskPatient({ id: 'sam', lastName: 'Sample', dateOfBirth: null, room: null });
const ADD = 'POST v1/desk/patients';

const open = () => openDesk('/desk/patients');

test('PatientsScreen has a heading for each column, searches when typing pauses, and links to the patient', async () => {
  const calls = fakeApi({ [LIST]: [sam, lea], [FOUND]: [lea], 'GET v1/desk/patients?search=x&limit=50': [] });
  const user = await open();
  const row = await screen.findByRole('row', { name: /^Sample, Léa No date of birth No room/ });
  expect(within(row).getByRole('rowheader')).toHaveTextContent('Sample, Léa');
  const headings = screen.getAllByRole('columnheader');
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Date of birth',
    'Room',
    'Wristband',
    'Phone number',
  ]);
  for (const heading of headings) expect(heading).toHaveAttribute('scope', 'col');
  await user.type(screen.getByLabelText('Search patients'), ' cote');
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Sample/ })).toBeNull());
  expect(screen.getByRole('row', { name: /^Côté, Léa .*Mar.* 14, 1958 Room 412 ER10000042/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Côté, Léa' })).toHaveAttribute('href', '/desk/patients/lea');
  expect(calls.map(({ route }) => route).filter((route) => route.includes('search='))).not.toContain(
    'GET v1/desk/patients?search=c&limit=50',
  );
  expect(screen.getByText('1 entry')).toBeInTheDocument();
  await user.clear(screen.getByLabelText('Search patients'));
  await user.type(screen.getByLabelText('Search patients'), 'x');
  expect(await screen.findByText('No one found for “x”')).toBeVisible();
});

test('PatientsScreen marks a patient with whose record the hospital has joined another', async () => {
  fakeApi({ [LIST]: [sam, { ...lea, wasMerged: true }] });
  await open();
  expect(await screen.findByRole('row', { name: /^Côté, Léa Joined with another record/ })).toBeVisible();
  expect(screen.getAllByText('Joined with another record')).toHaveLength(1);
});

/** Fills in the dialog for a new patient, and sends it. */
async function fillIn(user: Awaited<ReturnType<typeof open>>, values: Record<string, string>) {
  await user.click(screen.getByRole('button', { name: 'New patient' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New patient' }));
  for (const [field, value] of Object.entries(values)) await user.type(dialog.getByLabelText(field), value);
  await user.click(dialog.getByRole('button', { name: 'Add patient' }));
  return dialog;
}

const NAMES = { 'First name': 'Léa', 'Last name': 'Côté' };
const PHONE = { 'Mobile phone number': '514 555 0142' };
const SENT = { firstName: 'Léa', lastName: 'Côté', phone: '+1 514 555 0142' };

test.each([
  ['what is required', { ...NAMES, ...PHONE }, SENT],
  [
    'date of birth, room and ward if they are known',
    { ...NAMES, 'Date of birth': '1958-03-14', Room: ' 412 ', Ward: ' 4A', ...PHONE },
    { ...SENT, dateOfBirth: '1958-03-14', room: '412', ward: '4A' },
  ],
])('NewPatientDialog creates a patient with %s and opens their page', async (_what, values, body) => {
  const calls = fakeApi({ [LIST]: [], [ADD]: lea, 'GET v1/desk/patients/lea': lea });
  await fillIn(await open(), values);
  await waitFor(() => expect(location.pathname).toBe('/desk/patients/lea'));
  expect(calls.find(({ route }) => route === ADD)?.body).toEqual(body);
});

test('NewPatientDialog shows the server’s message and keeps the values when the number is rejected', async () => {
  const error = { code: 'VALIDATION', message: 'Please check.', fields: { phone: 'Numbers of +1 only.' } };
  fakeApi({ [LIST]: [], [ADD]: { status: 400, body: { error } } });
  const dialog = await fillIn(await open(), { ...NAMES, ...PHONE });
  expect(await dialog.findByText('Numbers of +1 only.')).toBeVisible();
  expect(dialog.getByLabelText('Last name')).toHaveValue('Côté');
});

test('NewPatientDialog asks for missing values before it sends anything', async () => {
  const calls = fakeApi({ [LIST]: [] });
  const dialog = await fillIn(await open(), {});
  expect((await dialog.findAllByText('Last name is required'))[0]).toBeVisible();
  expect(calls.map(({ route }) => route)).not.toContain(ADD);
});
