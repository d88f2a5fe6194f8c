import type { CareEvent } from 'mock-api/contract';
import { loadTimeline, removeEvent, store } from 'shared-ui';
import { subscribe, updateSlice } from 'shared-ui/host';
import { careEvent, fakeApi, jordan, openPage } from 'shared-ui/testing';
import { apply, trackListed } from './apply.ts';
import type { StreamEvent } from './connection.ts';

const first = careEvent({ id: 'first', updatedAt: '2026-11-20T09:00:00.000Z' });
const second = careEvent({ id: 'second', createdAt: '2026-11-20T10:00:00.000Z' });
const third = careEvent({ id: 'third', createdAt: '2026-11-20T11:00:00.000Z' });
const streamEvent = (kind: string, data: StreamEvent['data'] = {}): StreamEvent => ({ id: 1, kind, data });
const created = (id: string, data: StreamEvent['data'] = {}) => streamEvent('event.created', { id, ...data });
const error = (status: number, code: string) => ({ status, body: { error: { code, message: '' } } });
/** Answers of the API without the event `first`. */
const TIMELINE = { 'GET events': [], 'GET v1/profiles': [jordan], 'GET v1/notifications': [] };
const routesOf = (calls: ReturnType<typeof fakeApi>) => calls.map(({ route }) => route);
const ids = () => store.getState().events.list.map(({ id }) => id);

beforeEach(() => {
  openPage();
  updateSlice('events', { list: [first], fetchedAt: 1 });
});

test('apply fetches a new event alone and adds it at the top', async () => {
  const calls = fakeApi({ 'GET events/event?id=second': second });
  expect(await apply([created('second')])).toEqual([second]);
  expect(ids()).toEqual(['second', 'first']);
  expect(calls).toHaveLength(1);
});

test('apply adds an inlined event without a request, along with one that came by id only, newest first', async () => {
  const calls = fakeApi({ 'GET events/event?id=third': third, 'GET events/event?id=second': second });
  expect(await apply([created('second', { event: second }), created('third')])).toEqual([third, second]);
  expect(ids()).toEqual(['third', 'second', 'first']);
  expect(routesOf(calls)).toEqual(['GET events/event?id=third']);
  updateSlice('events', { list: [first] });
  await apply([created('second'), created('third', { event: third })]);
  expect(ids()).toEqual(['third', 'second', 'first']);
});

test.each([1, 5])(
  'apply adds an inlined event even if %i events that came by id only cannot be fetched',
  async (count) => {
    const out = error(503, 'UNAVAILABLE');
    const named = Array.from({ length: count }, (_, n) => `named${n}`);
    const routes = [...named.map((id) => `GET events/event?id=${id}`), ...Object.keys(TIMELINE)];
    fakeApi(Object.fromEntries(routes.map((route) => [route, out])));
    const received: unknown[] = [];
    const stop = subscribe('change@1', ({ id }) => received.push(id));
    expect(await apply([...named.map((id) => created(id)), created('second', { event: second })])).toEqual([second]);
    stop();
    expect(ids()).toEqual(['second', 'first']);
    expect(received).toEqual([...named, 'second']);
  },
);

test('apply ignores events the page already has, also when their inlined state is older', async () => {
  const calls = fakeApi({});
  const before = careEvent({ ...first, name: 'Before', updatedAt: '2026-11-20T08:00:00.000Z' });
  const batch = [
    created('first'),
    streamEvent('event.updated', { id: 'first', at: first.updatedAt }),
    streamEvent('event.updated', { id: 'first', at: '2026-11-20T09:30:00.000Z', event: before }),
    streamEvent('result.created', { id: 'blood' }),
  ];
  expect(await apply(batch)).toEqual([]);
  expect(store.getState().events.list).toEqual([first]);
  expect(calls).toEqual([]);
});

