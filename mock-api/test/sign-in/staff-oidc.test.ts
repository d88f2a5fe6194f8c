/** Staff sign-in through a real identity provider: who gets in, for how long, and what ends it. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { ApiError, AuditEntry, SignedOut, SignInProviders, User } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { startServer } from '../support/server-process.ts';
import { until } from '../support/services.ts';
import { Browser, IdentityProvider, settingsFor } from './identity-provider.ts';

const DESK = '/api/v1/desk/requests';

describe('staff sign-in through an identity provider', () => {
  let hospital: IdentityProvider;
  let agency: IdentityProvider;
  let api: TestApi;
  let browser: Browser;
  let address = '';

  const statusOf = async (token: string, at: TestApi = api) => (await at.ask('GET', DESK, { token })).status;
  /** Signs in as a new person, who uses a second factor. Returns the session's token. */
  const enter = async (name: string, provider = hospital, id = 'hospital') => {
    const email = `${name}@hospital.example`;
    provider.people[name] ??= { roles: ['nurse'], amr: ['pwd', 'mfa'], email, preferred_username: name };
    provider.current = name;
    const { result, session } = await browser.signIn(id);
    assert.deepEqual([result, session.status], ['done', 200]);
    return session.body.token;
  };
  /** Waits until the provider is asked about a session again. */
  const isOut = (token: string) => until(async () => (await statusOf(token)) === 401);
  const userOf = (email: string) =>
    api.database.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

  before(async () => {
    [hospital, agency] = await Promise.all([IdentityProvider.reserve(), IdentityProvider.reserve()]);
    const more = { STAFF_OIDC_AGENCY_TRUST_EMAIL: '1', STAFF_OIDC_HOSPITAL_ORGANIZATION: 'Northside General' };
    api = await startApi(settingsFor({ hospital, agency }, more));
    address = await api.app.listen({ host: '127.0.0.1', port: 0 });
    await Promise.all([hospital.open('hospital', address), agency.open('agency', address)]);
  });
  after(async () => {
    await api.close();
    hospital.close();
    agency.close();
  });
  beforeEach(() => {
    browser = new Browser(api);
  });

  it('the sign-in screen learns the providers by name', async () => {
    const { body } = await api.ask<SignInProviders>('GET', '/api/v1/oidc/providers');
    assert.deepEqual(body, [
      { id: 'hospital', name: 'The hospital', url: '/api/v1/oidc/hospital/start' },
      { id: 'agency', name: 'The agency', url: '/api/v1/oidc/agency/start' },
    ]);
  });

  it('staff with a second factor get a full session, an account and an entry in the log', async () => {
    hospital.people.robin = {
      roles: ['porter', 'nurse'],
      amr: ['pwd', 'mfa'],
      email: 'Robin@hospital.example',
      email_verified: true,
    };
    const token = await enter('robin');
    assert.equal(await statusOf(token), 200);
    const { body: me } = await api.ask<User>('GET', '/api/v1/users/me', { token });
    assert.deepEqual(
      [me.scope, me.roleType, me.firstName, me.lastName, me.email, me.organization],
      ['full', 'staff', 'Robin', 'Okafor', 'robin@hospital.example', 'Northside General'],
    );
    const { body: log } = await api.ask<AuditEntry[]>('GET', '/api/v1/access-log', { token });
    assert.deepEqual(log.map(({ what, who }) => [what, who]).sort(), [
      ['Created your staff account', "Your organization's sign-in service"],
      ['Signed in through your organization', 'You'],
    ]);
    const again = await enter('robin');
    const { body: same } = await api.ask<User>('GET', '/api/v1/users/me', { token: again });
    assert.equal(same.id, me.id);
    const { db } = api.database;
    const entries = db.selectFrom('audit').select('object_id').where('subject_id', '=', me.id);
    const signedIn = await entries.where('action', '=', 'SIGNED_IN').execute();
    assert.deepEqual(
      signedIn.map(({ object_id: how }) => how),
      ['oidc:hospital', 'oidc:hospital'],
    );
  });

  it('the same subject at two providers is two people', async () => {
    const [one, other] = [await enter('robin'), await enter('robin', agency, 'agency')];
    const ids = await Promise.all(
      [one, other].map(async (token) => (await api.ask<User>('GET', '/api/v1/users/me', { token })).body.id),
    );
    assert.notEqual(ids[0], ids[1]);
  });

  it('simultaneous first sign-ins of one person all get in, to one account', async () => {
    for (const [name, isVerified] of [
      ['ari', true],
      ['bo', false],
    ] as const) {
      const email = `${name}@hospital.example`;
      hospital.people[name] = { roles: ['nurse'], amr: ['mfa'], email, email_verified: isVerified };
      hospital.current = name;
      const entries = await Promise.all(Array.from({ length: 4 }, () => new Browser(api).signIn('hospital')));
      assert.deepEqual(
        entries.map(({ result, session }) => [result, session.status]),
        Array(4).fill(['done', 200]),
      );
      const ids = entries.map(({ session: { body } }) => body.user.scope === 'full' && body.user.id);
      assert.equal(new Set(ids).size, 1, name);
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

  for (const [who, person, reason] of [
    ['without a second factor', { roles: ['nurse'], amr: ['pwd'] }, 'no-second-factor'],
    ['without a staff role', { roles: ['Nurse', 'porter'], amr: ['mfa'] }, 'not-staff'],
    ['without any role', { roles: [], amr: ['mfa'] }, 'not-staff'],
  ] as const) {
    it(`people ${who} are not let in, and learn why`, async () => {
      hospital.people.pat = {
        ...person,
        roles: [...person.roles],
        amr: [...person.amr],
        email: 'pat@hospital.example',
      };
      hospital.current = 'pat';
      const { result, session } = await browser.signIn();
      assert.deepEqual([result, session.status], [reason, 410]);
      assert.equal((session.body as unknown as ApiError).error.code, 'SSO_EXPIRED');
      assert.equal(await userOf('pat@hospital.example'), undefined);
    });
  }

  it('someone whose role is removed at the provider is out at the next check', async () => {
    const token = await enter('role');
    assert.equal(await statusOf(token), 200);
    hospital.people.role = { roles: [], amr: ['mfa'], email: 'role@hospital.example' };
    await isOut(token);
    const { result } = await browser.signIn();
    assert.equal(result, 'not-staff');
    hospital.people.role.roles = ['physician'];
    assert.equal(await statusOf(await enter('role')), 200);
  });

  it('open streams of someone whose role is removed end without any other request', async () => {
    const token = await enter('watcher');
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    // Streams are checked in turn, one of fifteen each second.
    const streams = await Promise.all(Array.from({ length: 15 }, () => fetch(`${address}/api/v1/stream`, { headers })));
    Object.assign(hospital.people.watcher ?? {}, { roles: [] });
    for (const text of await Promise.all(streams.map((stream) => stream.text())))
      assert.match(text, /event: session\.ended/);
  });

  it('a session goes on while its provider is unreachable, but not for long', async () => {
    const token = await enter('outage');
    const { db } = api.database;
    const of = () => db.selectFrom('oidc_sessions').select('unreachable_since').where('subject', '=', 'outage');
    hospital.isDown = true;
    try {
      await until(async () => {
        assert.equal(await statusOf(token), 200);
        return (await of().executeTakeFirst())?.unreachable_since != null;
      });
      const longAgo = new Date(Date.now() - 11 * 60_000).toISOString();
      await db
        .updateTable('oidc_sessions')
        .set({ unreachable_since: longAgo })
        .where('subject', '=', 'outage')
        .execute();
      assert.equal(await statusOf(token), 503);
    } finally {
      hospital.isDown = false;
    }
    await until(async () => (await statusOf(token)) === 200);
    assert.equal((await of().executeTakeFirst())?.unreachable_since, null);
  });

  it('signing out leads to the provider, whose back-channel logout ends its other sessions here', async () => {
    const [token, second] = [await enter('leaver'), await enter('leaver')];
    const leaver = browser;
    browser = new Browser(api);
    const stayer = await enter('stayer');
    const { status, body } = await api.ask<SignedOut>('DELETE', '/api/v1/sessions', { token });
    assert.equal(status, 200);
    assert.deepEqual([await statusOf(token), await statusOf(second)], [401, 200]);
    const page = await leaver.visit(body.endSessionUrl);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const back = await leaver.visit(`${hospital.issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
    assert.match(back, /^http:\/\/localhost:3000\/onboarding\/login/);
    assert.deepEqual([await statusOf(second), await statusOf(stayer)], [401, 200]);
    assert.equal((await api.ask('DELETE', '/api/v1/sessions', { token: await api.signIn() })).status, 204);
  });

  it('a front-channel logout ends the session with that sid, of that issuer', async () => {
    const token = await enter('front');
    const { db } = api.database;
    const row = await db.selectFrom('oidc_sessions').select('sid').where('subject', '=', 'front').executeTakeFirst();
    const logOut = (id: string, query: Record<string, string>) =>
      api.ask('GET', `/api/v1/oidc/${id}/front-channel-logout?${new URLSearchParams(query)}`);
    const sid = row?.sid ?? '';
    for (const [id, query] of [
      ['hospital', { iss: hospital.issuer }],
      ['hospital', { sid }],
      ['hospital', { iss: hospital.issuer, sid: 'another' }],
      ['hospital', { iss: agency.issuer, sid }],
      ['agency', { iss: agency.issuer, sid }],
    ] as const) {
      assert.equal((await logOut(id, query)).status, 200);
      assert.equal(await statusOf(token), 200);
    }
    const { headers } = await logOut('hospital', { iss: hospital.issuer, sid });
    assert.match(String(headers['content-security-policy']), new RegExp(`frame-ancestors ${hospital.issuer}$`));
    assert.equal(await statusOf(token), 401);
  });

  it('an email alone links no account; only trusted and verified ones link those of staff', async () => {
    const { db } = api.database;
    const attempt = async (email: string, isVerified: boolean, id: 'hospital' | 'agency') => {
      const provider = id === 'hospital' ? hospital : agency;
      const name = `${id}-${email}-${isVerified}`;
      provider.people[name] = { roles: ['nurse'], amr: ['mfa'], email, email_verified: isVerified };
      provider.current = name;
      browser = new Browser(api);
      const { result, session } = await browser.signIn(id);
      const { user } = session.body;
      return [result, user?.scope === 'full' ? user.email : undefined];
    };
    assert.deepEqual(await attempt('staff@example.org', true, 'hospital'), ['account-exists', undefined]);
    assert.deepEqual(await attempt('patient@example.org', true, 'agency'), ['account-exists', undefined]);
    assert.deepEqual(await attempt('staff@example.org', false, 'agency'), ['done', '']);
    const byPassword = await api.signInStaff();
    assert.deepEqual(await attempt('staff@example.org', true, 'agency'), ['done', 'staff@example.org']);
    assert.equal(await statusOf(byPassword), 401, 'earlier sessions end');
    const { status } = await api.ask('POST', '/api/v1/sessions', {
      body: { username: 'staff@example.org', password: 'Demo-pass1' },
    });
    assert.equal(status, 401, 'the password is removed');
    const linked = await userOf('staff@example.org');
    // As after a password reset by email: the provider alone decides who is staff.
    const { password_hash: hash } = (await userOf('second@example.org')) ?? {};
    await db
      .updateTable('users')
      .set({ password_hash: hash ?? null })
      .where('id', '=', linked?.id ?? '')
      .execute();
    const reset = await api.ask('POST', '/api/v1/sessions', {
      body: { username: 'staff@example.org', password: 'Demo-pass1' },
    });
    assert.deepEqual([reset.status, reset.body.error.code], [403, 'SSO_REQUIRED']);
    assert.equal((await userOf('patient@example.org'))?.role_type, 'patient');
  });

  it('with STAFF_OIDC_ONLY, staff without a provider get no session, and patients do', async () => {
    const only = await startApi({ ...settingsFor({ hospital }), STAFF_OIDC_ONLY: '1' });
    const signIn = (username: string) =>
      only.ask('POST', '/api/v1/sessions', { body: { username, password: 'Demo-pass1' } });
    const refused = await signIn('staff@example.org');
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'SSO_REQUIRED']);
    assert.equal((await signIn('patient@example.org')).status, 200);
    await only.close();
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
    const scim = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, id = 'hospital') =>
      api.app
        .inject({
          method,
          url: `/scim/v2${path}`,
          headers: {
            authorization: `Bearer scim-token-of-the-${id}-in-these-tests`,
            ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
          },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        })
        .then((answer) => ({
          status: answer.statusCode,
          type: answer.headers['content-type'],
          body: (answer.body === '' ? {} : answer.json()) as ScimAnswer,
        }));
    const patch = (...operations: object[]) => ({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: operations,
    });
    const eq = (attribute: string, value: string) =>
      `/Users?${new URLSearchParams({ filter: `${attribute} eq "${value}"` })}`;

    it('a provisioned person signs in to that account, and loses it at every process when disabled', async () => {
      const user = { userName: 'Scim-Kim', externalId: 'k-1', emails: [{ value: 'kim@hospital.example' }] };
      const created = await scim('POST', '/Users', user);
      assert.deepEqual([created.status, created.type], [201, 'application/scim+json']);
      const { id } = created.body;
      assert.equal((await scim('POST', '/Users', user)).status, 409);
      const token = await enter('scim-kim');
      const { body: me } = await api.ask<User>('GET', '/api/v1/users/me', { token });
      assert.equal(me.id, id);
      const other = await startServer({ ...api.env, STAFF_OIDC_RECHECK_SECONDS: '3600' });
      const atOther = async () =>
        (await fetch(other.url + DESK, { headers: { authorization: `Bearer ${token}` } })).status;
      assert.equal(await atOther(), 200);
      const disabled = await scim('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
      assert.deepEqual([disabled.status, disabled.body.active], [200, false]);
      assert.deepEqual([await statusOf(token), await atOther()], [401, 401]);
      await other.end('SIGKILL');
      assert.equal((await browser.signIn()).result, 'closed');
      await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: true } }));
      assert.equal(await statusOf(await enter('scim-kim')), 200);
    });

    it('accounts that sign-ins created are found, replaced, deleted and opened again', async () => {
      const token = await enter('scim-lee');
      const found = await scim('GET', eq('userName', 'SCIM-LEE'));
      assert.deepEqual([found.body.totalResults, found.body.Resources[0]?.userName], [1, 'scim-lee']);
      const id = found.body.Resources[0]?.id ?? '';
      const replaced = await scim('PUT', `/Users/${id}`, {
        userName: 'scim-lee',
        externalId: 'l-1',
        active: true,
        name: { givenName: 'Lee', familyName: 'Park' },
        emails: [{ value: 'lee@hospital.example', primary: true }],
      });
      assert.equal(replaced.body.emails[0]?.value, 'lee@hospital.example');
      assert.equal((await scim('GET', eq('externalId', 'l-1'))).body.Resources[0]?.id, id);
      assert.equal(await statusOf(token), 200);
      assert.equal((await scim('DELETE', `/Users/${id}`)).status, 204);
      assert.equal(await statusOf(token), 401);
      assert.equal((await scim('GET', `/Users/${id}`)).status, 404);
      assert.equal((await scim('GET', eq('userName', 'scim-lee'))).body.totalResults, 0);
      assert.equal((await browser.signIn()).result, 'closed');
      const again = await scim('POST', '/Users', { userName: 'scim-lee' });
      assert.deepEqual([again.status, again.body.id], [201, id]);
      assert.equal(await statusOf(await enter('scim-lee')), 200);
    });

    it('a client cannot see or change accounts of other providers', async () => {
      await enter('scim-own');
      const id = (await scim('GET', eq('userName', 'scim-own'))).body.Resources[0]?.id ?? '';
      assert.equal((await scim('GET', eq('userName', 'scim-own'), undefined, 'agency')).body.totalResults, 0);
      for (const method of ['GET', 'DELETE'] as const)
        assert.equal((await scim(method, `/Users/${id}`, undefined, 'agency')).status, 404);
      const patient = await userOf('patient@example.org');
      assert.equal((await scim('DELETE', `/Users/${patient?.id}`)).status, 404);
      const taken = await scim('PUT', `/Users/${id}`, {
        userName: 'scim-own',
        emails: [{ value: 'patient@example.org' }],
      });
      assert.deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness']);
      const staff = await enter('scim-own');
      for (const token of [undefined, staff, 'scim-token-of-the-nobody-in-these-tests'])
        assert.equal((await api.ask('GET', '/scim/v2/Users', { token })).status, 401);
    });

    it('invalid requests get a SCIM error', async () => {
      const wrong = await scim('GET', eq('displayName', 'x'));
      assert.deepEqual([wrong.status, wrong.body.scimType], [400, 'invalidFilter']);
      assert.equal((await scim('POST', '/Users', { externalId: 'x' })).body.scimType, 'invalidValue');
      const id = (await scim('GET', '/Users?count=1')).body.Resources[0]?.id ?? '';
      const odd = await scim('PATCH', `/Users/${id}`, patch({ op: 'move', path: 'active', value: true }));
      assert.deepEqual([odd.status, odd.body.scimType], [400, 'invalidSyntax']);
      const text = await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: 'perhaps' }));
      assert.deepEqual([text.status, text.body.scimType], [400, 'invalidValue']);
      assert.equal((await scim('GET', '/ServiceProviderConfig')).status, 200);
    });
  });
});
