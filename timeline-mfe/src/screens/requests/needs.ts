import type { CareRequest, NewRequest } from 'mock-api/contract';
import { call } from 'shared-ui';
import { publish } from 'shared-ui/bus';

/** What a person in a bed may need, in the order of the tiles. */
export const NEEDS = ['water', 'blanket', 'toilet', 'pain', 'interpreter', 'other'] as const;
export type NeedKind = (typeof NEEDS)[number];

export interface Need extends Pick<NewRequest, 'level' | 'text'> {
  kind: NeedKind;
}

/** A need under the id that it is stored by: sent again after an answer was lost, it is stored once. */
export interface SentNeed extends Need {
  id: string;
}

const isSame = (one: Need, other: Need) =>
  one.kind === other.kind && one.level === other.level && one.text === other.text;

/** Returns what to send: with the id of `failed` if that is the same need, and hasn't arrived. */
export function toSend(need: Need, failed: SentNeed | undefined, arrived: readonly CareRequest[]): SentNeed {
  const isAgain = failed && isSame(failed, need) && !arrived.some(({ id }) => id === failed.id);
  return { ...need, id: isAgain ? failed.id : crypto.randomUUID() };
}

/** Whether a request is for one of these needs. */
export const isNeed = ({ kind }: CareRequest) => NEEDS.some((known) => known === kind);

const requestsOf = (profileId: number) => `v1/profiles/${profileId}/requests`;

/** Tells the other screens on the page, also of other remotes: they don't have to wait for the stream. */
const announce = (profileId: number, id: string) => publish('change@1', { kind: 'request.updated', id, profileId });

/** @throws ApiFailure */
export async function sendNeed(profileId: number, need: SentNeed): Promise<CareRequest> {
  const sent = await call<CareRequest>('post', requestsOf(profileId), need);
  announce(profileId, sent.id);
  return sent;
}

/** Takes a request back. @throws ApiFailure with status 409 once staff have read it */
export async function withdrawNeed(profileId: number, id: string): Promise<void> {
  await call<void>('delete', `${requestsOf(profileId)}/${encodeURIComponent(id)}`);
  announce(profileId, id);
}
