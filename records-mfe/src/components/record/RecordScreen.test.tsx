import { act, screen } from '@testing-library/react';
import { publish } from 'shared-ui/bus';
import { fakeApi, openPage } from 'shared-ui/testing';
import { medication, source } from '../../testing/hospital-record.ts';
import { openScreen } from '../../testing/records.ts';

const answer = (...medications: object[]) => ({ 'GET v1/profiles/1/medications': { source, medications } });

beforeEach(openPage);

test('a record screen says where its content comes from and how old it is, and when a hospital has none', async () => {
  await openScreen('medications', answer());
  expect(await screen.findByText('From Northside General Hospital, checked just now.')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No medications on record' })).toBeVisible();
});

test('a record screen says that the hospital’s system was never connected', async () => {
  const never = { ...source, checkedAt: null, state: 'never' };
  await openScreen('medications', { 'GET v1/profiles/1/medications': { source: never, medications: [] } });
  expect(await screen.findByRole('heading', { name: 'Not connected yet' })).toBeVisible();
  expect(screen.queryByText(/No medications/)).not.toBeInTheDocument();
});

test('a record screen says that records are being checked, and when they were last good', async () => {
  const note = 'Records are being checked.';
  const late = { ...source, checkedAt: new Date(Date.now() - 3_600_000).toISOString(), state: 'late', note };
  await openScreen('medications', { 'GET v1/profiles/1/medications': { source: late, medications: [medication()] } });
  expect(await screen.findByText(note)).toBeVisible();
  expect(screen.getByText(/last checked 1 hour ago/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Metformin 500 mg' })).toBeVisible();
});

test('a record screen does not call missing what is hidden while records are being checked', async () => {
  const note = 'Records are being checked.';
  await openScreen('medications', {
    'GET v1/profiles/1/medications': { source: { ...source, note }, medications: [] },
  });
  expect(await screen.findByText(note)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'No medications on record' })).toBeNull();
});

test('a record screen shows what the hospital has changed, and keeps it when an update fails', async () => {
  const change = () => act(() => publish('change@1', { kind: 'record.updated', id: 'metformin' }));
  const user = await openScreen('medications', answer(medication()));
  await screen.findByRole('heading', { name: 'Metformin 500 mg' });
  fakeApi(answer(medication({ name: 'Metformin 850 mg' })));
  change();
  expect(await screen.findByRole('heading', { name: 'Metformin 850 mg' })).toBeVisible();
  fakeApi({});
  change();
  expect(await screen.findByText(/What you see may be old/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Metformin 850 mg' })).toBeVisible();
  fakeApi(answer(medication()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Metformin 500 mg' })).toBeVisible();
});
