/**
 * Upgrades an installation from one packed release to another and back while phones use it:
 *
 *   npm run upgrade-under-load -w e2e -- OLD.tar.gz NEW.tar.gz PUBLIC_KEY TEAMS.json [PHONES [SECONDS]]
 *
 * PHONES is 50 and SECONDS 120 by default. Fails when a request fails or a survey is lost.
 */
import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from 'mock-api/test/support/postgres';
import pg from 'pg';
import { PlainError } from 'server-kit/plain-error';
import { quantile } from 'tools/bench/statistics';
import { GOOD } from 'tools/commands/production/testing/settings';
import { freePorts } from 'tools/commands/running/ports';
import { Installed } from 'tools/release/installed';
import { activatePages } from 'tools/release/pages';
import { runProgram } from 'tools/release/programs';
import { readPublicKeys, verifyFile } from 'tools/release/sums';
import { Balancer } from '../restarts/balancer.ts';
import { makePeople } from '../restarts/people.ts';
import { nothingMet, Phone, STEPS } from '../restarts/phone.ts';
import { compareDeliveries, useWhile } from '../restarts/restarts.ts';
import { LIMITS } from '../restarts/server-process.ts';
import { Services } from './services.ts';

const COUNTS = { api: 3, recorder: 2, gateway: 2 };
/** Time before the upgrade and after the rollback, in milliseconds. */
const QUIET_MS = 5_000;
const PASSWORD = 'of-this-run-alone';

