import type { CareEvent, Notification } from 'mock-api/contract';
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
import { updateSlice, wasDeleted } from 'shared-ui/host';
import type { News } from './frames.ts';

/** News that come at about the same moment are fetched together, in milliseconds. */
export const TOGETHER_MS = 50;
/** So many events are fetched one by one; of more the whole list is less. */
const ONE_BY_ONE = 4;

/** What a screen that reads data of its own listens to on `window`; `detail` is a `StreamData` with its `kind`. */
export const CHANGE_EVENT = 'lodestar:change';

const known = (id: string | undefined) => store.getState().events.list.find((event) => event.id === id);

/** Ids of the events that have been listed since this page follows the stream. */
const listed = new Set<string>();

/**
 * Notes which events are listed, until the returned function is called: one that came with an answer and went again before the
 * stream said that it had come is not asked for.
 */
export function noteListed(): () => void {
  const note = ({ events }: Store) => {
    for (const { id } of events.list) listed.add(id);
  };
  note(store.getState());
  return store.subscribe((state, before) => {
    if (state.events.list !== before.events.list) note(state);
  });
}

/** Whether the page has this already, or had it, as after what the person did here. */
function isKnown({ kind, data }: News): boolean {
  const event = known(data.id);
  const { id = '', at } = data;
  if (at !== undefined && wasDeleted({ id, updatedAt: at })) return true;
  if (kind === 'event.created') return event !== undefined || listed.has(id);
  return event !== undefined && at !== undefined && event.updatedAt >= at;
}

/** Whether what the page has is younger than the removal that the stream tells of: its deletion was taken back meanwhile. */
const isBackSince = ({ data: { id, at } }: News) => at !== undefined && (known(id)?.updatedAt ?? '') > at;

/** The event as it is now; nothing where it has gone since the stream named it. */
async function fetchEvent(id: string): Promise<CareEvent[]> {
  try {
    return [await call<CareEvent>('get', `events/event?id=${encodeURIComponent(id)}`)];
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return [];
    throw error;
  }
}

/** One part of a batch: where it fails, the others are brought and told all the same. */
async function attempt(part: Promise<unknown>): Promise<void> {
  try {
    await part;
  } catch (error) {
    // What could not be fetched now comes with the next fetch of the same.
    console.info('News could not be fetched', error);
  }
}

/** Brings events into the timeline: as they came, and by calls what came by name alone. Returns those that were not there. */
async function bringEvents(changed: readonly News[]): Promise<CareEvent[]> {
  const before = new Set(store.getState().events.list.map(({ id }) => id));
  const came = new Map(changed.flatMap(({ data: { event } }) => (event ? [[event.id, event]] : [])));
  const isOlder = ({ id, updatedAt }: CareEvent) => updatedAt < (known(id)?.updatedAt ?? '');
  const ids = idsOf(changed);
  const named = ids.filter((id) => !came.has(id));
  // What is here already waits for no call.
  if (came.size > 0) addEvents([...came.values()].filter((event) => !isOlder(event)));
  if (named.length > ONE_BY_ONE) await attempt(loadTimeline());
  else await Promise.all(named.map((id) => attempt(fetchEvent(id).then(addEvents))));
  return store.getState().events.list.filter(({ id }) => ids.includes(id) && !before.has(id));
}

function removeEvents(ids: readonly string[]): void {
  const { list } = store.getState().events;
  if (list.some(({ id }) => ids.includes(id))) {
    updateSlice('events', { list: list.filter(({ id }) => !ids.includes(id)) });
  }
}

/** Lists that no screen has asked for yet are fetched when one does. */
async function reloadFetched(): Promise<void> {
  const { records, supporters } = store.getState();
  await Promise.all([
    records.fetchedAt === null ? undefined : loadRecords(),
    supporters.fetchedAt === null ? undefined : loadSupporters(),
  ]);
}

const OPENS_RECORDS: readonly number[] = [EVENT_TYPE.RESULT, EVENT_TYPE.RESULT_COMPLETE, EVENT_TYPE.CARE_PLAN];

const idsOf = (news: readonly News[]) => [...new Set(news.map(({ data }) => data.id ?? ''))];

/** The last word on each event: one that was deleted and brought back again is there. */
const lastWords = (batch: readonly News[]) => [
  ...new Map(batch.filter(({ kind }) => kind.startsWith('event.')).map((news) => [news.data.id, news])).values(),
];

/** What is to be done for a batch of news. */
function plan(batch: readonly News[]) {
  const named = (kind: string) => batch.filter((news) => news.kind === kind);
  const events = lastWords(batch);
  return {
    removed: idsOf(events.filter((news) => news.kind === 'event.removed' && !isBackSince(news))),
    changed: events.filter((news) => news.kind !== 'event.removed' && !isKnown(news)),
    hasNext: named('next.updated').length > 0,
    hasResults: named('result.created').length > 0,
    hasShares: named('share.updated').length > 0,
    hasEnded: named('session.ended').length > 0,
  };
}

/** Brings what has changed into the store, where every screen shows it in place. Returns the events that are new. */
export async function apply(batch: readonly News[]): Promise<CareEvent[]> {
  const { removed, changed, hasNext, hasResults, hasShares, hasEnded } = plan(batch);
  if (hasEnded) {
    await recheckSession();
    return [];
  }
  removeEvents(removed);
  const [fresh] = await Promise.all([
    changed.length > 0 && !hasShares ? bringEvents(changed) : [],
    hasNext ? attempt(readThrough<Notification[]>('v1/notifications').then(replaceNotifications)) : undefined,
    hasShares ? attempt(loadTimeline().then(reloadFetched)) : undefined,
    hasResults && store.getState().records.fetchedAt !== null ? attempt(loadRecords()) : undefined,
  ]);
  if (!hasResults && fresh.some(({ type }) => OPENS_RECORDS.includes(type))) await attempt(reloadFetched());
  for (const { kind, data } of batch)
    window.dispatchEvent(new CustomEvent(CHANGE_EVENT, { detail: { ...data, kind } }));
  return fresh;
}

/** Reads everything again that screens show: nobody knows what was missed. */
export async function applyMissed(): Promise<void> {
  await requestRefresh();
  await reloadFetched();
}

/** Gathers news for a moment, and hands them on together, one batch after the other. */
export class Batches {
  readonly #use: (batch: readonly News[]) => Promise<void>;
  #waiting: News[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(use: (batch: readonly News[]) => Promise<void>) {
    this.#use = use;
  }

  add(news: News): void {
    this.#waiting.push(news);
    this.#timer ??= setTimeout(() => {
      const batch = this.#waiting;
      this.#waiting = [];
      this.#timer = undefined;
      this.#work = this.#work.then(() => this.#use(batch));
    }, TOGETHER_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }
}
