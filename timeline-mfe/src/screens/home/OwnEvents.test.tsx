import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { addEvents, EVENT_TYPE, requestRefresh } from 'shared-ui';
import { publish } from 'shared-ui/bus';
import { careEvent, fakeApi, jordan, openPage, openRoutes, pretendVisible, store } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { step, supporterRequest, survey, timeline } from '../../testing/home-data.ts';

const at = (minute: number) => `2026-11-20T11:0${minute}:00.000Z`;
const urgent = careEvent({ id: 'urgent', status: 'URGENT', name: 'Scan now', createdAt: '2026-11-20T08:00:00.000Z' });
const fresh = careEvent({ id: 'fresh', name: 'Blood taken', createdAt: at(4) });
const invited = careEvent({ id: 'invited', type: EVENT_TYPE.SUPPORTER, status: 'PENDING', name: 'Sam invited' });
const over = careEvent({ id: 'over', status: 'COMPLETED', name: 'Scan done', createdAt: at(2) });
const viewed = careEvent({ id: 'viewed', status: 'VIEWED', viewed: true, name: 'Already seen', createdAt: at(1) });

const result = careEvent({
  id: 'result',
  type: EVENT_TYPE.RESULT,
  name: 'Brain scan results',
  content: 'No bleeding was found.',
  createdAt: '2026-11-20T07:00:00.000Z',
});

const NAMES =
  /Scan now|How was your admission|Blood taken|Sam invited|Maya Chen|Already seen|Scan done|Brain scan results/;
const namesIn = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => NAMES.exec(row.textContent ?? '')?.[0]);

const open = () => openRoutes(feature.routes, '/app');
const link = (name: RegExp) => screen.getByRole('link', { name });

pretendVisible();
beforeEach(openPage);

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test('home groups events: urgent, new with results first, to do with surveys last, and earlier', async () => {
  fakeApi(timeline([fresh, over, viewed, survey, urgent, invited, supporterRequest, result]));
  await open();
  await screen.findByText('Scan now');
  expect(headings()).toEqual(['Urgent', 'New', 'To do', 'Earlier']);
  expect(namesIn('Urgent')).toEqual(['Scan now']);
  expect(namesIn('New')).toEqual(['Brain scan results', 'Blood taken', 'Sam invited']);
  expect(namesIn('To do')).toEqual(['Maya Chen', 'How was your admission']);
  expect(namesIn('Earlier')).toEqual(['Scan done', 'Already seen']);
  expect(link(/Brain scan results/)).toHaveTextContent('No bleeding was found.');
});

test('an urgent event that the next step is about comes first in “To do”: the step itself leads', async () => {
  fakeApi(timeline([survey, urgent, result], [step({ about: { type: 'event', id: 'urgent' } })]));
  await open();
  await screen.findByText('Scan now');
  expect(headings()).toEqual(['X-ray', 'New', 'To do']);
  expect(namesIn('To do')).toEqual(['Scan now', 'How was your admission']);
});

test('an urgent event stays on top when the step about it is over', async () => {
  const at = new Date(Date.now() - 24 * 60 * 60_000).toISOString();
  fakeApi(timeline([result, urgent], [step({ at, about: { type: 'event', id: 'urgent' } })]));
  await open();
  await screen.findByText('Scan now');
  expect(headings()).toEqual(['Urgent', 'New']);
});

test('home shows the day below what there is to do and above earlier events', async () => {
  const day = {
    source: { name: 'Northside', checkedAt: null, state: 'never' },
    next: null,
    medications: [],
    careTeam: null,
  };
  fakeApi({ ...timeline([viewed, survey], [], [{ ...jordan, hasDay: true }]), 'GET v1/profiles/1/day': day });
  await open();
  await screen.findByText('My day');
  expect(headings()).toEqual(['To do', 'My day', 'Earlier']);
});

test('an urgent event goes to “Earlier” as soon as it is over, and the focus follows it', async () => {
  fakeApi(timeline([urgent, survey]));
  await open();
  await screen.findByText('Scan now');
  act(() => link(/Scan now/).focus());
  act(() => addEvents([{ ...urgent, status: 'COMPLETED' }]));
  expect(namesIn('Earlier')).toEqual(['Scan now']);
  expect(link(/Scan now/)).toHaveFocus();
  expect(link(/Scan now/)).not.toHaveTextContent('Urgent');
});

