import type { Supporter, SupporterInvite, SupporterInvited, SupporterPermissions } from 'mock-api/contract';
import { call } from '../../platform/http/client.ts';
import { readThrough } from '../../platform/http/offline-cache.ts';
import { addEvents } from '../events/events.ts';
import { ensureFresh, fetchSlice } from '../freshness.ts';
import { store, updateSlice } from '../store.ts';

const fetchSupporters = () => readThrough<Supporter[]>('v1/supporters');

/** Sends an invitation by text message. Resolves with the future supporter and the pending event. */
const sendInvite = (invite: SupporterInvite) => call<SupporterInvited>('post', 'v1/supporters', invite);

/** Sets what a supporter may see and do. */
const changePermissions = (id: string, permissions: SupporterPermissions) =>
  call<Supporter>('patch', `v1/supporters/${encodeURIComponent(id)}`, { permissions });

/** Fetches the supporters of every profile. Throws ApiFailure, in which case the previous content stays. */
export function loadSupporters(): Promise<void> {
  return fetchSlice('supporters', fetchSupporters, (list) => updateSlice('supporters', { list }));
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
 * (docs/product-rules.md#supporters). Throws ApiFailure, in which case nothing has changed.
 */
export async function inviteSupporter(invite: SupporterInvite): Promise<void> {
  const { supporter, event } = await sendInvite(invite);
  putSupporter(supporter);
  addEvents([event]);
}

/**
 * Sets what a supporter may see and do, on the server and here. Throws ApiFailure, in which case nothing has changed.
 */
export async function setPermissions(id: string, permissions: SupporterPermissions): Promise<void> {
  putSupporter(await changePermissions(id, permissions));
}
