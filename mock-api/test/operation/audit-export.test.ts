/** The signed export of the audit log: what is in it, and what its verification finds. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { linkEntries } from '../../src/audit/chain.ts';
import { ExportFault } from '../../src/audit/export.ts';
import { readConfig } from '../../src/config/config.ts';
import { migrate } from '../../src/db/migrate.ts';
import { MIGRATIONS } from '../../src/db/migrations.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import { exportAudit, verifyAuditExport } from '../../src/operator/audit-export.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('the export of the audit log', () => {
  let files: TestDatabase;
  let database: Database<Tables>;
  let folder: string;
  let privateKey: string;
  let publicKey: string;
  const path = (name: string) => join(folder, name);

  before(async () => {
    files = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'audit-export-'));
    database = openDatabase<Tables>(readConfig(files.env).database);
    await database.db.transaction().execute((trx) => migrate(trx, database.engine, MIGRATIONS));
    const entry = { action: 'RECORD_VIEWED', object: 'results', object_id: null } as const;
    const rows = [
      ['1', '2026-01-31T23:59:59.999Z', 'nurse', 'lea'],
      ['2', '2026-02-01T00:00:00.000Z', 'nurse', 'lea'],
      ['3', '2026-02-14T12:00:00.000Z', 'nurse', 'omar'],
      ['4', '2026-02-28T23:59:59.999Z', 'lea', 'omar'],
      ['5', '2026-03-01T00:00:00.000Z', 'nurse', 'lea'],
    ] as const;
    for (const [id, at, actor_id, subject_id] of rows)
      await database.db
        .insertInto('audit')
        .values({ id, at, actor_id, subject_id, ...entry })
        .execute();
    await linkEntries(database, true);
    const keys = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    privateKey = path('private.pem');
    publicKey = path('public.pem');
    await writeFile(privateKey, keys.privateKey);
    await writeFile(publicKey, keys.publicKey);
  });
  after(async () => {
    await database.db.destroy();
    await files.drop();
    await rm(folder, { recursive: true });
  });

  it('has the entries of one person in a period, each with its place in the chain, and is logged', async () => {
    const file = path('lea.ndjson');
    const said = await exportAudit(database.db, [
      file,
      '--person',
      'lea',
      '--from',
      '2026-02-01',
      '--to',
      '2026-03-01',
      '--key',
      privateKey,
    ]);
    assert.match(said, /^2 entries are in/);
    const lines = (await readFile(file, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.slice(1, -1).map(({ id }) => id),
      ['2', '4'],
    );
    assert.match(lines[1].link, /^2:[0-9a-f]{64}$/);
    assert.match(
      await verifyAuditExport([file, '--key', publicKey]),
      /genuine: 2 entries about lea from 2026-02-01 to 2026-03-01/,
    );
    const { subject_id: subject, object } = await database.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'LOG_EXPORTED')
      .executeTakeFirstOrThrow();
    assert.deepEqual([subject, object], ['lea', '2026-02-01/2026-03-01']);
    await assert.rejects(exportAudit(database.db, [file, '--key', privateKey]), /it exists/);
  });

  it('verification finds every changed, removed, added and reordered line, and another key', async () => {
    const file = path('all.ndjson');
    await exportAudit(database.db, [file, '--key', privateKey]);
    const text = await readFile(file, 'utf8');
    const lines = text.trimEnd().split('\n');
    const altered: string[][] = [
      ...lines.map((_line, index) => lines.filter((_other, at) => at !== index)),
      ...lines.map((line, index) => lines.with(index, line.replace(/[1-9a-f](?=[^1-9a-f]*$)/, '0'))),
      [...lines.slice(0, 2), lines[2] ?? '', ...lines.slice(2)],
      [lines[0] ?? '', lines[2] ?? '', lines[1] ?? '', ...lines.slice(3)],
      [...lines, lines.at(-1) ?? ''],
    ];
    for (const [index, wrong] of altered.entries()) {
      const name = path(`altered-${index}`);
      await writeFile(name, `${wrong.join('\n')}\n`);
      await assert.rejects(verifyAuditExport([name, '--key', publicKey]), ExportFault, `${index}`);
    }
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
    await writeFile(path('other.pem'), other);
    await assert.rejects(verifyAuditExport([file, '--key', path('other.pem')]), /another key/);
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
    ];
    for (const [args, says] of refused) await assert.rejects(exportAudit(database.db, args), says);
    await assert.rejects(
      verifyAuditExport([path('lea.ndjson')]),
      /^OperatorError: Usage: npm run audit -- verify-export/,
    );
  });
});
