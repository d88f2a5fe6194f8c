import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { DayPlans, RoundsQuestion } from 'mock-api/contract';
import { publish } from 'shared-ui/bus';
import {
  careEvent,
  cut,
  fakeApi,
  jordan,
  maya,
  openPage,
  openRoutes,
  pretendVisible,
  supporter,
} from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import feature from '../../feature.tsx';
import { timeline } from '../../testing/home-data.ts';

pretendVisible();

const ID = '00000000-0000-4000-8000-000000000001';
const BASE = 'v1/profiles/1/rounds-questions';

const question = (fields: Partial<RoundsQuestion> = {}): RoundsQuestion => ({
  id: ID,
  text: 'When can I shower?',
  about: { type: 'result', id: 'blood', title: 'Blood test' },
  who: 'Jordan Avery',
  isYours: true,
  createdAt: '2026-11-25T10:00:00.000Z',
  answeredAt: null,
  ...fields,
});

/** Opens a screen at a server that stores questions as the API does. */
function open(path: string, stored: RoundsQuestion[] = [], others: Record<string, unknown> = {}) {
  const server = { questions: stored };
  const plans = (): DayPlans => ({ today: '2026-11-25', plans: [], questions: server.questions });
  const change = (fields: Partial<RoundsQuestion>) => {
    server.questions = server.questions.map((one) => ({ ...one, ...fields }));
    return {};
  };
  const calls = fakeApi({
    ...timeline([careEvent({ id: 'e', name: 'X-ray' })], [], [jordan]),
    'GET v1/profiles/1/plans': plans,
    [`PUT ${BASE}/${ID}`]: (body: { text: string }) => change(body),
    [`PUT ${BASE}/${ID}/answered`]: ({ isAnswered }: { isAnswered: boolean }) =>
      change({ answeredAt: isAnswered ? '2026-11-25T12:00:00.000Z' : null }),
    [`DELETE ${BASE}/${ID}`]: () => {
      server.questions = [];
      return undefined;
    },
    ...others,
  });
  return { calls, server, opened: openRoutes(feature.routes, path) };
}
const list = async () => within(await screen.findByRole('region', { name: 'Questions for the next visit' }));
const sent = (calls: ReturnType<typeof fakeApi>) => calls.filter(({ route }) => !route.startsWith('GET '));

beforeEach(() => {
  openPage();
  jest.spyOn(crypto, 'randomUUID').mockReturnValue(ID);
});

