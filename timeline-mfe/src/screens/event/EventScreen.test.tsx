import { act, screen, waitFor } from '@testing-library/react';
import type { CareEvent } from 'mock-api/contract';
import { changeSettings, EVENT_TYPE, loadTimeline, store } from 'shared-ui';
import { careEvent, fakeApi, jordan, maya, openPage, openRoutes, supporter } from 'shared-ui/testing';
import feature from '../../feature.tsx';

const timeline = (events: CareEvent[]) => ({
  'GET events': events,
  'GET v1/profiles': [jordan],
  'GET v1/notifications': [],
  ...Object.fromEntries(
    events.map((event) => [`POST v1/events/${event.id}/view`, { ...event, status: 'VIEWED', viewed: true }]),
  ),
});

const open = (id: string) => openRoutes(feature.routes, `/profile/1/events/${id}`);
const statusOf = (id: string) => store.getState().events.list.find((event) => event.id === id)?.status;

beforeEach(() => {
  openPage();
  changeSettings({ locale: 'en' });
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('the event about a reply links to the requests', async () => {
  fakeApi(timeline([careEvent({ id: 'e', type: EVENT_TYPE.MESSAGE, requestId: 'r', content: 'You wrote: “When?”' })]));
  await open('e');
  expect(await screen.findByText('You wrote: “When?”')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the reply' })).toHaveAttribute('href', '/profile/1/requests');
});

test.each([
  ['care-plan', 'See the care plan', '/profile/1/care-plans/x'],
  ['result', 'See the result', '/profile/1/results/x'],
] as const)('a hospital event links to the %s that it mentions', async (type, name, path) => {
  fakeApi(timeline([careEvent({ id: 'e', type: EVENT_TYPE.HOSPITAL, name: 'Discharged', about: { type, id: 'x' } })]));
  await open('e');
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', path);
});

test.each([
  ['hospital', { type: EVENT_TYPE.HOSPITAL, survey: 'admission' }, 'admission'],
  ['admission survey', { type: EVENT_TYPE.HOSPITAL_SURVEY_IN }, 'admission'],
  ['discharge survey', { type: EVENT_TYPE.HOSPITAL_SURVEY_OUT }, 'discharge'],
  ['result survey', { type: EVENT_TYPE.RESULT_SURVEY }, 'ecg'],
  ['blood survey', { type: EVENT_TYPE.BLOOD_SURVEY }, 'blood'],
] as const)(
  'a %s event (%o) shows the %s survey, and returns to the list when it is finished',
  async (_, fields, survey) => {
    fakeApi(timeline([careEvent({ id: 'e', status: 'ACTIONABLE', ...fields })]));
    const user = await open('e');
    await user.click(await screen.findByRole('button', { name: `finish ${survey}` }));
    await waitFor(() => expect(location.pathname).toBe('/profile/1/events'));
    await waitFor(() => expect(statusOf('e')).toBe('VIEWED'));
  },
);

test('a physician event shows their name and description', async () => {
  const text = 'Leads the head injury clinic.\n\nSpeaks French.';
  fakeApi(timeline([careEvent({ id: 'e', type: EVENT_TYPE.PHYSICIAN, name: 'Dr. Amara Osei', content2: text })]));
  await open('e');
  expect(await screen.findByRole('heading', { level: 1, name: 'Dr. Amara Osei' })).toBeVisible();
  expect(screen.getByText('AO')).toBeVisible();
  expect(screen.getByText('Leads the head injury clinic.')).toBeVisible();
  expect(screen.getByText('Speaks French.')).toBeVisible();
});

test('a hospital event shows its text above the survey', async () => {
  const admitted = {
    id: 'e',
    type: EVENT_TYPE.HOSPITAL,
    survey: 'admission',
    content2: 'You came after a fall.',
  } as const;
  fakeApi(timeline([careEvent(admitted)]));
  await open('e');
  expect(await screen.findByText('You came after a fall.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'finish admission' })).toBeVisible();
});

test.each(['URGENT', 'NOT_VIEWED', 'COMPLETED'] as const)(
  'a hospital event (%s) without an admission shows its text and no survey',
  async (status) => {
    const scan = careEvent({ id: 'e', type: EVENT_TYPE.HOSPITAL, status, content: 'A porter is on the way.' });
    fakeApi(timeline([scan]));
    await open('e');
    expect(await screen.findByText('A porter is on the way.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^finish/ })).not.toBeInTheDocument();
  },
);

test('a finished test links to the results', async () => {
  fakeApi(timeline([careEvent({ id: 'e', type: EVENT_TYPE.RESULT_COMPLETE, content: 'The laboratory has it.' })]));
  await open('e');
  expect(await screen.findByRole('link', { name: 'See results' })).toHaveAttribute('href', '/profile/1/results');
});

test('a message event shows the precautionary message', async () => {
  fakeApi(timeline([careEvent({ id: 'e', type: EVENT_TYPE.MESSAGE })]));
  await open('e');
  expect(await screen.findByText('Wear a mask outside your room.')).toBeVisible();
});

test('EventScreen finds an event by its link id, too', async () => {
  fakeApi(timeline([careEvent({ id: 'e', linkId: 'link', name: 'Linked' })]));
  await open('link');
  expect(await screen.findByRole('heading', { level: 1, name: 'Linked' })).toBeVisible();
});

test('EventScreen shows a not-found message when the event doesn’t exist', async () => {
  fakeApi(timeline([careEvent({ id: 'e' })]));
  await open('unknown');
  expect(await screen.findByRole('heading', { name: 'This event is no longer here' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all events' })).toHaveAttribute('href', '/profile/1/events');
});

test('EventScreen marks the event as viewed when the user leaves, not before', async () => {
  const calls = fakeApi(timeline([careEvent({ id: 'e', type: EVENT_TYPE.PHYSICIAN })]));
  const views = () => calls.filter(({ route }) => route === 'POST v1/events/e/view').length;
  const user = await open('e');
  await screen.findByRole('heading', { level: 1, name: 'Event e' });
  await new Promise((later) => setTimeout(later));
  expect(statusOf('e')).toBe('NOT_VIEWED');
  expect(views()).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(statusOf('e')).toBe('VIEWED'));
  expect(views()).toBe(1);
});

describe('MessageScreen', () => {
  const message = careEvent({
    id: 'm',
    type: EVENT_TYPE.MESSAGE,
    name: 'COVID-19 rules',
    content2: 'In our own words.',
  });

  test('shows the text of the message and marks it as viewed when the user leaves', async () => {
    fakeApi(timeline([message]));
    const user = await openRoutes(feature.routes, '/profile/1/messages/m');
    expect(await screen.findByRole('heading', { level: 1, name: 'COVID-19 rules' })).toBeVisible();
    expect(screen.getByText('In our own words.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(statusOf('m')).toBe('VIEWED'));
  });

  test('shows the default message without a message event', async () => {
    fakeApi(timeline([]));
    await openRoutes(feature.routes, '/profile/1/messages');
    expect(screen.getByRole('heading', { level: 1, name: 'My Messages' })).toBeVisible();
    expect(screen.getByText('Have one visitor at a time, please.')).toBeVisible();
  });
});

test.each([
  ['about a supporter', { type: EVENT_TYPE.SUPPORTER }],
  ['about a reply', { type: EVENT_TYPE.MESSAGE, requestId: 'r' }],
])('an event %s offers nothing to ask the hospital', async (_, fields) => {
  fakeApi(timeline([careEvent({ id: 'e', content: 'Zoë now follows your stay.', ...fields })]));
  await open('e');
  expect(await screen.findByText('Zoë now follows your stay.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Ask the hospital' })).not.toBeInTheDocument();
  for (const name of ['This is wrong', 'I need something']) {
    expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
  }
});

describe('an event of a supported patient', () => {
  const lea = { ...maya, data: { ...maya.data, firstName: 'Léa' }, permissions: supporter({ id: 's' }).permissions };
  const admitted = careEvent({ id: 'e', type: EVENT_TYPE.HOSPITAL, name: 'Admitted', profileId: 2, isShared: true });
  const refused = (code: string) => ({ status: 404, body: { error: { code, message: '' } } });
  const routes = (events: CareEvent[], code: string) => ({
    ...timeline(events),
    'GET v1/profiles': [jordan, lea],
    'GET events/event?id=e': refused(code),
  });
  const openShared = () => openRoutes([...feature.routes, { path: '/app', element: null }], '/profile/2/events/e');

  test('says that the patient no longer shares it when that ends while it is open, and leads home', async () => {
    fakeApi(routes([admitted], 'NOT_SHARED'));
    const user = await openShared();
    expect(await screen.findByRole('heading', { level: 1, name: 'Admitted' })).toBeVisible();
    fakeApi(routes([], 'NOT_SHARED'));
    await act(() => loadTimeline());
    expect(await screen.findByRole('heading', { name: 'Léa no longer shares this with you' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Léa no longer shares this with you');
    expect(screen.queryByText('It may have been deleted.')).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Go to home' }));
    expect(location.pathname).toBe('/app');
  });

  test('says so in French on a later visit', async () => {
    changeSettings({ locale: 'fr' });
    fakeApi(routes([], 'NOT_SHARED'));
    await openShared();
    expect(await screen.findByRole('heading', { name: 'Léa ne partage plus cela avec vous' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Aller à l’accueil' })).toHaveAttribute('href', '/app');
  });

  test('that was deleted shows the not-found message', async () => {
    fakeApi(routes([], 'NOT_FOUND'));
    await openShared();
    expect(await screen.findByText('It may have been deleted.')).toBeVisible();
    expect(screen.queryByText(/no longer shares/)).not.toBeInTheDocument();
  });

  test('says that the patient no longer shares it when they end everything', async () => {
    fakeApi(routes([admitted], 'NOT_SHARED'));
    await openShared();
    await screen.findByRole('heading', { level: 1, name: 'Admitted' });
    fakeApi(timeline([]));
    await act(() => loadTimeline());
    expect(await screen.findByRole('heading', { name: 'Léa no longer shares this with you' })).toBeVisible();
    expect(location.pathname).toBe('/profile/2/events/e');
  });
});
