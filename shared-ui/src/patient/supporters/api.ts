import type { Supporter, SupporterInvite, SupporterInvited, SupporterPermissions } from 'mock-api/contract';
import { call } from '../../platform/http/client.ts';
import { readThrough } from '../../platform/http/offline-cache.ts';

export const fetchSupporters = () => readThrough<Supporter[]>('v1/supporters');

/** Sends an invitation by text message. Resolves with the future supporter and the pending event. */
export const sendInvite = (invite: SupporterInvite) => call<SupporterInvited>('post', 'v1/supporters', invite);

/** Sets what a supporter may see and do. */
export const changePermissions = (id: string, permissions: SupporterPermissions) =>
  call<Supporter>('patch', `v1/supporters/${encodeURIComponent(id)}`, { permissions });
