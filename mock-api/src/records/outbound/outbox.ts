/**
 * Sends requests about patients, and patients' own surveys, to the hospital's FHIR server, where that takes them. Each is created with its
 * own identifier, so that a repeat after a lost response or a killed process creates nothing. Any number of
 * processes share the queue.
 */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Check } from 'typebox/schema';
import { SECOND } from '../../common/clock.ts';
import { type JobLog, nameOfError, PollingJob, runJob } from '../../common/polling-job.ts';
import type { Config } from '../../config/config.ts';
import type { FhirSettings } from '../../config/fhir.ts';
import { RetainedSurvey } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { retryDelay } from '../../delivery/outbox.ts';
import {
  claimNext,
  findServerLink,
  type OutboxRow,
  readRequest,
  removeRow,
  retryLater,
} from '../../repositories/records/hospital-outbox.ts';
import { hashPerson, postToRecorder } from '../../security/survey-token.ts';
import { FhirFailure } from '../connector/server/failure.ts';
import { HospitalServer } from './hospital-server.ts';
import { communicationOf, type Identifier, type NewResource, questionnaireResponseOf } from './resources.ts';

const POLL = 5 * SECOND;
/** Statuses of resources that the server will never accept. */
const FINAL: readonly (number | undefined)[] = [400, 404, 405, 409, 422];
const TYPES = { request: 'Communication', survey: 'QuestionnaireResponse' } as const;

interface Outgoing {
  resource: NewResource;
  identifier: Identifier;
}

type Settings = Pick<Config, 'publicUrl' | 'recorders' | 'surveyTokens'>;

export class HospitalOutbox extends PollingJob {
  readonly #db: Db;
  readonly #config: Settings;
  readonly #server: HospitalServer;

  constructor(db: Db, config: Settings, fhir: FhirSettings, log: JobLog) {
    super({ log, interval: POLL, failure: 'hospital outbox could not be read', isEager: true });
    this.#db = db;
    this.#config = config;
    this.#server = new HospitalServer(fhir, this.closing);
  }

  protected async next(): Promise<boolean> {
    const row = await claimNext(this.#db);
    if (row) await this.#deliver(row);
    return row !== undefined;
  }

  async #deliver(row: OutboxRow): Promise<void> {
    try {
      const link = await findServerLink(this.#db, row.user_id);
      // Ended by the desk, or the account is no longer in use.
      if (!link || link.state === 'ended') return await removeRow(this.#db, row);
      if (link.state !== 'linked') return await retryLater(this.#db, row, retryDelay(row.attempts));
      const outgoing = (await this.#server.takes(TYPES[row.kind])) && (await this.#resourceOf(row, link.patient_id));
      if (outgoing) await this.#server.create(outgoing.resource, outgoing.identifier);
      await removeRow(this.#db, row);
    } catch (error) {
      if (!this.closing.aborted) await this.#retryOrDrop(row, error);
    }
  }

  /** Returns undefined for what no longer exists, or must not leave. */
  async #resourceOf(
    { kind, about, user_id: userId, attempts }: OutboxRow,
    patient: string,
  ): Promise<Outgoing | undefined> {
    const identifierOf = (value: string) => ({ system: `${this.#config.publicUrl}/fhir/${kind}s`, value });
    if (kind === 'request') {
      const request = await readRequest(this.#db, userId, about);
      const identifier = identifierOf(about);
      return request && { identifier, resource: communicationOf(request, patient, identifier) };
    }
    const survey = await readRetainedSurvey(this.#config, { userId, receipt: about }, attempts);
    if (!survey) return undefined;
    // A correction has the identifier of what it corrects.
    const identifier = identifierOf(survey.firstReceipt);
    return { identifier, resource: questionnaireResponseOf(survey, patient, identifier) };
  }

  /** Errors may hold content: only their kind is logged. */
  async #retryOrDrop(row: OutboxRow, error: unknown): Promise<void> {
    const failure = error instanceof FhirFailure ? error : undefined;
    const reason = failure?.reason ?? nameOfError(error);
    const facts = { kind: row.kind, about: row.about, attempts: row.attempts, reason };
    if (FINAL.includes(failure?.status)) {
      this.log.warn(facts, 'the FHIR server does not take this; it is not sent again');
      return removeRow(this.#db, row);
    }
    this.log.warn(facts, 'not sent to the FHIR server, will be retried');
    await retryLater(this.#db, row, retryDelay(row.attempts, failure?.retryAfter));
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined: no FHIR server is configured. */
    hospitalOutbox: HospitalOutbox | undefined;
  }
}

export const hospitalOutbox = fastifyPlugin(async (app: FastifyInstance) => {
  const { db, config, log } = app;
  const job = config.fhir && (await runJob(app, new HospitalOutbox(db, config, config.fhir, log)));
  app.decorate('hospitalOutbox', job);
});

/**
 * Returns a person's survey; undefined if the recorder keeps no answers, they are erased, the survey was corrected
 * since, or it came from someone else.
 * @param attempt each tries the next recorder process
 * @throws if no recorder can be asked
 */
export async function readRetainedSurvey(
  { recorders, surveyTokens }: Pick<Config, 'recorders' | 'surveyTokens'>,
  { userId, receipt }: { userId: string; receipt: string },
  attempt: number,
): Promise<RetainedSurvey | undefined> {
  const [key] = surveyTokens.keys;
  const base = recorders[attempt % recorders.length];
  // Without a key the recorder can't know whose survey it is.
  if (key === undefined || base === undefined) return undefined;
  const body = JSON.stringify({ person: hashPerson(userId), receipt });
  const response = await postToRecorder(base, 'answers', key, body);
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  const survey: unknown = response.ok ? await response.json() : undefined;
  if (!Check(RetainedSurvey, survey)) throw new Error(`the recorder answered ${response.status}`);
  return survey;
}
