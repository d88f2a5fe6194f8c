/** What a FHIR server says that it can do, and how it differs from that. */
import { HOUR } from '../../../common/clock.ts';
import type { FhirClient } from './client.ts';
import { FhirFailure } from './failure.ts';

export interface TypeSupport {
  /** Search parameter that names the patient. */
  by: 'patient' | 'subject';
  /** Whether a search can be limited to what changed since a time. */
  isIncremental: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const items = (value: unknown): Fields[] =>
  (Array.isArray(value) ? value : []).filter((item): item is Fields => typeof item === 'object' && item !== null);
const namesIn = (value: unknown, field: string) => new Set(items(value).map((item) => item[field]));

/** @throws FhirFailure if it is no statement of an R4 server */
function readStatement(value: unknown): Map<string, TypeSupport> {
  const { fhirVersion, rest } = (typeof value === 'object' && value !== null ? value : {}) as Fields;
  if (typeof fhirVersion !== 'string' || !fhirVersion.startsWith('4.0')) throw new FhirFailure('unusable');
  const types = new Map<string, TypeSupport>();
  const [server] = items(rest).filter(({ mode }) => mode === 'server');
  for (const { type, interaction, searchParam } of items(server?.resource)) {
    const parameters = namesIn(searchParam, 'name');
    const isSearchable = namesIn(interaction, 'code').has('search-type');
    const by = parameters.has('patient') ? 'patient' : parameters.has('subject') ? 'subject' : undefined;
    if (typeof type === 'string' && isSearchable && by)
      types.set(type, { by, isIncremental: parameters.has('_lastUpdated') });
  }
  return types;
}

/** What is known about the server, read again every hour. */
export class ServerCapability {
  /** Whether Observations have to be searched by category, which no statement says. */
  needsCategory = false;
  readonly #client: FhirClient;
  #types: Promise<ReadonlyMap<string, TypeSupport>> | undefined;
  #readAt = 0;

  constructor(client: FhirClient) {
    this.#client = client;
  }

  /**
   * Returns the types that can be searched by patient.
   * @throws FhirFailure
   */
  types(): Promise<ReadonlyMap<string, TypeSupport>> {
    if (this.#types && Date.now() - this.#readAt < HOUR) return this.#types;
    this.#readAt = Date.now();
    const types = this.#client.read('metadata').then(({ value }) => readStatement(value));
    this.#types = types;
    types.catch(() => {
      if (this.#types === types) this.#types = undefined;
    });
    return types;
  }
}
