/**
 * Every route x two patients x no session x a session that still needs its PIN, generated from the OpenAPI document:
 * new routes are covered automatically, and a route that the matrix can't call fails the test.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CareRequest, SessionState } from '../../src/contract.ts';
import { TABLES } from '../../src/db/migrations.ts';
import type { Db, Tables } from '../../src/db/schema.ts';
import { updateRecord } from '../../src/records/record.ts';
import { findNames } from '../../src/records/words/concept.ts';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { addPasskey } from '../sign-in/authenticator.ts';
import { outcomeOf, startApi, type TestApi } from '../support/api.ts';
import { openObjects, type Route, routesOf, sampleOf } from '../support/openapi.ts';

const LENGTHS = { sessionIdle: 3_600_000, sessionLength: 3_600_000 };
/** Text that appears only in the first patient's data. */
/** Id of the owner's question for the next visit. */
const QUESTION = '00000000-0000-4000-8000-00000000000a';
const CANARY = 'Zanzibar';
/** Email of the first patient, who owns the profiles and everything else that is found by id. */
const OWNER = 'patient@example.org';
const STRANGER = 'second@example.org';
const PHONE = '+1 416 555 0177';
const ACCESS = ['none', 'me', 'narrow', 'full', 'own-factors', 'second-factor', 'staff', 'provisioning'];

/** Tables with counters and logs. The stream's tables are updated by a timer and have their own test. */
const NOT_DATA = ['audit', 'sessions', 'users', 'schema_migrations', 'changes', 'change_numbers', 'deliveries'];

/** Imports a record with something on each of its lists. Returns the id of its document. */
async function addRecord(db: Db, userId: string): Promise<string> {
  const of = { subject: { reference: 'Patient/x' }, patient: { reference: 'Patient/x' }, code: { text: CANARY } };
  const attachment = { contentType: 'text/plain', data: btoa(CANARY) };
  const fields = {
    Observation: { valueString: CANARY },
    Condition: {},
    MedicationStatement: { status: 'active', medicationCodeableConcept: of.code },
    CareTeam: { participant: [{ member: { display: CANARY } }] },
    DocumentReference: { content: [{ attachment }] },
  };
  const resources = Object.entries(fields).map(([type, more]) => ({ ...of, ...more, resourceType: type, id: type }));
  const settings = { nameOf: findNames({}), hospital: 'Hospital' };
  await updateRecord(db, { userId, source: 'files', patient: 'Patient/x' }, resources, settings);
  return (await db.selectFrom('fhir_files').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()).id;
}

