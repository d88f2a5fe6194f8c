/** Patients with accounts and passwords, as after registration. Inserted directly into the database to save time. */
import { openDatabase } from '../../../mock-api/src/db/open.ts';
import type { Tables } from '../../../mock-api/src/db/schema.ts';
import { insertUser } from '../../../mock-api/src/repositories/accounts/users.ts';
import { insertProfiles } from '../../../mock-api/src/repositories/care/profiles.ts';
import { hashPassword } from '../../../mock-api/src/security/passwords.ts';
import { newUser } from '../../../mock-api/src/services/accounts/accounts.ts';

export interface Person {
  email: string;
  password: string;
  name: string;
}

const PASSWORD = 'Sturdy-pass7';

export async function makePeople(databaseUrl: string, count: number): Promise<Person[]> {
  const { db } = openDatabase<Tables>({ url: databaseUrl, file: '' });
  const password_hash = await hashPassword(PASSWORD);
  const people: Person[] = [];
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < count; index += 1) {
      const id = crypto.randomUUID();
      const [first_name, last_name, email] = ['Robin', `Patient ${index}`, `patient-${index}@example.org`];
      await insertUser(
        trx,
        newUser({ id, first_name, last_name, email, email_validated: 1, password_hash, has_demo: 0 }),
      );
      const empty = { firstName: null, lastName: null, organization: '', message: { en: '', fr: '' } };
      await insertProfiles(trx, id, [{ id: 1, ...empty, previousStay: null }]);
      people.push({ email, password: PASSWORD, name: `${first_name} ${last_name}` });
    }
  });
  await db.destroy();
  return people;
}
