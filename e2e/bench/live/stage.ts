import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../mock-api/src/db/open.ts';
import { openDatabase } from '../../../mock-api/src/db/open.ts';
import type { Tables } from '../../../mock-api/src/db/schema.ts';
import { insertProfiles } from '../../../mock-api/src/repositories/profiles.ts';
import { openSession } from '../../../mock-api/src/repositories/sessions.ts';
import { insertUser } from '../../../mock-api/src/repositories/users.ts';
import { newUser } from '../../../mock-api/src/services/accounts.ts';
import { startPostgres } from '../../../mock-api/test/postgres.ts';
import { freePorts } from '../../../shell/commands/free-ports.ts';
import { Services } from '../../../shell/commands/services.ts';

const HOUR_MS = 3_600_000;
const LENGTHS = { sessionIdle: HOUR_MS, sessionLength: HOUR_MS };
const STAFF = 'staff@example.org';

/** A patient of the bench, with a session of theirs. */
export interface Patient {
  id: string;
  token: string;
}

/** API processes on one PostgreSQL, and gateways in front of them. */
export interface Stage {
  /** Addresses of the gateways. */
  gateways: string[];
  /** Process ids of the API. */
  apiPids: number[];
  /** A full session of staff. */
  staff: string;
  /** Makes so many patients who are signed in. */
  patients(count: number): Promise<Patient[]>;
  /** More sessions of a patient. */
  session(patient: Patient): Promise<string>;
  stop(): Promise<void>;
}

/** Resident memory of a process, in bytes (Linux: `VmRSS`). */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024;
}

async function pidOf(log: string): Promise<number> {
  const line = (await readFile(log, 'utf8')).split('\n').find((text) => text.includes('"event":"listening"'));
  return (JSON.parse(line ?? '{}') as { pid: number }).pid;
}

async function makePatients({ db }: Database<Tables>, count: number): Promise<Patient[]> {
  return db.transaction().execute(async (trx) => {
    const patients: Patient[] = [];
    for (let index = 0; index < count; index += 1) {
      const id = crypto.randomUUID();
      const name = { first_name: 'Robin', last_name: `Patient ${index}`, email: `${id}@example.org` };
      await insertUser(trx, newUser({ id, ...name, email_validated: 1, has_demo: 0 }));
      const empty = { firstName: null, lastName: null, organization: '', message: { en: '', fr: '' } };
      await insertProfiles(trx, id, [{ id: 1, ...empty, previousStay: null }]);
      patients.push({ id, token: await openSession(trx, id, 'full', LENGTHS) });
    }
    return patients;
  });
}

async function staffSession({ db }: Database<Tables>): Promise<string> {
  const { id } = await db.selectFrom('users').select('id').where('email', '=', STAFF).executeTakeFirstOrThrow();
  return openSession(db, id, 'full', LENGTHS);
}

export async function buildStage({ apis, gateways }: { apis: number; gateways: number }): Promise<Stage> {
  const home = await mkdtemp(join(tmpdir(), 'lodestar-live-'));
  const postgres = await startPostgres();
  const services = new Services(join(home, 'logs'));
  const database = openDatabase<Tables>({ url: postgres.url, file: '' });
  const stop = async () => {
    await services.stop();
    await database.db.destroy();
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  };
  try {
    const ports = await freePorts(apis + gateways);
    const apiUrls = ports.slice(0, apis).map((port) => `http://127.0.0.1:${port}`);
    for (const [index, url] of apiUrls.entries()) {
      const env = { PORT: String(ports[index]), HOST: '127.0.0.1', DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' };
      await services.start({
        name: `api ${index}`,
        script: 'mock-api/src/server.ts',
        env,
        health: `${url}/api/health`,
      });
    }
    const gatewayUrls: string[] = [];
    for (const port of ports.slice(apis)) {
      const url = `http://127.0.0.1:${port}`;
      const env = {
        PORT: String(port),
        HOST: '127.0.0.1',
        API_URL: apiUrls.join(','),
        DEPLOY_ROOT: join(home, 'deploy'),
      };
      const health = `${url}/api/health`;
      await services.start({ name: `gateway ${port}`, script: 'shell/gateway/server.ts', env, health });
      gatewayUrls.push(url);
    }
    const logs = apiUrls.map((_, index) => pidOf(join(home, 'logs', `api-${index}.log`)));
    return {
      gateways: gatewayUrls,
      apiPids: await Promise.all(logs),
      staff: await staffSession(database),
      patients: (count) => makePatients(database, count),
      session: ({ id }) => openSession(database.db, id, 'full', LENGTHS),
      stop,
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
