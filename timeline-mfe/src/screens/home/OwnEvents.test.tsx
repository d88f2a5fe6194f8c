import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { addEvents, EVENT_TYPE, requestRefresh } from 'shared-ui';
import { publish } from 'shared-ui/bus';
import { careEvent, fakeApi, openPage, openRoutes, pretendVisible } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { supporterRequest, survey, timeline } from '../../testing/home-data.ts';

const at = (minute: number) => `2026-11-20T11:0${minute}:00.000Z`;
const urgent = careEvent({ id: 'urgent', status: 'URGENT', name: 'Scan now', createdAt: '2026-11-20T08:00:00.000Z' });
const fresh = careEvent({ id: 'fresh', name: 'Blood taken', createdAt: at(4) });
const invited = careEvent({ id: 'invited', type: EVENT_TYPE.SUPPORTER, status: 'PENDING', name: 'Sam invited' });
const over = careEvent({ id: 'over', status: 'COMPLETED', name: 'Scan done', createdAt: at(2) });
const viewed = careEvent({ id: 'viewed', status: 'VIEWED', viewed: true, name: 'Already seen', createdAt: at(1) });

const NAMES = /Scan now|How was your admission|Blood taken|Sam invited|Maya Chen|Already seen|Scan done/;
const namesIn = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => NAMES.exec(row.textContent ?? '')?.[0]);

const open = () => openRoutes(feature.routes, '/app');
const link = (name: RegExp) => screen.getByRole('link', { name });

pretendVisible();
beforeEach(openPage);

test('home groups events: to do with urgent ones first, new, and earlier', async () => {
  fakeApi(timeline([fresh, over, viewed, survey, urgent, invited, supporterRequest]));
  await open();
  await screen.findByText('Scan now');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'To do',
    'New',
    'Earlier',
  ]);
  expect(namesIn('To do')).toEqual(['Scan now', 'How was your admission', 'Maya Chen']);
  expect(namesIn('New')).toEqual(['Blood taken', 'Sam invited']);
  expect(namesIn('Earlier')).toEqual(['Scan done', 'Already seen']);
});

test('an urgent event leaves “To do” as soon as it is over, and the focus follows it', async () => {
  fakeApi(timeline([urgent, survey]));
  await open();
  await screen.findByText('Scan now');
  act(() => link(/Scan now/).focus());
  act(() => addEvents([{ ...urgent, status: 'COMPLETED' }]));
  expect(namesIn('To do')).toEqual(['How was your admission']);
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
    content: 'Three questions, about two minutes',
  } as const;
  const receipt = { about: 'survey', survey: 'admission', receiptId: 'r', deliveredAt: '2026-11-20T12:00:00.000Z' };

  test('says when it was sent, instead of how long it takes, also when it was answered on another phone', async () => {
    const receipts: object[] = [];
    fakeApi({ ...timeline([answered]), 'GET v1/survey-receipts': () => receipts });
    await open();
    await screen.findByText('Three questions, about two minutes');
    receipts.push(receipt);
    act(() => publish('change@1', { kind: 'event.updated', id: 'survey' }));
    await waitFor(() => expect(link(/How was your admission/)).toHaveTextContent('Sent Nov 20, 2026'));
    expect(link(/How was your admission/)).not.toHaveTextContent('Three questions');
  });

  test('is not looked up while every survey waits for an answer', async () => {
    const calls = fakeApi(timeline([survey, viewed]));
    await open();
    await screen.findByText('Already seen');
    expect(calls.map(({ route }) => route)).not.toContain('GET v1/survey-receipts');
  });
});
