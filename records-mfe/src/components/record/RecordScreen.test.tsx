import { act, screen } from '@testing-library/react';
import { changeSettings } from 'shared-ui';
import { publish } from 'shared-ui/bus';
import { fakeApi, maya, openPage, openRoutes, supporter } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { medication, recordRoutes, source } from '../../testing/hospital-record.ts';

const open = (profileId = 1) =>
  openRoutes([...feature.routes, { path: '/app', element: null }], `/profile/${profileId}/medications`);

beforeEach(() => {
  openPage();
  changeSettings({ locale: 'en' });
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('a record screen says where its content comes from and how old it is', async () => {
  fakeApi(recordRoutes('medications', { source, medications: [medication()] }));
  await open();
  expect(await screen.findByText('From Northside General Hospital, checked just now.')).toBeVisible();
});

test('a record screen says that a hospital without records of this kind has none', async () => {
  fakeApi(recordRoutes('medications', { source, medications: [] }));
  await open();
  expect(await screen.findByRole('heading', { name: 'No medications on record' })).toBeVisible();
  expect(screen.getByText(/^From Northside General Hospital/)).toBeVisible();
});

test('a record screen says that the hospital’s system was never connected', async () => {
  const never = { ...source, checkedAt: null, state: 'never' };
  fakeApi(recordRoutes('medications', { source: never, medications: [] }));
  await open();
  expect(await screen.findByRole('heading', { name: 'Not connected yet' })).toBeVisible();
  expect(screen.queryByText(/No medications/)).not.toBeInTheDocument();
});

test('a record screen tells a supporter that the patient does not share it', async () => {
  const person = { ...maya, permissions: { ...supporter({ id: 's' }).permissions, carePlans: false } };
  const refusal = { status: 404, body: { error: { code: 'NOT_SHARED', message: '' } } };
  fakeApi(recordRoutes('medications', refusal, 2, person));
  await open(2);
  expect(await screen.findByRole('heading', { name: 'Maya isn’t sharing this with you' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('a record screen shows what the hospital has changed, and keeps it when an update fails', async () => {
  const routes = recordRoutes('medications', { source, medications: [medication()] });
  fakeApi(routes);
  const user = await open();
  await screen.findByRole('heading', { name: 'Metformin 500 mg' });
  fakeApi(recordRoutes('medications', { source, medications: [medication({ name: 'Metformin 850 mg' })] }));
  act(() => publish('change@1', { kind: 'record.updated', id: 'metformin' }));
  expect(await screen.findByRole('heading', { name: 'Metformin 850 mg' })).toBeVisible();
  fakeApi({});
  act(() => publish('change@1', { kind: 'record.updated', id: 'metformin' }));
  expect(await screen.findByText(/What you see may be old/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Metformin 850 mg' })).toBeVisible();
  fakeApi(routes);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Metformin 500 mg' })).toBeVisible();
});
