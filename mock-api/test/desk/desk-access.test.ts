/** Staff routes, taken from the API description: only staff get data, and each of their calls is in the audit log. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fastify } from 'fastify';
import { criticalTexts } from 'server-kit/languages/signatures';
import { REPO } from 'server-kit/paths';
import type { ApiError } from '../../src/contract.ts';
import { deskLog } from '../../src/plugins/auth.ts';
import { replacePhoneChange } from '../../src/repositories/accounts/phone-changes.ts';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { insertUser, noEmail } from '../../src/repositories/accounts/users.ts';
import { audit } from '../../src/repositories/audit.ts';
import { insertStay } from '../../src/repositories/desk/stays.ts';
import { newUser } from '../../src/services/accounts/accounts.ts';
import type { App } from '../../src/services/context.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Hospital, startHospital } from '../support/fhir-hospital.ts';
import { type Route, routesOf, type Schema, sampleOf } from '../support/openapi.ts';

const LENGTHS = { sessionIdle: 3_600_000, sessionLength: 3_600_000 };
/** Present in every list and detail that staff read. */
const MARK = 'Zanzibar';

/** A patient without a wristband and a number. */
const ARRIVED = 'arrived';
/** Where a sample refers to nothing. */
const BODIES: Record<string, object> = {
  '/api/v1/desk/patients/{id}/erasure': { name: `Jordan ${MARK}` },
  '/api/v1/desk/wristbands': { patients: [ARRIVED] },
};

/** Reduces a body to its required fields: optional ids in a sample would refer to nothing. */
function requiredOf({ properties = {}, required = [], ...schema }: Schema): Schema {
  const kept = Object.entries(properties).filter(([name]) => required.includes(name));
  return { ...schema, required, properties: Object.fromEntries(kept) };
}

