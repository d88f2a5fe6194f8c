/**
 * Medplum's FHIR router in this process, with what it lacks: a token endpoint, a capability statement and next links.
 * Its packages are large, so they are no dependencies: install them into a folder (see the proof).
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RegisteredClient, Tokens } from '../../../../../tools/fhir-server/access/tokens.ts';
import type { Resource } from '../../fhir/datatypes.ts';

interface Answered {
  meta?: object;
  resourceType: string;
  total?: number;
  link?: { relation: string; url: string }[];
}

interface Medplum {
  indexSearchParameterBundle(bundle: unknown): void;
  indexStructureDefinitionBundle(bundle: unknown): void;
  getStatus(outcome: unknown): number;
  readJson(name: string): unknown;
  MemoryRepository: new () => { updateResource(resource: Resource): Promise<unknown> };
  FhirRouter: new () => {
    handleRequest(request: object, repository: unknown): Promise<[outcome: unknown, resource?: Answered]>;
  };
}

async function load(folder: string): Promise<Medplum> {
  const { resolve } = createRequire(join(folder, 'package.json'));
  const load_ = async (name: string) => (await import(pathToFileURL(resolve(name)).href)) as Partial<Medplum>;
  const parts = await Promise.all(['core', 'definitions', 'fhir-router'].map((name) => load_(`@medplum/${name}`)));
  return Object.assign({}, ...parts) as Medplum;
}

const TYPES = ['Patient', 'Observation', 'DiagnosticReport', 'MedicationRequest', 'Condition'];
const PARAMETERS = ['subject', '_lastUpdated', 'identifier'].map((name) => ({ name }));
const INTERACTIONS = ['read', 'search-type'].map((code) => ({ code }));
const STATEMENT = {
  resourceType: 'CapabilityStatement',
  fhirVersion: '4.0.1',
  rest: [
    {
      mode: 'server',
      resource: TYPES.map((type) => ({ type, interaction: INTERACTIONS, searchParam: PARAMETERS })),
    },
  ],
};

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

export interface MedplumServer {
  base: string;
  tokens: Tokens;
  put(resource: Resource): Promise<void>;
  close(): Promise<void>;
}

/** @param folder in which @medplum/core, definitions and fhir-router are installed */
export async function startMedplum(folder: string, clients: readonly RegisteredClient[]): Promise<MedplumServer> {
  const { indexSearchParameterBundle, indexStructureDefinitionBundle, ...medplum } = await load(folder);
  for (const name of ['profiles-types', 'profiles-resources'])
    indexStructureDefinitionBundle(medplum.readJson(`fhir/r4/${name}.json`));
  indexSearchParameterBundle(medplum.readJson('fhir/r4/search-parameters.json'));
  const repository = new medplum.MemoryRepository();
  const router = new medplum.FhirRouter();
  const tokens = new Tokens(clients, 300);

  const search = async (url: URL, method: string, base: string): Promise<[number, Answered | object]> => {
    const path = url.pathname.slice('/fhir'.length);
    const isSearch = /^\/[A-Z]\w+$/.test(path);
    const offset = Number(url.searchParams.get('_offset') ?? 0);
    if (isSearch) url.searchParams.set('_offset', String(offset));
    const request = { method, url: path + url.search, pathname: '', params: {}, query: {}, headers: {} };
    const [outcome, resource] = await router.handleRequest(request, repository);
    if (!resource) return [medplum.getStatus(outcome), outcome as object];
    const next = offset + Number(url.searchParams.get('_count') ?? 20);
    if (isSearch) {
      url.searchParams.set('_offset', String(next));
      const link = { relation: 'next', url: `${base}${path}${url.search}` };
      resource.link = next < (resource.total ?? 0) ? [link] : [];
    }
    return [medplum.getStatus(outcome), resource];
  };

  const answer = async (request: IncomingMessage, origin: string): Promise<[number, object]> => {
    const url = new URL(request.url ?? '/', origin);
    if (url.pathname === '/token') {
      const { status, body } = tokens.issue(new URLSearchParams(await textOf(request)), `${origin}/token`);
      return [status, body];
    }
    if (url.pathname === '/fhir/.well-known/smart-configuration') return [200, { token_endpoint: `${origin}/token` }];
    if (url.pathname === '/fhir/metadata') return [200, STATEMENT];
    const refusal = tokens.check(request.headers.authorization, url.pathname.split('/')[2], 'read');
    return refusal ? [refusal, {}] : search(url, request.method ?? 'GET', `${origin}/fhir`);
  };

  const http = createServer((request, response) => {
    const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    answer(request, origin).then(
      ([status, body]) =>
        response.writeHead(status, { 'content-type': 'application/fhir+json' }).end(JSON.stringify(body)),
      () => response.destroy(),
    );
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    base: `http://127.0.0.1:${(http.address() as AddressInfo).port}/fhir`,
    tokens,
    put: async (resource) => void (await repository.updateResource(resource)),
    close: async () => {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
}
