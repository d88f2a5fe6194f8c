import { screen, within } from '@testing-library/react';
import type { Stay } from 'mock-api/contract';
import { fakeApi } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { deskPatient } from '../../testing/desk.ts';
import { openPatient, PATIENT, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const admitted: Stay = { state: 'admitted', admittedAt: '2026-11-19T08:00:00.000Z', dischargedAt: null, room: '412' };
const at = '2026-11-20T10:00:00.000Z';
const undoableUntil = '2026-11-20T22:00:00.000Z';
const discharged: Stay = { ...admitted, state: 'discharged', dischargedAt: at, undoableUntil };
const section = () => within(screen.getByRole('region', { name: 'Stay' }));
const press = (name: string) => section().getByRole('button', { name });

test('StaySection ends a stay once staff have confirmed whose, and takes it back at one tap', async () => {
  let stay = admitted;
  const change = (next: Stay) => () => {
    stay = next;
    return undefined;
  };
  const calls = fakeApi({
    [PATIENT]: () => deskPatient({ stay }),
    'POST v1/desk/patients/lea/discharge': change(discharged),
    'DELETE v1/desk/patients/lea/discharge': change(admitted),
  });
  const user = await openPatient();
  await user.click(press('Discharged'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Has Léa Côté been discharged?' }));
  expect(dialog.getByText(/Born Mar.* 14, 1958 · Room 412/)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  expect(calls.filter(({ route }) => !route.startsWith('GET'))).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Discharged' }));
  expect(await screen.findByText('Léa Côté, room 412 is discharged')).toBeVisible();
  const undo = await section().findByRole('button', { name: 'Not discharged after all' });
  expect(undo).toHaveFocus();
  await user.click(undo);
  expect(await screen.findByText('Léa Côté, room 412: the stay goes on')).toBeVisible();
  expect(await section().findByRole('button', { name: 'Discharged' })).toHaveFocus();
});

test('StaySection offers a new stay once a discharge is final', async () => {
  const { undoableUntil: _until, ...final } = discharged;
  fakeApi({ [PATIENT]: deskPatient({ stay: final, room: null }), 'POST v1/desk/patients/lea/stay': undefined });
  const user = await openPatient();
  expect(section().getByText('412')).toBeVisible();
  await user.click(press('Begin a new stay'));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Begin a new stay for Léa Côté?' })).getByRole('button', {
      name: 'Begin a new stay',
    }),
  );
  expect(await screen.findByText(/a new stay has begun/)).toBeVisible();
});

test('StaySection says if no stay is known', async () => {
  fakeApi({ [PATIENT]: deskPatient({ stay: null }) });
  await openPatient();
  expect(section().getByText('No stay is known.')).toBeVisible();
});
