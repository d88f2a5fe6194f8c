/** Staff sign-in through a real identity provider: who gets in, for how long, and what ends it. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { AuditEntry, SignedOut, SignInProviders, User } from '../../src/contract.ts';
import { outcomeOf, PASSWORD, startApi, type TestApi } from '../support/api.ts';
import { startServer } from '../support/server-process.ts';
import { until } from '../support/services.ts';
import { Browser, type IdentityProvider, settingsFor, startProviders } from './identity-provider.ts';

const DESK = '/api/v1/desk/requests';
const STAFF = 'staff@example.org';
const PATIENT = 'patient@example.org';

describe('staff sign-in through an identity provider', () => {
  let stage: Awaited<ReturnType<typeof startProviders>>;
  let hospital: IdentityProvider;
  let agency: IdentityProvider;
  let api: TestApi;
  let browser: Browser;

  const statusOf = async (token: string) => (await api.ask('GET', DESK, { token })).status;
  const idOf = async (token: string) => (await api.get<User>('/api/v1/users/me', token)).id;
  /** Makes a person known to a provider, and the next to sign in there. */
  const introduce = (name: string, fields: object = {}, provider = hospital) => {
    const email = `${name}@hospital.example`;
    provider.people[name] = { roles: ['nurse'], amr: ['pwd', 'mfa'], email, preferred_username: name, ...fields };
    provider.current = name;
  };
  /** Signs in as a person, who uses a second factor. Returns the session's token. */
  const enter = async (name: string, provider = hospital) => {
    introduce(name, provider.people[name], provider);
    const { result, session } = await browser.signIn(provider === agency ? 'agency' : 'hospital');
    assert.deepEqual([result, session.status], ['done', 200]);
    return session.body.token;
  };
  const signIn = (at: TestApi, username: string) => at.post('/api/v1/sessions', { username, password: PASSWORD });

  before(async () => {
    const more = { STAFF_OIDC_AGENCY_TRUST_EMAIL: '1', STAFF_OIDC_HOSPITAL_ORGANIZATION: 'Northside General' };
    stage = await startProviders(more);
    ({ hospital, agency, api } = stage);
  });
  after(() => stage.close());
  beforeEach(() => {
    browser = new Browser(api);
  });

  it('the sign-in screen learns the providers by name', async () => {
    assert.deepEqual(await api.get<SignInProviders>('/api/v1/oidc/providers'), [
      { id: 'hospital', name: 'The hospital', url: '/api/v1/oidc/hospital/start' },
      { id: 'agency', name: 'The agency', url: '/api/v1/oidc/agency/start' },
    ]);
  });

  it('staff with a second factor get a full session, an account and an entry in the log', async () => {
    introduce('robin', { roles: ['porter', 'nurse'], email: 'Robin@hospital.example', email_verified: true });
    const token = await enter('robin');
    assert.equal(await statusOf(token), 200);
    const me = await api.get<User>('/api/v1/users/me', token);
    assert.deepEqual(
      [me.scope, me.roleType, me.firstName, me.lastName, me.email, me.organization],
      ['full', 'staff', 'Robin', 'Okafor', 'robin@hospital.example', 'Northside General'],
    );
    const log = await api.get<AuditEntry[]>('/api/v1/access-log', token);
    assert.deepEqual(log.map(({ what, who }) => [what, who]).sort(), [
      ['Created your staff account', "Your organization's sign-in service"],
      ['Signed in through your organization', 'You'],
    ]);
    assert.equal(await idOf(await enter('robin')), me.id);
    const entries = api.database.db.selectFrom('audit').select('object_id').where('subject_id', '=', me.id);
    const hows = (await entries.where('action', '=', 'SIGNED_IN').execute()).map(({ object_id: how }) => how);
    assert.deepEqual(hows, ['oidc:hospital', 'oidc:hospital']);
  });

  it('the same subject at two providers is two people', async () => {
    assert.notEqual(await idOf(await enter('robin')), await idOf(await enter('robin', agency)));
  });

  it('simultaneous first sign-ins of one person all get in, to one account', async () => {
    for (const [name, isVerified] of Object.entries({ ari: true, bo: false })) {
      introduce(name, { email_verified: isVerified });
      const entries = await Promise.all(Array.from({ length: 4 }, () => new Browser(api).signIn()));
      const ids = await Promise.all(entries.map(({ session }) => idOf(session.body.token)));
      assert.deepEqual([new Set(ids).size, typeof ids[0]], [1, 'string'], name);
    }
  });

  it('the database holds no token of the provider in clear', async () => {
    const issued: string[] = [];
    hospital.tamper = (response) => {
      issued.push(...[response.id_token, response.access_token, response.refresh_token].map(String));
      return response;
    };
    await enter('robin');
    hospital.tamper = undefined;
    const stored = JSON.stringify(await api.database.db.selectFrom('oidc_sessions').selectAll().execute());
    assert.equal(issued.length, 3);
    for (const token of issued) assert.ok(token.length > 20 && !stored.includes(token));
  });

  it('people without a second factor or a staff role are not let in, and learn why', async () => {
    const people = [
      [{ amr: ['pwd'] }, 'no-second-factor'],
      [{ roles: ['Nurse', 'porter'] }, 'not-staff'],
      [{ roles: [] }, 'not-staff'],
    ] as const;
    for (const [fields, reason] of people) {
      introduce('pat', fields);
      browser = new Browser(api);
      const { result, session } = await browser.signIn();
      assert.deepEqual([result, outcomeOf(session)], [reason, '410 SSO_EXPIRED']);
      await assert.rejects(api.user('pat@hospital.example'), 'no account');
    }
  });

  it('someone whose role is removed at the provider is out at the next check', async () => {
    const token = await enter('role');
    assert.equal(await statusOf(token), 200);
    introduce('role', { roles: [] });
    await until(async () => (await statusOf(token)) === 401);
    assert.equal((await browser.signIn()).result, 'not-staff');
    introduce('role', { roles: ['physician'] });
    assert.equal(await statusOf(await enter('role')), 200);
  });

  it('open streams of someone whose role is removed end without any other request', async () => {
    const headers = { authorization: `Bearer ${await enter('watcher')}`, accept: 'text/event-stream' };
    // Streams are checked in turn, one of fifteen each second.
    const open = () => fetch(`${stage.address}/api/v1/stream`, { headers });
    const streams = await Promise.all(Array.from({ length: 15 }, open));
    introduce('watcher', { roles: [] });
    for (const text of await Promise.all(streams.map((stream) => stream.text())))
      assert.match(text, /event: session\.ended/);
  });

  it('a session goes on while its provider is unreachable, but not for long', async () => {
    const token = await enter('outage');
    const { db } = api.database;
    const row = () => db.selectFrom('oidc_sessions').selectAll().where('subject', '=', 'outage').executeTakeFirst();
    hospital.isDown = true;
    try {
      await until(async () => {
        assert.equal(await statusOf(token), 200);
        return (await row())?.unreachable_since != null;
      });
      const longAgo = { unreachable_since: new Date(Date.now() - 11 * 60_000).toISOString() };
      await db.updateTable('oidc_sessions').set(longAgo).where('subject', '=', 'outage').execute();
      assert.equal(await statusOf(token), 503);
    } finally {
      hospital.isDown = false;
    }
    await until(async () => (await statusOf(token)) === 200);
    assert.equal((await row())?.unreachable_since, null);
  });

  it('signing out leads to the provider, whose back-channel logout ends its other sessions here', async () => {
    const [token, second] = [await enter('leaver'), await enter('leaver')];
    const leaver = browser;
    browser = new Browser(api);
    const stayer = await enter('stayer');
    const { status, body } = await api.ask<SignedOut>('DELETE', '/api/v1/sessions', { token });
    assert.deepEqual([status, await statusOf(token), await statusOf(second)], [200, 401, 200]);
    const page = await leaver.visit(body.endSessionUrl);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const back = await leaver.visit(`${hospital.issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
    assert.match(back, /^http:\/\/localhost:3000\/onboarding\/login/);
    assert.deepEqual([await statusOf(second), await statusOf(stayer)], [401, 200]);
    assert.equal((await api.ask('DELETE', '/api/v1/sessions', { token: await api.signIn() })).status, 204);
  });

  it('a front-channel logout ends the session with that sid, of that issuer', async () => {
    const token = await enter('front');
    const sessions = api.database.db.selectFrom('oidc_sessions').select('sid').where('subject', '=', 'front');
    const sid = (await sessions.executeTakeFirst())?.sid ?? '';
    const logOut = (id: string, query: Record<string, string>) =>
      api.ask('GET', `/api/v1/oidc/${id}/front-channel-logout?${new URLSearchParams(query)}`);
    const genuine = { iss: hospital.issuer, sid };
    for (const [id, query] of [
      ['hospital', { iss: hospital.issuer }],
      ['hospital', { sid }],
      ['hospital', { ...genuine, sid: 'another' }],
      ['hospital', { ...genuine, iss: agency.issuer }],
      ['agency', { ...genuine, iss: agency.issuer }],
    ] as const)
      assert.deepEqual([(await logOut(id, query)).status, await statusOf(token)], [200, 200]);
    const { headers } = await logOut('hospital', genuine);
    assert.match(String(headers['content-security-policy']), new RegExp(`frame-ancestors ${hospital.issuer}$`));
    assert.equal(await statusOf(token), 401);
  });

  it('an email alone links no account; only trusted and verified ones link those of staff', async () => {
    const attempt = async (email: string, isVerified: boolean, provider: IdentityProvider) => {
      introduce(`${email}-${isVerified}`, { email, email_verified: isVerified }, provider);
      const { result, session } = await new Browser(api).signIn(provider === agency ? 'agency' : 'hospital');
      const { user } = session.body;
      return [result, user?.scope === 'full' ? user.email : undefined];
    };
    assert.deepEqual(await attempt(STAFF, true, hospital), ['account-exists', undefined]);
    assert.deepEqual(await attempt(PATIENT, true, agency), ['account-exists', undefined]);
    assert.deepEqual(await attempt(STAFF, false, agency), ['done', '']);
    const byPassword = await api.signInStaff();
    assert.deepEqual(await attempt(STAFF, true, agency), ['done', STAFF]);
    assert.equal(await statusOf(byPassword), 401, 'earlier sessions end');
    assert.equal((await signIn(api, STAFF)).status, 401, 'the password is removed');
    // As after a password reset by email: the provider alone decides who is staff.
    await api.setUser(STAFF, { password_hash: (await api.user(PATIENT)).password_hash });
    assert.equal(outcomeOf(await signIn(api, STAFF)), '403 SSO_REQUIRED');
    assert.equal((await api.user(PATIENT)).role_type, 'patient');
  });

  it('with STAFF_OIDC_ONLY, staff without a provider get no session, and patients do', async (test) => {
    const only = await startApi({ ...settingsFor({ hospital }), STAFF_OIDC_ONLY: '1' });
    test.after(() => only.close());
    assert.equal(outcomeOf(await signIn(only, STAFF)), '403 SSO_REQUIRED');
    assert.equal((await signIn(only, PATIENT)).status, 200);
  });

  describe('by SCIM', () => {
    interface ScimAnswer {
      id: string;
      userName: string;
      active: boolean;
      emails: { value: string }[];
      totalResults: number;
      Resources: ScimAnswer[];
      scimType?: string;
    }
    type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    const scim = (method: Method, path: string, body?: unknown, id = 'hospital') => {
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/scim+json' };
      const token = `scim-token-of-the-${id}-in-these-tests`;
      return api.ask<ScimAnswer>(method, `/scim/v2${path}`, { body, headers, token });
    };
    const patch = (id: string, operation: object) => {
      const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
      return scim('PATCH', `/Users/${id}`, { schemas, Operations: [operation] });
    };
    const find = async (attribute: string, value: string, id?: string) => {
      const filter = new URLSearchParams({ filter: `${attribute} eq "${value}"` });
      return (await scim('GET', `/Users?${filter}`, undefined, id)).body;
    };

    it('a provisioned person signs in to that account, and loses it at every process when disabled', async (test) => {
      const user = { userName: 'Scim-Kim', externalId: 'k-1', emails: [{ value: 'kim@hospital.example' }] };
      const created = await scim('POST', '/Users', user);
      const { id } = created.body;
      assert.deepEqual([created.status, created.headers['content-type']], [201, 'application/scim+json']);
      assert.equal((await scim('POST', '/Users', user)).status, 409);
      const token = await enter('scim-kim');
      assert.equal(await idOf(token), id);
      const other = await startServer({ ...api.env, STAFF_OIDC_RECHECK_SECONDS: '3600' });
      test.after(() => other.end('SIGKILL'));
      const headers = { authorization: `Bearer ${token}` };
      const atOther = async () => (await fetch(other.url + DESK, { headers })).status;
      assert.equal(await atOther(), 200);
      const disabled = await patch(id, { op: 'Replace', path: 'active', value: 'False' });
      assert.deepEqual([disabled.status, disabled.body.active], [200, false]);
      assert.deepEqual([await statusOf(token), await atOther()], [401, 401]);
      assert.equal((await browser.signIn()).result, 'closed');
      await patch(id, { op: 'replace', value: { active: true } });
      assert.equal(await statusOf(await enter('scim-kim')), 200);
    });

    it('accounts that sign-ins created are found, replaced, deleted and opened again', async () => {
      const token = await enter('scim-lee');
      const { totalResults, Resources } = await find('userName', 'SCIM-LEE');
      assert.deepEqual([totalResults, Resources[0]?.userName], [1, 'scim-lee']);
      const id = Resources[0]?.id ?? '';
      const emails = [{ value: 'lee@hospital.example', primary: true }];
      const name = { givenName: 'Lee', familyName: 'Park' };
      const fields = { userName: 'scim-lee', externalId: 'l-1', active: true, name, emails };
      const replaced = await scim('PUT', `/Users/${id}`, fields);
      assert.equal(replaced.body.emails[0]?.value, 'lee@hospital.example');
      assert.equal((await find('externalId', 'l-1')).Resources[0]?.id, id);
      assert.equal(await statusOf(token), 200);
      const own = await api.ask('PATCH', '/api/v1/users/me', { token, body: { lastName: 'Avery' } });
      assert.equal(own.body.error.code, 'NAME_BY_STAFF');
      const changes = await api.get<AuditEntry[]>('/api/v1/access-log', token);
      const isName = ({ what }: AuditEntry) => what === 'Changed your name';
      assert.equal(changes.find(isName)?.who, "Your organization's sign-in service");
      assert.equal((await scim('DELETE', `/Users/${id}`)).status, 204);
      assert.equal(await statusOf(token), 401);
      assert.equal((await scim('GET', `/Users/${id}`)).status, 404);
      assert.equal((await find('userName', 'scim-lee')).totalResults, 0);
      assert.equal((await browser.signIn()).result, 'closed');
      const again = await scim('POST', '/Users', { userName: 'scim-lee' });
      assert.deepEqual([again.status, again.body.id], [201, id]);
      assert.equal(await statusOf(await enter('scim-lee')), 200);
    });

    it('a client cannot see or change accounts of other providers', async () => {
      const staff = await enter('scim-own');
      const id = (await find('userName', 'scim-own')).Resources[0]?.id ?? '';
      assert.equal((await find('userName', 'scim-own', 'agency')).totalResults, 0);
      for (const method of ['GET', 'DELETE'] as const)
        assert.equal((await scim(method, `/Users/${id}`, undefined, 'agency')).status, 404);
      assert.equal((await scim('DELETE', `/Users/${(await api.user(PATIENT)).id}`)).status, 404);
      const taken = await scim('PUT', `/Users/${id}`, { userName: 'scim-own', emails: [{ value: PATIENT }] });
      assert.deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness']);
      for (const token of [undefined, staff, 'scim-token-of-the-nobody-in-these-tests'])
        assert.equal((await api.ask('GET', '/scim/v2/Users', { token })).status, 401);
    });

    it('invalid requests get a SCIM error', async () => {
      assert.equal((await find('displayName', 'x')).scimType, 'invalidFilter');
      assert.equal((await scim('POST', '/Users', { externalId: 'x' })).body.scimType, 'invalidValue');
      const id = (await scim('GET', '/Users?count=1')).body.Resources[0]?.id ?? '';
      const odd = await patch(id, { op: 'move', path: 'active', value: true });
      assert.deepEqual([odd.status, odd.body.scimType], [400, 'invalidSyntax']);
      const text = await patch(id, { op: 'replace', path: 'active', value: 'perhaps' });
      assert.deepEqual([text.status, text.body.scimType], [400, 'invalidValue']);
      const name = await patch(id, { op: 'replace', path: 'name.familyName', value: 'Park\u202e' });
      assert.deepEqual([name.status, name.body.scimType], [400, 'invalidValue']);
      assert.equal((await scim('GET', '/ServiceProviderConfig')).status, 200);
    });
  });
});
