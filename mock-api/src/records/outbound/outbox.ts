/**
 * Sends requests about patients, and patients' own surveys, to the hospital's FHIR server, where that takes them. Each
 * is created with its own identifier, so that a repeat after a lost response or a killed process creates nothing. Any
 * number of processes share the queue.
 */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Check } from 'typebox/schema';
import { HOUR, SECOND } from '../../common/clock.ts';
import { toDeskLocale } from '../../common/i18n.ts';
import { type JobLog, nameOfError, PollingJob, runJob } from '../../common/polling-job.ts';
import { requestWords } from '../../common/text/request-words.ts';
import type { Config } from '../../config/config.ts';
import type { FhirSettings } from '../../config/fhir.ts';
import { RetainedSurvey } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { retryDelay } from '../../delivery/outbox.ts';
import {
  claimNext,
  findServerLink,
  type OutboxRow,
  type OutgoingRequest,
  readRequest,
  removeRow,
  retryLater,
} from '../../repositories/records/hospital-outbox.ts';
import { hashPerson, postToRecorder } from '../../security/survey-token.ts';
import { supportIn } from '../connector/server/client.ts';
import { errorOf, FhirError } from '../connector/server/error.ts';
import { BackendToken } from '../connector/server/token.ts';
import { isObject, objectsIn } from '../fhir/json.ts';

interface Identifier {
  system: string;
  value: string;
}

/** A resource that the server does not have yet, with the identifier by which it is created once. */
interface NewResource {
  resourceType: 'Communication' | 'QuestionnaireResponse';
  identifier: Identifier | Identifier[];
  [field: string]: unknown;
}

/** A supporter is part of the Communication: the server's own people are the hospital's to add. */
function senderOf(supporter: string | null, patient: { reference: string }): object {
  if (supporter === null) return { sender: patient };
  const person = { resourceType: 'RelatedPerson', id: 'sender', patient };
  return {
    contained: [supporter === '' ? person : { ...person, name: [{ text: supporter }] }],
    sender: { reference: '#sender' },
  };
}

/** @param patient key of the patient in the server: `Patient/x` */
function communicationOf(request: OutgoingRequest, patient: string, identifier: Identifier): NewResource {
  const { created_at: sent, supporter, locale } = request;
  const reference = { reference: patient };
  return {
    resourceType: 'Communication',
    identifier: [identifier],
    status: 'completed',
    subject: reference,
    ...senderOf(supporter, reference),
    sent,
    payload: [{ contentString: requestWords(request, toDeskLocale(locale)) }],
  };
}

const answerOf = (answer: string | number) => {
  if (typeof answer === 'string') return { valueString: answer };
  return Number.isInteger(answer) ? { valueInteger: answer } : { valueDecimal: answer };
};

/** @param patient key of the patient in the server: `Patient/x` */
function questionnaireResponseOf(
  { survey, receivedAt, isCorrection, responses }: RetainedSurvey,
  patient: string,
  identifier: Identifier,
): NewResource {
  const reference = { reference: patient };
  const item = responses.map(({ question, answer }, index) => ({
    linkId: `1.${index + 1}`,
    text: question,
    answer: [answerOf(answer)],
  }));
  return {
    resourceType: 'QuestionnaireResponse',
    identifier,
    status: isCorrection ? 'amended' : 'completed',
    subject: reference,
    source: reference,
    authored: receivedAt,
    item: [{ linkId: '1', text: survey, item }],
  };
}

const TIMEOUT = 20 * SECOND;
const FHIR_JSON = 'application/fhir+json';

/** Returns the scopes to create and update, in either form of SMART. */
const scopesFor = (access: 'read' | 'rs'): string[] => [
  ['Communication', 'QuestionnaireResponse']
    .map((type) => `system/${type}.${access === 'rs' ? 'cu' : 'write'}`)
    .join(' '),
];

/** Returns the types that a CapabilityStatement lets clients create on a condition. */
function creatableTypes(statement: unknown): ReadonlySet<unknown> {
  const creatable = (isObject(statement) ? supportIn(statement) : []).filter(
    ({ interaction, conditionalCreate }) =>
      conditionalCreate === true && objectsIn(interaction).some(({ code }) => code === 'create'),
  );
  return new Set(creatable.map(({ type }) => type));
}

