import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { CareRequest } from 'mock-api/contract';
import { EVENT_TYPE, requestRefresh } from 'shared-ui';
import { publish, subscribe } from 'shared-ui/bus';
import { careEvent, fakeApi, jordan, maya, openPage, openRoutes, store } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { timeline as homeTimeline } from '../../testing/home-data.ts';

const LIST = 'GET v1/profiles/1/requests';
const SEND = 'POST v1/profiles/1/requests';
const FORM = '/profile/1/requests/new?kind=correction&type=event&id=e';

const asked: CareRequest = {
  id: 'r1',
  profileId: 1,
  isYours: true,
  kind: 'question',
  about: { type: 'result', id: 'blood', title: 'Blood test' },
  text: 'Why was my blood taken twice?',
  status: 'seen',
  who: 'Jordan Avery',
  createdAt: '2026-11-22T08:00:00.000Z',
  seenAt: '2026-11-22T09:00:00.000Z',
  doneAt: null,
  replies: [
    { id: 'a', text: 'The first tube was too small.', who: 'Kim Nguyen', createdAt: '2026-11-22T09:05:00.000Z' },
    { id: 'b', text: 'The second one was fine.', who: 'Kim Nguyen', createdAt: '2026-11-22T09:06:00.000Z' },
  ],
};
const timeline = homeTimeline([careEvent({ id: 'e', name: 'Admitted' })], [], [jordan, maya]);
const answered = () => act(() => publish('change@1', { kind: 'request.updated', id: asked.id, profileId: 1 }));
const refused = (status: number, message: string) => ({ status, body: { error: { code: 'NO', message } } });

const open = (path = '/profile/1/requests') => openRoutes(feature.routes, path);
const words = () => screen.findByLabelText('Your message');
const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Send' }));

beforeEach(openPage);

describe('RequestsScreen', () => {
  test('a request shows its subject, status and ordered replies', async () => {
    fakeApi({ ...timeline, [LIST]: [asked, { ...asked, id: 'r2', status: 'done', replies: [] }] });
    await open();
    const [first, second] = await screen.findAllByRole('article');
    const card = within(first as HTMLElement);
    expect(card.getByText('About: Blood test')).toBeVisible();
    expect(card.getByText('Seen by the hospital')).toBeVisible();
    const replies = within(card.getByRole('list', { name: 'Replies' })).getAllByRole('listitem');
    expect(replies.map((reply) => reply.querySelector('p')?.textContent)).toEqual(
      asked.replies.map(({ text }) => text),
    );
    expect(within(second as HTMLElement).getByText('Done')).toBeVisible();
  });

  test('a reply in staff’s own words says that it is in French', async () => {
    const [first, second] = asked.replies as [(typeof asked.replies)[0], (typeof asked.replies)[0]];
    fakeApi({
      ...timeline,
      [LIST]: [{ ...asked, replies: [{ ...first, text: 'Il manquait du sang.', language: 'fr' }, second] }],
    });
    await open();
    const marked = (await screen.findByText('Il manquait du sang.')).closest<HTMLElement>('[lang]');
    expect([marked?.lang, marked?.dir]).toEqual(['fr', 'ltr']);
    expect(screen.getAllByText('In the hospital’s words (French)')).toHaveLength(1);
  });

  test('updates in place without a loading state when the hospital answers', async () => {
    let answer: CareRequest[] = [{ ...asked, status: 'sent', replies: [] }];
    fakeApi({ ...timeline, [LIST]: () => answer });
    await open();
    const card = await screen.findByRole('article');
    answer = [asked];
    answered();
    expect(card).toBeInTheDocument();
    expect(await within(card).findByText('Seen by the hospital')).toBeVisible();
    expect(screen.getByRole('article')).toBe(card);
  });

  test('marks a new reply, and marks its event as read once it is shown', async () => {
    const event = careEvent({ id: 'reply', type: EVENT_TYPE.MESSAGE, status: 'NOT_VIEWED', requestId: 'r1' });
    const calls = fakeApi({
      ...timeline,
      'GET events': [event],
      'POST v1/events/reply/view': { ...event, status: 'VIEWED', viewed: true },
      [LIST]: [asked, { ...asked, id: 'r2' }],
    });
    await open();
    expect(await screen.findAllByText('New reply')).toHaveLength(1);
    await waitFor(() => expect(calls.map(({ route }) => route)).toContain('POST v1/events/reply/view'));
    await waitFor(() => expect(store.getState().events.list.map(({ viewed }) => viewed)).toEqual([true]));
    expect(within(screen.getAllByRole('article')[0] as HTMLElement).getByText('New reply')).toBeVisible();
    cleanup();
    await open();
    await screen.findAllByRole('article');
    expect(screen.queryByText('New reply')).toBeNull();
  });

  test.each([
    ['has entries', [asked]],
    ['is empty', []],
  ])('the emergency notice is shown when the request list %s', async (_how, list) => {
    fakeApi({ ...timeline, [LIST]: list });
    await open();
    expect(await screen.findByRole('link', { name: 'Ask the hospital' })).toBeVisible();
    expect(screen.getByText(/This is not for emergencies/)).toBeVisible();
  });
});

