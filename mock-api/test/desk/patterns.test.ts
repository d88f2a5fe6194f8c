/** Opened pages that the privacy officer may want to ask about, and views that are not listed. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { DeskPattern } from '../../src/contract.ts';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { grantColumns } from '../../src/repositories/accounts/staff-roles.ts';
import { insertUser, noEmail } from '../../src/repositories/accounts/users.ts';
import { BUSY_ROUND } from '../../src/repositories/desk/patterns.ts';
import { newUser } from '../../src/services/accounts/accounts.ts';
import { startApi, type TestApi } from '../support/api.ts';

const LENGTHS = { sessionIdle: 3_600_000, sessionLength: 3_600_000 };
const DAY = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
const at = (minute: number, hour = '09') => `${DAY}T${hour}:${String(minute).padStart(2, '0')}:00.000Z`;

describe('patterns of opened pages', () => {
  let api: TestApi;
  let officer: string;
  let views = 0;

  const add = async (id: string, values: Partial<Parameters<typeof newUser>[0]>) => {
    const { first_name = id, last_name = 'Singh' } = values;
    const of = { email: noEmail(id), ...values, id, first_name, last_name };
    await insertUser(api.database.db, newUser(of));
  };
  const addStaff = (id: string, values: Partial<Parameters<typeof newUser>[0]>) =>
    add(id, {
      email: `${id}@example.org`,
      email_validated: 1,
      role_type: 'staff',
      ...grantColumns({ roles: ['nurse'], wards: ['4A'] }),
      ...values,
    });
  const view = async (staff: string, patient: string, time: string, object = 'patient') => {
    views += 1;
    const row = { id: `view-${String(views).padStart(4, '0')}`, at: time, action: 'STAFF_VIEWED' as const, object };
    await api.database.db
      .insertInto('audit')
      .values({ ...row, actor_id: staff, subject_id: patient, object_id: patient })
      .execute();
  };
  const list = (query = '') => api.get<DeskPattern[]>(`/api/v1/desk/patterns${query}`, officer);
  const listed = async () =>
    (await list()).map(({ staff, pattern, patient, patients }) =>
      [staff.id, pattern, patient?.id ?? patients].join(' '),
    );

  before(async () => {
    api = await startApi();
    const { db } = api.database;
    await addStaff('fay', { last_name: 'Desk', ...grantColumns({ roles: ['privacy'], wards: null }) });
    officer = await openSession(db, 'fay', 'full', LENGTHS);
    await addStaff('cleo', { last_name: 'Côté' });
    await addStaff('ana', { last_name: 'Smith', phone_number: '+1 416 555 0177', phone_digits: '14165550177' });
    await add('lea', { first_name: 'Léa', last_name: 'COTE' });
    await add('noah', { last_name: 'Cote Noir' });
    await add('ana-as-patient', { last_name: 'Jones', phone_number: '416 555 0177', phone_digits: '14165550177' });
    for (let index = 0; index <= BUSY_ROUND; index += 1) await add(`bed-${index}`, {});
  });
  after(() => api.close());

  it('lists a page of someone with the same family name once a day, and no others', async () => {
    await view('ana', 'bed-0', at(1));
    await view('ana', 'lea', at(2));
    await view('cleo', 'noah', at(3));
    await view('cleo', 'cleo', at(3));
    await view('cleo', 'lea', at(4), 'patients');
    assert.deepEqual(await listed(), [], 'a nurse with a common name who opens nobody of that name');
    await view('cleo', 'lea', at(5));
    await view('cleo', 'lea', at(6));
    assert.deepEqual(await listed(), ['cleo same-name lea']);
    assert.equal((await list())[0]?.at, at(5));
  });

  it('lists a page that may be of a colleague', async () => {
    await view('cleo', 'ana-as-patient', at(7));
    assert.deepEqual(await listed(), ['cleo colleague ana-as-patient', 'cleo same-name lea']);
    await api.database.db
      .updateTable('users')
      .set({ contact_email: 'FAY@example.org' })
      .where('id', '=', 'noah')
      .execute();
    assert.ok((await listed()).includes('cleo colleague noah'));
    await api.database.db.updateTable('users').set({ contact_email: null }).where('id', '=', 'noah').execute();
  });

  it('lists many patients in an hour, but not a busy round', async () => {
    for (let index = 0; index < BUSY_ROUND; index += 1) {
      await view('ana', `bed-${index}`, at(10, '10'));
      await view('ana', `bed-${index}`, at(11, '10'));
    }
    await view('ana', `bed-${BUSY_ROUND}`, at(0, '11'));
    assert.ok(!(await listed()).some((entry) => entry.includes('many')));
    await view('ana', `bed-${BUSY_ROUND}`, at(30, '10'));
    await view('ana', 'lea', at(31, '10'));
    assert.deepEqual((await listed())[0], `ana many ${BUSY_ROUND + 2}`);
    assert.equal((await list())[0]?.at, at(30, '10'));
  });

  it('comes in pages with the reason that was given, also as a file, and is in the log of the patient', async () => {
    const opening = {
      id: 'opening',
      user_id: 'lea',
      staff_id: 'cleo',
      reason: 'advice',
      note: 'Asked by Dr. Roy',
    } as const;
    const times = { ward: '5B', opened_at: at(4), ends_at: at(59) };
    await api.database.db
      .insertInto('desk_openings')
      .values({ ...opening, ...times })
      .execute();
    // One view in two patterns.
    await api.database.db
      .updateTable('users')
      .set({ contact_email: 'ana@example.org' })
      .where('id', '=', 'lea')
      .execute();
    const whole = await list();
    const paged: DeskPattern[] = [];
    for (let page = await list('?limit=1'); page.length > 0; page = await list(`?limit=1&after=${page[0]?.id}`))
      paged.push(...page);
    assert.deepEqual(paged, whole);
    assert.deepEqual(await listed(), [
      `ana many ${BUSY_ROUND + 2}`,
      'cleo colleague ana-as-patient',
      'cleo colleague lea',
      'cleo same-name lea',
      'ana colleague lea',
    ]);
    const reasons = whole.map((entry) => entry.opening?.note ?? null);
    assert.deepEqual(reasons, [null, null, 'Asked by Dr. Roy', 'Asked by Dr. Roy', null]);
    assert.deepEqual(await list('?after=none'), []);
    const { body } = await api.ask<string>('GET', '/api/v1/desk/patterns.csv', { token: officer });
    assert.match(body, /,cleo Côté,Léa COTE,,Same family name,Advice to the care team,Asked by Dr\. Roy\r\n/);
    assert.match(body, new RegExp(`,ana Smith,,${BUSY_ROUND + 2},Many patients in an hour,,`));
    const logged = await api.database.db
      .selectFrom('audit')
      .select('actor_id')
      .where('subject_id', '=', 'lea')
      .where('object', '=', 'patterns')
      .executeTakeFirst();
    assert.equal(logged?.actor_id, 'fay');
  });
});
