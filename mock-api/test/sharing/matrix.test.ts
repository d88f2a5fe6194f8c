/**
 * Every route x two patients x no session x a session that still needs its PIN, generated from the OpenAPI document:
 * new routes are covered automatically, and a route that the matrix can't call fails the test.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SessionState } from '../../src/contract.ts';
import { TABLES } from '../../src/db/migrations.ts';
import type { Db, SessionsTable, Tables } from '../../src/db/schema.ts';
import { updateRecord } from '../../src/records/record.ts';
import { findNames } from '../../src/records/words/names.ts';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { addPasskey } from '../sign-in/authenticator.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { extraFields, openObjects, type Route, routesOf, sampleOf } from '../support/openapi.ts';

const LENGTHS = { sessionIdle: 3_600_000, sessionLength: 3_600_000 };
/** Text that appears only in the first patient's data. */
const CANARY = 'Zanzibar';
/** Email of the first patient, who owns the profiles and everything else that is found by id. */
const OWNER = 'patient@example.org';
const STRANGER = 'second@example.org';
const STAFF = 'staff@example.org';

/** Tables with counters and logs. The stream's tables are updated by a timer and have their own test. */
const NOT_DATA = ['audit', 'sessions', 'users', 'schema_migrations', 'changes', 'change_numbers', 'deliveries'];

/** Imports a record with something on each of its lists. Returns the id of its document. */
async function addRecord(db: Db, userId: string): Promise<string> {
  const of = { subject: { reference: 'Patient/x' }, patient: { reference: 'Patient/x' }, code: { text: CANARY } };
  const contentType = 'text/plain';
  const resources = [
    { ...of, resourceType: 'Observation', id: 'o', valueString: CANARY },
    { ...of, resourceType: 'Condition', id: 'c' },
    { ...of, resourceType: 'MedicationStatement', id: 'm', status: 'active', medicationCodeableConcept: of.code },
    { ...of, resourceType: 'CareTeam', id: 't', participant: [{ member: { display: CANARY } }] },
    {
      ...of,
      resourceType: 'DocumentReference',
      id: 'd',
      content: [{ attachment: { contentType, data: btoa(CANARY) } }],
    },
  ];
  const settings = { nameOf: findNames({}), hospital: 'Hospital' };
  await updateRecord(db, { userId, source: 'files', patient: 'Patient/x' }, resources, settings);
  const file = await db.selectFrom('fhir_files').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow();
  return file.id;
}

