/** Fills the database of a demo: its content once, and the accounts that are missing. */
import type { Config } from '../../config/config.ts';
import type { Trx } from '../../db/schema.ts';
import { ACCOUNTS, DEMO_PASSWORD } from '../../demo/accounts.ts';
import { STARTER } from '../../demo/start.ts';
import { PATIENT_STORY } from '../../demo/story-patient.ts';
import { SUPPORTER_STORY } from '../../demo/story-supporter.ts';
import { findUserByEmail, insertUser, knownEmails, updateUser } from '../../repositories/accounts/users.ts';
import { insertSeries, insertStarter, isSeeded, markSeeded } from '../../repositories/demo.ts';
import { insertWristband } from '../../repositories/desk/patients.ts';
import { hashPassword } from '../../security/passwords/passwords.ts';
import { newUser } from '../accounts/accounts.ts';
import { agreeToAll } from '../accounts/agreements.ts';
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

export async function fillDemo(trx: Trx, config: Config): Promise<void> {
  if (!(await isSeeded(trx, 'demo'))) await seed(trx, config);
  await seedAccounts(trx, config);
}
