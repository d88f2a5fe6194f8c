import { screen } from '@testing-library/react';
import { fakeApi, openPage, openRoutes } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { blood, ecg, routes } from '../../testing/records.ts';

const open = (profileId = 1) => openRoutes(feature.routes, `/profile/${profileId}/results`);

beforeEach(() => {
  openPage();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('ResultsScreen lists the results of the profile with hospital and date', async () => {
  fakeApi(routes([blood, ecg, { ...ecg, id: 'x', profileId: 2, name: 'Of Maya' }], []));
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'My Results' })).toHaveFocus();
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual([
    'Blood testNorthside General HospitalMar 16, 2020',
    'ECGNorthside General HospitalMar 16, 2020',
  ]);
  expect(links[0]).toHaveAttribute('href', '/profile/1/results/blood');
});

test('the heading names the supported person', async () => {
  fakeApi(routes([], []));
  await open(2);
  expect(await screen.findByRole('heading', { level: 1, name: 'Maya’s Results' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No results yet' })).toBeVisible();
});

test('ResultsScreen offers a retry that works after a failure', async () => {
  const answers: Record<string, unknown> = {};
  fakeApi(answers);
  const user = await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your results can’t be shown just now');
  Object.assign(answers, routes([blood], []));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /Blood test/ })).toBeVisible();
});
