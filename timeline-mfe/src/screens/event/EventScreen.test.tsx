import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { CareEvent } from 'mock-api/contract';
import { changeSettings, EVENT_TYPE, loadTimeline, runtimeConfig, store } from 'shared-ui';
import { careEvent, fakeApi, jordan, maya, openPage, openRoutes, setRuntimeConfig, supporter } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { timeline as homeTimeline } from '../../testing/home-data.ts';

/** The timeline, on which each event can be marked as viewed. */
const timeline = (events: CareEvent[], profiles: unknown = [jordan]) => ({
  ...homeTimeline(events, [], profiles),
  ...Object.fromEntries(
    events.map((event) => [`POST v1/events/${event.id}/view`, { ...event, status: 'VIEWED', viewed: true }]),
  ),
});

const open = (id: string) => openRoutes(feature.routes, `/profile/1/events/${id}`);
const statusOf = (id: string) => store.getState().events.list.find((event) => event.id === id)?.status;

beforeEach(openPage);

test.each([
  [{ type: EVENT_TYPE.HOSPITAL, about: { type: 'care-plan', id: 'x' } }, 'See the care plan', 'care-plans/x'],
  [{ type: EVENT_TYPE.HOSPITAL, about: { type: 'result', id: 'x' } }, 'See the result', 'results/x'],
  [{ type: EVENT_TYPE.HOSPITAL, leadsTo: 'going-home' }, 'See what to do at home', 'going-home'],
  [{ type: EVENT_TYPE.RESULT_COMPLETE }, 'See results', 'results'],
  [{ type: EVENT_TYPE.RESULT }, 'See results', 'results'],
  [{ type: EVENT_TYPE.MESSAGE, requestId: 'r' }, 'See the reply', 'requests'],
] as const)('an event (%o) shows its text and links to what it is about: %s', async (fields, name, path) => {
  fakeApi(timeline([careEvent({ id: 'e', linkId: 'link', content: 'The laboratory has it.', ...fields })]));
  await open('link');
  expect(await screen.findByText('The laboratory has it.')).toBeVisible();
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', `/profile/1/${path}`);
});

test.each([
  ['hospital', { type: EVENT_TYPE.HOSPITAL, survey: 'admission' }, 'admission'],
  ['admission survey', { type: EVENT_TYPE.HOSPITAL_SURVEY_IN }, 'admission'],
  ['discharge survey', { type: EVENT_TYPE.HOSPITAL_SURVEY_OUT }, 'discharge'],
  ['result survey', { type: EVENT_TYPE.RESULT_SURVEY }, 'ecg'],
  ['blood survey', { type: EVENT_TYPE.BLOOD_SURVEY }, 'blood'],
] as const)(
  'a %s event (%o) shows the %s survey below its text, and returns to the list when it is finished',
  async (_, fields, survey) => {
    fakeApi(timeline([careEvent({ id: 'e', status: 'ACTIONABLE', content2: 'You came after a fall.', ...fields })]));
    const user = await open('e');
    expect(await screen.findByText('You came after a fall.')).toBeVisible();
    // A phone that is locked: whoever comes back may still fill in the form.
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValueOnce('hidden');
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    expect(statusOf('e')).toBe('ACTIONABLE');
    await user.click(await screen.findByRole('button', { name: `finish ${survey}` }));
    await waitFor(() => expect(location.pathname).toBe('/profile/1/events'));
    await waitFor(() => expect(statusOf('e')).toBe('VIEWED'));
  },
);

test('an event that staff wrote in another language is marked with it', async () => {
  const languages = { name: 'fr', content: 'fr', content2: 'fr' };
  const texts = { name: 'Prise de sang', content: 'Ne mangez rien.', content2: 'Vous pouvez boire.' };
  fakeApi(timeline([careEvent({ id: 'e', type: EVENT_TYPE.MESSAGE, languages, ...texts })]));
  await open('e');
  for (const text of Object.values(texts)) {
    const marks = (await screen.findByText(text)).closest<HTMLElement>('[lang]');
    expect([marks?.lang, marks?.dir]).toEqual(['fr', 'ltr']);
  }
  expect(screen.getByText('In the hospital’s words (French)')).toBeVisible();
});

