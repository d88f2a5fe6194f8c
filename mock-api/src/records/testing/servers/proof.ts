/**
 * `npm run fhir-servers-proof -w mock-api`: links a patient with 2,000 resources at a FHIR server, looks for planted ids
 * and tokens in everything that leaves the API, and kills the API at random moments, 100 times or KILLS times.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Hospital, NOTIFY_SECRET, person, startHospital } from '../../../../test/support/fhir-hospital.ts';
import { type ServerProcess, startServer } from '../../../../test/support/server-process.ts';
import { StreamReader } from '../../../../test/support/stream-reader.ts';
import type { Medications, Observations, Result } from '../../../contract.ts';
import type { Resource } from '../../fhir/datatypes.ts';

const KILLS = Number(process.env.KILLS ?? 100);
const PLANTED = 'Zz9Planted';
const PATIENT = `${PLANTED}-patient`;

const planted = (type: string, id: string | number, fields: object): Resource => ({
  resourceType: type,
  id: `${PLANTED}-${id}`,
  subject: { reference: `Patient/${PATIENT}` },
  identifier: [{ system: 'urn:hospital', value: `${PLANTED}-number` }],
  ...fields,
});
const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString();
const observation = (index: number, value: number): Resource =>
  planted('Observation', `o${index}`, {
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: `${700 + (index % 32)}-1`, display: `Test ${index % 32}` }] },
    category: [{ coding: [{ code: index % 2 === 0 ? 'laboratory' : 'vital-signs' }] }],
    effectiveDateTime: day(index),
    valueQuantity: { value, unit: 'g/L' },
  });

/** 1,600 values, 200 reports of 8 values each, 199 medications and the patient. */
function* record(): Generator<Resource> {
  yield person(PATIENT, 'ER10000001', 'Avery');
  for (let index = 0; index < 1600; index += 1) yield observation(index, (index % 97) / 10);
  for (let index = 0; index < 200; index += 1)
    yield planted('DiagnosticReport', `d${index}`, {
      status: 'final',
      code: { text: `Report ${index}` },
      issued: day(index),
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

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fhir-proof-'));
  folders.push(folder);
  return folder;
}

/** Starts an API that reads the hospital's server. */
const startApi = ({ env }: Hospital, folder: string) =>
  startServer({ ...env, DATA_DIR: folder, LOG_LEVEL: 'debug', FHIR_POLL_SECONDS: '5' });

async function startFullHospital(manner: 'hapi' | 'epic'): Promise<Hospital> {
  const hospital = await startHospital({ manner });
  for (const resource of record()) hospital.server.store.put(resource);
  return hospital;
}

async function until(what: string, isTrue: () => Promise<boolean> | boolean, seconds = 120): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await isTrue()); await wait(20))
    assert.ok(Date.now() < end, `still not so: ${what}`);
}

/** Returns what people read of the record. */
async function contentOf(api: ServerProcess, token: string) {
  const { medications, source } = await api.get<Medications>('/api/v1/profiles/1/medications', token);
  const results = await api.get<Result[]>('/api/v1/results', token);
  const { series } = await api.get<Observations>('/api/v1/profiles/1/observations', token);
  return {
    state: source.state,
    medications,
    reports: results.filter(({ name }) => /^Report \d/.test(name)),
    all: [results, series],
  };
}

for (const manner of ['hapi', 'epic'] as const)
  it(`sends no id and no token of a server like ${manner} to people or logs`, async () => {
    const hospital = await startFullHospital(manner);
    const { tokens, store, close } = hospital.server;
    const issued: string[] = [];
    const issue = tokens.issue.bind(tokens);
    tokens.issue = (form, url) => {
      const answer = issue(form, url);
      issued.push(String(answer.body.access_token));
      return answer;
    };
    const api = await startApi(hospital, newFolder());
    const token = await api.signIn();
    await until('all on the phone', async () => {
      const { medications, reports } = await contentOf(api, token);
      return reports.length === 200 && medications.length === 199;
    });
    const stream = await StreamReader.open(api.url, token, { content: true });
    store.put(observation(0, 1000));
    await api.post('/api/fhir/notify', { reference: `Patient/${PATIENT}` }, NOTIFY_SECRET);
    await until('changed', async () => JSON.stringify((await contentOf(api, token)).all).includes('"figure":"1000"'));
    const paths = ['about', 'documents', 'medications', 'care-team', 'observations', 'day'];
    const texts = [api.lines.join('\n'), api.errors, stream.text];
    for (const path of [...paths.map((own) => `profiles/1/${own}`), 'results', 'users/me', 'access-log'])
      texts.push(JSON.stringify(await api.get(`/api/v1/${path}`, token)));
    texts.push(JSON.stringify(await api.get('/api/events', token)));
    await stream.cut();
    await api.end('SIGKILL');
    await close();
    assert.ok(issued.length > 0);
    for (const text of texts)
      for (const secret of [PLANTED, ...issued]) assert.ok(!text.includes(secret), text.slice(0, 500));
  });

it(`${KILLS} kills while the API reads, with cut connections, leave the same record as reading in peace`, async () => {
  const hospital = await startFullHospital('hapi');
  const { server } = hospital;
  const settled = async (folder: string) => {
    const api = await startApi(hospital, folder);
    const token = await api.signIn();
    let content = await contentOf(api, token);
    const isSettled = () => JSON.stringify(content.all).includes(`"figure":"${5000 + KILLS - 1}"`);
    while (!isSettled() || content.state !== 'ok') {
      await wait(50);
      content = await contentOf(api, token);
    }
    await api.end('SIGKILL');
    // Ids differ between accounts.
    const items = [...content.medications, ...content.all.flat()];
    return items.map((item) => JSON.stringify(item, (key, value) => (key === 'id' ? undefined : value))).sort();
  };
  const folder = newFolder();
  server.setFaults([{ kind: 'cut', every: 7 }]);
  let whileReading = 0;
  for (let turn = 0; turn < KILLS; turn += 1) {
    server.store.put(observation(turn, 5000 + turn));
    const from = server.requests.length;
    const api = await startApi(hospital, folder);
    await until('reading', () => server.requests.length > from + 3, 20).catch(() => undefined);
    if (server.requests.length > from) whileReading += 1;
    await wait(Math.random() * 400);
    await api.end('SIGKILL');
  }
  server.setFaults([]);
  const [killed, peaceful] = [await settled(folder), await settled(newFolder())];
  await server.close();
  console.log(`${KILLS} kills, ${whileReading} while reading: ${killed.length} entries, in peace ${peaceful.length}`);
  assert.deepEqual(killed, peaceful);
});
