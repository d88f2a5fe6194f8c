/** Reports in plain language, by the hospital's own service: what it gets, and who reads its answer when. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { ApiError, DeskExplanation, Result } from '../../src/contract.ts';
import { performImport } from '../../src/operator/import-command.ts';
import { Explainer } from '../../src/records/explain/explainer.ts';
import { renewExplanations } from '../../src/records/explain/explanations.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { until } from '../support/services.ts';
import { shareWith } from '../support/sharing.ts';
import { type Fields, lab, report, SECRET } from './full-record.ts';

const PATIENT = {
  resourceType: 'Patient',
  id: 'x',
  birthDate: '1958-03-14',
  name: [{ use: 'official', family: 'Avéry', given: ['Jordan', 'Lee'] }],
  identifier: [{ value: 'MRN-445566' }],
  telecom: [{ value: 'jordan@home.example' }],
  address: [{ line: ['12 Long Street'], city: 'Springfield', postalCode: 'K1A 0B1' }],
};

type Answer = (response: ServerResponse) => void;
const json =
  (body: unknown): Answer =>
  (response) =>
    response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(body));

describe('explanations of reports', () => {
  let api: TestApi;
  let folder: string;
  let service: Server;
  let explainer: Explainer;
  let url: string;
  let patient: string;
  let supporter: string;
  let staff: string;
  /** How the service answers next. */
  let answer: Answer;
  let asked: { report: string; language: string }[];
  let warnings: string[];

  const importRecord = async (...resources: Fields[]) => {
    const file = join(folder, 'record.ndjson');
    await writeFile(file, [PATIENT, ...resources].map((resource) => JSON.stringify(resource)).join('\n'));
    const env = { ...api.env, EXPLAIN_URL: url };
    const { code, output } = await performImport([file, '--patient', 'ER10000001'], env);
    assert.equal(code, 0, output);
  };
  /** After the record is linked, however long the files before this one take. */
  const issued = '2999-01-01T00:00:00.000Z';
  const scan = (fields: Fields = {}) =>
    report('ct', 'CT of the head', { issued, conclusion: 'No bleeding.', ...fields });
  /** Makes everything due, and has all of it tried. */
  const ask = async () => {
    await api.database.db.updateTable('explanations').set({ next_attempt_at: '' }).execute();
    await explainer.settled();
  };
  const desk = async <Body = ApiError>(method: 'GET' | 'POST', path = '', body?: object) =>
    api.ask<Body>(method, `/api/v1/desk/explanations${path}`, { token: staff, ...(body ? { body } : {}) });
  const waiting = async (state = 'waiting') => (await desk<DeskExplanation[]>('GET', `?state=${state}`)).body;
  const shown = async (token = patient) => {
    const { body } = await api.ask<Result[]>('GET', '/api/v1/results', { token });
    return body.find(({ name }) => name === 'CT of the head')?.explanation;
  };

  before(async () => {
    api = await startApi();
    folder = await mkdtemp(join(tmpdir(), 'explain-'));
    service = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      asked.push(JSON.parse(Buffer.concat(chunks).toString()));
      answer(response);
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/explain`;
    explainer = new Explainer(api.database.db, url, { warn: ({ reason }) => warnings.push(String(reason)) });
    patient = await api.signIn();
    supporter = await api.signIn('second@example.org');
    staff = await api.signInStaff();
    await shareWith(api, patient, supporter);
    await importRecord(report('old', 'Report from before', { conclusion: 'An old scar.' }));
  });
  after(async () => {
    service.closeAllConnections();
    service.close();
    await api.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    asked = [];
    warnings = [];
    answer = json({ text: 'Your scan shows no bleeding.' });
    await importRecord();
    await api.database.db.deleteFrom('explanations').execute();
  });

  it('shows nothing of a service that is wrong, down or answers with HTML, and asks again', async () => {
    await importRecord(scan());
    const answers: Answer[] = [
      (response) => response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
      json({ text: 'See <a href="//x.example">this</a>' }),
      json({ explanation: 'No text' }),
      json({ text: 'x'.repeat(8_001) }),
      json({ text: 'x'.repeat(70_000) }),
      json(null),
      (response) => response.setHeader('content-type', 'application/json').end('{'),
      (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      (response) => response.writeHead(500).end(),
      (response) => response.destroy(),
    ];
    for (const wrong of answers) {
      answer = wrong;
      await ask();
    }
    assert.deepEqual(warnings, [
      'explanation service: answer is not JSON',
      'explanation service: text has markup',
      'explanation service: answer has no text',
      'explanation service: text too long',
      'explanation service: answer too long',
      'explanation service: answer has no text',
      'explanation service: answer is not JSON',
      'explanation service answered 302',
      'explanation service answered 500',
      'TypeError',
    ]);
    assert.deepEqual([await waiting(), await shown()], [[], undefined]);
    answer = json({ text: 'Your scan shows no bleeding.' });
    await ask();
    assert.deepEqual(
      (await waiting()).map(({ text }) => text),
      ['Your scan shows no bleeding.'],
    );
  });

  it('is not held up by a slow service when it stops', async () => {
    await importRecord(scan());
    answer = () => undefined;
    const slow = new Explainer(api.database.db, url, { warn: ({ reason }) => warnings.push(String(reason)) });
    const tried = slow.settled();
    await until(() => asked.length === 1);
    await slow.close();
    await tried;
    assert.deepEqual([warnings, await waiting()], [[], []]);
  });

  it('is read by patient and supporter once staff have approved it, until the report is corrected', async () => {
    await importRecord(scan());
    await ask();
    assert.equal(await shown(), undefined);
    const [{ id, report: original, patient: person } = { id: '', report: '', patient: undefined }] = await waiting();
    assert.deepEqual([original, person?.name], ['CT of the head\n\nNo bleeding.', 'Jordan Avery']);
    const edited = await desk<DeskExplanation>('POST', `/${id}/approve`, { text: ' Good news: no bleeding. ' });
    assert.deepEqual(
      [edited.status, edited.body.state, edited.body.text],
      [200, 'approved', 'Good news: no bleeding.'],
    );
    for (const reader of [patient, supporter]) {
      const { text, language, approvedBy } = (await shown(reader)) ?? {};
      assert.deepEqual([text, language, approvedBy], ['Good news: no bleeding.', 'en', edited.body.decidedBy]);
    }
    const again = [await desk('POST', `/${id}/approve`, {}), await desk('POST', `/${id}/refuse`)];
    assert.deepEqual(
      again.map(({ body }) => body.error.code),
      ['ALREADY_DECIDED', 'ALREADY_DECIDED'],
    );
    await importRecord(scan());
    assert.equal((await shown())?.text, 'Good news: no bleeding.', 'the same report again');
    await importRecord(scan({ status: 'corrected', conclusion: 'A small bleeding.' }));
    assert.deepEqual([await shown(), await shown(supporter)], [undefined, undefined]);
    assert.equal((await desk('POST', `/${id}/approve`, {})).status, 404);
    await ask();
    const [renewed] = await waiting();
    assert.equal(renewed?.report, 'CT of the head\n\nA small bleeding.');
    assert.equal((await desk('POST', `/${renewed?.id}/refuse`)).status, 200);
    assert.deepEqual([await shown(), (await waiting('refused')).length], [undefined, 1]);
  });

  it('sends a final report without whose it is, and none from before, of a draft, or that supporters never see', async () => {
    const conclusion =
      'Jordan LEE Avery (born March 14, 1958; 1958-03-14; MRN-445566; ER10000001), 12 Long Street, K1A 0B1, fell. ' +
      'Call 416-555-0101 or dr@clinic.example. Lee and white matter are normal, 145.5 by 3.';
    await importRecord(
      report('old', 'Report from before', { conclusion: 'An old scar.' }),
      scan({ status: 'preliminary' }),
      report('secret', 'Secret report', { issued, conclusion: 'Secret.', ...SECRET }),
      lab('hb', 134, { code: { text: 'Hemoglobin' }, interpretation: [{ coding: [{ code: 'H' }] }] }),
      report('mri', 'MRI', { issued, conclusion, result: [{ reference: 'Observation/hb' }] }),
    );
    await ask();
    const sent =
      'MRI\n\n[…] […] […] (born […]; […]; […]; […]), […], […], fell. ' +
      'Call […] or […]. […] and white matter are normal, 145.5 by 3.\n\n' +
      '- Hemoglobin: 134 g/L · The hospital marked this as above normal (120 to 160 g/L)';
    assert.deepEqual(asked, [{ report: sent, language: 'en' }]);
  });

  it('are no work for each change of a record while there are none and no service to ask', async () => {
    const { db } = api.database;
    const user = await db.selectFrom('users').selectAll().limit(1).executeTakeFirstOrThrow();
    const reports = new Map<string, never>();
    reports.values = () => assert.fail('reports were read');
    const of = { user, patient: undefined, source: 'another', linkedAt: '', isAsked: false };
    await db.transaction().execute((trx) => renewExplanations(trx, reports, of));
  });
});
