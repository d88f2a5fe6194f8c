/**
 * Keeps patients' records in step with the hospital's FHIR server. Every process takes part: a lease in the database lets
 * one at a time read a record.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { SECOND } from '../../common/clock.ts';
import type { FhirSettings } from '../../config/fhir.ts';
import type { RecordFailure } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { findUserByWristband, type UserRow } from '../../repositories/accounts/users.ts';
import type { RecordSettings } from '../record.ts';
import { ServerCapability } from './server/capability.ts';
import { FhirClient } from './server/client.ts';
import { FhirFailure } from './server/failure.ts';
import { type FhirPatient, findBy, followMerges, readPatientById } from './server/patients.ts';
import { searchFor } from './sync/identity.ts';
import {
  abandon,
  addLink,
  claimDue,
  discover,
  extendClaim,
  HEARTBEAT,
  LeaseLost,
  type LinkRow,
  linkedUser,
  releaseDone,
  releaseFailed,
  releaseHeld,
  requestReading,
} from './sync/links.ts';
import { type SyncContext, synchronize } from './sync/synchronize.ts';

/** How often due links are looked for, in milliseconds. */
const POLL_INTERVAL = SECOND;
/** Every so many polls, new patients are looked for. */
const POLLS_BETWEEN_DISCOVERIES = 10;
/** Records that one process reads at a time. */
const MAX_WORKERS = 4;

type Log = Pick<FastifyBaseLogger, 'warn'>;

interface ConnectorOptions {
  db: Db;
  fhir: FhirSettings;
  settings: RecordSettings;
  log: Log;
  /** Called after what people read may have changed. */
  onWritten(): void;
}

export class Connector {
  readonly #context: SyncContext;
  readonly #log: Log;
  readonly #onWritten: () => void;
  readonly #closing = new AbortController();
  readonly #workers = new Set<Promise<void>>();
  #lookUps: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #polls = 0;
  #kicks = 0;

  constructor({ db, fhir, settings, log, onWritten }: ConnectorOptions) {
    const client = new FhirClient(fhir, this.#closing.signal);
    this.#context = { db, fhir, settings, server: { client, capability: new ServerCapability(client) } };
    this.#log = log;
    this.#onWritten = onWritten;
  }

  start(): void {
    this.#timer = setInterval(() => this.#poll(), POLL_INTERVAL);
    this.#poll();
  }

  /** Reads in the background what is due. */
  kick(): void {
    if (this.#closing.signal.aborted) return;
    this.#kicks += 1;
    if (this.#workers.size >= MAX_WORKERS) return;
    const worker = this.#drain()
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  /** Resolves when everything that is due has been tried. */
  async settled(): Promise<void> {
    this.kick();
    await Promise.all(this.#workers);
  }

  /** Looks for a patient by the wristband, or reads the record at once. */
  async request(userId: string): Promise<void> {
    await addLink(this.#context.db, userId);
    await requestReading(this.#context.db, userId);
    this.kick();
  }

  /** Reads the records of these patients of the server in the background; unknown ones are looked up first. */
  async requestPatients(ids: readonly string[]): Promise<void> {
    const unknown: string[] = [];
    for (const id of ids) {
      const userId = await linkedUser(this.#context.db, `Patient/${id}`);
      if (userId === undefined) unknown.push(id);
      else await requestReading(this.#context.db, userId);
    }
    this.kick();
    this.#lookUps = this.#lookUps.then(() => this.#lookUp(unknown)).catch((error: unknown) => this.#report(error));
  }

  /**
   * Returns a patient of the server, after merges; undefined if it has no such patient.
   * @throws FhirFailure
   */
  async findPatient(id: string): Promise<FhirPatient | undefined> {
    const patient = await readPatientById(this.#server, id);
    return patient && followMerges(this.#server, patient);
  }

  /**
   * Returns the patients with the account's record number or band code.
   * @throws FhirFailure
   */
  async findPatientsOf(user: UserRow): Promise<FhirPatient[]> {
    const wanted = searchFor(user, this.#context.fhir);
    return wanted ? findBy(this.#server, wanted) : [];
  }

  /** Stops requests in progress; what is not read yet, another process or the next start continues. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#lookUps;
    await Promise.all(this.#workers);
  }

  get #server() {
    const { server, fhir } = this.#context;
    return { ...fhir, client: server.client };
  }

  #poll(): void {
    const isDiscovery = this.#polls % POLLS_BETWEEN_DISCOVERIES === 0;
    this.#polls += 1;
    const ready = isDiscovery ? discover(this.#context.db) : Promise.resolve();
    ready.then(
      () => this.kick(),
      (error: unknown) => this.#report(error),
    );
  }

  async #lookUp(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      if (this.#closing.signal.aborted) return;
      const patient = await this.findPatient(id);
      for (const code of patient?.codes ?? []) {
        const user = await findUserByWristband(this.#context.db, code);
        if (user) await this.request(user.id);
      }
      const userId = patient && (await linkedUser(this.#context.db, `Patient/${patient.id}`));
      if (userId !== undefined) await this.request(userId);
    }
  }

  /** Reads until nothing is due, including what became due meanwhile. */
  async #drain(): Promise<void> {
    for (let kicks = -1; kicks !== this.#kicks; ) {
      kicks = this.#kicks;
      while (!this.#closing.signal.aborted) {
        const link = await claimDue(this.#context.db, randomUUID());
        if (!link) break;
        await this.#synchronize(link);
      }
    }
  }

  async #synchronize(link: LinkRow): Promise<void> {
    const { db, fhir } = this.#context;
    const { pollSeconds } = fhir;
    const heartbeat = setInterval(() => {
      extendClaim(db, link).catch((error: unknown) => this.#report(error, link));
    }, HEARTBEAT);
    try {
      const reason = await synchronize(this.#context, link);
      if (reason === undefined) await releaseDone(db, link, pollSeconds);
      else await releaseHeld(db, link, reason);
    } catch (error) {
      if (error instanceof LeaseLost) return;
      if (this.#closing.signal.aborted) return abandon(db, link);
      const failure = error instanceof FhirFailure ? error : undefined;
      const reason: RecordFailure = failure?.reason ?? 'internal';
      this.#report(error, link);
      await releaseFailed(db, link, { reason, retryAfter: failure?.retryAfter ?? 0, pollSeconds });
    } finally {
      clearInterval(heartbeat);
      this.#onWritten();
    }
  }

  /** Errors of the database and of the server may hold content: only their kind is logged. */
  #report(error: unknown, link?: LinkRow): void {
    const name = error instanceof Error ? error.name : 'unknown';
    const failure = error instanceof FhirFailure ? { reason: error.reason, status: error.status } : {};
    this.#log.warn({ name, ...failure, ...(link && { userId: link.user_id }) }, 'hospital record could not be read');
  }
}
