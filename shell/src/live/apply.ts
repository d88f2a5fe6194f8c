import type { CareEvent, Notification, Profile } from 'mock-api/contract';
import {
  ApiFailure,
  addEvents,
  call,
  EVENT_TYPE,
  loadRecords,
  loadSupporters,
  loadTimeline,
  readThrough,
  recheckSession,
  replaceNotifications,
  requestRefresh,
  type Store,
  store,
} from 'shared-ui';
import { OWN_PROFILE } from 'shared-ui/contract';
import { publish, reloadTimeline, updateSlice, wasDeleted } from 'shared-ui/host';
import type { StreamEvent } from './connection.ts';

/** Batching interval for stream events (ms). */
const BATCH_MS = 50;
/** Maximum number of events fetched one by one; with more, one request for the whole list is cheaper. */
const MAX_SINGLE_FETCHES = 4;

/** Publishes a change to screens that load their own data. */
function publishChange({ kind, data: { id, profileId } }: StreamEvent): void {
  publish('change@1', { kind, ...(id ? { id } : {}), ...(typeof profileId === 'number' ? { profileId } : {}) });
}

const listedEvent = (id: string | undefined) => store.getState().events.list.find((event) => event.id === id);

/** Ids of the events listed since this page started following the stream. */
const listed = new Set<string>();

/**
 * Records which events are listed, until the returned function is called. An event that was listed and removed before
 * the stream reported its creation is then not fetched.
 */
export function trackListed(): () => void {
  const addListed = ({ events }: Store) => {
    for (const { id } of events.list) listed.add(id);
  };
  addListed(store.getState());
  return store.subscribe((state, before) => {
    if (state.events.list !== before.events.list) addListed(state);
  });
}

/** Whether the page has or had this already, for example after a change made here. */
function isKnown({ kind, data }: StreamEvent): boolean {
  const event = listedEvent(data.id);
  const { id = '', at } = data;
  if (at !== undefined && wasDeleted({ id, updatedAt: at })) return true;
  if (kind === 'event.created') return event !== undefined || listed.has(id);
  return event !== undefined && at !== undefined && event.updatedAt >= at;
}

/** Whether the event is newer than its removal in the stream: the deletion was undone since. */
const wasRestoredAfter = ({ data: { id, at } }: StreamEvent) =>
  at !== undefined && (listedEvent(id)?.updatedAt ?? '') > at;

/** Fetches the current state of an event into the store, or removes it: it was deleted, or is no longer shared. */
async function fetchEvent(id: string): Promise<void> {
  try {
    addEvents([await call<CareEvent>('get', `events/event?id=${encodeURIComponent(id)}`)]);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
    removeEvents([id]);
  }
}

/** Awaits one part of a batch and logs its failure, so that the other parts are still applied. */
async function attempt(part: Promise<unknown>): Promise<void> {
  try {
    await part;
  } catch (error) {
    // The next fetch of the same data will include it.
    console.info('Part of a stream update could not be fetched', error);
  }
}

/** Adds inlined events to the timeline and fetches those that came by id only. */
async function updateEvents(changed: readonly StreamEvent[]): Promise<void> {
  const inlined = new Map(changed.flatMap(({ data: { event } }) => (event ? [[event.id, event]] : [])));
  const isOlder = ({ id, updatedAt }: CareEvent) => updatedAt < (listedEvent(id)?.updatedAt ?? '');
  const ids = idsOf(changed);
  const idsToFetch = ids.filter((id) => !inlined.has(id));
  // Inlined events don't wait for the requests.
  if (inlined.size > 0) addEvents([...inlined.values()].filter((event) => !isOlder(event)));
  if (idsToFetch.length > MAX_SINGLE_FETCHES) await attempt(loadTimeline());
  else await Promise.all(idsToFetch.map((id) => attempt(fetchEvent(id))));
}

function removeEvents(ids: readonly string[]): void {
  const { list } = store.getState().events;
  if (list.some(({ id }) => ids.includes(id))) {
    updateSlice('events', { list: list.filter(({ id }) => !ids.includes(id)) });
  }
}

/** Returns a function that returns those of these events that were added since, or have become new again. */
function trackNew(changed: readonly StreamEvent[]): () => CareEvent[] {
  const before = new Map(store.getState().events.list.map(({ id, createdAt }) => [id, createdAt]));
  const ids = idsOf(changed);
  return () =>
    store.getState().events.list.filter(({ id, createdAt }) => ids.includes(id) && before.get(id) !== createdAt);
}

