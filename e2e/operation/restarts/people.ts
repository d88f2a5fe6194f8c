/** Patients with accounts and passwords, as after registration. Inserted directly into the database to save time. */
import { now } from 'mock-api/common/clock';
import { EVENT_TYPE } from 'mock-api/contract/codes';
import { openDatabase } from 'mock-api/db/open';
import type { Tables } from 'mock-api/db/schema';
import { insertUser } from 'mock-api/repositories/accounts/users';
import { insertEvents } from 'mock-api/repositories/care/events';
import { insertProfiles } from 'mock-api/repositories/care/profiles';
import { hashPassword } from 'mock-api/security/passwords/passwords';
import { newUser } from 'mock-api/services/accounts/accounts';

export interface Person {
  email: string;
  password: string;
  name: string;
}

const PASSWORD = 'Sturdy-river-pass7';

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
      const text = { en: 'How was your admission?', fr: 'Comment s’est passée votre admission?' };
      const event = {
        key: 'admission',
        profileId: 1,
        type: EVENT_TYPE.HOSPITAL_SURVEY_IN,
        status: 'ACTIONABLE',
      } as const;
      await insertEvents(trx, id, [{ ...event, name: text, content: text }], now());
      people.push({ email, password: PASSWORD, name: `${first_name} ${last_name}` });
    }
  });
  await db.destroy();
  return people;
}
