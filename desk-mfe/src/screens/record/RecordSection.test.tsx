import { act, screen, waitFor, within } from '@testing-library/react';
import type { DeskRecordLink, RecordCandidate } from 'mock-api/contract';
import { publish } from 'shared-ui/bus';
import { fakeApi } from 'shared-ui/testing';
import { deskPatient, recordLink } from '../../testing/desk.ts';
import { openDesk, openPatient, PATIENT, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const LINK = 'GET v1/desk/patients/lea/record-link';
const TITLE = 'Record from the hospital’s system';

const account = { name: 'Léa Côté', birthDate: '1958-03-14' };
const candidate = (fields: Partial<RecordCandidate>): RecordCandidate => ({
  patientId: 'p-1042',
  ...account,
  isSameFamilyName: true,
  isSameBirthDate: true,
  isDeceased: false,
  isLinkedElsewhere: false,
  ...fields,
});
const unlinked: Partial<DeskRecordLink> = { linkedAt: null, checkedAt: null, patientId: null, stored: [] };

const open = async (link: () => DeskRecordLink, routes: Parameters<typeof fakeApi>[0] = {}) => {
  const calls = fakeApi({ [PATIENT]: deskPatient(), [LINK]: link, ...routes });
  return { user: await openPatient(), calls };
};
const section = async () => within(await screen.findByRole('region', { name: TITLE }));

test('RecordSection is absent in a hospital without a FHIR server', async () => {
  await open(() => recordLink({ isConnected: false, state: 'none', ...unlinked }));
  await screen.findByRole('region', { name: 'Wristband' });
  expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
});

test('RecordSection says what was read and held back and why, and follows the stream', async () => {
  let link = recordLink({
    failure: 'unreachable',
    heldBack: [
      { why: 'type', type: 'Device', count: 2 },
      { why: 'withheld', type: null, count: 1 },
      { why: 'not-allowed', type: 'Condition', count: null },
    ],
  });
  const { calls } = await open(() => link);
  const record = await section();
  expect(record.getByText('12 entries')).toBeVisible();
  expect(record.getByText(/did not answer last time/)).toBeVisible();
  expect(record.getByText('Not shown: no screen shows this kind')).toHaveTextContent('Device 2');
  expect(record.getByText(/the patient sees it, supporters never do/)).toHaveTextContent(/do1$/);
  expect(record.getByText(/doesn’t allow it/)).toHaveTextContent(/Condition$/);
  const fetches = () => calls.filter(({ route }) => route === LINK).length;
  const before = fetches();
  link = recordLink({ isBirthDateCompared: false, state: 'held', reason: 'code' });
  await act(async () => publish('change@1', { kind: 'record-link.updated', id: 'someone-else' }));
  expect(fetches()).toBe(before);
  await act(async () => publish('change@1', { kind: 'record-link.updated', id: 'lea' }));
  expect(await (await section()).findByText(/It may belong to someone else now/)).toBeVisible();
  expect(record.getByText(/The patient’s phone says that records are being checked/)).toBeVisible();
  link = recordLink({ isBirthDateCompared: false });
  await act(async () => publish('change@1', { kind: 'record-link.updated', id: 'lea' }));
  expect(await record.findByText(/The date of birth wasn’t compared/)).toBeVisible();
  link = recordLink({ state: 'held', reason: 'deceased' });
  await act(async () => publish('change@1', { kind: 'record-link.updated', id: 'lea' }));
  expect(await record.findByText(/this patient has died/)).toBeVisible();
  expect(record.queryByText(/records are being checked/)).toBeNull();
});

test('the desk compares, and links the patient exactly as compared', async () => {
  let link = recordLink({ state: 'held', reason: 'name', ...unlinked });
  const PUT = 'PUT v1/desk/patients/lea/record-link';
  const roy = { patientId: 'p-7', name: 'Léa Roy', birthDate: '1960-01-02' };
  const other = candidate({ ...roy, isSameFamilyName: false, isSameBirthDate: false });
  const { user, calls } = await open(() => link, {
    [`${LINK}/candidates`]: { account, candidates: [other] },
    [PUT]: () => {
      link = recordLink();
      return link;
    },
  });
  const record = await section();
  expect(record.getByText(/family name in the hospital’s system is different/)).toBeVisible();
  await user.click(record.getByRole('button', { name: 'Link a record' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Link a record' }));
  expect(await dialog.findByText('Different family name')).toBeVisible();
  expect(dialog.getByText(/a different date/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Link this record' }));
  expect(await screen.findByText('Léa Côté, room 412: the record is linked and is being read')).toBeVisible();
  expect(calls.find(({ route }) => route === PUT)?.body).toEqual(roy);
  expect(await record.findByRole('button', { name: 'Unlink' })).toBeVisible();
});

test('LinkDialog finds a patient by number, and offers no one who has died or is linked to another account', async () => {
  const found = [
    candidate({ patientId: 'p-9', isDeceased: true }),
    candidate({ patientId: 'p-10', isLinkedElsewhere: true }),
  ];
  const { user, calls } = await open(() => recordLink({ state: 'held', reason: 'no-match', ...unlinked }), {
    [`${LINK}/candidates`]: { account, candidates: [] },
    [`${LINK}/candidates?patientId=p-9`]: { account, candidates: found },
  });
  await user.click((await section()).getByRole('button', { name: 'Link a record' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Link a record' }));
  expect(await dialog.findByText('The hospital’s system has no patient with this wristband.')).toBeVisible();
  await user.type(dialog.getByLabelText('Number in the hospital’s system'), ' p-9 {Enter}');
  expect(await dialog.findByText('The hospital’s system says that this patient has died.')).toBeVisible();
  expect(dialog.getByText('Another account is linked to this record.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Link this record' })).toBeNull();
  expect(calls.map(({ route }) => route)).toContain(`${LINK}/candidates?patientId=p-9`);
});

test('unlinking is confirmed first', async () => {
  let link = recordLink();
  const DELETE = 'DELETE v1/desk/patients/lea/record-link';
  const { user, calls } = await open(() => link, {
    [DELETE]: () => {
      link = recordLink({ state: 'ended', ...unlinked });
      return undefined;
    },
  });
  const record = await section();
  await user.click(record.getByRole('button', { name: 'Unlink' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlink this record?' }));
  expect(calls.map(({ route }) => route)).not.toContain(DELETE);
  await user.click(dialog.getByRole('button', { name: 'Unlink' }));
  expect(await screen.findByText('Léa Côté, room 412: the record is unlinked')).toBeVisible();
  expect(await record.findByText(/never linked again by itself/)).toBeVisible();
  expect(record.queryByRole('button', { name: 'Unlink' })).toBeNull();
});

test('the list of records starts with all, and shows why one waits', async () => {
  const never = { linkedAt: null, checkedAt: null, triedAt: null, failure: null };
  const one = { id: 'lea', account, state: 'held', reason: 'several', ...never, isLate: false };
  const bo = { name: 'Bo Lin', birthDate: null };
  const late = { ...one, id: 'bo', account: bo, state: 'linked', reason: null, isLate: true };
  const calls = fakeApi({
    'GET v1/desk/record-links?limit=50': [one, late],
    'GET v1/desk/record-links?state=late&limit=50': [late],
  });
  const user = await openDesk('/desk/records');
  expect(await screen.findByText('Waits for your decision: several patients')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Léa Côté' })).toHaveAttribute('href', '/desk/patients/lea');
  await user.selectOptions(screen.getByLabelText('Show'), 'Not up to date');
  expect(await screen.findByRole('link', { name: 'Bo Lin' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Léa Côté' })).toBeNull());
  expect(calls.map(({ route }) => route)).toContain('GET v1/desk/record-links?state=late&limit=50');
});
