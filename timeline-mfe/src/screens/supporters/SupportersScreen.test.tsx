import { screen, waitFor } from '@testing-library/react';
import type { Supporter } from 'mock-api/contract';
import { fakeApi, jordan, maya, openPage, openRoutes, supporter } from 'shared-ui/testing';
import feature from '../../feature.tsx';

const routes = (supporters: Supporter[]) => ({
  'GET events': [],
  'GET v1/profiles': [jordan, maya],
  'GET v1/notifications': [],
  'GET v1/supporters': supporters,
});

const open = (profileId = 1) => openRoutes(feature.routes, `/profile/${profileId}/supporters`);
const sam = supporter({ id: 'sam', name: 'Sam Avery', content: 'Since March' });

beforeEach(() => {
  openPage();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('lists the supporters of the profile, each with their status in a word', async () => {
  const kim = supporter({ id: 'kim', name: 'Kim', status: 'PENDING' });
  fakeApi(routes([sam, kim, supporter({ id: 'lee', profileId: 2 })]));
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'My Supporters' })).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines).toEqual(['SASam AverySupporterSince March', 'KKimPending']);
});

test('profile 1 sees "Add new", also when there is no supporter yet', async () => {
  fakeApi(routes([]));
  await open();
  expect(await screen.findByRole('heading', { name: 'No supporters yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add new' })).toHaveAttribute('href', '/profile/1/supporters/create');
});

test('no other profile sees it', async () => {
  fakeApi(routes([supporter({ id: 'lee', profileId: 2, name: 'Lee' })]));
  await open(2);
  expect(await screen.findByText('Lee')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Add new' })).not.toBeInTheDocument();
});

test('says so when they can’t be fetched', async () => {
  fakeApi({});
  await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The supporters can’t be shown just now');
});

test('who comes back from one finds the focus on their line', async () => {
  fakeApi(routes([sam]));
  const user = await open();
  await user.click(await screen.findByRole('link', { name: /Sam Avery/ }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Sam Avery' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.getByRole('link', { name: /Sam Avery/ })).toHaveFocus());
});
