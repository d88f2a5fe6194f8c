/** Reads one patient's resources from the server, what changed since the last time or everything, and stores them. */
import { MINUTE, now } from '../../../common/clock.ts';
import type { Db, Trx } from '../../../db/schema.ts';
import { lockUser } from '../../../repositories/accounts/users.ts';
import { type LinkRow, SERVER, updateClaimed } from '../../../repositories/records/links.ts';
import { removeResources } from '../../../repositories/records/resources.ts';
import { isResource, type Resource } from '../../fhir/datatypes.ts';
import { CATEGORIES, ownKey, PATIENT_TYPES, recordOf } from '../../fhir/references.ts';
import { type RecordSettings, readStored, storeResources, takeBackSince, writeRecord } from '../../record.ts';
import { type FhirClient, type ServerCapability, search, type TypeSupport } from '../server/client.ts';
import { FhirError } from '../server/error.ts';
import type { LinkNotes } from './links.ts';

/** Servers commit late, and clocks differ: this much is read twice, in milliseconds. */
const OVERLAP = MINUTE;
const PAGE_SIZE = 200;
const SEARCHES_AT_ONCE = 4;
export const READS_AT_ONCE = 4;

export interface Server {
  client: FhirClient;
  capability: ServerCapability;
}

/** Resource type -> the server's time from which on its changes are to be read, in milliseconds. */
export type Marks = Record<string, number>;

interface PullOptions {
  patientId: string;
  marks: Marks;
  /** Stores resources; called for one page at a time. */
  keep(resources: Resource[]): Promise<void>;
}

export interface Pulled {
  marks: Marks;
  /** Keys of all resources of the types that were read as a whole. */
  complete: ReadonlyMap<string, ReadonlySet<string>>;
  notOffered: string[];
  notAllowed: string[];
}

const hasStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof FhirError && error.status !== undefined && statuses.includes(error.status);

class Pull {
  readonly marks: Marks = {};
  readonly complete = new Map<string, ReadonlySet<string>>();
  readonly notAllowed: string[] = [];
  readonly #server: Server;
  readonly #options: PullOptions;
  #keeping: Promise<void> = Promise.resolve();

  constructor(server: Server, options: PullOptions) {
    this.#server = server;
    this.#options = options;
  }

  async readType(type: string, { by, isIncremental }: TypeSupport): Promise<void> {
    if (!(await this.#server.client.token.mayRead(type))) return void this.notAllowed.push(type);
    const { patientId, marks } = this.#options;
    const mark = isIncremental ? marks[type] : undefined;
    const query = { [by]: `Patient/${patientId}`, _count: String(PAGE_SIZE) };
    try {
      await this.#search(type, query, mark);
    } catch (error) {
      if (hasStatus(error, 403)) return void this.notAllowed.push(type);
      // Not every server that lists `_lastUpdated` takes it together with a patient.
      if (!hasStatus(error, 400) || mark === undefined) throw error;
      await this.#search(type, query, undefined);
    }
  }

  async #search(type: string, query: Record<string, string>, mark: number | undefined): Promise<void> {
    const { capability } = this.#server;
    const limited: Record<string, string> =
      mark === undefined ? query : { ...query, _lastUpdated: `ge${new Date(mark - OVERLAP).toISOString()}` };
    const searches = (): Record<string, string>[] =>
      type === 'Observation' && capability.needsCategory
        ? CATEGORIES.map((category) => ({ ...limited, category }))
        : [limited];
    try {
      await this.#searchAll(type, searches(), mark === undefined);
    } catch (error) {
      // Some servers search Observations only by category.
      if (type !== 'Observation' || capability.needsCategory || !hasStatus(error, 400)) throw error;
      capability.needsCategory = true;
      await this.#searchAll(type, searches(), mark === undefined).catch((other: unknown) => {
        capability.needsCategory = false;
        throw other;
      });
    }
  }

  async #searchAll(type: string, searches: readonly Record<string, string>[], isWhole: boolean): Promise<void> {
    const keys = new Set<string>();
    const began: number[] = [];
    for (const query of searches)
      began.push(
        await search(this.#server.client, `${type}?${new URLSearchParams(query)}`, (page) => {
          for (const resource of page) keys.add(ownKey(resource));
          return this.#keep(page);
        }),
      );
    this.marks[type] = Math.min(...began);
    if (isWhole) this.complete.set(type, keys);
  }

  /** Pages of several searches are stored one after the other. */
  #keep(page: Resource[]): Promise<void> {
    const { patientId, keep } = this.#options;
    const own = recordOf(`Patient/${patientId}`, page);
    this.#keeping = this.#keeping.then(() => (own.length > 0 ? keep(own) : undefined));
    return this.#keeping;
  }
}