describe('the request form', () => {
  test('sends the kind, subject and text, then shows the request', async () => {
    const calls = fakeApi({ ...timeline, [LIST]: [], [SEND]: asked });
    const user = await open(FORM);
    expect(await screen.findByText('About: Admitted')).toBeVisible();
    expect(screen.getByText(/This is not for emergencies/)).toBeVisible();
    await user.type(await words(), ' It was the left arm. ');
    expect(screen.getByRole('radio', { name: 'Something is wrong' })).toBeChecked();
    const changes: unknown[] = [];
    const stop = subscribe('change@1', (change) => changes.push(change));
    await send(user);
    expect(await screen.findByText('Your correction has been sent. The reply will appear here.')).toBeVisible();
    expect(location.pathname).toBe('/profile/1/requests');
    expect(calls.find(({ route }) => route === SEND)?.body).toEqual({
      id: expect.any(String),
      kind: 'correction',
      about: { type: 'event', id: 'e' },
      text: 'It was the left arm.',
    });
    // Other screens on the page follow.
    expect(changes).toEqual([{ kind: 'request.updated', id: asked.id, profileId: 1 }]);
    stop();
    cleanup();
    await open(FORM);
    expect(await words()).toHaveValue('');
  });

  test.each([
    ['question', 'Your question has been sent. The reply will appear here.'],
    ['request', 'Your request has been sent. The reply will appear here.'],
  ])('confirms a %s until its reply is there or the page is reloaded', async (kind, confirmation) => {
    const waiting: CareRequest = { ...asked, replies: [] };
    let list: CareRequest[] = [];
    fakeApi({ ...timeline, [LIST]: () => list, [SEND]: waiting });
    const user = await open(`/profile/1/requests/new?kind=${kind}`);
    await user.type(await words(), 'When?');
    list = [waiting];
    await send(user);
    expect(await screen.findByText(confirmation)).toBeVisible();
    await waitFor(() => expect(history.state.usr).toBeNull());
    list = [asked];
    answered();
    await waitFor(() => expect(screen.queryByText(confirmation)).toBeNull());
  });

  test('sends nothing without text, and stays as it is while a turned phone refetches everything', async () => {
    const calls = fakeApi({ ...timeline, [LIST]: [] });
    const user = await open(FORM);
    await words();
    await send(user);
    const summary = await screen.findByText('Please check your answers');
    const before = calls.length;
    await act(() => requestRefresh());
    await waitFor(() => expect(calls.length).toBeGreaterThan(before));
    expect(calls.some(({ route }) => route === SEND)).toBe(false);
    expect(summary).toBeVisible();
  });

  test('keeps the text per subject when sending fails and when the user returns', async () => {
    const calls = fakeApi({ ...timeline, [LIST]: [] });
    const user = await open('/profile/1/requests/new?kind=question&type=event&id=kept');
    await user.type(await words(), 'Which ward');
    const ids = () => calls.filter(({ route }) => route === SEND).map(({ body }) => (body as { id: string }).id);
    for (const tries of [1, 2]) {
      await send(user);
      await waitFor(() => expect(ids()).toHaveLength(tries));
      expect(await screen.findByRole('alert')).toHaveTextContent('What you wrote is still here.');
    }
    // Other words are another question.
    await user.type(await words(), '?');
    await send(user);
    await waitFor(() => expect(ids()).toHaveLength(3));
    const [first, second, third] = ids();
    expect([second === first, third === first]).toEqual([true, false]);
    cleanup();
    await open('/profile/1/requests/new?kind=request');
    expect(await words()).toHaveValue('');
    expect(await words()).toHaveAccessibleDescription('Hospital staff will read this.');
    cleanup();
    await open('/profile/1/requests/new?kind=question&type=event&id=kept');
    expect(await words()).toHaveValue('Which ward?');
  });

  test.each([
    ['medication', 'GET v1/profiles/1/medications', { medications: [{ id: 'm', name: 'Metformin' }] }, 'Metformin'],
    ['allergy', 'GET v1/profiles/1/about', { allergies: { items: [{ id: 'm', name: 'Peanuts' }] } }, 'Peanuts'],
    ['medication', 'GET v1/profiles/1/medications', { medications: [] }, undefined],
  ])('names the item of the record that it is about: %s', async (type, route, answer, name) => {
    fakeApi({ ...timeline, [LIST]: [], [route]: answer });
    await open(`/profile/1/requests/new?kind=correction&type=${type}&id=m`);
    expect(await words()).toBeVisible();
    if (name) expect(await screen.findByText(`About: ${name}`)).toBeVisible();
    else expect(screen.queryByText(/^About/)).not.toBeInTheDocument();
  });

  test('says to a supporter that the patient reads it too', async () => {
    fakeApi({ ...timeline, 'GET v1/profiles/2/requests': [] });
    await open(FORM.replace('/1/', '/2/'));
    expect(await words()).toHaveAccessibleDescription('Hospital staff will read this, and the patient can, too.');
  });

  test('is refused before any typing to a supporter without permission', async () => {
    fakeApi({ ...timeline, 'GET v1/profiles/2/requests': refused(403, 'Maya does not share this with you.') });
    await open('/profile/2/requests/new?kind=question');
    expect(await screen.findByText('Maya does not share this with you.')).toBeVisible();
    expect(screen.queryByLabelText('Your message')).not.toBeInTheDocument();
    cleanup();
    await open('/profile/2/requests');
    await waitFor(() => expect(screen.getByText('Maya does not share this with you.')).toBeVisible());
  });
});

describe('links to requests', () => {
  test('appear on the event screen with that event as subject', async () => {
    fakeApi(timeline);
    await open('/profile/1/events/e');
    expect(await screen.findByRole('link', { name: 'This is wrong' })).toHaveAttribute('href', FORM);
  });

  test('appear on home, with the number of new replies', async () => {
    const reply = (id: string, more = {}) => careEvent({ id, type: EVENT_TYPE.MESSAGE, requestId: id, ...more });
    fakeApi({ ...timeline, 'GET events': [reply('a'), reply('b'), reply('c', { viewed: true, status: 'VIEWED' })] });
    await open('/app');
    const list = await screen.findByRole('link', { name: 'My requests: 2 new replies' });
    expect(list).toHaveAttribute('href', '/profile/1/requests');
    const links = within(screen.getByRole('navigation', { name: 'Ask the hospital' }));
    const need = '/profile/1/requests/need';
    expect(links.getByRole('link', { name: 'I need something' })).toHaveAttribute('href', need);
  });
});
