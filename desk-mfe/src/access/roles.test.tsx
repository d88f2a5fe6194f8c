import { screen, waitFor, within } from '@testing-library/react';
import type { User } from 'mock-api/contract';
import { fakeApi, patient as person, store } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { deskPatient } from '../testing/desk.ts';
import { openDesk, PATIENT, setUpDesk } from '../testing/screens.ts';

setUpDesk();

/** Signs in as staff with these roles; nurses work on ward 4A. */
function be(...roles: NonNullable<User['desk']>['roles']): void {
  const me = { ...person, roleType: 'staff', desk: { roles, wards: roles.includes('nurse') ? ['4A'] : null } };
  store.setState({ session: { status: 'full', me, isOffline: false, checkedAt: 0, hasRunOut: false } });
}
const REFUSED = { status: 403, body: { error: { code: 'REASON_NEEDED', message: 'Not on your wards.' } } };
const links = () =>
  within(screen.getByRole('navigation'))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test.each([
  [['nurse'], ['Overview', 'Patients', 'Board', 'Leaving', 'Requests']],
  [['clerk'], ['Overview', 'Patients', 'Accounts', 'Sign-ups']],
  [['operator'], ['Hospital records', 'Feed', 'Languages']],
  [['privacy'], ['Patients', 'Opened with a reason', 'Daily questions', 'Sign-ups']],
  [[], []],
] as const)('the desk of %j has its own links only', async (roles, expected) => {
  be(...roles);
  fakeApi({ 'GET v1/desk/patients?limit=50': [] });
  await openDesk('/desk/templates');
  await screen.findAllByRole('heading', { level: 1 });
  const shown = screen.queryAllByRole('link').length === 0 ? [] : links();
  expect(shown).toEqual(expected);
});

test('a page of another role says so, and asks the server for nothing', async () => {
  be('clerk');
  const calls = fakeApi({});
  await openDesk('/desk/board');
  expect(await screen.findByText('This page is for other roles')).toBeVisible();
  expect(calls).toEqual([]);
});

test('a patient of another ward opens with a reason, and shows nothing before', async () => {
  be('nurse');
  let isOpen = false;
  const calls = fakeApi({
    [PATIENT]: () => (isOpen ? deskPatient() : REFUSED),
    'POST v1/desk/patients/lea/openings': () => {
      isOpen = true;
      return { status: 204, body: undefined };
    },
  });
  const user = await openDesk('/desk/patients/lea');
  const form = within(await screen.findByRole('region', { name: 'Not on your wards' }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Patient');
  expect(await axeViolations()).toEqual([]);
  await user.click(form.getByRole('button', { name: 'Open the page' }));
  expect((await form.findAllByText('Choose a reason')).length).toBeGreaterThan(1);
  await user.selectOptions(form.getByLabelText('Why do you need to open it?'), 'other');
  await user.click(form.getByRole('button', { name: 'Open the page' }));
  expect((await form.findAllByText('Say why in a few words'))[0]).toBeVisible();
  await user.type(form.getByLabelText('In a few words'), 'Asked by Dr. Roy');
  await user.click(form.getByRole('button', { name: 'Open the page' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Léa Côté' })).toBeVisible();
  const sent = calls.find(({ route }) => route.startsWith('POST'))?.body;
  expect(sent).toEqual({ reason: 'other', note: 'Asked by Dr. Roy' });
});

test('clerks see the person and the wristband, and nothing of the care', async () => {
  be('clerk');
  const calls = fakeApi({ [PATIENT]: deskPatient({ careWithheld: 'hidden' }) });
  await openDesk('/desk/patients/lea');
  expect(await screen.findByRole('region', { name: 'Wristband' })).toBeVisible();
  for (const name of ['Timeline', 'What happens next', 'Plan of the day', 'Hospital record'])
    expect(screen.queryByRole('region', { name })).toBeNull();
  expect(new Set(calls.map(({ route }) => route))).toEqual(new Set([PATIENT]));
});

test('operators see who a patient is and the record, not the account', async () => {
  be('operator');
  fakeApi({ [PATIENT]: deskPatient({ careWithheld: 'hidden', phoneNumber: '', wristbandCode: null }) });
  await openDesk('/desk/patients/lea');
  expect(await screen.findByRole('heading', { level: 1, name: 'Léa Côté' })).toBeVisible();
  for (const name of ['Wristband', 'Access']) expect(screen.queryByRole('region', { name })).toBeNull();
  expect(screen.queryByText('Mobile number')).toBeNull();
});

test('a nurse finds someone of another ward by a code', async () => {
  be('nurse');
  const calls = fakeApi({
    'GET v1/desk/patients?limit=50': [],
    'POST v1/desk/lookup': { id: 'lea' },
    [PATIENT]: REFUSED,
  });
  const user = await openDesk('/desk/patients');
  await user.click(await screen.findByRole('button', { name: 'Someone on another ward' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Wristband code or record number'), ' ER10000001 ');
  await user.click(dialog.getByRole('button', { name: 'Find' }));
  expect(await screen.findByRole('region', { name: 'Not on your wards' })).toBeVisible();
  expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toEqual({ code: 'ER10000001' });
});

test('the privacy officer starts with the patients that were opened with a reason', async () => {
  be('privacy');
  fakeApi({
    'GET v1/desk/openings?limit=50': [
      {
        id: 'one',
        at: '2026-11-20T09:41:00.000Z',
        staff: { id: 'cleo', name: 'Cleo Desk' },
        patient: { id: 'lea', name: 'Léa Côté', ward: '4A' },
        reason: 'advice',
        note: 'Asked by Dr. Roy',
      },
    ],
  });
  await openDesk('/desk');
  expect(await screen.findByRole('link', { name: 'Léa Côté' })).toHaveAttribute('href', '/desk/patients/lea');
  for (const text of ['Cleo Desk', 'Asked by Dr. Roy', /Advice: the care team asked me/])
    expect(screen.getByText(text)).toBeVisible();
  await waitFor(async () => expect(await axeViolations()).toEqual([]));
});

test('the privacy officer sees which opened pages are worth a look, and why', async () => {
  be('privacy');
  const staff = { id: 'cleo', name: 'Cleo Côté' };
  const at = '2026-11-20T09:41:00.000Z';
  const one = { at, staff, patient: null, patients: null, opening: null };
  fakeApi({
    'GET v1/desk/openings?limit=50': [],
    'GET v1/desk/patterns?limit=50': [
      {
        ...one,
        id: 'same-name.1',
        pattern: 'same-name',
        patient: { id: 'lea', name: 'Léa Côté' },
        opening: { reason: 'advice', note: 'Asked by Dr. Roy' },
      },
      { ...one, id: 'many.2', pattern: 'many', patients: 47 },
    ],
  });
  const user = await openDesk('/desk/openings');
  await user.click(await screen.findByRole('link', { name: 'Worth a look' }));
  expect(await screen.findByRole('link', { name: 'Léa Côté' })).toHaveAttribute('href', '/desk/patients/lea');
  for (const text of ['Both have the same family name.', 'Asked by Dr. Roy', /Advice: the care team asked me/])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('rowheader', { name: '47 patients' })).toBeVisible();
  expect(screen.getByText('Opened more than 40 patients in one hour.')).toBeVisible();
  await waitFor(async () => expect(await axeViolations()).toEqual([]));
});
