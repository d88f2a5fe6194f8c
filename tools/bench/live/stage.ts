import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../mock-api/src/db/open.ts';
import type { Tables } from '../../../mock-api/src/db/schema.ts';
import { openSession } from '../../../mock-api/src/repositories/accounts/sessions.ts';
import { insertUser } from '../../../mock-api/src/repositories/accounts/users.ts';
import { insertProfiles } from '../../../mock-api/src/repositories/care/profiles.ts';
import { newUser } from '../../../mock-api/src/services/accounts/accounts.ts';
import { startPostgres } from '../../../mock-api/test/support/postgres.ts';
import { freePorts } from '../../commands/running/ports.ts';
import { Services } from '../../commands/running/services.ts';
import type { Group } from '../production/processors.ts';

const HOUR_MS = 3_600_000;
const LENGTHS = { sessionIdle: HOUR_MS, sessionLength: HOUR_MS };
const STAFF = 'staff@example.org';

/** A patient of the bench with an open session. */
export interface Patient {
  id: string;
  token: string;
}

/** API processes on one PostgreSQL database, with gateways in front of them. */
export interface Stage {
  /** URLs of the gateways. */
  gateways: string[];
  /** Process ids of the API processes. */
  apiPids: number[];
  /** Processes whose processor time can be counted. */
  groups: { api: Group; gateway: Group; database: Group };
  /** Kills an API process and restarts it. */
  killApi(index: number): Promise<void>;
  /** Returns the ids of all events of these patients. */
  eventsOf(patients: readonly Patient[]): Promise<string[]>;
  /** Token of a full staff session. */
  staff: string;
  /** Creates patients who are signed in. */
  patients(count: number): Promise<Patient[]>;
  /** Opens another session for a patient. */
  session(patient: Patient): Promise<string>;
  stop(): Promise<void>;
}

/** Returns the resident memory of a process, in bytes (Linux: `VmRSS`). */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024;
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
  const apiServices: Services[] = [];
  const stop = async () => {
    await Promise.all([...apiServices, services].map((each) => each.stop()));
    await database.db.destroy();
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  };
  try {
    const ports = await freePorts(apis + gateways);
    const apiUrls = ports.slice(0, apis).map((port) => `http://127.0.0.1:${port}`);
    const startApi = async (index: number) => {
      const env = { PORT: String(ports[index]), HOST: '127.0.0.1', DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' };
      const own = new Services(join(home, 'logs'));
      apiServices[index] = own;
      const health = `${apiUrls[index]}/api/health`;
      await own.start({ name: `api ${index}`, script: 'mock-api/src/server.ts', env, health });
    };
    for (let index = 0; index < apis; index += 1) await startApi(index);
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
      await services.start({ name: `gateway ${port}`, script: 'gateway/server.ts', env, health });
      gatewayUrls.push(url);
    }
    const apiPids = apiServices.map((each, index) => each.pidOf(`api ${index}`));
    return {
      gateways: gatewayUrls,
      apiPids,
      groups: {
        api: { pids: apiPids },
        gateway: { pids: ports.slice(apis).map((port) => services.pidOf(`gateway ${port}`)) },
        database: { pids: [await postgres.pid()], family: true },
      },
      async killApi(index) {
        const killed = apiServices[index];
        process.kill(killed?.pidOf(`api ${index}`) ?? Number.NaN, 'SIGKILL');
        await killed?.failed;
        await startApi(index);
      },
      async eventsOf(owners) {
        const ids = owners.map(({ id }) => id);
        const rows = await database.db.selectFrom('events').select('id').where('user_id', 'in', ids).execute();
        return rows.map(({ id }) => id);
      },
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
