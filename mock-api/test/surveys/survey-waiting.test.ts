/** Outside a demo, a survey stays to do until its answers were sent: for a patient, and for each supporter. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { type CareEvent, EVENT_TYPE, type EventStatus } from '../../src/contract.ts';
import { PRODUCTION, startApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';

it('a survey that was opened and not sent stays to do outside a demo', async (test) => {
  const api = await startApi();
  const app = await buildApp(readConfig({ ...api.env, ...PRODUCTION }));
  test.after(async () => {
    await app.close();
    await api.close();
  });
  const [patient, supporter] = [await api.signIn(), await api.signIn('second@example.org')];
  for (let step = 0; step < 13; step += 1)
    await api.ask('POST', `/api/v1/story/patient/steps/${step}`, { token: patient });
  await shareWith(api, patient, supporter);
  const events = await api.get<CareEvent[]>('/api/events', patient);
  const idOf = (type: number) => String(events.find((event) => event.type === type && !event.previousStay)?.id);
  const survey = idOf(EVENT_TYPE.BLOOD_SURVEY);
  const view = async (id: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode, body } = await app.inject({ method: 'POST', url: `/api/v1/events/${id}/view`, headers });
    assert.equal(statusCode, 200);
    return (JSON.parse(body) as CareEvent).status;
  };
  const statusFor = async (token: string, about = survey): Promise<EventStatus | undefined> =>
    (await api.get<CareEvent[]>('/api/events', token)).find(({ id }) => id === about)?.status;
  const send = (token: string) =>
    api.post('/api/v1/survey-receipts', { survey: 'blood', receiptId: `of-${token}`, about: survey }, token);

  assert.deepEqual([await view(survey, patient), await view(survey, supporter)], ['ACTIONABLE', 'ACTIONABLE']);
  assert.equal(await view(idOf(EVENT_TYPE.PHYSICIAN), patient), 'VIEWED');
  await send(supporter);
  assert.deepEqual([await statusFor(patient), await statusFor(supporter)], ['ACTIONABLE', 'VIEWED']);
  await send(patient);
  assert.deepEqual([await statusFor(patient), await view(survey, patient)], ['VIEWED', 'VIEWED']);

  const admitted = String(events.find((event) => event.survey === 'admission' && !event.previousStay)?.id);
  await api.post('/api/v1/survey-receipts', { survey: 'admission', receiptId: 'admitted', about: admitted }, patient);
  assert.equal(await statusFor(patient, admitted), 'VIEWED', 'also one that was only new');
});