test.each(['result.updated', 'result.removed', 'record.updated'])(
  'apply reloads records in use after %s',
  async (kind) => {
    updateSlice('records', { fetchedAt: 1 });
    const calls = fakeApi({ 'GET v1/results': [], 'GET v1/care-plans': [] });
    await apply([streamEvent(kind, { id: 'blood' })]);
    expect(routesOf(calls)).toEqual(['GET v1/results', 'GET v1/care-plans']);
  },
);

test('apply does not fetch a listed and removed event when its creation arrives late', async () => {
  const stop = trackListed();
  updateSlice('events', { list: [second, first] });
  updateSlice('events', { list: [first] });
  stop();
  const calls = fakeApi({});
  expect(await apply([created('second')])).toEqual([]);
  expect(calls).toEqual([]);
});

test('apply does not fetch an event deleted here when its creation or update arrives late', async () => {
  updateSlice('events', { list: [second, first] });
  const calls = fakeApi({ 'DELETE v1/events/second': undefined });
  await removeEvent(second);
  const at = second.updatedAt;
  const late = [created('second', { at, event: second }), streamEvent('event.updated', { id: 'second', at })];
  for (const one of late) expect(await apply([one])).toEqual([]);
  expect(ids()).toEqual(['first']);
  expect(routesOf(calls)).toEqual(['DELETE v1/events/second']);
});

test('apply skips an event deleted since and adds the rest of the batch', async () => {
  fakeApi({ 'GET events/event?id=gone': error(404, 'NOT_FOUND'), 'GET events/event?id=third': third });
  expect(await apply([created('gone'), created('third')])).toEqual([third]);
  expect(ids()).toEqual(['third', 'first']);
});

test('apply replaces an updated event in place and does not return it as new', async () => {
  const changed = careEvent({ ...first, status: 'VIEWED', updatedAt: '2026-11-20T11:00:00.000Z' });
  fakeApi({ 'GET events/event?id=first': changed });
  expect(await apply([streamEvent('event.updated', { id: 'first', at: changed.updatedAt })])).toEqual([]);
  expect(store.getState().events.list).toEqual([changed]);
});

test('apply fetches the list once for many events', async () => {
  const others = [1, 2, 3, 4, 5].map((n) => careEvent({ id: `e${n}`, createdAt: `2026-11-20T10:0${n}:00.000Z` }));
  const calls = fakeApi({ ...TIMELINE, 'GET events': [...others, first] });
  expect(await apply(others.map(({ id }) => created(id)))).toHaveLength(5);
  expect(calls.filter(({ route }) => route.startsWith('GET events'))).toHaveLength(1);
});

test('apply removes an event removed elsewhere, even if created in the same batch', async () => {
  const calls = fakeApi({});
  await apply([
    created('second'),
    streamEvent('event.removed', { id: 'second' }),
    streamEvent('event.removed', { id: 'first' }),
  ]);
  expect(ids()).toEqual([]);
  expect(calls).toEqual([]);
});

test('apply keeps an event whose deletion was undone: in one batch, late, or on another phone', async () => {
  const calls = fakeApi({});
  const deleted = streamEvent('event.removed', { id: 'first', at: '2026-11-20T08:59:00.000Z' });
  await apply([deleted, streamEvent('event.updated', { id: 'first', at: first.updatedAt })]);
  expect(ids()).toEqual(['first']);
  await apply([deleted]);
  expect(ids()).toEqual(['first']);
  const restored = careEvent({ ...first, updatedAt: '2026-11-20T09:02:00.000Z' });
  await apply([
    streamEvent('event.removed', { id: 'first', at: '2026-11-20T09:01:00.000Z' }),
    streamEvent('event.updated', { id: 'first', at: restored.updatedAt, event: restored }),
  ]);
  expect(store.getState().events.list).toEqual([restored]);
  expect(calls).toEqual([]);
});

