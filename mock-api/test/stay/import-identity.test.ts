/** Imports of another person's files into a patient's record. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { performImport } from '../../src/operator/import-command.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { report } from './full-record.ts';

const AVERY = { resourceType: 'Patient', id: 'x', name: [{ family: 'Avery', given: ['Jo'] }], birthDate: '1958-03-14' };

describe('importing files', () => {
  let api: TestApi;
  let folder: string;

  const run = async (patient: object, ...args: string[]) => {
    const file = join(folder, 'record.ndjson');
    const letter = report('letter', 'Letter', { conclusion: 'Of whoever this is.' });
    await writeFile(file, [patient, letter].map((resource) => JSON.stringify(resource)).join('\n'));
    return performImport([file, '--patient', 'ER10000001', ...args], api.env);
  };
  const stored = async () => {
    const rows = await api.database.db
      .selectFrom('fhir_resources')
      .select('key')
      .where('source', '=', 'files')
      .execute();
    return rows.length;
  };

  before(async () => {
    api = await startApi();
    folder = await mkdtemp(join(tmpdir(), 'import-identity-'));
  });
  after(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  it('prints both identities, and refuses another person unless forced', async () => {
    const other = { ...AVERY, name: [{ family: 'Stone', given: ['Sam'] }], birthDate: '1990-01-02' };
    const { code, output } = await run(other);
    assert.equal(code, 1);
    assert.match(output, /^Account: Jordan Avery, born 1958-03-14 \(ER10000001\)\nFiles: Sam Stone, born 1990-01-02 /);
    assert.match(output, /Different: family name, date of birth\. Nothing was imported\.\n.*--force/);
    assert.equal(await stored(), 0);
    const forced = await run(other, '--force');
    assert.deepEqual([forced.code, await stored()], [0, 2]);
    await performImport(['--remove', '--patient', 'ER10000001'], api.env);
  });

  it('changes nothing with --dry-run, and says what would change', async () => {
    const { code, output } = await run(AVERY, '--dry-run');
    assert.equal(code, 0);
    assert.match(
      output,
      /Files: Jo Avery, born 1958-03-14 \(Patient\/x\)\nWould import Patient\/x: 2 resources stored/,
    );
    assert.equal(await stored(), 0);
    const done = await run(AVERY);
    assert.match(done.output, /Imported Patient\/x: 2 resources stored/);
    assert.equal(await stored(), 2);
  });
});