describe('the access matrix', () => {
  let api: TestApi;
  let routes: Route[];
  const users: Record<string, string> = {};
  let ownIds: Set<string>;
  let documentId: string;
  let checks = 0;

  /** Opens a new session for each call: one of the calls is the sign-out. */
  const session = (email: string, scope: SessionsTable['scope'] = 'full') =>
    openSession(api.database.db, users[email] ?? '', scope, LENGTHS);

  /** Returns all database rows that belong to this user, except sessions, counters and logs. */
  async function rowsOf(userId: string): Promise<string> {
    const { db } = api.database;
    const rows: unknown[] = [await db.selectFrom('users').selectAll().where('id', '=', userId).execute()];
    for (const table of TABLES) {
      if (NOT_DATA.includes(table)) continue;
      const all = await db
        .selectFrom(table as keyof Tables)
        .selectAll()
        .execute();
      rows.push(
        ...all
          .filter((row) => Object.values(row).includes(userId))
          .map((row) => JSON.stringify(row))
          .sort(),
      );
    }
    return JSON.stringify(rows);
  }

  interface Listed {
    id: string;
    media?: { id: string }[];
    picture?: { id: string };
  }

  /** Returns the items of one of the owner's lists, by the list's path. */
  async function listed(path: string): Promise<Listed[]> {
    const { body } = await api.ask<unknown>('GET', path, { token: await session(OWNER) });
    if (path.endsWith('/sessions')) return (body as SessionState).sessions;
    return Array.isArray(body) ? body : [];
  }

  /** Returns the ids of an item and of each of its pictures and documents. */
  const mediaOf = ({ id, media = [], picture }: Listed) =>
    [...media, ...(picture ? [picture] : [])].map((item) => ({ id, mediaId: item.id }));

  /** Returns the parameter values that make a route address the owner's items. */
  async function valuesFor({ method, path, parameters }: Route): Promise<Record<string, string>[]> {
    if (parameters.length === 0) return [{}];
    const collection = path
      .replace(/\/\{.*$/, '')

      .replace(/\/events\/event$/, '/events');
    if (path.endsWith('/stream')) return [{ age: '0' }];
    if (path.includes('{provider}')) return [{ provider: 'hospital' }];
    if (path.endsWith('/own-data/export.pdf')) return [{ timeZone: 'America/Toronto' }];
    if (path.includes('/desk/') || path.startsWith('/scim/')) return [{ id: users[OWNER] ?? '' }];
    if (path.includes('{uuid}')) return [{ uuid: '00000000-0000-4000-8000-000000000000' }];
    if (path.endsWith('/documents/{mediaId}')) return [{ profileId: '1', mediaId: documentId }];
    if (path.includes('{profileId}')) return [{ profileId: '1' }];
    if (collection.endsWith('/users')) return [{ id: users[OWNER] ?? '' }];
    if (collection.endsWith('/story')) return [{ series: 'patient', index: '14' }];
    const list = routes.find((route) => route.method === 'GET' && listNames(collection).includes(route.path));
    assert.ok(list, `${method} ${path}: the matrix knows no list that its ids come from`);
    const items = await listed(list.path);
    const values = path.endsWith('{mediaId}') ? items.flatMap(mediaOf) : items.map(({ id }) => ({ id }));
    assert.ok(values.length > 0, `${list.path} has nothing of the owner for ${path}`);
    return values;
  }

  const listNames = (collection: string) => [collection, collection.replace('/api/v1/', '/api/')];

  async function call(route: Route, values: Record<string, string>, token: string | undefined) {
    const query = route.parameters.filter(({ in: place, name }) => place === 'query' && values[name] !== undefined);
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    const search = query.map(({ name }) => `${name}=${encodeURIComponent(values[name] ?? '')}`).join('&');
    const url = search === '' ? path : `${path}?${search}`;
    const body = route.body ? { body: sampleOf(route.body) } : {};
    await api.database.db.deleteFrom('throttles').execute();
    checks += 1;
    const answer = await api.ask<unknown>(route.method, url, { ...body, ...(token ? { token } : {}) });
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
      for (let step = 0; step < 14; step += 1) {
        await api.ask('POST', `/api/v1/story/patient/steps/${step}`, { token });
      }
    }
    await addPasskey(api, await session(OWNER));
    documentId = await addRecord(api.database.db, users[OWNER] ?? '');
    const mark = { last_name: CANARY, city: CANARY, phone_number: '+1 416 555 0177' };
    await db.updateTable('users').set(mark).where('email', '=', OWNER).execute();
    ownIds = new Set((await rowsOf(users[OWNER] ?? '')).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g));
    const strangers = new Set((await rowsOf(users[STRANGER] ?? '')).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g));
    assert.ok(
      [...ownIds].every((id) => !strangers.has(id)),
      'the two patients share no id',
    );
    assert.ok(ownIds.size > 20);
  });
  after(() => api.close());

  it('every route declares an access level', () => {
    assert.ok(routes.length >= 35);
    for (const { method, path, access } of routes) {
      assert.ok(
        ['none', 'me', 'narrow', 'full', 'second-factor', 'staff', 'provisioning'].includes(access),
        `${method} ${path} says ${access}`,
      );
    }
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
    const before_ = await rowsOf(users[OWNER] ?? '');
    for (const route of routes.filter(({ access }) => access === 'full')) {
      for (const values of few(await valuesFor(route))) {
        const { status, text, what } = await call(route, values, await session(OWNER, 'narrow'));
        assert.equal(status, 403, what);
        assert.match(text, /PIN_REQUIRED/, what);
      }
    }
    assert.equal(await rowsOf(users[OWNER] ?? ''), before_);
    for (const route of routes.filter(({ access }) => access === 'me' || access === 'narrow')) {
      const [values = {}] = await valuesFor(route);
      const { text, what } = await call(route, values, await session(OWNER, 'narrow'));
      for (const secret of [CANARY, OWNER, '+1 416 555 0177', users[OWNER] ?? '']) {
        assert.ok(!text.includes(secret), `${what} tells "${secret}"`);
      }
    }
  });

  it('patients cannot read or change data of other patients', async () => {
    const owner = users[OWNER] ?? '';
    for (const route of routes.filter(({ access }) => access !== 'none')) {
      for (const values of few(await valuesFor(route))) {
        const before_ = await rowsOf(owner);
        const { status, text, what } = await call(route, values, await session(STRANGER));
        const refusals = route.access === 'provisioning' ? [401] : [403, 404];
        if ('id' in values) assert.ok(refusals.includes(status), `${what} answered ${status}`);
        assert.ok(!text.includes(CANARY), `${what} tells the other patient's name`);
        for (const id of text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []) {
          assert.ok(!ownIds.has(id), `${what} tells an id of the other patient`);
        }
        assert.equal(await rowsOf(owner), before_, `${what} changed the other patient's data`);
      }
    }
  });

  it('accounts without data access get 403 on every route', async () => {
    for (const email of ['expired@example.org', 'unvalidated@example.org', 'review@example.com']) {
      for (const route of routes.filter(({ access }) => access === 'full' || access === 'narrow')) {
        const [values = {}] = few(await valuesFor(route));
        const { status, what } = await call(route, values, await session(email));
        assert.equal(status, 403, `${what} as ${email}`);
      }
    }
  });

  it('responses contain only documented fields', async () => {
    for (const route of routes) {
      const { answer, method, path } = route;
      if (answer) assert.deepEqual(openObjects(answer), [], `${method} ${path} would let unnamed fields through`);
    }
    // Reads come before writes: deleted or accepted items can't be read.
    const inOrder = routes.toSorted((one, other) => Number(one.method !== 'GET') - Number(other.method !== 'GET'));
    let compared = 0;
    for (const { answer, ...route } of inOrder) {
      if (!answer || route.path.endsWith('/reset')) continue;
      const token = route.access === 'none' ? undefined : await session(route.access === 'staff' ? STAFF : OWNER);
      // Staff act on the other patient here, so that the owner's data stays unchanged.
      const [values = {}] =
        route.access === 'staff' ? [{ id: users[STRANGER] ?? '' }] : await valuesFor({ ...route, answer });
      const { status, body, what } = await call({ ...route, answer }, values, token);
      if (status >= 300 || status === 204) continue;
      compared += 1;
      assert.deepEqual(extraFields(body, answer), [], what);
    }
    assert.ok(compared >= 20, `${compared} answers compared`);
    console.log(
      `access matrix: ${routes.length} routes, ${checks} calls, 0 leaks, ${compared} answers without an extra field`,
    );
  });
});
