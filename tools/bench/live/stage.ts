import { readFile } from 'node:fs/promises';
import { type Database, openDatabase } from 'mock-api/db/open';
import type { Tables } from 'mock-api/db/schema';
import { openSession } from 'mock-api/repositories/accounts/sessions';
import { insertUser } from 'mock-api/repositories/accounts/users';
import { insertProfiles } from 'mock-api/repositories/care/profiles';
import { newUser } from 'mock-api/services/accounts/accounts';
import { startPostgres } from 'mock-api/test/support/postgres';
import { Servers } from '../servers.ts';
import { sum } from '../statistics.ts';
import type { Group } from './processors.ts';

const HOUR_MS = 3_600_000;
const LENGTHS = { sessionIdle: HOUR_MS, sessionLength: HOUR_MS };
/** Of all patients of the bench. */
export const DATE_OF_BIRTH = '1980-01-01';
const STAFF = 'staff@example.org';

/** A patient of the bench with an open session. */
export interface Patient {
  id: string;
  token: string;
  /** By which the hospital's systems name the patient. */
  recordNumber: string;
}

/** API processes on one PostgreSQL database, with gateways in front of them. */
export interface Stage {
  /** URLs of the gateways. */
  gateways: string[];
  groups: { api: Group; gateway: Group; database: Group };
  /** Token of a full staff session. */
  staff: string;
  /** Creates patients who are signed in. */
  patients(count: number): Promise<Patient[]>;
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024;
}

/** Returns the resident memory of a group's processes, in bytes (Linux: `VmRSS`). */
export const memoryIn = async ({ pids }: Group): Promise<number> => sum(await Promise.all(pids.map(memoryOf)));

async function makePatients({ db }: Database<Tables>, count: number): Promise<Patient[]> {
  return db.transaction().execute(async (trx) => {
    const patients: Patient[] = [];
    for (let index = 0; index < count; index += 1) {
      const id = crypto.randomUUID();
      const name = { first_name: 'Robin', last_name: `Patient ${index}`, email: `${id}@example.org` };
      const recordNumber = `B${String(index).padStart(5, '0')}`;
      const known = { record_number: recordNumber, date_of_birth: DATE_OF_BIRTH };
      await insertUser(trx, newUser({ id, ...name, ...known, email_validated: 1, has_demo: 0 }));
      const empty = { firstName: null, lastName: null, organization: '', message: { en: '', fr: '' } };
      await insertProfiles(trx, id, [{ id: 1, ...empty, previousStay: null }]);
      patients.push({ id, recordNumber, token: await openSession(trx, id, 'full', LENGTHS) });
    }
    return patients;
  });
}

async function staffSession({ db }: Database<Tables>): Promise<string> {
  const { id } = await db.selectFrom('users').select('id').where('email', '=', STAFF).executeTakeFirstOrThrow();
  return openSession(db, id, 'full', LENGTHS);
}

/** Runs the work with that many API processes and gateways. @param settings of the API */
export async function onStage<T>(
  { apis, gateways, settings = {} }: { apis: number; gateways: number; settings?: Record<string, string> },
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const postgres = await startPostgres();
  const database = openDatabase<Tables>({ url: postgres.url, file: '' });
  try {
    return await Servers.use(async (servers) => {
      const start = async (kind: 'API' | 'gateway', count: number, settings: Record<string, string>) => {
        const started = [];
        while (started.length < count) started.push(await servers.start(kind, settings));
        return { urls: started.map(({ url }) => url), pids: started.map(({ pid }) => pid) };
      };
      const api = await start('API', apis, { ...settings, DATABASE_URL: postgres.url });
      const gateway = await start('gateway', gateways, { API_URL: api.urls.join(',') });
      return work({
        gateways: gateway.urls,
        groups: { api, gateway, database: { pids: [await postgres.pid()], family: true } },
        staff: await staffSession(database),
        patients: (count) => makePatients(database, count),
      });
    });
  } finally {
    await database.db.destroy();
    await postgres.stop();
  }
}
