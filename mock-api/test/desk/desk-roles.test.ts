/**
 * Every route of the desk, as staff of each role call it about patients of their ward and of another one. Generated from
 * the API description and compared with docs/desk-access.md, so that a new route needs a decision: run
 * `UPDATE=1 npx -c 'node test/run.ts --only=sqlite test/desk/desk-roles.test.ts'` and read what changes.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fastify } from 'fastify';
import type { ApiError, AuditEntry, DeskOpening, DeskPatient, DeskPatientDetails, User } from '../../src/contract.ts';
import { ACCOUNTS } from '../../src/operator/accounts-command.ts';
import { performOperatorCommand } from '../../src/operator/command.ts';
import { deskGate } from '../../src/plugins/desk-gate.ts';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { grantColumns, type StaffGrant } from '../../src/repositories/accounts/staff-roles.ts';
import { insertUser, noEmail } from '../../src/repositories/accounts/users.ts';
import { insertStay } from '../../src/repositories/desk/stays.ts';
import { newUser } from '../../src/services/accounts/accounts.ts';
import type { App } from '../../src/services/context.ts';
import { readersOf } from '../../src/stream/audience.ts';
import { outcomeOf, startApi, type TestApi } from '../support/api.ts';
import { startHospital } from '../support/fhir-hospital.ts';
import { type Route, routesOf } from '../support/openapi.ts';

const PAGE = join(import.meta.dirname, '../../../docs/desk-access.md');
const [BEGIN, END] = ['<!-- table -->\n', '<!-- /table -->\n'];
const LENGTHS = { sessionIdle: 3_600_000, sessionLength: 3_600_000 };
/** A patient of each ward, by a name that appears in everything about them. */
const MARKS = { '4A': 'Zanzibar', '5B': 'Quixote' } as const;
type Ward = keyof typeof MARKS;

const PEOPLE = {
  ana: { roles: ['nurse'], wards: ['4A'] },
  ben: { roles: ['nurse'], wards: ['4A'] },
  cleo: { roles: ['nurse'], wards: ['5B'] },
  dora: { roles: ['clerk'], wards: null },
  emil: { roles: ['operator'], wards: null },
  fay: { roles: ['privacy'], wards: null },
  nobody: { roles: [], wards: null },
} as const satisfies Record<string, StaffGrant>;
type Person = keyof typeof PEOPLE;

/** What a call shows: `opens` is any response but a refusal by role or ward. */
type Cell = 'opens' | 'lists them' | 'lists none' | 'needs a reason' | 'no';

