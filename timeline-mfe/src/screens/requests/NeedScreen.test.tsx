import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { CareRequest } from 'mock-api/contract';
import { publish } from 'shared-ui/bus';
import { countEffort, fakeApi, jordan, maya, openPage, openRoutes } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import feature from '../../feature.tsx';
import { timeline as homeTimeline } from '../../testing/home-data.ts';
import type { SentNeed } from './needs.ts';

const LIST = 'GET v1/profiles/1/requests';
const SEND = 'POST v1/profiles/1/requests';

const timeline = homeTimeline([], [], [jordan, maya]);
const water: CareRequest = {
  id: 'w',
  profileId: 1,
  isYours: true,
  kind: 'water',
  about: null,
  text: '',
  level: null,
  urgency: 'routine',
  status: 'sent',
  who: 'Jordan Avery',
  createdAt: '2026-11-22T08:00:00.000Z',
  seenAt: null,
  seenBy: null,
  assignee: null,
  expectedAt: null,
  doneAt: null,
  replies: [],
};

/** Opens the screen with a list that what is sent is added to, after the first `lost` tries. */
async function open(answer: Partial<CareRequest> = {}, listed: CareRequest[] = [], lost = 0) {
  let left = lost;
  const list = [...listed];
  const calls = fakeApi({
    ...timeline,
    [LIST]: () => [...list],
    [SEND]: (body: unknown) => {
      left -= 1;
      if (left >= 0) return { status: 503, body: undefined };
      const sent = { ...water, ...(body as object), id: list.length === 0 ? 'w' : 'second', ...answer };
      list.unshift(sent);
      return sent;
    },
    'DELETE v1/profiles/1/requests/w': () => {
      list.shift();
      return { status: 204, body: undefined };
    },
  });
  const user = await openRoutes(feature.routes, '/profile/1/requests/need');
  await screen.findByRole('heading', { name: 'I need something' });
  if (listed.length > 0) await screen.findByRole('article');
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const sentNeeds = () => calls.filter(({ route }) => route === SEND).map(({ body }) => body as SentNeed);
  const bodies = () => sentNeeds().map(({ id: _id, ...need }) => need);
  const change = async (request: CareRequest) => {
    list.splice(0, list.length, request);
    await act(async () => publish('change@1', { kind: 'request.updated', id: request.id, profileId: 1 }));
  };
  return { user, calls, press, sentNeeds, bodies, change };
}

beforeEach(openPage);

test('NeedScreen sends water at one tap, and takes it back at another', async () => {
  const { press, bodies, calls } = await open();
  expect(screen.getByText(/press the call button or tell the nearest nurse/)).toBeVisible();
  await press('Water');
  expect(await screen.findByText('Sent: Water')).toBeVisible();
  expect(screen.getByText('Sent: Water').closest('[tabindex]')).toHaveFocus();
  expect(bodies()).toEqual([{ kind: 'water' }]);
  expect(within(await screen.findByRole('article')).queryByRole('button')).toBeNull();
  expect(await axeViolations()).toEqual([]);
  await press('Undo Water');
  expect(await screen.findByText('Not needed any more: Water')).toBeVisible();
  expect(calls.map(({ route }) => route)).toContain('DELETE v1/profiles/1/requests/w');
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
});

test('a request takes two taps from home (keystroke-level model)', async () => {
  fakeApi({ ...timeline, [LIST]: [], [SEND]: water });
  const user = await openRoutes(feature.routes, '/app');
  const stop = countEffort('Ask for water, from home');
  await user.click(await screen.findByRole('link', { name: 'I need something' }));
  await user.click(await screen.findByRole('button', { name: 'Water' }));
  await screen.findByText('Sent: Water');
  expect(stop().taps).toBe(2);
});

test('NeedScreen says that someone has seen it, is on the way and has done it, as it happens', async () => {
  const { change } = await open({}, [water]);
  const card = () => within(screen.getByRole('article'));
  expect(card().getByRole('button', { name: 'Undo Water' })).toBeVisible();
  await change({ ...water, status: 'seen', seenBy: 'Marie Roy' });
  expect(await card().findByText('Seen by Marie Roy')).toBeVisible();
  expect(card().queryByRole('button')).toBeNull();
  await change({ ...water, status: 'on-the-way', assignee: 'Marie Roy', expectedAt: '2026-11-22T08:30:00.000Z' });
  expect(await card().findByText('Marie Roy is on the way')).toBeVisible();
  expect(card().getByText(/^It may take until/)).toBeVisible();
  await change({ ...water, status: 'done', doneAt: new Date().toISOString() });
  expect(await card().findByText('Done')).toBeVisible();
});

test('NeedScreen no longer offers to undo what was sent once someone is on it', async () => {
  const { press, change } = await open();
  await press('Water');
  expect(await screen.findByRole('button', { name: 'Undo Water' })).toBeVisible();
  await change({ ...water, status: 'on-the-way', assignee: 'Marie Roy' });
  await screen.findByText('Marie Roy is on the way');
  expect(screen.queryByRole('button', { name: 'Undo Water' })).toBeNull();
});