test('a physician event shows their name and description', async () => {
  const text = 'Leads the head injury clinic.\n\nSpeaks French.';
  fakeApi(timeline([careEvent({ id: 'e', type: EVENT_TYPE.PHYSICIAN, name: 'Dr. Amara Osei', content2: text })]));
  await open('e');
  expect(await screen.findByRole('heading', { level: 1, name: 'Dr. Amara Osei' })).toBeVisible();
  expect(screen.getByText('AO')).toBeVisible();
  expect(screen.getByText('Leads the head injury clinic.')).toBeVisible();
  expect(screen.getByText('Speaks French.')).toBeVisible();
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

test.each([
  ['/profile/1/events/e', {}],
  ['/profile/1/messages/e', {}],
  ['/profile/1/messages', {}],
  ['/profile/1/messages/e', { content2: 'The desk is open until 8 p.m.' }],
])('a message from staff shows what they wrote: %s (%o)', async (path, fields) => {
  const content = 'Bring your insurance card';
  fakeApi(timeline([careEvent({ id: 'e', type: EVENT_TYPE.MESSAGE, content, ...fields })]));
  await openRoutes(feature.routes, path);
  for (const text of [content, ...Object.values(fields)]) expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText('Wear a mask outside your room.')).not.toBeInTheDocument();
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

  test('shows the COVID-19 precautions without a message, in the demo only', async () => {
    fakeApi(timeline([]));
    const precautions = () => screen.queryByText('Have one visitor at a time, please.');
    await openRoutes(feature.routes, '/profile/1/messages');
    expect(screen.getByRole('heading', { level: 1, name: 'My Messages' })).toBeVisible();
    expect(precautions()).toBeVisible();
    cleanup();
    setRuntimeConfig({ ...runtimeConfig(), demo: false });
    await openRoutes(feature.routes, '/profile/1/messages');
    expect(await screen.findByRole('heading', { name: 'No messages yet' })).toBeVisible();
    expect(precautions()).toBeNull();
    cleanup();
    await openRoutes(feature.routes, '/profile/1/messages/unknown');
    expect(await screen.findByRole('heading', { name: 'This event is no longer here' })).toBeVisible();
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

test.each(['Accept', 'Decline'])(
  'a request opened from a notification is answered there with %s, and leads home',
  async (press) => {
    const request = careEvent({ id: 'r', type: EVENT_TYPE.SUPPORTER_REQUEST, status: 'PENDING', name: 'Maya Chen' });
    const accepted = { removedId: 'r', profile: maya, event: careEvent({ id: 'welcome', type: EVENT_TYPE.SUPPORTER }) };
    fakeApi({
      ...timeline([request]),
      'POST v1/events/r/accept': accepted,
      'POST v1/events/r/decline': { isRemoved: true },
    });
    const user = await openRoutes([...feature.routes, { path: '/app', element: null }], '/profile/1/events/r');
    await user.click(await screen.findByRole('button', { name: press }));
    await waitFor(() => expect(location.pathname).toBe('/app'));
  },
);

test('a request that is answered elsewhere while it is open leads home', async () => {
  const waiting = careEvent({ id: 'w', type: EVENT_TYPE.SUPPORTER_REQUEST, content: 'You asked to follow Ana.' });
  fakeApi(timeline([waiting]));
  await openRoutes([...feature.routes, { path: '/app', element: null }], '/profile/1/events/w');
  expect(await screen.findByText('You asked to follow Ana.')).toBeVisible();
  fakeApi(timeline([]));
  await act(() => loadTimeline());
  await waitFor(() => expect(location.pathname).toBe('/app'));
});

test('an event that does not exist, opened from a request, is not taken for an answered one', async () => {
  fakeApi(timeline([careEvent({ id: 'w', type: EVENT_TYPE.SUPPORTER_REQUEST, content: 'You asked to follow Ana.' })]));
  await openRoutes([...feature.routes, { path: '/app', element: null }], '/profile/1/events/w');
  expect(await screen.findByText('You asked to follow Ana.')).toBeVisible();
  await act(async () => {
    history.pushState(null, '', '/profile/1/events/gone');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(await screen.findByText('It may have been deleted.')).toBeVisible();
});

describe('an event of a supported patient', () => {
  const lea = { ...maya, data: { ...maya.data, firstName: 'Léa' }, permissions: supporter({ id: 's' }).permissions };
  const admitted = careEvent({ id: 'e', type: EVENT_TYPE.HOSPITAL, name: 'Admitted', profileId: 2, isShared: true });
  const routes = (events: CareEvent[], code = 'NOT_SHARED') => ({
    ...timeline(events, [jordan, lea]),
    'GET events/event?id=e': { status: 404, body: { error: { code, message: '' } } },
  });
  const openShared = () => openRoutes([...feature.routes, { path: '/app', element: null }], '/profile/2/events/e');

  test('says that the patient no longer shares it when that ends while it is open, and leads home', async () => {
    fakeApi(routes([admitted]));
    const user = await openShared();
    expect(await screen.findByRole('heading', { level: 1, name: 'Admitted' })).toBeVisible();
    fakeApi(routes([]));
    await act(() => loadTimeline());
    expect(await screen.findByRole('heading', { name: 'Léa no longer shares this with you' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Léa no longer shares this with you');
    expect(screen.queryByText('It may have been deleted.')).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Go to home' }));
    expect(location.pathname).toBe('/app');
  });

  test('says that the user no longer follows the stay when support ends, and takes the focus', async () => {
    fakeApi(routes([admitted]));
    await openShared();
    await screen.findByRole('heading', { level: 1, name: 'Admitted' });
    fakeApi(timeline([]));
    await act(() => loadTimeline());
    expect(await screen.findByRole('heading', { name: 'You no longer follow Léa’s stay' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('You no longer follow Léa’s stay');
    expect(location.pathname).toBe('/profile/2/events/e');
  });

  test.each([
    ['NOT_SHARED', 'Léa ne partage plus cela avec vous'],
    ['NOT_FOUND', 'Cet événement n’est plus ici'],
  ])('says why it is missing on a later visit, in French (%s)', async (code, title) => {
    changeSettings({ locale: 'fr' });
    fakeApi(routes([], code));
    await openShared();
    expect(await screen.findByRole('heading', { level: 2 })).toHaveTextContent(title);
  });
});
