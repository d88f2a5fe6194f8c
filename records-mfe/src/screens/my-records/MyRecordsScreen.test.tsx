import { screen } from '@testing-library/react';
import { jordan, maya, openPage } from 'shared-ui/testing';
import { openScreen, sharedBy } from '../../testing/records.ts';

beforeEach(openPage);

async function linksOf(profileId: number, profiles: unknown): Promise<(string | null)[]> {
  await openScreen('records', { 'GET v1/profiles': profiles }, profileId);
  await screen.findByText('What the hospital has on record.');
  return screen.getAllByRole('link').map((link) => link.getAttribute('href'));
}

test('MyRecordsScreen links to every part of the own record', async () => {
  const parts = ['medications', 'care-team', 'observations', 'documents', 'about', 'going-home', 'appointments'];
  expect(await linksOf(1, [jordan, maya])).toEqual(parts.map((part) => `/profile/1/${part}`));
  expect(screen.getByRole('heading', { level: 1, name: 'My records' })).toBeVisible();
  expect(screen.getByRole('link', { name: /^About me/ })).toBeVisible();
});

test.each([
  [{ carePlans: false }, ['observations', 'documents', 'about', 'appointments']],
  [{ statusUpdates: false, carePlans: false }, ['observations', 'documents', 'about']],
  [{ diagnosticResults: false }, ['medications', 'care-team', 'about', 'going-home', 'appointments']],
])('MyRecordsScreen links to what %j leaves of a shared record', async (permissions, parts) => {
  expect(await linksOf(2, sharedBy(permissions))).toEqual(parts.map((part) => `/profile/2/${part}`));
  expect(screen.getByRole('link', { name: /^About Maya/ })).toBeVisible();
});