describe('staff routes', () => {
  let api: TestApi;
  let hospital: Hospital;
  let routes: Route[];
  /** Every route of the API. */
  let all: Route[];
  let staffId = '';
  const tokens: Record<string, string | undefined> = { anonymous: undefined };
  const ids: Record<string, string> = {};

  const session = async (email: string, scope: 'full' | 'narrow') => {
    const { db } = api.database;
    const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    return { id, token: await openSession(db, id, scope, LENGTHS) };
  };
  const call = (route: Route, token: string | undefined) => {
    const collection = /\/desk\/([a-z-]+)/.exec(route.path)?.[1] ?? '';
    // Only for patients without a number.
    const id = /\/(pin|phone)$/.test(route.path) ? ARRIVED : ids[collection];
    const values: Record<string, string | undefined> = { ...ids, id };
    const url = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'none');
    const sample = route.body && sampleOf(requiredOf(route.body));
    const body = sample ? { body: BODIES[route.path] ?? sample } : {};
    return api.ask<unknown>(route.method, url, { ...body, ...(token ? { token } : {}) });
  };
  /** Makes the patient wait for the number that a call to this route decides on. */
  const waitForNumber = async (route: Route) => {
    const { phoneNumber } = sampleOf(requiredOf(route.body ?? {})) as { phoneNumber: string };
    const links = { textToken: 'text', emailToken: 'email' };
    await replacePhoneChange(api.database.db, { userId: ids.patients ?? '', sessionHash: '', phoneNumber, ...links });
  };
  const auditRows = async () => {
    const ofStaff = api.database.db.selectFrom('audit').selectAll().where('actor_id', '=', staffId);
    return ofStaff.where('action', 'in', ['STAFF_VIEWED', 'STAFF_CHANGED']).execute();
  };

  before(async () => {
    hospital = await startHospital();
    // The sample of the contract.
    hospital.server.store.put({ resourceType: 'Patient', id: 'Dana', name: [{ text: 'Dana' }], birthDate: '2468' });
    api = await startApi(hospital.env);
    all = await routesOf(api);
    routes = all.filter(({ access, path }) => access === 'staff' || path.includes('/desk'));
    const { db } = api.database;
    const patient = await session('patient@example.org', 'full');
    const review = await session('review@example.com', 'full');
    await db
      .updateTable('users')
      .set({ last_name: MARK, search_text: `${MARK.toLowerCase()} `, ward: MARK })
      .where('id', 'in', [patient.id, review.id])
      .execute();
    await db.updateTable('users').set({ record_number: 'Dana' }).where('id', '=', patient.id).execute();
    const opening = { id: 'opening', user_id: patient.id, staff_id: review.id, reason: 'advice', note: null } as const;
    await db
      .insertInto('desk_openings')
      .values({ ...opening, ward: null, opened_at: '', ends_at: '' })
      .execute();
    await audit(db, { action: 'STAFF_VIEWED', actor: review.id, subject: patient.id, object: 'patient' });
    const arrived = { id: ARRIVED, email: noEmail(ARRIVED), first_name: MARK, last_name: MARK };
    await insertUser(db, newUser(arrived));
    await insertStay(db, { user_id: ARRIVED, state: 'admitted' });
    const signUp = { email: 'a@example.org', name: MARK, city: null, opt_in: 1, created_at: '' };
    await db.insertInto('interest_sign_ups').values(signUp).execute();
    const document = JSON.stringify({ title: { en: MARK, fr: MARK }, text: { en: MARK, fr: MARK } });
    await db.insertInto('desk_templates').values({ id: 'marked', kind: 'reply', document, updated_at: '' }).execute();
    const { id: result } = await db
      .selectFrom('results')
      .select('id')
      .where('user_id', '=', patient.id)
      .executeTakeFirstOrThrow();
    const explained = {
      id: 'explained',
      result_id: result,
      user_id: patient.id,
      language: 'en' as const,
      report: MARK,
    };
    const answered = { state: 'waiting' as const, text: MARK, attempts: 1, next_attempt_at: '', created_at: '' };
    await db
      .insertInto('explanations')
      .values({ ...explained, ...answered, decided_by: null, decided_at: null })
      .execute();
    const received = {
      id: 'put-aside',
      sender: MARK,
      sequence: 1,
      control_id: '1',
      type: 'ADT^A01',
      received_at: new Date().toISOString(),
    };
    const unused = { sent_at: '', hash: '', raw: '', due_at: '', state: 'aside', reason: 'person-unknown' } as const;
    await db
      .insertInto('feed_message')
      .values({ ...received, ...unused, user_id: null, stay: null })
      .execute();
    const { id: retired } = await api.user('second@example.org');
    ids.mergeId = 'merged';
    const numbers = { kept_number: '', retired_number: '', merged_at: new Date().toISOString() };
    await db
      .insertInto('merges')
      .values({ id: ids.mergeId, user_id: patient.id, retired_id: retired, ...numbers })
      .execute();
    // Today in Toronto, or tomorrow: staff may plan both.
    ids.date = new Date().toISOString().slice(0, 10);
    const plan = {
      date: ids.date,
      document: JSON.stringify({ goal: MARK, steps: [], people: [], homeExpected: ids.date }),
      updated_at: '',
    };
    const unread = { written_by: null, read_back: null, read_back_at: null };
    await db
      .insertInto('day_plans')
      .values({ user_id: patient.id, ...plan, ...unread })
      .execute();
    const check = { id: 'marked', user_id: patient.id, author_id: patient.id, is_by_patient: 1, request_id: null };
    const said = { document: JSON.stringify({ answers: [], added: [{ name: MARK }] }), checked_at: '' };
    await db
      .insertInto('medication_checks')
      .values({ ...check, ...said })
      .execute();
    const counts = { month: '2020-01', ward: MARK, kind: 'worry', asked: 9, answered: 9, worried: 0 } as const;
    await db.insertInto('daily_counts').values(counts).execute();
    const noted = { user_id: patient.id, author_id: patient.id, about: null, text: MARK, created_at: '' };
    ids.questionId = '00000000-0000-4000-8000-000000000000';
    await db
      .insertInto('rounds_questions')
      .values({ id: ids.questionId, ...noted, answered_at: null })
      .execute();
    const body = { kind: 'question', text: MARK };
    const asked = await api.ask<{ id: string }>('POST', '/api/v1/profiles/1/requests', { token: patient.token, body });
    assert.equal(asked.status, 201);
    const [sam] = await api.get<{ id: string }[]>('/api/v1/supporters', patient.token);
    Object.assign(ids, {
      supporterId: sam?.id,
      explanations: 'explained',
      feed: 'put-aside',
      patients: patient.id,
      accounts: review.id,
      requests: asked.body.id,
      leaving: patient.id,
      templates: 'marked',
      tag: 'es',
    });
    const [text] = await criticalTexts('es', REPO);
    assert.ok(text);
    BODIES['/api/v1/desk/languages/{tag}/signatures'] = { id: text.id, mark: text.hash.slice(0, 16) };
    const staff = await session('staff@example.org', 'full');
    staffId = staff.id;
    tokens.staff = staff.token;
    tokens.patient = patient.token;
    tokens['a session that needs its PIN'] = (await session('patient@example.org', 'narrow')).token;
    tokens.professional = (await session('professional@example.org', 'full')).token;
    tokens['staff without the second factor'] = (await session('staff@example.org', 'narrow')).token;
    await db.updateTable('users').set({ role_type: 'supporter' }).where('email', '=', 'second@example.org').execute();
    tokens.supporter = (await session('second@example.org', 'full')).token;
    // Without a match in the hospital, the patient is in the list of those to decide on.
    const held = () => db.selectFrom('fhir_links').select('user_id').where('state', '=', 'held').execute();
    while (!(await held()).some(({ user_id: id }) => id === patient.id)) await wait(20);
  });
  after(async () => {
    await api.close();
    await hospital.server.close();
  });

  it('every desk route requires staff access', () => {
    assert.ok(routes.length >= 18, `${routes.length} routes`);
    for (const { path, access } of routes) assert.ok(access === 'staff' && path.startsWith('/api/v1/desk/'), path);
  });

  it('staff routes return no data without staff role and second factor', async () => {
    const users = () => api.database.db.selectFrom('users').selectAll().orderBy('id').execute();
    const before_ = await users();
    const { staff: _staff, ...others } = tokens;
    for (const [who, token] of Object.entries(others)) {
      for (const route of routes) {
        const { status, body } = await call(route, token);
        const what = `${route.method} ${route.path} as ${who}`;
        assert.equal(status, token === undefined ? 401 : 403, what);
        assert.deepEqual(Object.keys(body as object), ['error'], what);
        assert.ok(!JSON.stringify(body).includes(MARK), what);
      }
    }
    assert.deepEqual(await users(), before_);
    assert.deepEqual(await auditRows(), []);
    console.log(`staff routes: ${routes.length} x ${Object.keys(others).length} others, 0 answers with data`);
  });

  it('of the second factor answer only staff, who get nothing else without it', async () => {
    const refused = async (route: Route, who: string, codes: readonly string[]) => {
      const { status, body } = await call(route, tokens[who]);
      const what = `${route.method} ${route.path} as ${who}`;
      assert.equal(status, tokens[who] === undefined ? 401 : 403, what);
      assert.ok(codes.includes((body as ApiError).error.code), `${what}: ${JSON.stringify(body)}`);
    };
    const second = all.filter(({ access }) => access === 'second-factor');
    for (const path of ['/api/v1/passkeys/second-factor/verify', '/api/v1/sessions/second-factor'])
      assert.ok(second.some((route) => route.path === path));
    for (const route of second) {
      for (const who of ['patient', 'supporter', 'professional', 'a session that needs its PIN'])
        await refused(route, who, ['STAFF_ONLY']);
      await refused(route, 'anonymous', ['UNAUTHENTICATED']);
    }
    const withoutIt = all.filter(({ access }) => ['full', 'narrow', 'own-factors'].includes(access));
    assert.ok(withoutIt.some(({ path }) => path === '/api/v1/passkeys/registration/options'));
    for (const route of withoutIt) await refused(route, 'staff without the second factor', ['SECOND_FACTOR_REQUIRED']);
  });

  it('every staff request is in the audit log of its subject', async () => {
    // Reads come first, what others need is removed after them.
    const placeOf = ({ method, path }: Route) => {
      if (method === 'GET') return 0;
      return path.endsWith('/erasure') ? 3 : path.endsWith('/record-link') && method === 'DELETE' ? 2 : 1;
    };
    const inOrder = routes.toSorted((one, other) => placeOf(one) - placeOf(other));
    let reads = 0;
    await api.ask('POST', `/api/v1/desk/patients/${ids.patients}/wristband`, { token: tokens.staff });
    for (const route of inOrder) {
      if (route.path.includes('/phone-change/')) await waitForNumber(route);
      const known = (await auditRows()).length;
      const { status, body } = await call(route, tokens.staff);
      const what = `${route.method} ${route.path}`;
      if (/\/(deny|dismiss|{id}\/refuse)$/.test(route.path)) {
        // Already approved above: a decision is made once.
        assert.equal(status, 409, what);
        continue;
      }
      assert.ok(status < 300, `${what} answered ${status} ${JSON.stringify(body)}`);
      assert.ok((await auditRows()).length > known, `${what} is not in the audit log`);
      if (route.method !== 'GET') continue;
      reads += 1;
      const isShown = JSON.stringify(body).includes(MARK);
      // The feed's state and the product's translations are about no patient.
      const isAboutNobody = /^\/api\/v1\/desk\/(feed$|languages)/.test(route.path);
      assert.ok(isShown || isAboutNobody || route.path.endsWith('.pdf'), `${what} has nothing to show`);
    }
    const subjects = new Set((await auditRows()).map(({ subject_id: subject }) => subject));
    for (const id of [ids.patients, ids.accounts]) assert.ok(subjects.has(id ?? ''));
    console.log(`staff reads: ${reads} routes in the audit log`);
  });

  it('a staff route that writes nothing to the audit log fails', async () => {
    const app = fastify() as unknown as App;
    await app.register(deskLog);
    app.get('/', { config: { auth: 'staff' } }, () => ({ name: MARK }));
    const { statusCode, body } = await app.inject('/');
    assert.deepEqual([statusCode, body.includes(MARK)], [500, false]);
  });
});
