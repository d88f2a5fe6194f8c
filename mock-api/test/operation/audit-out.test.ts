/** The audit log sent out to a file and by syslog: nothing is lost when the API or the receiver dies. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import net, { type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import tls from 'node:tls';
import { makeCertificate } from 'gateway/testing/certificate';
import { Registry } from 'prom-client';
import { linkEntries } from '../../src/audit/chain.ts';
import { AuditFile } from '../../src/audit/out/file.ts';
import { AuditOut, type OutEntry } from '../../src/audit/out/job.ts';
import { AuditSyslog } from '../../src/audit/out/syslog.ts';
import { now } from '../../src/common/clock.ts';
import { audit } from '../../src/repositories/audit.ts';
import { startServer } from '../support/server-process.ts';
import { listening, until } from '../support/services.ts';
import { createApiTables, runCommand } from './operator.ts';

/** 30 in a full run (`npm run soak`). */
const KILLS = Number(process.env.AUDIT_KILLS ?? 2);
const ENTRIES = 40;
const silent = { warn: () => undefined };

async function temporaryFolder(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'audit-out-'));
  test.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function openLog(test: TestContext) {
  const { files, open } = await createApiTables();
  const database = open();
  test.after(async () => {
    await database.db.destroy();
    await files.drop();
  });
  let written = 0;
  /** Adds entries to the log. */
  const write = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      written += 1;
      const objectId = String(written);
      await audit(database.db, {
        action: 'RECORD_VIEWED',
        actor: 'nurse',
        subject: 'lea',
        object: 'results',
        objectId,
      });
    }
  };
  return { env: files.env, database, write };
}

const linesIn = async (file: string) => (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(0, -1);
const objectOf = (event: string): string => JSON.parse(event).entity.at(-1).what?.identifier.value ?? '';

/** Returns the messages in what a receiver has read, each counted by octets. */
function messagesIn(bytes: Buffer): string[] {
  const messages: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(' ', at);
    const end = space + 1 + Number(bytes.toString('latin1', at, space));
    // A connection that was cut off ends with half a message.
    if (end > bytes.length) break;
    messages.push(bytes.toString('utf8', space + 1, end));
    at = end;
  }
  return messages;
}

/** Starts a syslog receiver over TLS. @param serves whether it takes this connection, by number */
async function startReceiver(test: TestContext, folder: string, serves: (connection: number) => boolean) {
  const { certFile, keyFile } = await makeCertificate(folder);
  const messages: string[] = [];
  let connections = 0;
  const onConnection = (socket: Socket) => {
    const chunks: Buffer[] = [];
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('end', () => {
      messages.push(...messagesIn(Buffer.concat(chunks)));
      socket.end();
    });
  };
  const pair = { cert: await readFile(certFile), key: await readFile(keyFile), allowHalfOpen: true };
  const server = tls.createServer(pair, onConnection);
  server.on('connection', (socket) => {
    connections += 1;
    if (!serves(connections)) socket.destroy();
  });
  test.after(() => server.close());
  return { port: await listening(server), messages, certFile };
}

