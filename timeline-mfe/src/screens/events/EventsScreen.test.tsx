import { act, screen, waitFor, within } from '@testing-library/react';
import type { CareEvent } from 'mock-api/contract';
import { addEvents, EVENT_TYPE } from 'shared-ui';
import { careEvent, fakeApi, jordan, maya, openPage, openRoutes, supporter } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { timeline as homeTimeline } from '../../testing/home-data.ts';
import { eventGroups } from './EventsScreen.tsx';

const physician = careEvent({
  id: 'physician',
  type: EVENT_TYPE.PHYSICIAN,
  name: 'Dr. Osei',
  createdAt: '2026-11-20T10:00:00.000Z',
});
const message = careEvent({ id: 'message', type: EVENT_TYPE.MESSAGE, name: 'Precautions' });
const earlier = careEvent({
  id: 'earlier',
  type: EVENT_TYPE.HOSPITAL,
  name: 'Emergency visit',
  status: 'COMPLETED',
  previousStay: true,
  createdAt: '2020-03-16T13:30:00.000Z',
});

const timeline = (events: unknown, profiles: unknown = [jordan, maya]) => homeTimeline(events, [], profiles);
const canBeRestored = { 'DELETE v1/events/physician': undefined, 'POST v1/events/physician/restore': physician };

const open = (profileId = 1) => openRoutes(feature.routes, `/profile/${profileId}/events`);
/** The links to events, without the link to the settings below them. */
const events = () => screen.queryAllByRole('link').filter((link) => !link.matches('[href="/app/settings"]'));
const settings = () => screen.queryByRole('link', { name: 'Language, text size and other settings' });
const names = () => events().map((link) => link.textContent?.replace(/(New|Mar|Nov).*/, ''));

beforeEach(openPage);

test('EventsScreen lists this stay and earlier stays under their own headings, with a link to the settings', async () => {
  fakeApi(timeline([physician, message, earlier]));
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'My Events' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'This stay' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Earlier stays' })).toBeVisible();
  expect(names()).toEqual(['Dr. Osei', 'Precautions', 'Emergency visit']);
  expect(settings()).toHaveAttribute('href', '/app/settings');
  expect(screen.queryByRole('button', { name: /^Already read/ })).not.toBeInTheDocument();
});

test('of another person, the heading has their name, and there are no settings', async () => {
  fakeApi(timeline([careEvent({ id: 'x', profileId: 2, type: EVENT_TYPE.PHYSICIAN, name: 'Dr. Ortega' }), message]));
  await open(2);
  expect(await screen.findByRole('heading', { level: 1, name: 'Maya’s Events' })).toBeVisible();
  expect(names()).toEqual(['Dr. Ortega']);
  expect(settings()).not.toBeInTheDocument();
});

test.each([
  ['a profile that does not exist', '/profile/9/events'],
  ['an unknown path below a profile', '/profile/1/nowhere'],
])('%s leads home', async (_, path) => {
  fakeApi(timeline([]));
  await openRoutes(feature.routes, path);
  await waitFor(() => expect(location.pathname).toBe('/app'));
});

test('the close icon leads home after a direct visit', async () => {
  fakeApi(timeline([]));
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(location.pathname).toBe('/app');
});