describe('the access matrix', () => {
  let api: TestApi;
  let routes: Route[];
  const users: Record<string, string> = {};
  let ownIds: Set<string>;
  let documentId: string;
  let requestId: string;
  let checks = 0;

  /** Opens a new session for each call: one of the calls is the sign-out. */
  const session = (email: string, scope: Tables['sessions']['scope'] = 'full') =>
    openSession(api.database.db, users[email] ?? '', scope, LENGTHS);

  /** Returns all database rows that belong to a patient, except sessions, counters and logs. */
  async function rowsOf(email: string): Promise<string> {
    const userId = users[email] ?? '';
    const { db } = api.database;
    const rows: unknown[] = [await db.selectFrom('users').selectAll().where('id', '=', userId).execute()];
    for (const table of TABLES.filter((name) => !NOT_DATA.includes(name))) {
      const all = await db
        .selectFrom(table as keyof Tables)
        .selectAll()
        .execute();
      const own = all.filter((row) => Object.values(row).includes(userId));
      rows.push(...own.map((row) => JSON.stringify(row)).sort());
    }
    return JSON.stringify(rows);
  }
  const idsIn = (text: string): string[] => text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];

  interface Listed {
    id: string;
    media?: { id: string }[];
    picture?: { id: string };
  }

  /** Returns the items of one of the owner's lists, by the list's path. */
  async function listed(path: string): Promise<Listed[]> {
    const body = await api.get<unknown>(path, await session(OWNER));
    if (path.endsWith('/sessions')) return (body as SessionState).sessions;
    return Array.isArray(body) ? body : [];
  }

  /** Returns the ids of an item and of each of its pictures and documents. */
  const mediaOf = ({ id, media = [], picture }: Listed) =>
    [...media, ...(picture ? [picture] : [])].map((item) => ({ id, mediaId: item.id }));

  /** Returns the parameter values that make a route address the owner's items. */
  async function valuesFor({ method, path, parameters }: Route): Promise<Record<string, string>[]> {
    if (parameters.length === 0) return [{}];
    const collection = path.replace(/\/\{.*$/, '').replace(/\/events\/event$/, '/events');
    if (path.endsWith('/stream')) return [{ age: '0' }];
    if (path.includes('{provider}')) return [{ provider: 'hospital' }];
    if (path.endsWith('/own-data/export.pdf')) return [{ timeZone: 'America/Toronto' }];
    if (path.includes('{supporterId}')) {
      const entries = await listed('/api/v1/supporters');
      return entries.map(({ id }) => ({ id: users[OWNER] ?? '', supporterId: id }));
    }
    if (path.endsWith('{profileId}/requests/{id}')) return [{ profileId: '1', id: requestId }];
    if (path.includes('{questionId}')) return [{ profileId: '1', id: users[OWNER] ?? '', questionId: QUESTION }];
    if (path.includes('{date}')) return [{ id: users[OWNER] ?? '', date: '2026-11-25' }];
    if (path.includes('/desk/') || path.startsWith('/scim/')) return [{ id: users[OWNER] ?? '' }];
    if (path.includes('{uuid}')) return [{ uuid: '00000000-0000-4000-8000-000000000000' }];
    if (path.endsWith('/documents/{mediaId}')) return [{ profileId: '1', mediaId: documentId }];
    if (path.includes('{profileId}')) return [{ profileId: '1' }];
    if (collection.endsWith('/users')) return [{ id: users[OWNER] ?? '' }];
    if (collection.endsWith('/story')) return [{ series: 'patient', index: '14' }];
    const names = [collection, collection.replace('/api/v1/', '/api/')];
    const list = routes.find((route) => route.method === 'GET' && names.includes(route.path));
    assert.ok(list, `${method} ${path}: the matrix knows no list that its ids come from`);
    const items = await listed(list.path);
    const values = path.endsWith('{mediaId}') ? items.flatMap(mediaOf) : items.map(({ id }) => ({ id }));
    assert.ok(values.length > 0, `${list.path} has nothing of the owner for ${path}`);
    return values;
  }

  async function call(route: Route, values: Record<string, string>, token: string | undefined) {
    const query = route.parameters.filter(({ in: place, name }) => place === 'query' && values[name] !== undefined);
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    const search = new URLSearchParams(query.map(({ name }): [string, string] => [name, values[name] ?? '']));
    const url = search.size === 0 ? path : `${path}?${search}`;
    const body = route.body && sampleOf(route.body);
    await api.resetThrottles();
    checks += 1;
    const answer = await api.ask<unknown>(route.method, url, { body, token });
    return { ...answer, what: `${route.method} ${url}`, text: JSON.stringify(answer.body) ?? '' };
  }

  /** Returns the first and the last item: two are enough. */
  const few = <Item>(items: Item[]) => [...new Set([items[0], items.at(-1)])].filter((item) => item !== undefined);

  before(async () => {
    api = await startApi();
    routes = await routesOf(api);
    const { db } = api.database;
    for (const { id, email } of await db.selectFrom('users').select(['id', 'email']).execute()) users[email] = id;
    for (const email of [OWNER, STRANGER]) {
      const token = await session(email);
      for (let step = 0; step < 14; step += 1) await api.post(`/api/v1/story/patient/steps/${step}`, undefined, token);
    }
    await addPasskey(api, await session(OWNER));
    const request = await api.post<CareRequest>(
      '/api/v1/profiles/1/requests',
      { kind: 'other', text: CANARY },
      await session(OWNER),
    );
    requestId = request.body.id;
    const note = { token: await session(OWNER), body: { text: CANARY } };
    const noted = await api.ask('PUT', `/api/v1/profiles/1/rounds-questions/${QUESTION}`, note);
    assert.equal(noted.status, 200);
    documentId = await addRecord(db, users[OWNER] ?? '');
    await api.setUser(OWNER, { last_name: CANARY, city: CANARY, phone_number: PHONE });
    ownIds = new Set(idsIn(await rowsOf(OWNER)));
    const strangers = idsIn(await rowsOf(STRANGER));
    assert.ok(
      strangers.every((id) => !ownIds.has(id)),
      'the two patients share no id',
    );
    assert.ok(ownIds.size > 20);
  });
  after(() => api.close());

  it('every route declares an access level', () => {
    assert.ok(routes.length >= 35);
    for (const { method, path, access } of routes) assert.ok(ACCESS.includes(access), `${method} ${path}: ${access}`);
  });

  it('only the listed routes are public', () => {
    const open = routes.filter(({ access }) => access === 'none').map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(open.sort(), [
      'GET /api/dev/outbox',
      'GET /api/health',
      'GET /api/v1/invitations/{uuid}',
      'GET /api/v1/oidc/providers',
      'GET /api/v1/oidc/{provider}/callback',
      'GET /api/v1/oidc/{provider}/front-channel-logout',
      'GET /api/v1/oidc/{provider}/start',
      'POST /api/account/register',
      'POST /api/v1/oidc/session',
      'POST /api/v1/oidc/{provider}/back-channel-logout',
      'POST /api/v1/passkeys/sign-in/options',
      'POST /api/v1/passkeys/sign-in/verify',
      'POST /api/v1/sessions',
      'POST /api/v1/sessions/code',
      'POST /api/v1/users/forgot-password',
      'POST /api/v1/users/phone-change',
      'POST /api/v1/users/phone-change/confirm',
      'POST /api/v1/users/phone-change/refuse',
      'POST /api/v1/users/poc',
      'POST /api/v1/users/register',
      'POST /api/v1/users/resend-validation-email',
      'POST /api/v1/users/reset-app-password',
      'POST /api/v1/users/validate-email',
    ]);
  });

  it('protected routes return 401 to callers who are not signed in', async () => {
    for (const route of routes.filter(({ access }) => access !== 'none')) {
      for (const values of few(await valuesFor(route))) {
        for (const token of [undefined, 'a'.repeat(43)]) {
          const { status, what } = await call(route, values, token);
          assert.equal(status, 401, what);
        }
      }
    }
  });

  it('limits a session that still needs its PIN to its own routes', async () => {
    const before_ = await rowsOf(OWNER);
    for (const route of routes.filter(({ access }) => access === 'full')) {
      for (const values of few(await valuesFor(route))) {
        const answer = await call(route, values, await session(OWNER, 'narrow'));
        assert.equal(outcomeOf(answer), '403 PIN_REQUIRED', answer.what);
      }
    }
    assert.equal(await rowsOf(OWNER), before_);
    for (const route of routes.filter(({ access }) => access === 'me' || access === 'narrow')) {
      const [values = {}] = await valuesFor(route);
      const { text, what } = await call(route, values, await session(OWNER, 'narrow'));
      for (const secret of [CANARY, OWNER, PHONE, users[OWNER] ?? ''])
        assert.ok(!text.includes(secret), `${what} tells "${secret}"`);
    }
  });

  it('patients cannot read or change data of other patients', async () => {
    for (const route of routes.filter(({ access }) => access !== 'none')) {
      for (const values of few(await valuesFor(route))) {
        const before_ = await rowsOf(OWNER);
        const { status, text, what } = await call(route, values, await session(STRANGER));
        const refusals = route.access === 'provisioning' ? [401] : [403, 404];
        if ('id' in values) assert.ok(refusals.includes(status), `${what} answered ${status}`);
        assert.ok(!text.includes(CANARY), `${what} tells the other patient's name`);
        for (const id of idsIn(text)) assert.ok(!ownIds.has(id), `${what} tells an id of the other patient`);
        assert.equal(await rowsOf(OWNER), before_, `${what} changed the other patient's data`);
      }
    }
  });

  it('accounts without data access get 403 on every route', async () => {
    for (const email of ['expired@example.org', 'unvalidated@example.org', 'review@example.com']) {
      for (const route of routes.filter(({ access }) => access === 'full' || access === 'narrow')) {
        const [values = {}] = await valuesFor(route);
        const { status, what } = await call(route, values, await session(email));
        assert.equal(status, 403, `${what} as ${email}`);
      }
    }
  });

  it('responses contain only documented fields', () => {
    // Responses are serialised by these schemas, which leaves out what they do not name.
    const documented = routes.flatMap(({ answer, method, path }) =>
      answer ? [{ answer, what: `${method} ${path}` }] : [],
    );
    for (const { answer, what } of documented) assert.deepEqual(openObjects(answer), [], `${what} has unnamed fields`);
    assert.ok(documented.length >= 20);
    console.log(
      `access matrix: ${routes.length} routes, ${checks} calls, 0 leaks, ${documented.length} closed responses`,
    );
  });
});
