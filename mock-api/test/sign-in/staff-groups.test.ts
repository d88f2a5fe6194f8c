/** Roles at the desk by the groups of an identity provider. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AuditEntry, User } from '../../src/contract.ts';
import { ACCOUNTS } from '../../src/operator/accounts-command.ts';
import { performOperatorCommand } from '../../src/operator/command.ts';
import type { TestApi } from '../support/api.ts';
import { until } from '../support/services.ts';
import { Browser, type IdentityProvider, startProviders } from './identity-provider.ts';

const GROUPS = 'n-4=nurse:4A|4B,n-5=nurse:5B,cn=counter=clerk,float=nurse:all';

interface ScimAnswer {
  id: string;
  displayName: string;
  members: { value: string; display: string; type: string }[];
  totalResults: number;
  scimType?: string;
  Resources: { id: string; endpoint?: string; attributes?: { name: string }[] }[];
}

describe('roles by groups of an identity provider', () => {
  let stage: Awaited<ReturnType<typeof startProviders>>;
  let hospital: IdentityProvider;
  let api: TestApi;

  /** @param more settings of the hospital's provider */
  const start = async (more: Record<string, string> = {}) => {
    const settings = Object.entries({ GROUPS, ...more }).map(([name, value]) => [`STAFF_OIDC_HOSPITAL_${name}`, value]);
    stage = await startProviders(Object.fromEntries(settings));
    ({ hospital, api } = stage);
  };

  const introduce = (name: string, fields: object, provider = hospital) => {
    const email = `${name}@hospital.example`;
    provider.people[name] = { roles: ['nurse'], amr: ['mfa'], email, preferred_username: name, ...fields };
    provider.current = name;
  };
  const enter = async (name: string, fields: object, provider = hospital) => {
    introduce(name, fields, provider);
    const { session } = await new Browser(api).signIn(provider === hospital ? 'hospital' : 'agency');
    assert.equal(session.status, 200);
    return session.body.token;
  };
  const me = (token: string) => api.ask<User>('GET', '/api/v1/users/me', { token });
  const deskOf = async (token: string) => (await me(token)).body.desk;

  describe('in the ID token', () => {
    before(() => start());
    after(() => stage.close());

    it('give what the groups of the ID token give together, and nothing without a known group', async () => {
      const cases = [
        [['n-4'], { roles: ['nurse'], wards: ['4A', '4B'] }],
        [['n-5', 'cn=counter', 'n-4'], { roles: ['nurse', 'clerk'], wards: ['4A', '4B', '5B'] }],
        [['n-5', 'float'], { roles: ['nurse'], wards: null }],
        ['cn=counter', { roles: ['clerk'], wards: null }],
        [['N-4', 'porters'], { roles: [], wards: null }],
        [undefined, { roles: [], wards: null }],
      ] as const;
      for (const [groups, desk] of cases)
        assert.deepEqual(await deskOf(await enter('robin', { groups })), desk, String(groups));
      const patients = await api.ask('GET', '/api/v1/desk/patients', { token: await enter('robin', {}) });
      assert.equal(patients.body.error.code, 'ROLE_MISSING');
    });

    it('follow a group that is taken away at the next check, which ends all sessions', async () => {
      const token = await enter('lee', { groups: ['n-4', 'cn=counter'] });
      const second = await enter('lee', { groups: ['n-4', 'cn=counter'] });
      introduce('lee', { groups: ['n-4'] });
      await until(async () => (await me(token)).status === 401);
      assert.equal((await me(second)).status, 401);
      const again = await enter('lee', { groups: ['n-4'] });
      assert.deepEqual(await deskOf(again), { roles: ['nurse'], wards: ['4A', '4B'] });
      const log = await api.get<AuditEntry[]>('/api/v1/access-log', again);
      const changes = log.filter(({ what }) => what === 'Changed your roles at the desk, by your groups');
      assert.deepEqual(
        changes.map(({ who }) => who),
        Array(2).fill("Your organization's sign-in service"),
      );
    });

    it('go before roles that the command assigned, which accounts of other providers keep', async () => {
      const token = await enter('kim', { groups: ['n-5'], email_verified: true });
      const { agency } = stage;
      const other = await enter('sam', { groups: ['n-5'], email_verified: true }, agency);
      assert.equal((await deskOf(other))?.roles.length, 4);
      for (const name of ['kim', 'sam'])
        await performOperatorCommand(ACCOUNTS, ['role', `${name}@hospital.example`, 'privacy'], api.env);
      assert.equal((await me(token)).status, 401);
      assert.deepEqual((await deskOf(await enter('kim', { groups: ['n-5'] })))?.roles, ['nurse']);
      const kept = await enter('sam', { groups: ['n-5'] }, agency);
      const checkedAt = async () => {
        const sessions = api.database.db.selectFrom('oidc_sessions').select('checked_at').where('subject', '=', 'sam');
        return (await sessions.executeTakeFirstOrThrow()).checked_at;
      };
      const atFirst = await checkedAt();
      await until(async () => {
        assert.deepEqual((await deskOf(kept))?.roles, ['privacy']);
        return (await checkedAt()) !== atFirst;
      });
    });
  });

  describe('by SCIM', () => {
    before(() => start({ GROUPS_FROM: 'scim' }));
    after(() => stage.close());

    const scim = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, id = 'hospital') =>
      api.ask<ScimAnswer>(method, `/scim/v2${path}`, { body, token: `scim-token-of-the-${id}-in-these-tests` });
    const patch = (group: string, ...Operations: object[]) => scim('PATCH', `/Groups/${group}`, { Operations });
    const groupId = async (name: string) => {
      const filter = new URLSearchParams({ filter: `displayName eq "${name}"` });
      return (await scim('GET', `/Groups?${filter}`)).body.Resources[0]?.id ?? '';
    };
    const addUser = async (userName: string, provider = 'hospital') =>
      (await scim('POST', '/Users', { userName }, provider)).body.id;

    it('give and take roles at once, and those of the ID token count for nothing', async () => {
      const id = await addUser('ana');
      const [nurses, counter] = [await groupId('n-4'), await groupId('cn=counter')];
      const added = await patch(nurses, { op: 'Add', path: 'members', value: [{ value: id }] });
      assert.deepEqual(
        [added.status, added.body.displayName, added.body.members],
        [200, 'n-4', [{ value: id, display: 'ana', type: 'User' }]],
      );
      const token = await enter('ana', { groups: ['float', 'cn=counter'] });
      assert.deepEqual(await deskOf(token), { roles: ['nurse'], wards: ['4A', '4B'] });
      await patch(counter, { op: 'replace', value: { displayName: 'cn=counter', members: [{ value: id }] } });
      assert.equal((await me(token)).status, 401);
      assert.deepEqual((await deskOf(await enter('ana', {})))?.roles, ['nurse', 'clerk']);
      for (const [group, removal] of [
        [nurses, { path: `members[value eq "${id}"]` }],
        [counter, { path: 'members', value: [{ value: id }] }],
      ] as const) {
        const current = await enter('ana', {});
        assert.deepEqual((await patch(group, { op: 'remove', ...removal })).body.members, []);
        assert.equal((await me(current)).status, 401);
      }
      assert.deepEqual(await deskOf(await enter('ana', {})), { roles: [], wards: null });
    });

    it('are lost by an account that is deleted, and not back when it opens again', async () => {
      const id = await addUser('bea');
      const nurses = await groupId('float');
      await patch(nurses, { op: 'add', value: { members: [{ value: id }] } });
      await scim('DELETE', `/Users/${id}`);
      assert.deepEqual((await scim('GET', `/Groups/${nurses}`)).body.members, []);
      assert.equal(await addUser('bea'), id);
      assert.deepEqual((await deskOf(await enter('bea', {})))?.roles, []);
    });

    it('hold accounts of this provider only, and no request that is wrong changes any', async () => {
      const [own, other] = [await addUser('cem'), await addUser('dan', 'agency')];
      const nurses = await groupId('n-5');
      const add = (...ids: unknown[]) => ({ op: 'add', path: 'members', value: ids.map((value) => ({ value })) });
      const { id: patient } = await api.user('patient@example.org');
      for (const [operation, type] of [
        [add(other), 'invalidValue'],
        [add(patient), 'invalidValue'],
        [add(7), 'invalidValue'],
        [{ op: 'move', path: 'members' }, 'invalidSyntax'],
        [{ op: 'remove', path: 'members[display eq "cem"]' }, 'noTarget'],
        [{ op: 'add', path: 'members[value eq "x"]', value: [] }, 'invalidPath'],
        [{ op: 'replace', path: 'displayName', value: 'float' }, 'mutability'],
      ] as const) {
        const { status, body } = await patch(nurses, add(own), operation);
        assert.deepEqual([status, body.scimType], [400, type], JSON.stringify(operation));
      }
      assert.deepEqual((await scim('GET', `/Groups/${nurses}`)).body.members, []);
      assert.equal((await scim('GET', '/Groups')).body.totalResults, 4);
      assert.equal((await scim('GET', '/Groups', undefined, 'agency')).body.totalResults, 0);
      for (const method of ['GET', 'PATCH'] as const) {
        const body = method === 'GET' ? undefined : { Operations: [add(other)] };
        assert.equal((await scim(method, `/Groups/${nurses}`, body, 'agency')).status, 404);
      }
    });

    it('are described with users, for clients that ask what there is', async () => {
      const { body: types } = await scim('GET', '/ResourceTypes');
      assert.deepEqual(
        types.Resources.map(({ endpoint }) => endpoint),
        ['/Users', '/Groups'],
      );
      for (const { id, attributes } of (await scim('GET', '/Schemas')).body.Resources) {
        assert.ok((attributes ?? []).every(({ name }) => name.length > 1));
        assert.equal((await scim('GET', `/Schemas/${id}`)).body.id, id);
      }
      assert.equal((await scim('GET', '/ResourceTypes/Device')).status, 404);
    });
  });
});
