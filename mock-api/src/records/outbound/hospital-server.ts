/** Creates resources in the hospital's FHIR server, each once. */
import { HOUR, SECOND } from '../../common/clock.ts';
import type { FhirSettings } from '../../config/fhir.ts';
import { FhirFailure, failureOf, retryAfterOf } from '../connector/server/failure.ts';
import { BackendToken } from '../connector/server/token.ts';
import type { Identifier, NewResource } from './resources.ts';

const TIMEOUT = 20 * SECOND;
const FHIR_JSON = 'application/fhir+json';

/** Returns the scopes to create and update, in either form of SMART. */
const scopesFor = (access: 'read' | 'rs'): string[] => [
  ['Communication', 'QuestionnaireResponse']
    .map((type) => `system/${type}.${access === 'rs' ? 'cu' : 'write'}`)
    .join(' '),
];

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const items = (value: unknown): Fields[] => (Array.isArray(value) ? value : []).filter(isFields);

/** Returns the types that a CapabilityStatement lets clients create on a condition. */
function creatableTypes(statement: unknown): ReadonlySet<unknown> {
  const [server] = items(isFields(statement) ? statement.rest : []).filter(({ mode }) => mode === 'server');
  const creatable = items(server?.resource).filter(
    ({ interaction, conditionalCreate }) =>
      conditionalCreate === true && items(interaction).some(({ code }) => code === 'create'),
  );
  return new Set(creatable.map(({ type }) => type));
}

/** Several identifiers match: it was created before, by whatever means. */
const ALREADY_THERE = 412;

export class HospitalServer {
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
   * @throws FhirFailure, or what `fetch` throws
   */
  async takes(type: NewResource['resourceType']): Promise<boolean> {
    if (Date.now() - this.#readAt > HOUR) {
      const response = await this.#fetch('metadata', { headers: { accept: FHIR_JSON } });
      if (!response.ok) throw await failed(response);
      this.#creatable = creatableTypes(await response.json());
      this.#readAt = Date.now();
    }
    return this.#creatable.has(type);
  }

  /**
   * Creates a resource, unless the server has one with the same identifier. A correction replaces that one.
   * @throws FhirFailure, or what `fetch` throws: then it may have been created, and trying again is safe
   */
  async create(resource: NewResource, { system, value }: Identifier): Promise<void> {
    const { resourceType } = resource;
    const condition = `identifier=${encodeURIComponent(system)}|${encodeURIComponent(value)}`;
    const response = await this.#send('POST', resourceType, resource, { 'if-none-exist': condition });
    if (response.status === ALREADY_THERE) return void (await response.body?.cancel());
    if (!response.ok) throw await failed(response);
    const stored: unknown = await response.json().catch(() => undefined);
    if (response.status === 201 || resource.status !== 'amended') return;
    if (!isFields(stored) || typeof stored.id !== 'string') throw new FhirFailure('unusable');
    if (stored.authored === resource.authored) return;
    const { id } = stored;
    const updated = await this.#send('PUT', `${resourceType}/${encodeURIComponent(id)}`, { ...resource, id }, {});
    if (!updated.ok) throw await failed(updated);
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

async function failed(response: Response): Promise<FhirFailure> {
  await response.body?.cancel();
  return failureOf(response.status, retryAfterOf(response.headers.get('retry-after')));
}
