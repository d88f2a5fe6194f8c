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

describe('roles by groups of an identity provider', () => {
  let stage: Awaited<ReturnType<typeof startProviders>>;
  let hospital: IdentityProvider;
  let api: TestApi;

  before(async () => {
    stage = await startProviders({ STAFF_OIDC_HOSPITAL_GROUPS: GROUPS });
    ({ hospital, api } = stage);
  });
  after(() => stage.close());

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