test('a read event stays in place until home is opened again', async () => {
  const read = { ...fresh, status: 'VIEWED', viewed: true } as const;
  fakeApi(timeline([fresh, survey]));
  await open();
  await screen.findByText('Blood taken');
  act(() => addEvents([read]));
  expect(namesIn('New')).toEqual(['Blood taken']);
  fakeApi(timeline([read, survey]));
  await act(() => requestRefresh());
  expect(namesIn('New')).toEqual(['Blood taken']);
  cleanup();
  await open();
  expect(namesIn('Earlier')).toEqual(['Blood taken']);
});

test('an opened result leaves “New” at once, and the next new event takes the focus', async () => {
  fakeApi(timeline([result, fresh]));
  await open();
  await screen.findByText('Blood taken');
  act(() => link(/Brain scan results/).focus());
  await act(async () => addEvents([{ ...result, status: 'VIEWED', viewed: true }]));
  expect(namesIn('New')).toEqual(['Blood taken']);
  expect(namesIn('Earlier')).toEqual(['Brain scan results']);
  expect(link(/Blood taken/)).toHaveFocus();
});

test('a medication check that is due is the first row of “To do”', async () => {
  const due = { ...jordan, medicationCheck: 'admission' };
  fakeApi(timeline([survey], [], [due]));
  await open();
  const row = await screen.findByRole('link', { name: 'Check my medications' });
  expect(row).toHaveAttribute('href', '/profile/1/medications/check');
  expect(row.compareDocumentPosition(link(/How was your admission/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a medication check that is due shows without events', async () => {
  fakeApi(timeline([], [], [{ ...jordan, medicationCheck: 'asked' }]));
  await open();
  expect(await screen.findByRole('link', { name: 'Check my medications' })).toBeVisible();
  expect(screen.queryByText(/You’re up to date/)).not.toBeInTheDocument();
});

test('a sent survey leaves “New” at once', async () => {
  fakeApi(timeline([survey, fresh]));
  await open();
  await screen.findByText('Blood taken');
  const waiting = {
    key: 'key',
    about: 'survey',
    survey: 'admission',
    state: 'waiting',
    isInMemoryOnly: false,
  } as const;
  act(() => store.setState({ delivery: { unsent: [waiting], drafts: [] } }));
  expect(namesIn('New')).toEqual(['Blood taken', 'How was your admission']);
  await act(async () => {
    addEvents([{ ...survey, status: 'VIEWED', viewed: true }]);
    store.setState({ delivery: { unsent: [], drafts: [] } });
  });
  expect(namesIn('New')).toEqual(['Blood taken']);
  expect(namesIn('Earlier')).toEqual(['How was your admission']);
});

test('home says that nothing is to be done once everything is read', async () => {
  fakeApi(timeline([viewed]));
  await open();
  expect(await screen.findByText(/nothing for you to do right now/)).toBeVisible();
  expect(namesIn('Earlier')).toEqual(['Already seen']);
});

describe('an answered survey', () => {
  const answered = {
    ...survey,
    status: 'VIEWED',
    viewed: true,
    content: 'A few short questions',
  } as const;
  const receipt = { about: 'survey', survey: 'admission', receiptId: 'r', deliveredAt: '2026-11-20T12:00:00.000Z' };

  test('says when it was sent, instead of what it asks, also when it was answered on another phone', async () => {
    const receipts: object[] = [];
    fakeApi({ ...timeline([answered]), 'GET v1/survey-receipts': () => receipts });
    await open();
    await screen.findByText('A few short questions');
    receipts.push(receipt);
    act(() => publish('change@1', { kind: 'event.updated', id: 'survey' }));
    await waitFor(() => expect(link(/How was your admission/)).toHaveTextContent('Sent Nov 20, 2026'));
    expect(link(/How was your admission/)).not.toHaveTextContent('A few short questions');
  });

  test('is not looked up while every survey waits for an answer', async () => {
    const calls = fakeApi(timeline([survey, viewed]));
    await open();
    await screen.findByText('Already seen');
    expect(calls.map(({ route }) => route)).not.toContain('GET v1/survey-receipts');
  });
});
