/** Five imported reports, as the API answers with them: the records screens are tested and photographed with that. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Documents, QuestionsTicked, Result } from '../../src/contract.ts';
import { performImport } from '../../src/operator/import-command.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { FIVE_REPORTS, MRI } from './five-reports.ts';

/** `RENEW=1` writes it. */
const ANSWERS = join(import.meta.dirname, '../../../records-mfe/src/testing/reports.json');

describe('five imported reports', () => {
  let api: TestApi;
  let folder: string;
  let token: string;

  async function importAll(resources: readonly object[]) {
    const file = join(folder, 'record.ndjson');
    await writeFile(file, resources.map((resource) => JSON.stringify(resource)).join('\n'));
    const { code, output } = await performImport([file, '--patient', 'ER10000001'], api.env);
    assert.equal(code, 0, output);
  }
  const get = async <Body>(path: string, language = 'en') =>
    (await api.ask<Body>('GET', `/api/v1/${path}`, { token, headers: { 'accept-language': language } })).body;

  async function answersIn(language: string) {
    const results = (await get<Result[]>('results', language)).filter(({ resultsAt }) =>
      resultsAt.startsWith('2026-0'),
    );
    const documents = await get<Documents>('profiles/1/documents', language);
    const letter = documents.documents.find(({ media }) => media?.type === 'text/plain')?.media?.url ?? '';
    const text = await api.ask<string>('GET', `/api/${letter}`, { token });
    return { results, documents, letter: text.body };
  }

  /** Returns the answers with ids in the order in which they come, and without the time of the import. */
  function settled(answers: unknown): unknown {
    const ids = new Map<string, string>();
    const named = (id: string) => ids.get(id) ?? ids.set(id, `id-${ids.size + 1}`).get(id) ?? '';
    const text = JSON.stringify(answers)
      .replace(/"checkedAt":"[^"]*"/g, '"checkedAt":"2026-03-06T14:05:00.000Z"')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, named);
    return JSON.parse(text);
  }

  before(async () => {
    api = await startApi();
    folder = await mkdtemp(join(tmpdir(), 'reports-'));
    token = await api.signIn();
    await importAll(FIVE_REPORTS);
  });
  after(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  it('come with questions in both languages, which the records screens are tested with', async () => {
    const answers = settled({ en: await answersIn('en'), fr: await answersIn('fr') });
    if (process.env.RENEW) await writeFile(ANSWERS, `${JSON.stringify(answers, null, 2)}\n`);
    assert.deepEqual(answers, JSON.parse(await readFile(ANSWERS, 'utf8')));
  });

  it('keep a reader’s ticks at their questions when the report becomes final', async () => {
    const mri = async () => {
      const result = (await get<Result[]>('results')).find(({ name }) => name === MRI.code.text);
      assert.ok(result);
      return result;
    };
    const first = await mri();
    const url = `/api/v1/results/${first.id}/questions`;
    const wanted = first.questions.indexOf('What happens next, and when?');
    await api.ask('POST', url, { token, body: { ticked: [0, wanted] } });
    await importAll(FIVE_REPORTS.map((one) => (one.id === 'mri' ? { ...one, status: 'final' } : one)));
    const { ticked } = (await api.ask<QuestionsTicked>('GET', url, { token })).body;
    const { questions } = await mri();
    assert.deepEqual(
      ticked.map((place) => questions[place]),
      ['What happens next, and when?'],
    );
  });
});
