import { screen, waitFor } from '@testing-library/react';
import type { DailyQuestion } from 'mock-api/contract';
import { EVENT_TYPE } from 'shared-ui';
import { careEvent, fakeApi, jordan, openPage, openRoutes } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import feature from '../../feature.tsx';
import { timeline } from '../../testing/home-data.ts';

const QUESTION = 'Is there anything about your safety or care that worries you?';
const ANSWER = 'POST v1/profiles/1/daily-question/answer';
const TODAY = '2026-11-25';

const asked = (kind: DailyQuestion['kind'], name = QUESTION) =>
  careEvent({
    id: 'daily',
    type: EVENT_TYPE.MESSAGE,
    status: 'ACTIONABLE',
    name,
    createdAt: '2026-11-25T23:00:00.000Z',
    dailyQuestion: { kind, date: TODAY },
  });

/** Opens a page of someone who is asked until they have answered. */
function open(path: string, event = asked('worry'), response: unknown = { urgency: 'routine' }) {
  const shown = { events: [event], response };
  const calls = fakeApi({
    ...timeline([], [], [jordan]),
    'GET events': () => shown.events,
    [ANSWER]: () => {
      if ((shown.response as { status?: number }).status === undefined) shown.events = [];
      return shown.response;
    },
  });
  const sent = () => calls.filter(({ route }) => route === ANSWER).map(({ body }) => body);
  return { shown, sent, opened: openRoutes(feature.routes, path) };
}

beforeEach(() => {
  openPage();
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-25T23:05:00.000Z'));
});

test('home asks in To do, sends “No, all is well” at one tap, and says what happens next', async () => {
  const { sent, opened } = open('/app');
  const user = await opened;
  expect(await screen.findByRole('list', { name: 'To do' })).toHaveTextContent(QUESTION);
  await user.click(await screen.findByRole('button', { name: 'No, all is well' }));
  expect(await screen.findByText('We’re glad. We’ll ask again tomorrow.')).toBeVisible();
  expect(screen.getByText(/press the call button/)).toBeVisible();
  expect(sent()).toEqual([{ kind: 'worry', date: TODAY, answer: 'no' }]);
  await user.click(screen.getByRole('link', { name: 'Back to home' }));
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
});

test('home no longer asks on the next day', async () => {
  jest.mocked(Date.now).mockReturnValue(Date.parse('2026-11-26T15:00:00.000Z'));
  await open('/app').opened;
  expect(await screen.findByText('Nothing has happened yet')).toBeVisible();
  expect(screen.queryByText(QUESTION)).toBeNull();
});

test('DailyScreen takes words and no name with “Yes”, and keeps both when sending fails', async () => {
  const failed = { status: 503, body: { error: { code: 'INTERNAL', message: '' } } };
  const { sent, shown, opened } = open('/app', undefined, failed);
  const user = await opened;
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await axeViolations()).toEqual([]);
  await user.type(await screen.findByLabelText('What worries you?'), 'No one washes.');
  await user.click(screen.getByRole('checkbox', { name: /Don’t say that it’s me/ }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('It’s kept here');
  expect(screen.getByLabelText('What worries you?')).toHaveValue('No one washes.');
  shown.response = { urgency: 'routine' };
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/They don’t know that it’s from you/)).toBeVisible();
  expect(sent().at(-1)).toEqual({
    kind: 'worry',
    date: TODAY,
    answer: 'yes',
    isAnonymous: true,
    text: 'No one washes.',
  });
  expect(await axeViolations()).toEqual([]);
});

test('DailyScreen says at once to press the call button when the words are urgent', async () => {
  const user = await open('/profile/1/daily-question', undefined, { urgency: 'urgent' }).opened;
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Press the call button now');
});

test('DailyScreen counts an answer that had arrived before as sent', async () => {
  const answered = { status: 409, body: { error: { code: 'ALREADY_ANSWERED', message: '' } } };
  const user = await open('/profile/1/daily-question', undefined, answered).opened;
  await user.click(await screen.findByRole('button', { name: 'No, all is well' }));
  expect(await screen.findByText('Thank you')).toBeVisible();
});

test('DailyScreen gives a number to call to someone who feels worse at home', async () => {
  const { sent, opened } = open('/profile/1/daily-question', asked('at-home', 'How are you?'));
  const user = await opened;
  expect(await screen.findByRole('button', { name: 'Better' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Worse' }));
  const [call] = await screen.findAllByRole('link', { name: /^Call / });
  expect(call).toHaveAttribute('href', expect.stringMatching(/^tel:/));
  expect(screen.getByText('In an emergency: call 911')).toBeVisible();
  expect(sent()).toEqual([{ kind: 'at-home', date: TODAY, answer: 'worse' }]);
  expect(await axeViolations()).toEqual([]);
});

test('DailyScreen says if there is nothing to answer', async () => {
  fakeApi(timeline([], [], [jordan]));
  await openRoutes(feature.routes, '/profile/1/daily-question');
  expect(await screen.findByText('No question now')).toBeVisible();
});