async function query(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Creates the database with the roles of docs/operate.md; the application's may act as the owner, for old releases. */
async function makeDatabase(adminUrl: string): Promise<{ application: string; owner: string }> {
  await query(adminUrl, [
    ...['lodestar_owner', 'lodestar'].map((role) => `create role ${role} login password '${PASSWORD}'`),
    'grant lodestar_owner to lodestar',
    'create database lodestar owner lodestar_owner',
  ]);
  const urlOf = (role: string) => {
    const url = new URL(adminUrl);
    Object.assign(url, { username: role, password: PASSWORD, pathname: '/lodestar' });
    return url.href;
  };
  return { application: urlOf('lodestar'), owner: urlOf('lodestar_owner') };
}

/** Transfers the tables that an old release has created to their owner. */
const reassignTables = (adminUrl: string) =>
  query(Object.assign(new URL(adminUrl), { pathname: '/lodestar' }).href, [
    'reassign owned by lodestar to lodestar_owner',
  ]);

const lines = (settings: NodeJS.ProcessEnv) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

interface Run {
  old: string;
  next: string;
  publicKey: string;
  teams: string;
  phones: number;
  seconds: number;
}

async function upgradeUnderLoad({ old, next, publicKey, teams, phones, seconds }: Run): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lodestar-upgrade-'));
  const postgres = await startPostgres();
  const root = join(folder, 'srv');
  const etc = join(folder, 'etc');
  for (const made of [root, etc, join(folder, 'data'), join(folder, 'kit')]) await mkdir(made);
  const { application, owner } = await makeDatabase(postgres.url);
  const env = {
    ...GOOD,
    DATABASE_URL: application,
    DATA_ROOT: join(folder, 'data'),
    TEAM_KEYS_FILE: resolve(teams),
    LOG_LEVEL: 'warn',
    // Phones that loaded a page of the old release have no tokens.
    SURVEY_TOKENS: 'optional',
    ...LIMITS,
  };
  const { PATH, HOME } = process.env;
  const running = new Services(root, await freePorts(7), COUNTS, { PATH, HOME, ...env });
  let balancer: Balancer | undefined;
  try {
    const restart = await running.listen();
    await writeFile(
      join(etc, 'lodestar.env'),
      lines({
        ...env,
        RELEASE_PROCESSES: running.processes.map(({ name }) => name).join(','),
        RELEASE_RESTART: `${process.execPath} ${join(import.meta.dirname, 'restart.mjs')} ${restart}`,
        RELEASE_USER: (await runProgram(['id', '-un'])).trim(),
      }),
    );
    await writeFile(join(etc, 'owner.env'), lines({ DATABASE_OWNER_URL: owner }));
    await copyFile(publicKey, join(etc, 'release.pub'));

    const installed = new Installed(root);
    const first = await installed.unpack(old, await verifyFile(old, await readPublicKeys(publicKey)));
    await installed.link('current', installed.targetOf(first));
    await activatePages(first, undefined, { env, isBack: false });
    await running.startAll();
    const entrance = await Balancer.start(
      folder,
      running.of('gateway').map(({ url }) => url),
    );
    balancer = entrance;
    await reassignTables(postgres.url);
    const people = await makePeople(application, phones);

    // The first release has no such command: it is upgraded with that of the next one.
    await runProgram(['tar', '-xzf', next, '-C', join(folder, 'kit'), '--strip-components=1']);
    const lodestar = async (...args: string[]) => {
      const began = performance.now();
      const command = join(folder, 'kit/bin/lodestar');
      console.log(await runProgram([command, ...args, '--settings', etc, '--root', root]));
      console.log(`lodestar ${args[0]}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    };

    const met = nothingMet();
    let now = 'before the upgrade';
    const timedOut: string[] = [];
    const enter = (phase: string) => {
      timedOut.push(`${met.cut} until ${phase}`);
      now = phase;
    };
    const began = performance.now();
    const uses = people.map(
      (person) =>
        (...until: Parameters<Phone['use']>) =>
          new Phone(person, entrance, met, () => `${now}, last restart: ${running.lastRestarted}`).use(...until),
    );
    const half = began + (seconds * 1000) / 2;
    await useWhile(uses, async () => {
      await wait(QUIET_MS);
      enter('during the upgrade');
      await lodestar('upgrade', next);
      enter('after the upgrade');
      await wait(Math.max(QUIET_MS, half - performance.now()));
      enter('during the rollback');
      await lodestar('rollback');
      enter('after the rollback');
      await wait(Math.max(QUIET_MS, began + seconds * 1000 - performance.now()));
    });
    const took = (performance.now() - began) / 1000;
    const { lost, surplus, unreported, migrations } = await compareDeliveries(application, met);
    console.log(
      `${phones} phones for ${took.toFixed(0)} s: ${met.requests} requests, ${met.failed.length} failed, ${met.cut} timed out; ` +
        `${met.streams} event streams; ${met.handedIn} surveys, ${met.receipts.size} receipts, ${lost.length} lost, ${surplus} surplus, ${unreported} unreported; last migration ${migrations.sort().at(-1)}`,
    );
    for (const step of STEPS)
      console.log(
        `  ${step}: p50 ${quantile(met.ms[step], 0.5).toFixed(0)} ms, p99 ${quantile(met.ms[step], 0.99).toFixed(0)} ms`,
      );
    if (met.cut > 0) console.log(`  timed out: ${timedOut.join(', ')}`);
    for (const failure of met.failed.slice(0, 20)) console.log(`  ${failure}`);
    // Calls that phones gave up and repeated say how slow the machine is, and are only printed.
    assert.deepEqual([met.failed.length, lost, unreported], [0, [], 0]);
    assert.equal(met.receipts.size, met.handedIn);
  } finally {
    await balancer?.close();
    await running.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const [old, next, publicKey, teams, phones = '50', seconds = '120'] = process.argv.slice(2);
if (!old || !next || !publicKey || !teams)
  throw new PlainError('Name the tarballs of two releases, the public key, and the list of teams.');
const inCaller = (path: string) => resolve(process.env.INIT_CWD ?? '.', path);
await upgradeUnderLoad({
  old: inCaller(old),
  next: inCaller(next),
  publicKey: inCaller(publicKey),
  teams: inCaller(teams),
  phones: Number(phones),
  seconds: Number(seconds),
});
