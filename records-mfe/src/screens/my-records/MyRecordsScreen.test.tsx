import { screen } from '@testing-library/react';
import { changeSettings } from 'shared-ui';
import { fakeApi, jordan, maya, openPage, openRoutes, supporter } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { routes } from '../../testing/records.ts';

const everything = supporter({ id: 's' }).permissions;
const app = { path: '/app', element: null };

beforeEach(() => {
  openPage();
  changeSettings({ locale: 'en' });
});

async function linksAt(path: string, permissions?: Partial<typeof everything>): Promise<(string | null)[]> {
  const shared = permissions ? { ...maya, permissions: { ...everything, ...permissions } } : maya;
  fakeApi({ ...routes([], []), 'GET v1/profiles': [jordan, shared] });
  await openRoutes([...feature.routes, app], path);
  await screen.findByText('What the hospital has on record.');
  return screen.getAllByRole('link').map((link) => link.getAttribute('href'));
}

test('MyRecordsScreen links to every part of the own record', async () => {
  expect(await linksAt('/profile/1/records')).toEqual(
    ['medications', 'care-team', 'observations', 'documents', 'about', 'going-home'].map(
      (part) => `/profile/1/${part}`,
    ),
  );
  expect(screen.getByRole('heading', { level: 1, name: 'My records' })).toBeVisible();
  expect(screen.getByRole('link', { name: /^About me/ })).toBeVisible();
});

test.each([
  [{ carePlans: false }, ['observations', 'documents', 'about']],
  [{ diagnosticResults: false }, ['medications', 'care-team', 'about', 'going-home']],
])('MyRecordsScreen links to what %j leaves of a shared record', async (permissions, parts) => {
  expect(await linksAt('/profile/2/records', permissions)).toEqual(parts.map((part) => `/profile/2/${part}`));
  expect(screen.getByRole('link', { name: /^About Maya/ })).toBeVisible();
});

test.each(['results', 'care-plans', 'records'])('%s of a person who shares none of it has no links', async (list) => {
  const permissions = { ...everything, medicalRecords: false };
  fakeApi({ ...routes([], []), 'GET v1/profiles': [jordan, { ...maya, permissions }] });
  await openRoutes([...feature.routes, app], `/profile/2/${list}`);
  expect(await screen.findByRole('heading', { name: 'Maya isn’t sharing this with you' })).toBeVisible();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
