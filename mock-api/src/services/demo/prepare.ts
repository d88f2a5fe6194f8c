/** Prepares the database when a process starts: migrates it, stores the desk's templates, and fills a demo once. */
import type { Config } from '../../config/config.ts';
import { dropAll, migrate, underStartLock } from '../../db/migrate.ts';
import { MIGRATIONS, TABLES } from '../../db/migrations.ts';
import type { Database } from '../../db/open.ts';
import type { Db, Tables, Trx } from '../../db/schema.ts';
import { ACCOUNTS, DEMO_PASSWORD } from '../../demo/accounts.ts';
import { STARTER } from '../../demo/start.ts';
import { PATIENT_STORY } from '../../demo/story-patient.ts';
import { SUPPORTER_STORY } from '../../demo/story-supporter.ts';
import { findUserByEmail, insertUser, knownEmails, updateUser } from '../../repositories/accounts/users.ts';
import { insertSeries, insertStarter, isSeeded, markSeeded } from '../../repositories/demo.ts';
import { insertWristband } from '../../repositories/desk/patients.ts';
import { insertTemplate } from '../../repositories/desk/templates.ts';
import { readFact, writeFact } from '../../repositories/facts.ts';
import { newDeviceKey } from '../../security/known-devices.ts';
import { hashPassword } from '../../security/passwords/passwords.ts';
import { newUser } from '../accounts/accounts.ts';
import { agreeToAll } from '../accounts/agreements.ts';
import { DEFAULT_TEMPLATES } from '../desk/templates.ts';
import { startDemo } from './demo.ts';

/** Sets date of birth, room and ward in demo accounts of an earlier version. */
async function fillIdentifiers(trx: Trx): Promise<void> {
  for (const { email, date_of_birth, room, ward } of ACCOUNTS) {
    const user = date_of_birth ? await findUserByEmail(trx, email) : undefined;
    if (user && user.date_of_birth === null) await updateUser(trx, user.id, { date_of_birth, room: room ?? null });
    if (user && user.ward === null && ward) await updateUser(trx, user.id, { ward });
  }
}

/** Makes testers of demo accounts of an earlier version, once: later, operators decide. */
async function seedTesters(trx: Trx): Promise<void> {
  if (await isSeeded(trx, 'demo-testers')) return;
  for (const { email } of ACCOUNTS.filter(({ is_tester }) => is_tester === 1)) {
    const user = await findUserByEmail(trx, email);
    if (user) await updateUser(trx, user.id, { is_tester: 1 });
  }
  await markSeeded(trx, 'demo-testers');
}

/** Creates the demo accounts that are missing: all at first, later those that a newer version adds. */
async function seedAccounts(trx: Trx, config: Config): Promise<void> {
  const emails = ACCOUNTS.map(({ email }) => email);
  const known = await knownEmails(trx, emails);
  for (const account of ACCOUNTS.filter(({ email }) => !known.has(email))) {
    const user = newUser({
      ...account,
      password_hash: await hashPassword(DEMO_PASSWORD),
      organization: config.brand.hospital,
    });
    await insertUser(trx, user);
    await agreeToAll(trx, config, user.id);
    if (user.wristband_code) await insertWristband(trx, user.id, user.wristband_code);
    await startDemo(trx, user.id);
  }
  await fillIdentifiers(trx);
  await seedTesters(trx);
}

/** Returns demo content with the hospital's name filled in. */
function withHospital<T>(content: T, hospital: string): T {
  const quoted = JSON.stringify(hospital).slice(1, -1);
  return JSON.parse(JSON.stringify(content).replaceAll('{hospital}', () => quoted)) as T;
}

/** Stores the demo's content; it is read from the database from then on. */
async function seed(trx: Trx, { brand }: Config): Promise<void> {
  await insertStarter(trx, withHospital(STARTER, brand.hospital));
  await insertSeries(trx, 'patient', withHospital(PATIENT_STORY, brand.hospital));
  await insertSeries(trx, 'supporter', withHospital(SUPPORTER_STORY, brand.hospital));
  await markSeeded(trx, 'demo');
}

/** Stores the templates that a hospital starts with; it may change or remove them. */
async function seedTemplates(trx: Trx): Promise<void> {
  if (await isSeeded(trx, 'templates')) return;
  for (const template of DEFAULT_TEMPLATES) await insertTemplate(trx, template);
  await markSeeded(trx, 'templates');
}

const DEVICE_KEY = 'device-key';

/** Stores the key that signs known devices, the same for all processes. */
async function seedDeviceKey(trx: Trx): Promise<void> {
  if ((await readFact(trx, DEVICE_KEY)) === undefined) await writeFact(trx, DEVICE_KEY, newDeviceKey());
}

/** Returns the key that signs known devices; undefined if no device is to be known. */
export const readDeviceKey = async (db: Db, { strictIdentity }: Config): Promise<string | undefined> =>
  strictIdentity ? readFact(db, DEVICE_KEY) : undefined;

/** Safe if several processes start together: one does the work, the others wait and find it done. */
export async function prepareDatabase(database: Database<Tables>, config: Config): Promise<void> {
  await underStartLock(database, async (trx) => {
    if (config.demo.reset) await dropAll(trx, database.engine, TABLES);
    await migrate(trx, database.engine, MIGRATIONS);
    await seedTemplates(trx);
    await seedDeviceKey(trx);
    if (!config.demo.on) return;
    if (!(await isSeeded(trx, 'demo'))) await seed(trx, config);
    await seedAccounts(trx, config);
  });
}
