/**
 * Keeps patients' records in step with the hospital's FHIR server. Every process takes part: a lease in the database
 * lets one at a time read a record.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { SECOND } from '../../common/clock.ts';
import { type JobLog, nameOfError, PollingJob, runJob } from '../../common/polling-job.ts';
import type { FhirSettings } from '../../config/fhir.ts';
import type { RecordFailure } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { findUserByWristband, type UserRow } from '../../repositories/accounts/users.ts';
import {
  abandonClaim,
  addLink,
  addMissingLinks,
  claimDue,
  extendClaim,
  LeaseLostError,
  type LinkRow,
  linkedUser,
  requestReading,
} from '../../repositories/records/links.ts';
import type { RecordSettings } from '../record.ts';
import { findNames } from '../words/concept.ts';
import { measureRecords } from './metrics.ts';
import { FhirClient, ServerCapability } from './server/client.ts';
import { FhirError } from './server/error.ts';
import { type FhirPatient, findBy, followMerges, readPatientById } from './server/patients.ts';
import { searchFor } from './sync/identity.ts';
import { HEARTBEAT, releaseDone, releaseFailed, releaseHeld } from './sync/links.ts';
import { type SyncContext, synchronize } from './sync/synchronize.ts';

/** How often due links are looked for, in milliseconds. */
const POLL_INTERVAL = SECOND;
/** Every so many polls, new patients are looked for. */
const POLLS_BETWEEN_DISCOVERIES = 10;
/** Records that one process reads at a time. */
const MAX_WORKERS = 4;
const FAILURE = 'hospital record could not be read';

interface ConnectorOptions {
  db: Db;
  fhir: FhirSettings;
  settings: RecordSettings;
  log: JobLog;
  /** Called after what people read may have changed. */
  onWritten(): void;
}

export class Connector extends PollingJob {
  readonly #context: SyncContext;
  readonly #onWritten: () => void;
  #lookUps: Promise<void> = Promise.resolve();
  #polls = 0;

  constructor({ db, fhir, settings, log, onWritten }: ConnectorOptions) {
    super({
      log,
      interval: POLL_INTERVAL,
      failure: FAILURE,
      maxWorkers: MAX_WORKERS,
      isEager: true,
    });
    const client = new FhirClient(fhir, this.closing);
    this.#context = { db, fhir, settings, server: { client, capability: new ServerCapability(client) } };
    this.#onWritten = onWritten;
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
    this.#lookUps = this.#lookUps.then(() => this.#lookUp(unknown)).catch((error: unknown) => this.report(error));
  }

  /**
   * Returns a patient of the server, after merges; undefined if it has no such patient.
   * @throws FhirError
   */
  async findPatient(id: string): Promise<FhirPatient | undefined> {
    const patient = await readPatientById(this.#server, id);
    return patient && followMerges(this.#server, patient);
  }

  /**
   * Returns the patients with the account's record number or band code.
   * @throws FhirError
   */
  async findPatientsOf(user: UserRow): Promise<FhirPatient[]> {
    const wanted = searchFor(user, this.#context.fhir);
    return wanted ? findBy(this.#server, wanted) : [];
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#lookUps;
  }

  get #server() {
    const { server, fhir } = this.#context;
    return { ...fhir, client: server.client };
  }

  protected override poll(): void {
    const isDiscovery = this.#polls % POLLS_BETWEEN_DISCOVERIES === 0;
    this.#polls += 1;
    const ready = isDiscovery ? addMissingLinks(this.#context.db) : Promise.resolve();
    ready.then(
      () => super.poll(),
      (error: unknown) => this.report(error),
    );
  }

  async #lookUp(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      if (this.closing.aborted) return;
      const patient = await this.findPatient(id);
      for (const code of patient?.codes ?? []) {
        const user = await findUserByWristband(this.#context.db, code);
        if (user) await this.request(user.id);
      }
      const userId = patient && (await linkedUser(this.#context.db, `Patient/${patient.id}`));
      if (userId !== undefined) await this.request(userId);
    }
  }

  protected async next(): Promise<boolean> {
    const link = await claimDue(this.#context.db, randomUUID());
    if (link) await this.#synchronize(link);
    return link !== undefined;
  }

  async #synchronize(link: LinkRow): Promise<void> {
    const { db, fhir } = this.#context;
    const { pollSeconds } = fhir;
    const heartbeat = setInterval(() => {
      extendClaim(db, link).catch((error: unknown) => this.report(error, link));
    }, HEARTBEAT);
    try {
      const reason = await synchronize(this.#context, link);
      if (reason === undefined) await releaseDone(db, link, pollSeconds);
      else await releaseHeld(db, link, reason);
    } catch (error) {
      if (error instanceof LeaseLostError) return;
      if (this.closing.aborted) return abandonClaim(db, link);
      const failure = error instanceof FhirError ? error : undefined;
      const reason: RecordFailure = failure?.reason ?? 'internal';
      this.report(error, link);
      await releaseFailed(db, link, { reason, retryAfter: failure?.retryAfter ?? 0, pollSeconds });
    } finally {
      clearInterval(heartbeat);
      this.#onWritten();
    }
  }

  /** Errors of the database and of the server may hold content: only their kind is logged. */
  protected override report(error: unknown, link?: LinkRow): void {
    const { reason, status } = error instanceof FhirError ? error : { reason: nameOfError(error), status: undefined };
    const facts = { reason, ...(status !== undefined && { status }), ...(link && { userId: link.user_id }) };
    this.log.warn(facts, FAILURE);
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined: no FHIR server is configured. */
    connector: Connector | undefined;
  }
}

export const connector = fastifyPlugin(async (app: FastifyInstance) => {
  const { db, config, log, live } = app;
  const { fhir, recordNames, brand, explainUrl } = config;
  const settings = { nameOf: findNames(recordNames), hospital: brand.hospital, isExplained: explainUrl !== undefined };
  const onWritten = () => live.afterRequest();
  if (fhir) measureRecords(app.metrics, db);
  app.decorate('connector', fhir && (await runJob(app, new Connector({ db, fhir, settings, log, onWritten }))));
});
