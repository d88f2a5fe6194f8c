import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { ApiError, AuditEntry, CareEvent, DayPlans, RoundsQuestion } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';

describe('questions for the next visit', () => {
  let api: TestApi;
  let staff: string;
  let patient: string;
  let other: string;
  let patientId: string;
  let profileId: number;
  let grant: (change: object) => Promise<void>;
  const save = (id: string, body: object, token = patient, profile = 1) =>
    api.ask<RoundsQuestion & ApiError>('PUT', `/api/v1/profiles/${profile}/rounds-questions/${id}`, { token, body });
  const tick = async (id: string, isAnswered: boolean, token = patient, profile = 1) => {
    const path = `/api/v1/profiles/${profile}/rounds-questions/${id}/answered`;
    return (await api.ask('PUT', path, { token, body: { isAnswered } })).status;
  };
  const remove = async (id: string, token = patient, profile = 1) =>
    (await api.ask('DELETE', `/api/v1/profiles/${profile}/rounds-questions/${id}`, { token })).status;
  const list = async (token = patient, profile = 1) =>
    (await api.get<DayPlans>(`/api/v1/profiles/${profile}/plans`, token)).questions;
  const atDesk = async () => (await api.get<DayPlans>(`/api/v1/desk/patients/${patientId}/plans`, staff)).questions;
  const texts = (questions: readonly RoundsQuestion[]) => questions.map(({ text }) => text);

  before(async () => {
    api = await startApi();
    staff = await api.signInStaff();
    patient = await api.signIn();
    other = await api.signIn('second@example.org');
    patientId = (await api.ask<{ id: string }>('GET', '/api/v1/users/me', { token: patient })).body.id;
    ({ profileId, grant } = await shareWith(api, patient, other));
  });
  after(() => api.close());

  it('are stored once, however often one is sent, and can be changed and removed', async () => {
    const [id, second] = [randomUUID(), randomUUID()];
    assert.equal((await save(id, { text: ' When can I go home? ' })).status, 200);
    assert.equal((await save(id, { text: 'When can I go home?' })).status, 200);
    await save(second, { text: 'May I shower?' });
    assert.deepEqual(texts(await list()), ['When can I go home?', 'May I shower?']);
    await save(id, { text: 'When can I eat?' });
    assert.deepEqual([await remove(second), await remove(second)], [204, 404]);
    assert.deepEqual(texts(await list()), ['When can I eat?']);
    await remove(id);
  });

  it('name the event that they are about, if it is one that who asks may see', async () => {
    const [event] = await api.get<CareEvent[]>('/api/events', patient);
    const about = { type: 'event', id: event?.id };
    const { body } = await save(randomUUID(), { text: 'What was this?', about });
    assert.deepEqual(body.about, { ...about, title: event?.name });
    assert.equal(body.isYours, true);
    const [theirs] = await api.get<CareEvent[]>('/api/events', other);
    for (const wrong of [
      { type: 'event', id: theirs?.id },
      { type: 'event', id: 'none' },
    ])
      assert.equal((await save(randomUUID(), { text: 'And this?', about: wrong })).status, 404);
    for (const bad of [{ text: ' ' }, { text: 'a'.repeat(501) }, { text: 'a', about: { type: 'medication', id: 'a' } }])
      assert.equal((await save(randomUUID(), bad)).status, 400);
    assert.equal((await save('1', { text: 'a' })).status, 400);
    await remove(body.id);
  });

  it('are ticked off by patients and staff, keep their time, and keep their words then', async () => {
    const [id, second] = [randomUUID(), randomUUID()];
    await save(id, { text: 'One?' });
    await save(second, { text: 'Two?' });
    const path = (question: string, of = patientId) =>
      `/api/v1/desk/patients/${of}/rounds-questions/${question}/answered`;
    const tickAtDesk = async (question: string, of?: string) =>
      (await api.ask('PUT', path(question, of), { token: staff, body: { isAnswered: true } })).status;
    assert.equal(await tickAtDesk(id), 204);
    assert.equal(await tick(second, true), 204);
    const [first] = await list();
    assert.ok(first?.answeredAt);
    assert.equal(await tickAtDesk(id), 204);
    assert.deepEqual(
      await atDesk(),
      (await list()).map((question) => ({ ...question, isYours: false })),
    );
    const refused = await save(id, { text: 'Another?' });
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'QUESTION_ANSWERED']);
    assert.equal((await save(id, { text: 'One?' })).status, 200, 'a retry');
    assert.equal(await tick(id, false), 204);
    assert.equal((await list())[0]?.answeredAt, null);
    const stranger = (await api.ask<{ id: string }>('GET', '/api/v1/users/me', { token: other })).body.id;
    assert.equal(await tickAtDesk(id, stranger), 404);
    for (const question of [id, second]) await remove(question);
  });

  it('of a supporter need both permissions, and each supporter sees their own only', async () => {
    const [own, theirs] = [randomUUID(), randomUUID()];
    await save(own, { text: 'Mine?' });
    const { body } = await save(theirs, { text: 'Hers?' }, other, profileId);
    assert.deepEqual(texts(await list(other, profileId)), ['Hers?']);
    assert.deepEqual(
      (await list()).map(({ text, who, isYours }) => [text, who, isYours]),
      [
        ['Mine?', (await list())[0]?.who, true],
        ['Hers?', body.who, false],
      ],
    );
    assert.equal((await save(theirs, { text: 'Ours?' })).status, 404, 'words of someone else');
    assert.equal((await save(own, { text: 'Ours?' }, other, profileId)).status, 404);
    assert.equal(await tick(own, true, other, profileId), 404);
    await remove(own, other, profileId);
    assert.equal((await list()).length, 2, 'not removed by a supporter');
    await grant({ feedback: false });
    const refused = await save(randomUUID(), { text: 'Again?' }, other, profileId);
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FEEDBACK_NOT_SHARED']);
    assert.deepEqual(await list(other, profileId), []);
    await grant({ carePlans: false });
    assert.equal((await save(randomUUID(), { text: 'Again?' }, other, profileId)).status, 404);
  });

  it('are in the access log of the patient', async () => {
    const log = await api.get<AuditEntry[]>('/api/v1/access-log', patient);
    assert.ok(log.some(({ action, isYou }) => action === 'QUESTION_CHANGED' && isYou));
    assert.ok(log.some(({ action, isYou }) => action === 'QUESTION_CHANGED' && !isYou));
    assert.ok(log.some(({ staffAct }) => staffAct === 'question-answered'));
  });
});
