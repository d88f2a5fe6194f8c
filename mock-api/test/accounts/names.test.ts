/** Who changes a person's name, where a preferred name appears, and what the log says of changes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AuditEntry, DeskPatient, DeskPatientDetails, Profile, User } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';

describe('names', () => {
  let api: TestApi;
  let staff: string;
  let patient: DeskPatient;
  let token: string;
  const me = (by = token) => api.get<User>('/api/v1/users/me', by);
  const patch = (body: object, by = token, language = 'en') =>
    api.ask('PATCH', '/api/v1/users/me', { token: by, body, headers: { 'accept-language': language } });
  const rename = (body: object) => api.ask('PATCH', `/api/v1/desk/patients/${patient.id}`, { token: staff, body });
  const search = async (words: string) =>
    (await api.get<DeskPatient[]>(`/api/v1/desk/patients?search=${words}`, staff)).map(({ name }) => name);
  const log = async (by = token) =>
    (await api.get<AuditEntry[]>('/api/v1/access-log', by))
      .filter(({ action }) => action === 'IDENTITY_CHANGED')
      .map(({ who, what }) => `${who}: ${what}`);

  before(async () => {
    api = await startApi();
    staff = await api.signInStaff();
    const body = { firstName: 'Zoë', lastName: 'Côté', phone: '+1 514 555 0111', dateOfBirth: '1958-03-14' };
    patient = (await api.post<DeskPatient>('/api/v1/desk/patients', body, staff)).body;
    const band = await api.post<{ code: string }>(`/api/v1/desk/patients/${patient.id}/wristband`, undefined, staff);
    token = await api.scan(band.body.code);
    const pin = await api.newPin(token, patient.phoneNumber);
    assert.equal((await api.post('/api/v1/sessions/pin/verify', { pin }, token)).status, 200);
  });
  after(() => api.close());

  it('a patient whom the desk created cannot change her name', async () => {
    const wanted = { firstName: 'Jordan', lastName: 'Avery' };
    for (const body of [wanted, { firstName: 'Jordan' }, { ...(await me()), lastName: 'Avery' }]) {
      const { status, body: answer } = await patch(body);
      assert.deepEqual([status, answer.error.code], [403, 'NAME_BY_STAFF']);
    }
    assert.match(
      (await patch(wanted, token, 'fr')).body.error.message,
      /^Seul le personnel de l’hôpital peut changer votre nom/,
    );
    const { name, nameByStaff } = await me();
    assert.deepEqual([name, nameByStaff], ['Zoë Côté', true]);
  });

  it('a preferred name is beside the name, and never on band, desk list or documents', async () => {
    assert.equal((await patch({ ...(await me()), preferredName: ' Jordan ' })).status, 200);
    assert.equal((await patch({ preferredName: 'Jor\u200bdan' })).status, 400);
    const { name, firstName, preferredName } = await me();
    assert.deepEqual([name, firstName, preferredName], ['Zoë Côté', 'Zoë', 'Jordan']);
    const path = `/api/v1/desk/patients/${patient.id}`;
    const band = await api.get<{ name: string }>(`${path}/wristband`, staff);
    assert.equal(band.name, 'Côté, Zoë');
    const details = await api.get<DeskPatientDetails>(path, staff);
    assert.deepEqual([details.name, details.preferredName], ['Zoë Côté', 'Jordan']);
    assert.deepEqual([await search('jordan'), await search('cote')], [['Jordan Avery'], ['Zoë Côté']]);
    const [profile] = await api.get<Profile[]>('/api/v1/profiles', token);
    assert.equal(profile?.title, 'Zoë Côté');
    assert.equal((await patch({ preferredName: null })).status, 200);
    assert.equal((await me()).preferredName, null);
  });

  it('people who registered, and the demo’s patients, change their names themselves', async () => {
    const demo = await api.signIn();
    assert.equal((await patch({ firstName: 'Jo' }, demo)).status, 200);
    const { firstName, nameByStaff } = await me(demo);
    assert.deepEqual([firstName, nameByStaff], ['Jo', false]);
    assert.deepEqual(await log(demo), ['You: Changed your name']);
  });

  it('staff change a name, on the next band, in the list and for supporters', async () => {
    const supporter = await api.signIn('second@example.org');
    await api.setUser('second@example.org', { phone_number: '+1 416 555 0102', phone_digits: '14165550102' });
    await shareWith(api, token, supporter);
    const refused = await rename({ lastName: 'Co\u202ete' });
    assert.deepEqual([refused.status, Object.keys(refused.body.error.fields ?? {})], [400, ['lastName']]);
    assert.equal((await rename({ name: 'Zoë' })).status, 400);
    assert.equal((await rename({ lastName: ' Roy ' })).status, 200);
    assert.deepEqual([await search('cote'), await search('roy')], [[], ['Zoë Roy']]);
    const band = await api.get<{ name: string }>(`/api/v1/desk/patients/${patient.id}/wristband`, staff);
    assert.equal(band.name, 'Roy, Zoë');
    const titles = (await api.get<Profile[]>('/api/v1/profiles', supporter)).map(({ title }) => title);
    assert.ok(titles.includes('Zoë Roy'), titles.join());
  });

  it('each change of an identity is in its owner’s log, without the values', async () => {
    const identifiers = (body: object) =>
      api.ask('PUT', `/api/v1/desk/patients/${patient.id}/identifiers`, { token: staff, body });
    for (const body of [{ dateOfBirth: '1958-03-15' }, { room: '7' }])
      assert.equal((await identifiers(body)).status, 200);
    assert.equal((await rename({ lastName: 'Roy' })).status, 200);
    assert.equal((await patch({ contactEmail: 'zoe@example.org' })).status, 200);
    assert.equal((await patch({ phoneNumber: '+1 514 555 0112' })).status, 200);
    assert.equal((await api.proveNumber(token, '+1 514 555 0112')).status, 200);
    const { first_name: first, last_name: last } = await api.user('staff@example.org');
    const byStaff = `${first} ${last}, hospital staff`;
    assert.deepEqual((await log()).toReversed(), [
      'You: Changed your preferred name',
      'You: Changed your preferred name',
      `${byStaff}: Changed your name`,
      `${byStaff}: Changed your date of birth`,
      'You: Changed your email address',
      'You: Changed your mobile number',
    ]);
    const rows = await api.database.db.selectFrom('audit').selectAll().where('subject_id', '=', patient.id).execute();
    assert.doesNotMatch(JSON.stringify(rows), /Zoë|Roy|Côté|1958|zoe@|555 0112/);
  });
});
