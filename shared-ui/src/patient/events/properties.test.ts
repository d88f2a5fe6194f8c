/**
 * After any sequence of actions on the timeline, the badge matches a recount, the newest event is first and none is
 * lost.
 */
import type { CareEvent, EventStatus } from 'mock-api/contract';
import { randomFrom } from 'tools/hl7-hospital/random';
import { careEvent, fakeApi, jordan, maya, openPage } from '../../testing/index.ts';
import { store } from '../store.ts';
import {
  acceptRequest,
  addEvents,
  bringEventBack,
  declineRequest,
  dismissEvent,
  loadTimeline,
  removeEvent,
} from './events.ts';
import { badgeOf } from './rules.ts';

const ACTIONS = 1000;
const SEEDS = [1, 20_260, Number(process.env.SEED ?? Date.now() % 1_000_000)];
const STATUSES: EventStatus[] = ['COMPLETED', 'ACTIONABLE', 'URGENT', 'NOT_VIEWED', 'VIEWED', 'PENDING'];
const REQUEST = 12;
/** General, supporter, result, hospital and physician events. */
const TYPES = [0, 1, 2, 8, 11];

type Events = Map<string, CareEvent>;

/** Returns a model of the server: the expected state, which the store is compared with. */
function serverOf(next: () => number) {
  const [events, deleted]: [Events, Events] = [new Map(), new Map()];
  let count = 0;
  let isReachable = true;
  const chance = (of: number) => next() < of;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
  const create = (fields: Partial<CareEvent> = {}): CareEvent => {
    count += 1;
    const event = careEvent({
      id: `e${count}`,
      status: pick(STATUSES) ?? 'NOT_VIEWED',
      profileId: chance(0.7) ? 1 : 2,
      type: pick(TYPES) ?? 0,
      createdAt: new Date(1_700_000_000_000 + count * 1000).toISOString(),
      ...fields,
    });
    events.set(event.id, event);
    return event;
  };
  const move = (id: string, from: Events, to: Events) => {
    const event = from.get(id);
    from.delete(id);
    if (event) to.set(id, event);
    return event;
  };
  const view = (id: string) => {
    const event = events.get(id);
    if (event) events.set(id, { ...event, status: 'VIEWED', viewed: true });
    return events.get(id);
  };
  const answer = (route: string): unknown => {
    if (!isReachable) return { status: 503 };
    const [, id = '', what] = /v1\/events\/([^/]+)\/?(\w*)$/.exec(route) ?? [];
    if (route === 'GET events') return [...events.values()].reverse();
    if (route.startsWith('DELETE')) return void move(id, events, deleted);
    if (what === 'view') return view(id);
    if (what === 'restore') return move(id, deleted, events);
    if (what !== 'accept') return undefined;
    events.delete(id);
    return { removedId: id, profile: maya, event: create({ profileId: 1, status: 'NOT_VIEWED' }) };
  };
  const fixed: Record<string, unknown> = { 'GET v1/profiles': [jordan, maya], 'GET v1/notifications': [] };
  fakeApi(new Proxy(fixed, { has: () => true, get: (_, route: string) => fixed[route] ?? (() => answer(route)) }));
  /** Decides whether the next requests fail. */
  const draw = () => {
    isReachable = chance(0.85);
  };
  const reach = () => {
    isReachable = true;
  };
  return { events, deleted, pick, create, draw, reach };
}

type Server = ReturnType<typeof serverOf>;

const shown = () => store.getState().events.list;

/** Returns what a person or the server may do next. The caller handles failed requests; only the state matters here. */
function actions(server: Server): (() => Promise<void> | void)[] {
  const some = () => server.pick(shown());
  const request = () => server.pick(shown().filter(({ type }) => type === REQUEST))?.id;
  const deleted = () => server.pick([...server.deleted.keys()]);
  /** Calls an action with a value, if there is one. */
  const given = <T>(value: T | undefined, act: (value: T) => Promise<void>) =>
    value === undefined ? undefined : act(value);
  return [
    () => addEvents([server.create()]),
    () => addEvents([server.create(), server.create()].reverse()),
    () => addEvents([server.create({ type: REQUEST, status: 'PENDING', profileId: 1 })]),
    () => addEvents([server.pick([...server.events.values()]) ?? server.create()]),
    () => dismissEvent(some()?.id ?? ''),
    () => dismissEvent('nobody knows it'),
    () => given(some(), removeEvent),
    () => given(deleted(), bringEventBack),
    () => given(request(), acceptRequest),
    () => given(request(), declineRequest),
    () => loadTimeline(),
    () => {
      // Created while this phone was not connected.
      server.create();
      server.reach();
      return loadTimeline();
    },
    () => {
      // Added on the server while the list is being fetched.
      const loading = loadTimeline();
      addEvents([server.create()]);
      return loading;
    },
  ];
}

function check(server: Server): void {
  const list = shown();
  for (const profile of [1, 2]) {
    // Home shows all of profile 1; another profile's list leaves out general and supporter events.
    const recount = list.filter(
      ({ profileId, status, type }) =>
        profileId === profile && ['ACTIONABLE', 'NOT_VIEWED', 'URGENT'].includes(status) && (profile === 1 || type > 1),
    );
    expect(badgeOf(profile)(store.getState())).toBe(recount.length);
  }
  // As text: comparing hundreds of values one by one, three thousand times, takes most of the test's time.
  const times = list.map(({ createdAt }) => createdAt);
  expect(times.join()).toBe(times.toSorted().reverse().join());
  const idsOf = (ids: Iterable<string>) => [...ids].sort().join();
  expect(idsOf(list.map(({ id }) => id))).toBe(idsOf(server.events.keys()));
}

beforeEach(() => {
  openPage();
  // Retries wait for no time.
  jest.spyOn(Math, 'random').mockReturnValue(0);
});

test.each(SEEDS)('1,000 random actions lose and duplicate no event (seed %d)', async (seed) => {
  const server = serverOf(randomFrom(seed).next);
  const possible = actions(server);
  for (let count = 0; count < ACTIONS; count += 1) {
    server.draw();
    const action = server.pick(possible);
    try {
      await action?.();
    } catch (error) {
      expect(error).toMatchObject({ name: 'ApiFailure' });
    }
    check(server);
  }
});
