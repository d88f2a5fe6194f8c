/**
 * Follows docs/operate.md in an empty folder: runs every command in it, with the browser and email steps in between.
 */
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import https from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import tls from 'node:tls';
import { totpCode, totpStep } from 'mock-api/security/totp';
import { REPO } from 'server-kit/paths';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import { blocksIn } from './blocks.ts';
import { enterMachine } from './clean-machine/entered.ts';
import { installHere, type Operated } from './installation.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';

const STAFF = 'nurse@wards.example.org';
const PASSWORD = 'Sturdy-river-pass7';
/** Whether the page runs in a clean machine (`npm run operate`), where all of it does. */
const isClean = Boolean(process.env.MACHINE_PID);
const LONG = { timeout: timeOuts.longTest };
/** The PIN that the demo accepts for every user. */
const DEMO_PIN = '1379';

interface HttpsResponse {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

/** Returns an HTTPS client that accepts the self-signed certificate. */
function callHttps(address: string) {
  return (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<HttpsResponse> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const json = text === undefined ? {} : { 'content-type': 'application/json' };
      const options = { method, rejectUnauthorized: false, headers: { ...json, ...headers } };
      const call = https.request(address + path, options, (answer) => {
        let all = '';
        answer.setEncoding('utf8').on('data', (part) => {
          all += part;
        });
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: all }));
      });
      call.once('error', reject);
      call.end(text);
    });
}