test('QuestionScreen keeps what is typed when saving fails, and stores one question however often it is sent', async () => {
  let fails = true;
  const path = '/profile/1/plan/question?type=event&id=e';
  const { calls, server, opened } = open(path, [], {
    [`PUT ${BASE}/${ID}`]: () => {
      if (fails) return cut();
      server.questions = [question({ about: { type: 'event', id: 'e', title: 'X-ray' } })];
      return {};
    },
  });
  const user = await opened;
  expect(await screen.findByText('About: X-ray')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'What does this mean for me?' }));
  await user.click(screen.getByRole('button', { name: 'Put it on my list' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your text is still here');
  expect(await axeViolations()).toEqual([]);
  cleanup();
  fails = false;
  jest.mocked(crypto.randomUUID).mockReturnValue('00000000-0000-4000-8000-000000000009');
  const again = await openRoutes(feature.routes, path);
  expect(await screen.findByLabelText('Your question')).toHaveValue('What does this mean for me?');
  await again.click(screen.getByRole('button', { name: 'Put it on my list' }));
  expect(await screen.findByText('Your question is on the list')).toBeVisible();
  expect(location.pathname).toBe('/profile/1/plan');
  const put = {
    route: `PUT ${BASE}/${ID}`,
    body: { text: 'What does this mean for me?', about: { type: 'event', id: 'e' } },
  };
  expect(sent(calls)).toEqual([put, put]);
  expect(screen.getByRole('heading', { name: 'Questions for the next visit' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'About: X-ray' })).toHaveAttribute('href', '/profile/1/events/e');
});

test('Questions ticks one off and back, with the answered ones apart', async () => {
  const { calls, server, opened } = open('/profile/1/plan', [question()]);
  const user = await opened;
  const section = await list();
  expect(section.getByRole('link', { name: 'About: Blood test' })).toHaveAttribute('href', '/profile/1/results/blood');
  expect(section.queryByRole('heading', { name: 'Answered' })).toBeNull();
  expect(await axeViolations()).toEqual([]);
  await user.click(section.getByRole('button', { name: /^I have my answer/ }));
  expect(await section.findByRole('heading', { name: 'Answered' })).toBeVisible();
  expect(section.getByText(/^Answered, /)).toBeVisible();
  expect(section.getByText('No open questions')).toBeVisible();
  expect(section.getByRole('heading', { name: 'Questions for the next visit' })).toHaveFocus();
  await user.click(section.getByRole('button', { name: /^Ask it again/ }));
  await waitFor(() => expect(section.queryByRole('heading', { name: 'Answered' })).toBeNull());
  expect(sent(calls).map(({ body }) => body)).toEqual([{ isAnswered: true }, { isAnswered: false }]);
  // A nurse ticks it off at the desk.
  server.questions = [question({ answeredAt: '2026-11-25T13:00:00.000Z' })];
  await act(async () => publish('change@1', { kind: 'question.updated', id: ID }));
  expect(await section.findByRole('heading', { name: 'Answered' })).toBeVisible();
});

test('Questions changes the words of one and removes it after a question', async () => {
  const { calls, opened } = open('/profile/1/plan', [question()]);
  const user = await opened;
  const section = await list();
  await user.click(section.getByRole('button', { name: /^Change/ }));
  await user.type(section.getByLabelText('Your question'), ' Today?');
  await user.click(section.getByRole('button', { name: 'Don’t change it' }));
  await user.click(section.getByRole('button', { name: /^Change/ }));
  expect(section.getByLabelText('Your question')).toHaveValue('When can I shower?');
  await user.type(section.getByLabelText('Your question'), ' Today?');
  await user.click(section.getByRole('button', { name: 'Save' }));
  expect(await section.findByText('When can I shower? Today?', { selector: 'p' })).toBeVisible();
  await user.click(section.getByRole('button', { name: /^Remove/ }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(section.queryByText('When can I shower? Today?', { selector: 'p' })).toBeNull());
  expect(sent(calls).map(({ route }) => route)).toEqual([`PUT ${BASE}/${ID}`, `DELETE ${BASE}/${ID}`]);
});

test('Questions says what could not be saved, and names the supporter who asks', async () => {
  const theirs = question({ isYours: false, who: 'Maya Chen' });
  const { opened } = open('/profile/1/plan', [theirs], { [`PUT ${BASE}/${ID}/answered`]: cut });
  const user = await opened;
  const section = await list();
  expect(section.getByText('Maya Chen asks')).toBeVisible();
  expect(section.queryByRole('button', { name: /^Change/ })).toBeNull();
  await user.click(section.getByRole('button', { name: /^I have my answer/ }));
  expect(await section.findByRole('alert')).toHaveTextContent('It wasn’t saved');
  expect(section.getByText('When can I shower?', { selector: 'p' })).toBeVisible();
});

test.each([{ feedback: false }, { carePlans: false, medicalRecords: false }])(
  'QuestionScreen lets no supporter type who may not ask or see the plan: %o',
  async (less) => {
    const permissions = { ...supporter({ id: 's' }).permissions, ...less };
    fakeApi(timeline([], [], [jordan, { ...maya, permissions }]));
    await openRoutes(feature.routes, '/profile/2/plan/question');
    expect(await screen.findByText('You can’t write down a question here')).toBeVisible();
    expect(screen.queryByLabelText('Your question')).toBeNull();
  },
);

test('the list is at most two taps from home', async () => {
  const { opened } = open('/app', [question()], {
    'GET v1/profiles': [{ ...jordan, hasPlan: true }],
    'GET v1/profiles/1/requests': [],
  });
  const user = await opened;
  await user.click(await screen.findByRole('link', { name: 'Plan of the day' }));
  expect((await list()).getByText('When can I shower?', { selector: 'p' })).toBeVisible();
  cleanup();
  const again = await openRoutes(feature.routes, '/app');
  await again.click(await screen.findByRole('link', { name: /My requests/ }));
  await again.click(await screen.findByRole('link', { name: 'Questions for the next visit' }));
  expect((await list()).getByText('When can I shower?', { selector: 'p' })).toBeVisible();
});
