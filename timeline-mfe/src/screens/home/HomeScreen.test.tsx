import { act, screen, waitFor, within } from '@testing-library/react';
import { EVENT_TYPE } from 'shared-ui';
import { careEvent, fakeApi, jordan, maya, openPage, openRoutes, patient, store } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { greetingFor } from './HomeScreen.tsx';

const survey = careEvent({
  id: 'survey',
  type: EVENT_TYPE.HOSPITAL_SURVEY_IN,
  status: 'ACTIONABLE',
  name: 'How was your admission?',
  createdAt: '2026-11-20T10:00:00.000Z',
});
const viewed = careEvent({ id: 'viewed', status: 'VIEWED', name: 'Already seen' });
const request = careEvent({ id: 'request', type: EVENT_TYPE.SUPPORTER_REQUEST, status: 'PENDING', name: 'Maya Chen' });
const otherEvents = [
  careEvent({ id: 'earlier', previousStay: true, name: 'Earlier stay' }),
  careEvent({ id: 'mayas', profileId: 2, name: 'Of Maya' }),
];
const notification = (id: string, title: string, icon: string) => ({
  id,
  profileId: 1,
  title,
  content: `${title}, in detail`,
  kind: icon === 'map-pin' ? 'next-step' : 'information',
  icon,
  createdAt: '2026-11-20T09:00:00.000Z',
});

const timeline = (events: unknown, notifications: unknown = []) => ({
  'GET events': events,
  'GET v1/profiles': [jordan],
  'GET v1/notifications': notifications,
});

const open = () => openRoutes(feature.routes, '/app');
const cards = () => screen.getAllByRole('listitem');

beforeEach(() => {
  openPage();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('HomeScreen greets the user by name and lists the events of this stay, newest first, including viewed ones', async () => {
  fakeApi(timeline([viewed, survey, ...otherEvents]));
  await open();
  expect(screen.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Jordan$/ })).toHaveFocus();
  await screen.findByText('Already seen');
  expect(cards().map((card) => within(card).queryByText(/Tell us|New/)?.textContent)).toEqual(['Tell us', undefined]);
  expect(screen.getByRole('link', { name: /How was your admission/ })).toHaveAttribute(
    'href',
    '/profile/1/events/survey',
  );
});

test('an event card shows when its feedback is waiting to be sent or was refused', async () => {
  fakeApi(timeline([viewed, survey]));
  await open();
  await screen.findByText('How was your admission?');
  const card = () => screen.getByRole('link', { name: /How was your admission/ });
  const unsent = { key: 'key', about: 'survey', survey: 'admission', isInMemoryOnly: false } as const;
  const set = (...found: (typeof unsent & { state: 'waiting' | 'refused' })[]) =>
    act(() => store.setState({ delivery: { unsent: found, drafts: [] } }));
  set({ ...unsent, state: 'waiting' });
  expect(card()).toHaveTextContent('Waiting to send');
  expect(card()).not.toHaveTextContent('Tell us');
  expect(screen.getByRole('link', { name: /Already seen/ })).not.toHaveTextContent('Waiting');
  set({ ...unsent, state: 'refused' });
  expect(card()).toHaveTextContent('Could not be sent');
  set();
  expect(card()).toHaveTextContent('Tell us');
});

test.each(['professional', 'staff'])(
  'HomeScreen tells %s accounts that they see what a patient would see',
  async (roleType) => {
    fakeApi(timeline([survey]));
    store.setState(({ session }) => ({ session: { ...session, me: { ...patient, roleType } } }));
    await open();
    expect(screen.getByText(/What you see here is what a patient would see/)).toBeVisible();
  },
);

test('HomeScreen doesn’t show the professional note to a patient', async () => {
  fakeApi(timeline([survey]));
  await open();
  expect(screen.queryByText(/what a patient would see/)).not.toBeInTheDocument();
});

