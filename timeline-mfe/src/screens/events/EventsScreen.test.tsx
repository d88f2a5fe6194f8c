import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CareEvent } from 'mock-api/contract';
import { addEvents, EVENT_TYPE } from 'shared-ui';
import { careEvent, fakeApi, jordan, maya, openPage, openRoutes, supporter } from 'shared-ui/testing';
import feature from '../../feature.tsx';
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

const timeline = (events: unknown) => ({
  'GET events': events,
  'GET v1/profiles': [jordan, maya],
  'GET v1/notifications': [],
});

const open = (profileId = 1) => openRoutes(feature.routes, `/profile/${profileId}/events`);
/** The links to events, without the link to the settings below them. */
const events = () => screen.queryAllByRole('link').filter((link) => !link.matches('[href="/app/settings"]'));
const names = () => events().map((link) => link.textContent?.replace(/(New|Mar|Nov).*/, ''));

beforeEach(() => {
  openPage();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('EventsScreen lists this stay and earlier stays under their own headings', async () => {
  fakeApi(timeline([physician, message, earlier]));
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'My Events' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'This stay' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Earlier stays' })).toBeVisible();
  expect(names()).toEqual(['Dr. Osei', 'Precautions', 'Emergency visit']);
});

test('of another person, the heading has their name', async () => {
  fakeApi(timeline([careEvent({ id: 'x', profileId: 2, type: EVENT_TYPE.PHYSICIAN, name: 'Dr. Ortega' }), message]));
  await open(2);
  expect(await screen.findByRole('heading', { level: 1, name: 'Maya’s Events' })).toBeVisible();
  expect(names()).toEqual(['Dr. Ortega']);
});

test('EventsScreen links to the settings from the user’s own profile only', async () => {
  fakeApi(timeline([message]));
  await open();
  const settings = () => screen.queryByRole('link', { name: 'Language, text size and other settings' });
  expect(settings()).toHaveAttribute('href', '/app/settings');
  cleanup();
  await open(2);
  expect(settings()).not.toBeInTheDocument();
});

test('EventsScreen shows an empty state when there are no events', async () => {
  fakeApi(timeline([]));
  await open();
  expect(await screen.findByRole('heading', { name: 'No new events' })).toBeVisible();
});

test('a profile that does not exist leads home', async () => {
  fakeApi(timeline([]));
  await open(9);
  await waitFor(() => expect(location.pathname).toBe('/app'));
});

test('an unknown path below a profile leads home', async () => {
  fakeApi(timeline([]));
  await openRoutes(feature.routes, '/profile/1/nowhere');
  expect(location.pathname).toBe('/app');
});

test('the close icon leads home after a direct visit', async () => {
  fakeApi(timeline([]));
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(location.pathname).toBe('/app');
});

test('the back arrow returns to the list, which no longer contains the viewed event', async () => {
  const viewed = { ...physician, status: 'VIEWED', viewed: true };
  fakeApi({ ...timeline([physician, message]), 'POST v1/events/physician/view': viewed });
  const user = await open();
  await user.click(await screen.findByRole('link', { name: /Dr. Osei/ }));
  expect(location.pathname).toBe('/profile/1/events/physician');
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  await waitFor(() => expect(location.pathname).toBe('/profile/1/events'));
  await waitFor(() => expect(names()).toEqual(['Precautions']));
});

describe('what was read already', () => {
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

  test('is shown below the empty state, and hidden when nothing has been read', async () => {
    fakeApi(timeline([readEarlier]));
    await open();
    expect(await section()).toBeVisible();
    expect(screen.getByRole('heading', { name: 'No new events' })).toBeVisible();
    cleanup();
    openPage();
    fakeApi(timeline([message]));
    await open();
    await screen.findByRole('link', { name: /Precautions/ });
    expect(screen.queryByRole('button', { name: /^Already read/ })).not.toBeInTheDocument();
  });

  test('stays expanded when the user returns from a read event', async () => {
    fakeApi(timeline([read, message]));
    const user = await open();
    await user.click(await section());
    await user.click(screen.getByRole('link', { name: /Dr. Osei/ }));
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    expect(await section()).toHaveAttribute('aria-expanded', 'true');
    expect(names()).toEqual(['Precautions', 'Dr. Osei']);
  });

  test('can be deleted and restored', async () => {
    fakeApi({
      ...timeline([read]),
      'DELETE v1/events/physician': undefined,
      'POST v1/events/physician/restore': read,
    });
    const user = await open();
    await user.click(await section());
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
    fakeApi({ ...timeline([welcome]), 'GET v1/profiles': [jordan, { ...maya, permissions }] });
    await open(2);
    expect(await screen.findByRole('heading', { name: 'Maya isn’t sharing this with you' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Already read/ })).not.toBeInTheDocument();
  });

  test('EventsScreen still shows what other permissions open', async () => {
    const read = { ...result, id: 'read', status: 'VIEWED', viewed: true } as const;
    fakeApi({ ...timeline([result, read, welcome]), 'GET v1/profiles': [jordan, { ...maya, permissions }] });
    await open(2);
    expect(await screen.findByRole('link', { name: /Blood test/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Already read/ })).toBeVisible();
  });
});

test('events shared by another user can’t be deleted', async () => {
  const shared = { ...physician, profileId: 2, isShared: true } as const;
  fakeApi({ ...timeline([shared]), 'POST v1/events/physician/view': { ...shared, status: 'VIEWED', viewed: true } });
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
    const routes = {
      ...timeline([physician, message]),
      'DELETE v1/events/physician': undefined,
      'POST v1/events/physician/restore': physician,
    };
    const calls = fakeApi(routes);
    const user = await deletePhysician();
    expect(names()).toEqual(['Precautions']);
    expect(toast().getByText('Event deleted')).toBeVisible();
    await user.click(toast().getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(names()).toEqual(['Dr. Osei', 'Precautions']));
    expect(toast().queryByText('Event deleted')).not.toBeInTheDocument();
    expect(calls.map(({ route }) => route).slice(3)).toEqual([
      'DELETE v1/events/physician',
      'POST v1/events/physician/restore',
    ]);
  });

  test('focuses the event on Undo when it is back in the list already', async () => {
    const back = { ...physician, updatedAt: '2026-11-21T10:00:00.000Z' };
    fakeApi({
      ...timeline([physician, message]),
      'DELETE v1/events/physician': undefined,
      'POST v1/events/physician/restore': back,
    });
    const user = await deletePhysician();
    act(() => addEvents([back]));
    await user.click(toast().getByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('link', { name: /Dr. Osei/ })).toHaveFocus();
  });

  test('can be undone for the last event', async () => {
    fakeApi({
      ...timeline([physician]),
      'DELETE v1/events/physician': undefined,
      'POST v1/events/physician/restore': physician,
    });
    const user = await deletePhysician();
    expect(screen.getByRole('heading', { name: 'No new events' })).toBeVisible();
    await user.click(toast().getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(names()).toEqual(['Dr. Osei']));
  });

  test('restores the event and shows an error when the request fails', async () => {
    fakeApi(timeline([physician, message]));
    await deletePhysician();
    expect(await toast().findByText('The event could not be deleted. Please try again.')).toBeVisible();
    expect(names()).toEqual(['Dr. Osei', 'Precautions']);
    expect(toast().queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  test('shows an error when Undo fails, which can be hidden', async () => {
    fakeApi({ ...timeline([physician, message]), 'DELETE v1/events/physician': undefined });
    const user = await deletePhysician();
    await user.click(toast().getByRole('button', { name: 'Undo' }));
    expect(await toast().findByText('The event could not be restored. Please try again.')).toBeVisible();
    await user.click(toast().getByRole('button', { name: 'Hide this message' }));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});

describe('an event list', () => {
  const card = (name: RegExp) => screen.getByRole('link', { name });

  test('shows its delete buttons in edit mode only', async () => {
    fakeApi(timeline([physician, message]));
    const user = await open();
    await screen.findByRole('link', { name: /Dr. Osei/ });
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(screen.getAllByRole('button', { name: /^Delete/ })).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
  });

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

  test('renders only part of a long list and announces each card’s position', async () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      careEvent({ id: `e${index}`, type: EVENT_TYPE.HOSPITAL, createdAt: new Date(2e12 - index * 1000).toISOString() }),
    );
    fakeApi(timeline(many));
    await open();
    await screen.findByRole('link', { name: /Event e0/ });
    const [first, ...others] = screen.getAllByRole('listitem');
    expect(first).toHaveAttribute('aria-posinset', '1');
    expect(first).toHaveAttribute('aria-setsize', '200');
    expect(others.length).toBeLessThan(100);
    screen.getByRole('link', { name: /Event e0/ }).focus();
    await userEvent.keyboard('{End}');
    expect(screen.getByRole('link', { name: /Event e199/ })).toHaveFocus();
  });
});

describe('eventGroups', () => {
  const ids = (events: CareEvent[]) => events.map(({ id }) => id);

  const survey = careEvent({ id: 'survey', type: EVENT_TYPE.BLOOD_SURVEY, status: 'ACTIONABLE' });
  const result = careEvent({ id: 'result', type: EVENT_TYPE.RESULT });
  const earlier = careEvent({ id: 'earlier', type: EVENT_TYPE.HOSPITAL, status: 'COMPLETED', previousStay: true });

  test('eventGroups separates this stay from earlier ones and keeps the order', () => {
    const { current, previous } = eventGroups([survey, earlier, result], 1);
    expect(ids(current)).toEqual(['survey', 'result']);
    expect(ids(previous)).toEqual(['earlier']);
  });

  test.each([
    ['viewed by status', { status: 'VIEWED' }, false, false],
    ['viewed by mark', { viewed: true }, false, false],
    ['a supporter request', { type: EVENT_TYPE.SUPPORTER_REQUEST }, false, false],
    ['general', { type: EVENT_TYPE.GENERAL }, false, true],
    ['about a supporter', { type: EVENT_TYPE.SUPPORTER }, false, true],
    ['of another profile', { profileId: 2 }, false, false],
  ] as const)('eventGroups filters an event that is %s', (_, fields, isCurrentListed, isPreviousListed) => {
    const event = careEvent({ id: 'event', type: EVENT_TYPE.RESULT, ...fields });
    expect(eventGroups([event], 1).current.length === 1).toBe(isCurrentListed);
    expect(eventGroups([{ ...event, previousStay: true }], 1).previous.length === 1).toBe(isPreviousListed);
  });

  test('eventGroups groups viewed events of all stays as read', () => {
    const seen = { ...result, status: 'VIEWED', viewed: true } as const;
    const seenEarlier = { ...earlier, viewed: true };
    expect(ids(eventGroups([survey, seen, seenEarlier], 1).read)).toEqual(['result', 'earlier']);
  });

  test('eventGroups counts another profile’s supporter event, which no list shows, as read', () => {
    const since = careEvent({ id: 'since', type: EVENT_TYPE.SUPPORTER, profileId: 2 });
    const groups = eventGroups([since], 2);
    expect(groups.current).toEqual([]);
    expect(groups.read).toEqual([{ ...since, status: 'VIEWED' }]);
  });

  test('eventGroups returns the user’s own supporter event only once it is viewed: until then it is on home', () => {
    const welcome = careEvent({ id: 'welcome', type: EVENT_TYPE.SUPPORTER });
    expect(eventGroups([welcome], 1).read).toEqual([]);
    expect(ids(eventGroups([{ ...welcome, status: 'VIEWED' }], 1).read)).toEqual(['welcome']);
  });

  test('eventGroups never returns supporter requests', () => {
    const request = careEvent({ id: 'request', type: EVENT_TYPE.SUPPORTER_REQUEST, status: 'VIEWED' });
    expect(eventGroups([request], 1).read).toEqual([]);
  });
});
