import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { deskPatient } from '../../testing/desk.ts';
import { openDesk, openPatient, PATIENT, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const CHANGE = 'PATCH v1/desk/patients/lea';

async function openDialog() {
  const user = await openPatient();
  await user.click(screen.getByRole('button', { name: 'Change the name' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the name' }));
  const typeLast = async (name: string) => {
    await user.clear(dialog.getByLabelText('Last name'));
    await user.type(dialog.getByLabelText('Last name'), name);
  };
  const save = () => user.click(dialog.getByRole('button', { name: 'Save the new name' }));
  return { dialog, typeLast, save };
}

test('NameDialog shows the old and the new name before saving, and asks for a new wristband', async () => {
  let patient = deskPatient();
  const calls = fakeApi({
    [PATIENT]: () => patient,
    [CHANGE]: () => {
      patient = deskPatient({ lastName: 'Roy', name: 'Léa Roy' });
      return patient;
    },
  });
  const { dialog, typeLast, save } = await openDialog();
  expect(await axeViolations()).toEqual([]);
  await typeLast(' Roy');
  const shown = (term: string) => dialog.getByText(term).nextSibling;
  expect(shown('Old name')).toHaveTextContent('Côté, Léa');
  expect(shown('New name')).toHaveTextContent('Roy, Léa');
  expect(calls.map(({ route }) => route)).not.toContain(CHANGE);
  await save();
  expect(await screen.findByText(/^New name saved: Léa Roy, room 412\. Print a new wristband/)).toBeVisible();
  expect(calls.find(({ route }) => route === CHANGE)?.body).toEqual({ firstName: 'Léa', lastName: 'Roy' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Léa Roy' })).toBeVisible();
});

test('NameDialog keeps what was typed, and shows why it was refused', async () => {
  const error = { code: 'VALIDATION', message: 'Please check.', fields: { lastName: 'Not this name.' } };
  fakeApi({ [PATIENT]: deskPatient({ wristbandCode: null }), [CHANGE]: { status: 400, body: { error } } });
  const { dialog, typeLast, save } = await openDialog();
  await typeLast('Roy');
  await save();
  expect(await dialog.findByRole('alert')).toHaveTextContent('Not this name.');
  expect(dialog.getByLabelText('Last name')).toHaveValue('Roy');
  await typeLast('{Delete}');
  await save();
  await waitFor(() => expect(dialog.getAllByText('Last name is required')[0]).toBeVisible());
});

test('PatientScreen shows a preferred name beside the name, not instead of it', async () => {
  fakeApi({ [PATIENT]: deskPatient({ preferredName: 'Lee' }) });
  await openPatient();
  expect(screen.getByText(/^Born .* · Room 412 · Known as Lee$/)).toBeVisible();
});

const warning = 'Same or similar name: check the birth date';

test('PatientScreen warns of a same or similar name', async () => {
  fakeApi({ [PATIENT]: deskPatient({ hasSimilarName: true }) });
  await openPatient();
  expect(screen.getByText(warning)).toBeVisible();
});

test('PatientsScreen warns of a same or similar name, with a word and an icon', async () => {
  const other = deskPatient({ id: 'leo', firstName: 'Léo', name: 'Léo Côté', hasSimilarName: true });
  fakeApi({ 'GET v1/desk/patients?limit=50': [other, deskPatient()] });
  await openDesk('/desk/patients');
  const row = await screen.findByRole('row', { name: new RegExp(`^Côté, Léo ${warning} .*Room 412`) });
  expect(row.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getAllByText(warning)).toHaveLength(1);
});

test('RecordsScreen warns of a same or similar name', async () => {
  const account = { name: 'Léa Côté', birthDate: '1958-03-14' };
  const link = { id: 'lea', account, state: 'held', reason: 'several', isLate: false, hasSimilarName: true };
  fakeApi({ 'GET v1/desk/record-links?limit=50': [link] });
  await openDesk('/desk/records');
  expect(await screen.findByText(warning)).toBeVisible();
});