/** Several identifiers match: it was created before, by whatever means. */
const ALREADY_THERE = 412;

/** Creates resources in the hospital's FHIR server, each once. */
class HospitalServer {
  readonly #settings: FhirSettings;
  readonly #token: BackendToken;
  readonly #closing: AbortSignal;
  #creatable: ReadonlySet<unknown> = new Set();
  #readAt = 0;

  /** @param closing ends all requests */
  constructor(settings: FhirSettings, closing: AbortSignal) {
    this.#settings = settings;
    this.#token = new BackendToken({ ...settings, scopes: scopesFor }, closing);
    this.#closing = closing;
  }

  /**
   * Returns whether the server takes resources of a type, according to its CapabilityStatement, read every hour.
   * @throws FhirError, or what `fetch` throws
   */
  async takes(type: NewResource['resourceType']): Promise<boolean> {
    if (Date.now() - this.#readAt > HOUR) {
      const response = await this.#fetch('metadata', { headers: { accept: FHIR_JSON } });
      if (!response.ok) throw await errorAfter(response);
      this.#creatable = creatableTypes(await response.json());
      this.#readAt = Date.now();
    }
    return this.#creatable.has(type);
  }

  /**
   * Creates a resource, unless the server has one with the same identifier. A correction replaces that one.
   * @throws FhirError, or what `fetch` throws: then it may have been created, and trying again is safe
   */
  async create(resource: NewResource, { system, value }: Identifier): Promise<void> {
    const { resourceType } = resource;
    const condition = `identifier=${encodeURIComponent(system)}|${encodeURIComponent(value)}`;
    const response = await this.#send('POST', resourceType, resource, { 'if-none-exist': condition });
    if (response.status === ALREADY_THERE) return void (await response.body?.cancel());
    if (!response.ok) throw await errorAfter(response);
    const stored: unknown = await response.json().catch(() => undefined);
    if (response.status === 201 || resource.status !== 'amended') return;
    if (!isObject(stored) || typeof stored.id !== 'string') throw new FhirError('unusable');
    if (stored.authored === resource.authored) return;
    const { id } = stored;
    const updated = await this.#send('PUT', `${resourceType}/${encodeURIComponent(id)}`, { ...resource, id }, {});
    if (!updated.ok) throw await errorAfter(updated);
    await updated.body?.cancel();
  }

  /** Sends with a token; one that is refused is replaced once. */
  async #send(method: 'POST' | 'PUT', path: string, body: object, headers: Record<string, string>): Promise<Response> {
    const attempt = async (): Promise<[Response, string]> => {
      const authorization = await this.#token.authorization();
      const sent = { accept: FHIR_JSON, 'content-type': FHIR_JSON, prefer: 'return=representation', authorization };
      return [
        await this.#fetch(path, { method, headers: { ...sent, ...headers }, body: JSON.stringify(body) }),
        authorization,
      ];
    };
    const [response, refused] = await attempt();
    if (response.status !== 401) return response;
    await response.body?.cancel();
    this.#token.forget(refused);
    return (await attempt())[0];
  }

  #fetch(path: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.any([this.#closing, AbortSignal.timeout(TIMEOUT)]);
    return fetch(`${this.#settings.baseUrl}/${path}`, { ...init, redirect: 'error', signal });
  }
}

async function errorAfter(response: Response): Promise<FhirError> {
  await response.body?.cancel();
  return errorOf(response);
}

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
    const failure = error instanceof FhirError ? error : undefined;
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
async function readRetainedSurvey(
  { recorders, surveyTokens }: Pick<Config, 'recorders' | 'surveyTokens'>,
  { userId, receipt }: { userId: string; receipt: string },
  attempt: number,
): Promise<RetainedSurvey | undefined> {
  const [key] = surveyTokens.keys;
  const recorder = recorders[attempt % recorders.length];
  // Without a key the recorder can't know whose survey it is.
  if (key === undefined || recorder === undefined) return undefined;
  const body = JSON.stringify({ person: hashPerson(userId), receipt });
  const response = await postToRecorder(recorder, 'answers', key, body);
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  const survey: unknown = response.ok ? await response.json() : undefined;
  if (!Check(RetainedSurvey, survey)) throw new Error(`the recorder answered ${response.status}`);
  return survey;
}
