/** The signed export of the audit log: what is in it, and what its verification finds. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { linkEntries } from '../../src/audit/chain.ts';
import { ExportError } from '../../src/audit/export.ts';
import type { Database } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import { exportAudit, verifyAuditExport } from '../../src/operator/audit-command.ts';
import type { TestDatabase } from '../support/database.ts';
import { createApiTables } from './operator.ts';

describe('the export of the audit log', () => {
  let files: TestDatabase;
  let database: Database<Tables>;
  let folder: string;
  let privateKey: string;
  let publicKey: string;
  const store = () => ({ db: database.db, config: { publicUrl: 'https://care.example.org' } });
  const path = (name: string) => join(folder, name);
  const write = async (name: string, text: string | Buffer) => {
    await writeFile(path(name), text);
    return path(name);
  };
  const linesOf = async (file: string) => (await readFile(file, 'utf8')).trimEnd().split('\n');

  before(async () => {
    const log = await createApiTables();
    files = log.files;
    database = log.open();
    folder = await mkdtemp(join(tmpdir(), 'audit-export-'));
    for (const [id, at, actor_id, subject_id] of [
      ['1', '2026-01-31T23:59:59.999Z', 'nurse', 'lea'],
      ['2', '2026-02-01T00:00:00.000Z', 'nurse', 'lea'],
      ['3', '2026-02-14T12:00:00.000Z', 'nurse', 'omar'],
      ['4', '2026-02-28T23:59:59.999Z', 'lea', 'omar'],
      ['5', '2026-03-01T00:00:00.000Z', 'nurse', 'lea'],
    ] as const) {
      const row = {
        id,
        at,
        actor_id,
        subject_id,
        action: 'RECORD_VIEWED',
        object: 'results',
        object_id: null,
      } as const;
      await database.db.insertInto('audit').values(row).execute();
    }
    await linkEntries(database, true);
    const keys = generateKeyPairSync('ed25519');
    privateKey = await write('private.pem', keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    publicKey = await write('public.pem', keys.publicKey.export({ type: 'spki', format: 'pem' }));
  });
  after(async () => {
    await database.db.destroy();
    await files.drop();
    await rm(folder, { recursive: true });
  });

  it('has the entries of one person in a period, each with its place in the chain, and is logged', async () => {
    const file = path('lea.ndjson');
    const period = ['--from', '2026-02-01', '--to', '2026-03-01'];
    const said = await exportAudit(store(), [file, '--person', 'lea', ...period, '--key', privateKey]);
    assert.match(said, /^2 entries are in/);
    const entries = (await linesOf(file)).slice(1, -1).map((line) => JSON.parse(line));
    assert.deepEqual([entries.length, entries[0].id, entries[1].id], [2, '2', '4']);
    assert.match(entries[0].link, /^2:[0-9a-f]{64}$/);
    const verified = await verifyAuditExport([file, '--key', publicKey]);
    assert.match(verified, /genuine: 2 entries about lea from 2026-02-01 to 2026-03-01/);
    const logged = database.db.selectFrom('audit').selectAll().where('action', '=', 'LOG_EXPORTED');
    const { subject_id: subject, object } = await logged.executeTakeFirstOrThrow();
    assert.deepEqual([subject, object], ['lea', '2026-02-01/2026-03-01']);
    await assert.rejects(exportAudit(store(), [file, '--key', privateKey]), /it exists/);
  });

  it('writes FHIR AuditEvents on demand, without a key', async () => {
    const file = path('lea-fhir.ndjson');
    const said = await exportAudit(store(), [file, '--format', 'fhir', '--person', 'omar']);
    assert.match(said, /^2 entries are in/);
    const [first, second, ...more] = (await linesOf(file)).map((line) => JSON.parse(line));
    assert.deepEqual(more, []);
    const system = 'https://care.example.org/fhir/users';
    assert.deepEqual(
      [first.resourceType, first.id, first.recorded, first.action, first.outcome, first.agent, first.entity[0].what],
      [
        ...['AuditEvent', '3', '2026-02-14T12:00:00.000Z', 'R', '0'],
        [{ who: { identifier: { system, value: 'nurse' } }, requestor: true }],
        { identifier: { system, value: 'omar' } },
      ],
    );
    assert.match(second.entity[1].detail[0].valueString, /^4:[0-9a-f]{64}$/);
  });

  it('verification finds every changed, removed, added and reordered line, and another key', async () => {
    const file = path('all.ndjson');
    await exportAudit(store(), [file, '--key', privateKey]);
    const lines = await linesOf(file);
    const altered: string[][] = [
      ...lines.map((_line, index) => lines.filter((_other, at) => at !== index)),
      ...lines.map((line, index) => lines.with(index, line.replace(/[1-9a-f](?=[^1-9a-f]*$)/, '0'))),
      [...lines.slice(0, 2), lines[2] ?? '', ...lines.slice(2)],
      [lines[0] ?? '', lines[2] ?? '', lines[1] ?? '', ...lines.slice(3)],
      [...lines, lines.at(-1) ?? ''],
    ];
    for (const [index, wrong] of altered.entries()) {
      const name = await write(`altered-${index}`, `${wrong.join('\n')}\n`);
      await assert.rejects(verifyAuditExport([name, '--key', publicKey]), ExportError, `${index}`);
    }
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
    await assert.rejects(verifyAuditExport([file, '--key', await write('other.pem', other)]), /another key/);
    assert.match(await verifyAuditExport([file, '--key', publicKey]), /genuine/);
    console.log(`export of the audit log: ${altered.length} alterations, 0 accepted`);
  });

  it('names what is wrong with its options', async () => {
    const refused: [string[], RegExp][] = [
      [[], /^OperatorError: Usage: npm run audit -- export/],
      [[path('new'), '--key', path('none.pem')], /can't be read/],
      [[path('new'), '--key', path('lea.ndjson')], /not an Ed25519 key/],
      [[path('new'), '--key', privateKey, '--from', 'May'], /--from must be a day/],
      [[path('new'), '--key', privateKey, '--person', 'none@example.org'], /no account/],
      [[path('new'), '--key', privateKey, '--colour', 'red'], /colour/],
      [[path('new'), '--format', 'csv'], /^OperatorError: Usage: npm run audit -- export/],
      [[path('new'), '--format', 'fhir', '--key', privateKey], /^OperatorError: Usage: npm run audit -- export/],
    ];
    for (const [args, says] of refused) await assert.rejects(exportAudit(store(), args), says);
    const usage = /^OperatorError: Usage: npm run audit -- verify-export/;
    await assert.rejects(verifyAuditExport([path('lea.ndjson')]), usage);
  });
});
