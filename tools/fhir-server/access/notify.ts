/** Tells subscribers that a patient's record has changed, as FHIR's subscriptions with a `rest-hook` do. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ResourceStore } from '../store/resources.ts';
import { patientsOf } from '../store/search.ts';

export interface Subscriber {
  /** Gets a POST with `{ "reference": "Patient/x" }`, and no content of the record. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
}

const TRIES = 5;
const FIRST_WAIT_MS = 200;

/** Posts until the subscriber accepts it; after the last try it has to find the change by polling. */
async function post({ endpoint, headers }: Subscriber, reference: string, signal: AbortSignal): Promise<void> {
  for (let turn = 0; turn < TRIES && !signal.aborted; turn++) {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ reference }),
      signal,
    }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer && answer.status < 500 && answer.status !== 429) return;
    await wait(FIRST_WAIT_MS * 2 ** turn, undefined, { signal }).catch(() => undefined);
  }
}

/** Notifies subscribers of changes, once a patient for those made together. */
export class Notifier {
  readonly #subscribers: Subscriber[] = [];
  readonly #stopped = new AbortController();
  readonly #due = new Set<string>();

  constructor(store: ResourceStore) {
    store.onChange(({ resource }, before) => {
      if (this.#subscribers.length === 0 || this.#stopped.signal.aborted) return;
      if (this.#due.size === 0) setImmediate(() => this.#send());
      for (const version of [resource, before?.resource])
        for (const key of version ? patientsOf(version) : []) this.#due.add(key);
    });
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers.push(subscriber);
  }

  stop(): void {
    this.#stopped.abort();
  }

  #send(): void {
    for (const reference of this.#due)
      for (const subscriber of this.#subscribers) void post(subscriber, reference, this.#stopped.signal);
    this.#due.clear();
  }
}
