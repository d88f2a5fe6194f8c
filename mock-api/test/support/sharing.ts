/** Test helper: a patient who shares with a supporter, both with accounts. */
import assert from 'node:assert/strict';
import type { CareEvent, Profile, RequestAccepted, SupporterInvited } from '../../src/contract.ts';
import { EVENT_TYPE } from '../../src/contract.ts';
import { ALL_PERMISSIONS } from '../../src/repositories/sharing/supporters.ts';
import type { TestApi } from './api.ts';

/** Returns the events that ask a patient whether an account may follow their stay, newest first. */
export const asksOf = async (api: TestApi, patient: string) =>
  (await api.get<CareEvent[]>('/api/events', patient)).filter(({ wantsToFollow }) => wantsToFollow);

/** Says yes, as the patient, to the account that asked last. */
export async function sayYes(api: TestApi, patient: string): Promise<RequestAccepted> {
  const [ask] = await asksOf(api, patient);
  const answer = await api.post<RequestAccepted>(`/api/v1/events/${ask?.id}/accept`, undefined, patient);
  assert.equal(answer.status, 200);
  return answer.body;
}

/**
 * Has `patient` invite `supporter` (second@example.org), who accepts, and say yes.
 * @returns the patient's entry, the profile's id in the supporter's account, and a function that changes the permissions
 */
export async function shareWith(api: TestApi, patient: string, supporter: string) {
  const body = { name: 'Robin', phone: '+1 416 555 0102' };
  const invited = await api.ask<SupporterInvited>('POST', '/api/v1/supporters', { token: patient, body });
  assert.equal(invited.status, 201);
  const events = (await api.ask<CareEvent[]>('GET', '/api/events', { token: supporter })).body;
  const request = events.find(({ type }) => type === EVENT_TYPE.SUPPORTER_REQUEST);
  const accepted = await api.ask<RequestAccepted>('POST', `/api/v1/events/${request?.id}/accept`, { token: supporter });
  assert.equal(accepted.status, 200);
  await sayYes(api, patient);
  const profiles = await api.get<Profile[]>('/api/v1/profiles', supporter);
  const { id } = invited.body.supporter;
  const grant = async (change: object) => {
    const permissions = { ...ALL_PERMISSIONS, ...change };
    const { status } = await api.ask('PATCH', `/api/v1/supporters/${id}`, { token: patient, body: { permissions } });
    assert.equal(status, 200);
  };
  return { supporterId: id, profileId: profiles.at(-1)?.id ?? 0, grant };
}