test('HomeScreen links to the patient’s records and to what other remotes declare', async () => {
  fakeApi(timeline([survey]));
  await openRoutes(feature.routes, '/app', [{ path: '/pharmacy', label: 'Pharmacy', drawing: undefined }]);
  const links = within(screen.getByRole('navigation', { name: 'More for you' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['My records', '/profile/1/records'],
    ['Pharmacy', '/pharmacy'],
  ]);
});

test('any other path below /app shows home', async () => {
  fakeApi(timeline([survey]));
  await openRoutes(feature.routes, '/app/somewhere/else');
  expect(await screen.findByText('How was your admission?')).toBeVisible();
});

test('HomeScreen shows “What happens next” only for a notification about where to be', async () => {
  fakeApi(timeline([survey], [notification('wifi', 'Free Wi-Fi', 'wifi')]));
  await open();
  expect(await screen.findByText('Free Wi-Fi')).toBeVisible();
  expect(screen.queryByText('What happens next')).not.toBeInTheDocument();
});

test('the next step shows place, time, delay and reason', async () => {
  const next = {
    ...notification('next', 'X-ray', 'map-pin'),
    place: 'Level 2',
    at: '2026-11-20T15:05:00.000Z',
    delay: { minutes: 25, reason: 'An emergency came first.' },
  };
  fakeApi(timeline([], [next]));
  await open();
  expect(await screen.findByText('Delayed by 25 minutes: An emergency came first.')).toBeVisible();
  expect(screen.getByText(/^Level 2/)).toHaveTextContent(
    /^Level 2 · Nov 20, 2026, \d{1,2}:05 [ap]\.m\. about \d{1,2}:30 [ap]\.m\.was Nov 20, 2026, \d{1,2}:05 [ap]\.m\., now about \d{1,2}:30 [ap]\.m\.$/,
  );
});

test('HomeScreen shows the next notification on top and the others below it', async () => {
  fakeApi(
    timeline(
      [survey],
      [notification('wifi', 'Free Wi-Fi', 'wifi'), notification('x', 'X-ray at 11:15 a.m.', 'map-pin')],
    ),
  );
  await open();
  expect(await screen.findByText('What happens next')).toBeVisible();
  expect(screen.getAllByText('X-ray at 11:15 a.m.')).toHaveLength(1);
  expect(screen.getByText('Good to know')).toBeVisible();
});

test('HomeScreen shows an empty state when nothing has happened yet', async () => {
  fakeApi(timeline([]));
  await open();
  expect(await screen.findByRole('heading', { name: 'Nothing has happened yet' })).toBeVisible();
});

test('home offers a working retry when loading fails', async () => {
  const routes: Record<string, unknown> = {};
  fakeApi(routes);
  const user = await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your timeline can’t be shown just now');
  Object.assign(routes, timeline([survey]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('How was your admission?')).toBeVisible();
});

test('home keeps the old data when a refresh fails', async () => {
  const routes: Record<string, unknown> = timeline([survey]);
  fakeApi(routes);
  await open();
  await screen.findByText('How was your admission?');
  delete routes['GET events'];
  act(() => store.setState(({ app }) => ({ app: { ...app, refresh: app.refresh + 1 } })));
  expect(await screen.findByText(/could not be updated just now/)).toBeVisible();
  expect(screen.getByText('How was your admission?')).toBeVisible();
});

describe('a supporter request', () => {
  const accepted = {
    removedId: 'request',
    profile: maya,
    event: careEvent({ id: 'welcome', type: EVENT_TYPE.SUPPORTER, name: 'Maya Chen', content: 'You support Maya.' }),
  };

  test('is replaced by the profile and its event when accepted', async () => {
    fakeApi({ ...timeline([request, survey]), 'POST v1/events/request/accept': accepted });
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('You support Maya.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
    expect(store.getState().profiles.list).toEqual([jordan, maya]);
    expect(await screen.findByText('You are now a supporter of Maya Chen.')).toHaveAttribute('role', 'status');
    await waitFor(() => expect(screen.getByRole('region', { name: 'Your events' })).toHaveFocus());
  });

  test('stays when declined', async () => {
    const calls = fakeApi({ ...timeline([request]), 'POST v1/events/request/decline': undefined });
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('Nothing has changed. You can still accept later.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled();
    expect(calls.map(({ route }) => route)).toContain('POST v1/events/request/decline');
  });

  test('shows an error and stays when the answer can’t be sent', async () => {
    fakeApi(timeline([request]));
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Accept' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Your answer could not be sent. Please try again.');
    expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled();
  });

  test('card has no link', async () => {
    fakeApi(timeline([request]));
    await open();
    const card = (await screen.findByText('Maya Chen')).closest('li');
    expect(within(card as HTMLElement).queryByRole('link')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByText('Pending')).toBeVisible());
  });
});

test.each([
  [0, 'evening'],
  [4, 'evening'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
])('greetingFor at hour %i is %s', (hour, greeting) => {
  expect(greetingFor(hour)).toBe(greeting);
});