describe('roles at the desk', () => {
  let api: TestApi;
  let close: () => Promise<void>;
  let routes: Route[];
  const tokens = {} as Record<Person, string>;
  const staff = {} as Record<Person, string>;
  const patients = {} as Record<Ward, Record<string, string>>;

  const addPatient = async (email: string, ward: Ward) => {
    const { db } = api.database;
    await api.setUser(email, { last_name: MARKS[ward], ward });
    const { id } = await api.user(email);
    const token = await openSession(db, id, 'full', LENGTHS);
    const body = { kind: 'question', text: MARKS[ward] };
    const request = await api.post<{ id: string }>('/api/v1/profiles/1/requests', body, token);
    const { id: result } = await db
      .selectFrom('results')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const explained = { id: `explained-${ward}`, result_id: result, user_id: id, language: 'en', report: MARKS[ward] };
    const waiting = { state: 'waiting', text: 'Fine', attempts: 1, next_attempt_at: '', created_at: '' } as const;
    await db
      .insertInto('explanations')
      .values({ ...explained, language: 'en', ...waiting, decided_by: null, decided_at: null })
      .execute();
    const today = new Date().toISOString().slice(0, 10);
    const document = JSON.stringify({ goal: MARKS[ward], steps: [], people: [], homeExpected: today });
    const unread = { updated_at: '', written_by: null, read_back: null, read_back_at: null };
    await db
      .insertInto('day_plans')
      .values({ user_id: id, date: today, document, ...unread })
      .execute();
    const arrived = { id: `arrived-${ward}`, email: noEmail(ward), first_name: 'Kim', last_name: MARKS[ward], ward };
    await insertUser(db, newUser(arrived));
    await insertStay(db, { user_id: arrived.id, state: 'admitted' });
    patients[ward] = { patients: id, leaving: id, requests: request.body.id, explanations: `explained-${ward}` };
    return { id, token };
  };
  const addStaff = async (name: Person) => {
    const grant = PEOPLE[name];
    const id = randomUUID();
    const row = { id, email: `${name}@example.org`, first_name: name, last_name: 'Desk', email_validated: 1 };
    await insertUser(api.database.db, newUser({ ...row, role_type: 'staff', ...grantColumns(grant) }));
    staff[name] = id;
    tokens[name] = await openSession(api.database.db, id, 'full', LENGTHS);
  };

  /** Calls a route. What writes gets a body that can't be read: past the roles and wards, it changes nothing. */
  const call = async ({ method, path }: Route, who: Person, ward: Ward) => {
    const collection = /\/desk\/([a-z-]+)/.exec(path)?.[1] ?? '';
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'id' && patients[ward][collection]) || 'none');
    const headers = { authorization: `Bearer ${tokens[who]}`, accept: 'application/json' };
    const { statusCode, body } = await api.app.inject(
      method === 'GET'
        ? { method, url, headers }
        : { method, url, headers: { ...headers, 'content-type': 'application/json' }, payload: '{' },
    );
    const code = body.startsWith('{"error"') ? (JSON.parse(body) as ApiError).error.code : '';
    return { status: statusCode, body, code };
  };
  const cellOf = async (route: Route, who: Person, ward: Ward): Promise<Cell> => {
    const { code, body, status } = await call(route, who, ward);
    const what = `${route.method} ${route.path} by ${who}: ${status} ${body.slice(0, 200)}`;
    if (code === 'ROLE_MISSING' || code === 'REASON_NEEDED') {
      assert.ok(!Object.values(MARKS).some((mark) => body.includes(mark)), what);
      return code === 'ROLE_MISSING' ? 'no' : 'needs a reason';
    }
    assert.ok(route.method === 'GET' ? status < 300 || code === 'NOT_FOUND' : status === 400, what);
    if (route.about !== 'list') return 'opens';
    return body.includes(MARKS[ward]) || route.path.endsWith('/wards') ? 'lists them' : 'lists none';
  };

  before(async () => {
    const hospital = await startHospital();
    api = await startApi(hospital.env);
    close = async () => {
      await api.close();
      await hospital.server.close();
    };
    await addPatient('patient@example.org', '4A');
    await addPatient('second@example.org', '5B');
    for (const name of Object.keys(PEOPLE) as Person[]) await addStaff(name);
    routes = (await routesOf(api)).filter(({ access }) => access === 'staff');
  });
  after(() => close());

  it('opens each route to the roles and wards that docs/desk-access.md says', async () => {
    const heads = ['route', 'nurse, own ward', 'nurse, other ward', 'clerk', 'operator', 'privacy officer'];
    const rows: string[][] = [];
    let byAccident = 0;
    for (const route of routes.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
      const cells = [
        await cellOf(route, 'ana', '4A'),
        await cellOf(route, 'cleo', '4A'),
        await cellOf(route, 'dora', '4A'),
        await cellOf(route, 'emil', '4A'),
        await cellOf(route, 'fay', '4A'),
      ];
      rows.push([`\`${route.method} ${route.path.replace('/api/v1/desk/', '')}\``, ...cells]);
      // The mirror image, and another nurse of the same ward: the same decision, never a row more.
      const mirrored = [await cellOf(route, 'cleo', '5B'), await cellOf(route, 'ana', '5B')];
      const same = [await cellOf(route, 'ben', '4A'), await cellOf(route, 'ben', '5B')];
      for (const pair of [mirrored, same]) if (String(pair) !== String(cells.slice(0, 2))) byAccident += 1;
      const isOpen = route.about !== 'no-patient' && ['opens', 'lists them'].includes(cells[1] ?? '');
      if (isOpen && !route.path.endsWith('/wards')) byAccident += 1;
      assert.equal(await cellOf(route, 'nobody', '4A'), 'no', `${route.method} ${route.path} without a role`);
    }
    assert.ok(rows.length >= 50, `${rows.length} routes`);
    assert.equal(byAccident, 0);
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
    const table = line(heads) + line(heads.map(() => '---')) + rows.map(line).join('');
    const page = await readFile(PAGE, 'utf8');
    const [top, bottom] = [page.split(BEGIN)[0] ?? '', page.split(END)[1] ?? ''];
    const expected = `${top}${BEGIN}\n${table}\n${END}${bottom}`;
    if (process.env.UPDATE) await writeFile(PAGE, expected);
    else assert.equal(page, expected, 'a route differs from docs/desk-access.md: decide, then run with UPDATE=1');
    console.log(
      `desk roles: ${rows.length} routes x ${Object.keys(PEOPLE).length} staff x 2 wards, 0 rows by accident`,
    );
  });

  it('clerks read who a patient is and how to reach them, operators and privacy officers only who it is', async () => {
    const read = (who: Person) =>
      api.get<DeskPatientDetails>(`/api/v1/desk/patients/${patients['4A'].patients}`, tokens[who]);
    const nurse = await read('ana');
    assert.equal(nurse.careWithheld, undefined);
    assert.ok(nurse.events.length > 0 && nurse.records.length > 0 && nurse.openRequests > 0);
    for (const who of ['dora', 'emil', 'fay'] as const) {
      const { careWithheld, events, records, next, openRequests, lastName, phoneNumber, wristbandCode } =
        await read(who);
      assert.deepEqual([careWithheld, events, records, next, openRequests], ['hidden', [], [], null, 0], who);
      assert.equal(lastName, MARKS['4A']);
      assert.deepEqual([phoneNumber !== '', wristbandCode !== null], [who === 'dora', who === 'dora'], who);
    }
    const listed = await api.get<DeskPatient[]>('/api/v1/desk/patients', tokens.fay);
    assert.deepEqual(
      [...new Set(listed.map((patient) => `${patient.phoneNumber} ${patient.wristbandCode}`))],
      [' null'],
    );
  });

  it('shows who a patient is to a nurse who is also a clerk, and the care with a reason', async () => {
    const grant = grantColumns({ roles: ['nurse', 'clerk'], wards: ['5B'] });
    await api.database.db.updateTable('users').set(grant).where('id', '=', staff.ben).execute();
    const url = `/api/v1/desk/patients/${patients['4A'].patients}`;
    const { careWithheld, phoneNumber } = await api.get<DeskPatientDetails>(url, tokens.ben);
    assert.deepEqual([careWithheld, phoneNumber === ''], ['reason', false]);
    await api.database.db.updateTable('users').set(grantColumns(PEOPLE.ben)).where('id', '=', staff.ben).execute();
  });

  it('finds a patient of another ward by a code, and says only where their page is', async () => {
    const found = await api.post<object>('/api/v1/desk/lookup', { code: ' er10000001 ' }, tokens.cleo);
    assert.deepEqual([found.status, found.body], [200, { id: patients['4A'].patients }]);
    const unknown = await api.post('/api/v1/desk/lookup', { code: 'ER99999999' }, tokens.cleo);
    assert.equal(outcomeOf(unknown), '404 NOT_FOUND');
    const listed = await api.get<DeskPatient[]>('/api/v1/desk/patients?search=ER10000001', tokens.cleo);
    assert.deepEqual(listed, []);
  });

  it('opens a patient of another ward with a reason, which the patient reads, for that nurse only', async () => {
    const path = `/api/v1/desk/patients/${patients['4A'].patients}`;
    const open = (body: object) => api.post(`${path}/openings`, body, tokens.cleo);
    assert.equal(outcomeOf(await open({ reason: 'other', note: ' ' })), '400 VALIDATION');
    assert.equal(outcomeOf(await open({ reason: 'curious' })), '400 VALIDATION');
    assert.equal(outcomeOf(await api.ask('GET', path, { token: tokens.cleo })), '403 REASON_NEEDED');
    assert.equal((await open({ reason: 'advice', note: 'Asked by Dr. Roy' })).status, 204);
    const { lastName, events } = await api.get<DeskPatientDetails>(path, tokens.cleo);
    assert.ok(lastName === MARKS['4A'] && events.length > 0);
    assert.equal((await api.ask('GET', `${path}/plans`, { token: tokens.cleo })).status, 200);
    const request = `/api/v1/desk/requests/${patients['4A'].requests}`;
    assert.equal((await api.ask('GET', request, { token: tokens.cleo })).status, 200);
    const listed = await api.get<DeskPatient[]>('/api/v1/desk/patients', tokens.cleo);
    assert.ok(!JSON.stringify(listed).includes(MARKS['4A']), 'the list stays that of the own ward');
    const patient = await openSession(api.database.db, patients['4A'].patients ?? '', 'full', LENGTHS);
    const log = await api.get<AuditEntry[]>('/api/v1/access-log', patient);
    const entry = log.find(({ staffAct }) => staffAct === 'opened-advice');
    assert.match(entry?.what ?? '', /from another ward: your care team asked for advice/);
    assert.ok(!JSON.stringify(log).includes('Dr. Roy'));
    const [opening] = await api.get<DeskOpening[]>('/api/v1/desk/openings', tokens.fay);
    const { staff: by, patient: of, reason, note } = opening as DeskOpening;
    assert.deepEqual(
      [by.name, of.name, of.ward, reason, note].join(),
      'cleo Desk,Jordan Zanzibar,4A,advice,Asked by Dr. Roy',
    );
    const file = await api.ask<string>('GET', '/api/v1/desk/openings.csv', { token: tokens.fay });
    assert.match(file.body, /cleo Desk,Jordan Zanzibar,4A,Advice to the care team,Asked by Dr\. Roy/);
    const ended = { ends_at: new Date().toISOString() };
    await api.database.db.updateTable('desk_openings').set(ended).execute();
    assert.equal(outcomeOf(await api.ask('GET', path, { token: tokens.cleo })), '403 REASON_NEEDED');
  });

  it('tells live streams of staff only what their role and wards open', async () => {
    const { db } = api.database;
    const at = new Date().toISOString();
    const change = { id: 1, profileId: 1, eventType: null, author: null, objectId: '', at };
    const readers = async (kind: 'request.updated' | 'stay.updated' | 'account.updated', person: string) => {
      const audience = kind === 'request.updated' ? 'request' : 'staff';
      const one = { ...change, kind, person, audience } as const;
      const found = (await readersOf(db, [one])).get(one)?.map((reader) => reader.person) ?? [];
      return (Object.keys(PEOPLE) as Person[]).filter((name) => found.includes(staff[name])).join();
    };
    const { id } = await api.user('second@example.org');
    assert.equal(await readers('request.updated', id), 'cleo');
    assert.equal(await readers('stay.updated', id), 'cleo,dora');
    assert.equal(await readers('account.updated', id), 'dora');
    await api.setUser('second@example.org', { ward: null });
    assert.equal(await readers('request.updated', id), 'ana,ben,cleo', 'a need without a ward reaches every nurse');
    assert.equal(await readers('stay.updated', id), 'dora');
    const open = await api.get<object[]>('/api/v1/desk/requests', tokens.ana);
    assert.ok(JSON.stringify(open).includes(MARKS['5B']));
    await api.setUser('second@example.org', { ward: '5B' });
  });

  it('keeps every role for staff to whom none was assigned', async () => {
    await api.setUser('ana@example.org', { staff_roles: null, staff_wards: null });
    const me = await api.get<User>('/api/v1/users/me', tokens.ana);
    assert.deepEqual(me.desk, { roles: ['nurse', 'clerk', 'operator', 'privacy'], wards: null });
    for (const route of routes) {
      const { code } = await call(route, 'ana', '5B');
      assert.ok(code !== 'ROLE_MISSING' && code !== 'REASON_NEEDED', `${route.method} ${route.path}`);
    }
    await api.setUser('ana@example.org', grantColumns(PEOPLE.ana));
  });

  it('prevents the start of an API with a route of the desk that declares no roles', async () => {
    const app = fastify() as unknown as App;
    app.decorate('db', api.database.db);
    await app.register(deskGate);
    const add = () => app.get('/', { config: { auth: 'staff' } }, () => 'anyone');
    assert.throws(add, /does not declare for which roles of staff it is/);
  });

  it('assigns roles by command, which signs out and warns of those without', async () => {
    const run = async (...args: string[]) => (await performOperatorCommand(ACCOUNTS, args, api.env)).output;
    const email = 'emil@example.org';
    assert.match(await run('role', email, 'nurse'), /nurses have wards, and need them/);
    assert.match(await run('role', email, 'boss'), /boss is not a role/);
    assert.match(await run('role', 'patient@example.org', 'clerk'), /is not staff/);
    const done = await run('role', email, 'nurse', 'clerk', '--wards', '4A,5B');
    assert.equal(done, `${email} is now: nurse (4A, 5B), clerk. They need to sign in again.`);
    assert.equal((await api.ask('GET', '/api/v1/users/me', { token: tokens.emil })).status, 401);
    assert.match(await run('list'), /^emil@example\.org\tstaff\tnurse \(4A, 5B\), clerk$/m);
    assert.doesNotMatch(await run('list'), /Warning/);
    await api.setUser(email, { staff_roles: null });
    assert.match(await run('list'), /Warning: 1 staff account has no role assigned/);
  });
});