/** Fetches what happens next for the user and for the people they support, whose step comes with their profile. */
async function reloadNext(isProfileStale: boolean): Promise<void> {
  replaceNotifications(await readThrough<Notification[]>('v1/notifications'));
  if (isProfileStale) updateSlice('profiles', { list: await readThrough<Profile[]>('v1/profiles') });
}

/** Reloads the lists that are already in use; others are loaded when a screen needs them. */
async function reloadFetched(): Promise<void> {
  const { records, supporters } = store.getState();
  await Promise.all([
    records.fetchedAt === null ? undefined : loadRecords(),
    supporters.fetchedAt === null ? undefined : loadSupporters(),
  ]);
}

/** Reloads everything that may be shared. Fetches in progress may have begun before the change and are discarded. */
export async function reloadShared(): Promise<void> {
  updateSlice('records', { stamp: null });
  updateSlice('supporters', { stamp: null });
  await reloadTimeline();
  await reloadFetched();
}

const TYPES_WITH_RECORDS: readonly number[] = [EVENT_TYPE.RESULT, EVENT_TYPE.RESULT_COMPLETE, EVENT_TYPE.CARE_PLAN];

/** Changes of results and care plans, which are loaded together. */
const RECORD_KINDS: readonly string[] = ['result.created', 'result.updated', 'result.removed', 'record.updated'];

const idsOf = (events: readonly StreamEvent[]) => [...new Set(events.map(({ data }) => data.id ?? ''))];

/** Keeps the latest stream event for each care event, so that one deleted and restored remains. */
const latestByCareEvent = (batch: readonly StreamEvent[]) => [
  ...new Map(batch.filter(({ kind }) => kind.startsWith('event.')).map((event) => [event.data.id, event])).values(),
];

/** Returns what to do for a batch of stream events. */
function plan(batch: readonly StreamEvent[]) {
  const ofKind = (kind: string) => batch.filter((event) => event.kind === kind);
  const events = latestByCareEvent(batch);
  const checks = ofKind('medications.updated');
  // Whoever returns has no step any more that takes them elsewhere. Profiles say whether a medication check is due.
  const next = [...ofKind('next.updated'), ...ofKind('return.updated'), ...checks];
  return {
    removed: idsOf(events.filter((event) => event.kind === 'event.removed' && !wasRestoredAfter(event))),
    changed: events.filter((event) => event.kind !== 'event.removed' && !isKnown(event)),
    hasNext: next.length > 0,
    isProfileStale: checks.length > 0 || next.some(({ data }) => (data.profileId ?? OWN_PROFILE) !== OWN_PROFILE),
    hasResults: batch.some(({ kind }) => RECORD_KINDS.includes(kind)),
    hasShares: ofKind('share.updated').length > 0,
    hasEnded: ofKind('session.ended').length > 0,
  };
}

/** Applies a batch of changes to the store, where every screen shows them. Returns the events that are new. */
export async function apply(batch: readonly StreamEvent[]): Promise<CareEvent[]> {
  const { removed, changed, hasNext, isProfileStale, hasResults, hasShares, hasEnded } = plan(batch);
  if (hasEnded) {
    await recheckSession();
    return [];
  }
  removeEvents(removed);
  const newEvents = trackNew(changed);
  await Promise.all([
    changed.length > 0 && !hasShares ? updateEvents(changed) : undefined,
    hasNext ? attempt(reloadNext(isProfileStale)) : undefined,
    hasShares ? attempt(reloadShared()) : undefined,
    hasResults && store.getState().records.fetchedAt !== null ? attempt(loadRecords()) : undefined,
  ]);
  const fresh = newEvents();
  if (!hasResults && fresh.some(({ type }) => TYPES_WITH_RECORDS.includes(type))) await attempt(reloadFetched());
  batch.forEach(publishChange);
  return fresh;
}

/** Refetches everything that screens show: the gap is unknown. */
export async function refetchAll(): Promise<void> {
  await requestRefresh();
  await reloadFetched();
}

/** Collects stream events for a moment and processes them in sequential batches. */
export class EventBatches {
  readonly #process: (batch: readonly StreamEvent[]) => Promise<void>;
  #waiting: StreamEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(process: (batch: readonly StreamEvent[]) => Promise<void>) {
    this.#process = process;
  }

  add(event: StreamEvent): void {
    this.#waiting.push(event);
    this.#timer ??= setTimeout(() => {
      const batch = this.#waiting;
      this.#waiting = [];
      this.#timer = undefined;
      this.#work = this.#work.then(() => this.#process(batch));
    }, BATCH_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }
}