describe('the audit log sent out', () => {
  it(`is complete after ${KILLS} kill -9: once a line in the file, at least once by syslog over TLS`, async (test) => {
    const { env, write } = await openLog(test);
    const folder = await temporaryFolder(test);
    const { port, messages, certFile } = await startReceiver(test, folder, (connection) => connection % 3 !== 1);
    const file = join(folder, 'audit.ndjson');
    const settings = {
      ...env,
      AUDIT_FHIR_FILE: file,
      AUDIT_SYSLOG_URL: `tls://localhost:${port}`,
      NODE_EXTRA_CA_CERTS: certFile,
    };
    const events = () => messages.map((message) => message.slice(message.indexOf('{')));
    const arrived = async () => [new Set((await linesIn(file)).map(objectOf)), new Set(events().map(objectOf))];
    let total = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startServer(settings);
      const before = (await linesIn(file)).length;
      const writing = write(ENTRIES);
      total += ENTRIES;
      await until(async () => (await linesIn(file)).length > before);
      assert.equal(await server.end('SIGKILL'), null);
      await writing;
    }
    const server = await startServer(settings);
    await until(async () => (await arrived()).every(({ size }) => size >= total));
    await server.end('SIGTERM');
    const lines = await linesIn(file);
    const wanted = Array.from({ length: total }, (_, index) => String(index + 1));
    const own = lines.filter((line) => JSON.parse(line).agent[0].who?.identifier.value === 'nurse');
    assert.deepEqual(
      own.map(objectOf).toSorted((one, other) => Number(one) - Number(other)),
      wanted,
    );
    const sent = new Set(events());
    assert.deepEqual(
      own.filter((line) => !sent.has(line)),
      [],
    );
    for (const message of messages)
      assert.match(
        message,
        /^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z [!-~]+ lodestar - [A-Z_]+ - \{"resourceType":"AuditEvent"/,
      );
    const exported = join(folder, 'exported.ndjson');
    await runCommand('operator/audit-command.ts', env, 'export', exported, '--format', 'fhir');
    assert.deepEqual((await linesIn(exported)).toSorted(), lines.toSorted(), 'an export has the same lines');
    console.log(
      `audit log sent out: ${KILLS} kills, ${total} entries, 0 lost, ${own.length - total} twice in the file`,
    );
  });

  it('goes on after the last whole line of the file, whatever the database knows', async (test) => {
    const { database, write } = await openLog(test);
    const path = join(await temporaryFolder(test), 'audit.ndjson');
    await write(3);
    await linkEntries(database, true);
    const newJob = () =>
      new AuditOut({
        db: database.db,
        output: new AuditFile(path),
        publicUrl: 'https://care.example.org',
        log: silent,
      });
    await newJob().settled();
    const whole = await readFile(path, 'utf8');
    // Killed while it wrote the third line, before the database knew of any.
    await truncate(path, whole.length - 50);
    await database.db.deleteFrom('facts').where('name', '=', 'audit-out:file').execute();
    const job = newJob();
    await job.settled();
    assert.equal(await readFile(path, 'utf8'), whole);
    await write(1);
    await linkEntries(database, true);
    await newJob().settled();
    assert.equal((await linesIn(path)).length, 3, 'another process waits until the first has sent nothing for a while');
    await job.settled();
    assert.equal((await linesIn(path)).length, 4);
  });

  it('counts entries as sent only if the receiver keeps the connection until all is read', async (test) => {
    const nobody = { actor_id: null, subject_id: null, object_id: null };
    const entry: OutEntry = { row: { id: '1', at: now(), action: 'DENIED', object: 'x', ...nobody }, event: '{}' };
    const sendTo = async (serve: (socket: Socket) => void, settle: () => Promise<void>) => {
      const server = net.createServer({ allowHalfOpen: true }, serve);
      test.after(() => server.close());
      const receiver = { host: '127.0.0.1', port: await listening(server), isTls: false };
      return new AuditSyslog(receiver, settle).send([entry]);
    };
    const never = new Promise<void>(() => undefined);
    await assert.rejects(
      sendTo(
        (socket) => void socket.end(),
        () => never,
      ),
      { code: 'CLOSED_EARLY' },
    );
    let read = '';
    const take = (socket: Socket) =>
      void socket
        .on('data', (chunk) => {
          read += String(chunk);
        })
        .on('end', () => socket.end());
    await sendTo(take, async () => undefined);
    assert.match(read, /^\d+ <108>1 \S+ \S+ lodestar - DENIED - \{\}$/);
  });

  it('shows how long entries wait for a receiver that is out', async (test) => {
    const { database, write } = await openLog(test);
    const output = new AuditSyslog({ host: '127.0.0.1', port: 9, isTls: false });
    const warnings: unknown[] = [];
    const log = { warn: (facts: unknown) => warnings.push(facts) };
    const registry = new Registry();
    AuditOut.measure(registry, database.db, [output]);
    assert.match(await registry.metrics(), /^lodestar_audit_out_seconds\{output="syslog"\} 0$/m);
    await write(1);
    await linkEntries(database, true);
    await new AuditOut({ db: database.db, output, publicUrl: 'https://care.example.org', log }).settled();
    assert.deepEqual(warnings, [{ output: 'syslog', reason: 'ECONNREFUSED' }]);
    assert.match(await registry.metrics(), /^lodestar_audit_out_seconds\{output="syslog"\} (?!0$)[\d.e-]+$/m);
  });
});
