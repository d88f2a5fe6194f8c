/** A clinician's table of values as a hospital's record: each gets one verdict, wherever people read it. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { CareEvent, Observation, Observations, Result } from '../../src/contract.ts';
import { performImport } from '../../src/operator/import-command.ts';
import { textOf } from '../../src/pdf/testing/read.ts';
import { EN, observationOf, ROWS } from '../../src/records/testing/clinical-values.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { of, report } from './full-record.ts';

const NAMES = ROWS.map((_, index) => `t${String(index).padStart(2, '0')}`);
const SENTENCES: readonly string[] = Object.values(EN);
/** A result lists no value that has not come. */
const sentenceOf = (index: number) => {
  const says = ROWS[index]?.[3];
  return says && says !== 'none' ? EN[says] : null;
};

/** Asserts that each part of a text that begins with the name of a value has its sentence, and no other. */
function checkText(text: string, times: number): void {
  const plain = text.replaceAll(/\s+/g, '');
  const parts = plain.split('Test').filter((part) => NAMES.includes(part.slice(0, 3)));
  assert.ok(parts.length >= times, `${parts.length} values`);
  for (const part of parts) {
    const said = sentenceOf(NAMES.indexOf(part.slice(0, 3)))?.replaceAll(' ', '');
    const shown = part.slice(0, 110);
    if (said) assert.ok(shown.includes(said), `${shown} says ${said}`);
    else for (const other of SENTENCES) assert.ok(!shown.includes(other.replaceAll(' ', '')), `${shown}: ${other}`);
  }
}

describe('a clinician’s table of values', () => {
  let api: TestApi;
  let folder: string;
  let token: string;
  let result: Result;

  async function importAll(...resources: object[]) {
    const file = join(folder, 'record.ndjson');
    const patient = { resourceType: 'Patient', id: 'x', gender: 'female', birthDate: '1958-03-14' };
    await writeFile(file, [patient, ...resources].map((resource) => JSON.stringify(resource)).join('\n'));
    const env = { ...api.env, EXPLAIN_URL: 'http://127.0.0.1:9/explain' };
    const { code, output } = await performImport([file, '--patient', 'ER10000001'], env);
    assert.equal(code, 0, output);
  }

  const inOrder = (values: readonly Observation[]) =>
    NAMES.map((name) => values.find(({ display }) => display === `Test ${name}`));
  const verdicts = (values: readonly Observation[]) => inOrder(values).map((value) => value?.verdict?.text ?? null);

  before(async () => {
    api = await startApi();
    folder = await mkdtemp(join(tmpdir(), 'verdicts-'));
    token = await api.signIn();
    await importAll();
    const values = ROWS.map((row, index) => of('', '', observationOf(row, NAMES[index] ?? '')));
    const references = NAMES.map((name) => ({ reference: `Observation/${name}` }));
    await importAll(...values, report('all', 'All values', { issued: new Date().toISOString(), result: references }));
    const results = await api.get<Result[]>('/api/v1/results', token);
    result = results.find(({ name }) => name === 'All values') ?? assert.fail('no report');
  });
  after(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  it('has one verdict each in the list of results', () =>
    assert.deepEqual(
      verdicts(result.observations),
      ROWS.map((_, index) => sentenceOf(index)),
    ));

  it('is the same in the result alone and over time', async () => {
    assert.deepEqual(await api.get(`/api/v1/results/${result.id}`, token), result);
    const { series } = await api.get<Observations>('/api/v1/profiles/1/observations', token);
    const points = inOrder(series.flatMap((one) => one.points));
    const plain = (value: Observation | undefined) => value && { ...value, languages: undefined };
    const listed = inOrder(result.observations);
    assert.ok(points.filter((point) => point !== undefined).length > 60);
    points.forEach((point, index) => {
      if (point) assert.deepEqual(plain(point), plain(listed[index]));
    });
  });

  it('is the same in the report that the desk reads', async () => {
    const row = await api.database.db.selectFrom('explanations').select('report').executeTakeFirstOrThrow();
    checkText(row.report, ROWS.length - 1);
  });

  it('is the same in the PDF of the own data, once in the result and once over time', async () => {
    const confirmed = { confirmed_until: new Date(Date.now() + 60_000).toISOString() };
    await api.database.db.updateTable('sessions').set(confirmed).execute();
    const url = '/api/v1/own-data/export.pdf?timeZone=America/Toronto';
    const pdf = await api.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    checkText(await textOf(pdf.rawPayload), ROWS.length * 2 - 5);
  });

  it('is in nothing that is sent or announced', async () => {
    const events = JSON.stringify(await api.get<CareEvent[]>('/api/events', token));
    for (const sentence of SENTENCES.filter((one) => one !== EN.normal)) assert.ok(!events.includes(sentence));
  });
});