/**
 * Reads all types that the server offers.
 * @throws FhirError, or what `keep` throws
 */
export async function pull(server: Server, options: PullOptions): Promise<Pulled> {
  const types = await server.capability.types();
  const reading = new Pull(server, options);
  const offered = PATIENT_TYPES.flatMap((type) => {
    const support = types.get(type);
    return support ? [{ type, support }] : [];
  });
  await forEachAtOnce(offered, SEARCHES_AT_ONCE, ({ type, support }) => reading.readType(type, support));
  return {
    marks: reading.marks,
    complete: reading.complete,
    notOffered: PATIENT_TYPES.filter((type) => !types.has(type)),
    notAllowed: reading.notAllowed.toSorted(),
  };
}

/**
 * Returns which of these resources the server has deleted, or moved to another patient: a search alone may miss some.
 * @throws FhirError
 */
export async function findRemoved({ client }: Server, patientId: string, keys: readonly string[]): Promise<string[]> {
  const removed: string[] = [];
  await forEachAtOnce(keys, READS_AT_ONCE, async (key) => {
    try {
      const { value } = await client.read(key);
      if (isResource(value) && recordOf(`Patient/${patientId}`, [value]).length === 0) removed.push(key);
    } catch (error) {
      if (hasStatus(error, 404, 410)) removed.push(key);
      else if (!hasStatus(error, 403)) throw error;
    }
  });
  return removed;
}

export async function forEachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const item of waiting) {
      if (failures.length > 0) return;
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

const ofLink = ({ user_id: userId }: LinkRow) => ({ userId, source: SERVER });

/**
 * Stores a page in a separate transaction: after an interruption only what was not stored is read again.
 * @throws LeaseLostError
 */
export async function keepPage(db: Db, link: LinkRow, resources: readonly Resource[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, link.user_id);
    const { stored } = await storeResources(trx, ofLink(link), resources, link.identified_at ?? '');
    // What people read follows once the whole record is here: parts of it may contradict each other.
    await updateClaimed(trx, link, stored > 0 ? { is_stale: 1 } : {});
  });
}

export const storedResources = async (db: Db, link: LinkRow): Promise<Map<string, Resource>> =>
  new Map(await readStored(db, ofLink(link)));

interface Written {
  marks: Marks;
  notes: LinkNotes;
  removed: readonly string[];
  isFull: boolean;
}

/** Removes what the server has removed, and writes what people read, with the place where reading continues. */
async function writeStored(trx: Trx, link: LinkRow, settings: RecordSettings, removed: readonly string[]) {
  await removeResources(trx, ofLink(link), removed);
  const isFirst = link.checked_at === '';
  const of = { ...ofLink(link), patient: link.patient_id };
  await writeRecord(trx, of, settings, { linkedAt: link.linked_at, isFirst });
}

/** @throws LeaseLostError */
export async function finishReading(db: Db, link: LinkRow, settings: RecordSettings, written: Written): Promise<void> {
  const { marks, notes, removed, isFull } = written;
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, link.user_id);
    if (link.is_stale === 1 || removed.length > 0 || isFull) await writeStored(trx, link, settings, removed);
    const time = now();
    await updateClaimed(trx, link, {
      marks: JSON.stringify(marks),
      notes: JSON.stringify(notes),
      checked_at: time,
      is_stale: 0,
      ...(isFull ? { full_at: time } : {}),
    });
  });
}

/**
 * Takes back what came since the last reading that was surely of this person, and what people read of it. The next
 * reading is a full one.
 * @throws LeaseLostError
 */
export async function takeBack(db: Db, link: LinkRow, settings: RecordSettings, since: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, link.user_id);
    await takeBackSince(trx, ofLink(link), since);
    await writeStored(trx, link, settings, []);
    const { checked_at: checked } = link;
    await updateClaimed(trx, link, {
      marks: '{}',
      full_at: null,
      is_stale: 0,
      checked_at: checked < since ? checked : since,
    });
  });
}
