import type { Supporter, SupporterInvite, SupporterInvited, SupporterPermissions } from 'mock-api/contract';
import { call } from '../../platform/http/client.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { readThrough } from '../../platform/http/offline-cache.ts';
import { addEvents, fetchShared } from '../events/events.ts';
import { ensureFresh, fetchSlice } from '../freshness.ts';
import { store, updateSlice } from '../store.ts';

const pathOf = (id: string) => `v1/supporters/${encodeURIComponent(id)}`;

/** Fetches the supporters of every profile. @throws ApiFailure, in which case the previous content stays */
export function loadSupporters(): Promise<void> {
  const fetch = () => readThrough<Supporter[]>('v1/supporters');
  return fetchSlice('supporters', fetch, (list) => updateSlice('supporters', { list }));
}

/** Fetches the supporters unless they were already fetched for this language and since the last refresh. */
export const ensureSupporters = () => ensureFresh('supporters', loadSupporters);

function putSupporter(supporter: Supporter): void {
  const { list } = store.getState().supporters;
  const isKnown = list.some(({ id }) => id === supporter.id);
  updateSlice('supporters', {
    list: isKnown ? list.map((known) => (known.id === supporter.id ? supporter : known)) : [...list, supporter],
  });
}

/**
 * Invites a supporter by text message, and adds them to the list together with a pending event
 * (docs/product-rules.md#supporters).
 * @throws ApiFailure, in which case nothing has changed
 */
export async function inviteSupporter(invite: SupporterInvite): Promise<void> {
  const { supporter, event } = await call<SupporterInvited>('post', 'v1/supporters', invite);
  putSupporter(supporter);
  addEvents([event]);
}

/** Sets what a supporter may see and do. @throws ApiFailure, in which case nothing has changed */
export async function setPermissions(id: string, permissions: SupporterPermissions): Promise<void> {
  putSupporter(await call<Supporter>('patch', pathOf(id), { permissions }));
}

/** Deletes something of the user's. Resolves if it no longer exists: the other person may have ended it meanwhile. */
async function end(path: string): Promise<void> {
  try {
    await call<void>('delete', path);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
  }
}

/** Removes a supporter or withdraws an invitation. @throws ApiFailure, in which case nothing has changed */
export async function removeSupporter(id: string): Promise<void> {
  await end(pathOf(id));
  updateSlice('supporters', { list: store.getState().supporters.list.filter((known) => known.id !== id) });
}

/**
 * Ends the user's support of the patient whom a profile shows, and removes what was shared.
 * @throws ApiFailure, in which case nothing has changed
 */
export async function stopSupporting(profileId: number): Promise<void> {
  await end(`v1/profiles/${profileId}`);
  const { events, profiles } = store.getState();
  updateSlice('events', { list: events.list.filter((event) => event.profileId !== profileId) });
  updateSlice('profiles', { list: profiles.list.filter(({ id }) => id !== profileId) });
  fetchShared();
}