test('NeedScreen says first that the call button is quicker to get to the toilet', async () => {
  const { user, press, bodies } = await open();
  await press('Help to the toilet');
  expect(screen.getByRole('heading', { name: 'The call button is quicker' })).toHaveFocus();
  expect(screen.getByText(/don’t get up alone/)).toBeVisible();
  await press('Back to the choices');
  expect(screen.getByRole('button', { name: 'Help to the toilet' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(bodies()).toEqual([]);
  await press('Ask here all the same');
  expect(await screen.findByText('Sent: Help to the toilet')).toBeVisible();
  expect(bodies()).toEqual([{ kind: 'toilet' }]);
});

test('NeedScreen asks how strong a pain is, and says at once to press the call button for an urgent one', async () => {
  const { press, bodies } = await open({ urgency: 'urgent' });
  await press('Pain');
  expect(screen.getAllByRole('button', { name: /out of 10$/ })).toHaveLength(11);
  expect(await axeViolations()).toEqual([]);
  await press('8 out of 10');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^Press the call button now.*don’t wait for an answer here/);
  expect(bodies()).toEqual([{ kind: 'pain', level: 8 }]);
  expect(screen.getByText('Sent: Pain: 8 out of 10')).toBeVisible();
});

test('NeedScreen sends the language of an interpreter in words that staff read', async () => {
  const { user, press, bodies } = await open();
  await press('An interpreter');
  expect(screen.getByRole('button', { name: 'Español' })).toHaveAttribute('lang', 'es');
  await press('Español');
  await screen.findByText('Sent: An interpreter');
  await press('An interpreter');
  await press('Another language');
  await user.type(screen.getByLabelText('Language'), 'Inuktitut');
  await press('Send');
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()).toEqual([
    { kind: 'interpreter', text: 'Spanish (Español)' },
    { kind: 'interpreter', text: 'Inuktitut' },
  ]);
});

test('NeedScreen asks before it sends the same again', async () => {
  const { press, bodies } = await open({}, [{ ...water, status: 'seen', seenBy: 'Marie Roy' }]);
  await press('Water');
  expect(screen.getByRole('heading', { name: 'You already asked for this' })).toBeVisible();
  expect(screen.getByText('Water: Seen by Marie Roy', { selector: 'p' })).toBeVisible();
  expect(bodies()).toEqual([]);
  await press('Ask again');
  await waitFor(() => expect(bodies()).toEqual([{ kind: 'water' }]));
});

test('NeedScreen says what to do when something can’t be sent, and keeps what was chosen and typed', async () => {
  fakeApi({ ...timeline, [LIST]: [] });
  const user = await openRoutes(feature.routes, '/profile/1/requests/need');
  await user.click(await screen.findByRole('button', { name: 'A blanket' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('If you can’t wait, press the call button.');
  const calls = fakeApi({ ...timeline, [LIST]: [], [SEND]: { ...water, kind: 'blanket' } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Sent: A blanket')).toBeVisible();
  expect(calls.find(({ route }) => route === SEND)?.body).toMatchObject({ kind: 'blanket' });
  fakeApi({ ...timeline, [LIST]: [] });
  await user.click(screen.getByRole('button', { name: 'Something else' }));
  await user.type(screen.getByLabelText('Your message'), 'A second pillow');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByRole('alert');
  cleanup();
  await openRoutes(feature.routes, '/profile/1/requests/need');
  await user.click(await screen.findByRole('button', { name: 'Something else' }));
  expect(screen.getByLabelText('Your message')).toHaveValue('A second pillow');
});

test('NeedScreen sends a need again under the id of the lost try, and another one under its own', async () => {
  const { press, sentNeeds } = await open(undefined, [], 2);
  await press('Water');
  await screen.findByRole('alert');
  await press('Water');
  await press('Try again');
  expect(await screen.findByText('Sent: Water')).toBeVisible();
  const [first, ...again] = sentNeeds().map(({ id }) => id);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(again).toEqual([first, first]);
  await press('A blanket');
  await waitFor(() => expect(sentNeeds()).toHaveLength(4));
  expect(sentNeeds()[3]?.id).not.toBe(first);
});

test('NeedScreen counts a need as sent once it is in the list, though its answer was lost', async () => {
  const { press, sentNeeds, change } = await open(undefined, [], 1);
  await press('Water');
  await screen.findByRole('alert');
  await change({ ...water, id: String(sentNeeds()[0]?.id) });
  expect(await screen.findByText('Sent: Water')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await press('Water');
  expect(screen.getByRole('heading', { name: 'You already asked for this' })).toBeVisible();
});

test('NeedScreen offers nothing to a supporter who may not ask', async () => {
  const body = { error: { code: 'FEEDBACK_NOT_SHARED', message: 'Maya does not share this with you.' } };
  fakeApi({ ...timeline, 'GET v1/profiles/2/requests': { status: 403, body } });
  await openRoutes(feature.routes, '/profile/2/requests/need');
  expect(await screen.findByText('Maya does not share this with you.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Water' })).toBeNull();
});
