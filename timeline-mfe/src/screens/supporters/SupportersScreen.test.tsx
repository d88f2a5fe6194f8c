import { screen } from '@testing-library/react';
import type { Supporter } from 'shared-ui';
import { fakeApi, jordan, openPage, openRoutes } from 'shared-ui/testing';
import feature from '../../feature.tsx';

const supporter = (name: string, status: Supporter['status'], profileId = 1): Supporter => ({
  id: name,
  profileId,
  name,
  content: `About ${name}`,
  status,
  permissions: { statusUpdates: true, medicalRecords: true, diagnosticResults: true, carePlans: true, feedback: true },
});

const routes = (supporters: Supporter[]) => ({
  'GET events': [],
  'GET v1/profiles': [jordan],
  'GET v1/notifications': [],
  'GET v1/supporters': supporters,
});

const open = () => openRoutes(feature.routes, '/profile/1/supporters');

beforeEach(() => {
  openPage();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('lists the supporters of the profile, each with their status in a word', async () => {
  fakeApi(routes([supporter('Sam Avery', 'ACCEPTED'), supporter('Kim', 'PENDING'), supporter('Lee', 'PENDING', 2)]));
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'My Supporters' })).toBeVisible();
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines).toEqual(['SASam AveryAbout Sam AverySupporter', 'KKimAbout KimPending']);
});

test('says so when there is none', async () => {
  fakeApi(routes([]));
  await open();
  expect(await screen.findByRole('heading', { name: 'No supporters yet' })).toBeVisible();
});

test('says so when they can’t be fetched', async () => {
  fakeApi({});
  await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The supporters can’t be shown just now');
});
