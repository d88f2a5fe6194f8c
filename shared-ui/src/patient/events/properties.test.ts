/**
 * After any sequence of actions on the timeline, the badge matches a recount, the newest event is first and none is
 * lost.
 */
import type { CareEvent, EventStatus } from 'mock-api/contract';
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

/** Returns a generator of numbers from 0 to below 1, the same for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Model of the server: the expected state, which the store is compared with. */
class Server {
  readonly events = new Map<string, CareEvent>();
  readonly deleted = new Map<string, CareEvent>();
  readonly #next: () => number;
  #count = 0;
  #isReachable = true;

  constructor(next: () => number) {
    this.#next = next;
  }

  chance = (of: number) => this.#next() < of;
  pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(this.#next() * list.length)];

  create(fields: Partial<CareEvent> = {}): CareEvent {
    this.#count += 1;
    const event = careEvent({
      id: `e${this.#count}`,
      status: this.pick(STATUSES) ?? 'NOT_VIEWED',
      profileId: this.chance(0.7) ? 1 : 2,
      type: this.pick(TYPES) ?? 0,
      createdAt: new Date(1_700_000_000_000 + this.#count * 1000).toISOString(),
      ...fields,
    });
    this.events.set(event.id, event);
    return event;
  }

  /** Decides whether the next requests fail. */
  draw(): void {
    this.#isReachable = this.chance(0.85);
  }

  reach(): void {
    this.#isReachable = true;
  }

  answer = (route: string): unknown => {
    if (!this.#isReachable) return { status: 503 };
    const [, id = '', what] = /v1\/events\/([^/]+)\/?(\w*)$/.exec(route) ?? [];
    if (route === 'GET events') return [...this.events.values()].reverse();
    if (route.startsWith('DELETE')) return this.#remove(id);
    if (what === 'view') return this.#change(id, { status: 'VIEWED', viewed: true });
    if (what === 'restore') return this.#restore(id);
    if (what === 'accept') {
      this.events.delete(id);
      return { removedId: id, profile: maya, event: this.create({ profileId: 1, status: 'NOT_VIEWED' }) };
    }
    return undefined;
  };

  #remove(id: string): undefined {
    const event = this.events.get(id);
    if (event) this.deleted.set(id, event);
    this.events.delete(id);
  }

  #restore(id: string): CareEvent | undefined {
    const event = this.deleted.get(id);
    this.deleted.delete(id);
    if (event) this.events.set(id, event);
    return event;
  }

  #change(id: string, fields: Partial<CareEvent>): CareEvent | undefined {
    const event = this.events.get(id);
    if (event) this.events.set(id, { ...event, ...fields });
    return this.events.get(id);
  }
}

/** Answers every route of the timeline from the model of the server. */
function serve(server: Server): void {
  const fixed: Record<string, unknown> = { 'GET v1/profiles': [jordan, maya], 'GET v1/notifications': [] };
  const routes = new Proxy(fixed, {
    has: () => true,
    get: (_, route: string) => fixed[route] ?? (() => server.answer(route)),
  });
  fakeApi(routes);
}

const shown = () => store.getState().events.list;

/** Returns what a person or the server may do next. The caller handles failed requests; only the state matters here. */
function actions(server: Server): (() => Promise<void> | void)[] {
  const some = () => server.pick(shown());
  const someRequest = () => server.pick(shown().filter(({ type }) => type === REQUEST));
  return [
    () => addEvents([server.create()]),
    () => addEvents([server.create(), server.create()].reverse()),
    () => addEvents([server.create({ type: REQUEST, status: 'PENDING', profileId: 1 })]),
    () => addEvents([server.pick([...server.events.values()]) ?? server.create()]),
    () => dismissEvent(some()?.id ?? ''),
    () => dismissEvent('nobody knows it'),
    () => {
      const event = some();
      return event && removeEvent(event);
    },
    () => {
      const id = server.pick([...server.deleted.keys()]);
      return id === undefined ? undefined : bringEventBack(id);
    },
    () => {
      const request = someRequest();
      return request && acceptRequest(request.id);
    },
    () => {
      const request = someRequest();
      return request && declineRequest(request.id);
    },
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
  expect(list.map(({ createdAt }) => createdAt)).toEqual(
    list
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  );
  expect(list.map(({ id }) => id).sort()).toEqual([...server.events.keys()].sort());
}

beforeEach(() => {
  openPage();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test.each(SEEDS)(
  '1,000 random actions lose and duplicate no event (seed %d)',
  async (seed) => {
    const server = new Server(random(seed));
    serve(server);
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
  },
  60_000,
);