test('apply fetches only what a changed next step needs: the profiles for a supported person', async () => {
  const next = { id: 'n', profileId: 1, kind: 'next-step', title: 'X-ray', content: 'Room 4', createdAt: '' };
  const own = fakeApi({ 'GET v1/notifications': [next] });
  await apply([streamEvent('next.updated', { id: 'n' })]);
  expect(store.getState().notifications.list).toEqual([next]);
  expect(routesOf(own)).toEqual(['GET v1/notifications']);
  fakeApi({ 'GET v1/notifications': [], 'GET v1/profiles': [jordan, { ...jordan, id: 3, next }] });
  await apply([streamEvent('return.updated', { id: 'sam', profileId: 3 })]);
  expect(store.getState().profiles.list.map((profile) => profile.next?.title)).toEqual([undefined, 'X-ray']);
});

test('apply fetches the profiles for a change of medication checks, which they ask for', async () => {
  fakeApi({ 'GET v1/notifications': [], 'GET v1/profiles': [{ ...jordan, medicationCheck: 'asked' }] });
  await apply([streamEvent('medications.updated', { id: 'check' })]);
  expect(store.getState().profiles.list.map((profile) => profile.medicationCheck)).toEqual(['asked']);
});

test('a revoked permission removes the data it had granted', async () => {
  updateSlice('records', { fetchedAt: 1 });
  fakeApi({ ...TIMELINE, 'GET v1/results': [], 'GET v1/care-plans': [] });
  await apply([streamEvent('share.updated', { id: 's' })]);
  expect(ids()).toEqual([]);
  expect(store.getState().records.results).toEqual([]);
});

test('apply rechecks the session immediately when the stream reports its end', async () => {
  localStorage.setItem('access-token', 'token');
  const calls = fakeApi({ 'GET v1/users/me': error(401, 'UNAUTHENTICATED') });
  await apply([streamEvent('session.ended', { id: 's', reason: 'UNAUTHENTICATED' })]);
  expect(routesOf(calls)).toEqual(['GET v1/users/me']);
  expect(store.getState().session.status).toBe('anonymous');
});

test('apply publishes every change to screens that load their own data', async () => {
  const received: unknown[] = [];
  const stop = subscribe('change@1', (change) => received.push(change));
  fakeApi({});
  await apply([streamEvent('request.updated', { id: 'r', profileId: 1 })]);
  await apply([streamEvent('account.updated', { id: 'a', profileId: null })]);
  stop();
  expect(received).toEqual([
    { kind: 'request.updated', id: 'r', profileId: 1 },
    { kind: 'account.updated', id: 'a' },
  ]);
});

test('apply returns an event that has become new again, also together with a change of what is shared', async () => {
  updateSlice('events', { list: [second, first] });
  const at = '2026-11-20T12:00:00.000Z';
  const accepted = careEvent({ ...first, createdAt: at, updatedAt: at });
  const data = { id: 'first', at, event: accepted };
  const calls = fakeApi({});
  expect(await apply([streamEvent('event.created', data), streamEvent('event.updated', data)])).toEqual([accepted]);
  expect(ids()).toEqual(['first', 'second']);
  expect(calls).toEqual([]);
  updateSlice('events', { list: [first] });
  fakeApi({ ...TIMELINE, 'GET events': [accepted] });
  const share = streamEvent('share.updated', { id: 's' });
  expect(await apply([streamEvent('event.updated', data), share])).toEqual([accepted]);
});

test('apply removes an event that can no longer be read', async () => {
  fakeApi({ 'GET events/event?id=first': error(404, 'NOT_SHARED') });
  await apply([streamEvent('event.updated', { id: 'first', at: '2026-11-20T11:00:00.000Z' })]);
  expect(ids()).toEqual([]);
});

test('a revoked permission removes the data even while an earlier fetch is in progress', async () => {
  updateSlice('events', { fetchedAt: 1 });
  let sendEarlier: (events: CareEvent[]) => void = () => undefined;
  const answers = [new Promise<CareEvent[]>((resolve) => (sendEarlier = resolve)), []];
  fakeApi({ ...TIMELINE, 'GET events': () => answers.shift() });
  const earlier = loadTimeline();
  await apply([streamEvent('share.updated', { id: 's' })]);
  expect(ids()).toEqual([]);
  sendEarlier([first]);
  await earlier;
  expect(ids()).toEqual([]);
});
