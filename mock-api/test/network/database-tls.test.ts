/** TLS to PostgreSQL, with a server that accepts no other connection. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { makeAuthority } from 'gateway/testing/certificate';
import { sql } from 'kysely';
import { databaseTlsProblem } from 'server-kit/database/tls';
import { readConfig } from '../../src/config/config.ts';
import { withDatabase } from '../../src/db/open.ts';
import { startPostgres } from '../support/postgres.ts';

const isEncrypted = (url: string) =>
  withDatabase({ url, file: '' }, async ({ db }) => {
    const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
    return rows[0]?.ssl;
  });

describe('TLS to PostgreSQL', () => {
  it('a connection needs a certificate of the named authority for the named host', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'database-tls-'));
    const issue = await makeAuthority(join(folder, 'own'));
    const foreign = await (await makeAuthority(join(folder, 'foreign')))('database');
    const own = await issue('localhost', { names: 'DNS:localhost' });
    const other = await issue('elsewhere', { names: 'DNS:db.hospital.example' });
    const [server, elsewhere] = [
      await startPostgres({ isDurable: false, tls: own }),
      await startPostgres({ isDurable: false, tls: other }),
    ];
    test.after(async () => {
      await Promise.all([server.stop(), elsewhere.stop()]);
      await rm(folder, { recursive: true });
    });
    const addressOf = ({ url }: { url: string }, authority: string) =>
      url.replace('127.0.0.1', 'localhost').replace('no-verify', `verify-full&sslrootcert=${authority}`);
    const right = addressOf(server, own.caFile);
    assert.deepEqual(readConfig({ DATABASE_URL: right }).database.url, right);
    assert.equal(await isEncrypted(right), true);
    await assert.rejects(
      isEncrypted(addressOf(server, foreign.caFile)),
      /unable to verify|unable to get local issuer|self-signed/,
    );
    await assert.rejects(isEncrypted(addressOf(elsewhere, own.caFile)), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    await assert.rejects(isEncrypted(server.url.replace('?sslmode=no-verify', '')), /no encryption/);
  });

  it('servers on other machines need it, unless it is switched off', () => {
    const problems: [url: string, problem: RegExp | undefined][] = [
      ['postgres://u:p@localhost/db', undefined],
      ['postgres://u:p@127.0.0.1:5433/db', undefined],
      ['postgres://u:p@[::1]/db', undefined],
      ['postgres:///db?host=/run/postgresql', undefined],
      ['postgres://u:p@db.example/db?sslmode=verify-full', undefined],
      ['postgres://u:p@db.example/db', /must end in/],
      ['postgres://u:p@localhost/db?host=db.example', /must end in/],
      ['postgres://u:p@db.example/db?sslmode=require', /must end in/],
      ['postgres://u:p@db.example/db?sslmode=no-verify', /must end in/],
      ['postgres://u:p@localhost,db2.example/db', /must end in/],
      ['postgres://u:p@10.0.0.5/db?sslmode=verify-full', /host name/],
      ['postgres://u:p@db.example/db?sslmode=verify-full&sslrootcert=/no/ca.crt', /sslrootcert/],
    ];
    for (const [url, problem] of problems) {
      const found = databaseTlsProblem(url, true);
      if (problem === undefined) assert.equal(found, undefined, url);
      else assert.match(found ?? '', problem, url);
    }
    const url = 'postgres://u:p@db.example/db';
    assert.throws(() => readConfig({ DATABASE_URL: url }), /DATABASE_URL must end in \?sslmode=verify-full/);
    assert.equal(readConfig({ DATABASE_URL: url, DATABASE_TLS: 'off' }).database.url, url);
  });
});
