import type { Invitation } from 'mock-api/contract';
import { ApiFailure, call, callFromOutside, signedInUser, store } from 'shared-ui';

const invitation = (uuid: string) => `v1/invitations/${encodeURIComponent(uuid)}`;

/** Returns who sent the invitation. Throws ApiFailure: LINK_DEAD once it was used or has expired. */
export const fetchInvitation = (uuid: string) => callFromOutside<Invitation>('get', invitation(uuid));

/** Accepts an invitation as the signed-in user, who can then see what the patient shares. Throws ApiFailure. */
export const acceptInvitation = (uuid: string) => call<unknown>('post', `${invitation(uuid)}/accept`);

/** Session storage key of this tab's invitation, which is kept until the user has registered or signed in. */
const KEY = 'invitation';

/** An invitation that was opened in this tab. */
export interface KeptInvitation {
  uuid: string;
  /** Name of the person who sent the invitation. */
  name: string;
  /** The user who signed in while it could not be accepted. It is kept for this user only. */
  userId?: string;
}

/**
 * Returns the result of `work`, or `otherwise` if the browser forbids storage. The link can be opened again once signed
 * in.
 */
function guarded<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (error) {
    console.info('The invitation can not be kept in this browser', error);
    return otherwise;
  }
}

function parse(saved: unknown): KeptInvitation | null {
  if (typeof saved !== 'object' || saved === null) return null;
  const { uuid, name, userId } = saved as Record<string, unknown>;
  if (typeof uuid !== 'string' || typeof name !== 'string') return null;
  return { uuid, name, ...(typeof userId === 'string' && { userId }) };
}

/** Returns this tab's invitation; null without one. */
export const keptInvitation = (): KeptInvitation | null =>
  guarded(() => parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')), null);

/** Stores the invitation while the user registers or signs in. */
export const keepInvitation = (invitation: KeptInvitation): void =>
  guarded(() => sessionStorage.setItem(KEY, JSON.stringify(invitation)), undefined);

/** Discards the invitation: it was accepted, can't be accepted any more, or is not meant for this user. */
export const forgetInvitation = (): void => guarded(() => sessionStorage.removeItem(KEY), undefined);

// After a session, the next user of this tab may be someone else.
store.subscribe(({ session }, before) => {
  const wasIn = before.session.status === 'full' || before.session.status === 'narrow';
  if (wasIn && session.status === 'anonymous') forgetInvitation();
});

const isRefused = (error: unknown) => error instanceof ApiFailure && error.kind === 'rejected' && error.status < 429;

/**
 * Accepts this tab's invitation once the user is signed in and has seen who sent it; the timeline then shows whom they
 * support. An invitation that the server refuses, or that was kept for another user, is discarded. One that could not
 * be sent is kept for the next sign-in of the same user. Never throws.
 */
export async function acceptKeptInvitation(): Promise<void> {
  const kept = keptInvitation();
  const user = signedInUser(store.getState());
  if (!kept || !user) return;
  if (kept.userId !== undefined && kept.userId !== user.id) return forgetInvitation();
  try {
    await acceptInvitation(kept.uuid);
    forgetInvitation();
  } catch (error) {
    console.info('The invitation could not be accepted', error);
    if (isRefused(error)) forgetInvitation();
    else keepInvitation({ ...kept, userId: user.id });
  }
}