/** Returns the fingerprint of the certificate that the gateway serves. */
function certificateOf(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ port, host: 'localhost', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

/** Runs the page in a clean machine (`npm run operate`), with the test's names and addresses for the page's examples. */
async function onCleanMachine(pid: string, mailbox: Mailbox): Promise<Operated> {
  const { shell, runConsole, pathHere, end } = await enterMachine(pid);
  const own: [example: string, here: string][] = [
    ['smtp://user:password@mail.hospital.example:587', mailbox.smtpUrl],
    ['https://texts.example/', mailbox.smsUrl],
    ['nurse@hospital.example', STAFF],
    ['lodestar.hospital.example', 'localhost'],
  ];
  const asHere = (text: string) => own.reduce((done, [example, value]) => done.replaceAll(example, value), text);
  return {
    shell,
    runConsole: (text) => runConsole(asHere(text)),
    port: 8443,
    etc: pathHere('/etc/lodestar'),
    end,
  };
}

test('the operator guide sets up a hospital with TLS, backup and upgrades', LONG, async (t) => {
  const blocks = blocksIn(await readFile(join(REPO, 'docs/operate.md'), 'utf8'));
  const mailbox = await openMailbox();
  t.after(() => mailbox.close());
  const machine = await (process.env.MACHINE_PID
    ? onCleanMachine(process.env.MACHINE_PID, mailbox)
    : installHere(mailbox, STAFF));
  const { port, etc } = machine;
  const address = `https://localhost:${port}`;
  t.after(() => machine.end());
  const [
    database,
    keys,
    certificate,
    start,
    renew,
    staff,
    feed,
    backup,
    restore,
    several,
    authority,
    role,
    three,
    lost,
    upgrade,
    ...more
  ] = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text);
  assert.deepEqual(more, [], 'a new block of commands needs its place in this test');
  // The first block installs the machine.
  const due = blocks.slice(1);
  /** Runs a block, and before it those of administrators that precede it. */
  const run = async (commands = '') => {
    for (let block = due.shift(); block !== undefined; block = due.shift()) {
      const began = performance.now();
      const output = await (block.kind === 'sh' ? machine.shell.run(block.text) : machine.runConsole(block.text));
      const [line] = block.text.split('\n', 1);
      if (isClean) console.log(`${((performance.now() - began) / 1_000).toFixed(0).padStart(4)} s  ${line}`);
      if (block.kind === 'console') continue;
      assert.equal(block.text, commands);
      return output ?? '';
    }
    assert.fail(commands);
  };
  const ask = callHttps(address);

  await run(database);
  await run(keys);
  for (const file of ['lodestar.env', 'api.env', 'recorder.env', 'gateway.env'])
    assert.equal((await stat(join(etc, file))).mode & 0o077, 0, `${file} is for its owner alone`);
  await run(certificate);
  assert.match(await run(start), /"status":"ok".*"apis":\[\{"url":"http:[^"]+","status":"ok"\}\]/);

  await t.test('the gateway serves a renewed certificate without a restart', async () => {
    const before = await certificateOf(port);
    await run(renew);
    assert.notEqual(await certificateOf(port), before);
  });

  await t.test('has no demo accounts, PIN or outbox', async () => {
    const demo = { username: 'patient@example.org', password: 'Demo-pass1' };
    assert.equal((await ask('POST', '/api/v1/sessions', demo)).status, 401);
    assert.equal((await ask('POST', '/api/v1/sessions/code', { code: 'ER10000001' })).status, 401);
    for (const path of ['/outbox', '/api/dev/outbox']) assert.equal((await ask('GET', path)).status, 404, path);
    const page = await ask('GET', '/', undefined, { accept: 'text/html' });
    assert.match(String(page.headers['strict-transport-security']), /max-age/);
  });

  const form = {
    firstName: 'Robin',
    lastName: 'Doe',
    email: STAFF,
    organization: 'Northside General Hospital',
    phoneNumber: '+14165550144',
    password: PASSWORD,
    confirmPassword: PASSWORD,
  };
  const registered = await ask('POST', '/api/v1/users/register', form);
  assert.equal(registered.status, 201, registered.body);
  const uuid = await mailbox.find(/https:\/\/localhost:\d+\/onboarding\/validate-email\/([0-9a-f]{32})/);
  const elsewhere = await ask('POST', '/api/v1/users/validate-email', { uuid });
  assert.ok(JSON.parse(elsewhere.body).passwordDue, 'another browser has to set a password');
  const cookie = [registered.headers['set-cookie'] ?? []]
    .flat()
    .map((set) => set.split(';', 1)[0])
    .join('; ');
  const validated = await ask('POST', '/api/v1/users/validate-email', { uuid }, { cookie });
  assert.deepEqual([validated.status, JSON.parse(validated.body).passwordDue], [200, undefined]);
  assert.match(await run(staff), /nurse@wards\.example\.org/);

  const signIn = async () => {
    const answer = await ask('POST', '/api/v1/sessions', { username: STAFF, password: PASSWORD });
    assert.equal(answer.status, 200, answer.body);
    return { authorization: `Bearer ${JSON.parse(answer.body).token}` };
  };
  const session = await signIn();
  const code = await mailbox.find(/\b(\d{6})\b(?![\s\S]*\b\d{6}\b)/);
  assert.equal((await ask('POST', '/api/v1/sessions/second-factor', { code }, session)).status, 200);
  assert.equal(
    (await ask('GET', '/api/v1/desk/patients', undefined, session)).status,
    403,
    'a code by email is not enough',
  );
  const app = JSON.parse((await ask('POST', '/api/v1/authenticator', {}, session)).body);
  const first = totpCode(app.secret, totpStep(Date.now()));
  assert.equal((await ask('POST', '/api/v1/authenticator/confirm', { code: first }, session)).status, 200);
  const patient = { firstName: 'Avery', lastName: 'Stone', phone: '+1 416 555 0199' };
  const made = await ask('POST', '/api/v1/desk/patients', patient, session);
  assert.equal(made.status, 201, made.body);
  const { id } = JSON.parse(made.body);
  const band = await ask('POST', `/api/v1/desk/patients/${id}/wristband`, {}, session);
  const { code: wristband } = JSON.parse(band.body);
  await t.test('the patient signs in over https, only with the PIN from the text message', async () => {
    const scanned = await ask('POST', '/api/v1/sessions/code', { code: wristband });
    assert.equal(scanned.status, 200, scanned.body);
    const phone = { authorization: `Bearer ${JSON.parse(scanned.body).token}` };
    assert.equal((await ask('GET', '/api/events', undefined, phone)).status, 403);
    assert.equal((await ask('POST', '/api/v1/sessions/pin', {}, phone)).status, 200);
    const pin = await mailbox.find(/security code is (\d{4})/);
    const verify = async (tried: string) =>
      (await ask('POST', '/api/v1/sessions/pin/verify', { pin: tried }, phone)).status;
    // One PIN in 10,000 happens to be the demo's.
    if (pin !== DEMO_PIN) assert.equal(await verify(DEMO_PIN), 403);
    assert.equal(await verify(pin), 200);
    assert.equal((await ask('GET', '/api/events', undefined, phone)).status, 200);
    if (isClean) {
      const seconds = ((Date.now() - Number(process.env.MACHINE_BEGAN)) / 1_000).toFixed(0);
      console.log(
        `The operator's first success: tries 1, ${seconds} s from an empty root to the first wristband and PIN`,
      );
    }
  });

  assert.match(await run(feed), /MSA\|AA\|TEST-1$/m, 'the feed is stored before it is acknowledged');
  await run(backup);
  await ask('POST', '/api/v1/desk/patients', { ...patient, firstName: 'Later', phone: '+1 416 555 0198' }, session);
  await run(restore);
  await run(several);
  const gateway = `http://127.0.0.1:${port + 15}`;
  const signedIn = await fetch(`${gateway}/api/v1/sessions/code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: wristband }),
  });
  assert.equal(signedIn.status, 200, 'what was backed up is back');
  assert.equal((await run(authority)).match(/\.crt: OK$/gm)?.length, 3);

  await t.test('gateways on one database have the same registry, also a replaced one', LONG, async () => {
    await run(role);
    const revisions = [...(await run(three)).matchAll(/"revision":(\d+)/g)].map(([, revision]) => revision);
    assert.equal(revisions.length, 3);
    assert.equal(new Set(revisions).size, 1);
    const [revision] = revisions;
    assert.match(await run(lost), new RegExp(`"revision":${revision}\\b`), 'the lost one is back');
  });

  await t.test('no call fails while one API is upgraded', LONG, async () => {
    let over = false;
    const statuses = new Map<number, number>();
    const caller = async (origin: string) => {
      while (!over) {
        const { status, body } = await fetch(`${origin}/api/health`);
        await body?.cancel();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const callers = [gateway, `http://127.0.0.1:${port + 16}`].map(caller);
    await run(upgrade).finally(() => {
      over = true;
    });
    await Promise.all(callers);
    if (isClean) {
      const services = await callHttps('https://localhost')('POST', '/api/v1/sessions/code', { code: wristband });
      assert.equal(services.status, 200, 'the services have the data after upgrade and rollback');
    }
    console.log(`operator's page: ${blocks.length} blocks run; ${statuses.get(200)} calls during an upgrade, 0 failed`);
    assert.deepEqual([...statuses.keys()], [200]);
  });
});
