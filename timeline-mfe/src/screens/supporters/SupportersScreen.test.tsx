import { cleanup, screen, waitFor } from '@testing-library/react';
import type { Supporter } from 'mock-api/contract';
import { changeSettings } from 'shared-ui';
import { fakeApi, jordan, maya, openPage, openRoutes, supporter } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { timeline } from '../../testing/home-data.ts';

const routes = (list: Supporter[]) => ({ ...timeline([], [], [jordan, maya]), 'GET v1/supporters': list });

const open = (profileId = 1) => openRoutes(feature.routes, `/profile/${profileId}/supporters`);
const sam = supporter({ id: 'sam', name: 'Sam Avery', content: 'Since March' });

beforeEach(openPage);

test('SupportersScreen lists the profile’s supporters with their status as text', async () => {
  const kim = supporter({ id: 'kim', name: 'Kim', status: 'PENDING' });
  fakeApi(routes([sam, kim, supporter({ id: 'lee', profileId: 2 })]));
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'My Supporters' })).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines).toEqual(['SASam AverySupporterSince March', 'KKimPending']);
});

test.each([
  ['en', 'Now follows your stay, since Nov 25, 2026'],
  ['fr', 'Suit maintenant votre séjour, depuis le 25 nov. 2026'],
] as const)('SupportersScreen says since when a supporter follows the stay (%s)', async (locale, since) => {
  changeSettings({ locale });
  const acceptedAt = '2026-11-25T15:00:00.000Z';
  fakeApi(routes([supporter({ id: 'zoe', name: 'Zoë', content: 'Now follows your stay', acceptedAt })]));
  await open();
  expect(await screen.findByText(since)).toBeVisible();
  expect(screen.queryByText('Now follows your stay')).not.toBeInTheDocument();
});

test('profile 1 shows "Add new", even without supporters, and other profiles don’t', async () => {
  fakeApi(routes([supporter({ id: 'lee', profileId: 2, name: 'Lee' })]));
  await open();
  expect(await screen.findByRole('heading', { name: 'No supporters yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add new' })).toHaveAttribute('href', '/profile/1/supporters/create');
  cleanup();
  await open(2);
  expect(await screen.findByText('Lee')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Add new' })).not.toBeInTheDocument();
});

test('SupportersScreen restores the focus to the supporter’s line when the user returns', async () => {
  fakeApi(routes([sam]));
  const user = await open();
  await user.click(await screen.findByRole('link', { name: /Sam Avery/ }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Sam Avery' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.getByRole('link', { name: /Sam Avery/ })).toHaveFocus());
});