describe('the section of read events', () => {
  const read = { ...physician, status: 'VIEWED', viewed: true } as const;
  const readEarlier = { ...earlier, status: 'VIEWED', viewed: true } as const;
  const section = () => screen.findByRole('button', { name: /^Already read/ });

  test('is in a collapsed section below the lists, together with earlier stays', async () => {
    fakeApi(timeline([read, message, readEarlier]));
    const user = await open();
    const opener = await section();
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    await waitFor(() => expect(opener).toHaveTextContent('Already read (2)'));
    expect(names()).toEqual(['Precautions']);
    await user.click(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    expect(names()).toEqual(['Precautions', 'Dr. Osei', 'Emergency visit']);
    await user.click(opener);
    expect(names()).toEqual(['Precautions']);
  });

  test('the back arrow returns to the list, where a viewed event moves to the section, which stays expanded', async () => {
    fakeApi({ ...timeline([physician, message]), 'POST v1/events/physician/view': read });
    const user = await open();
    await user.click(await screen.findByRole('link', { name: /Dr. Osei/ }));
    expect(location.pathname).toBe('/profile/1/events/physician');
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    await waitFor(() => expect(location.pathname).toBe('/profile/1/events'));
    await waitFor(() => expect(names()).toEqual(['Precautions']));
    await user.click(await section());
    await user.click(screen.getByRole('link', { name: /Dr. Osei/ }));
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    expect(await section()).toHaveAttribute('aria-expanded', 'true');
    expect(names()).toEqual(['Precautions', 'Dr. Osei']);
  });

  test('is shown below the empty state, and can be deleted and restored', async () => {
    fakeApi({ ...timeline([read]), ...canBeRestored, 'POST v1/events/physician/restore': read });
    const user = await open();
    await user.click(await section());
    expect(screen.getByRole('heading', { name: 'No new events' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.click(screen.getByRole('button', { name: 'Delete Dr. Osei' }));
    expect(names()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.getByRole('button', { name: /^Already read/ })).toBeVisible());
  });
});

describe('of a patient who has withdrawn the permission', () => {
  const permissions = { ...supporter({ id: 's' }).permissions, statusUpdates: false };
  const welcome = careEvent({ id: 'welcome', type: EVENT_TYPE.SUPPORTER, profileId: 2, name: 'You support Maya' });
  const result = careEvent({ id: 'result', type: EVENT_TYPE.RESULT, profileId: 2, name: 'Blood test', isShared: true });

  test('EventsScreen says so, and lists nothing as already read', async () => {
    fakeApi(timeline([welcome], [jordan, { ...maya, permissions }]));
    await open(2);
    expect(await screen.findByRole('heading', { name: 'Maya isn’t sharing this with you' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Already read/ })).not.toBeInTheDocument();
  });

  test('EventsScreen still shows what other permissions open', async () => {
    const read = { ...result, id: 'read', status: 'VIEWED', viewed: true } as const;
    fakeApi(timeline([result, read, welcome], [jordan, { ...maya, permissions }]));
    await open(2);
    expect(await screen.findByRole('link', { name: /Blood test/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Already read/ })).toBeVisible();
  });
});

test('events shared by another user can’t be deleted', async () => {
  fakeApi(timeline([{ ...physician, profileId: 2, isShared: true }]));
  await open(2);
  expect(await screen.findByRole('link', { name: /Dr. Osei/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
});

describe('deleting an event', () => {
  const deletePhysician = async () => {
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(screen.getByRole('button', { name: 'Delete Dr. Osei' }));
    return user;
  };
  const toast = () => within(screen.getByRole('status'));

  test('removes it immediately, and Undo restores it in its place', async () => {
    const calls = fakeApi({ ...timeline([physician, message]), ...canBeRestored });
    const user = await deletePhysician();
    expect(names()).toEqual(['Precautions']);
    expect(toast().getByText('Event deleted')).toBeVisible();
    await user.click(toast().getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(names()).toEqual(['Dr. Osei', 'Precautions']));
    expect(toast().queryByText('Event deleted')).not.toBeInTheDocument();
    expect(calls.map(({ route }) => route).slice(3)).toEqual(Object.keys(canBeRestored));
    expect(screen.getAllByRole('button', { name: /^Delete/ })).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
  });

  test('focuses the event on Undo when it is back in the list already', async () => {
    const back = { ...physician, updatedAt: '2026-11-21T10:00:00.000Z' };
    fakeApi({ ...timeline([physician, message]), ...canBeRestored, 'POST v1/events/physician/restore': back });
    const user = await deletePhysician();
    act(() => addEvents([back]));
    await user.click(toast().getByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('link', { name: /Dr. Osei/ })).toHaveFocus();
  });

  test('restores the event and shows an error when the request fails, and another one when Undo fails', async () => {
    fakeApi(timeline([physician, message]));
    const user = await deletePhysician();
    expect(await toast().findByText('The event could not be deleted. Please try again.')).toBeVisible();
    expect(names()).toEqual(['Dr. Osei', 'Precautions']);
    expect(toast().queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    fakeApi({ 'DELETE v1/events/physician': undefined });
    await user.click(screen.getByRole('button', { name: 'Delete Dr. Osei' }));
    await user.click(toast().getByRole('button', { name: 'Undo' }));
    expect(await toast().findByText('The event could not be restored. Please try again.')).toBeVisible();
    await user.click(toast().getByRole('button', { name: 'Hide this message' }));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});

describe('an event list', () => {
  const card = (name: RegExp) => screen.getByRole('link', { name });

  test('supports arrow keys, Home, End and Delete, which moves the focus to the next card', async () => {
    fakeApi({ ...timeline([physician, message]), 'DELETE v1/events/physician': undefined });
    const user = await open();
    (await screen.findByRole('link', { name: /Dr. Osei/ })).focus();
    await user.keyboard('{ArrowDown}');
    expect(card(/Precautions/)).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(card(/Precautions/)).toHaveFocus();
    await user.keyboard('{Home}');
    expect(card(/Dr. Osei/)).toHaveFocus();
    await user.keyboard('{End}');
    expect(card(/Precautions/)).toHaveFocus();
    await user.keyboard('{ArrowUp}{Delete}');
    expect(names()).toEqual(['Precautions']);
    expect(card(/Precautions/)).toHaveFocus();
  });
});

describe('eventGroups', () => {
  const ids = (events: CareEvent[]) => events.map(({ id }) => id);
  const SEEN = { status: 'VIEWED' } as const;

  test('eventGroups separates this stay from earlier ones and keeps the order', () => {
    const survey = careEvent({ id: 'survey', type: EVENT_TYPE.BLOOD_SURVEY, status: 'ACTIONABLE' });
    const seen = [careEvent({ id: 'seen', viewed: true }), careEvent({ id: 'long', viewed: true, previousStay: true })];
    const { current, previous, read } = eventGroups([survey, earlier, ...seen, message], 1);
    expect([current, previous, read].map(ids)).toEqual([['survey', 'message'], ['earlier'], ['seen', 'long']]);
  });

  // General and supporter events of this stay are on home until they are viewed.
  test.each([
    ['viewed by status', SEEN, false, false, true],
    ['viewed by mark', { viewed: true }, false, false, true],
    ['a supporter request', { type: EVENT_TYPE.SUPPORTER_REQUEST }, false, false, false],
    ['a viewed supporter request', { type: EVENT_TYPE.SUPPORTER_REQUEST, ...SEEN }, false, false, false],
    ['general', { type: EVENT_TYPE.GENERAL }, false, true, false],
    ['about a supporter', { type: EVENT_TYPE.SUPPORTER }, false, true, false],
    ['about a supporter and viewed', { type: EVENT_TYPE.SUPPORTER, ...SEEN }, false, false, true],
    ['of another profile', { profileId: 2 }, false, false, false],
  ] as const)('eventGroups filters an event that is %s', (_, fields, isCurrent, isPrevious, isRead) => {
    const event = careEvent({ id: 'event', type: EVENT_TYPE.RESULT, ...fields });
    const { current, read } = eventGroups([event], 1);
    const { previous } = eventGroups([{ ...event, previousStay: true }], 1);
    expect([current, previous, read].map(({ length }) => length === 1)).toEqual([isCurrent, isPrevious, isRead]);
  });

  test('eventGroups counts another profile’s supporter event, which no list shows, as read', () => {
    const since = careEvent({ id: 'since', type: EVENT_TYPE.SUPPORTER, profileId: 2 });
    const groups = eventGroups([since], 2);
    expect(groups.current).toEqual([]);
    expect(groups.read).toEqual([{ ...since, status: 'VIEWED' }]);
  });
});
