import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { Supporter } from 'mock-api/contract';
import { changeSettings, store } from 'shared-ui';
import { careEvent, fakeApi, jordan, maya, openPage, openRoutes, pretendVisible, supporter } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import feature from '../../feature.tsx';
import { timeline } from '../../testing/home-data.ts';

const routes = (list: Supporter[]) => ({ ...timeline([], [], [jordan, maya]), 'GET v1/supporters': list });

const open = (profileId = 1) => openRoutes(feature.routes, `/profile/${profileId}/supporters`);
const sam = supporter({ id: 'sam', name: 'Sam Avery', content: 'Since March' });

pretendVisible();
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

test('a supporter stops supporting after a question, and reads that it is over', async () => {
  const shared = { ...maya, permissions: sam.permissions };
  const theirs = careEvent({ id: 'theirs', profileId: 2 });
  const calls = fakeApi({ ...timeline([theirs], [], [jordan, shared]), 'GET v1/supporters': [] });
  const user = await open(2);
  await screen.findByRole('heading', { name: 'You support Maya' });
  expect(screen.queryByRole('heading', { name: 'No supporters yet' })).toBeNull();
  const stop = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Stop supporting' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Stop supporting Maya?' }));
    await user.click(dialog.getByRole('button', { name }));
  };
  await stop('Cancel');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Stop supporting' })).toHaveFocus());
  await stop('Yes, stop');
  expect(await screen.findByRole('alert')).toHaveTextContent('You still support them: please try again.');
  expect(calls.at(-1)?.route).toBe('DELETE v1/profiles/2');
  fakeApi({ ...timeline([]), 'DELETE v1/profiles/2': undefined });
  await stop('Yes, stop');
  const over = await screen.findByRole('heading', { name: 'You no longer follow Maya’s stay' });
  expect(over.closest('[tabindex]')).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Go to home' })).toHaveAttribute('href', '/app');
  expect(store.getState().events.list).toEqual([]);
});

test('a supporter sees what is shared, and how to ask for more', async () => {
  const permissions = { ...supporter({ id: 's' }).permissions, diagnosticResults: false };
  fakeApi({ ...timeline([], [], [jordan, { ...maya, permissions }]), 'GET v1/supporters': [] });
  await open(2);
  const shown = within(await screen.findByRole('region', { name: 'What Maya shares with you' }));
  expect(shown.getByText(/^Test results/)).toHaveTextContent('Test results: Hidden');
  expect(shown.getByText(/^Care plans/)).toHaveTextContent('Shown');
  expect(shown.getByText(/^Ask Maya to share more/)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

test('only a profile that a patient shares offers to stop supporting', async () => {
  fakeApi(routes([]));
  await open(2);
  await screen.findByRole('heading', { name: 'No supporters yet' });
  expect(screen.queryByRole('button', { name: 'Stop supporting' })).not.toBeInTheDocument();
});
