import type { CareEvent } from 'mock-api/contract';
import { loadTimeline, removeEvent, store } from 'shared-ui';
import { subscribe, updateSlice } from 'shared-ui/host';
import { careEvent, fakeApi, jordan, openPage } from 'shared-ui/testing';
import { apply, trackListed } from './apply.ts';
import type { StreamEvent } from './connection.ts';

const first = careEvent({ id: 'first', updatedAt: '2026-11-20T09:00:00.000Z' });
const second = careEvent({ id: 'second', createdAt: '2026-11-20T10:00:00.000Z' });
const streamEvent = (kind: string, data: StreamEvent['data'] = {}): StreamEvent => ({ id: 1, kind, data });
const ids = () => store.getState().events.list.map(({ id }) => id);

beforeEach(() => {
  openPage();
  updateSlice('events', { list: [first], fetchedAt: 1 });
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('apply fetches a new event alone and adds it at the top', async () => {
  const calls = fakeApi({ 'GET events/event?id=second': second });
  expect(await apply([streamEvent('event.created', { id: 'second' })])).toEqual([second]);
  expect(ids()).toEqual(['second', 'first']);
  expect(calls).toHaveLength(1);
});

test('apply adds an inlined event without a request, along with one that came by id only', async () => {
  const third = careEvent({ id: 'third', createdAt: '2026-11-20T11:00:00.000Z' });
  const calls = fakeApi({ 'GET events/event?id=third': third });
  const batch = [
    streamEvent('event.created', { id: 'second', event: second }),
    streamEvent('event.created', { id: 'third' }),
  ];
  expect(await apply(batch)).toEqual([third, second]);
  expect(ids()).toEqual(['third', 'second', 'first']);
  expect(calls.map(({ route }) => route)).toEqual(['GET events/event?id=third']);
});

test.each([1, 5])(
  'apply adds an inlined event even if %i events that came by id only cannot be fetched',
  async (count) => {
    const out = { status: 503, body: { error: { code: 'UNAVAILABLE', message: '' } } };
    const named = Array.from({ length: count }, (_, n) => `named${n}`);
    fakeApi({
      ...Object.fromEntries(named.map((id) => [`GET events/event?id=${id}`, out])),
      'GET events': out,
      'GET v1/profiles': out,
      'GET v1/notifications': out,
    });
    const batch = [
      ...named.map((id) => streamEvent('event.created', { id })),
      streamEvent('event.created', { id: 'second', event: second }),
    ];
    const received: unknown[] = [];
    const stop = subscribe('change@1', ({ id }) => received.push(id));
    expect(await apply(batch)).toEqual([second]);
    stop();
    expect(ids()).toEqual(['second', 'first']);
    expect(received).toEqual([...named, 'second']);
  },
);

test('apply sorts a fetched event below a newer inlined one', async () => {
  const third = careEvent({ id: 'third', createdAt: '2026-11-20T11:00:00.000Z' });
  fakeApi({ 'GET events/event?id=second': second });
  await apply([
    streamEvent('event.created', { id: 'second' }),
    streamEvent('event.created', { id: 'third', event: third }),
  ]);
  expect(ids()).toEqual(['third', 'second', 'first']);
});

test('apply ignores an inlined event older than the one in the store', async () => {
  const calls = fakeApi({});
  const before = careEvent({ ...first, name: 'Before', updatedAt: '2026-11-20T08:00:00.000Z' });
  await apply([streamEvent('event.updated', { id: 'first', at: '2026-11-20T09:30:00.000Z', event: before })]);
  expect(store.getState().events.list).toEqual([first]);
  expect(calls).toEqual([]);
});

test('apply neither fetches nor returns events the page already has', async () => {
  const calls = fakeApi({});
  const batch = [
    streamEvent('event.created', { id: 'first' }),
    streamEvent('event.updated', { id: 'first', at: first.updatedAt }),
    streamEvent('result.created', { id: 'blood' }),
  ];
  expect(await apply(batch)).toEqual([]);
  expect(calls).toEqual([]);
});

test.each(['result.updated', 'result.removed', 'record.updated'])(
  'apply reloads records in use after %s',
  async (kind) => {
    updateSlice('records', { fetchedAt: 1 });
    const calls = fakeApi({ 'GET v1/results': [], 'GET v1/care-plans': [] });
    await apply([streamEvent(kind, { id: 'blood' })]);
    expect(calls.map(({ route }) => route)).toEqual(['GET v1/results', 'GET v1/care-plans']);
  },
);

test('apply does not fetch a listed and removed event when its creation arrives late', async () => {
  const stop = trackListed();
  updateSlice('events', { list: [second, first] });
  updateSlice('events', { list: [first] });
  stop();
  const calls = fakeApi({});
  expect(await apply([streamEvent('event.created', { id: 'second' })])).toEqual([]);
  expect(calls).toEqual([]);
});

test('apply does not fetch an event deleted here when its creation or update arrives late', async () => {
  updateSlice('events', { list: [second, first] });
  const calls = fakeApi({ 'DELETE v1/events/second': undefined });
  await removeEvent(second);
  const at = second.updatedAt;
  const late = [
    streamEvent('event.created', { id: 'second', at, event: second }),
    streamEvent('event.updated', { id: 'second', at }),
  ];
  for (const one of late) expect(await apply([one])).toEqual([]);
  expect(ids()).toEqual(['first']);
  expect(calls.map(({ route }) => route)).toEqual(['DELETE v1/events/second']);
});

test('apply skips an event deleted since and adds the rest of the batch', async () => {
  const third = careEvent({ id: 'third', createdAt: '2026-11-20T11:00:00.000Z' });
  fakeApi({
    'GET events/event?id=gone': { status: 404, body: { error: { code: 'NOT_FOUND', message: '' } } },
    'GET events/event?id=third': third,
  });
  expect(
    await apply([streamEvent('event.created', { id: 'gone' }), streamEvent('event.created', { id: 'third' })]),
  ).toEqual([third]);
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
  const calls = fakeApi({
    'GET events': [...others, first],
    'GET v1/profiles': [jordan],
    'GET v1/notifications': [],
  });
  expect(await apply(others.map(({ id }) => streamEvent('event.created', { id })))).toHaveLength(5);
  expect(calls.filter(({ route }) => route.startsWith('GET events'))).toHaveLength(1);
});

test('apply removes an event removed elsewhere, even if created in the same batch', async () => {
  const calls = fakeApi({});
  await apply([
    streamEvent('event.created', { id: 'second' }),
    streamEvent('event.removed', { id: 'second' }),
    streamEvent('event.removed', { id: 'first' }),
  ]);
  expect(ids()).toEqual([]);
  expect(calls).toEqual([]);
});

test('apply keeps an event whose deletion was undone, in one batch or late', async () => {
  const calls = fakeApi({});
  const deleted = streamEvent('event.removed', { id: 'first', at: '2026-11-20T08:59:00.000Z' });
  await apply([deleted, streamEvent('event.updated', { id: 'first', at: first.updatedAt })]);
  expect(ids()).toEqual(['first']);
  await apply([deleted]);
  expect(ids()).toEqual(['first']);
  expect(calls).toEqual([]);
});

test('apply shows the current state of an event deleted and restored on another phone', async () => {
  const restored = careEvent({ ...first, updatedAt: '2026-11-20T09:02:00.000Z' });
  fakeApi({});
  await apply([
    streamEvent('event.removed', { id: 'first', at: '2026-11-20T09:01:00.000Z' }),
    streamEvent('event.updated', { id: 'first', at: restored.updatedAt, event: restored }),
  ]);
  expect(store.getState().events.list).toEqual([restored]);
});

test('apply fetches only the notifications when they change', async () => {
  const next = {
    id: 'n',
    profileId: 1,
    title: 'X-ray',
    content: 'Room 4',
    kind: 'next-step',
    icon: 'map-pin',
    createdAt: '',
  };
  fakeApi({ 'GET v1/notifications': [next] });
  await apply([streamEvent('next.updated', { id: 'n' })]);
  expect(store.getState().notifications.list).toEqual([next]);
});

test('a next step of a supported person comes with their profile', async () => {
  const next = { id: 'n', profileId: 3, kind: 'next-step', title: 'MRI' };
  fakeApi({ 'GET v1/notifications': [], 'GET v1/profiles': [jordan, { ...jordan, id: 3, next }] });
  await apply([streamEvent('next.updated', { id: 'n', profileId: 3 })]);
  expect(store.getState().profiles.list.map((profile) => profile.next?.title)).toEqual([undefined, 'MRI']);
});

test('a revoked permission removes the data it had granted', async () => {
  updateSlice('records', { fetchedAt: 1 });
  fakeApi({
    'GET events': [],
    'GET v1/profiles': [jordan],
    'GET v1/notifications': [],
    'GET v1/results': [],
    'GET v1/care-plans': [],
  });
  await apply([streamEvent('share.updated', { id: 's' })]);
  expect(ids()).toEqual([]);
  expect(store.getState().records.results).toEqual([]);
});

test('apply rechecks the session immediately when the stream reports its end', async () => {
  localStorage.setItem('access-token', 'token');
  const calls = fakeApi({
    'GET v1/users/me': { status: 401, body: { error: { code: 'UNAUTHENTICATED', message: '' } } },
  });
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  await apply([streamEvent('session.ended', { id: 's', reason: 'UNAUTHENTICATED' })]);
  expect(calls.map(({ route }) => route)).toEqual(['GET v1/users/me']);
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

test('apply moves an event that has become new again to the top and returns it', async () => {
  updateSlice('events', { list: [second, first] });
  const accepted = careEvent({
    ...first,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
  });
  const calls = fakeApi({});
  const data = { id: 'first', at: accepted.updatedAt, event: accepted };
  expect(await apply([streamEvent('event.created', data), streamEvent('event.updated', data)])).toEqual([accepted]);
  expect(ids()).toEqual(['first', 'second']);
  expect(calls).toEqual([]);
});

test('apply announces an event that comes together with a change of what is shared', async () => {
  const accepted = careEvent({
    ...first,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
  });
  fakeApi({ 'GET events': [accepted], 'GET v1/profiles': [jordan], 'GET v1/notifications': [] });
  const data = { id: 'first', at: accepted.updatedAt, event: accepted };
  expect(await apply([streamEvent('event.updated', data), streamEvent('share.updated', { id: 's' })])).toEqual([
    accepted,
  ]);
});

test('apply removes an event that can no longer be read', async () => {
  const noLonger = { status: 404, body: { error: { code: 'NOT_SHARED', message: '' } } };
  fakeApi({ 'GET events/event?id=first': noLonger });
  await apply([streamEvent('event.updated', { id: 'first', at: '2026-11-20T11:00:00.000Z' })]);
  expect(ids()).toEqual([]);
});

test('a revoked permission removes the data even while an earlier fetch is in progress', async () => {
  updateSlice('events', { fetchedAt: 1 });
  let sendEarlier: (events: CareEvent[]) => void = () => undefined;
  const answers = [new Promise<CareEvent[]>((resolve) => (sendEarlier = resolve)), []];
  fakeApi({ 'GET events': () => answers.shift(), 'GET v1/profiles': [jordan], 'GET v1/notifications': [] });
  const earlier = loadTimeline();
  await apply([streamEvent('share.updated', { id: 's' })]);
  expect(ids()).toEqual([]);
  sendEarlier([first]);
  await earlier;
  expect(ids()).toEqual([]);
});
